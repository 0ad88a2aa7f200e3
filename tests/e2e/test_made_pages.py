"""Pages that are made from the program are those that it would make now."""

from __future__ import annotations

import sys

from scorecheck.cli.help_texts import help_texts_in
from scorecheck.reports.messages import LANGUAGES
from support import ROOT

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_man_page import PAGES, page
from make_rule_pages import FOLDER, pages


def test_the_rules_pages_are_those_of_the_rules() -> None:
    there = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.md")
    }
    assert there == pages()


def test_the_man_pages_are_those_of_the_commands() -> None:
    assert {lang: path.read_text(encoding="utf-8") for lang, path in PAGES.items()} == {
        lang: page(help_texts_in(lang)) for lang in LANGUAGES
    }
