"""Names beside a game: winners, partners, soloists; and the winning party with its points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit
from scorecheck.checks.facts import Meant
from scorecheck.checks.sides import Sides, mostly_agree, named_in, naming, sides_of
from scorecheck.checks.words import plain
from scorecheck.games.doppelkopf.detail import SOLO, kind_in
from scorecheck.games.doppelkopf.roles import (
    AT_TABLE,
    NAMED,
    OPPOSED,
    OUT,
    PARTIES,
    PARTY,
    SAY_WHO_WON,
    WINNERS,
    WON_BY,
)
from scorecheck.games.doppelkopf.valuation import SOLOS
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

_OTHER = {"re": "kontra", "r": "k", "solo": "kontra", "solist": "kontra"}
_SAID = re.compile(r"(?i)\s*(?P<party>[a-z]+)\s*[:=(/]?\s*(?P<sign>[+−–-]?)\s*(?P<value>\d{1,3})?\s*\)?\s*")
_FIRST = re.compile(r"(?i)\s*(?P<sign>[+−–-]?)\s*(?P<value>\d{1,3})\s*(?P<party>[a-z]+)\s*")


class WonBy(NamedTuple):
    """The winning party in a cell."""

    by_re: bool
    value: int | None
    """The points of a winner beside the party."""
    party: tuple[int, int]
    """The position of the party in the cell."""
    number: tuple[int, int] | None
    """The position of the points."""


def won_by(text: str) -> WonBy | None:
    """``Re``, ``Kontra 2``, ``R+3`` or ``3 Re``; with a minus sign the party lost."""
    found = _SAID.fullmatch(text) or _FIRST.fullmatch(text)
    by_re = PARTIES.get(found["party"].casefold()) if found else None
    if found is None or by_re is None:
        return None
    value = None if found["value"] is None else int(found["value"])
    lost = value is not None and found["sign"] not in ("", "+")
    number = None if value is None else found.span("value")
    return WonBy(by_re != lost, value, found.span("party"), number)


def says_parties(words: Sequence[str]) -> bool:
    """Whether a column of words names the winning party, with or without points.

    Each party wins at times: ``Solo`` alone is the kind of game, and ``K1``, ``K2``, ``K3`` count something.
    """
    return {None if one is None else one.by_re for one in map(won_by, words)} == {True, False}


def says_party_points(words: Sequence[str]) -> bool:
    """The same, with its points in most rows."""
    return says_parties(words) and 2 * sum(any(map(str.isdigit, word)) for word in words) > len(words)


def said_won_by(entry: Entry) -> WonBy | None:
    """The winning party in a row."""
    return won_by(value_text(entry.fields.get(WON_BY, "")))


def said_of_sides(entry: Entry, sheet: Sheet) -> Iterator[tuple[str, frozenset[int]]]:
    """The players named beside a game, each column with its role.

    A winning party names the winners if the Re players are known: those named so, or the soloist.
    """
    if entry.fields.keys().isdisjoint(SAY_WHO_WON):
        return
    sides = sides_of(entry.points, sheet.notation, AT_TABLE)
    named = dict(_named(entry, sheet))
    yield from named.items()
    said = said_won_by(entry)
    if said is None or set(map(len, sides)) not in ({1, 3}, {2}):
        return
    party = _re_party(named, sides)
    if party is not None:
        yield WON_BY, party if said.by_re else next(side for side in sides if side != party)


def _named(entry: Entry, sheet: Sheet) -> Iterator[tuple[str, frozenset[int]]]:
    for role in NAMED:
        named = named_in(entry.fields.get(role, ""), sheet.players)
        if sheet.column(role) is not None and named:
            yield role, named


def _re_party(named: dict[str, frozenset[int]], sides: Sides) -> frozenset[int] | None:
    """Which side played Re, as far as it is written."""
    if sides.alone:
        return sides.alone
    if named.get(PARTY) in sides:
        return named[PARTY]
    return next((side for side in sides if named.get(OPPOSED) in sides and side != named[OPPOSED]), None)


def misnamed(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Names that differ from the points, or are equal for both parties."""
    won, lost = sides = sides_of(entry.points, sheet.notation, AT_TABLE)
    said = dict(said_of_sides(entry, sheet)) if won and lost else {}
    for role, named in said.items():
        same = role == OPPOSED and named == said.get(PARTY)
        column = sheet.column(role)
        if column is None or (_fits(role, named, sides) and not same):
            continue
        params: dict[str, Param] = {
            "heading": sheet.table.headings[column],
            "named": tuple(sheet.players[at] for at in sorted(named)),
            "winners": tuple(sheet.players[at] for at in sorted(won)),
        }
        if same:
            variant, more = "same", {"other": sheet.table.headings[sheet.column(PARTY) or 0]}
        elif role == WON_BY:
            variant, more = "by", {"party": str(entry.fields[WON_BY])}
        elif role == PARTY and (sides.alone or len(named) == 1):
            variant = "alone" if sides.alone else "nobody-alone"
            more = {"soloist": "".join(sheet.players[at] for at in sides.alone)}
        else:
            variant, more = "", {}
        yield Hit(column, params | more, variant, sheet.points_columns)
    yield from _solo_of_two(entry, sheet, sides)
    yield from _sat_out_and_played(entry, sheet, won | lost)


def _solo_of_two(entry: Entry, sheet: Sheet, sides: Sides) -> Iterator[Hit]:
    """A solo by its word that two against two paid."""
    word = str(entry.fields.get("kind", ""))
    if "solo" in plain(word) and kind_in(word) in _ALONE and len(sides.won) == len(sides.lost):
        params = {"heading": sheet.table.headings[sheet.column("kind") or 0], "said": word}
        yield Hit(sheet.column("kind"), params, "kind", sheet.points_columns)


_ALONE = frozenset({*SOLOS["tcg"], *SOLOS["ddv"], SOLO})


def against_signs(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The rows in which the sign of the value says that the other party won.

    Told where both signs occur, and all rows but one in six say who won: those named where the value is above
    0.
    """
    value, party = sheet.column("value"), sheet.column(PARTY)
    if value is None or party is None:
        return
    agree, wrong, signs = 0, list[Hit](), set[bool]()
    for entry in entries:
        said = entry.numbers.get("value")
        sides = sides_of(entry.points, sheet.notation, AT_TABLE)
        named = dict(_named(entry, sheet)).get(PARTY)
        if named is None or not said or isinstance(said, Unreadable) or named not in sides:
            continue
        signs.add(said > 0)
        if (said > 0) == (named == sides.won):
            agree += 1
            continue
        players = tuple(sheet.players[at] for at in sorted(named))
        params: dict[str, Param] = {"heading": sheet.table.headings[party], "named": players}
        params |= {"game": entry.label, "value": said, "beside": sheet.table.headings[value]}
        variant = "sign-won" if named == sides.won else "sign-lost"
        wrong.append(Hit(value, params, variant, (party,), row=entry.row))
    if len(signs) > 1 and mostly_agree(agree, len(wrong)):
        yield from wrong


def _sat_out_and_played(entry: Entry, sheet: Sheet, in_game: frozenset[int]) -> Iterator[Hit]:
    """A player who is said to have sat out and has points."""
    both, column = _sitting(entry, sheet) & in_game, sheet.column(OUT)
    if both and column is not None:
        params = {"heading": sheet.table.headings[column], "player": sheet.players[min(both)]}
        yield Hit(column, params, "out", sheet.points_columns)


def _sitting(entry: Entry, sheet: Sheet) -> frozenset[int]:
    """The player who is said to have sat out."""
    return named_in(entry.fields.get(OUT, ""), sheet.players) or frozenset()


def _fits(role: str, named: frozenset[int], sides: Sides) -> bool:
    """Whether the named players are one side of a game: the winners, or either side."""
    return named == sides.won or (named == sides.lost and role in (PARTY, OPPOSED))


def value_dues(entry: Entry, values: Sequence[Number]) -> Iterator[tuple[str, str]]:
    """The right points of the party in a game with one of some values."""
    said = said_won_by(entry)
    if said is not None and said.value is not None and said.value not in values:
        for value in values:
            yield WON_BY, with_points(str(entry.fields[WON_BY]), said, value)


def named_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Possible meanings of names and parties that do not agree with the points."""
    sides = sides_of(entry.points, sheet.notation, AT_TABLE)
    said = dict(said_of_sides(entry, sheet))
    if not (sides.won and sides.lost):
        return
    alone = sides.alone
    for role, named in said.items():
        if role == WON_BY or (_fits(role, named, sides) and named != said.get(_AGAINST.get(role, ""))):
            continue
        for side in [sides.won] if role == WINNERS else [alone] if alone and role == PARTY else list(sides):
            edit = (0, role, naming(sheet, sheet.column(role) or 0, side))
            if named in sides:
                yield Meant("word", (edit,))
            else:
                choices = (len(side) * (len(sheet.players) - len(side))) ** len(side - named)
                further = max(len(side - named), len(named - side)) - 1
                yield Meant("name", (edit,), choices * _ANOTHER**further)
    out = frozenset(range(len(sheet.players))) - sides.won - sides.lost
    if _sitting(entry, sheet) - out and len(out) == len(sheet.players) - AT_TABLE:
        yield Meant("name", ((0, OUT, naming(sheet, sheet.column(OUT) or 0, out)),), len(sheet.players))
    one = said_won_by(entry)
    if one is not None and said.get(WON_BY, sides.won) != sides.won:
        yield Meant("word", ((0, WON_BY, with_other_party(str(entry.fields[WON_BY]), one)),))


_ANOTHER = 100
"""One more wrong name in the same cell is less likely by this."""
_AGAINST = {PARTY: OPPOSED, OPPOSED: PARTY}


def with_other_party(text: str, said: WonBy) -> str:
    """The same cell with the other party as winner."""
    start, end = said.party
    party = text[start:end]
    other = _OTHER.get(party.casefold()) or ("r" if len(party) == 1 else "re")
    return text[:start] + (other.upper() if party.isupper() else other.capitalize()) + text[end:]


def with_points(text: str, said: WonBy, value: Number) -> str:
    """The same cell with other points."""
    start, end = said.number or (len(text), len(text))
    return f"{text[:start]}{value}{text[end:]}"
