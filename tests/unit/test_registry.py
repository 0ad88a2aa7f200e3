"""What recognition knows of a game before it imports it must be what the game itself says."""

from __future__ import annotations

import re

import pytest

from scorecheck.checks import sketch
from scorecheck.games import registry
from scorecheck.reports.describe import rule_page
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.resources import game_areas, is_ours
from support import ROOT


@pytest.mark.parametrize("game", registry.GAMES)
def test_sketches_are_those_of_the_layouts(game: str) -> None:
    ruleset = registry.load(game)
    layouts = [layout for layout in ruleset.layouts if layout.required or layout.row_names]
    sketches = sketch.known(game).sketches
    assert all(one.game == game for one in sketches)
    told = [
        (layout.name, layout.required, dict(layout.headings), dict(layout.row_names)) for layout in layouts
    ]
    # Points and totals below the same headings are one sketch.
    told = [one for at, one in enumerate(told) if one not in told[:at]]
    assert told == [(one.layout, one.required, dict(one.headings), dict(one.row_names)) for one in sketches]


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_fewest_players_are_those_of_the_layouts(game: str) -> None:
    by_rows = [one for one in registry.load(game).layouts if not one.required and not one.row_names]
    assert sketch.known(game).fewest == min((layout.min_players for layout in by_rows), default=0)


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_layout_that_there_is_not_is_named(game: str) -> None:
    with pytest.raises(KeyError, match="no-such-layout"):
        registry.load(game).layout("no-such-layout")


def test_every_folder_of_games_is_a_game() -> None:
    assert game_areas() == set(registry.GAMES)


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_game_has_its_name_and_its_pages(game: str) -> None:
    for lang in LANGUAGES:
        assert Messages(lang).label(f"game.{game}")
    assert is_ours(game), "or a package could take its name"
    assert rule_page(f"{game}/rule"), "or its rules have no pages"


def test_the_guide_counts_what_the_code_names_outside_the_folder_of_a_game() -> None:
    guide = (
        (ROOT / "docs" / "adding-a-game.md")
        .read_text(encoding="utf-8")
        .split("beside its line in the registry")[1]
    )
    told = re.findall(r"^\| ([a-z-]+) \| (\d+) \| (\d+) \|", guide, re.MULTILINE)
    assert {game for game, _, _ in told} == {*registry.GAMES, "schafkopf"}
    source = ROOT / "src" / "scorecheck"
    for game, files, lines in told:
        names = re.compile(rf"[\"'/. _]{re.escape(game)}")
        folder = source / "games" / sketch.folder_of(game)
        texts = [
            path.read_text(encoding="utf-8") for path in source.rglob("*.py") if folder not in path.parents
        ]
        counts = [count for text in texts if (count := sum(map(bool, map(names.search, text.splitlines()))))]
        assert (len(counts), sum(counts)) == (int(files), int(lines)), game
