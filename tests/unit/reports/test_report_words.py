"""Numbers, dates, lists and sentences in three languages."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from datetime import date
from fractions import Fraction
from string import Formatter
from typing import Any

import pytest

from golden.small_event import HOSTILE_NAMES, NAME, SUM, DemoMessages
from scorecheck.model.finding import Finding, Severity
from scorecheck.reports.messages import LANGUAGES, Messages, decimal_text
from scorecheck.resources import data_folder


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-35, "-35"),
        (Fraction(15), "15"),
        (Fraction(5, 2), "2.50"),
        (Fraction(1, 3), "0.33"),
        (Fraction(-2, 3), "-0.67"),
        # A half goes to the even digit; a float would not know that it is a half.
        (Fraction(1, 200), "0.00"),
        (Fraction(3, 200), "0.02"),
        (Fraction(5, 200), "0.02"),
        (Fraction(-3, 200), "-0.02"),
        (Fraction(-1, 200), "0.00"),
        (Fraction(199_999, 2000), "100.00"),
        (Fraction(10**30 * 3 + 1, 3), f"{10**30}.33"),
    ],
)
def test_decimal_text(number: int | Fraction, text: str) -> None:
    assert decimal_text(number) == text


def test_numbers_by_language() -> None:
    assert Messages("en").number(Fraction(-1036, 3)) == "−345.33"
    assert Messages("de").number(Fraction(-1036, 3)) == "−345,33"
    assert Messages("nb").number(Fraction(1036, 3), signed=True) == "+345,33"
    assert Messages("en").number(0, signed=True) == "0"
    assert Messages("en").number(-4, signed=True) == "−4"


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("en", "15 November 2014", "5 March 2024"),
        ("de", "15.11.2014", "05.03.2024"),
        ("nb", "15.11.2014", "05.03.2024"),
    ],
)
def test_days(lang: Any, first: str, second: str) -> None:
    assert Messages(lang).day(date(2014, 11, 15)) == first
    assert Messages(lang).day(date(2024, 3, 5)) == second


def test_lists() -> None:
    assert Messages("en").joined(()) == ""
    assert Messages("en").joined(("A",)) == "A"
    assert Messages("de").joined(("A", "B")) == "A und B"
    assert Messages("nb").joined(("A", "B", "C")) == "A, B og C"


def test_sentences() -> None:
    messages = DemoMessages("en")
    assert messages.text(SUM) == "Game 2 adds up to +4, not 0."
    assert messages.text(NAME) == "Anna and Bernd, Chris and Dora played 1 game."


@pytest.mark.parametrize(
    ("games", "text"), [(0, "0 games"), (1, "1 game"), (3, "3 games"), (-1, "−1 games"), ("1", "1 game")]
)
def test_plurals(games: int | str, text: str) -> None:
    assert Messages("en").formatted("{games:plural|game|games}", {"games": games}) == text


@pytest.mark.parametrize(
    ("key", "params", "said"),
    [
        ("github.left", {"count": 1}, ("1 more finding is", "1 weiterer Befund steht", "1 funn til er")),
        ("cli.new-rows", {"rows": 1, "most": 40}, ("of 1 row cannot", "mit 1 Zeile geht", "med 1 rad går")),
    ],
)
def test_labels_of_one(key: str, params: dict[str, int], said: tuple[str, str, str]) -> None:
    for language, words in zip(("en", "de", "nb"), said, strict=True):
        assert words in Messages(language).label(key, **params)


def test_one_checker_left() -> None:
    params = {"game": "4", "points": 2, "times": 2, "left": 1}
    found = Finding("acey-deucey/cube", Severity.ERROR, "a.csv", variant="gammon", params=params)
    assert "times the 1 checker that" in Messages("en").text(found)
    assert "das 2-Fache des 1 Steins, den der Verlierer" in Messages("de").text(found)
    assert "2 ganger den 1 brikken taperen" in Messages("nb").text(found)


def test_forms_leave_the_number_out() -> None:
    assert Messages("en").formatted("{n:form|is|are}", {"n": 1}) == "is"
    assert Messages("en").formatted("{n:form|is|are}", {"n": 2}) == "are"


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_never_read_as_templates(name: str) -> None:
    messages = Messages("en")
    assert messages.formatted("{name}!", {"name": name, "sum": 4}) == f"{name}!"
    assert messages.formatted("{name:+}", {"name": (name, "B")}) == f"{name} and B"


def test_missing_words_are_key_errors() -> None:
    messages = Messages("en")
    for key in ("report.no-such-thing", "report", "report.title.more", ""):
        with pytest.raises(KeyError):
            messages.label(key)
    with pytest.raises(KeyError):
        messages.rule("sheet/no-such-rule")
    with pytest.raises(KeyError):
        messages.rule("no-such-area/rule")


def test_rules_of_an_area_with_other_sentences() -> None:
    assert Messages("en").rule("tournament/standings-sum").name == "tournament/standings-sum"
    assert Messages("de").event_text("not-found", {}) == "Diese Turnierdatei gibt es nicht."


def _leaves(table: dict[str, Any], above: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= _leaves(value, f"{above}{key}.")
        else:
            found[above + key] = value
    return found


def _labels(lang: str) -> dict[str, Any]:
    path = data_folder("templates") / "labels" / f"{lang}.toml"
    return _leaves(tomllib.loads(path.read_text(encoding="utf-8")))


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_label(lang: str) -> None:
    english, labels = _labels("en"), _labels(lang)
    assert labels.keys() == english.keys()
    assert len(labels["date.months"]) == 12
    for key, text in labels.items():
        if not key.startswith("date."):
            assert text, key
            assert _fields(text) == _fields(english[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_a_sentence(lang: Any) -> None:
    from typing import get_args

    from scorecheck.reports.outputs import OutputKind

    for kind in get_args(OutputKind):
        assert "DIR/a.html" in Messages(lang).label(f"output.{kind}", path="DIR/a.html")


def test_text_and_json_start_fast() -> None:
    code = (
        "import sys, scorecheck.reports.text, scorecheck.reports.json_report, scorecheck.reports.messages;"
        "print([m for m in ('jinja2', 'typst', 'jsonschema', 'openpyxl') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_note_on_letters_that_cannot_be_printed(lang: Any) -> None:
    assert "☃" in Messages(lang).label("note.unprintable", letters=("☃", "王"))
