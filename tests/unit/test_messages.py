"""The texts of the rules: every language says the same things, in its own words."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import scorecheck
from scorecheck.catalogue import choices, written
from scorecheck.checks.own import game_named, shipped
from scorecheck.checks.rules import SHEET_RULES
from scorecheck.games import registry
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.tournament import evenings_grid, long_list, published

PACKAGE = Path(scorecheck.__file__).parent
FOLDERS = sorted({path.parent for path in PACKAGE.rglob("messages/*.toml")})
FIELDS = ("says", "why", "example", "remedy")
OTHERS = [language for language in LANGUAGES if language != "en"]

folders = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)


@cache
def leaves(folder: Path, language: str) -> dict[tuple[str, ...], str]:
    """Every sentence of a file, by the keys that lead to it."""
    texts: dict[tuple[str, ...], str] = {}

    def gather(table: dict[str, Any], *keys: str) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                gather(value, *keys, key)
            else:
                assert isinstance(value, str), (*keys, key)
                texts[*keys, key] = value

    gather(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8")))
    return texts


def rule_sentences(folder: Path, language: str) -> dict[tuple[str, ...], str]:
    """The sentences of rules; a file may hold others as well."""
    return {keys: text for keys, text in leaves(folder, language).items() if "/" in keys[0]}


def placeholders(text: str) -> set[tuple[str, str]]:
    """The params that a text names, with what it asks of them: a sign, a counted form or nothing."""
    fields = ((name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None)
    return {(name, spec.split("|")[0]) for name, spec in fields}


def test_there_are_texts() -> None:
    assert {"checks", "chouette", "doppelkopf"} <= {folder.parent.name for folder in FOLDERS}


@folders
def test_every_language_has_a_file(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.toml")} == set(LANGUAGES)


@folders
@pytest.mark.parametrize("language", OTHERS)
def test_same_rules_and_variants_in_every_language(folder: Path, language: str) -> None:
    assert leaves(folder, language).keys() == leaves(folder, "en").keys()


@folders
@pytest.mark.parametrize("language", OTHERS)
def test_same_params_in_every_language(folder: Path, language: str) -> None:
    english, other = leaves(folder, "en"), leaves(folder, language)
    for keys in english.keys() & other.keys():
        named = {name for name, _ in placeholders(english[keys])}
        assert {name for name, _ in placeholders(other[keys])} == named, keys


@folders
@pytest.mark.parametrize("language", LANGUAGES)
def test_params_are_plain_names_and_known_forms(folder: Path, language: str) -> None:
    for keys, text in rule_sentences(folder, language).items():
        if "text" not in keys:
            continue
        for _, name, spec, conversion in Formatter().parse(text):
            if name is None:
                continue
            kind, *forms = (spec or "").split("|")
            assert name.isidentifier(), keys
            assert conversion is None, keys
            assert (kind, len(forms)) in {
                ("", 0),
                ("+", 0),
                ("game", 0),
                ("game", 1),
                ("layout", 0),
                ("method", 0),
                ("day", 0),
                ("or", 0),
                ("noun", 0),
                ("step", 0),
                ("table", 0),
                ("role", 0),
                ("term", 1),
                ("term", 2),
                ("row", 1),
                ("round", 0),
                ("of_rounds", 0),
                ("plural", 2),
                ("form", 2),
            }, keys


@folders
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_explained(folder: Path, language: str) -> None:
    rules = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    for name, rule in rules.items():
        if "/" not in name:
            continue
        assert all(rule.get(field, "").strip() for field in FIELDS), name
        assert rule.keys() <= {*FIELDS, "choice", "text"}, name
        assert rule["text"], name
        assert all(text.strip() for text in rule["text"].values()), name


@folders
def test_no_sentence_was_left_untranslated(folder: Path) -> None:
    for one, other in combinations(LANGUAGES, 2):
        first, second = rule_sentences(folder, one), rule_sentences(folder, other)
        same = [keys for keys in first.keys() & second.keys() if first[keys] == second[keys]]
        assert not same, (one, other)


@folders
@pytest.mark.parametrize("language", LANGUAGES)
def test_negative_numbers_have_a_real_minus(folder: Path, language: str) -> None:
    for keys, text in rule_sentences(folder, language).items():
        # Between two digits it is a roll or double dice: 6-3.
        assert not re.search(r"(?<!\d)-\d", text), keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_is_checked_has_texts(language: str) -> None:
    messages = Messages(language)
    names = {rule.name for rule in SHEET_RULES}
    for game in registry.GAMES:
        names |= {check.rule.name for check in registry.load(game).checks}
    # Its texts stand with the readers and have a test of their own there.
    for name in sorted(names - {"sheet/unreadable"}):
        assert messages.rule(name).texts, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    messages = Messages(language)
    for choice in choices():
        text = messages.choice(choice.game, choice.name)
        assert text.says.endswith("."), choice
        named = {written(value) for value in choice.values if isinstance(value, str)}
        assert text.values.keys() == named, choice
    for game in registry.GAMES:
        texts = messages.area(game).get("options", {})
        assert texts.keys() == {choice.name for choice in choices(game)}, game


def test_every_ground_of_an_ok_has_words() -> None:
    games = [*registry.GAMES, *(game_named(name, PACKAGE) for name in shipped())]
    rulesets = [registry.load(game) for game in games]
    rulesets += [one.RULESET for one in (evenings_grid, long_list, published)]
    assert all(ruleset.grounds for ruleset in rulesets)
    keys = {ground.key for ruleset in rulesets for ground in ruleset.grounds}
    # Those of own games depend on what their files state.
    source = (PACKAGE / "checks" / "own_game" / "checks.py").read_text(encoding="utf-8")
    keys |= set(re.findall(r'add\("[a-z-]+", [^"]+, "([a-z-]+)"', source))
    assert {"values", "raised", "games"} <= keys
    for language in LANGUAGES:
        said = {key: Messages(language).label(f"rests.{key}") for key in keys}
        assert all(said.values())


def test_a_package_without_words_for_a_ground_rests_on_its_rules() -> None:
    messages = Messages("en")
    assert messages.label("rests.tarock.tricks") == messages.label("rests.rules")
    with pytest.raises(KeyError):
        messages.label("rests.skat.tricks")
