"""Help and wrong use in the user's language, as wide as the terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any
from unittest.mock import Mock

import pytest
import typer
import typer.main

from scorecheck.cli import help_texts, main
from scorecheck.cli.declared import COMMANDS
from scorecheck.cli.help_texts import help_text, language_of, paragraphs
from scorecheck.cli.program import app
from scorecheck.cli.score import LINE
from scorecheck.reports.messages import LANGUAGES, Language
from scorecheck.resources import data_of
from support import ROOT, but_slow, run

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_man_page import own_texts

OF_THE_LIBRARY = {
    "Show this message and exit.",
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
}


def every_command() -> Iterator[tuple[Any, Any]]:
    """Each command and sub-command with its context, the program first."""
    root: Any = typer.main.get_command(app)
    yield from _below(root, typer.Context(root, info_name="scorecheck"))


def _below(command: Any, context: Any) -> Iterator[tuple[Any, Any]]:
    yield command, context
    if hasattr(command, "list_commands"):
        names = command.list_commands(context)
        for name in (*names, "opened") if context.parent is None else names:
            inner = command.get_command(context, name)
            yield from _below(inner, typer.Context(inner, info_name=name, parent=context))


def english() -> set[str]:
    """All that help and man page say, a paragraph each."""
    texts = [LINE, *COMMANDS.values(), *own_texts()]
    for command, context in every_command():
        texts += [command.help or "", command.epilog or ""]
        texts += [parameter.help or "" for parameter in command.get_params(context)]
    return {one for text in texts for one in paragraphs(text)}


def table(lang: str) -> dict[str, Any]:
    return data_of(ROOT / "templates" / "help" / f"{lang}.toml")


def places(template: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name is not None)


@pytest.mark.parametrize("lang", ["de", "nb"])
def test_every_text_of_help_is_translated_and_no_other(lang: str) -> None:
    said = table(lang)["texts"]
    ours = english() - OF_THE_LIBRARY
    assert ours - said.keys() == set(), "these want a translation in templates/help"
    assert said.keys() - ours - OF_THE_LIBRARY == set(), "nothing says these in English any more"
    for text, translated in said.items():
        assert translated.strip(), text
        # What is typed is the same in all languages.
        assert set(re.findall(r"--[a-z-]+|\{game\}", text)) <= set(
            re.findall(r"--[a-z-]+|\{game\}", translated)
        )


@pytest.mark.parametrize("lang", ["de", "nb"])
def test_every_word_of_help_is_translated(lang: str) -> None:
    ours, theirs = table("en"), table(lang)
    assert ours["words"].keys() == theirs["words"].keys()
    assert ours["man"].keys() == theirs["man"].keys()
    assert ours["names"].keys() <= theirs["names"].keys()
    for key, text in ours["words"].items():
        assert places(text) == places(theirs["words"][key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", but_slow([40, 80], 40))
def test_help_is_no_wider_than_the_terminal(
    lang: Language, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LC_ALL", lang)
    for command, context in every_command():
        lines = help_text(command, context).splitlines()
        assert [line for line in lines if len(line) > width] == []
        assert len(lines) > 4


WRONG: dict[str, dict[tuple[str, ...], str]] = {
    "en": {
        ("rank", "--bogus"): "Error: There is no option --bogus.",
        ("report", "--output", "r", "x"): "Error: There is no option --output. Did you mean -o?",
        ("rank",): "Error: Missing: PATH…",
        ("rank", "--paper", "a5", "x"): "Error: --paper: a5 is not an option; choose from a4, a3.",
        ("rank", "--format"): "Error: --format needs a value.",
        ("rank", "--large=1", "x"): "Error: --large takes no value.",
        ("fix", "--min-confidence", "2", "x"): "Error: --min-confidence: 2.0 is out of range: 0 ≤ x ≤ 1.",
        ("fix", "--min-confidence", "z", "x"): "Error: --min-confidence: z is not a number.",
        ("new", "--rows", "z"): "Error: --rows: z is not a whole number.",
        ("games", "a", "b"): "Error: More than is taken: a b",
        ("rnk",): "Error: There is no command rnk. Did you mean rank?",
        ("score", "bridge"): "Error: bridge: score knows only acey-deucey, chouette,",
        ("--format", "json"): "Error: Name a command or a file.",
        ("score", "chouette"): "Error: Name at least one player: --cube Hansi=4.",
    },
    "de": {
        ("rank", "--bogus"): "Fehler: Die Option --bogus gibt es nicht.",
        ("rank",): "Fehler: Es fehlt: PFAD…",
        ("rank", "--paper", "a5", "x"): "Fehler: --paper: a5 gibt es hier nicht; zur Wahl stehen a4, a3.",
        ("rank", "--format"): "Fehler: Hinter --format fehlt der Wert.",
        ("games", "a", "b"): "Fehler: Das ist zu viel: a b",
        ("rnk",): "Fehler: Den Befehl rnk gibt es nicht. Ist rank gemeint?",
        ("--format", "json"): "Fehler: Gib einen Befehl oder eine Datei an.",
    },
    "nb": {
        ("rank", "--bogus"): "Feil: Valget --bogus finnes ikke.",
        ("rank",): "Feil: Mangler: STI…",
        ("rank", "--paper", "a5", "x"): "Feil: --paper: a5 kan ikke brukes her; velg mellom a4, a3.",
        ("rank", "--format"): "Feil: --format mangler en verdi.",
        ("games", "a", "b"): "Feil: Dette er for mye: a b",
        ("rnk",): "Feil: Kommandoen rnk finnes ikke. Mente du rank?",
        ("--format", "json"): "Feil: Oppgi en kommando eller en fil.",
    },
}


@pytest.mark.parametrize(
    ("lang", "typed"), [(lang, typed) for lang, those in WRONG.items() for typed in those]
)
def test_wrong_use_is_told_in_the_language(lang: str, typed: tuple[str, ...]) -> None:
    done = run(*typed, env={"LC_ALL": lang, "COLUMNS": "80"})
    *before, last = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert last.startswith(WRONG[lang][typed])
    usage, more, _ = before
    assert usage.startswith({"en": "Usage: ", "de": "Aufruf: ", "nb": "Bruk: "}[lang])
    assert more.startswith({"en": "scorecheck ", "de": "Mehr dazu: ", "nb": "Mer hjelp: "}[lang])


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Error: --config: c.toml cannot be opened: you have no permission for it."),
        ("de", "Fehler: --config: c.toml lässt sich nicht öffnen: Dafür fehlt dir die Berechtigung."),
        ("nb", "Feil: --config: c.toml kan ikke åpnes: Du mangler tilgang."),
    ],
)
def test_a_file_that_may_not_be_read_is_told_in_the_language(
    lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.toml").write_text("")
    plain = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != "c.toml" and plain(path, mode))
    done = run("validate", "a.csv", "--config", "c.toml", "--lang", lang, cwd=tmp_path)
    assert (done.returncode, " ".join(done.stderr.split()).partition(said)[1]) == (2, said)


def test_the_language_is_that_typed_else_that_of_the_settings_else_that_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "nb_NO.UTF-8")
    monkeypatch.chdir(tmp_path)
    assert language_of(["rank", "-h"]) == "nb"
    (tmp_path / "scorecheck.toml").write_text('lang = "de"\n', encoding="utf-8")
    assert language_of(["rank", "-h"]) == "de"
    assert language_of(["rank", "--isolated", "-h"]) == "nb"
    assert language_of(["rank", "--lang", "en", "-h"]) == "en"
    assert language_of(["rank", "--lang=en"]) == "en"
    assert language_of(["rank", "--lang"]) == language_of(["rank", "--lang", "fr"]) == "de"
    (tmp_path / "scorecheck.toml").write_text("lang = [", encoding="utf-8")
    assert language_of(["rank", "-h"]) == "nb"


@pytest.mark.parametrize(
    ("tag", "said"), [("no", "Viser"), ("nb-NO", "Viser"), ("de_AT", "Zeigt,"), ("EN-gb", "Show")]
)
def test_a_language_may_be_named_with_its_country_and_norwegian_as_no(tag: str, said: str) -> None:
    for asked in (("inspect", "--lang", tag, "--help"), ("--lang", tag, "inspect", "--help")):
        assert run(*asked).stdout.splitlines()[2].split()[0] == said
    done = run("games", "--lang", "norsk")
    assert (done.returncode, "norsk is not an option; choose from en, de, nb" in done.stderr) == (2, True)


def test_the_language_may_stand_before_the_game_that_a_value_is_asked_of() -> None:
    asked = ("--kind", "grand", "--with", "1")
    before = run("score", "--lang", "de", "skat", *asked)
    assert before.returncode == 0
    assert (
        before.stdout
        == run("score", "skat", *asked, "--lang", "de").stdout
        != run("score", "skat", *asked).stdout
    )
    assert run("score", "--help", "--lang", "de").stdout.startswith("Aufruf")


def test_the_language_may_stand_before_the_command() -> None:
    sheet = ROOT / "samples" / "doppelkopf" / "five-players.xlsx"
    assert "in Ordnung" in run("--lang", "de", "validate", sheet).stdout
    assert "i orden" in run("--lang", "de", "validate", sheet, "--lang", "nb").stdout
    assert run("--help", "--lang", "nb").stdout.startswith("Bruk: ")
    facts = ("--re", "180", "--calls-re", "no 60")
    before, behind = (
        run(*typed)
        for typed in (
            ("--lang", "de", "score", "doppelkopf", *facts),
            ("score", "doppelkopf", *facts, "--lang", "de"),
        )
    )
    assert before == behind
    assert "jeder Re-Spieler" in before.stdout


def test_help_is_shown_on_a_console_of_few_letters() -> None:
    done = run("rank", "--help", "--lang", "de", encoding="ascii", env={"COLUMNS": "80"})
    assert done.returncode == 0
    assert done.stdout.startswith("Aufruf: scorecheck rank [OPTIONEN] {PFAD...}\n\n  Berechnet die Rangliste")


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        ("en", "A fault in scorecheck itself: KeyError: 'x'", "Please report it"),
        ("de", "Ein Fehler in scorecheck selbst: KeyError: 'x'", "Bitte melde ihn"),
        ("nb", "En feil i scorecheck selv: KeyError: 'x'", "Meld fra om den"),
    ],
)
def test_a_fault_of_ours_is_told_in_the_language(
    lang: str, first: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "plain_call", Mock(side_effect=KeyError("x")))
    done = run("games", "--lang", lang, env={"SCORECHECK_DEBUG": ""})
    assert (done.returncode, done.stdout) == (3, "")
    told, asked = done.stderr.splitlines()
    assert (told, asked.startswith(last)) == (first, True)


def test_a_fault_is_told_though_nothing_else_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "plain_call", Mock(side_effect=KeyError("ü")))
    monkeypatch.setattr(help_texts, "language_of", Mock(side_effect=OSError))
    done = run("games", env={"SCORECHECK_DEBUG": ""})
    assert (done.returncode, done.stderr) == (3, "A fault in scorecheck itself: KeyError: '?'\n")
