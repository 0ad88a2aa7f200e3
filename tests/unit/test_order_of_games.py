"""What a sheet is read as depends on the sheet, not on which other games there are, nor on their order."""

from __future__ import annotations

import tomllib
from math import inf, log
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import MagicMock

import pytest

from scorecheck.checks.own import Own, OwnGame
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.games import registry
from scorecheck.model.record import record
from support import ROOT, checked, found

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.checks.prior import Step
    from scorecheck.model.sheet import Entry, Sheet

pytestmark = pytest.mark.usefixtures("no_repairs")

TRICKS = 5
CASES = (
    "skat/only-one-has-played",
    "skat/only-one-has-played-either-way",
    "skat/title-of-another-game",
    "skat/base-that-there-is-none",
    "skat/points-clean",
    "doppelkopf/points-clean",
    "chouette/box-named",
)


def _is_game(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    return sum(entry.points) == TRICKS


@record
class _Quint:
    """Five tricks a game, a point each, and each is anybody's."""

    def __call__(self, step: Step) -> float:
        return -5 * log(3) if sum(step) == TRICKS and min(step) >= 0 else -inf

    def learnt(self, _steps: Iterable[Step]) -> _Quint:
        return self

    def likely(self, _most: int) -> Mapping[Step, float]:
        return {}


QUINT = Ruleset(
    game="quint",
    layouts=(
        Layout(
            "points",
            running=False,
            roles=frozenset(),
            coherent=_is_game,
            min_players=3,
            max_players=5,
            settles=False,
            gaps="unchanged",
            prior=lambda _seats: _Quint(),
        ),
    ),
    presets=("usual",),
    checks=(),
    result=None,
    headings={},
)


def read(name: str) -> list[Any]:
    case = tomllib.loads((ROOT / "tests" / "cases" / f"{name}.toml").read_text(encoding="utf-8"))
    file = checked(case["sheet"], case.get("name", "sheet.csv"), **case.get("options", {}))
    return [found(file), [(one.sheet.game, one.sheet.layout, one.sheet.players) for one in file.sheets]]


@pytest.mark.parametrize("name", CASES)
def test_another_game_changes_no_reading(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = read(name)
    own = Own({"quint": OwnGame(QUINT, "quint 1.0", Path())})
    monkeypatch.setattr("scorecheck.checks.own.installed", lambda: own)
    fewest = dict(registry.fewest_players())
    assert "quint" in fewest
    for games in (list(fewest), [*reversed(fewest)], ["skat", *fewest]):
        ordered = {game: fewest[game] for game in games}
        monkeypatch.setattr(registry, "fewest_players", MagicMock(return_value=ordered))
        assert read(name) == alone, games
