"""Players' cells with money and its unit: read, mended and ranked in one unit, exactly."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

import scorecheck
from scorecheck.layouts.amounts import spelt_like, with_amounts
from scorecheck.model.cells import Money, written
from scorecheck.model.workbook import Grid
from support import run

CENTS = [
    (60, 60, -60, -60),
    (-300, 100, 100, 100),
    (10, -10, 10, -10),
    (20, -20, 20, -20),
    (50, -50, -50, 50),
]
"""Games of Schafkopf at the usual tariff. Added up: -160, 80, 20, 60."""


def sheet_of(spelt: list[str]) -> str:
    rows = (f"{at + 1};{';'.join(spelt[4 * at : 4 * at + 4])}" for at in range(len(spelt) // 4))
    return "Spiel;Anna;Bernd;Chris;Dora\n" + "\n".join(rows) + "\n"


def in_form(cents: int, form: str) -> str:
    sign, euros = "-" if cents < 0 else "", f"{abs(cents) // 100},{abs(cents) % 100:02}"
    return {
        "behind": f"{sign}{euros} €",
        "close": f"{sign}{euros}€",
        "before": f"{sign}€ {euros}",
        "eur": f"{sign}{euros} EUR",
        "cents": f"{cents} ct",
        "either": f"{cents} ct" if abs(cents) < 100 else f"{sign}{euros} €",
    }[form]


@pytest.mark.parametrize("form", ["behind", "close", "before", "eur", "cents", "either"])
def test_money_in_cells_is_read_and_mended_as_it_is_written(tmp_path: Path, form: str) -> None:
    spelt = [in_form(one, form) for row in CENTS for one in row]
    path = tmp_path / "schafkopf.csv"
    path.write_text(sheet_of(spelt), encoding="utf-8")
    assert scorecheck.validate(path, settings=None).findings == ()
    # Chris has 30 too many in game 2, where no other number makes four of a kind of game.
    right, spelt[6] = spelt[6], in_form(130, form)
    path.write_text(sheet_of(spelt), encoding="utf-8")
    (finding,) = scorecheck.validate(path, settings=None).findings
    assert finding.rule == "schafkopf/sum"
    (edit,) = finding.fixes[0].edits
    assert (edit.cell.a1, edit.before, edit.after) == ("D3", spelt[6], right)


def test_running_totals_in_euros_have_repairs(tmp_path: Path) -> None:
    totals, spelt = [0, 0, 0, 0], list[str]()
    for row in CENTS:
        totals = [before + one for before, one in zip(totals, row, strict=True)]
        spelt += [in_form(one, "behind")[:-2] for one in totals]
    # After game 3 Bernd stands at 60 + 100 - 10 = 150.
    assert spelt[9] == "1,50"
    spelt[9] = "1,60"
    path = tmp_path / "schafkopf.csv"
    path.write_text(sheet_of(spelt), encoding="utf-8")
    (finding,) = scorecheck.validate(path, settings=None).findings
    assert finding.fixes[0].edits[0][1:] == ("1,60", "1,50")


def test_cents_and_euros_are_one_unit_in_a_ranking(tmp_path: Path) -> None:
    euros = [in_form(one, "behind") for row in CENTS for one in row]
    (tmp_path / "schafkopf-1.csv").write_text(sheet_of(euros), encoding="utf-8")
    assert ranked(tmp_path, 1) == {"Anna": "-1.60", "Bernd": "0.80", "Chris": "0.20", "Dora": "0.60"}
    # Who won what was lost in cents, and again in cents without their name, has lost it once.
    cents = [in_form(-one, "cents") for row in CENTS for one in row]
    (tmp_path / "schafkopf-2.csv").write_text(sheet_of(cents), encoding="utf-8")
    assert ranked(tmp_path, 2) == dict.fromkeys(("Anna", "Bernd", "Chris", "Dora"), "0")
    plain = [str(one) for row in CENTS[1:] for one in row]
    (tmp_path / "schafkopf-3.csv").write_text(sheet_of(plain), encoding="utf-8")
    assert ranked(tmp_path, 3) == {"Anna": "-220", "Bernd": "20", "Chris": "80", "Dora": "120"}


def ranked(folder: Path, count: int, called: str = "schafkopf") -> dict[str, str]:
    """The scores of the first sheets of a folder."""
    paths = [f"{called}-{at + 1}.csv" for at in range(count)]
    said = json.loads(run("rank", "--format", "json", *paths, cwd=folder).stdout)
    return {one["player"]: one["score"] for one in said["standings"]}


@pytest.mark.usefixtures("no_repairs")
def test_money_for_points_counts_as_money_until_a_sheet_has_points(tmp_path: Path) -> None:
    points = [(2, 2, -2, -2), (-1, -1, 1, 1), (3, -1, -1, -1), (-1, -1, 1, 1), (0, 0, 0, 0)]
    # 2 - 1 + 3 - 1 = 3; 2 - 1 - 1 - 1 = -1; -2 + 1 - 1 + 1 = -1; the same.
    euros = [in_form(10 * one, "behind") for row in points for one in row]
    cents = [in_form(10 * one, "cents") for row in points for one in row]
    (tmp_path / "doko-1.csv").write_text(sheet_of(euros), encoding="utf-8")
    (tmp_path / "doko-2.csv").write_text(sheet_of(cents).replace("Dora", "Emil"), encoding="utf-8")
    scores = {"Anna": "0.60", "Bernd": "-0.20", "Chris": "-0.20", "Dora": "-0.10", "Emil": "-0.10"}
    assert ranked(tmp_path, 2, "doko") == scores
    plain = [str(one) for row in points for one in row]
    (tmp_path / "doko-3.csv").write_text(sheet_of(plain).replace("Dora", "Frida"), encoding="utf-8")
    in_points = {"Anna": "9", "Bernd": "-3", "Chris": "-3", "Dora": "-1", "Emil": "-1", "Frida": "-1"}
    assert ranked(tmp_path, 3, "doko") == in_points


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1,20 €", "-40 ct", "0,50"], [Fraction(6, 5), Fraction(-2, 5), Fraction(1, 2)]),
        (["-40 ct", "40 Cent", "7"], [-40, 40, 7]),
        (["€ 3", "−1.50 EUR", "-"], [3, Fraction(-3, 2), None]),
    ],
)
def test_the_unit_is_that_of_the_sheet(cells: list[str], numbers: list[object]) -> None:
    grid = with_amounts(Grid(None, [cells]))
    assert grid is not None
    assert [written(one) for one in grid.rows[0]] == numbers
    assert list(grid.rows[0]) == cells


def test_a_sheet_without_units_stays_as_it_is() -> None:
    assert with_amounts(Grid(None, [["Anna", "c", "3", "3 x", "Euro", "12 Punkte"]])) is None


@pytest.mark.parametrize(
    ("number", "like", "text"),
    [
        (Fraction(-1, 2), Money("1,20 €", Fraction(6, 5), 1, in_euros=True), "-0,50 €"),
        (Fraction(-1, 2), Money("40 ct", Fraction(2, 5), 100, in_euros=True), "-50 ct"),
        (2, Money("- 1 €", -1, 1, in_euros=True), "2 €"),
        (Fraction(1, 2), Money("+1 €", 1, 1, in_euros=True), "+0,50 €"),
        (-30, Money("40 ct", 40), "-30 ct"),
        (Fraction(3, 10), "-1,20", "0,30"),
        (Fraction(3, 10), 1.5, "0.30"),
    ],
)
def test_a_number_is_written_as_its_neighbours_are(number: Fraction, like: str | float, text: str) -> None:
    assert spelt_like(number, like) == text


def test_money_goes_to_another_process_as_it_is() -> None:
    there = pickle.loads(pickle.dumps(Money("40 ct", Fraction(2, 5), 100, in_euros=True)))
    assert (there, there.number, there.parts, there.in_euros) == ("40 ct", Fraction(2, 5), 100, True)
