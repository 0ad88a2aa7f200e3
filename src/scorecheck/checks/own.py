"""Plug-ins: games and rules of installed packages, of a club's game files, and of its ``rules.py``.

A package declares them as entry points: ``scorecheck.games`` (the name of the game and its ``Ruleset``) and
``scorecheck.rules`` (a module, a rule, or several). They are imported only when needed; their faults are
reported with their source.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from math import inf
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar, cast

from scorecheck.checks.check import Check, Rule
from scorecheck.checks.prior import AnySettlement, RowPrior, Step
from scorecheck.checks.ruleset import Ground, Layout, Ruleset
from scorecheck.model.error import BrokenFile
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.resources import is_ours, opened

T = TypeVar("T")
_MARK = b"[scorecheck."
_GAMES, _RULES = "scorecheck.games", "scorecheck.rules"
_LARGEST = 1024 * 1024
_MARKS = rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?"
"""A byte order mark."""
_GAME_TABLE = rb"(?m)^" + _MARKS + rb"[ \t]*\[[ \t]*game[ \t]*(?:\]|\r?$)"
_NO_GAME = ("scorecheck.toml", "pyproject.toml", "event.toml", "season.toml")


@record
class OwnRule:
    """A rule of a plug-in: its check, the games that it applies to, and its texts by language."""

    check: Check
    games: frozenset[str]
    """Empty: all games."""
    texts: Mapping[str, Mapping[str, Any]]
    source: str = ""
    """The package with its version, or the file."""

    @property
    def rule(self) -> Rule:
        """Its name and severity."""
        return self.check.rule


class OwnGame(NamedTuple):
    """A game of a plug-in."""

    ruleset: Ruleset
    source: str
    messages: Path
    """The folder with its texts, one file per language."""
    texts: Callable[[str], dict[str, Any]] | None = None
    """Makes its texts in a language, for a game without such a folder."""
    blank: Mapping[str, Any] | None = None
    """The content of its blank sheets, as far as its layouts do not determine it."""


class PlugInFault(NamedTuple):
    """A fault in a game or rule of a plug-in."""

    source: str
    cause: str


class Own(NamedTuple):
    """The games and rules of plug-ins."""

    games: Mapping[str, OwnGame] = {}
    rules: tuple[OwnRule, ...] = ()
    faults: tuple[PlugInFault, ...] = ()


def _fault(source: str, cause: BaseException, at: str = "") -> PlugInFault:
    kind = "" if isinstance(cause, NotTakenError) else f"{type(cause).__name__}: "
    return PlugInFault(source, f"{at}{kind}{cause}".removesuffix(": "))


class NotTakenError(ValueError):
    """A game or rule of a plug-in cannot be used."""


_listener: ContextVar[list[PlugInFault] | None] = ContextVar("listener", default=None)
"""Collects the faults of plug-in games during the check of one file, in its own thread."""


@contextmanager
def listening() -> Generator[list[PlugInFault]]:
    """Collects the faults of plug-in games within the block, each once."""
    heard: list[PlugInFault] = []
    before = _listener.set(heard)
    try:
        yield heard
    finally:
        _listener.reset(before)


@cache
def installed() -> Own:
    """The games and rules of installed packages."""
    if os.environ.get("SCORECHECK_NO_PLUGINS") or not _is_any():
        return Own()
    games: dict[str, OwnGame] = {}
    rules: list[OwnRule] = []
    faults: list[PlugInFault] = []
    for source, point in _points():
        try:
            if point.group == _GAMES:
                games.setdefault(point.name, _game(point, source))
            else:
                rules += _rules_in(point.load(), source, rules)
        except Exception as cause:  # noqa: BLE001 - any fault of a plug-in
            faults.append(_fault(source, cause))
    return Own(games, tuple(rules), tuple(faults))


_clubs: dict[str, OwnGame] = {}
"""The games of files that this process has read."""
_SHIPPED = Path(__file__).parent / "own_game" / "shipped"
_MOST_FILES = 100
"""The most files of a folder that are searched for a game."""
_MOST_GAMES = 20
"""The most game files of a folder that its sheets are compared with."""


def games() -> Mapping[str, OwnGame]:
    """The games of plug-ins: of installed packages, and of files that are named or lie beside sheets."""
    return {**installed().games, **_clubs} if _clubs else installed().games


def game_of(name: str) -> OwnGame | None:
    """The game of a plug-in or a file; one that ships is read where only another process has met it."""
    if name not in games() and name in shipped():
        game_in_file(shipped()[name])
    return games().get(name)


@cache
def shipped() -> Mapping[str, str]:
    """The games that ship with scorecheck as files. None is recognised by its rows alone."""
    return MappingProxyType({path.stem: str(path) for path in sorted(_SHIPPED.glob("*.toml"))})


def game_named(name: str, folder: Path) -> str:
    """The name of a game that is given by its name, or by a file relative to a folder, which is then read.

    Raises:
        BrokenFile: the file defines no game.
    """
    if name.endswith(".toml"):
        return game_in_file(os.path.realpath(folder / name))
    if name not in _clubs and name in shipped():
        return game_in_file(shipped()[name])
    return name


def areas_from(folder: Path, patterns: Iterable[str]) -> None:
    """Loads the games whose rules some patterns name: shipped ones, and those of files in a folder.

    Raises:
        BrokenFile: such a file defines no game, or the same as another.
    """
    asked = {pattern.partition("/")[0] for pattern in patterns}
    strange = {area for area in asked if not is_ours(area) and area not in games()}
    if not strange:
        return
    for name in strange.intersection(shipped()):
        game_named(name, folder)
    if strange - games().keys():
        games_in_files(games_beside(folder))


def game_in_file(path: str) -> str:
    """The name of the game that a file defines; from then on the name refers to that file.

    Raises:
        BrokenFile: it defines none, or the name is that of an installed game.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 - faster than a Path
        stamp = found.st_mtime_ns, found.st_size
    except OSError:
        stamp = 0, 0
    one = _own_game(path, stamp)
    name = one.ruleset.game or ""
    other = installed().games.get(name)
    if other is not None:
        _refuse_twice(name, path, other.source)
    _clubs[name] = one
    return name


@lru_cache(maxsize=64)
def _own_game(path: str, stamp: tuple[int, int]) -> OwnGame:
    """The game of a file with this time stamp."""
    del stamp
    from scorecheck.checks.own_game.file import read
    from scorecheck.checks.own_game.ruleset import blank_of, ruleset_of, texts_of

    game = read(Path(path))
    blank = dict(blank_of(game))
    if Path(path).parent == _SHIPPED:
        # Few clubs write down all that the file of a game for everybody knows.
        blank.pop("beside", None)
    return OwnGame(ruleset_of(game), path, Path(), partial(texts_of, game), blank)


def file_of(game: str | None) -> str | None:
    """The file that defines a game; ``None`` where no file does."""
    one = _clubs.get(game or "")
    return None if one is None else one.source


def asked_for_by(game: str) -> str:
    """The value of ``--game`` for a game: its name, or its file, quoted for a shell in the working folder."""
    source = file_of(game)
    if source is None or Path(source).parent == _SHIPPED:
        return game
    from shlex import quote

    path, here = Path(source), Path.cwd()
    return quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def called_from(game: str, folder: Path) -> str:
    """The value of ``game`` in a file of a folder: the name, or the file that defines the game."""
    source = file_of(game)
    if source is None or Path(source).parent == _SHIPPED:
        return game
    return Path(os.path.relpath(source, folder)).as_posix()


def games_beside(folder: Path) -> tuple[str, ...]:
    """The files in the folder of a sheet that define a game, and those that cannot be opened: one might."""
    try:
        with os.scandir(folder) as listed:
            names = [one.path for one in listed if one.name.endswith(".toml") and one.is_file()]
    except OSError:
        return ()
    asked = [name for name in sorted(names)[:_MOST_FILES] if not name.endswith(_NO_GAME)]
    return tuple([name for name in asked if says_a_game(name, if_shut=True)][:_MOST_GAMES])


def games_in_files(paths: Iterable[str]) -> tuple[str, ...]:
    """The names of the games that files define; from then on they refer to those files.

    Raises:
        BrokenFile: one defines none, or the same as another.
    """
    found: dict[str, str] = {}
    for path in paths:
        name = game_in_file(path)
        if name in found:
            _refuse_twice(name, path, Path(found[name]).name)
        found[name] = path
    return tuple(found)


def _refuse_twice(name: str, path: str, other: str) -> None:
    from scorecheck.model.toml import located

    with located(Path(path), Path(path).read_text(encoding="utf-8-sig")):
        raise BrokenFile("game-twice", "game", "name", name=name, other=other)


def says_a_game(path: str, *, if_shut: bool = False) -> bool:
    """Whether a file has a table ``[game]``, so that it is no event file; ``if_shut`` if it is shut."""
    try:
        with opened(path) as file:
            return re.search(_GAME_TABLE, file.read(_LARGEST).replace(b"\0", b"")) is not None
    except OSError:
        return if_shut


def _folders() -> list[str]:
    """The folders with installed packages, without the working folder, which may hold untrusted files."""
    here = str(Path.cwd())
    return [folder for folder in dict.fromkeys(sys.path) if folder and Path(folder) != Path(here)]


def _is_any() -> bool:
    """Whether a package declares a game or rule; ``importlib.metadata`` takes 20 times as long."""
    for folder in _folders():
        try:
            with os.scandir(folder) as found:
                names = [one.path for one in found if one.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue
        for name in names:
            try:
                with open(f"{name}/entry_points.txt", "rb") as file:  # noqa: PTH123 - faster than a Path
                    if _MARK in file.read(_LARGEST):
                        return True
            except OSError:
                continue
    return False


def _points() -> Iterator[tuple[str, Any]]:
    """The entry points in the order of their names, each with its package."""
    from importlib.metadata import distributions

    found: dict[tuple[str, str, str], tuple[str, Any]] = {}
    for package in distributions(path=_folders()):
        for point in package.entry_points:
            if point.group in (_GAMES, _RULES):
                source = f"{package.name} {package.version}"
                found.setdefault((point.group, point.name, package.name), (source, point))
    yield from (found[key] for key in sorted(found))


def _game(point: Any, source: str) -> OwnGame:
    ruleset: object = point.load()
    if not isinstance(ruleset, Ruleset):
        raise NotTakenError(f"{point.value} is no Ruleset")
    if ruleset.game != point.name or is_ours(point.name):
        raise NotTakenError(f"a game cannot be called {point.name}")
    for check in ruleset.checks:
        area = check.rule.area
        if area != point.name and area != "sheet":
            raise NotTakenError(f"the rule {check.rule.name} belongs to the area {point.name}")
    guarded = _guarded(source)
    layouts = tuple(
        replace(
            layout,
            coherent=guarded(layout.coherent),
            prior=_prior_of(layout, source, zero_sum=ruleset.zero_sum),
        )
        for layout in ruleset.layouts
    )
    rules = dict.fromkeys(check.rule for check in ruleset.checks if check.rule.area == point.name)
    # A game that names no grounds rests on its rules.
    grounds = ruleset.grounds or tuple(Ground("rules", rule) for rule in rules)
    ruleset = replace(ruleset, layouts=layouts, telltale=guarded(ruleset.telltale), grounds=grounds)
    module = sys.modules[point.module]
    folder = Path(module.__file__ or "").parent / "messages"
    return OwnGame(ruleset, source, folder)


def _asked(source: str, ask: Callable[[], T], instead: T) -> T:
    """The result of a plug-in's function; if it fails, the fault is collected and ``instead`` returned."""
    try:
        return ask()
    except Exception as cause:  # noqa: BLE001 - any fault of a plug-in
        fault = _fault(source, cause)
        heard = _listener.get()
        if heard is not None and fault not in heard:
            heard.append(fault)
        return instead


def _guarded(source: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Wraps predicates that are called for every table: where one fails, the table is not the plug-in's."""

    def around(ask: Callable[..., bool]) -> Callable[..., bool]:
        return lambda *args: _asked(source, lambda: ask(*args), instead=False)

    return around


def _prior_of(layout: Layout, source: str, *, zero_sum: bool) -> Callable[[int], RowPrior] | None:
    """The guarded prior of a layout, which recognition needs."""
    if layout.required or layout.row_names:
        return layout.prior
    if layout.prior is None and not zero_sum:
        raise NotTakenError(f"the layout {layout.name} has no prior: how likely are its rows?")
    prior = layout.prior or AnySettlement
    return lambda seats: _Prior(source, prior, seats)


class _Prior:
    """The prior of a plug-in: where it fails, no row is likely."""

    def __init__(self, source: str, make: Callable[[int], RowPrior], seats: int) -> None:
        self.source = source
        self.prior = _asked(source, lambda: make(seats), None)

    def __call__(self, step: Step) -> float:
        prior = self.prior
        return -inf if prior is None else _asked(self.source, lambda: prior(step), -inf)

    def learnt(self, steps: Iterable[Step]) -> RowPrior:
        prior, rows = self.prior, list(steps)
        if prior is None:
            return self
        learnt = prior
        return _Prior(self.source, lambda _seats: learnt.learnt(rows), 0)

    def likely(self, most: int) -> Mapping[Step, float]:
        prior = self.prior
        return {} if prior is None else _asked(self.source, lambda: prior.likely(most), dict["Step", float]())


@lru_cache(maxsize=16)
def rules_of(path: str) -> Own:
    """The rules in a Python file, which is executed; a later change of the file has no effect."""
    try:
        text = Path(path).read_bytes()
        space: dict[str, Any] = {"__name__": "scorecheck_rules", "__file__": path, "print": _print_aside}
        exec(compile(text, path, "exec"), space)  # noqa: S102 - the settings of the club ask for it
        return Own(rules=tuple(_rules_in(space, path, installed().rules)))
    except (Exception, SystemExit) as cause:  # noqa: BLE001 - any fault of the file
        return Own(faults=(_fault(path, cause, _line_in(path, cause)),))


def _print_aside(*values: object, file: Any = None, **how: Any) -> None:
    """``print`` in a club's rules: standard output is for results alone."""
    print(*values, file=file or sys.stderr, **how)


def _line_in(path: str, cause: BaseException) -> str:
    from traceback import extract_tb

    lines = [frame.lineno for frame in extract_tb(cause.__traceback__) if frame.filename == path]
    return f"line {lines[-1]}: " if lines else ""


def _rules_in(found: Any, source: str, known: Iterable[OwnRule]) -> list[OwnRule]:
    """The rules in a module, a namespace, a list, or a single rule."""
    listed: Iterable[object] = [found]
    if isinstance(found, dict):
        listed = cast("dict[str, object]", found).values()
    elif isinstance(found, ModuleType):
        listed = vars(found).values()
    elif isinstance(found, list | tuple):
        listed = cast("Iterable[object]", found)
    rules = [replace(one, source=source) for one in listed if isinstance(one, OwnRule)]
    if not rules:
        raise NotTakenError("there are no rules in it")
    names = [one.rule.name for one in (*known, *rules)]
    for one in rules:
        if is_ours(one.rule.area) or names.count(one.rule.name) > 1:
            raise NotTakenError(f"a rule cannot be called {one.rule.name}")
    return rules


def rules_for(path: str | None) -> tuple[OwnRule, ...]:
    """The rules of plug-ins that hold in a run: of installed packages, and of a file."""
    mine = installed().rules
    return mine if path is None else (*mine, *rules_of(path).rules)


def checks_for(game: str, path: str | None) -> tuple[Check, ...]:
    """The checks of plug-ins for the sheets of a game."""
    return tuple(one.check for one in rules_for(path) if not one.games or game in one.games)


_known: dict[str, OwnRule] = {}
"""The rules of files that this process has loaded."""


def run_with(path: str) -> Own:
    """Loads the rules of a file, so that lists and messages know them."""
    own = rules_of(path)
    _known.update({one.rule.name: one for one in own.rules})
    return own


def known_rules() -> Mapping[str, OwnRule]:
    """All rules of plug-ins, by name."""
    return {one.rule.name: one for one in installed().rules} | _known


def source_of(rule: str) -> str | None:
    """The source of a rule of a plug-in; ``None`` for ours."""
    area = rule.partition("/")[0]
    if is_ours(area):
        return None
    one = known_rules().get(rule)
    if one is not None:
        return one.source
    game = games().get(area)
    return None if game is None or Path(game.source).parent == _SHIPPED else game.source
