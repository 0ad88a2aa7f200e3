"""``scorecheck score doppelkopf``, and the facts of a detail sheet as people write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scorecheck.checks.worth import CannotScore
from scorecheck.cli.declared import for_typer
from scorecheck.cli.score import command_of
from scorecheck.games.doppelkopf import command
from scorecheck.games.doppelkopf.score import option, score
from scorecheck.games.doppelkopf.scoring import explains, is_plain
from scorecheck.games.doppelkopf.spelling import Call, calls_in, first_late, first_out_of_order, specials_in
from scorecheck.games.doppelkopf.valuation import (
    CALLED,
    NO_30,
    NO_60,
    NO_90,
    OF_VALUE,
    SCHWARZ,
    Party,
    Specials,
    other,
)
from support import ROOT, checked, found

pytestmark = pytest.mark.usefixtures("no_repairs")

NOTHING = {"re": "", "kontra": ""}


def value(preset: str = "tcg", kind: str = "normal", **facts: str) -> int:
    worked = score({"kind": kind, **facts}, preset=preset)
    return int(worked.value)


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("", ()),
        ("–", ()),
        ("nein", ()),
        ("re@3 k9@8", (Call(CALLED, 3), Call(NO_90, 8))),
        ("Re, keine 90", (Call(CALLED), Call(NO_90))),
        ("no 60", (Call(NO_60),)),
        ("K 3", (Call(NO_30),)),
        ("ingen 60 @13", (Call(NO_60, 13),)),
        ("90", (Call(NO_90),)),
        ("schwarz", (Call(SCHWARZ),)),
        ("Re und keine 6", (Call(CALLED), Call(NO_60))),
        ("no 120", (Call(CALLED),)),
        ("k8", None),
        ("kontra", None),
        ("res", None),
        ("k9@", None),
        ("k9@1234", None),
    ],
)
def test_calls_as_people_write_them(text: str, calls: tuple[Call, ...] | None) -> None:
    assert calls_in(text, "re") == calls


@pytest.mark.parametrize(
    ("text", "specials"),
    [
        ("2F D", Specials(doppelkopf=1, fox=2)),
        ("FF", Specials(fox=2)),
        ("2 x Fuchs, Karlchen", Specials(fox=2, karl=1)),
        ("3", Specials(other=3)),
        ("", Specials()),
        ("D2", Specials(doppelkopf=2)),
        ("2Z", None),
    ],
)
def test_special_points_as_people_write_them(text: str, specials: Specials | None) -> None:
    assert specials_in(text) == specials


def called(mine: Sequence[Call], theirs: Sequence[Call], party: Party) -> dict[Party, Sequence[Call]]:
    return {party: mine, other(party): theirs}


def test_a_call_and_its_answer() -> None:
    kontra = [Call(CALLED, 9), Call(NO_90, 13)]
    assert first_late(called([Call(CALLED, 17)], kontra, "re"), "re", None, "tcg") is None
    assert first_late(called([Call(CALLED, 18)], kontra, "re"), "re", None, "tcg") == (CALLED, 18, 17)
    # Where the card of the call is not known, it may have come as late as it could.
    assert first_late(called([Call(CALLED, 13)], [Call(CALLED)], "re"), "re", None, "tcg") is None
    assert first_late(called([Call(CALLED, 14)], [Call(CALLED)], "re"), "re", None, "tcg") == (CALLED, 14, 13)
    # A call that comes after it is not answered by it.
    assert first_late(called([Call(CALLED, 6)], [Call(CALLED, 7)], "re"), "re", None, "tcg") == (CALLED, 6, 5)
    assert first_late(called([Call(CALLED, 12)], [Call(CALLED, 8)], "re"), "re", None, "ddv") is None
    assert first_late(called([Call(CALLED, 13)], [Call(CALLED, 8)], "re"), "re", None, "ddv") == (
        CALLED,
        13,
        12,
    )


def test_calls_in_order() -> None:
    assert first_out_of_order([Call(CALLED, 3), Call(NO_90, 8)], "tcg") is None
    assert first_out_of_order([Call(NO_90, 8), Call(CALLED, 3)], "tcg") is None
    assert first_out_of_order([Call(NO_90), Call(CALLED)], "tcg") == (NO_90, CALLED)
    assert first_out_of_order([Call(CALLED), Call(NO_60)], "tcg") == (CALLED, NO_60)
    assert first_out_of_order([Call(CALLED), Call(NO_60)], "ddv") is None
    assert first_out_of_order([Call(NO_60), Call(NO_90)], "ddv") == (NO_60, NO_90)


@pytest.mark.parametrize(
    ("points", "plain", "explained"),
    [
        ((-3, 1, 1, 1), True, True),
        ((3, 0, 0, -3), True, True),
        ((-12, 4, 4, 4), True, True),
        ((-24, 8, 8, 8), True, True),
        ((24, 0, 0, -24), True, True),
        ((-5, 0, 0, 0), True, True),
        ((-13, 0, 0, 0), False, False),
        ((6, 0, 0, -6), False, False),
        # A game of 2, and 12 from the first to all others.
        ((-10, 6, 2, 2), False, True),
        ((2, 2, -2, -2), False, True),
        # No penalty leaves another game of this one; that of 2 is a solo of 1, and 3 from one to all others.
        ((1, 1, -1, -1), False, True),
        ((2, 3, -2, -3), False, False),
    ],
)
def test_penalties(points: tuple[int, ...], plain: bool, explained: bool) -> None:
    assert (is_plain(points), explains(points)) == (plain, explained)


def test_values_from_what_is_typed() -> None:
    assert value(points_re="180", calls_re="no 60") == 10
    assert value(points_kontra="60", calls_re="no 60") == 10
    assert value(points_re="240", calls_re="schwarz", calls_kontra="kontra") == 36
    assert value(kind="Karosolo", points_re="130", calls_re="re") == 4
    assert value("ddv", points_kontra="schwarz") == 5
    # Two against two however it is written, so Kontra needs 80 card points for these, not 88.
    assert value(kind="Armut", points_re="153", specials_kontra="1D 2F 1H 1K") == 0
    assert value("ddv", points_re="240") == 4
    assert value("ddv", kind="solo", points_re="121") == 1


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, "points-missing"),
        ({"points_re": "viele"}, "number"),
        ({"points_re": "300"}, "range"),
        ({"points_re": "5"}, "impossible"),
        ({"preset": "ddv", "points_re": "1"}, "impossible-ddv"),
        ({"points_re": "120", "points_kontra": "119"}, "sum"),
        ({"points_re": "120", "calls_re": "kontra"}, "call"),
        ({"points_re": "120", "specials_re": "Q"}, "specials"),
        ({"points_re": "120", "specials_re": "3F"}, "specials-impossible"),
        ({"points_re": "120", "specials_re": "F", "kind": "Damensolo"}, "specials-in-solo"),
        ({"points_re": "120", "kind": "Fleischlos"}, "other-rules"),
        ({"points_re": "120", "kind": "solo"}, "kind"),
        ({"points_re": "120", "kind": "geworfen"}, "kind"),
    ],
)
def test_what_cannot_be_valued_is_said(facts: dict[str, str], reason: str) -> None:
    with pytest.raises(CannotScore) as refusal:
        value(**facts)
    assert refusal.value.reason == reason


def test_choices_of_the_event_file() -> None:
    assert option("solo_point=winner") == ("solo_point", "winner")
    assert option("against_the_old_in_solo = False") == ("against_the_old_in_solo", False)
    with pytest.raises(CannotScore):
        option("solo_point=nobody")


def run(*args: str) -> tuple[int, str, str]:
    import typer

    app = typer.Typer()
    app.command()(for_typer(command_of("doppelkopf", command.command)))
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_the_command_tells_the_sum() -> None:
    status, out, _ = run("--re", "180", "--calls-re", "no 60", "--lang", "en")
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[-7:] == [
        "together = 5",
        "Re called × 2",
        "-------------------------------------",
        "value 10",
        "",
        "each Re player −10",
        "each Kontra player +10",
    ]


def test_the_command_as_json() -> None:
    status, out, _ = run("--re", "130", "--kind", "trump solo", "--calls-re", "re", "--bock", "--json")
    said = json.loads(out)
    assert status == 0
    assert said["value"] == 8
    assert [(term["key"], term["kind"], term["total"]) for term in said["terms"]] == [
        ("no-120", "add", 1),
        ("solo", "add", 2),
        ("re-doubles", "times", 4),
        ("bock", "times", 8),
    ]
    assert [(share["who"], share["points"]) for share in said["shares"]] == [
        ("soloist", 24),
        ("opponents", -8),
    ]


@pytest.mark.parametrize("language", ["en", "de", "nb"])
def test_the_command_says_what_is_missing(language: str) -> None:
    status, out, err = run("--lang", language)
    assert (status, out) == (2, "")
    assert "--re 180" in err


SAMPLES = ROOT / "samples"


def sample(path: Path, **wanted: str) -> list[tuple[str, str | None, str]]:
    return found(checked(path.read_bytes(), path.name, **wanted))


def test_samples_of_detail_sheets() -> None:
    assert sample(SAMPLES / "doppelkopf" / "detail.csv") == []
    assert sample(SAMPLES / "events" / "ddv" / "tisch1.csv", preset="ddv") == []
    path = SAMPLES / "doppelkopf" / "detail-faulty.csv"
    # In which cell of its row a fault is told is a matter of the repairs.
    rows = [
        (finding.rule.partition("/")[2], finding.cell.row if finding.cell else 0)
        for finding in checked(path.read_bytes(), path.name).findings
    ]
    assert rows == [
        ("points", 2),
        ("no-negative", 3),
        ("card-points", 4),
        ("points", 5),
        ("call-late", 6),
        ("call-order", 7),
        ("specials-impossible", 8),
        ("dealer-rotation", 9),
        ("call-missing", 9),
        ("specials-in-solo", 10),
        ("unclear-facts", 11),
        ("revoke", 12),
    ]


HEAD = "Nr,Art,Re,Augen Re,Ansagen Re,Ansagen Kontra,Sonder Re,Sonder Kontra,Anna,Bernd,Chris,Dora\n"


def test_240_card_points_are_schwarz_without_nines_whether_or_not_kontras_stand_there() -> None:
    row = "1,normal,Anna + Bernd,240,,,,,5,5,-5,-5\n"
    assert found(checked(HEAD + row)) == []
    (finding,) = checked(HEAD + row, preset="ddv").findings
    assert (finding.rule, finding.variant) == ("doppelkopf/points", "schwarz")
    assert found(checked(HEAD + row.replace("5", "4").replace("244", "240"), preset="ddv")) == []


def test_facts_that_are_missing_are_not_guessed() -> None:
    file = checked(HEAD + "1,normal,,151,,,,,9,9,-9,-9\n2,normal,Anna + Bernd,151,,,,,2,2,-2,-2\n")
    assert file.findings == ()
    assert [(skipped.rule, skipped.rows) for skipped in file.sheets[0].skipped] == [
        ("doppelkopf/points", (2,))
    ]


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, "-6,2,2,2"), ({"solo_point": "winner"}, "-18,6,6,6")],
)
def test_choices_hold_on_sheets(options: dict[str, str | int | bool], points: str) -> None:
    from scorecheck.model.wanted import Wanted
    from scorecheck.one_file.pipeline import check_bytes
    from scorecheck.one_file.settings import Settings

    sheet = f"{HEAD}1,Karosolo,Anna,110,re,,,,{points}\n"
    result = check_bytes(sheet.encode(), "s.csv", "s.csv", Settings(Wanted(), options))
    assert [finding.rule for finding in result.findings] == []
    unlike = {"solo_point": "winner"} if not options else {}
    open_ = check_bytes(sheet.encode(), "s.csv", "s.csv", Settings(Wanted(), unlike))
    assert [finding.rule for finding in open_.findings] == ["doppelkopf/value-rule"]
    said = {name: values[0] for name, values in OF_VALUE.items()} | {"calls_count": "double"} | unlike
    other = check_bytes(sheet.encode(), "s.csv", "s.csv", Settings(Wanted(preset="tcg"), said))
    assert [finding.rule for finding in other.findings] == ["doppelkopf/points"]


def test_a_detail_sheet_that_lacks_a_column_is_read_by_its_points() -> None:
    rows = "1,Anna+Bernd,151,2,2,-2,-2\n2,Anna+Dora,121,1,-1,-1,1\n"
    (whole,) = checked(f"Spiel,Re,Augen Re,Anna,Bernd,Chris,Dora\n{rows}").sheets
    assert whole.sheet.layout == "detail"
    file = checked(f"Spiel,Re,Augen,Anna,Bernd,Chris,Dora\n{rows}")
    assert file.findings == ()
    (read,) = file.sheets
    assert read.sheet.layout == "points"
    # Who played Re is held against the points; the card points are nothing to them.
    assert [column.role for column in read.sheet.columns[1:3]] == ["party", "aside"]


def test_points_beside_counts_are_no_detail_sheet() -> None:
    head = "Spiel,Art,Re,Solo,Anna,Bernd,Chris,Dora\n"
    sheet = f"{head}1,,x,,2,2,-2,-2\n2,,,,-1,1,1,-1\n3,Solo,,x,3,-1,-1,-1\n4,,x,,2,-2,2,-2\n"
    (read,) = checked(sheet).sheets
    assert read.sheet.layout == "points"
