"""The effort of the search is bounded, and what was not searched is said."""

from __future__ import annotations

import io
import random
import time
import zipfile
from collections.abc import Sequence

import pytest

from scorecheck.checks.check import Check
from scorecheck.checks.ruleset import Layout
from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.model.budget import Budget, Pool, repair_budgets
from scorecheck.model.finding import Finding
from scorecheck.model.sheet import Sheet
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.diagnose import repair
from support import check, only


def sheet(games: int, slips: int, *, running: bool, total: bool = False, seed: int = 5) -> str:
    chance = random.Random(seed)
    rows: list[list[int]] = []
    stand = [0] * 4
    for _ in range(games):
        value = chance.choice([1, 1, 2, 2, 3, 4, 6, 8])
        row = [value, value, -value, -value]
        chance.shuffle(row)
        stand = [a + b for a, b in zip(stand, row, strict=True)]
        rows.append(list(stand) if running else row)
    for at in chance.sample(range(games), slips):
        rows[at][chance.randrange(4)] += chance.choice([-20, -7, 5, 13])
    lines = [f"{number},{','.join(map(str, row))}" for number, row in enumerate(rows, 1)]
    foot = [f"Summe,{','.join(map(str, stand))}"] if total else []
    return "\n".join(["Spiel,Anna,Bernd,Chris,Dora", *lines, *foot])


@pytest.mark.slow
def test_a_hundred_slips_answer_soon_on_a_busy_machine_too() -> None:
    for running, total in ((False, False), (False, True), (True, False)):
        text = sheet(150, 100, running=running, total=total)
        layout = "totals" if running else "points"
        begun = time.process_time()
        file = only(check(text, game="doppelkopf", layout=layout))
        assert time.process_time() - begun < 2
        assert file.status == "errors"


@pytest.mark.slow
def test_totals_of_a_whole_season_below_its_first_evenings_take_no_minute() -> None:
    chance = random.Random(0)
    days = ",".join(f"2024-01-{day:02}" for day in range(1, 13))
    lines = [f"Name,Summe,{days}"]
    for member in "ABCDEFGHIJKLM":
        points = [chance.choice([None, None, None, 2, 4, 6, 6, 8]) for _ in range(12)]
        season = sum(filter(None, points)) + chance.randrange(9, 130)
        lines.append(f"Gast{member},{season},{','.join('' if one is None else str(one) for one in points)}")
    begun = time.process_time()
    file = only(check("\n".join(lines), layout="evenings"))
    assert time.process_time() - begun < 10
    assert [finding.rule for finding in file.findings] == ["sheet/total-mismatch"] * 13


def test_what_was_not_searched_is_said() -> None:
    text = sheet(150, 100, running=True)
    result = check_bytes(
        text.encode(), "a.csv", "a.csv", Settings(Wanted(game="doppelkopf", layout="totals"))
    )
    looked = {note.key for note in result.notes}
    (file,) = result.files
    assert ("repairs-missing" in looked) == (not all(one.searched for one in file.sheets))


def to_mend(
    sheet: Sheet, layout: Layout, checks: Sequence[Check], findings: Sequence[Finding], budget: Budget
) -> SheetToMend:
    return SheetToMend(sheet, layout, checks, list(entries(sheet, layout)), findings, budget)


def test_a_small_budget_ends_the_search() -> None:
    file = only(check(sheet(40, 3, running=False)))
    (checked,) = file.sheets
    ruleset = registry.load("doppelkopf")
    layout = ruleset.layout("points")
    findings = file.findings
    assert len(findings) == 3
    full = repair(to_mend(checked.sheet, layout, ruleset.checks, findings, repair_budgets().part()))
    assert full.complete
    assert all(one.fixes for one in full.diagnoses)
    cut = repair(to_mend(checked.sheet, layout, ruleset.checks, findings, Budget(8)))
    assert not cut.complete
    assert [one.finding for one in cut.diagnoses] == list(findings)
    assert len(list(entries(checked.sheet, layout))) == 40


@pytest.mark.parametrize("budget", [0, 4, 8, 30])
def test_a_small_budget_ends_the_search_beside_a_total_row_too(budget: int) -> None:
    file = only(check(sheet(40, 3, running=False, total=True)))
    (checked,) = file.sheets
    ruleset = registry.load("doppelkopf")
    cut = repair(
        to_mend(checked.sheet, ruleset.layout("points"), ruleset.checks, file.findings, Budget(budget))
    )
    assert not cut.complete
    assert [one.finding for one in cut.diagnoses] == list(file.findings)


def test_looks_at_the_whole_sheet_are_counted() -> None:
    dealers = ["Anna", "Bernd", "Chris", "Dora"]
    points = [line.partition(",")[2] for line in sheet(40, 0, running=False).splitlines()[1:]]
    rows = [f"{dealers[at % 4]},{row}" for at, row in enumerate(points)]
    # Two rows in each other's place: only the turn of the dealers tells, and only the whole sheet can say.
    rows[20], rows[21] = rows[21], rows[20]
    lines = [f"{number},{row}" for number, row in enumerate(rows, 1)]
    file = only(check("\n".join(["Spiel,Geber,Anna,Bernd,Chris,Dora", *lines])))
    (checked,) = file.sheets
    ruleset = registry.load("doppelkopf")
    sheet_of = (checked.sheet, ruleset.layout("points"), ruleset.checks, file.findings)
    enough, none = Budget(1000), Budget(0)
    assert any(one.fixes for one in repair(to_mend(*sheet_of, enough)).diagnoses)
    assert enough.left <= 1000 - 2 * 40
    cut = repair(to_mend(*sheet_of, none))
    assert not any(one.fixes for one in cut.diagnoses)
    assert not cut.complete


def test_sheets_packed_together_share_what_their_repairs_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []

    class Watched(Pool):
        def settle(self, budget: Budget) -> None:
            super().settle(budget)
            left.append(self.part().left)

    made: list[Pool] = []

    def watched() -> Pool:
        made.append(Watched(100, 10, 150))
        return made[-1]

    monkeypatch.setattr("scorecheck.one_file.pipeline.repair_budgets", watched)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(8):
            archive.writestr(f"{number}.csv", sheet(40, 6, running=True, seed=number))
    result = check_bytes(packed.getvalue(), "a.zip", "a.zip", Settings())
    assert len(made) == 1
    assert [file.status for file in result.files] == ["errors"] * 8
    # The first sheets take what is shared, the others still get their least.
    assert left == sorted(left, reverse=True)
    assert left[0] == 70
    assert left[-1] == 10
    assert {note.key for note in result.notes} == {"repairs-missing"}


def test_clean_sheets_do_not_import_the_search() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from scorecheck.one_file.pipeline import Settings, check_bytes;"
        "c = check_bytes(sys.argv[1].encode(), 'a.csv', 'a.csv', Settings());"
        "assert c.files[0].status == 'ok', c.files;"
        "assert not [m for m in sys.modules if m.startswith('scorecheck.repair')]"
    )
    subprocess.run([sys.executable, "-c", code, sheet(24, 0, running=False)], check=True)
