"""House rules that a sheet shows beyond doubt, and the rules by which its games are valued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.common import is_marked
from scorecheck.checks.null import log_sum
from scorecheck.games.doppelkopf.bock import BockGame, BockRule, fitting_marks, game_of
from scorecheck.games.doppelkopf.checks import (
    is_bock,
    second_sitter,
    times_of,
    times_paid,
    value_beside,
    value_fits,
)
from scorecheck.games.doppelkopf.detail import told_by
from scorecheck.games.doppelkopf.dues import dues_of, preset_of, times_by_facts
from scorecheck.games.doppelkopf.roles import WON_BY
from scorecheck.games.doppelkopf.scoring import payment_of
from scorecheck.games.doppelkopf.valuation import BOCK_EVENTS, OF_VALUE
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.terms import Term

_TO_ONE = 5
"""This many games must agree with a house rule for each that does not."""
_FEWEST_SITTING, _FEWEST_IN_BOCK = 6, 2
_FEWEST_STARTS = 2
"""The number of Bock rounds that show what starts one."""


def shown_options(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Sequence[Entry]
) -> dict[str, Shown]:
    """The options that a sheet shows, each with a cell."""
    found = dict(
        chain(
            _cents_a_point(sheet),
            _second_sitter(sheet, entries),
            rules_shown(sheet, options, entries),
            _value_in_bock(sheet, options, entries),
            _bock_by_value(sheet, options, entries),
        )
    )
    if not any(options.get(event) for event in BOCK_EVENTS):
        found |= _bock(sheet, entries)
    return found


def _cents_a_point(sheet: Sheet) -> Iterator[tuple[str, Shown]]:
    """The worth of a point, where money stands for points."""
    if sheet.a_point:
        yield "cents_a_point", Shown(int(sheet.a_point * 100), sheet.table.cell(0, sheet.points_columns[0]))


def _second_sitter(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[tuple[str, Shown]]:
    """The second player who sits out at a table of six."""
    seen = [(entry, found) for entry in entries if (found := second_sitter(entry, sheet)) is not None]
    after = Counter((other - dealer) % len(sheet.players) for _, (dealer, other) in seen)
    for seats, count in after.most_common(1):
        if count >= _FEWEST_SITTING and count >= _TO_ONE * (len(seen) - count):
            entry, (_, other) = next(
                one for one in seen if (one[1][1] - one[1][0]) % len(sheet.players) == seats
            )
            yield "second_sitter", Shown(seats, sheet.table.cell(entry.row, sheet.points_columns[other]))


def _value_in_bock(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Iterable[Entry]
) -> Iterator[tuple[str, Shown]]:
    """Whether the value of a Bock game is paid twice, or doubled already."""
    if options.get("value_in_bock") != "shown" or all(sheet.column(one) is None for one in ("value", WON_BY)):
        return
    kept: dict[str, list[Entry]] = {"single": [], "doubled": []}
    for entry in entries:
        paid, (_, value) = payment_of(entry.points, sheet.notation), value_beside(entry)
        if paid is None or not value or not is_bock(entry, sheet):
            continue
        if value_fits(value, paid, times_of(entry, sheet)):
            kept["single"].append(entry)
        elif value_fits(value, paid):
            kept["doubled"].append(entry)
    shown = _way_shown(sheet, kept)
    if shown is not None:
        yield "value_in_bock", shown


def _way_shown(sheet: Sheet, kept: Mapping[str, Sequence[Entry]]) -> Shown | None:
    """The notation of games, of two: the second if enough games show it, else the first."""
    usual, other = kept
    shows = len(kept[other]) >= max(_FEWEST_IN_BOCK, _TO_ONE * len(kept[usual]))
    way = other if shows else usual
    if not kept[way]:
        return None
    return Shown(way, sheet.table.cell(kept[way][0].row, sheet.points_columns[0]))


def _bock_by_value(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Sequence[Entry]
) -> Iterator[tuple[str, Shown]]:
    """Whether consecutive games pay twice their value, without marks: a Bock round.

    Single games that do, and other payments, are evidence against it.
    """
    if options.get("bock_by_value") != "shown" or any(is_bock(entry, sheet) for entry in entries):
        return
    paid = times_by_facts if sheet.layout == "detail" else times_paid
    games = [(entry, times) for entry in entries if (times := paid(entry, sheet)) is not None]
    times = [0, *(times for _, times in games), 0]
    in_round = [at for at, here in enumerate(times) if here > 1 and max(times[at - 1], times[at + 1]) > 1]
    others = sum(1 for at, (_, here) in enumerate(games, 1) if here != 1 and at not in in_round)
    if len(in_round) > others:
        row = games[in_round[0] - 1][0].row
        yield "bock_by_value", Shown("paid", sheet.table.cell(row, sheet.points_columns[0]))


def _bock(sheet: Sheet, entries: Iterable[Entry]) -> dict[str, Shown]:
    """What starts a Bock round, if exactly one rule explains the marks.

    Every event of the rule must have started one, and no rule with fewer events may do as well.
    """
    games = [game for entry in entries if (game := game_of(entry, sheet)) is not None]
    fitting = fitting_marks(games, len(sheet.players), _FEWEST_STARTS)
    if not fitting or len({(rule.events, rule.games) for rule in fitting}) > 1:
        return {}
    return _told(fitting[0], fitting, games, sheet)


def _told(
    rule: BockRule, fitting: Sequence[BockRule], games: Sequence[BockGame], sheet: Sheet
) -> dict[str, Shown]:
    column = sheet.column("bock") or 0
    cell = sheet.table.cell(next(game.row for game in games if game.bock), column)
    found = {event: Shown(value=True, cell=cell) for event in BOCK_EVENTS if event in rule.events}
    if rule.games != len(sheet.players):
        found["bock_games"] = Shown(rule.games, cell)
    if all(other.again != "added" for other in fitting):
        found["bock_again"] = Shown(rule.again, cell)
    return found


def remarks(sheet: Sheet, _entries: Iterable[Entry]) -> Iterator[Term]:
    """Remarks about house rules that a sheet shows."""
    for option, shown in sheet.shown.items():
        if shown.asked or (option, shown.value) == ("value_in_bock", "single"):
            continue
        said = f"{option}-{shown.value}" if isinstance(shown.value, str) else option
        worth = int(shown.value) if not isinstance(shown.value, str) else 0
        yield Term(
            f"read-{said}", params={"cell": shown.cell.a1, "count": worth, "worth": Fraction(worth, 100)}
        )


_SLIP = log(1 / 50)
"""The log-probability of a game with points that the rules do not give."""
_CALLS, _FEDERATION, _OTHER = 0.3, 0.25, 0.05
"""How frequent other rules are: what Re and Kontra count, whose rules hold, another choice."""
_TOURNAMENT = 0.1
"""How much rarer the federation's rules are where a column is about a rule that it has not."""
_POSSIBLE = 0.01
"""Rules less probable than this are ruled out."""


class _RulesInForce(NamedTuple):
    """Rules by which a sheet may be kept."""

    choices: Mapping[str, str | int | bool]
    """What differs from the rules in force."""
    likely: float
    """The log-probability beside that of the rules in force."""
    sheet: Sheet
    """The sheet under these rules."""


def rules_shown(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Sequence[Entry]
) -> Iterator[tuple[str, Shown]]:
    """The preset and options by which the points follow from the facts, if those in force are contradicted.

    What the games leave open is ``asked``.
    """
    if sheet.layout != "detail":
        return
    sheet = replace(sheet, options=options)
    usual = _RulesInForce({}, 0.0, sheet)
    wrong = [entry for entry in entries if _follows(entry, sheet) is False]
    ways = [way for way in _ways(sheet) if any(_follows(one, way.sheet) for one in wrong)] if wrong else []
    if not ways:
        return
    likeliest, possible = _weighed((usual, *ways), entries)
    holds = usual if usual in possible else likeliest
    first = next((entry for entry in wrong if _follows(entry, likeliest.sheet)), wrong[0])
    cell = sheet.table.cell(first.row, sheet.points_columns[0])
    yield from ((name, Shown(value, cell)) for name, value in holds.choices.items())
    for name, value in dict(chain.from_iterable(way.choices.items() for way in possible)).items():
        if name not in holds.choices:
            yield name, Shown(value, cell, asked=True)


def _weighed(
    ways: Sequence[_RulesInForce], entries: Sequence[Entry]
) -> tuple[_RulesInForce, Sequence[_RulesInForce]]:
    """The likeliest rules by these games, and all that are possible."""
    weights = [way.likely + _SLIP * sum(_follows(one, way.sheet) is False for one in entries) for way in ways]
    least = log(_POSSIBLE) + log_sum(weights)
    possible = [way for way, weight in zip(ways, weights, strict=True) if weight >= least]
    return ways[weights.index(max(weights))], possible


def _ways(sheet: Sheet) -> Iterator[_RulesInForce]:
    """The other preset, and each usual option otherwise; all of them with other calls as well."""
    others: list[tuple[dict[str, str | int | bool], float]] = [({}, 0.0)]
    if not sheet.preset_said:
        # The first trick obliges to call by the tournament's rules alone, and a revoke ends the game.
        known = any(sheet.column(role) is not None for role in ("first_trick", "revoke"))
        others.append(({"preset": "ddv"}, log(_FEDERATION * (_TOURNAMENT if known else 1))))
    for name, (usual, *values) in OF_VALUE.items():
        if name != "calls_count" and sheet.options.get(name, usual) == usual:
            others.append(({name: values[0]}, log(_OTHER)))
    for choices, likely in others:
        way = _way(sheet, choices, likely)
        if choices:
            yield way
        if sheet.options.get("calls_count") == "preset":
            calls = "double" if preset_of(way.sheet) == "ddv" else "two"
            yield _way(sheet, {**choices, "calls_count": calls}, likely + log(_CALLS))


def _way(sheet: Sheet, choices: Mapping[str, str | int | bool], likely: float) -> _RulesInForce:
    options = {**sheet.options, **{name: value for name, value in choices.items() if name != "preset"}}
    preset = str(choices.get("preset", preset_of(sheet)))
    return _RulesInForce(choices, likely, replace(sheet, preset=preset, options=options))


def _follows(entry: Entry, sheet: Sheet) -> bool | None:
    """Whether a game is paid by the rules of a sheet; ``None`` if its facts do not tell its value."""
    if is_marked(entry):
        return None
    if any(one.why == "other-rules" for one in told_by(entry, sheet).unclear):
        return False
    dues = dues_of(entry, sheet)
    return any(due.points == entry.points for due in dues) if dues else None


def rules_question(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Hit]:
    """By which rules games are paid, if points are wrong by those in force and right by others: one question,
    with the lines that may be the answer."""
    first: Entry | None = None
    open_: dict[str, str | int | bool] = {}
    for entry in entries:
        dues = () if is_marked(entry) else dues_of(entry, sheet)
        if any(due.points == entry.points for due in dues[1:]):
            first = first or entry
            for name, shown in sheet.shown.items():
                alone = replace(sheet, shown={name: shown})
                if shown.asked and len(dues_of(entry, alone)) > 1:
                    open_[name] = shown.value
    if first is None:
        return
    kept = {"preset": preset_of(sheet), **sheet.options}
    if kept["calls_count"] == "preset":
        kept["calls_count"] = "two" if kept["preset"] == "ddv" else "double"
    # Any other answer is given under the preset in force.
    usual = {name: kept[name] for name in open_ if name != "preset" or len(open_) == 1}
    rules = tuple(f"rule-{name}-{str(value).lower()}" for name, value in (*usual.items(), *open_.items()))
    yield Hit(None, {"game": first.label, "rules": rules}, row=first.row)
