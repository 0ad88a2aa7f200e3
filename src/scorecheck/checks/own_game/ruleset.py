"""The ruleset of a game that a file describes: its layouts, its texts, and what its sheets give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, product
from math import inf, log
from typing import Any

from scorecheck.checks.cards.card import card_terms
from scorecheck.checks.common import CELL_CHECKS, heading_checks, total_mismatch
from scorecheck.checks.game_numbers import game_number_checks, is_game
from scorecheck.checks.null import ODDS, SLIP
from scorecheck.checks.own_game.checks import ROLES, checks_of, values_due
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import (
    FACTS,
    NO_TARIFF,
    WeighedRow,
    columns_left,
    explained,
    facts_held,
    groups_of,
    headings_of,
    held,
    is_worth,
    paid_once,
    values_by_sides,
    values_of_any_event,
    weigh,
    weighed_row,
)
from scorecheck.checks.own_game.rows import SIGNS, CellsPrior, SidesPrior, has_hundredths, like_in
from scorecheck.checks.own_game.times import ROLE, TimesPrior, once, spelt, times_of
from scorecheck.checks.prior import RowPrior
from scorecheck.checks.ruleset import NEVER, Layout, Mending, Ruleset, nothing_to_check
from scorecheck.checks.sides import sides_of
from scorecheck.checks.words import data, plain, vocabulary
from scorecheck.model.cells import Number, whole
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Param, Term


def shown_tariff(
    game: Described, sheet: Sheet, options: Mapping[str, Any], entries: Iterable[Entry]
) -> Mapping[str, Shown]:
    """The likeliest amounts, where rows show at odds of 99 to 1 that those in force do not hold."""
    first = ((one.row, weighed_row(one, sheet, game)) for one in islice(entries, _MOST_ROWS))
    rows = [(at, row) for at, row in first if row is not None]
    in_force = game.amounts(options)
    chosen = _tariff_shown(game, in_force, rows)
    if chosen is None:
        return {NO_TARIFF: Shown(value=True, cell=sheet.table.heading_cell(sheet.points_columns[0]))}
    shown: dict[str, Shown] = {}
    if chosen != in_force:
        at = min(_wrong_by(game, in_force, rows), default=rows[0][0])
        cell = sheet.table.cell(at, sheet.points_columns[0])
        shown = {name: Shown(worth, cell) for name, worth in chosen.items() if worth != in_force[name]}
    facts = held([row for _, row in rows], game, chosen)
    if facts:
        column = next(one.at for one in sheet.columns if one.role in headings_of(game).values())
        shown[FACTS] = Shown(" ".join(facts), sheet.table.heading_cell(column))
    return shown


def _tariff_shown(
    game: Described, in_force: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> Mapping[str, int] | None:
    """The amounts that rows show at odds of 99 to 1 against those in force; among plausible choices, the one
    that changes the fewest amounts. ``None``: they rather follow none that the file has."""
    if not _wrong_by(game, in_force, rows) and all(row.facts is None for _, row in rows):
        return in_force
    groups = groups_of({at for _, row in rows if row.facts for at in row.facts.counts}, game)
    with_facts = explained((row for _, row in rows), groups, game)

    def likely_by(tariff: Mapping[str, int]) -> float:
        # Either the columns hold what raised the value, or they are unrelated.
        return _likely_by(game, tariff, rows) + max(0.0, weigh(with_facts, tariff)[0])

    weighed = [(likely_by(one), one) for one in _tariffs(game, in_force)]
    best = max(likely for likely, _ in weighed)
    usual = likely_by(in_force)
    if _likely_by_none(game, in_force, rows) > max(usual, best + _OTHER):
        return None
    if best + _OTHER - usual < ODDS:
        return in_force

    def changes(one: tuple[float, Mapping[str, int]]) -> tuple[int, float]:
        likely, amounts = one
        return sum(amounts[name] != worth for name, worth in in_force.items()), -likely

    return min((one for one in weighed if one[0] > best - ODDS), key=changes)[1]


def remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
    """The amounts and facts that rows showed, for ``inspect``."""
    del entries
    for name, shown in sheet.shown.items():
        if name == NO_TARIFF:
            continue
        if name == FACTS:
            yield Term("read-facts", params={"cell": shown.cell.a1})
            continue
        params: dict[str, Param] = {"name": name, "worth": int(shown.value), "cell": shown.cell.a1}
        yield Term("read-tariff", params=params)


def _wrong_by(
    game: Described, tariff: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> frozenset[int]:
    """The rows whose values a tariff does not allow."""
    values = values_by_sides(game, tariff)
    return frozenset(at for at, row in rows if row.sides in values and row.value not in values[row.sides])


def _tariffs(game: Described, in_force: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The choices of amounts to weigh: base amounts independently of each other, added amounts together, by
    their index in the lists."""
    base = sorted({one for worth in game.worth for one in worth.base if isinstance(one, str)})
    added = sorted(game.tariff.keys() - set(base))
    # An amount that the event sets is not questioned.
    open_to = {
        name: amounts if in_force[name] == amounts[0] else (in_force[name],)
        for name, amounts in game.tariff.items()
    }
    places = range(max((len(open_to[name]) for name in added), default=1))
    bases = list(product(*(open_to[name] for name in base)))
    yield dict(in_force)
    for place in places if len(places) * len(bases) <= _MOST_CHOICES else ():
        more = {name: open_to[name][min(place, len(open_to[name]) - 1)] for name in added}
        yield from ({**more, **dict(zip(base, one, strict=True))} for one in bases)


def _likely_by(game: Described, tariff: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]) -> float:
    """The log-likelihood of the values of rows under a tariff, if one row in thirty is wrong."""
    values = values_by_sides(game, tariff)
    chance = 0.0
    for _, row in rows:
        shares: Mapping[int, float] = values.get(row.sides, {})
        chance += log((1 - SLIP) * shares.get(row.value, 0.0) + SLIP / _ANY)
    return chance


def _likely_by_none(
    game: Described, in_force: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> float:
    """The same if they follow no tariff of the file: any values, of which those seen before are likelier."""
    if any(in_force[name] != amounts[0] for name, amounts in game.tariff.items()):
        # What an event chose is not questioned.
        return -inf
    if all(len(amounts) == 1 for amounts in game.tariff.values()):
        # These are the club's own.
        return -inf
    chance, seen = log(_NO_TARIFF), Counter[int]()
    for number, (_, row) in enumerate(rows):
        chance += log((seen[row.value] + _NEW / _ANY) / (number + _NEW))
        seen[row.value] += 1
    return chance


_NO_TARIFF = 0.05
"""The share of rounds with another tariff than the file has."""
_NEW = 4
"""How many rows the guess is worth that a value may be any."""
_MOST_ROWS = 300
_MOST_CHOICES = 300


_ANY = 40
"""The number of values that a wrong row may have."""


_OTHER = log(0.2 / _MOST_CHOICES)
"""The log-prior of each choice of other amounts than the usual."""


_NUMBERS = (
    *("match", "board", "partie", "durchgang", "satz", "wurf"),
    *("hand", "leg", "frame", "set", "kamp", "omgang"),
)
"""Headings of a column that counts the rows, in plain form."""
_OF_ANY, _BESIDE_SIDES = ("layouts", "words.toml"), ("checks", "own_game", "columns.toml")
"""The data files with the headings of any sheet, and with those beside games with sides."""

_HARDLY = 0.02
"""The factor on the rate of a slip that a game makes unlikely."""


def ruleset_of(game: Described) -> Ruleset:
    """The ruleset of a described game."""
    if game.categories:
        from scorecheck.checks.own_game.cards import ruleset_of_cards

        return ruleset_of_cards(game)
    checks, grounds = checks_of(game)
    return Ruleset(
        game=game.name,
        names=game.called,
        layouts=(
            *(_layout(game, name) for name in game.kept),
            *(
                _layout(game, "points", notation)
                for notation in SIGNS
                if game.sides and "points" in game.kept
            ),
        ),
        presets=(),
        checks=(
            *CELL_CHECKS,
            *checks,
            total_mismatch,
            *game_number_checks(),
            *heading_checks(
                *(_BESIDE_SIDES if game.sides else _OF_ANY),
                left=lambda sheet: columns_left(sheet, facts_held(sheet), game),
            ),
            nothing_to_check(grounds, game.kept),
        ),
        result=partial(_result, game),
        headings={
            **dict.fromkeys((*_NUMBERS, *map(plain, game.nouns.values())), "number"),
            **(vocabulary(*_BESIDE_SIDES) if game.sides else {}),
            **(dict.fromkeys(game.multiplier.headings, ROLE) if game.multiplier is not None else {}),
            **headings_of(game),
        },
        is_game=is_game,
        seats=game.seats,
        ranking=game.ranking,
        lower_wins=game.lower_wins,
        zero_sum=game.settles,
        pays=lambda entry, sheet: _is_kept(replace(game, multiplier=None), {}, entry, sheet),
        # Unless rows add up to 0, positive points do not mean a win.
        played=partial(_played, game) if game.settles else None,
        as_data=partial(_played, game),
        options=game.tariff,
        shown_options=partial(shown_tariff, game) if game.tariff and game.worth else None,
        remarks=remarks,
        grounds=grounds,
        in_hundredths=lambda sheet: has_hundredths(sheet, game),
    )


def texts_of(game: Described, lang: str) -> dict[str, Any]:
    """The messages of a game in a language."""
    said = data("checks", "own_game", "messages", f"{lang}.toml")
    choice = said["tariff"]
    texts: dict[str, Any] = {
        "terms": {"read-tariff": choice["shown"], "read-facts": choice["facts"]},
        "options": {name: {"says": choice["says"].replace("{name}", name)} for name in game.tariff},
        "labels": {
            f"game.{game.name}": game.title[lang],
            **({f"noun.{game.noun}": game.nouns[lang]} if game.nouns else {}),
        },
    }
    of_kind = said["card" if game.categories else "rules"]
    if game.categories:
        texts["terms"] |= {**card_terms()[lang], **{one.name: one.title[lang] for one in game.categories}}
    return texts | {f"{game.name}/{rule}": _named(one, game.name) for rule, one in of_kind.items()}


def _named(texts: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The texts of a rule, with the name of the game inserted."""
    text = {variant: said.replace("|GAME}", f"|{game}}}") for variant, said in texts["text"].items()}
    return {**texts, "text": text}


def blank_of(game: Described) -> Mapping[str, Any]:
    """The content of a blank card, in the form of ``blank.toml``; for other games, what the rows can add up
    to, what the cells can hold, and what stands beside the points."""
    if not game.categories:
        # How often a row counts is not known before it is written.
        several = game.multiplier is not None
        sums = () if several or game.settles or game.sum is None else game.sum.ranges
        cells = () if several or game.cells is None or game.hundredths else game.cells.ranges
        ends = [one for bounds in cells for one in bounds[:2] if one is not None]
        bounds = (min(ends), max(ends)) if len(ends) == 2 * len(cells) > 0 else ()
        counted = "" if game.noun == "game" else game.noun
        rows = {str(players): rows for players, rows in game.rows.items()}
        said = {"sums": sums, "bounds": bounds, "counted": counted, "beside": game.beside}
        kinds = bool(game.kinds)
        return {**said, "kinds": kinds, "rows": game.rows.get(0, 24), "by_players": rows}
    from scorecheck.checks.own_game.cards import blank_card

    return blank_card(game)


def _is_kept(game: Described, values: Mapping[str, frozenset[int]], entry: Entry, sheet: Sheet) -> bool:
    """Whether a row is possible in the game."""
    if not entry.readable:
        return False
    if entry.opening:
        return not game.settles or not sum(entry.totals)
    times = times_of(entry, game.multiplier)
    points = entry.points if times is None else once(entry.points, times)
    counted = game.counted(entry)
    if points is None or game.zeros_of(len(counted)) not in {None, counted.count(game.fixed)}:
        return False
    return is_worth(points, sheet, game, values)


def _layout(game: Described, name: str, notation: str = "plus-minus") -> Layout:
    of_any_event = values_of_any_event(game)

    def usual_values() -> Mapping[str, Mapping[int, float]]:
        return values_by_sides(game, {key: one[0] for key, one in game.tariff.items()})

    how = game.multiplier
    other_sums = None if game.settles or how is not None else game.sum
    beside: frozenset[str] = ROLES if game.sides else frozenset()
    raised = frozenset(headings_of(game).values())

    def prior(seats: int) -> RowPrior:
        of_row: RowPrior
        if game.sides:
            of_row = SidesPrior(game, seats, usual_values(), notation=notation)
        else:
            zeros = game.zeros_of(seats)
            of_row = CellsPrior(seats, game.sum, game.cells, zeros, game.fixed, game.drops_out)
        return of_row if how is None else TimesPrior(of_row, how.likely)

    def meant(points: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        yield from like_in(notation, points, game)
        if notation in SIGNS and sum(map(bool, points)) == 1:
            # One player's points alone leave the value open.
            by = ((game.playing or len(points)) - 1) * (-1 if notation == "minus-only" else 1)
            for value in usual_values().get("one-rest", ()):
                yield tuple(by * value if one else 0 for one in points)

    may_be_empty = notation in SIGNS or game.zeros == 0 or (game.playing or game.most) < game.most
    return Layout(
        name,
        name == "totals",
        frozenset(
            {"number", "control", "remark", "aside", *beside, *raised, *((ROLE,) if how is not None else ())}
        ),
        lambda entry, _past, sheet: _is_kept(game, of_any_event, entry, sheet),
        number_roles=frozenset({"control"}) | (beside & {"value"}),
        sure_roles=frozenset({ROLE, *raised}),
        notation=notation,
        gaps="unchanged" if may_be_empty else "missing",
        marks_are_zeros=True,
        zeros=0 if game.drops_out or game.fixed else game.zeros or 0,
        drops_out=game.drops_out,
        whole=not game.hundredths,
        hundredths=game.hundredths,
        min_players=game.least,
        max_players=game.most,
        takes_all=not game.settles,
        at_table=game.playing,
        settles=game.settles,
        mending=lambda: Mending(
            often=_often(game),
            meant=meant if game.sides else None,
            sums=() if other_sums is None else other_sums.values(_MOST_SUMS),
            revalued=partial(_revalued, game) if game.worth and game.multiplier is None else None,
            dues=partial(_dues, game),
        ),
        prior=prior,
        default=name == game.kept[0],
        share=0.5 if game.settles else _SELDOM,
        by_preset=False,
        noun=game.noun,
    )


_MOST_SUMS = 4


_SELDOM = 0.01
"""The relative frequency of the second layout of games whose rows need not add up."""


def _often(game: Described) -> Mapping[str, float]:
    """Factors on slips: with a multiplier column, unmarked rows are hardly doubled; in a game without
    doubling, none is."""
    if game.multiplier is not None:
        return {"doubled-row": _HARDLY}
    return {} if _doubles(game) or not game.worth else {"doubling": NEVER, "doubled-row": NEVER}


def _doubles(game: Described) -> bool:
    """Whether a value may count several times."""
    return any(times > 1 for worth in game.worth for times in worth.times)


def _dues(game: Described, entry: Entry, _past: object, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The value and the multiplier that follow from a row's points, if these are right."""
    if game.sides:
        yield from values_due(entry, sheet, game)
    if game.multiplier is None or sheet.column(ROLE) is None or entry.opening or not any(entry.points):
        return
    values = values_by_sides(game, game.amounts(sheet.options))
    for times in game.multiplier.likely:
        points = once(entry.points, times)
        if points is not None and is_worth(points, sheet, game, values):
            yield ROLE, spelt(times, sheet, game.multiplier)


def _revalued(
    game: Described, sheet: Sheet, points: Sequence[Number]
) -> Iterator[tuple[str, Sequence[Number]]]:
    """The rows of the same sides with other possible values: doubled or halved, then the nearest.

    If both values are possible and one is twice the other, the slip is a doubling, in a game with any; else a
    wrong value.
    """
    row = paid_once(points, sheet, game)
    if row is None or not row.sides:
        return
    values = values_by_sides(game, game.amounts(sheet.options)).get(row.sides, {})
    doubled = {2 * row.value, Fraction(row.value) / 2}
    others = sorted(values.keys() - {row.value}, key=lambda one: (one not in doubled, abs(one - row.value)))
    for value in others[:_NEAREST]:
        by = Fraction(value) / row.value
        doubling = _doubles(game) and row.value in values and by in (2, Fraction(1, 2))
        kind = "doubling" if doubling else "value-wrong"
        yield kind, [whole(one * by) for one in points]


_NEAREST = 12


def _result(game: Described, sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """The points and games of each player, and the games won, where a row shows the winners."""
    seats = range(len(sheet.players))
    points: list[Any] = [0 for _ in seats]
    wins, games = [0 for _ in seats], [0 for _ in seats]
    lost = sheet.notation == "losers-only"
    for entry in entries:
        points = [before + (-one if lost else one) for before, one in zip(points, entry.points, strict=True)]
        if not entry.opening:
            part = _took_part(game, entry)
            games = [before + (at in part) for at, before in enumerate(games)]
            won = sides_of(entry.points, sheet.notation, game.playing or len(seats)).won
            wins = [before + (at in won) for at, before in enumerate(wins)]
    figures = [{"wins": won} if game.settles else {} for won in wins]
    return tuple(map(PlayerResult, sheet.players, points, games, figures))


def _took_part(game: Described, entry: Entry) -> Sequence[int]:
    """The positions of the players of a row: those with points if they are as many as play; else those with a
    number, if they are, or where players drop out; else all."""
    seats = range(len(entry.points))
    paid = [at for at in seats if entry.points[at]]
    filled = [at for at in seats if entry.written[at] is not None]
    if game.drops_out:
        return filled
    return next((some for some in (paid, filled) if len(some) == game.playing), seats)


def _played(game: Described, sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    for entry in entries:
        if not entry.opening:
            part = _took_part(game, entry)
            yield Played(entry.label, {sheet.players[at]: entry.points[at] for at in part})
