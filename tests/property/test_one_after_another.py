"""Laws of many sheets: what is found on one is the same whatever sheets were checked before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws import examples
from property.test_runs import Line, Made, as_csv, as_workbook, long_sheets
from support import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.outcome import Checked

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
