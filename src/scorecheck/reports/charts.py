"""Charts as self-contained SVG text, for HTML and PDF alike.

Colours are attributes, for PDF, and classes, so that a page can change them in dark mode. Lines also differ
in dashes and have names at their ends, for grey copies. Lengths are in units of 1/96 inch.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from html import escape

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.reports.safe import plain

WIDTH = 720
HALF = 460
"""The width of a chart beside another one on paper, with relatively larger letters."""
FONT = 12
LINE_HEIGHT = 15
MOST_LINES = 40
"""The most lines or bars in one chart."""
MOST_POINTS = 360
"""The most points of a line, as many as a phone can show; longer courses are thinned."""

_COLOURS = ("#1c5d49", "#b3471d", "#2b5797", "#7a4b00", "#7b2d74", "#3f6212", "#a3201a", "#475569")
_DASHES = ("", "7 3", "2 2.5", "9 3 2 3", "4 2", "12 4", "1 3", "6 2 1 2 1 2")
_INK, _SOFT, _LINE = "#1d2320", "#59625d", "#dcdad2"
_TOP, _BOTTOM = 22, 34
_NAME_WIDTH = 176
_ROW = 24


class Curve(NamedTuple):
    """The running totals of one player as (games, points), beginning with (0, 0)."""

    name: str
    points: Sequence[tuple[int, Number]]


class Stage(NamedTuple):
    """A named stretch of games, such as a round: from the game after ``start`` to ``stop``."""

    name: str
    start: int
    stop: int


class Course(NamedTuple):
    """The running totals of all players, in the order of the standings."""

    lines: Sequence[Curve]
    stages: Sequence[Stage] = ()


class ChartBar(NamedTuple):
    """A player's score as the sum of the scores of the rounds; ``None`` for a missed round."""

    name: str
    parts: Sequence[Number | None]
    total: Number


def course_chart(
    course: Course, *, title: str, axis: str, number: Callable[[Number], str], width: int = WIDTH
) -> str:
    """A line chart of running totals, with each name at the end of its line.

    The height grows with the players, so that names do not overlap. At most ``MOST_LINES`` players are drawn;
    ``number`` formats a number.
    """
    lines = [line for line in course.lines if line.points][:MOST_LINES]
    names = [
        f"{name} {number(line.points[-1][1])}"
        for line, name in zip(lines, called([line.name for line in lines]), strict=True)
    ]
    names_width = max(map(text_width, names), default=0)
    low = min((y for line in lines for _, y in line.points), default=0)
    high = max((y for line in lines for _, y in line.points), default=0)
    values = ticks(min(low, 0), max(high, 0))
    plot = _Plot(
        left=max(text_width(number(value)) for value in values) + 10,
        right=width - names_width - 30,
        height=max(250, len(lines) * LINE_HEIGHT) + _TOP + _BOTTOM,
        games=max((x for line in lines for x, _ in line.points), default=1) or 1,
        values=values,
    )
    parts = [*_axes(plot, axis, number), *_stages(course.stages, plot.x_of, plot.height)]
    ends = spread([plot.y_of(line.points[-1][1]) for line in lines], _TOP, plot.height - _BOTTOM)
    for at, (line, name, end) in enumerate(zip(lines, names, ends, strict=True)):
        points = [(plot.x_of(x), plot.y_of(y)) for x, y in thinned(line.points)]
        parts.append(_course(at, line.name, points, (plot.right + 18, end)))
        parts.append(_text(plot.right + 22, end + 4, name, "start"))
    return _svg(parts, width, plot.height, title)


class _Plot(NamedTuple):
    """The scales of a chart."""

    left: float
    right: float
    height: int
    games: int
    """The last game."""
    values: Sequence[Number]
    """The tick values of the points, in ascending order."""

    def x_of(self, x: int) -> float:
        return self.left + (self.right - self.left) * x / self.games

    def y_of(self, y: Number) -> float:
        share = (y - self.values[0]) / (self.values[-1] - self.values[0])
        return self.height - _BOTTOM - (self.height - _TOP - _BOTTOM) * float(share)


def _axes(plot: _Plot, axis: str, number: Callable[[Number], str]) -> Iterator[str]:
    """The grid lines with their labels, and the axis of games."""
    for y in plot.values:
        yield _text(plot.left - 6, plot.y_of(y) + 4, number(y), "end", soft=True)
    for y in plot.values:
        yield _rule(plot.left, plot.y_of(y), plot.right, plot.y_of(y), "x" if y == 0 else "g")
    for x in ticks(0, plot.games):
        if 0 < x <= plot.games:
            yield _text(plot.x_of(int(x)), plot.height - _BOTTOM + 16, number(x), "middle", soft=True)
    yield _text(plot.left, plot.height - 3, axis, "start", soft=True)


def _course(at: int, name: str, points: Sequence[tuple[float, float]], to_name: tuple[float, float]) -> str:
    """The curve of one player, styled by its index, and the thin line to the name."""
    path = "M" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)
    lead = f"M{_n(points[-1][0])} {_n(points[-1][1])} L{_n(to_name[0])} {_n(to_name[1])}"
    colour, dash = at % len(_COLOURS), _DASHES[(at + at // len(_COLOURS)) % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<g class="c{colour}" fill="none" stroke="{_COLOURS[colour]}">'
        f"<title>{_xml(name)}</title>"
        f'<path d="{path}" stroke-width="2" stroke-linejoin="round"{dashed}/>'
        f'<path d="{lead}" stroke-width=".8"/></g>'
    )


def rounds_chart(
    bars: Sequence[ChartBar], rounds: Sequence[str], *, title: str, number: Callable[[Number], str]
) -> str:
    """A stacked bar chart of the scores per round: positive parts to the right, negative ones to the left.

    A part is labelled with the number of its round where it is wide enough; a mark shows the total.
    """
    bars = bars[:MOST_LINES]
    gains = [sum((p for p in bar.parts if p and p > 0), 0) for bar in bars]
    losses = [sum((p for p in bar.parts if p and p < 0), 0) for bar in bars]
    low, high = min(losses, default=0), max(gains, default=0)
    values = ticks(low, high)
    names = called([bar.name for bar in bars])
    left = max(map(text_width, names), default=0) + 12
    right = WIDTH - max((text_width(number(bar.total)) for bar in bars), default=0) - 16
    top = _TOP + LINE_HEIGHT * len(key := list(_key(rounds)))
    height = top + len(bars) * _ROW + _BOTTOM - 8

    def x_of(value: Number) -> float:
        return left + (right - left) * float((value - values[0]) / (values[-1] - values[0]))

    parts = [_text(0, FONT + LINE_HEIGHT * at, line, "start", soft=True) for at, line in enumerate(key)]
    parts += [
        _rule(x_of(value), top - 6, x_of(value), height - 26, "x" if value == 0 else "g") for value in values
    ]
    parts += [_text(x_of(value), height - 10, number(value), "middle", soft=True) for value in values]
    for at, (bar, name) in enumerate(zip(bars, names, strict=True)):
        y = top + at * _ROW
        parts.append(_text(left - 8, y + 14, name, "end"))
        parts += _parts(bar.parts, x_of, y)
        mark = x_of(bar.total)
        parts.append(
            f'<path class="x" d="M{_n(mark)} {_n(y - 2)}V{_n(y + 20)}" stroke="{_INK}" stroke-width="2.5"/>'
        )
        parts.append(_text(WIDTH, y + 14, number(bar.total), "end"))
    return _svg(parts, WIDTH, height, title)


def _key(rounds: Sequence[str]) -> Iterator[str]:
    """The legend: the numbers of the rounds with their names, wrapped to the width of the chart."""
    line = ""
    for at, name in enumerate(rounds):
        word = f"{at + 1} = {cut(plain(name), _NAME_WIDTH)}"
        if line and text_width(f"{line}, {word}") > WIDTH:
            yield line
            line = ""
        line = f"{line}, {word}" if line else word
    if line:
        yield line


def _parts(rounds: Sequence[Number | None], x_of: Callable[[Number], float], y: float) -> Iterator[str]:
    plus: Number = 0
    minus: Number = 0
    for at, part in enumerate(rounds):
        if not part:
            continue
        if part > 0:
            start, plus = plus, plus + part
            x1, x2 = x_of(start), x_of(plus)
        else:
            start, minus = minus, minus + part
            x1, x2 = x_of(minus), x_of(start)
        fill, shade = ("#cfe3d9", "even") if at % 2 else ("#9cc7b3", "odd")
        yield (
            f'<rect class="{shade}" x="{_n(x1)}" y="{_n(y)}" width="{_n(x2 - x1)}" height="18"'
            f' fill="{fill}" stroke="{_INK}" stroke-width=".8"/>'
        )
        if x2 - x1 > text_width(str(at + 1)) + 4:
            yield _text((x1 + x2) / 2, y + 13, str(at + 1), "middle")


def _stages(stages: Sequence[Stage], x_of: Callable[[int], float], height: float) -> Iterator[str]:
    """The beginnings of rounds, with their names cut to fit."""
    if len(stages) < 2:
        return
    for stage in stages:
        x1, x2 = x_of(stage.start), x_of(stage.stop)
        if stage.start:
            yield _rule(x1, _TOP - 8, x1, height - _BOTTOM, "g")
        name = cut(plain(stage.name), x2 - x1 - 6)
        if len(name) > 4:
            yield _text(x1 + 4, _TOP - 8, name, "start", soft=True)


def called(names: Sequence[str]) -> list[str]:
    """The names shortened to fit: given names become initials before a name is cut.

    Names that would become equal are cut instead.
    """
    whole = [plain(name) for name in names]
    short = [cut(_initialled(name, _NAME_WIDTH), _NAME_WIDTH) for name in whole]
    return [
        cut(name, _NAME_WIDTH) if short.count(said) > 1 else said
        for name, said in zip(whole, short, strict=True)
    ]


def _initialled(name: str, width: float) -> str:
    """The name with as few first words as possible replaced by initials, never the last word."""
    words = name.split()
    for at in range(len(words) - 1):
        if text_width(" ".join(words)) <= width:
            break
        if words[at][0].isupper():
            words[at] = "-".join(f"{part[0]}." for part in words[at].split("-") if part)
    return " ".join(words)


def cut(text: str, width: float) -> str:
    """The text cut to a width, with an ellipsis."""
    if text_width(text) <= width:
        return text
    while text and text_width(text) > width - FONT:
        text = text[: -max(1, int((text_width(text) - width) / FONT))]
    return f"{text.rstrip()}…"


def spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Positions as near as possible to the wanted ones, at least one line of text apart.

    If there is not enough room between ``top`` and ``bottom``, they continue below.
    """
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    # Overlapping names are merged into blocks, centred on the mean of their wanted positions.
    blocks: list[tuple[float, int]] = []
    for at in order:
        blocks.append((wanted[at], 1))
        while len(blocks) > 1:
            (above, many), (below, more) = blocks[-2:]
            if below - above >= (many + more) * LINE_HEIGHT / 2:
                break
            blocks[-2:] = [((above * many + below * more) / (many + more), many + more)]
    places: list[float] = []
    for middle, count in blocks:
        first = middle - (count - 1) * LINE_HEIGHT / 2
        places += (first + LINE_HEIGHT * step for step in range(count))
    for at in reversed(range(len(places))):
        places[at] = min(places[at], bottom - LINE_HEIGHT * (len(places) - 1 - at))
    for at in range(len(places)):
        places[at] = max(places[at], top + LINE_HEIGHT * at)
    result = [0.0] * len(wanted)
    for at, place in zip(order, places, strict=True):
        result[at] = place
    return result


def ticks(low: Number, high: Number) -> list[int]:
    """Four to eight round numbers that cover the range from ``low`` to ``high``."""
    span = max(high - low, 1)
    step = 1
    while span > 7 * step:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    start, stop = low // step * step, -(-high // step) * step
    if start == stop:
        stop += step
    return list(range(int(start), int(stop) + 1, step))


def thinned(points: Sequence[tuple[int, Number]]) -> Sequence[tuple[int, Number]]:
    """A long course thinned to the minimum and maximum of each stretch."""
    if len(points) <= MOST_POINTS:
        return points
    size = -(-len(points) * 2 // MOST_POINTS)
    kept = {0, len(points) - 1}
    for start in range(0, len(points), size):
        stretch = range(start, min(start + size, len(points)))
        kept.add(min(stretch, key=lambda at: points[at][1]))
        kept.add(max(stretch, key=lambda at: points[at][1]))
    return [points[at] for at in sorted(kept)]


def text_width(text: str) -> float:
    """An upper bound for the width of a text in common fonts."""
    return sum(map(_letter_width, text)) * FONT


def _letter_width(letter: str) -> float:
    if letter in "iljtfrI.,:;'|! ()[]\u200b":
        return 0.4
    if letter.isascii() and letter not in "mwMW@%":
        return 0.7 if letter.isupper() else 0.6
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0.0
    return 1.0 if letter in "mwMW@%" or unicodedata.east_asian_width(letter) in "WF" else 0.75


def _svg(parts: Sequence[str], width: int, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 {width} {_n(height)}"'
        f' width="{width}" height="{_n(height)}" font-family="Roboto, system-ui, sans-serif"'
        f' font-size="{FONT}"><title>{_xml(title)}</title>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str, *, soft: bool = False) -> str:
    colour, kind = (_SOFT, "s") if soft else (_INK, "t")
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" fill="{colour}"{anchored}>{_xml(text)}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    colour, width = (_SOFT, "1") if kind == "x" else (_LINE, ".8")
    return (
        f'<path class="{kind}" d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"'
        f' stroke="{colour}" stroke-width="{width}"/>'
    )


def _n(number: float) -> str:
    """A length with one decimal at most."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _xml(text: str) -> str:
    # XML forbids these two characters even escaped; `plain` removes the others.
    return escape(plain(text).translate({0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}), quote=True)
