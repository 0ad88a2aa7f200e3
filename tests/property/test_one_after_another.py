"""Laws of many sheets: what is found on one is the same whatever sheets were checked before it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws import examples
from support import check

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.outcome import Checked

PLAYERS = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
Line = list[Any]
FAULTS = st.sampled_from(["1", "-7", "x", "", "/", "2,5", "6", "99", "TRUE", "Soloabend", "-", "  "])
HEADS = st.sampled_from(["", "3", "7.", "x", "0", "12", "Neu", "999", "Summe", "007", "-4", "1.000"])


class Made(NamedTuple):
    """A long sheet of a few different rows, with faults here and there."""

    players: int
    heading: str
    extra: tuple[str, ...]
    lines: list[Line]
    foot: Line | None


@st.composite
def long_sheets(draw: st.DrawFn) -> Made:
    """Games from a few different rows, numbered or not; then any cell may be spoilt, any row be lost."""
    players = draw(st.sampled_from([4, 5]))
    kinds: list[Line] = []
    for _ in range(draw(st.integers(1, 3))):
        value = draw(st.integers(1, 3))
        points = draw(st.sampled_from([[value, value, -value, -value], [3 * value, *[-value] * 3]]))
        kinds.append(draw(st.permutations([*points, *[draw(st.sampled_from([0, ""]))] * (players - 4)])))
    rows = [list(draw(st.sampled_from(kinds))) for _ in range(draw(st.integers(8, 60)))]
    extra = draw(st.sampled_from([(), ("Bemerkung",), ("Spielart",), ("Geber",), ("Kontrolle",), ("Wert",)]))
    words: dict[str, list[str] | list[int]] = {
        "Bemerkung": ["", "schön"],
        "Spielart": ["", "Solo", "Neu gegeben"],
        "Geber": PLAYERS[:players],
        "Kontrolle": ["", "0"],
        "Wert": [1, 2, 3],
    }
    for row in rows:
        row += (draw(st.sampled_from(words[name])) for name in extra)
    foot: Line | None = None
    if draw(st.booleans()):
        foot = ["Summe", *(sum(row[at] or 0 for row in rows) for at in range(players))]
        foot[1] += draw(st.sampled_from([0, 0, 3]))
    heading = draw(st.sampled_from(["Spiel", "Nr", ""]))
    lines = [[number, *row] for number, row in enumerate(rows, draw(st.sampled_from([1, 1, 8])))]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["cell", "head", "lost", "twice", "blank"])):
            case "cell":
                lines[at][draw(st.integers(1, players))] = draw(FAULTS)
            case "head":
                lines[at][0] = draw(HEADS)
            case "lost" if len(lines) > 5:
                del lines[at]
            case "twice":
                lines.insert(at, list(lines[at]))
            case _:
                lines.insert(at, [""] * len(lines[at]))
    return Made(players, heading, extra, lines, foot)


def cells_of(made: Made) -> Iterator[Line]:
    start = 0 if made.heading else 1
    yield [made.heading, *PLAYERS[: made.players], *made.extra][start:]
    for line in made.lines:
        yield line[start:]
    if made.foot and made.heading:
        yield made.foot


def as_csv(made: Made) -> bytes:
    return "".join(",".join(map(str, line)) + "\n" for line in cells_of(made)).encode()


def as_workbook(made: Made) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for line in cells_of(made):
        sheet.append([{"": None, "TRUE": True}.get(cell, cell) for cell in line])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


ONES = [[1, 1, 1, -1, -1], [2, 3, -1, -1, -1], [3, -1, 1, -1, 1]]


def law(sheets: Sequence[tuple[bytes, str]], **wanted: str) -> None:
    first: list[Checked] = [check(data, name, **wanted) for data, name in sheets]
    backwards = [check(data, name, **wanted) for data, name in reversed(sheets)]
    assert backwards[::-1] == first


# Of workbooks and of sheets of one form the repairs are held to it as well; here they would take the longest.
@pytest.mark.usefixtures("no_repairs")
@given(st.lists(long_sheets(), min_size=2, max_size=4), st.sampled_from(["tcg", "ddv"]))
@examples(20, few=2)
def test_text(made: list[Made], preset: str) -> None:
    law([(as_csv(one), f"{at}.csv") for at, one in enumerate(made)], preset=preset)


@given(st.lists(long_sheets(), min_size=2, max_size=3))
# A truth value equals a number, also as the number of a game.
@example(
    [
        Made(4, "Spiel", (), rows, None)
        for rows in (
            [[at, 1, 1, -1, -1] for at in range(6)],
            [["TRUE" if at == 1 else at, 1, 1, -1, -1] for at in range(6)],
        )
    ]
)
@example([Made(4, "Spiel", (), rows, None) for rows in (ONES * 2, [[1, True, 1, -1, -1], *ONES[1:]], ONES)])
@examples(15, few=1)
def test_workbooks(made: list[Made]) -> None:
    law([(as_workbook(one), f"{at}.xlsx") for at, one in enumerate(made)])


NAMES = ["Anna", "Bernd", "Chris", "Dora", "Emil", "Anna Maria", "D'Arcy", "Ø", "Nan", "Mai", "x", "XX", " "]
WORDS = ["Mark", "Art", "No", "Geber", "Wert", "Bock", "Kontrolle", "Summe", "Anna Summe", "Übertrag", "Re"]
OTHERS = ["Einser", "Chance", "Sieger", "who", "move", "Datum", "", "7", "1.", "#", "+", "Player", "Box"]
HEADINGS = st.sampled_from(NAMES) | st.sampled_from(WORDS) | st.sampled_from(OTHERS)
TYPICAL: list[Line] = [[1, 1, -1, -1], [-2, 2, 2, -2], [1, -1, 1, -1], [3, -1, -1, -1], [0, 0, 0, 0]]
ODD: list[Line] = [
    [1, 1, 1, -1],
    [5, -5, 0, 0],
    [1, 2, 3, 4],
    [-1, -1, -1, -1],
    ["-0", 1, 0, -1],
    ["", 2, -2],
]


@st.composite
def alike(draw: st.DrawFn) -> list[list[Line]]:
    """Sheets of which some are of the same form: the headings of each are much the same."""
    seats = draw(st.sampled_from([3, 4, 4, 4, 5]))
    first = draw(st.sampled_from(["Spiel", "Spiel", "Nr", "", "#", "Anna", "Datum"]))
    usual = draw(st.lists(HEADINGS, min_size=seats, max_size=seats))
    sheets: list[list[Line]] = []
    for _ in range(draw(st.integers(3, 5))):
        kinds = draw(st.lists(st.sampled_from(TYPICAL), min_size=1, max_size=3))
        kinds += draw(st.lists(st.sampled_from(ODD), max_size=1))
        words = list(draw(st.permutations(usual)))
        if draw(st.integers(0, 3)) == 0:
            words[draw(st.integers(0, seats - 1))] = draw(HEADINGS)
        turning = draw(st.booleans())
        sheet: list[Line] = [[first, *words]]
        for at in range(draw(st.integers(9, 13))):
            points = [*draw(st.sampled_from(kinds)), 0, 0][:seats]
            shift = at % seats if turning else 0
            sheet.append([at + draw(st.sampled_from([1] * 60 + [0, 2])), *points[shift:], *points[:shift]])
        if draw(st.integers(0, 4)) == 0:
            columns = list(zip(*sheet[1:], strict=True))[1:]
            sheet.append(["Summe", *(sum(int(cell or 0) for cell in column) for column in columns)])
        sheets.append(sheet)
    return sheets


@given(alike(), st.sampled_from([None, "doppelkopf", "chouette", "acey-deucey"]))
@examples(20, few=2)
def test_sheets_of_one_form(sheets: list[list[Line]], game: str | None) -> None:
    law(
        [(text_of(sheet), f"{at}.csv") for at, sheet in enumerate(sheets)],
        **({} if game is None else {"game": game}),
    )


def numbered(rows: Sequence[Sequence[object]], seats: int = 4) -> list[Line]:
    return [["Spiel", *NAMES[:seats]], *([at, *row] for at, row in enumerate(rows, 1))]


GAMES = [[5, 5, -5, -5], [1, -1, 1, -1], [-5, -5, 5, 5], [1, -1, 1, -1]]
GAMES += [[3, 3, -3, -3], [1, -1, 1, -1], [-3, -3, 3, 3], [1, -1, 1, -1]]
USUAL = numbered(GAMES)


@pytest.mark.parametrize(
    ("usual", "odd"),
    [
        pytest.param(
            numbered([[*row[: at % 5], 0, *row[at % 5 :]] for at, row in enumerate(GAMES)], 5),
            numbered([[*row, 0] for row in GAMES], 5),
            id="nobody plays in the last column",
        ),
        pytest.param(USUAL, [*USUAL, ["", 4, -4, 4, -4]], id="the last row has no number and says the sums"),
        pytest.param(
            numbered([[5, -5, 0, 0], [0, 0, 3, -3], [-2, 0, 2, 0], [0, 7, 0, -7]] * 3),
            numbered([[5, -5, 0, 0], [0, 0, 3, -3], [-2, 0, 2, 0], [0, 7, 0, -7]] * 3),
            id="another game than the strictest",
        ),
        pytest.param(USUAL, [["Spiel", "Summe", *NAMES[1:4]], *USUAL[1:]], id="a heading that is no name"),
        pytest.param(USUAL, [["Spiel", "Art", *NAMES[1:4]], *USUAL[1:]], id="a heading that may be a name"),
    ],
)
def test_sheets_that_look_alike(usual: list[Line], odd: list[Line]) -> None:
    law([(text_of(sheet), f"{at}.csv") for at, sheet in enumerate((usual, usual, usual, odd, usual))])


def text_of(sheet: list[Line]) -> bytes:
    return "".join(",".join(map(str, line)) + "\n" for line in sheet).encode()
