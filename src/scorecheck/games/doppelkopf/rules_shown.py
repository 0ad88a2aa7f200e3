"""By which rules the games of a detail sheet are valued, where nobody says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.null import log_sum
from scorecheck.games.doppelkopf.detail import told_by
from scorecheck.games.doppelkopf.dues import dues_of, preset_of
from scorecheck.games.doppelkopf.penalties import is_marked
from scorecheck.games.doppelkopf.valuation import OF_VALUE
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet, Shown

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
