"""The rules for detail sheets: facts without contradictions, and points that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from scorecheck.checks.check import ERROR, INFO, WARNING, Check, Hit, Rule, late, row_check, rows_check
from scorecheck.checks.common import is_marked, unreadable_column
from scorecheck.checks.rules import NOT_A_NUMBER
from scorecheck.games.doppelkopf.checks import signed
from scorecheck.games.doppelkopf.detail import (
    TRICKS,
    DetailFacts,
    idle_specials,
    is_trickless,
    says_of_either,
    sound_facts,
    told_by,
    wrong_points,
)
from scorecheck.games.doppelkopf.dues import (
    PointsDue,
    due_of,
    dues_of,
    is_revoked,
    preset_of,
    valued_facts,
    ways_to_pay,
)
from scorecheck.games.doppelkopf.specials import DOPPELKOPF_POINTS, MOST, pack_of, points_needed, too_many
from scorecheck.games.doppelkopf.spelling import first_late, first_out_of_order
from scorecheck.games.doppelkopf.valuation import (
    CALLED,
    LEVEL_NAMES,
    LONE_WEDDING,
    NOTHING,
    PAIRS,
    PARTIES,
    SCHWARZ,
    SILENT_WEDDING,
    TRUMP_SOLO,
    WEDDING,
    WITHOUT_SPECIALS,
    Party,
    Side,
    other,
    value_of,
)
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

_VALUES = (11, 10, 4, 3, 2)
"""Ace, ten, king, queen, jack; there are eight of each, so any four are possible."""
_NINE = 0


def trick_points(preset: str) -> frozenset[int]:
    """All possible card points of one trick."""
    values = (*_VALUES, _NINE) if preset == "ddv" else _VALUES
    return frozenset(map(sum, combinations_with_replacement(values, 4)))


DETAIL = ("detail",)

_ON_POINTS = frozenset(
    {"doppelkopf/zero-sum", "doppelkopf/pattern", "doppelkopf/points-too-high", "sheet/total-mismatch"}
)

POINTS = Rule("doppelkopf/points", ERROR, absorbs=_ON_POINTS)
NO_NEGATIVE = Rule("doppelkopf/no-negative", ERROR, absorbs=_ON_POINTS | {"doppelkopf/points"})
CARD_POINTS = Rule("doppelkopf/card-points", ERROR)
DOPPELKOPF_MISSING = Rule("doppelkopf/doppelkopf-missing", WARNING)
SPECIALS_IMPOSSIBLE = Rule("doppelkopf/specials-impossible", ERROR)
SPECIALS_IN_SOLO = Rule(
    "doppelkopf/specials-in-solo", ERROR, absorbs=frozenset({"doppelkopf/specials-impossible"})
)
CALL_MISSING = Rule("doppelkopf/call-missing", ERROR)
REVOKE = Rule("doppelkopf/revoke", INFO, tells_unchecked=frozenset({"doppelkopf/points"}), doubtful=WARNING)
UNCLEAR_FACTS = Rule("doppelkopf/unclear-facts", ERROR)

DUTY_FROM = 30
"""From this many card points in the first trick on, Re or Kontra must be called."""
_WITH_DUTY = frozenset({*PAIRS, TRUMP_SOLO, SILENT_WEDDING, LONE_WEDDING})
PARTY_NAMES = {"re": "Re", "kontra": "Kontra"}


def _judged(entry: Entry, sheet: Sheet) -> bool:
    """Whether the row has a value, or needs none: a redeal, a penalty."""
    told = told_by(entry, sheet)
    if told.redeal or is_marked(entry):
        return True
    return valued_facts(entry, sheet) is not None


def _without_value(entry: Entry, sheet: Sheet) -> bool:
    return told_by(entry, sheet).redeal or is_marked(entry)


def _points(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    dues = () if _without_value(entry, sheet) else dues_of(entry, sheet)
    if not dues or any(due.points == entry.points for due in dues):
        return
    due, *others = dues
    if others:
        yield from _by_either(entry, sheet, due, others[0])
        return
    wrong = [p for p, number in enumerate(entry.points) if number != due.points[p]]
    out = sum(entry.points) or None
    columns = tuple(sheet.points_columns)
    params: dict[str, Param] = {
        "worked": due.worked,
        "value": due.worked.value,
        "due": _shares(due.points, sheet),
    }
    if told_by(entry, sheet).revoked:
        yield Hit(columns[0], params, "revoke", columns, off=out)
        return
    if not any(cell is not None for cell in entry.written):
        yield Hit(columns[0], params, "blank", columns)
        return
    schwarz = _unwritten_schwarz(entry, sheet) if preset_of(sheet) == "ddv" else None
    if schwarz is not None:
        column = sheet.column(f"points_{schwarz}")
        yield Hit(sheet.column("points_re") if column is None else column, params, "schwarz", columns)
        return
    at = columns[wrong[0]]
    params |= {
        "player": sheet.players[wrong[0]],
        "points": entry.points[wrong[0]],
        "right": due.points[wrong[0]],
    }
    yield Hit(at, params, "one" if len(wrong) == 1 else "", columns, off=out)


def _by_either(entry: Entry, sheet: Sheet, usual: PointsDue, unusual: PointsDue) -> Iterator[Hit]:
    """Points that are right by none of the rules that may hold; if a revoke left them open, it tells."""
    if told_by(entry, sheet).revoked:
        return
    params: dict[str, Param] = {"worked": usual.worked, "other": unusual.worked}
    columns = tuple(sheet.points_columns)
    yield Hit(columns[0], params, "either", columns, off=sum(entry.points) or None)


def _shares(points: Sequence[int], sheet: Sheet) -> tuple[str, ...]:
    """The points of each player for a message; for a value of 0, the possible winners."""
    paid = tuple(
        f"{name} {signed(number)}" for name, number in zip(sheet.players, points, strict=True) if number
    )
    return paid or tuple(f"{name} 0" for name in sheet.players)


def _unwritten_schwarz(entry: Entry, sheet: Sheet) -> str | None:
    """The party without card points with which the points are right if it had no trick, either."""
    told = told_by(entry, sheet)
    for party in PARTIES:
        if told.card_points(party) == 0 and party not in told.trickless:
            facts = sound_facts(told._replace(trickless=told.trickless | {party}), "ddv")
            if facts is None:
                continue
            to_re = value_of(facts, "ddv").re_value
            ways = ways_to_pay(told.re, facts, to_re, len(sheet.players))
            return party if any(points == entry.points for _, points in ways) else None
    return None


def _no_negative(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A value below 0 was written, or the loser was paid."""
    due = None if preset_of(sheet) == "ddv" or _without_value(entry, sheet) else due_of(entry, sheet)
    if due is None or due.value.winner is None or due.value.unbounded >= 0:
        return
    won = [position in due.re for position in range(len(due.points))]
    if due.value.winner == "kontra":
        won = [not has_won for has_won in won]
    if not any(
        number < 0 if has_won else number > 0 for has_won, number in zip(won, entry.points, strict=True)
    ):
        return
    columns = tuple(sheet.points_columns)
    params: dict[str, Param] = {
        "worked": due.worked,
        "winner": PARTY_NAMES[due.value.winner],
        "loser": PARTY_NAMES[other(due.value.winner)],
    }
    yield Hit(columns[0], params, "", columns, off=sum(entry.points) or None)


def _card_points(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    if told.redeal:
        return
    wrong = wrong_points(told, preset_of(sheet))
    if wrong is None:
        yield from _first_trick(told, sheet)
        return
    why, role, number = wrong
    params: dict[str, Param] = {"points": number}
    related: tuple[int | None, ...] = ()
    if why == "sum":
        why = "sum-more" if number > 240 else "sum-less"
        if number < 240 and preset_of(sheet) == "ddv":
            why = "sum-less-ddv"
        params |= {"re": told.points["re"] or 0, "kontra": told.points["kontra"] or 0}
        related = (sheet.column("points_kontra"),)
    elif why == "impossible" and preset_of(sheet) == "ddv":
        why = "impossible-ddv"
    yield Hit(sheet.column(role), params, why, related)


def _first_trick(told: DetailFacts, sheet: Sheet) -> Iterator[Hit]:
    """A first trick of four cards that fits the tricks of its party."""
    trick, preset = told.first_trick, preset_of(sheet)
    if trick is None:
        return
    column = sheet.column("first_trick")
    params: dict[str, Param] = {"points": trick}
    possible = trick_points(preset)
    if trick not in possible:
        why = "first-trick" if trick > max(possible) else "first-trick-sum"
        if trick < min(possible):
            why, params = "first-trick-least", {**params, "least": min(possible)}
        yield Hit(column, params, why)
        return
    party = _taker(told)
    # In a game played to the end, one party has 120 or more: without its taker a trick always fits.
    most = None if party is None else told.card_points(party)
    if party is None or most is None or trick <= most:
        return
    related = (sheet.column(f"points_{party}"), sheet.column("first_trick_winner"))
    params |= {"party": PARTY_NAMES[party], "most": most}
    yield Hit(column, params, "first-trick-party", related)


def _taker(told: DetailFacts) -> Party | None:
    """The party that took the first trick."""
    return None if told.first_trick_winner is None else told.party_of(told.first_trick_winner)


def _doppelkopf_missing(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A first trick that is a Doppelkopf, without one for the party that took it."""
    told, preset = told_by(entry, sheet), preset_of(sheet)
    trick = told.first_trick
    if trick is None or trick < DOPPELKOPF_POINTS or trick not in trick_points(preset) or told.revoked:
        return
    if told.redeal or told.kind is None:
        return
    if told.kind not in PAIRS and (preset == "ddv" or told.kind in WITHOUT_SPECIALS):
        return
    if says_of_either(entry):
        return
    party = _taker(told)
    said = [told.specials[one] for one in ((party,) if party else PARTIES)]
    # A bare number may include a Doppelkopf.
    if any(specials is None or specials.doppelkopf or specials.other for specials in said):
        return
    related = tuple(sheet.column(f"specials_{one}") for one in ((party,) if party else PARTIES))
    yield Hit(sheet.column("first_trick"), {"points": trick}, "", related)


def _sides(told: DetailFacts) -> tuple[Side, Side] | None:
    """The readable parts that limit special points."""
    sides: list[Side] = []
    for party in PARTIES:
        points, specials = told.card_points(party), told.specials[party]
        if specials is None:
            return None
        # Unknown card points are no limit.
        sides.append(
            Side(240 if points is None else points, specials=specials, trickless=party in told.trickless)
        )
    return sides[0], sides[1]


def _specials_impossible(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    sides = None if told.redeal or wrong_points(told, preset_of(sheet)) else _sides(told)
    if sides is None or told.kind in WITHOUT_SPECIALS:
        return
    pack = pack_of(told.kind, preset_of(sheet), sheet.options)
    why = too_many(*sides, pack)
    if why is None:
        return
    party: Party = "re"
    params: dict[str, Param] = {}
    if why.startswith(("re-", "kontra-")):
        party = "re" if why.startswith("re-") else "kontra"
        side = sides[PARTIES.index(party)]
        why = why.partition("-")[2]
        params = {"party": PARTY_NAMES[party], "points": side.points}
        needed = points_needed(sides[0].specials, sides[1].specials, pack)
        if needed is not None:
            params["needed"] = getattr(needed, party)
    elif why in MOST["tcg"]._fields:
        counts = [getattr(side.specials, why) for side in sides]
        params = {"count": sum(counts), "most": getattr(MOST[preset_of(sheet)], why)}
        party = "re" if counts[0] else "kontra"
        why = "no-hearts" if why == "hearts" and preset_of(sheet) == "ddv" else why
    else:
        params = {"count": sum(sum(side.specials) for side in sides)}
        party = "re" if any(sides[0].specials) else "kontra"
    column = sheet.column(f"specials_{party}")
    yield Hit(column, params, why, tuple(sheet.column(f"specials_{one}") for one in PARTIES))


def _specials_in_solo(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    party = idle_specials(told_by(entry, sheet), preset_of(sheet))
    if party is not None:
        yield Hit(sheet.column(f"specials_{party}"), {}, "ddv" if preset_of(sheet) == "ddv" else "")


def _call_order(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    for party in PARTIES:
        wrong = first_out_of_order(told.calls[party] or (), preset_of(sheet))
        if wrong is not None and not told.redeal:
            before, after = wrong
            params: dict[str, Param] = {
                "before": _call_name(before, party),
                "after": _call_name(after, party),
            }
            yield Hit(sheet.column(f"calls_{party}"), params, "skipped" if after > before else "")


def _call_late(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    for party in PARTIES:
        answered = sheet.options.get("late_call_answered") is not False
        late = first_late(told.calls, party, told.kind, preset_of(sheet), late_answered=answered)
        if late is not None and not told.redeal:
            params: dict[str, Param] = {
                "call": _call_name(late.level, party),
                "card": late.card,
                "latest": late.latest,
                "party": PARTY_NAMES[party],
            }
            yield Hit(sheet.column(f"calls_{party}"), params, "base" if late.level == CALLED else "")


def _call_name(level: int, party: Party) -> str:
    """A call as written in every language: Re, k90, schwarz."""
    if level == CALLED:
        return PARTY_NAMES[party]
    return LEVEL_NAMES[level].replace("no-", "k")


def _call_missing(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    if preset_of(sheet) == "ddv" or told.kind not in _WITH_DUTY or says_of_either(entry):
        return
    asked = _asked(told, sheet)
    taker = _taker(told) if asked == [0] and sheet.options.get("duty_to_call") == "taker" else None
    parties = PARTIES if taker is None else (taker,)
    called = [told.calls[party] for party in parties]
    if not asked or any(calls is None for calls in called):
        return
    highest = max((call.level for calls in called for call in calls or ()), default=NOTHING)
    due = min(len(asked), SCHWARZ)
    if highest >= due:
        return
    variant = "taker" if len(parties) == 1 else "" if asked[0] == 0 else "later"
    params: dict[str, Param] = {
        "points": told.tricks[asked[0]] or 0,
        "trick": asked[0] + 1,
        "party": PARTY_NAMES[parties[0]],
    }
    if due > CALLED:
        call = _call_name(due, parties[0])
        variant = "blind"
        params |= {"count": len(asked), "call": call}
    related = tuple(sheet.column(f"calls_{party}") for party in parties)
    yield Hit(sheet.column(TRICKS[asked[-1]]), params, variant, related)


def _asked(told: DetailFacts, sheet: Sheet) -> list[int]:
    """The tricks that require a call each; after the first, those of a wedding with unknown parties."""
    wedding = told.kind in (WEDDING, LONE_WEDDING) and sheet.options.get("wedding_duty") != "first-trick"
    tricks = told.tricks if wedding else told.tricks[:1]
    asked = [at for at, points in enumerate(tricks) if points is not None and points >= DUTY_FROM]
    # An impossible first trick is reported as that, and requires no call.
    return asked if told.tricks[0] in trick_points(preset_of(sheet)) else [at for at in asked if at]


def _revoke(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    if not is_revoked(told, sheet):
        return
    params: dict[str, Param] = {"who": str(entry.fields.get("revoke", "")).strip()}
    dues = () if is_marked(entry) else dues_of(entry, sheet)
    if len(dues) < 2:
        yield Hit(sheet.column("revoke"), params, "checked" if dues else "")
    elif any(due.points == entry.points for due in dues):
        yield Hit(sheet.column("revoke"), params, "open")
    else:
        variant = "neither" if sheet.options.get("revoke") == "loses" else "none"
        params |= {"re": dues[0].worked, "kontra": dues[1].worked}
        yield Hit(sheet.column("revoke"), params, variant, tuple(sheet.points_columns), doubtful=True)


def _unclear_facts(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    preset = sheet.shown.get("preset")
    for fact in told_by(entry, sheet).unclear:
        if fact.why != "other-rules" or preset is None or not preset.asked:
            yield fact.hit(sheet)


def _unreadable(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
    """As for every game, but card points may be a word: schwarz."""
    if unreadable_column.look is None:
        return
    for hit in unreadable_column.look(entry, past, sheet):
        if hit.column is None or not is_trickless(sheet.table.value(entry.row, hit.column)):
            yield hit


unreadable_number = Check(NOT_A_NUMBER, "row", look=_unreadable, arithmetic=False, of_numbers=True)
points = row_check(POINTS, _points, layouts=DETAIL, needs=_judged, doubts=True, of_facts=True)
card_points = row_check(CARD_POINTS, _card_points, layouts=DETAIL, arithmetic=False)
revoke = row_check(REVOKE, _revoke, layouts=DETAIL, arithmetic=False)
unclear_facts = row_check(UNCLEAR_FACTS, _unclear_facts, layouts=DETAIL, arithmetic=False)

DETAIL_CHECKS = (
    unclear_facts,
    card_points,
    row_check(DOPPELKOPF_MISSING, _doppelkopf_missing, layouts=DETAIL, arithmetic=False),
    row_check(SPECIALS_IMPOSSIBLE, _specials_impossible, layouts=DETAIL, arithmetic=False),
    row_check(SPECIALS_IN_SOLO, _specials_in_solo, layouts=DETAIL, arithmetic=False),
    row_check(Rule("doppelkopf/call-order", ERROR), _call_order, layouts=DETAIL, arithmetic=False),
    row_check(Rule("doppelkopf/call-late", ERROR), _call_late, layouts=DETAIL, arithmetic=False),
    row_check(CALL_MISSING, _call_missing, layouts=DETAIL, arithmetic=False),
    row_check(NO_NEGATIVE, _no_negative, layouts=DETAIL, doubts=True, of_facts=True),
    points,
    rows_check(
        Rule("doppelkopf/value-rule", WARNING, has_repairs=False),
        late("games.doppelkopf.house", "rules_question"),
        layouts=DETAIL,
        where=lambda sheet: any(shown.asked for shown in sheet.shown.values()),
    ),
    revoke,
)
