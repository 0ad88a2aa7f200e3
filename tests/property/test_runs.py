"""Laws of long sheets: what is found is the same whether rows like those before are left out or read."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import openpyxl
import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from laws import examples
from scorecheck.checks import deal
from scorecheck.model import runs
from support import check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.model.outcome import CheckedFile

NAMES = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
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


@pytest.fixture(autouse=True)
def short_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a sheet of some rows is a long one, on which the dealers are soon followed no more."""
    monkeypatch.setattr(runs, "SHORTEST", 0)
    monkeypatch.setattr(runs, "_FIRST_BLOCK", 2)
    monkeypatch.setattr(deal, "_MOST_DEALS", 4)


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
        "Geber": NAMES[:players],
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
    yield [made.heading, *NAMES[: made.players], *made.extra][start:]
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


def said(data: bytes, name: str, **wanted: str) -> tuple[object, ...]:
    result = check(data, name, **wanted)
    file: CheckedFile = result.files[0]
    sheets = [(one.entries, one.skipped, one.sheet.layout, one.sheet.stop) for one in file.sheets]
    return file.findings, sheets, result.crashes


def law(data: bytes, name: str, **wanted: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        left_out = counted(patch)
        fast = said(data, name, **wanted)
        patch.setattr(runs, "SHORTEST", 10**9)
        assert fast == said(data, name, **wanted)
    event("rows left out" if left_out else "no row left out")


def counted(patch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each run leaves out from now on."""
    counts: list[int] = []
    plainly = runs.KnownRows.run

    def run_of(known: runs.KnownRows, row: int, label: str) -> runs.Run | None:
        run = plainly(known, row, label)
        if run is not None:
            counts.append(run.length)
        return run

    patch.setattr(runs.KnownRows, "run", run_of)
    return counts


@pytest.mark.usefixtures("no_repairs")
@given(long_sheets(), st.sampled_from(["tcg", "ddv"]))
@examples(250)
def test_text(made: Made, preset: str) -> None:
    law(as_csv(made), "sheet.csv", game="doppelkopf", preset=preset)


@given(long_sheets(), st.sampled_from(["tcg", "ddv"]))
@examples(30, few=2)
def test_text_with_repairs(made: Made, preset: str) -> None:
    law(as_csv(made), "sheet.csv", game="doppelkopf", preset=preset)


@pytest.mark.usefixtures("no_repairs")
@given(long_sheets())
@examples(60)
def test_workbooks(made: Made) -> None:
    law(as_workbook(made), "sheet.xlsx", game="doppelkopf", preset="tcg")


@given(st.lists(st.sampled_from(["5,-5,", "-5,5,", ",3,-3", "1,1,-2", "4,-4,x", "4,,", "2,-1,"]), min_size=9))
@example(["5,-5,"] * 40 + ["5,5,"] + ["5,-5,"] * 40)
@examples(30, few=2)
def test_another_game(rows: list[str]) -> None:
    text = "Nr,Anna,Bernd,Chris\n" + "".join(f"{at},{row}\n" for at, row in enumerate(rows, 1))
    law(text.encode(), "sheet.csv", game="chouette")


def test_rows_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the laws would say nothing."""
    lines: list[Line] = [[at, *((1, 1, -1, -1) if at % 2 else (3, -1, -1, -1))] for at in range(1, 400)]
    left_out = counted(monkeypatch)
    file = check(as_csv(Made(4, "Spiel", (), lines, None)), game="doppelkopf").files[0]
    assert file.findings == ()
    assert file.sheets[0].entries == 399
    assert sum(left_out) > 390


def test_a_truth_value_is_no_one() -> None:
    lines: list[Line] = [[at, *((1, 1, -1, -1) if at % 2 else (-1, 1, -1, 1))] for at in range(1, 60)]
    lines[40][2] = "TRUE"
    book = as_workbook(Made(4, "Spiel", (), lines, None))
    (finding,) = check(book, "sheet.xlsx", game="doppelkopf", layout="points").files[0].findings
    assert (finding.rule, finding.cell and finding.cell.a1) == ("sheet/not-a-number", "C42")
