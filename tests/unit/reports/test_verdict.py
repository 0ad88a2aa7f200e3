"""The verdict: one sentence about all that was found, in three languages."""

from __future__ import annotations

import pytest

from scorecheck.model.finding import Finding, Impact, Moved, Severity
from scorecheck.model.outcome import Checked, CheckedFile, Crash
from scorecheck.model.record import replace
from scorecheck.reports.verdict import PlaceOfSheet, verdict
from support import MESSAGES, check

EN = MESSAGES["en"]
CLEAN = "Anna,Bernd,Chris,Dora\n2,-2,2,-2\n1,1,-1,-1\n3,-3,-3,3\n1,-1,-1,1\n-2,2,2,-2\n1,1,-1,-1\n"
FAULTY = CLEAN.replace("3,-3,-3,3", "3,-3,3,3")


def files(*texts: str) -> Checked:
    many = [check(text, f"t{at}.csv") for at, text in enumerate(texts, 1)]
    return Checked(tuple(file for one in many for file in one.files))


def said(checked: Checked, lang: str = "en", **tables: PlaceOfSheet) -> tuple[str, str]:
    places = {(f"{name}.csv", None): table for name, table in tables.items()}
    return tuple(verdict(checked, MESSAGES[lang], places))  # type: ignore[arg-type, return-value]


def with_impact(checked: Checked, *impact: Impact) -> Checked:
    def told(finding: Finding) -> Finding:
        return replace(finding, impact=impact)

    return Checked(
        tuple(
            replace(
                file,
                findings=tuple(map(told, file.findings)),
                sheets=tuple(replace(one, findings=tuple(map(told, one.findings))) for one in file.sheets),
            )
            for file in checked.files
        )
    )


def test_all_is_right() -> None:
    assert said(files(CLEAN)) == ("right", "The sheet is right.")
    assert said(files(CLEAN, CLEAN)) == ("right", "Both sheets are right.")
    assert said(files(*[CLEAN] * 12)) == ("right", "All 12 sheets are right.")
    assert said(files(*[CLEAN] * 12), "de") == ("right", "Alle 12 Spielzettel stimmen.")
    assert said(files(*[CLEAN] * 12), "nb") == ("right", "Alle 12 poengskjemaene stemmer.")


def test_nothing_is_there() -> None:
    assert said(Checked(())) == ("nothing", "There is no scoresheet here.")


def test_a_mistake_and_where() -> None:
    assert said(files(FAULTY)) == ("wrong", "1 mistake.")
    assert said(files(FAULTY, CLEAN)) == ("wrong", "1 mistake in t1.csv.")
    assert said(files(FAULTY, FAULTY, CLEAN)) == ("wrong", "2 mistakes on 2 of 3 sheets.")
    at_three = {"t1": PlaceOfSheet("", 3), "t2": PlaceOfSheet("", 4)}
    assert said(files(FAULTY, CLEAN), **at_three) == ("wrong", "1 mistake at table 3.")
    of_round = {"t1": PlaceOfSheet("Runde 2", 3)}
    assert said(files(FAULTY, CLEAN), **of_round) == ("wrong", "1 mistake at table 3 (Runde 2).")


@pytest.mark.parametrize(
    ("impact", "matters"),
    [
        ([Impact("ranks", (Moved("A", 1, 2), Moved("B", 2, 1)))], "it could change the first place"),
        ([Impact("ranks", (Moved("A", 3, 4), Moved("B", 4, 3)))], "it could change places 3 and 4"),
        ([Impact("ranks", (Moved("A", 3, 5), Moved("B", 4, 3)))], "it could change places 3 to 5"),
        ([Impact("ranks", (Moved("A", 3, None),))], "it could change place 3"),
        ([Impact("ranks", teams=(Moved("A", 1, 2),))], "it could change places"),
        ([Impact("scores"), Impact("nothing")], "it changes no place"),
        ([Impact("unknown", why="no-edits"), Impact("nothing")], ""),
    ],
)
def test_whether_it_matters(impact: list[Impact], matters: str) -> None:
    expected = f"1 mistake; {matters}." if matters else "1 mistake."
    assert said(with_impact(files(FAULTY), *impact)) == ("wrong", expected)


def test_several_mistakes_could_change_the_first_place() -> None:
    one = Impact("ranks", (Moved("A", 1, 2), Moved("B", 2, 1)))
    checked = with_impact(files(FAULTY, FAULTY, CLEAN), one)
    assert said(checked)[1] == "2 mistakes on 2 of 3 sheets; they could change the first place."
    assert said(checked, "de")[1] == "2 Fehler auf 2 von 3 Spielzetteln; sie könnten den ersten Platz ändern."
    assert said(checked, "nb")[1] == "2 feil på 2 av 3 poengskjemaer; de kan endre førsteplassen."


def test_what_cannot_be_read_is_no_mistake_on_a_sheet() -> None:
    broken = check(b"\x89PNG....", "picture.csv")
    assert said(broken) == ("wrong", "The file could not be read as a scoresheet.")
    good = check(CLEAN, "t1.csv")
    both = Checked((*broken.files, *good.files))
    text = "1 of 2 files could not be read as a scoresheet. Nothing is wrong on the other sheet."
    assert said(both) == ("wrong", text)


def test_warnings_are_things_to_look_at() -> None:
    checked = files(FAULTY, CLEAN)

    def milder(file: CheckedFile) -> CheckedFile:
        findings = tuple(replace(one, severity=Severity.WARNING) for one in file.findings)
        return replace(
            file, findings=findings, sheets=tuple(replace(s, findings=findings) for s in file.sheets)
        )

    mild = Checked((milder(checked.files[0]), checked.files[1]))
    assert said(mild) == ("doubt", "No mistakes, but 1 thing to look at in t1.csv.")


def test_a_fault_of_ours_is_told_and_never_right() -> None:
    crashed = replace(files(CLEAN), crashes=(Crash("doppelkopf/points", "t1.csv", 3, "oops"),))
    text = "Not everything could be checked, because of a fault in scorecheck itself."
    assert said(crashed) == ("doubt", text)


@pytest.mark.slow
def test_mistakes_that_are_counted_and_not_listed_count() -> None:
    """300 rows of which each adds up to 2: 200 are listed, and one finding stands for the others."""
    wrong = "Anna,Bernd,Chris,Dora\n" + "1,-1,1,-1\n" * 700 + "1,1,1,-1\n" * 300
    checked = check(wrong, "t1.csv", game="doppelkopf", layout="points")
    assert len(checked.findings) == 201
    assert said(checked)[1].startswith("300 mistakes")
