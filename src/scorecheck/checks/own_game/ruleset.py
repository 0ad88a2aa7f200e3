"""The ruleset that a described game comes to: its layouts, its checks, and what a sheet of it gives."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.checks.common import CELL_CHECKS, game_number_checks, heading_checks, total_mismatch
from scorecheck.checks.grounds import TOTALS_AGREE, Ground, nothing_to_check
from scorecheck.checks.own_game.rows import CellsPrior, SidesPrior, like, paid
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.own_game.file import Described
    from scorecheck.checks.prior import RowPrior
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

PRESET = "club"
_SIGN = {True: "+", False: "−"}


def ruleset_of(game: Described) -> Ruleset:
    """The ruleset of a game that a file describes."""
    if game.categories:
        from scorecheck.checks.own_game.cards import ruleset_of_cards

        return ruleset_of_cards(game)
    checks, grounds = _checks(game)
    return Ruleset(
        game=game.name,
        layouts=tuple(_layout(game, name) for name in game.kept),
        presets=(PRESET,),
        checks=(
            *CELL_CHECKS,
            *checks,
            total_mismatch,
            *game_number_checks(_is_game),
            *heading_checks("layouts", "words.toml"),
            nothing_to_check(grounds, game.kept),
        ),
        result=_result,
        headings={},
        is_game=_is_game,
        seats=game.seats,
        ranking=game.ranking,
        lower_wins=game.lower_wins,
        zero_sum=game.sum == 0,
        played=_played,
        options=game.tariff,
        grounds=grounds,
    )


def texts_of(game: Described, lang: str) -> dict[str, Any]:
    """The sentences of a game's rules and what it is called, in a language."""
    said = _sentences(lang)
    choice = said["tariff"]
    texts: dict[str, Any] = {
        "options": {name: {"says": choice["says"].replace("{name}", name)} for name in game.tariff},
        "labels": {f"game.{game.name}": game.title[lang]},
    }
    of_kind = {**said["card"]} if game.categories else said["rules"]
    if game.categories:
        called = {one.name: one.title[lang] for one in game.categories}
        texts["terms"] = {**of_kind.pop("terms"), **called}
    return texts | {f"{game.name}/{rule}": _named(one, game.name) for rule, one in of_kind.items()}


def _named(texts: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Sentences that ask for the terms of a game, with its name put in."""
    text = {variant: said.replace("|GAME}", f"|{game}}}") for variant, said in texts["text"].items()}
    return {**texts, "text": text}


def blank_of(game: Described) -> Mapping[str, Any] | None:
    """What stands on a blank card, as the ``blank.toml`` of a game says it; nothing where a game has none."""
    if not game.categories:
        return None
    from scorecheck.checks.own_game.cards import blank_card

    return blank_card(game)


@cache
def _sentences(lang: str) -> Mapping[str, Any]:
    import tomllib

    path = Path(__file__).parent / "messages" / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _is_game(entry: Entry, _sheet: Sheet) -> bool:
    return not entry.opening


def _is_kept(game: Described, entry: Entry) -> bool:
    """Whether a row is one that the game can give, whatever its values."""
    if not entry.readable:
        return False
    if entry.opening:
        return game.sum != 0 or not sum(entry.totals)
    points = entry.points
    if game.sides:
        return paid(points, game) is not None
    if game.sum is not None and sum(points) != game.sum:
        return False
    if game.zeros is not None and sum(1 for one in points if not one) != game.zeros:
        return False
    return game.cells is None or all(one in game.cells for one in points)


def _layout(game: Described, name: str) -> Layout:
    def prior(seats: int) -> RowPrior:
        if not game.sides:
            return CellsPrior(seats, game.sum, game.cells, game.zeros)
        values = _values(game, {key: one[0] for key, one in game.tariff.items()})
        return SidesPrior(game, seats, frozenset[int]().union(*values.values()))

    def meant(points: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        return like(points, game)

    return Layout(
        name,
        name == "totals",
        frozenset({"number", "control", "remark", "aside"}),
        lambda entry, _past, _sheet: _is_kept(game, entry),
        typical=lambda entry, _sheet: any(entry.points),
        number_roles=frozenset({"control"}),
        gaps="unchanged" if game.playing is not None and game.playing < game.most else "missing",
        min_players=game.least,
        max_players=game.most,
        at_table=game.playing,
        settles=game.sum == 0,
        meant=meant if game.sides else None,
        prior=prior,
        default=name == game.kept[0],
        by_preset=False,
    )


def _values(game: Described, tariff: Mapping[str, int]) -> Mapping[str, frozenset[int]]:
    """What rows of each kind can be worth; a kind of which nothing is said is left out."""
    found: dict[str, frozenset[int]] = {}
    for worth in game.worth:
        for sides in worth.sides & game.sides:
            found[sides] = found.get(sides, frozenset()) | worth.values(tariff)
    return found


def _checks(game: Described) -> tuple[tuple[Check, ...], tuple[Ground, ...]]:
    """The checks of a game, and what an ok of its sheets rests on: all that its file says, and no more."""
    checks: list[Check] = []
    grounds: list[Ground] = []
    absorbed: set[str] = set()
    if game.worth:
        value = Rule(f"{game.name}/value", ERROR)
        checks.append(row_check(value, _value_check(game), of_change=True))
        grounds.append(Ground("values", value))
        absorbed.add(value.name)
    if game.cells is not None:
        points = Rule(f"{game.name}/points", ERROR)
        checks.append(row_check(points, _points_check(game), of_change=True))
        grounds.append(Ground("values", points))
        absorbed.add(points.name)
    if game.sides or game.zeros is not None:
        pattern = Rule(f"{game.name}/pattern", ERROR, absorbs=frozenset(absorbed))
        look = _sides_check(game) if game.sides else _zeros_check(game)
        checks.append(row_check(pattern, look, of_change=True))
        grounds.append(Ground("games", pattern))
        absorbed.add(pattern.name)
    if game.sum is not None:
        total = Rule(f"{game.name}/sum", ERROR, absorbs=frozenset({*absorbed, "sheet/total-mismatch"}))
        checks.append(row_check(total, _sum_check(game, game.sum), doubts=True))
        grounds.append(Ground("zero-sum" if not game.sum else "sum", total))
    return tuple(reversed(checks)), (*reversed(grounds), TOTALS_AGREE)


def _sum_check(game: Described, due: int) -> Any:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        if entry.opening and due:
            return
        by_totals = sheet.running and not due
        out = sum(entry.totals) - sheet.level if by_totals else sum(entry.points)
        if out != due:
            params: dict[str, Param] = {"sum": out, "due": due}
            variant = "totals" if by_totals else ""
            yield Hit(None, params, variant, sheet.points_columns, off=out - due)

    del game
    return look


def _sides_check(game: Described) -> Any:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        if entry.opening or sum(entry.points) or paid(entry.points, game) is not None:
            return
        params: dict[str, Param] = {
            "points": tuple(_signed(one) for one in entry.points if one),
            "rest": (game.playing or len(entry.points)) - 1,
        }
        variant = "either" if len(game.sides) > 1 else next(iter(game.sides))
        yield Hit(None, params, variant, sheet.points_columns)

    return look


def _zeros_check(game: Described) -> Any:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        zeros = sum(1 for one in entry.points if not one)
        if not entry.opening and zeros != game.zeros:
            yield Hit(None, {"zeros": zeros, "due": game.zeros or 0}, "zeros", sheet.points_columns)

    return look


def _value_check(game: Described) -> Any:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        row = None if entry.opening else paid(entry.points, game)
        if row is None or not row.sides:
            return
        tariff = {key: int(sheet.options.get(key, one[0])) for key, one in game.tariff.items()}
        values = _values(game, tariff).get(row.sides)
        if values is not None and row.value not in values:
            at = next(at for at, one in enumerate(entry.points) if one > 0)
            low = max((one for one in values if one < row.value), default=None)
            high = min((one for one in values if one > row.value), default=None)
            near = tuple(str(one) for one in (low, high) if one is not None)
            yield Hit(sheet.points_columns[at], {"value": row.value, "near": near}, "", sheet.points_columns)

    return look


def _points_check(game: Described) -> Any:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        if entry.opening or game.cells is None:
            return
        for at, one in enumerate(entry.points):
            if one not in game.cells:
                yield Hit(sheet.points_columns[at], {"player": sheet.players[at], "points": one})

    return look


def _signed(number: Any) -> str:
    return f"{_SIGN[number > 0]}{abs(number)}"


def _result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points and games of each player, and how often each had more than 0."""
    seats = range(len(sheet.players))
    points: list[Any] = [0 for _ in seats]
    wins = [0 for _ in seats]
    games = 0
    for entry in entries:
        points = [before + one for before, one in zip(points, entry.points, strict=True)]
        if not entry.opening:
            games += 1
            wins = [before + (one > 0) for before, one in zip(wins, entry.points, strict=True)]
    return tuple(PlayerResult(sheet.players[at], points[at], games, {"wins": wins[at]}) for at in seats)


def _played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    for entry in entries:
        if not entry.opening:
            yield Played(entry.label, dict(zip(sheet.players, entry.points, strict=True)))
