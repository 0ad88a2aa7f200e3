"""How the time grows with the rows and with the players of a sheet, drawn in logarithms."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.speed.measure import interleaved
from benchmarks.speed.tables import seconds
from benchmarks.speed.workload import GROWTH, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.speed.jobs import Shop
    from benchmarks.speed.measure import Run

_WIDTH, _HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 40, 30, 50
_COLOURS = ("#1c5d49", "#b3471d")


class Axis(NamedTuple):
    """An axis of logarithms: from which value to which, and from which place to which."""

    low: float
    high: float
    start: float
    stop: float

    def place(self, value: float) -> float:
        """Where a value stands."""
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + share * (self.stop - self.start)

    def ticks(self) -> list[float]:
        """Values that are worth a line: 1, 2 and 5 times the powers of ten, or the powers alone."""
        powers = range(-4, 9)
        few = [10.0**power for power in powers]
        many = [times * value for value in few for times in (1, 2, 5)]
        inside = [value for value in many if self.low <= value <= self.high]
        return inside if len(inside) <= 9 else [value for value in few if self.low <= value <= self.high]


def measured(shop: Shop, folder: Path, times: int, target: Path) -> str:
    """Measures and draws both curves, and says in a table what they show."""
    texts: list[str] = []
    for name, what, sizes, command in (
        ("rows", "rows", GROWTH, shop.rows),
        ("players", "players", SEATS, shop.seats),
    ):
        runs = interleaved([command(size) for size in sizes], folder, times)
        title = f"scorecheck validate, by the number of {what}"
        picture = target / f"growth-{name}.svg"
        picture.write_text(drawn(title, what, sizes, runs), encoding="utf-8")
        texts += [f"![{title}]({picture.name})", "", _table(what, sizes, runs), ""]
    return "\n".join(texts).rstrip()


def _table(what: str, sizes: Sequence[int], runs: Sequence[Run]) -> str:
    head = [f"| {what} | seconds | of the processor | MB |", "| ---: | ---: | ---: | ---: |"]
    return "\n".join(
        head
        + [
            f"| {size:,} | {seconds(run.wall)} | {seconds(run.cpu)} | {run.peak:.0f} |"
            for size, run in zip(sizes, runs, strict=True)
        ]
    )


def drawn(title: str, what: str, sizes: Sequence[int], runs: Sequence[Run]) -> str:
    """The curve of the seconds, and beside it a line that grows just as the sizes do."""
    last = runs[-1].wall
    straight = [last * size / sizes[-1] for size in sizes]
    walls = [run.wall for run in runs]
    low = min(walls) / 1.5
    x_axis = Axis(sizes[0], sizes[-1], _LEFT, _WIDTH - _RIGHT)
    y_axis = Axis(low, max(walls) * 1.5, _HEIGHT - _BOTTOM, _TOP)
    parts: list[str] = []
    for value in y_axis.ticks():
        y = y_axis.place(value)
        parts.append(_line([(_LEFT, y), (_WIDTH - _RIGHT, y)], "#dcdad2", 0.8))
        parts.append(_text(_LEFT - 8, y + 4, f"{value:g} s", "end"))
    for size in sizes:
        x = x_axis.place(size)
        parts.append(_line([(x, _TOP), (x, _HEIGHT - _BOTTOM)], "#dcdad2", 0.8))
        parts.append(_text(x, _HEIGHT - _BOTTOM + 18, f"{size:,}", "middle"))
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, what, "middle"))
    reference = [(x_axis.place(size), y_axis.place(value)) for size, value in _inside(sizes, straight, low)]
    parts.append(_line(reference, _COLOURS[1], 1.5, "6 4"))
    parts.append(_text(_LEFT, 18, "— seconds, whole process    - - twice as many, twice as long", "start"))
    points = [(x_axis.place(size), y_axis.place(value)) for size, value in zip(sizes, walls, strict=True)]
    parts.append(_line(points, _COLOURS[0], 2.5))
    for (x, y), value in zip(points, walls, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{_COLOURS[0]}"/>')
        parts.append(_text(x, y - 9, seconds(value), "middle" if x < _WIDTH - 60 else "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" font-family="system-ui, sans-serif" font-size="12">'
        f'<title>{title}</title><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _inside(sizes: Sequence[int], values: Sequence[float], low: float) -> list[tuple[float, float]]:
    """The part of a straight line that is on the drawing, from where it comes in."""
    slope = values[-1] / sizes[-1]
    first = max(float(sizes[0]), low / slope)
    return [(first, first * slope), (float(sizes[-1]), values[-1])]


def _line(points: Sequence[tuple[float, float]], colour: str, width: float, dashes: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#1d2320">{text}</text>'
