"""The benchmark of the repairs: its sheets are valid, its slips do what they say, its seeds reproduce."""

from __future__ import annotations

import ast
from math import isclose, isinf
from pathlib import Path
from random import Random

import pytest

from benchmarks.slips import checking, measure, second_model, slips
from benchmarks.slips.bound import likeliest, posteriors
from benchmarks.slips.bound_two import BOUNDED, posteriors_of_two
from benchmarks.slips.detail import Party, value_of
from benchmarks.slips.garbled import NUMBER_KINDS, garbled, meant
from benchmarks.slips.judging import Truth, judged, meaning
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.report import chance_gap
from benchmarks.slips.sheets import Shape, Sheet
from benchmarks.slips.undoing_two import speaks
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.record import replace

pytestmark = pytest.mark.usefixtures("no_repairs")

FOLDER = Path(measure.__file__).parent
TOLD_BY_ROWS = [name for name in LAYOUTS if name not in ("detail", "yatzy")]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_the_measure_knows_nothing_of_the_repairs() -> None:
    files = sorted(FOLDER.rglob("*.py"))
    assert len(files) > 5
    for path in files:
        ours = {name for name in imported(path) if name.startswith("scorecheck")}
        assert not {name for name in ours if name.startswith("scorecheck.repair")}, path
        assert "repair/" not in path.read_text(encoding="utf-8"), path
    # What makes sheets, slips and the bound knows of scorecheck only the shape of its data.
    for name in (
        "slips",
        "second_model",
        "bound",
        "bound_two",
        "undoing_two",
        "garbled",
        "doppelkopf",
        "detail",
        "chouette",
        "yatzy",
        "settings",
        "sheets",
    ):
        ours = {one for one in imported(FOLDER / f"{name}.py") if one.startswith("scorecheck")}
        assert ours <= {
            "scorecheck.model.cells.CellRef",
            "scorecheck.model.workbook.Grid",
            "scorecheck.model.workbook.Workbook",
        }, name


@pytest.mark.parametrize("name", LAYOUTS)
def test_sheets_are_valid_and_seeds_reproduce(name: str) -> None:
    generator = LAYOUTS[name]
    for seed in range(3):
        sheet = generator.generate(Random(seed))
        assert sheet == generator.generate(Random(seed))
        assert not isinf(generator.log_prior(sheet))
        assert len({len(row) for row in (sheet.headings, *sheet.rows)}) == 1


@pytest.mark.parametrize("name", TOLD_BY_ROWS)
def test_clean_sheets_have_no_finding(name: str) -> None:
    for seed in range(3):
        sheet = LAYOUTS[name].generate(Random(f"clean {seed}"))
        assert checking.findings_on(sheet, recognise=True) == (), sheet.text()


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_slip_changes_what_it_says(name: str) -> None:
    sheet = LAYOUTS[name].generate(Random(name))
    seen: set[str] = set()
    last = len(sheet.rows) - 1
    for kind in slips.KINDS:
        for row in {0, 3, last - 1, last}:
            for spot in slips.spots_at(kind, sheet, row):
                seen.add(kind)
                assert isclose(sum(way.chance for way in spot), 1.0)
                for way in spot:
                    changed = slips.applied(sheet, way.change)
                    if way.change.left_out is not None:
                        assert len(changed.rows) == len(sheet.rows) - 1
                    elif way.change.twice is not None:
                        assert len(changed.rows) == len(sheet.rows) + 1
                    else:
                        places = {place for place, _ in way.change.cells}
                        assert any(sheet.rows[r][c] != text for (r, c), text in way.change.cells)
                        assert all(
                            (r, c) in places or changed.rows[r][c] == sheet.rows[r][c]
                            for r in range(len(sheet.rows))
                            for c in range(len(sheet.headings))
                        )
    assert {"sign", "digit", "off-by-one", "swapped-players"} - seen <= (
        {"sign"} if name in {"yatzy", "kniffel"} else set()
    )
    running = LAYOUTS[name].generate(Random(0)).shape.running
    assert ("old-total" in seen) == running


@pytest.mark.parametrize("name", ("points-5", "totals-5", "chouette", "yatzy"))
def test_the_room_for_slips_is_counted_right(name: str) -> None:
    sheet = LAYOUTS[name].generate(Random(f"room {name}"))
    for kind in slips.KINDS:
        for row in range(0, len(sheet.rows), 4):
            assert slips.room_at(kind, sheet, row) == len(slips.spots_at(kind, sheet, row)), (kind, row)


def test_a_lost_sign_without_a_total_row_is_an_even_tie_of_three() -> None:
    generator = LAYOUTS["points-4"]
    original = generator.generate(Random("tie"))
    observed = original.with_rows(
        (*original.rows[:4], ("5", "9", "9", "9", "-9"), *original.rows[5:]), original.kinds
    )
    only_signs = dict.fromkeys(slips.KINDS, 1e-12) | {"sign": 1.0}
    chances = sorted(posteriors(generator, observed, only_signs).values())
    assert sum(chances[:-3]) < 1e-6
    assert all(isclose(chance, 1 / 3, abs_tol=1e-6) for chance in chances[-3:])
    best = likeliest(posteriors(generator, observed, only_signs))
    assert len(best) == 3
    assert isclose(sum(best), 1, abs_tol=1e-5)


def test_two_lost_signs_without_a_total_row_are_an_even_tie_of_nine() -> None:
    generator = BOUNDED["points-4"]
    original = generator.generate(Random("tie"))
    rows = list(original.rows)
    rows[4], rows[9] = ("5", "9", "9", "9", "-9"), ("10", "-7", "-7", "7", "-7")
    observed = original.with_rows(tuple(rows), original.kinds)
    only_signs = dict.fromkeys(slips.KINDS, 1e-12) | {"sign": 1.0}
    chances = sorted(posteriors_of_two(generator, observed, only_signs).values())
    assert sum(chances[:-9]) < 1e-6
    assert all(isclose(chance, 1 / 9, abs_tol=1e-6) for chance in chances[-9:])


def test_a_total_row_leaves_of_two_lost_signs_what_it_allows() -> None:
    # Anna and Bernd have 9 + 7 too much, or Anna 9 and Bernd 7 more than that: each in another row.
    generator = BOUNDED["points-4-total"]
    original = generator.generate(Random("tie"))
    rows = list(original.rows)
    rows[4], rows[9] = ("5", "9", "-9", "9", "-9"), ("10", "-7", "7", "7", "-7")
    summed = [sum(int(row[column]) for row in rows[:-1]) for column in (1, 2, 3, 4)]
    rows[-1] = ("Summe", *map(str, summed))
    rows[4], rows[9] = ("5", "9", "9", "9", "-9"), ("10", "-7", "7", "7", "7")
    observed = original.with_rows(tuple(rows), original.kinds)
    only_signs = dict.fromkeys(slips.KINDS, 1e-12) | {"sign": 1.0}
    chances = posteriors_of_two(generator, observed, only_signs)
    best = max(chances, key=lambda outcome: chances[outcome])
    assert chances[best] > 1 - 1e-6
    assert best.rows[4] == ("9", "-9", "9", "-9")
    assert best.rows[9] == ("-7", "7", "7", "-7")
    assert not best.left_out


@pytest.mark.slow
@pytest.mark.parametrize("name", BOUNDED)
def test_the_bound_of_two_slips_knows_which_slips_a_rule_tells_of(name: str) -> None:
    generator, rng = LAYOUTS[name], Random(f"told {name}")
    told: set[bool] = set()
    for _ in range(40):
        original = generator.generate(rng)
        slip = slips.draw(original, slips.shares(original.shape.game), rng)
        slipped = slips.applied(original, slip.change)
        if len(slipped.rows) == len(original.rows):
            told.add(speaks(original, slipped))
            assert speaks(original, slipped) == checking.breaks_a_rule(slipped), slipped.text()
    # Only on running totals does it show that two rows changed places.
    assert told == ({True} if name == "totals-4" else {True, False})


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_second_model_changes_what_it_says(name: str) -> None:
    rng, kinds = Random(f"second {name}"), set[str]()
    sheet = LAYOUTS[name].generate(rng)
    for _ in range(80):
        slip = second_model.draw(sheet, rng)
        kinds.add(slip.kind)
        assert slips.applied(sheet, slip.change).rows != sheet.rows
    assert {"any-number", "swapped-rows", "other-row", "other-column"} <= kinds


def test_numbers_written_wrongly() -> None:
    made = {kind: {text for _, text in garbled(kind, "-12")} for kind in NUMBER_KINDS}
    assert made["sign"] == {"12"}
    assert made["transposed"] == {"-21"}
    assert made["off-by-one"] == {"-11", "-13"}
    assert made["dropped"] == {"-1", "-2"}
    assert made["repeated"] == {"-112", "-122"}
    assert len(made["digit"]) == 8 + 9
    assert garbled("sign", "0") == garbled("digit", "/") == garbled("transposed", "11") == ()
    for number in range(-120, 121, 23):
        for kind in NUMBER_KINDS:
            for chance, text in garbled(kind, str(number)):
                assert 0 < chance <= 1
                assert text != str(number)
                assert str(number) in meant(text)


def test_the_value_of_a_game_is_what_the_rules_say() -> None:
    def worth(re: int, call: int = -1, other: int = -1, kind: str = "normal", fox: int = 0) -> int:
        return value_of(kind, Party(re, call), Party(240 - re, other, (("F", fox),) if fox else ()))

    assert worth(121) == 1
    assert worth(151) == 2
    assert worth(120) == -1
    assert worth(119) == -2
    assert worth(240, 4, 0) == 36
    assert worth(121, fox=2) == 0
    assert worth(130, 0, kind="trump solo") == 4
    assert worth(110, 0, kind="trump solo") == -2
    assert worth(180, 2) == -10


def test_tasks_count_the_same_again() -> None:
    task = measure.Task("points-4", "7", 0, 6, 1, bound=False)
    first, again = measure.run(task), measure.run(task)
    assert first.by_kind == again.by_kind
    assert sum(tally.made for tally in first.by_kind.values()) == 6
    assert measure.run(task._replace(seed="8")).by_kind != first.by_kind


SHAPE = Shape("doppelkopf", "points", (1, 2, 3, 4))
RIGHT = Sheet(
    SHAPE,
    ("Spiel", "Anna", "Bernd", "Chris", "Dora"),
    (("1", "2", "2", "-2", "-2"), ("2", "-1", "1", "1", "-1")),
    ("entry", "entry"),
)


def finding(cell: CellRef, *fixes: Fix) -> Finding:
    return Finding("doppelkopf/zero-sum", Severity.ERROR, "sheet.csv", cell=cell, fixes=fixes)


def test_a_repair_is_right_if_the_sheet_is_as_it_was() -> None:
    wrong = CellRef(2, 4)
    change = slips.Change((((0, 3), "2"),))
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    right = Fix((Edit(wrong, "2", "−2"),), "sign", 0.5)
    other = Fix((Edit(CellRef(2, 2), "2", "-2"),), "sign", 0.4)
    assert judged(truth, []).detected is False
    best = judged(truth, [finding(wrong, right, other)])
    assert (best.cell, best.top, best.three) == (True, True, True)
    assert best.sure == ((0.5, True), (0.4, False))
    second = judged(truth, [finding(CellRef(2, 2), other, right)])
    assert (second.cell, second.top, second.three) == (False, False, True)
    assert judged(truth, [finding(wrong)]).top is False
    assert judged(truth, [finding(wrong, Fix((), "left-out", 0.9))]).three is False


def test_one_slip_that_several_findings_tell_counts_once() -> None:
    rows = (("1", "2", "-2", "2", "-2"), ("Summe", "2", "-2", "2", "-2"))
    original = Sheet(
        LAYOUTS["points-4-total"].generate(Random(0)).shape, ("Spiel", *"ABCD"), rows, ("entry", "total")
    )
    place = (0, 1)
    observed = original.with_cells(((place, "-2"),))
    change = slips.Change(((place, "-2"),))
    right = Fix((Edit(CellRef(2, 2), "-2", "2"),), "sign", 0.9)
    wrong = Fix((Edit(CellRef(2, 3), "-2", "2"),), "sign", 0.1)
    told = (
        finding(CellRef(2, 2), right, wrong),
        finding(CellRef(3, 2), right, wrong),
        finding(CellRef(3, 3), replace(wrong, confidence=0.2)),
    )
    verdict = judged(Truth(original, observed, (change,)), told)
    # One slip, told with the higher of what two findings say of it.
    assert verdict.sure == ((0.9, True), (0.2, False))


def test_the_same_edits_without_a_missing_row_and_with_one_count_once() -> None:
    wrong = CellRef(2, 4)
    change = slips.Change((((0, 3), "2"),))
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    right = Fix((Edit(wrong, "2", "-2"),), "sign", 0.96)
    with_a_gap = replace(right, confidence=0.03, params={"missing": "2"})
    assert judged(truth, [finding(wrong, right, with_a_gap)]).sure == ((0.96, True),)
    likelier = replace(with_a_gap, confidence=0.97)
    assert judged(truth, [finding(wrong, likelier, right)]).sure == ((0.97, False),)


def test_a_repair_that_is_right_only_with_another_is_not_made_without_it() -> None:
    wrong = CellRef(2, 4)
    change = slips.Change((((0, 3), "2"),))
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    beside = Edit(CellRef(2, 2), "2", "4")
    alone = Fix((Edit(wrong, "2", "-4"),), "digit-wrong", 0.999, together=(beside,))
    assert not judged(truth, [finding(wrong, alone)]).written
    both = finding(wrong, alone), finding(CellRef(2, 2), Fix((beside,), "digit-wrong", 0.999))
    assert judged(truth, both).written


def test_a_list_of_which_it_is_none_is_an_error() -> None:
    wrong = CellRef(2, 4)
    change = slips.Change((((0, 3), "2"),))
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    right = Fix((Edit(wrong, "2", "-2"),), "sign", 0.5)
    others = tuple(Fix((Edit(CellRef(2, at), "2", "-2"),), "sign", 0.5) for at in (2, 3))
    said = [judged(truth, [finding(wrong, *one)]) for one in ((others[0], right), others)]
    assert [(one.tied, one.tied_wrongly) for one in said] == [(1, 0), (1, 1)]
    # As likely as each other, and yet hardly likely: nothing is said of all that may be.
    doubted = [replace(fix, confidence=0.3) for fix in others]
    assert judged(truth, [finding(wrong, *doubted)]).tied == 0


def test_chance_alone_makes_a_gap() -> None:
    # A hundred tosses are out by four on average: sqrt(2 / pi * 100 / 4) = 3.989.
    assert isclose(chance_gap([(0.5, True)] * 100), 0.03989, abs_tol=1e-5)
    assert chance_gap([(1.0, True)] * 10) == 0


def test_a_row_left_out_is_repaired_by_saying_so() -> None:
    change = slips.Change(left_out=0)
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    assert truth.observed.rows == (("2", "-1", "1", "1", "-1"),)
    said = Fix((), "left-out", 0.8)
    assert judged(truth, [finding(CellRef(2, 1), said)]) == judged(truth, [finding(CellRef(2, 1), said)])
    assert judged(truth, [finding(CellRef(2, 1), said)]).top
    renumbered = Fix((Edit(CellRef(2, 1), "2", "1"),), "digit", 0.8)
    assert not judged(truth, [finding(CellRef(2, 1), renumbered)]).top


def test_a_row_twice_is_repaired_by_emptying_one_of_them() -> None:
    change = slips.Change(twice=0, printed=True)
    truth = Truth(RIGHT, slips.applied(RIGHT, change), (change,))
    assert [row[0] for row in truth.observed.rows] == ["1", "2", "3"]
    for row in (2, 3):
        emptied = Fix(tuple(Edit(CellRef(row, c), "2", "") for c in (2, 3, 4, 5)), "twice", 0.8)
        assert judged(truth, [finding(CellRef(3, 1), emptied)]).top
    wrong = Fix(tuple(Edit(CellRef(4, c), "2", "") for c in (2, 3, 4, 5)), "twice", 0.8)
    assert not judged(truth, [finding(CellRef(3, 1), wrong)]).top


def test_slashes_carry_totals_on() -> None:
    shape = Shape("chouette", "totals", (0, 1, 2), running=True, blank="/", number=None)
    one = Sheet(shape, ("A", "B", "C"), (("4", "-2", "-2"), ("2", "/", "0")), ("entry", "entry"))
    other = Sheet(shape, ("A", "B", "C"), (("4", "-2", "-2"), ("2", "-2", "0")), ("entry", "entry"))
    assert meaning(one, numbers=True) == meaning(other, numbers=True)


def test_a_mark_that_stood_there_is_right_whatever_is_wrong_above() -> None:
    shape = Shape("chouette", "totals", (0, 1, 2), running=True, blank="/", number=None)
    rows = ("4", "-2", "-2"), ("2", "0", "-2"), ("3", "-1", "/")
    original = Sheet(shape, ("A", "B", "C"), rows, ("entry",) * 3)
    # One total by itself, and two players' cells in each other's place below it.
    changes = slips.Change((((1, 2), "-5"),)), slips.Change((((2, 1), "/"), ((2, 2), "-1")))
    observed = slips.applied(slips.applied(original, changes[0]), changes[1])
    cells = CellRef(4, 2), CellRef(4, 3)
    swapped = Fix((Edit(cells[0], "/", "-1"), Edit(cells[1], "-1", "/")), "values-swapped", 0.99)
    wrong = replace(swapped, edits=(Edit(cells[0], "/", "-1"), Edit(cells[1], "-1", "-3")), confidence=0.01)
    verdict = judged(Truth(original, observed, changes), [finding(cells[0], swapped, wrong)])
    assert verdict.sure == ((0.99, True), (0.01, False))


def test_a_repair_beside_a_row_written_twice_is_judged_by_what_it_writes() -> None:
    original = LAYOUTS["points-4"].generate(Random(3))
    twice = slips.applied(original, slips.Change(twice=2))
    row, column = 7, original.shape.players[0]
    right = twice.rows[row][column]
    observed = twice.with_cells((((row, column), "99"),))
    changes = slips.Change(twice=2), slips.Change((((row, column), right),))
    truth = Truth(original, observed, changes)
    edit = Edit(CellRef(row + 2, column + 1), "99", right)
    fix = Fix((edit,), "digit-wrong", 0.9, {})
    taken = Fix(
        tuple(Edit(CellRef(5, c + 1), observed.rows[3][c], "") for c in range(5)), "row-twice", 0.8, {}
    )
    wrong = Fix((edit._replace(after="98"),), "digit-wrong", 0.1, {})
    cell = CellRef(row + 2, column + 1)
    verdict = judged(truth, [finding(cell, fix, wrong), finding(CellRef(5, 1), taken)])
    assert verdict.sure == ((0.9, True), (0.1, False), (0.8, True))
    assert verdict.top
