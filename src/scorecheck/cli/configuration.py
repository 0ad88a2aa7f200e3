"""The settings of a club: ``scorecheck.toml``, or ``[tool.scorecheck]`` in ``pyproject.toml``.

The file is looked for upward from each sheet. The command line outranks an event file, and that the
settings; an unknown key is an error, since it would silently do nothing.
"""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from scorecheck.job import Configured
from scorecheck.model.record import record
from scorecheck.recognition import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NAMES = ("scorecheck.toml", "pyproject.toml")
_MOST_BYTES = 1024 * 1024
_NOTATIONS = ("plus-minus", "plus-only", "minus-only")


class BrokenConfiguration(Exception):  # noqa: N818 - what happened, in the words of the program
    """Settings that cannot be used: ``cli.config.<reason>`` in the labels says why."""

    def __init__(self, path: Path, reason: str, **params: str | tuple[str, ...]) -> None:
        """The file, and what is wrong with it."""
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.params = params


@record
class Configuration:
    """The settings of one file, each checked; what it does not say is not in ``values``."""

    path: Path
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def of_sheets(self) -> Configured:
        """What the settings say of how sheets are read and checked."""
        get = self.values.get
        wanted = Wanted(get("game"), get("preset"), get("layout"), get("columns", {}), get("notation"))
        return Configured(wanted, get("options", {}), tuple(get("select", ())), tuple(get("ignore", ())))


def _word(value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else "text"


def _words(value: object) -> str | None:
    ours = isinstance(value, list) and all(_word(one) is None for one in cast("list[object]", value))
    return None if ours else "texts"


def _table(*kinds: type) -> Callable[[object], str | None]:
    def kind_of(value: object) -> str | None:
        ours = isinstance(value, dict) and all(
            isinstance(one, kinds) for one in cast("dict[str, object]", value).values()
        )
        return None if ours else "table"

    return kind_of


def _one_of(*known: str) -> Callable[[object], str | None]:
    return lambda value: None if value in known else " / ".join(known)


def _truth(value: object) -> str | None:
    return None if isinstance(value, bool) else "true / false"


def _count(value: object) -> str | None:
    return None if isinstance(value, int) and not isinstance(value, bool) and value > 0 else "1, 2, 3 …"


KEYS: Mapping[str, Callable[[object], str | None]] = {
    "game": _word,
    "preset": _word,
    "layout": _word,
    "notation": _one_of(*_NOTATIONS),
    "select": _words,
    "ignore": _words,
    "options": _table(str, int, bool),
    "columns": _table(str),
    "lang": _one_of("en", "de", "nb"),
    "strict": _truth,
    "quiet": _truth,
    "output": _words,
    "baseline": _word,
    "jobs": _count,
}
"""Each key, with what says of a value what should stand there; ``None``: it is well."""
OF_RUN = ("lang", "strict", "quiet", "output", "baseline", "jobs")
"""Keys that hold for a whole run: they are taken from the settings above the working folder."""


class Configurations:
    """The settings above each folder, each file read once."""

    def __init__(self, *, isolated: bool = False) -> None:
        """With ``isolated`` there are none."""
        self._isolated = isolated
        self._known: dict[Path, Configuration | None] = {}

    def above(self, folder: Path) -> Configuration | None:
        """The nearest settings in a folder or above it.

        Raises:
            BrokenConfiguration: they cannot be read, or have an unknown key or a value that is none.
        """
        if self._isolated:
            return None
        if folder not in self._known:
            found = _in(folder)
            if found is None and folder.parent != folder:
                found = self.above(folder.parent)
            self._known[folder] = found
        return self._known[folder]

    def of_sheet(self, path: Path) -> Configured | None:
        """What the settings say of a sheet.

        Raises:
            BrokenConfiguration: as above.
        """
        return self.of_sheets_in(path.resolve().parent)

    def of_sheets_in(self, folder: Path) -> Configured | None:
        """What the settings say of the sheets in a folder.

        Raises:
            BrokenConfiguration: as above.
        """
        found = self.above(folder)
        return None if found is None else found.of_sheets


def _in(folder: Path) -> Configuration | None:
    for name in NAMES:
        path = folder / name
        table = _read(path)
        if table is not None and name == "pyproject.toml":
            tool: object = table.get("tool")
            ours: object = (
                cast("dict[str, object]", tool).get("scorecheck") if isinstance(tool, dict) else None
            )
            table = cast("dict[str, Any]", ours) if isinstance(ours, dict) else None
        if table is not None:
            return Configuration(path, _checked(path, table))
    return None


def _read(path: Path) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise BrokenConfiguration(path, "unreadable", cause=error.strerror or "?") from error
    if path.name == "pyproject.toml" and b"scorecheck" not in data:
        # Another program's file need not even be TOML that we could read.
        return None
    if len(data) > _MOST_BYTES:
        raise BrokenConfiguration(path, "too-large")
    from scorecheck.model.toml import parsed

    try:
        return parsed(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BrokenConfiguration(path, "no-toml", cause=str(error)) from error


def _checked(path: Path, table: Mapping[str, Any]) -> Mapping[str, Any]:
    for key, value in table.items():
        if key not in KEYS:
            from difflib import get_close_matches

            near = get_close_matches(key, KEYS, n=1)
            known = tuple(KEYS)
            if near:
                raise BrokenConfiguration(path, "unknown-key-near", key=key, near=near[0])
            raise BrokenConfiguration(path, "unknown-key", key=key, known=known)
        expected = KEYS[key](value)
        if expected in {"text", "texts", "table"}:
            raise BrokenConfiguration(path, f"not-{expected}", key=key)
        if expected is not None:
            raise BrokenConfiguration(path, "wrong-value", key=key, value=str(value), expected=expected)
    if table.keys() & {"select", "ignore"}:
        from scorecheck.catalogue import Selection

        for stranger in Selection(table.get("select", ()), table.get("ignore", ())).strangers():
            raise BrokenConfiguration(path, "unknown-rule", name=stranger)
    game, preset = table.get("game"), table.get("preset")
    _refuse_strangers(path, table, game, preset)
    return table


def _refuse_strangers(path: Path, table: Mapping[str, Any], game: str | None, preset: str | None) -> None:
    """Refuses names of games, presets, layouts and options that there are not."""
    if not table.keys() & {"game", "preset", "layout", "options"}:
        return
    from scorecheck.games import registry

    def refuse(key: str, value: str, known: list[str]) -> None:
        if value not in known:
            raise BrokenConfiguration(
                path, "wrong-value", key=key, value=value, expected=" / ".join(dict.fromkeys(known))
            )

    if game is not None:
        refuse("game", game, list(registry.GAMES))
    rulesets = [registry.load(name) for name in registry.GAMES if game in (None, name)]
    if preset is not None:
        refuse("preset", preset, [one for ruleset in rulesets for one in ruleset.presets])
        rulesets = [ruleset for ruleset in rulesets if preset in ruleset.presets]
    if "layout" in table:
        layouts = [layout.name for ruleset in rulesets for layout in ruleset.layouts]
        refuse("layout", table["layout"], [*layouts, "standings"])
    for name, value in table.get("options", {}).items():
        refuse("options", name, [one for ruleset in rulesets for one in ruleset.options])
        values = [one for ruleset in rulesets for one in ruleset.options.get(name, ())]
        if value not in values:
            raise BrokenConfiguration(
                path,
                "wrong-value",
                key=f"options.{name}",
                value=str(value),
                expected=" / ".join(map(str, values)),
            )
