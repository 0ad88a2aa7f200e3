"""Does it matter, in words: what the repairs of a finding change in the ranks."""

from __future__ import annotations

import pytest

from golden.small_event import SUM, DemoMessages
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Impact, Moved
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.model.record import replace
from scorecheck.reports.json_report import finding_json
from scorecheck.reports.messages import LANGUAGES, Language
from scorecheck.reports.repairs import impact_json, impact_lines
from scorecheck.reports.sheet_view import finding_text
from scorecheck.reports.text import checked_text

SWAP = Impact("ranks", (Moved("Anna", 3, 4), Moved("Dora", 4, 3)))
SCORES, NOTHING = Impact("scores"), Impact("nothing")
GAP = Impact("unknown", why="no-edits")


def finding(*impacts: Impact) -> Finding:
    """One with a repair for each of these."""
    fixes = tuple(
        Fix(
            (Edit(CellRef(5, 3 + at), "2", "-2"),),
            "sign",
            0.3,
            {"who": (name,), "roles": ("first",), "game": "2", "what": "game"},
        )
        for at, (name, _) in enumerate(zip(("Bernd", "Chris", "Dora"), impacts, strict=False))
    )
    return replace(SUM, fixes=fixes, impact=impacts)


def lines(*impacts: Impact, lang: Language = "en") -> list[str]:
    return list(impact_lines(finding(*impacts), DemoMessages(lang)))


def test_nothing_is_said_where_nothing_was_asked() -> None:
    assert lines() == []
    one = replace(SUM, impact=())
    assert list(impact_lines(one, DemoMessages("en"))) == []
    assert "impact" not in finding_json(one, DemoMessages("en"))
    checked = Checked((CheckedFile(one.path, "errors", (), (one,)),))
    assert "ranks:" not in checked_text(checked, DemoMessages("en"))


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "If so, Anna and Dora change places 3 and 4."),
        ("de", "Wenn das stimmt, tauschen Anna und Dora die Ränge 3 und 4."),
        ("nb", "I så fall bytter Anna og Dora plass 3 og 4."),
    ],
)
def test_two_change_places(lang: Language, sentence: str) -> None:
    assert lines(SWAP, lang=lang) == [sentence]


@pytest.mark.parametrize(
    ("impacts", "said"),
    [
        ((SCORES,), "If so, scores change, but no rank does."),
        ((NOTHING,), "If so, no score and no rank changes."),
        ((SCORES, SCORES), "Whichever it is, scores change, but no rank does."),
        ((SCORES, NOTHING, SCORES), "Whichever it is, no rank changes."),
        ((SWAP, SWAP), "Whichever it is, Anna and Dora change places 3 and 4."),
        (
            (GAP,),
            "If so, it is not known whether a rank changes, as nobody has written down what is missing.",
        ),
        (
            (Impact("ranks", (Moved("Anna", 2, 3), Moved("Bernd", 3, None), Moved("Emil", None, 2))),),
            "If so, places change (Anna from 2 to 3, Bernd loses place 3 and Emil gets place 2).",
        ),
        (
            (Impact("ranks", (Moved("Dora", 4, 3),), (Moved("Rot", 1, 2), Moved("Blau", 2, 1))),),
            "If so, places change (Dora from 4 to 3) and among the teams Rot and Blau change places 1 and 2.",
        ),
        (
            (Impact("ranks", season=(Moved("Dora", 4, 3),)),),
            "If so, places change (Dora from 4 to 3) in the season.",
        ),
        (
            (Impact("ranks", tuple(Moved(f"P{at}", at, at % 9 + 1) for at in range(1, 10))),),
            "If so, places change (P1 from 1 to 2, P2 from 2 to 3, P3 from 3 to 4, P4 from 4 to 5, "
            "P5 from 5 to 6, P6 from 6 to 7 and 3 more).",
        ),
    ],
)
def test_one_sentence_where_all_repairs_change_the_same(impacts: tuple[Impact, ...], said: str) -> None:
    assert lines(*impacts) == [said]


def test_a_shared_place_is_no_exchange() -> None:
    both = Impact("ranks", (Moved("Anna", 2, 3), Moved("Dora", 2, 1)))
    assert lines(both) == ["If so, places change (Anna from 2 to 3 and Dora from 2 to 1)."]


def test_else_one_for_each_repair() -> None:
    assert lines(SWAP, SCORES, Impact("unknown", why="not-looked-at")) == [
        "· Bernd's 2 should be −2: then Anna and Dora change places 3 and 4.",
        "· Chris's 2 should be −2: then scores change, but no rank does.",
        "· Dora's 2 should be −2: then it was not worked out whether a rank changes, "
        "as there are too many repairs.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("why", ["no-edits", "not-looked-at", "cannot-rank"])
def test_what_is_unknown_is_said_in_every_language(lang: Language, why: str) -> None:
    (sentence,) = lines(Impact("unknown", why=why), lang=lang)
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_names_are_shown_harmless_and_cut() -> None:
    (sentence,) = lines(Impact("ranks", (Moved("\x1b[31mred\u202e", 1, 2), Moved("W" * 200, 2, 3))))
    assert sentence.isprintable()
    assert len(sentence) < 160


def test_in_the_text_below_the_help() -> None:
    one = finding(SWAP)
    text = checked_text(Checked((CheckedFile(one.path, "errors", (), (one,)),)), DemoMessages("en"))
    help_at, ranks_at = text.index("    help: Bernd's 2"), text.index("    ranks: If so, Anna and Dora")
    assert help_at < ranks_at


def test_on_the_pages() -> None:
    assert finding_text(finding(SWAP, SCORES), DemoMessages("en")).impact == tuple(lines(SWAP, SCORES))


@pytest.mark.parametrize(
    ("impacts", "changes"),
    [
        ((NOTHING, SCORES), "scores"),
        ((SCORES, GAP), "unknown"),
        ((GAP, SWAP), "ranks"),
        ((NOTHING, NOTHING), "nothing"),
    ],
)
def test_what_all_repairs_change_together(impacts: tuple[Impact, ...], changes: str) -> None:
    assert impact_json(finding(*impacts), DemoMessages("en"))["changes"] == changes


def test_json_says_who_moves() -> None:
    one = Impact("ranks", (Moved("Emil", None, 3),), (Moved("Rot", 1, 2),), (Moved("Anna", 2, None),))
    assert impact_json(finding(one, GAP), DemoMessages("en"))["fixes"] == [
        {
            "changes": "ranks",
            "ranks": [{"player": "Emil", "from": None, "to": 3}],
            "teams": [{"team": "Rot", "from": 1, "to": 2}],
            "season": [{"player": "Anna", "from": 2, "to": None}],
        },
        {"changes": "unknown", "why": "no-edits"},
    ]
