"""All rules that there are, for the commands that list and explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from scorecheck.checks.check import Rule
from scorecheck.checks.own import areas_from, known_rules
from scorecheck.checks.rules import SHEET_RULES
from scorecheck.checks.ruleset import Choice
from scorecheck.games import registry


def rules(game: str | None = None) -> Mapping[str, Rule]:
    """Every rule by name, in the order of the areas; with ``game`` those that its sheets are held to.

    Raises:
        KeyError: there is no such game.
    """
    from scorecheck.tournament.checks import EVENT_RULES
    from scorecheck.tournament.evenings_grid import RULESET as GRID
    from scorecheck.tournament.long_list import RULESET as LONG
    from scorecheck.tournament.published import RULESET as PUBLISHED

    games = sorted(registry.names()) if game is None else [game]
    found = {rule.name: rule for rule in SHEET_RULES}
    rulesets = [registry.load(name) for name in games]
    held = [check.rule for ruleset in rulesets for check in (*ruleset.checks, *ruleset.across)]
    of_lists = [check.rule for check in (*PUBLISHED.checks, *LONG.checks, *GRID.checks)]
    # Places below a table are held to the rule of lists, which stands among theirs.
    for rule in (*[rule for rule in held if rule not in of_lists], *of_lists):
        found.setdefault(rule.name, rule)
    theirs = (
        one.rule for one in known_rules().values() if game is None or not one.games or game in one.games
    )
    return {**found, **{rule.name: rule for rule in (*EVENT_RULES, *theirs)}}


def choices(game: str | None = None) -> tuple[Choice, ...]:
    """Every choice of the games, or of one game.

    Raises:
        KeyError: there is no such game.
    """
    found: list[Choice] = []
    for name in sorted(registry.GAMES) if game is None else [game]:
        ruleset = registry.load(name)
        for option, values in ruleset.options.items():
            presets = ruleset.preset_options.items()
            by_preset = {preset: chosen[option] for preset, chosen in presets if option in chosen}
            found.append(Choice(name, option, values, by_preset))
    return tuple(found)


def written(value: str | int | bool) -> str:
    """A value as it is written in an event file, texts without their quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Selection:
    """Which rules are asked for: all that fit a pattern of ``select``, less those of ``ignore``."""

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> None:
        """Patterns such as ``doppelkopf/*``, for which the area alone will do; without any in ``select`` all
        rules are asked for."""
        self.select = tuple(map(_pattern, select))
        self.ignore = tuple(map(_pattern, ignore))

    def __repr__(self) -> str:
        """The patterns: settings that say the same are known by it."""
        return f"Selection({self.select}, {self.ignore})"

    def __contains__(self, rule: str) -> bool:
        if not (self.select or self.ignore):
            return True
        if self.select and not any(fnmatchcase(rule, pattern) for pattern in self.select):
            return False
        return not any(fnmatchcase(rule, pattern) for pattern in self.ignore)

    def strangers(self, folder: Path) -> tuple[str, ...]:
        """The patterns that fit no rule: slips in the writing, which would silently do nothing.

        Rules of the games of files in a folder are known as well.

        Raises:
            BrokenFile: the file of a game in the folder says none.
        """
        areas_from(folder, (*self.select, *self.ignore))
        known = rules()
        return tuple(
            pattern
            for pattern in (*self.select, *self.ignore)
            if not any(fnmatchcase(rule, pattern) for rule in known)
        )


def _pattern(word: str) -> str:
    """The rules that are meant by a word: the name of an area means all of its rules."""
    return word if any(mark in word for mark in "/*?[") else f"{word}/*"


def near_rules(pattern: str) -> tuple[str, ...]:
    """The rules, or the area, that a pattern which fits none most likely means, if any are like it."""
    from difflib import get_close_matches

    known = rules()
    areas = dict.fromkeys(name.partition("/")[0] for name in known)
    if pattern.endswith("/*"):
        word = pattern.removesuffix("/*")
        # A rule may be named without its area.
        called = tuple(name for name in known if name.endswith(f"/{word}"))
        return called or tuple(get_close_matches(word, areas, n=1))
    return tuple(get_close_matches(pattern, known, n=1))
