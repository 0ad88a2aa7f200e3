"""The content of blank scoresheets, from the ``blank.toml`` of each game, and for the template ``blank``.

Kinds of layouts: ``games`` (a row per game, a column per player), ``card`` (a row per category) and
``records`` (a row per event with facts in named columns, and perhaps points behind them)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, TypeAlias, cast

from scorecheck.checks.ruleset import Ruleset
from scorecheck.checks.sketch import folder_of
from scorecheck.model.error import Refusal
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain, soft
from scorecheck.resources import package_file

BlankKind: TypeAlias = Literal["games", "card", "records"]

MOST_ROWS = 500
MOST_GAMES = 12
"""The most games of a player side by side on a card."""


class Blank(NamedTuple):
    """The content of a blank sheet."""

    game: str
    layout: str
    preset: str
    """The preset that it is for; empty: any."""
    kind: BlankKind
    least: int
    """The least and the greatest number of players."""
    most: int
    rows: int
    by_players: Mapping[str, int] = {}
    """The number of rows by that of players, in place of ``rows``."""
    title: str = ""
    """The preset whose name it bears; empty: the name of its game."""
    running: bool = False
    """The cells hold running totals, not the points of each game."""
    carried: bool = False
    """An empty cell means no change."""
    zero: int = 0
    """Not 0: rows add up to 0, with this number of players in each."""
    sums: tuple[tuple[int | None, int | None, int], ...] = ()
    """The possible sums of rows other than 0: the least, the greatest and the step of each range."""
    playing: int = 0
    """The number of players in each row with ``sums``; 0: all."""
    bounds: tuple[int, ...] = ()
    """The least and the greatest points of a cell, where known."""
    control: Literal["", "sum", "sides"] = ""
    """A column with the sum of each row, or with its sums of plus and minus, as in 37/37."""
    total: bool = False
    """The last row holds the sum of each column."""
    standing: bool = False
    """Columns of running totals beside the points."""
    beside: tuple[str, ...] = ()
    """The headings of further columns beside the points, in the words of a club."""
    kinds: bool = False
    """A column for what was played beside the points."""
    told: bool = False
    """The kind of sheet cannot be recognised by its numbers, so keywords of the workbook give it."""
    columns: tuple[str, ...] = ()
    """Of records: the columns."""
    widths: Mapping[str, int] = {}
    """Of records: the relative widths of columns, if not 1."""
    points: bool = False
    """Of records: a column of points per player behind the facts."""
    choices: Mapping[str, tuple[str, ...]] = {}
    """Of records: the columns whose cells are chosen from a list. ``players`` are the names,
    ``sides`` each name and each pair of names; all else are terms of the game."""
    numbers: Mapping[str, tuple[int, int]] = {}
    """Of records: the columns of whole numbers, with the least and the greatest."""
    texts: tuple[str, ...] = ()
    """Of records: the columns that must stay texts, not become dates or numbers."""
    loose: tuple[str, ...] = ()
    """Of records: the columns that also accept other values than those offered."""
    dice: Mapping[str, int] = {}
    """Of records: the columns of dice from 1 to 6, with their number."""
    differ: tuple[str, ...] = ()
    """Of records: two columns that must hold different names."""
    together: tuple[str, ...] = ()
    """Of records: two columns whose numbers add up to ``together_make``, unless the third one is filled."""
    together_make: int = 0
    counted: str = ""
    """The column with the number of each row, ``number`` where a row is a game."""
    card: tuple[tuple[str, str], ...] = ()
    """Of a card: its rows, each with ``entry`` or the kind of sum."""
    bonuses: tuple[tuple[int, int], ...] = ()
    """Of a card: the least sums of the upper half with their bonuses, in ascending order."""
    games: int = 1
    """Of a card: the number of games of each player side by side, with their sum behind them."""
    values: Mapping[str, frozenset[int]] = {}
    """Of a card: the possible values of its rows, as far as known."""


class BlankWords:
    """The words on a blank sheet: terms of the game, else labels of all sheets."""

    def __init__(self, blank: Blank, messages: Messages) -> None:
        self._blank = blank
        self._messages = messages

    def __call__(self, key: str) -> str:
        """The name of a column or row."""
        if (key, "entry") in self._blank.card:
            return self._messages.term_text(self._blank.game, Term(key, 0))
        return self._messages.label(f"{'noun' if '/' in key else 'blank'}.{key}")

    @property
    def title(self) -> str:
        """What the game is called."""
        return self._messages.game(self._blank.game, self._blank.title)

    @property
    def behind_points(self) -> Sequence[str]:
        """The headings of the columns behind the points."""
        kind = [self("kind")] if self._blank.kinds else []
        return [*kind, *self._blank.beside, self("remark")]

    def game(self, number: int) -> str:
        """The heading over one of a player's games."""
        return self._messages.label("blank.game", number=number)

    def standing(self, player: str) -> str:
        """The heading over a player's running totals."""
        return self._messages.label("blank.standing", player=player)

    def offered(self, column: str, players: Sequence[str]) -> tuple[str, ...]:
        """The choices for the cells of a column of records."""
        said = self._blank.choices.get(column, ())
        if said == ("players",):
            return tuple(players)
        if said == ("sides",):
            return (*players, *(" + ".join(two) for two in combinations(players, 2)))
        return tuple(self._messages.term_text(self._blank.game, Term(key, 0)) for key in said)


class NoBlank(Refusal):
    """A blank sheet cannot be made."""

    said = "cli.new-"


def layouts_of(game: str) -> tuple[str, ...]:
    """The layouts of a game that have blank sheets, the usual one first."""
    return _named(_said(game))


def blank_of(
    game: str, layout: str | None, rows: int | None = None, preset: str | None = None, games: int = 1
) -> Blank:
    """The blank sheet of a layout, by default the usual one, with another number of ``rows`` if given.

    A ``preset`` may have a sheet of its own; ``games`` is the number of games of each player side by side on
    a card.

    Raises:
        NoBlank: there is no such layout, or it cannot have so many rows, or games of a player.
    """
    known = _said(game)
    name = layout or next(iter(known), "")
    if name not in _named(known):
        raise NoBlank("no-layout", name=name, game=game, known=_named(known))
    said: dict[str, Any] = _frozen(known.get(f"{name}:{preset}", known[name]))
    least, most = said.pop("players")
    is_card = said["kind"] == "card"
    if rows is not None:
        if not 1 <= rows <= MOST_ROWS or is_card:
            raise NoBlank("rows", rows=rows, most=MOST_ROWS)
        said |= {"rows": rows, "by_players": {}}
    if games != 1:
        if not is_card or not 1 <= games <= MOST_GAMES:
            raise NoBlank("games", games=games, most=MOST_GAMES)
        said |= {"games": games, "card": _with_halves(said["card"])}
        most = max(1, 2 * MOST_GAMES // games)
    return Blank(game, name, preset or "", least=least, most=most, **said)


def with_values(blank: Blank, ruleset: Ruleset, options: Mapping[str, str | int | bool] = {}) -> Blank:
    """A card with the possible values of its rows by the rules of its game, including the bonus."""
    if blank.kind != "card" or ruleset.row_values is None:
        return blank
    chosen = {**ruleset.preset_options.get(blank.preset, {}), **options}
    values = ruleset.row_values(blank.preset or None, chosen)
    if not values:
        return blank
    if len(blank.bonuses) == 1:
        blank = blank._replace(bonuses=((blank.bonuses[0][0], max(values["bonus"])),))
    return blank._replace(values=values)


def _frozen(value: Any) -> Any:
    """A value of a TOML file, with tuples for its lists."""
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in cast("dict[str, Any]", value).items()}
    return tuple(map(_frozen, cast("list[Any]", value))) if isinstance(value, list) else value


def _with_halves(card: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The rows of a card, with the sums of its halves."""
    found: list[tuple[str, str]] = []
    for key, what in card:
        if what == "total":
            found.append(("lower-sum", "lower-sum"))
        found.append((key, what))
        if what == "bonus":
            found.append(("upper-total", "upper-total"))
    # Without a bonus the halves have no sums.
    return tuple(found) if ("bonus", "bonus") in card else tuple(card)


def fitting(blank: Blank, players: Sequence[str]) -> Blank:
    """The sheet with as many rows as these players need.

    Raises:
        NoBlank: they are too few or too many, or two of them have one name.
    """
    if not blank.least <= len(players) <= blank.most:
        reason = "players" if blank.least < blank.most else "players-just"
        raise NoBlank(reason, count=len(players), least=blank.least, most=blank.most)
    seen: set[str] = set()
    for name in players:
        if name.casefold() in seen:
            raise NoBlank("twice", player=name)
        seen.add(name.casefold())
    return blank._replace(rows=blank.by_players.get(str(len(players)), blank.rows))


def _named(known: Mapping[str, object]) -> tuple[str, ...]:
    # A name with a colon is the variant of a preset.
    return tuple(name for name in known if ":" not in name)


def _said(game: str) -> dict[str, dict[str, Any]]:
    path = package_file("games", folder_of(game), "blank.toml")
    if not path.is_file():
        return _of_own_game(game)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _of_own_game(game: str) -> dict[str, dict[str, Any]]:
    """The blank sheets of a club's own game, made from its layouts."""
    from scorecheck.checks.own import games

    one = games().get(game)
    if one is None or one.texts is None:
        return {}
    said = one.blank or {}
    if "kind" in said:
        return {layout.name: dict(said) for layout in one.ruleset.layouts}
    adds_up = one.ruleset.zero_sum
    return {
        layout.name: {
            "kind": "games",
            "players": [layout.min_players, layout.max_players],
            "rows": 24,
            "running": layout.running,
            "zero": (layout.at_table or 2) if adds_up else 0,
            "playing": layout.at_table or 0,
            "control": "sum" if adds_up or said.get("sums") else "",
            "total": not layout.running,
            # Of a file that says little, points and totals look alike.
            "told": len({each.name for each in one.ruleset.layouts}) > 1,
            **said,
        }
        for layout in one.ruleset.layouts
    }


def blank_data(
    blank: Blank, players: Sequence[str], messages: Messages, *, title: str = ""
) -> dict[str, Any]:
    """The data of a blank sheet for the template."""
    words = BlankWords(blank, messages)
    names = [soft(plain(name)) for name in players]
    shown = plain(title) or words.title
    said: dict[str, Any] = {
        "lang": messages.lang,
        "title": shown,
        "shown_title": soft(shown),
        "made": "",
        "label": {key: messages.label(f"print.{key}") for key in ("remarks", "date")},
        "players": names,
        "above": [],
    }
    return said | (_card(blank, words, names) if blank.kind == "card" else _list(blank, words, names))


def _card(blank: Blank, words: BlankWords, names: Sequence[str]) -> dict[str, Any]:
    """A line per category, with a column for each game of each player."""
    body = {
        "rows": [words(key) for key, _ in blank.card],
        "strong": [what != "entry" for _, what in blank.card],
    }
    if blank.games == 1:
        return body | {"heads": [words("category"), *names], "widths": [2] + [1] * len(names)}
    games = [*map(words.game, range(1, blank.games + 1)), words("total")]
    return body | {
        "heads": [words("category"), *games * len(names)],
        "widths": [2] + [1] * len(games) * len(names),
        "above": [{"name": name, "span": len(games)} for name in names],
    }


def _list(blank: Blank, words: BlankWords, names: Sequence[str]) -> dict[str, Any]:
    """A line per game, with columns for facts, players and remarks."""
    facts = [key for key in blank.columns if key != blank.counted]
    heads = ["" if facts else words(blank.counted or "number"), *map(words, facts)]
    widths = [1, *(blank.widths.get(key, 1) for key in facts)]
    if not facts or blank.points:
        # With facts there is no room for a control.
        control = [words("control")] if blank.control and not facts else []
        heads += [*names, *control, *words.behind_points]
        widths += [1] * (len(heads) - len(widths))
    totals = [words("total")] if blank.total else []
    rows = [*(str(row + 1) for row in range(blank.rows)), *totals]
    return {
        "heads": heads,
        "widths": widths,
        "rows": rows,
        "strong": [False] * blank.rows + [True] * len(totals),
    }
