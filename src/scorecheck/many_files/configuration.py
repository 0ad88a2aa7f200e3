"""The settings of a club: ``scorecheck.toml``, or ``[tool.scorecheck]`` in ``pyproject.toml``.

The files are looked for upward from each sheet; the nearest outranks those above it, key by key, up to one
that says ``root``. The command line outranks an event file, and that the settings; an unknown key is an
error, since it would silently do nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from scorecheck.catalogue import Selection, near_rules
from scorecheck.checks.own import game_named, run_with, shipped
from scorecheck.checks.ruleset import strange_choices, with_preset
from scorecheck.games import registry
from scorecheck.many_files.job import Configured
from scorecheck.model.error import BrokenFile
from scorecheck.model.record import field, record, replace
from scorecheck.model.sheet import NOTATIONS
from scorecheck.model.wanted import Wanted
from scorecheck.resources import SETTINGS, is_ours

if TYPE_CHECKING:
    from scorecheck.readers.patterns import GitIgnored

_MOST_BYTES = 1024 * 1024


@record
class Configuration:
    """The settings for a folder, validated; ``values`` holds only what a file sets."""

    path: Path
    """The nearest file."""
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    above: Configuration | None = None
    """The settings above the nearest file, for keys that it does not set."""

    @property
    def files(self) -> tuple[Configuration, ...]:
        """The files, the nearest first."""
        return (self, *(() if self.above is None else self.above.files))

    @property
    def merged(self) -> Mapping[str, Any]:
        """The effective settings: each key by the nearest file, tables line by line."""
        if self.above is None:
            return self.values
        outer = dict(self.above.merged)
        if self.values.get("game", outer.get("game")) != outer.get("game"):
            # For another game, what was set for sheets of the first is ignored.
            outer = {key: value for key, value in outer.items() if key not in _OF_GAME}
        tables: dict[str, Any] = {
            key: {**outer[key], **self.values[key]}
            for key in outer.keys() & self.values.keys()
            if key in _TABLES
        }
        return {**outer, **self.values, **tables}

    def source(self, key: str) -> Configuration | None:
        """The nearest file with a key."""
        return next((one for one in self.files if key in one.values), None) if key in self.merged else None

    def leaves_out(self, path: Path, *, folder: bool) -> str | None:
        """The setting that excludes a file or folder from a walk, or ``None``."""
        if not self.merged.keys() & {"exclude", "include"}:
            return None
        from scorecheck.readers.patterns import Patterns

        for one in self.files:
            if path.is_relative_to(one.folder) and "exclude" in one.values:
                below = path.relative_to(one.folder).as_posix()
                if Patterns(one.values["exclude"]).says(below, is_folder=folder):
                    return "exclude"
        nearest = self.source("include")
        if folder or nearest is None or not path.is_relative_to(nearest.folder):
            return None
        below = path.relative_to(nearest.folder).as_posix()
        return None if Patterns(nearest.values["include"]).fits(below) else "include"

    @property
    def folder(self) -> Path:
        """The folder that paths and patterns are relative to."""
        return self.path.parent

    @property
    def of_sheets(self) -> Configured:
        """The settings for reading and checking sheets."""
        get = self.merged.get
        layout = get("layout")
        open_ = isinstance(layout, dict)
        wanted = Wanted(
            get("game"),
            get("preset"),
            None if open_ else layout,
            get("columns", {}),
            get("categories", {}),
            get("notation"),
            if_open=layout if open_ else {},
        )
        of_sheets = Configured(wanted, get("options", {}), tuple(get("select", ())), tuple(get("ignore", ())))
        if "per-file-ignores" not in self.merged:
            return of_sheets
        from scorecheck.readers.patterns import Patterns

        per_file = tuple(
            (one.folder, Patterns([pattern]), tuple(ignored))
            for one in self.files
            for pattern, ignored in one.values.get("per-file-ignores", {}).items()
        )
        return of_sheets._replace(per_file=per_file)


def _word(value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else "text"


def _words(value: object) -> str | None:
    ours = isinstance(value, list) and all(_word(one) is None for one in cast("list[object]", value))
    return None if ours else "texts"


def _table(holds: Callable[[object], bool]) -> Callable[[object], str | None]:
    def kind_of(value: object) -> str | None:
        ours = isinstance(value, dict) and all(map(holds, cast("dict[str, object]", value).values()))
        return None if ours else "table"

    return kind_of


def _one_of(*known: str) -> Callable[[object], str | None]:
    return lambda value: None if value in known else " / ".join(known)


IF_OPEN = ("game", "layout", "notation")
"""What ``[layout]`` sets for sheets that leave it open."""


def _layout(value: object) -> str | None:
    """A word, or a table of words under some of the keys of ``IF_OPEN``."""
    if not isinstance(value, dict):
        return _word(value)
    table = cast("dict[str, object]", value)
    ours = table.keys() <= {*IF_OPEN} and all(_word(one) is None for one in table.values())
    return None if ours else " / ".join(IF_OPEN)


def _truth(value: object) -> str | None:
    return None if isinstance(value, bool) else "true / false"


def _count(value: object) -> str | None:
    return None if isinstance(value, int) and not isinstance(value, bool) and value > 0 else "1, 2, 3 …"


KEYS: Mapping[str, Callable[[object], str | None]] = {
    "game": _word,
    "preset": _word,
    "layout": _layout,
    "notation": _one_of(*NOTATIONS),
    "select": _words,
    "ignore": _words,
    "options": _table(lambda one: isinstance(one, (str, int, bool))),
    "columns": _table(lambda one: isinstance(one, str)),
    "categories": _table(lambda one: isinstance(one, str)),
    "lang": _one_of("en", "de", "nb"),
    "strict": _truth,
    "quiet": _truth,
    "output": _words,
    "baseline": _word,
    "jobs": _count,
    "exclude": _words,
    "include": _words,
    "gitignore": _truth,
    "per-file-ignores": _table(lambda one: _words(one) is None),
    "rules": _word,
    "root": _truth,
}
"""Each key with the validator of its values; ``None`` means valid."""
OF_RUN = ("lang", "strict", "quiet", "output", "baseline", "jobs", "rules")
"""Keys for a whole run: they are taken from the settings above the working folder."""
_TABLES = ("options", "columns", "categories", "per-file-ignores")
_OF_GAME = ("preset", "layout", "notation", "options", "columns", "categories")
"""Keys about the sheets of one game."""


def own_rules(settings: Configuration | None, *, trusted: bool = False) -> str | None:
    """Runs and returns the club's own rules that the settings above the working folder name.

    The file is code: so it is never run because some sheet is beside it, and not if it belongs to another
    user, unless the settings were named by hand (``trusted``).

    Raises:
        BrokenFile: there is no such file, it is not to be trusted, or it fails.
    """
    source = None if settings is None else settings.source("rules")
    if source is None:
        return None
    path = source.folder / str(source.values["rules"])
    if not path.is_file():
        raise BrokenFile("no-rules", name=str(path)).of(source.path)
    if not trusted and not all(map(_is_mine, (source.path, path))):
        raise BrokenFile("rules-of-others", name=str(path)).of(source.path)
    for fault in run_with(str(path.resolve())).faults:
        raise BrokenFile("broken-rules", name=str(path), cause=fault.cause).of(source.path)
    return str(path.resolve())


def _is_mine(path: Path) -> bool:
    """Whether a file belongs to the current user, or to the administrator."""
    asked = getattr(os, "geteuid", None)
    return asked is None or path.stat().st_uid in (0, asked())


class Configurations:
    """The settings above each folder, each file read once; broken ones are a ``BrokenFile``."""

    def __init__(self, *, isolated: bool = False, file: Path | None = None) -> None:
        """With ``isolated`` there are none; with ``file`` only its settings apply, everywhere."""
        self._isolated = isolated
        self._file = file
        self._known: dict[Path, Configuration | None] = {}
        self._git: GitIgnored | None = None

    def above(self, folder: Path) -> Configuration | None:
        """The settings for a folder: the file in it, and those above it.

        Raises:
            BrokenFile: they cannot be read, or have an unknown key or a value that is none.
        """
        if self._isolated:
            return None
        if self._file is not None:
            folder = self._file.parent
            if folder not in self._known:
                self._known[folder] = _of_file(self._file)
                if self._known[folder] is None:
                    raise BrokenFile("not-there").of(self._file)
            return self._known[folder]
        if folder not in self._known:
            found = _in(folder)
            if folder.parent != folder and not (found is not None and found.values.get("root")):
                outer = self.above(folder.parent)
                found = outer if found is None else replace(found, above=outer)
            self._known[folder] = found
        return self._known[folder]

    def forget(self) -> None:
        """Reads all files again after a change."""
        self._known.clear()

    def leaves_out(self, path: Path, folder: bool) -> str | None:
        """The setting that excludes a path in a folder: ``exclude``, ``include`` or ``gitignore``."""
        settings = self.above(path.parent)
        wish = None if settings is None else settings.leaves_out(path, folder=folder)
        if wish is None and (settings is None or settings.merged.get("gitignore", True)):
            if self._git is None:
                from scorecheck.readers.patterns import GitIgnored

                self._git = GitIgnored()
            wish = "gitignore" if self._git(path, is_folder=folder) else None
        return wish

    def of_sheet(self, path: Path) -> Configured | None:
        """The settings for a sheet."""
        return self.of_sheets_in(path.resolve().parent)

    def of_sheets_in(self, folder: Path) -> Configured | None:
        """The settings for the sheets in a folder."""
        found = self.above(folder)
        return None if found is None else found.of_sheets


def _in(folder: Path) -> Configuration | None:
    for name in SETTINGS:
        found = _of_file(folder / name)
        if found is not None:
            return found
    return None


def _of_file(path: Path) -> Configuration | None:
    data = _read(path)
    if data is None:
        return None
    # Most sheets lie in a folder without settings.
    from scorecheck.model.toml import loaded, located

    with located(path):
        text, table = loaded(data)
    above: tuple[str, ...] = ()
    if path.name == "pyproject.toml":
        tool: object = table.get("tool")
        ours: object = cast("dict[str, object]", tool).get("scorecheck") if isinstance(tool, dict) else None
        if not isinstance(ours, dict):
            return None
        table, above = cast("dict[str, Any]", ours), ("tool", "scorecheck")
    with located(path, text, *above):
        return Configuration(path, _checked(path, table))


def _read(path: Path) -> bytes | None:
    try:
        if path.exists() and not path.is_file():
            # A folder of that name, or a pipe that nobody writes to.
            return None
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise BrokenFile("unreadable").of(path) from error
    if path.name == "pyproject.toml" and b"scorecheck" not in data:
        # Another program's file need not be TOML that this version reads.
        return None
    if len(data) > _MOST_BYTES:
        raise BrokenFile("too-large").of(path)
    return data


def _checked(path: Path, table: Mapping[str, Any]) -> Mapping[str, Any]:
    for key, value in table.items():
        if key not in KEYS:
            from difflib import get_close_matches

            near = get_close_matches(key, KEYS, n=1)
            known = tuple(KEYS)
            if near:
                raise BrokenFile("unknown-key-near", key, key=key, near=near[0])
            raise BrokenFile("unknown-key", key, key=key, known=known)
        expected = KEYS[key](value)
        if expected in {"text", "texts", "table"}:
            raise BrokenFile(f"not-{expected}", key, key=key)
        if expected is not None:
            raise _wrong_value([key], value, [expected])
    _refuse_strange_rules(path, table)
    if "game" in table:
        table = {**table, "game": game_named(table["game"], path.parent)}
    game, preset = table.get("game"), table.get("preset")
    _refuse_strangers(table, game, preset)
    return table


def _wrong_value(
    at: Sequence[str], value: object, known: Iterable[object], key: str | None = None
) -> BrokenFile:
    """A value of a key that is none of the known ones."""
    expected = " / ".join(dict.fromkeys(map(str, known)))
    return BrokenFile("wrong-value", *at, key=key or ".".join(at), value=str(value), expected=expected)


def _refuse_strange_rules(path: Path, table: Mapping[str, Any]) -> None:
    named = [((key,), table[key]) for key in ("select", "ignore") if key in table]
    named += [(("per-file-ignores", key), rules) for key, rules in table.get("per-file-ignores", {}).items()]
    for at, rules in named:
        for number, rule in enumerate(rules):
            for stranger in Selection([rule]).strangers(path.parent):
                if "rules" in table and not is_ours(stranger.partition("/")[0]):
                    # It may be a club's own, which are not known yet.
                    continue
                near = near_rules(stranger)
                more = {"near": near} if near else {}
                reason = "unknown-rule-near" if near else "unknown-rule"
                raise BrokenFile(reason, *at, number, name=rule, **more)


def _refuse_strangers(table: Mapping[str, Any], game: str | None, preset: str | None) -> None:
    """Rejects unknown names of games, presets, layouts, options, roles and categories."""
    if not table.keys() & {"game", "preset", "layout", "options", "columns", "categories"}:
        return
    games = [*registry.names(), *shipped()]
    if game is not None and game not in games:
        raise _wrong_value(["game"], game, games)
    rulesets = [registry.load(name) for name in registry.names() if game in (None, name)]
    layout = table.get("layout")
    named = layout if isinstance(layout, str) else None
    for one in strange_choices(rulesets, preset, named, table.get("options"), registry.OF_NO_GAME):
        key = "options" if one.kind == "option" else None
        raise _wrong_value(one.at, one.value, one.known, key)
    if not table.keys() & {"columns", "categories"} and not isinstance(layout, dict):
        return
    from scorecheck.tournament.consistency import strange_words

    for (name, word), meaning, known in (
        strange_words(table, with_preset(rulesets, preset)) if rulesets else ()
    ):
        raise _wrong_value((name, word), meaning, known)
