"""The sentences of the couette and MCC rules, each as a log worked out by hand.

A log is written here a row a line: ``player action to``; ``order`` and ``open`` have no player.
"""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

import openpyxl
import pytest

from scorecheck.games.chouette.rows import seating_of
from scorecheck.games.chouette.score import Stake, score
from scorecheck.games.chouette.seats import Thrown, seats_by_dice, shared_out
from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.read import workbooks_in
from support import ROOT, checked

pytestmark = pytest.mark.usefixtures("no_repairs")

NO_PLAYER = {"order", "open"}


def log(text: str) -> str:
    """The CSV of a log; a blank line begins the next game."""
    lines = ["Game,Player,Action,To"]
    for game, block in enumerate(text.strip().split("\n\n"), start=1):
        for line in block.splitlines():
            words = line.split()
            who = "" if words[0] in NO_PLAYER else words.pop(0)
            lines.append(f'{game},{who},{words[0]},"{" ".join(words[1:])}"')
    return "\n".join(lines) + "\n"


def played(
    text: str, preset: str = "couette", **options: Any
) -> tuple[list[tuple[str, int, str]], dict[str, Any]]:
    """The findings of a log as rule, row and variant, and what it pays to whom."""
    (workbook,) = workbooks_in(log(text).encode(), "log.csv", "log.csv")
    settings = Settings(Wanted(game="chouette", preset=preset, layout="log"), options)
    file, crashes = check_workbook(workbook, settings, Keep(results=True))  # type: ignore[arg-type]
    assert not crashes
    (sheet,) = file.sheets
    assert sheet.result is not None
    found = [(f.rule.partition("/")[2], f.cell.row if f.cell else 0, f.variant) for f in file.findings]
    return found, {player.player: player.points for player in sheet.result.players}


CLEAN: dict[str, tuple[str, dict[str, int]]] = {
    # Automatic doubles
    "one automatic double: every cube starts at 2": (
        "order B, C, D\nopen 3-3\nopen 5-2\nteam win single",
        {"B": -4, "C": 2, "D": 2},
    ),
    "further ones count unless the box declines": (
        "order B, C, D\nopen 3-3\nopen 4-4\nopen 5-2\nteam win single",
        {"B": -8, "C": 4, "D": 4},
    ),
    "the box declines the second one": (
        "order B, C, D\nopen 3-3\nopen 4-4\nB skip\nopen 5-2\nteam win single",
        {"B": -4, "C": 2, "D": 2},
    ),
    "the box declines them beforehand": (
        "order B, C, D\nopen 3-3\nB skip\nopen 4-4\nopen 5-5\nopen 5-2\nteam win single",
        {"B": -4, "C": 2, "D": 2},
    ),
    # Jacoby
    "an untouched cube pays single, an automatic double is no offer": (
        "order B, C, D\nopen 3-3\nopen 5-2\nB double C\nC take B\nbox win backgammon",
        {"B": 14, "C": -12, "D": -2},
    ),
    # Beaver and raccoon: 2, 4, 8
    "a double from 1 is 2": (
        "order B, C, D\nB double C\nC take B\nbox win single",
        {"B": 3, "C": -2, "D": -1},
    ),
    "beavered 4": ("order B, C, D\nB double C\nC beaver B\nbox win single", {"B": 5, "C": -4, "D": -1}),
    "raccooned 8": (
        "order B, C, D\nB double C\nC beaver B\nB raccoon C\nbox win single",
        {"B": 9, "C": -8, "D": -1},
    ),
    "the cube stays with the accepter": (
        "order B, C, D\nB double C\nC beaver B\nB raccoon C\nB roll\nC double B\nB take C\nteam win single",
        {"B": -17, "C": 16, "D": 1},
    ),
    # Captain's double
    "dropped after others were accepted earlier": (
        "order B, C, D\nD double B\nB take D\nD roll\nC double B\nB drop C\nbox win single",
        {"B": 1, "C": 1, "D": -2},
    ),
    # Sole taker
    "the only taker beavers": (
        "order B, C, D, E\nB double C, D, E\nC drop B\nD drop B\nE beaver B\nteam win single",
        {"B": -2, "C": -1, "D": -1, "E": 4},
    ),
    "with one left to double there is nobody to hide behind": (
        "order B, C, D\nB double C\nC drop B\nB roll\nB double D\nD take B\nbox win single",
        {"B": 3, "C": -1, "D": -2},
    ),
    # Simultaneous doubles: 2k >= n - k; the captain alone, beavered, 4 >= n - 1
    "one of three taken would not do, two do": (
        "order B, C, D, E\nC double B\nD double B\nE double B\nB take C, D\nB drop E\nbox win single",
        {"B": 3, "C": -2, "D": -2, "E": 1},
    ),
    "the captain alone, beavered, against four": (
        "order B, C, D, E, F, G\nC double B\nD double B\nE double B\nF double B\nG double B\nB beaver C\n"
        "B drop D, E, F, G\nbox win single",
        {"B": 0, "C": -4, "D": 1, "E": 1, "F": 1, "G": 1},
    ),
    # Rotation
    "box wins: the captain goes to the bottom": (
        "order B, C, D, E\nbox win single\n\norder B, D, E, C\nbox win single\n\norder B, E, C, D",
        {"B": 6, "C": -2, "D": -2, "E": -2},
    ),
    "box loses: the captain is the box, the old box at the bottom": (
        "order B, C, D, E\nteam win single\n\norder C, D, E, B",
        {"B": -3, "C": 1, "D": 1, "E": 1},
    ),
    "box wins but nets below 0": (
        # D and E are paid 4 each when the box drops beavered cubes that came back at 4.
        "order B, C, D, E\nB double D\nD beaver B\nB roll\nD double B\nB drop D\nC roll\nbox win single\n\n"
        "order C, D, E, B",
        {"B": -2, "C": -1, "D": 4, "E": -1},
    ),
    "the captain drops: the next plays as captain, and is the box when the team wins": (
        "order B, C, D, E\nB double C\nC drop B\nD roll\nteam win single\n\norder D, E, C, B",
        {"B": -1, "C": -1, "D": 1, "E": 1},
    ),
    "the captain drops, then the box wins: both go down in turn": (
        "order B, C, D, E\nB double C\nC drop B\nD roll\nbox win single\n\norder B, E, C, D",
        {"B": 3, "C": -1, "D": -1, "E": -1},
    ),
    "the captain is paid off and the team wins: that captain gets the box": (
        "order B, C, D, E\nD double B\nB take D\nD roll\nC double B\nB drop C\nD roll\nteam win single\n\n"
        "order C, D, E, B",
        {"B": -4, "C": 1, "D": 2, "E": 1},
    ),
    "the captain is paid off and the box wins: that captain goes to the bottom": (
        "order B, C, D, E\nD double B\nB take D\nD roll\nC double B\nB drop C\nD roll\nbox win single\n\n"
        "order B, D, E, C",
        {"B": 2, "C": 1, "D": -2, "E": -1},
    ),
    "all drop at once: only the captain rotates": (
        "order B, C, D, E\nB double C, D, E\nC drop B\nD drop B\nE drop B\n\norder B, D, E, C",
        {"B": 3, "C": -1, "D": -1, "E": -1},
    ),
    "the box leaves though not beaten: who would be captain is the box": (
        "order B, C, D, E\nbox win single\nB leave\n\norder D, E, C, B",
        {"B": 3, "C": -1, "D": -1, "E": -1},
    ),
    "and may be gone altogether": (
        "order B, C, D, E\nbox win single\nB leave\n\norder D, E, C",
        {"B": 3, "C": -1, "D": -1, "E": -1},
    ),
    "who is new sits at the bottom": (
        "order B, C, D\nteam win single\n\norder C, D, B, E\nteam win single",
        {"B": -1, "C": -2, "D": 2, "E": 1},
    ),
}


@pytest.mark.parametrize("name", CLEAN)
def test_what_the_rules_allow(name: str) -> None:
    text, pays = CLEAN[name]
    assert played(text) == ([], pays)


WRONG: dict[str, tuple[str, tuple[str, int, str]]] = {
    "the second automatic double was asked about already": (
        "order B, C, D\nopen 3-3\nopen 4-4\nopen 5-5\nB skip\nopen 5-2",
        ("log-illegal", 6, "skip-later"),
    ),
    "nothing to decline before the first": ("order B, C, D\nB skip\nopen 5-2", ("log-illegal", 3, "skip")),
    "equal dice are thrown again": ("order B, C, D\nopen 3-3\nB roll", ("log-illegal", 4, "open-equal")),
    "the opening is thrown once": ("order B, C, D\nopen 3-1\nopen 5-2", ("log-illegal", 4, "open-again")),
    "no dice": ("order B, C, D\nopen 3-7\nB roll", ("log-illegal", 3, "dice")),
    "who has passed is out": (
        "order B, C, D\nB double C\nC drop B\nB roll\nB double C",
        ("log-illegal", 6, "out"),
    ),
    "a stranger": ("order B, C, D\nB double X", ("log-illegal", 3, "not-seated")),
    "a member doubles the box alone": ("order B, C, D\nC double D", ("log-illegal", 3, "target")),
    "whom": ("order B, C, D\nB double", ("log-illegal", 3, "nobody")),
    "twice the same": ("order B, C, D\nB double C\nB double C\nC take B", ("log-illegal", 4, "twice")),
    "no raccoon without a beaver": (
        "order B, C, D\nB double C\nC take B\nB raccoon C",
        ("log-illegal", 5, "no-beaver"),
    ),
    "no raccoon after a roll": (
        "order B, C, D\nB double C\nC beaver B\nB roll\nB raccoon C",
        ("log-illegal", 6, "no-beaver"),
    ),
    "no extras under couette": (
        "order B, C, D\nB double C, D\nC drop B\nD beaver B\nC extra D\nD accept",
        ("log-illegal", 6, "off-extras"),
    ),
    "an answer is missing": ("order B, C, D\nB double C\nB roll", ("log-illegal", 4, "unanswered")),
    "after the end": ("order B, C, D\nbox win single\nB roll\nB double C", ("log-illegal", 4, "over")),
    "a game without an end": ("order B, C, D\nB roll\n\norder C, D, B", ("log-illegal", 4, "unfinished")),
    "seats first": ("open 3-1\nB roll\nB double C", ("log-illegal", 2, "no-seats")),
    "no such action": ("order B, C, D\nB sleeps", ("log-illegal", 3, "unknown-action")),
    "who won": ("order B, C, D\nX win single", ("log-illegal", 3, "winner")),
    "how it was won": ("order B, C, D\nbox win much", ("log-illegal", 3, "result")),
    "the box stays while the game goes on": ("order B, C, D\nB leave", ("log-illegal", 3, "leave-early")),
    "a beaten box cannot leave": (
        "order B, C, D\nteam win single\nB leave",
        ("log-illegal", 4, "leave-beaten"),
    ),
    "only the box leaves": ("order B, C, D\nbox win single\nC leave", ("log-illegal", 4, "not-the-box")),
    "a name twice in the order": ("order B, C, C", ("log-order", 2, "seat-twice")),
    "alone": ("order B", ("log-order", 2, "few-seats")),
    "a throw for the seats that is still equal": ("order A 5, B 5, C 2", ("log-order", 2, "dice-tied")),
    "too few dice in a row of their own": ("order A, B, C\norder 5-3", ("log-order", 3, "dice-number")),
    "too few dice": ("order A, B, C; 5-3", ("log-order", 2, "dice-number")),
    "two of four are not enough at once when one cube is dear": (
        # C's cube is dropped at 4, F and D bring 2 each, E costs 1: -1 for the box.
        "order B, F, D, E, C\nB double C\nC beaver B\nB roll\nC double B\nF double B\nD double B\n"
        "E double B\nB drop C\nB take F, D\nB drop E",
        ("log-obligation", 12, "break-even"),
    ),
    "left, and the next captain is not the box": (
        "order B, C, D, E\nbox win single\nB leave\n\norder C, D, E, B",
        ("log-order", 5, "left"),
    ),
    "below 0": (
        "order B, C, D, E\nB double D\nD beaver B\nB roll\nD double B\nB drop D\nC roll\nbox win single\n\n"
        "order B, D, E, C",
        ("log-order", 10, "below"),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_they_forbid_is_told_once(name: str) -> None:
    text, finding = WRONG[name]
    assert played(text)[0] == [finding]


@pytest.mark.parametrize(
    ("off", "text", "row", "variant"),
    [
        ("beavers", "order B, C, D\nB double C\nC beaver B", 4, "off-beavers"),
        ("raccoons", "order B, C, D\nB double C\nC beaver B\nB raccoon C", 5, "off-raccoons"),
    ],
)
def test_an_option_switched_off_is_named(off: str, text: str, row: int, variant: str) -> None:
    assert played(text)[0] == []
    assert played(text, **{off: False})[0] == [("log-illegal", row, variant)]


def test_each_option_of_couette_can_be_switched_off() -> None:
    sole = "order B, C, D, E\nB double C, D, E\nC drop B\nD drop B\nE take B\nteam win single"
    assert played(sole)[0] == [("log-obligation", 6, "sole-taker")]
    assert played(sole, sole_taker_must_beaver=False)[0] == []
    captain = "order B, C, D\nC double B\nB drop C\nD roll\nteam win single"
    assert played(captain)[0] == [("log-obligation", 4, "")]
    assert played(captain, captain_double_must_be_taken=False)[0] == []
    late = "order B, C, D\nC double B\nB take C\nD double B\nB take D\nteam win single"
    assert played(late)[0] == [("log-illegal", 5, "closed")]
    assert played(late, one_answer_a_roll=False)[0] == []
    gammon = "order B, C, D\nbox win gammon"
    assert played(gammon)[1] == {"B": 2, "C": -1, "D": -1}
    assert played(gammon, jacoby=False)[1] == {"B": 4, "C": -2, "D": -2}
    equal = "order B, C, D\nopen 3-3\nopen 4-4\nB skip\nopen 5-2\nbox win single"
    assert played(equal)[1] == {"B": 4, "C": -2, "D": -2}
    assert played(equal, automatic_doubles=2)[1] == {"B": 8, "C": -4, "D": -4}
    assert played(equal, automatic_doubles=0) == (
        [("log-illegal", 5, "off-automatic_doubles")],
        {"B": 2, "C": -1, "D": -1},
    )


def test_whether_later_automatic_doubles_may_be_declined() -> None:
    # 3-3 and 4-4 count, so every cube shows 4; the box declines the 5-5.
    late = "order B, C, D\nopen 3-3\nopen 4-4\nopen 5-5\nB skip\nopen 5-2\nteam win single"
    assert played(late, declining="later") == ([], {"B": -8, "C": 4, "D": 4})
    assert played(late, declining="once")[0] == [("log-illegal", 6, "skip-later")]
    # What comes after that does not count either, and the box is not asked again.
    again = late.replace("open 5-2", "open 6-6\nopen 5-2")
    assert played(again, declining="later") == ([], {"B": -8, "C": 4, "D": 4})
    twice = late.replace("open 5-2", "open 6-6\nB skip\nopen 5-2")
    assert played(twice, declining="later")[0] == [("log-illegal", 8, "skip")]
    # Where two count anyway the first further one is the third.
    assert played(late, automatic_doubles=2) == ([], {"B": -8, "C": 4, "D": 4})
    # Declined at once it is the same either way.
    early = "order B, C, D\nopen 3-3\nopen 4-4\nB skip\nopen 5-2\nteam win single"
    for way in ("once", "later"):
        assert played(early, declining=way) == ([], {"B": -4, "C": 2, "D": 2})


EXTRAS = "order G, H, P, M\nG double H, P, M\nP drop G\nM drop G\nH take G\n"


def test_the_extra_rule_of_mcc() -> None:
    # Passes: +1 +1 for the box; extras at 2 cost 1 each; gammon: 2 * 2 from H to each.
    assert played(EXTRAS + "P extra H\nM extra H\nH accept\nbox win gammon", "mcc") == (
        [],
        {"G": 6, "H": -10, "P": 2, "M": 2},
    )
    # Not all must give one; when the team wins, the giver loses with the box.
    assert played(EXTRAS + "P extra H\nH accept\nteam win single", "mcc") == (
        [],
        {"G": 0, "H": 5, "P": -4, "M": -1},
    )
    # Refused: the take is taken back, all have passed, and only the captain rotates.
    assert played(EXTRAS + "P extra H\nH refuse\n\norder G, P, M, H", "mcc") == (
        [],
        {"G": 3, "H": -1, "P": -1, "M": -1},
    )
    # The cube of the taker is turned again, the extra stays at 2; H drops: the box wins 4, the giver 2.
    turned = "P extra H\nH accept\nG roll\nH double G\nG take H\nG roll\nG double H\nH drop G"
    assert played(EXTRAS + turned, "mcc") == ([], {"G": 6, "H": -5, "P": 0, "M": -1})


@pytest.mark.parametrize(
    ("rows", "row", "variant"),
    [
        ("G roll\nP extra H", 8, "extra-alone"),
        ("P extra M", 7, "extra-taker"),
        ("H extra H", 7, "extra-passer"),
        ("P extra H\nP extra H\nH accept", 8, "extra-twice"),
        ("H accept", 7, "no-extras"),
        ("P extra H\nM accept", 8, "extra-answer"),
        ("P extra H\nG roll", 8, "unanswered-extras"),
    ],
)
def test_extras_that_cannot_be(rows: str, row: int, variant: str) -> None:
    assert played(EXTRAS + rows, "mcc")[0] == [("log-illegal", row, variant)]


def test_mcc_leaves_the_couette_duties_out() -> None:
    text = "order B, C, D\nC double B\nD double B\nB drop C, D\n\norder C, D, B"
    assert played(text, "mcc") == ([], {"B": -2, "C": 1, "D": 1})


def test_dice_for_the_seats() -> None:
    def seats(*dice: int) -> Thrown | None:
        thrown = shared_out(("A", "B", "C"), dice)
        return None if thrown is None else seats_by_dice(thrown)

    assert seats(6, 4, 4, 5, 2) == Thrown(("A", "B", "C"), ())
    assert seats(6, 4, 4, 2, 5) == Thrown(("A", "C", "B"), ())
    assert seats(6, 4, 4) == Thrown(("A", "B", "C"), ("B", "C"))
    assert seats(6, 4) is None
    assert seating_of("Anna 6, Bea 4-2, Carl 4-1").own_dice == ((6,), (4, 2), (4, 1))
    assert seating_of("Anna, Bea, Carl; 6-4-4; 2-1").dice == (6, 4, 4, 2, 1)
    assert seating_of("Anna, Bea, Carl 6 4 1") == (("Anna", "Bea", "Carl"), (6, 4, 1), ())
    assert seating_of("Gabi Hansi Maria").names == ("Gabi", "Hansi", "Maria")
    assert seating_of("Spieler 1, Spieler 2, Spieler 3").names == ("Spieler 1", "Spieler 2", "Spieler 3")


def test_dice_that_a_spreadsheet_made_a_date_of() -> None:
    text = 'Game,Player,Action,To\n1,,order,"B, C, D"\n1,,open,03. Mrz\n1,,open,05. Feb\n1,team,win,single\n'
    file = checked(text, preset="couette", game="chouette")
    assert [(f.rule, f.variant) for f in file.findings] == []
    assert file.sheets[0].sheet.layout == "log"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (
        ["Game", "Player", "Action", "To"],
        [1, None, "order", "B, C, D"],
        [1, None, "open", datetime(2026, 3, 3)],  # noqa: DTZ001 - workbooks know no time zones
        [1, None, "open", datetime(2026, 2, 5)],  # noqa: DTZ001
        [1, "team", "win", "single"],
    ):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    assert checked(out.getvalue(), "log.xlsx", preset="couette", game="chouette").findings == ()


def test_what_a_game_pays_term_by_term() -> None:
    worked = score(
        [Stake("Hansi", 4), Stake("Peter", 2, "passed"), Stake("Maria", 2, "passed")],
        "box",
        "gammon",
        givers=["Peter", "Maria"],
    )
    assert worked.value == 12
    assert dict(worked.shares) == {"box": 12, "Hansi": -20, "Peter": 4, "Maria": 4}
    jacoby = score([Stake("A", 1, touched=False), Stake("B", 2)], "team", "backgammon", jacoby=True)
    assert [term.value for term in jacoby.terms] == [-1, -6]
    with pytest.raises(ValueError, match="taker"):
        score([Stake("A", 2), Stake("B", 2), Stake("C", 1, "passed")], "box", "single", givers=["C"])


def samples(name: str, **options: str) -> CheckedFile:
    return checked((ROOT / "samples" / "chouette" / name).read_bytes(), name, **options)


def test_the_samples() -> None:
    assert samples("mcc-log.xlsx").findings == ()
    assert samples("couette/log.csv", preset="couette").findings == ()
    (missing,) = samples("log-row-missing.xlsx").findings
    assert (missing.rule, missing.cell and missing.cell.a1) == ("chouette/log-illegal", "C10")
    (other,) = samples("log-other-total.xlsx").findings
    assert (other.rule, other.cell and other.cell.a1) == ("chouette/log-mismatch", "C5")
    (order,) = samples("couette-faulty/log.csv", preset="couette").findings
    assert (order.rule, order.cell and order.cell.a1) == ("chouette/log-order", "D18")


BELOW = """order A, B, C, D
open 5-2
B double A
A drop B
C double A
A drop C
box win single

order {}
open 5-2
team win single"""
"""The box pays 1 to B and 1 to C, and wins 1 from D: it has won, and is at -1 in that game."""


@pytest.mark.parametrize(
    ("seats", "options", "right"),
    [
        # Kept: the captain who was paid off goes to the bottom. Left: he gets the box.
        ("A, C, D, B", {}, True),
        ("B, C, D, A", {}, True),
        ("C, A, B, D", {}, False),
        ("A, C, D, B", {"box_below_zero": "keeps"}, True),
        ("B, C, D, A", {"box_below_zero": "keeps"}, False),
        ("A, C, D, B", {"box_below_zero": "leaves"}, False),
        ("B, C, D, A", {"box_below_zero": "leaves"}, True),
    ],
)
def test_who_keeps_the_box_that_won_and_is_below_0(seats: str, options: dict[str, Any], right: bool) -> None:
    found, _ = played(BELOW.format(seats), "mcc", **options)
    assert [(rule, row) for rule, row, _ in found] == ([] if right else [("log-order", 9)])


def test_a_box_below_0_may_leave_where_it_may_keep_its_seat() -> None:
    left = BELOW.format("B, C, D, A").replace("box win single", "box win single\nA leave")
    assert played(left, "mcc")[0] == []
    found, _ = played(left, "mcc", box_below_zero="leaves")
    assert [rule for rule, _, _ in found] == ["log-illegal"]
