"""The checks of a described game: all that its file states, and no more.

Also of its value and kind, where these stand beside the points; and nobody goes on after its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from scorecheck.checks.check import (
    ERROR,
    INFO,
    WARNING,
    Check,
    Hit,
    Rule,
    Summary,
    late,
    row_check,
    rows_check,
    sheet_check,
)
from scorecheck.checks.common import RUNNING_AGREE, has_both_signs, is_marked, out_of_total
from scorecheck.checks.deal import dealers
from scorecheck.checks.money import amount
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import (
    MARKS,
    NO_TARIFF,
    NONE,
    facts_held,
    headings_of,
    paid_once,
    values_by,
    values_by_sides,
    weighed_row,
)
from scorecheck.checks.own_game.rows import Paid, has_hundredths, paid
from scorecheck.checks.own_game.times import ROLE, times_of
from scorecheck.checks.ruleset import TOTALS_AGREE, Ground
from scorecheck.checks.sides import mostly_agree, named_in, sides_of
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number, Value, value_text, written
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

MAKER, PARTNER, WON = "maker", "partner", "won"


def misnamed(game: Described, sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The rows in which those who are named did not play together, or not as it is said, by the points.

    What a column says is only held against the points where most of its rows agree with them.
    """
    agree: dict[str, int] = {MAKER: 0, PARTNER: 0, WON: 0}
    wrong: dict[str, list[Hit]] = {}
    for entry in entries:
        for role, hit in _said(game, entry, sheet):
            if hit is None:
                agree[role] += 1
            else:
                wrong.setdefault(role, []).append(hit)
    for role, hits in wrong.items():
        if mostly_agree(agree[role], len(hits)):
            yield from hits


def _said(game: Described, entry: Entry, sheet: Sheet) -> Iterator[tuple[str, Hit | None]]:
    """What the columns say of a row, each with its fault; it stops at the first fault."""
    sides = sides_of(entry.points, sheet.notation, game.playing)
    maker = named_in(entry.fields.get(MAKER, ""), sheet.players) or frozenset()
    if entry.opening or not maker or not all(sides):
        return
    alone = sides.alone
    if alone and sides_of_kind(entry.fields.get("kind", ""), game) == "two-two":
        # The kind of game has a fault of its own.
        return
    params: dict[str, Param] = {"players": _names(sheet, maker)}
    side = alone or next((one for one in sides if maker <= one), None)
    if side is None or not maker <= side:
        other = {"other": sheet.players[min(alone)]} if alone else {}
        yield MAKER, _hit(MAKER, params | other, "alone" if alone else "apart", entry, sheet)
        return
    yield MAKER, None
    yield from _with_whom(entry, sheet, maker, side, won=side == sides.won)


def _names(sheet: Sheet, seats: frozenset[int]) -> tuple[str, ...]:
    return tuple(sheet.players[at] for at in sorted(seats))


def _with_whom(
    entry: Entry, sheet: Sheet, maker: frozenset[int], side: frozenset[int], *, won: bool
) -> Iterator[tuple[str, Hit | None]]:
    """What is said of the partner, and else of whether they won."""
    params: dict[str, Param] = {"players": _names(sheet, maker)}
    if partner := named_in(entry.fields.get(PARTNER, ""), sheet.players):
        together = maker | partner == side
        more = params | {"named": _names(sheet, partner)}
        yield PARTNER, None if together else _hit(PARTNER, more, "partner", entry, sheet)
        if not together:
            return
    word = value_text(entry.fields.get(WON, "")).strip().casefold()
    if word and word in MARKS | NONE:
        more = params | {"said": word}
        right = (word in MARKS) == won
        yield WON, None if right else _hit(WON, more, "won" if won else "lost", entry, sheet)


def _hit(role: str, params: dict[str, Param], variant: str, entry: Entry, sheet: Sheet) -> Hit:
    params |= {"game": entry.label, "what": sheet.noun}
    return Hit(sheet.column(role), params, variant, sheet.points_columns, row=entry.row)


GameLook: TypeAlias = "Callable[[Described, Entry, Sheet], Iterator[Hit]]"
ROLES = frozenset({"value", "kind", "dealer", "maker", "partner", "won"})
_LOOKED_AT = 40
_PARTS = (1, 100, Fraction(1, 100))
"""Factors between the units of values and points: values may be in cents beside points in euros, or vice
versa."""


def value_beside(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The value beside a game is what it pays."""
    row = None if entry.opening else paid(entry.points, game, sheet.notation)
    if row is None or not row.sides:
        return
    stands = amount(entry.fields.get("value", ""))
    parts = _parts(sheet, game) if stands else 0
    times = times_of(entry, game.multiplier) or 1
    if stands and parts and abs(stands * parts) not in _may_stand(row, entry.points, game, times):
        params: dict[str, Param] = {"value": row.value, "said": stands}
        yield Hit(sheet.column("value"), params, row.sides, sheet.points_columns)


def kind_played(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """What was played pays as the file says."""
    row = None if entry.opening else paid(entry.points, game, sheet.notation)
    due = sides_of_kind(entry.fields.get("kind", ""), game)
    if row is not None and row.sides and due not in {None, row.sides}:
        params: dict[str, Param] = {"said": value_text(entry.fields["kind"])}
        yield Hit(sheet.column("kind"), params, due or "", sheet.points_columns)


def _may_stand(row: Paid, points: Sequence[Number], game: Described, times: int = 1) -> frozenset[Number]:
    """The values that may stand beside a row: the value of each of the two winners or of each of the rest, or
    the points of the player alone; each with or without the multiplier of the row."""
    rest = (game.playing or len(points)) - 1
    shares = (1, rest) if row.sides == "one-rest" else (1,)
    return frozenset(Fraction(row.value * share, each) for share in shares for each in (1, times))


def _parts(sheet: Sheet, game: Described) -> Number:
    """The factor from the values of the column to the unit of the points.

    0: fewer than two thirds of the first values are what the game pays, so the column is something else.
    """
    column = sheet.column("value")
    rows = [] if column is None else list(_first_rows(sheet, column))
    for parts in _PARTS if game.hundredths else _PARTS[:1]:
        fits = 0
        for stands, points in rows:
            row = paid(points, game, sheet.notation)
            fits += row is not None and abs(stands * parts) in _may_stand(row, points, game)
        if fits > 1 and 3 * fits >= 2 * len(rows):
            return parts
    return 0


def _first_rows(sheet: Sheet, column: int) -> Iterator[tuple[Number, Sequence[Number]]]:
    """The values of a column in the first rows, each with the points beside it."""
    before: list[Number] = [0] * len(sheet.points_columns)
    for at in range(min(_LOOKED_AT, sheet.stop)):
        stands = amount(sheet.table.value(at, column))
        above = before if sheet.running else [0] * len(before)
        said = [amount(sheet.table.value(at, one)) for one in sheet.points_columns]
        now = [was if one is None else one for was, one in zip(above, said, strict=True)]
        if stands:
            yield stands, [one - was for one, was in zip(now, above, strict=True)]
        before = now


def sides_of_kind(value: Value, game: Described) -> str | None:
    """How a game pays, by the word for what was played; ``None`` where the file does not say."""
    words = value_text(value).replace("-", " ").split()
    found = {sides for word in (" ".join(words), *words) if (sides := game.kinds.get(plain(word)))}
    return next(iter(found)) if len(found) == 1 else None


def values_due(entry: Entry, sheet: Sheet, game: Described) -> Iterator[tuple[str, str]]:
    """The values that may stand beside a row if its points are right, in the unit of the column."""
    row = paid(entry.points, game, sheet.notation)
    stands = amount(entry.fields.get("value", ""))
    parts = _parts(sheet, game) if stands and not entry.opening else 0
    if not parts or row is None or not row.sides:
        return
    times = times_of(entry, game.multiplier) or 1
    for due in sorted(_may_stand(row, entry.points, game, times)):
        number = Fraction(due) / parts
        if number.denominator == 1:
            yield "value", str(-number if stands and stands < 0 else number)


_MINUS = "−"
_WITHOUT_REPAIRS = frozenset({"facts", "kind"})


def checks_of(game: Described) -> tuple[tuple[Check, ...], tuple[Ground, ...]]:
    """The checks of a game for what its file states, and the grounds of an ok."""
    checks: list[Check] = []
    grounds: list[Ground] = []

    def add(
        name: str, look: GameLook, ground: str = "", *, absorbs: Iterable[str] = (), doubts: bool = False
    ) -> None:
        repairs = name not in _WITHOUT_REPAIRS
        rule = Rule(f"{game.name}/{name}", ERROR, absorbs=frozenset(absorbs), has_repairs=repairs)

        def needs(entry: Entry, sheet: Sheet) -> bool:
            # The file does not know what rules a penalty keeps.
            return not is_marked(entry) or not any(look(game, entry, sheet))

        # Without a sum each player's totals go their own way.
        how: dict[str, Any] = {
            "of_change": name != "sum",
            "of_columns": game.sum is None,
            "doubts": doubts,
            "needs": needs,
        }
        checks.append(row_check(rule, partial(look, game), **how))
        if ground:
            grounds.append(Ground(ground, rule, held=_NEEDED.get(name)))

    def before() -> list[str]:
        return [one.rule.name for one in checks]

    if game.multiplier is not None:
        add("times", _times)
    if game.facts:
        add("facts", _facts, "raised")
    if game.worth:
        # A value that no game has is not what stands beside it either.
        add("value", _value, "values", absorbs=[f"{game.name}/facts"])
    if game.tariff:
        checks.append(sheet_check(Rule(f"{game.name}/tariff", INFO, has_repairs=False), _tariff))
    if game.cells is not None:
        add("points", _points, "values", doubts=True)
    if game.sides:
        add("beside", value_beside)
    if game.kinds:
        add("kind", kind_played)
    if game.sides or game.zeros:
        add("pattern", _sides if game.sides else _zeros, "games", absorbs=before(), doubts=True)
    if game.sum is not None:
        absorbs = [*before(), "sheet/total-mismatch"]
        ground = "zero-sum" if game.settles else "sum"
        add("sum", _sum, ground, absorbs=absorbs, doubts=True)
    if game.sides and game.playing:
        checks.append(dealers(game.playing))
        rule = Rule(f"{game.name}/named", WARNING, has_repairs=False)
        look = partial(late("checks.own_game.checks", "misnamed"), game)
        checks.append(rows_check(rule, look, where=lambda sheet: sheet.column("maker") is not None))
    if game.ends or game.out or game.rows:
        ended = Rule(f"{game.name}/end", ERROR, has_repairs=False, doubtful=WARNING)
        for look in (past_the_end, out_of_rows):
            checks.insert(0, rows_check(ended, partial(look, game)))
    return tuple(reversed(checks)), (*reversed(grounds), TOTALS_AGREE, RUNNING_AGREE)


def _sum(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    due, times = game.sum, times_of(entry, game.multiplier) or (1 if game.settles else None)
    if due is None or times is None or not has_both_signs(sheet) or (entry.opening and not game.settles):
        return
    by_totals = sheet.running and game.settles
    out = sum(entry.totals) - sheet.level if by_totals else sum(entry.points)
    if by_totals and "remark" in entry.fields and not sum(entry.points):
        # After a penalty that nobody gets, the totals add up to it.
        return
    if out % times or out // times not in due:
        near = tuple(one * times for one in due.next_to(Fraction(out) / times))
        shown = tuple(str(one).replace("-", _MINUS) for one in near)
        params: dict[str, Param] = {"sum": out, "due": shown}
        off = out - min(near, key=lambda one: abs(out - one)) if near else None
        yield Hit(None, params, "totals" if by_totals else "", sheet.points_columns, off=off)


def _times(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The multiplier of a row is known, and its points are divisible by it."""
    if entry.opening:
        return
    times, column = times_of(entry, game.multiplier), sheet.column(ROLE)
    if times is None:
        said = value_text(entry.fields.get(ROLE, ""))
        yield Hit(column, {"said": said}, "word")
    elif not game.worth and game.cells is None:
        row = paid(entry.points, game, sheet.notation) if game.sides else None
        wrong = [one for one in entry.points if one % times]
        if wrong and (row is not None or not game.sides):
            points = wrong[0] if row is None else row.value
            yield Hit(column, {"times": times, "value": points}, "", sheet.points_columns)


def _sides(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    both = sheet.notation == "plus-minus"
    is_kept = paid(entry.points, game, sheet.notation) is not None
    if entry.opening or (both and sum(entry.points)) or is_kept:
        return
    params: dict[str, Param] = {
        "points": tuple(f"+{one}" if both and one > 0 else str(one) for one in entry.points if one),
        "rest": (game.playing or len(entry.points)) - 1,
    }
    variant = "either" if len(game.sides) > 1 else next(iter(game.sides))
    yield Hit(None, params, variant, sheet.points_columns)


def _zeros(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    counted = game.counted(entry)
    zeros, due = counted.count(game.fixed), game.zeros_of(len(counted)) or 0
    if not entry.opening and zeros != due:
        params: dict[str, Param] = {"zeros": zeros, "points": game.fixed, "due": due}
        yield Hit(None, params, "zeros", sheet.points_columns, off=_off(entry, sheet, game))


def _value(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    row = None if entry.opening or NO_TARIFF in sheet.shown else paid_once(entry.points, sheet, game)
    if row is None or not row.sides:
        return
    times = times_of(entry, game.multiplier)
    values = None if times is None else values_by_sides(game, game.amounts(sheet.options)).get(row.sides)
    if times is None or values is None:
        return
    values = frozenset(one * times for one in values)
    if row.value not in values:
        at = _first_won(entry.points)
        low = max((one for one in values if one < row.value), default=None)
        high = min((one for one in values if one > row.value), default=None)
        shown = _in_euros if has_hundredths(sheet, game) else str
        near = tuple(shown(one) for one in (low, high) if one is not None)
        params: dict[str, Param] = {"value": shown(row.value), "near": near, "times": times}
        variant = "times" if times > 1 else ""
        yield Hit(sheet.points_columns[at], params, variant, sheet.points_columns)


def _tariff(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Says that no values are checked where they follow no tariff of the file."""
    if NO_TARIFF in sheet.shown:
        yield Hit(None, {})


def _facts(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The value of a game follows from the facts beside it, if the rows support that reading of the
    columns."""
    row = weighed_row(entry, sheet, game)
    groups = facts_held(sheet)
    if not groups or row is None or row.facts is None:
        return
    values = values_by(row.facts, row.sides, groups, game, game.amounts(sheet.options))
    if values and row.value not in values:
        shown = _in_euros if has_hundredths(sheet, game) else str
        times = times_of(entry, game.multiplier) or 1
        near = sorted(values, key=lambda value: (-values[value], value))[:2]
        at = _first_won(entry.points)
        due = tuple(shown(times * one) for one in near)
        params: dict[str, Param] = {"value": shown(times * row.value), "due": due}
        columns = [one.at for one in sheet.columns if one.role in headings_of(game).values()]
        yield Hit(sheet.points_columns[at], params, "", (*sheet.points_columns, *columns))


def _in_euros(cents: Number) -> str:
    return f"{int(cents) // 100}.{int(cents) % 100:02}"


def _points(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    times = times_of(entry, game.multiplier)
    if entry.opening or game.cells is None or times is None:
        return
    for at, one in enumerate(entry.points):
        if one % times or one // times not in game.cells:
            params: dict[str, Param] = {"player": sheet.players[at], "points": one, "times": times}
            out = out_of_total(sheet, at) if times == 1 else 0
            off = out if out and one - out in game.cells else None
            yield Hit(sheet.points_columns[at], params, "times" if times > 1 else "", off=off)


def _off(entry: Entry, sheet: Sheet, game: Described) -> Number | None:
    """The difference of a row that would be right if one player's points agreed with a wrong total; ``None``
    where that is not so for exactly one player."""
    found: list[Number] = []
    counted = game.counted(entry)
    zeros = counted.count(game.fixed)
    for at, one in enumerate(entry.points):
        out = out_of_total(sheet, at)
        due = zeros - (one == game.fixed) + (one - out == game.fixed)
        if out and due == game.zeros_of(len(counted)) and (game.cells is None or one - out in game.cells):
            found.append(out)
    return found[0] if len(found) == 1 else None


def _first_won(points: Sequence[Number]) -> int:
    """The position of the first winner, or of the first loser where only losers are written."""
    return max(range(len(points)), key=lambda at: (points[at] > 0, points[at] != 0))


_NEEDED: Mapping[str, Callable[[Sheet], bool]] = {
    "facts": lambda sheet: bool(facts_held(sheet)),
    "value": lambda sheet: NO_TARIFF not in sheet.shown,
    "sum": has_both_signs,
}
"""What a sheet must have for a rule to be a ground of its ok."""


def past_the_end(game: Described, sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The first row after the end of each game; who has points once out, and who stops before that."""
    seats = range(len(sheet.players))
    off = [out_of_total(sheet, at) for at in seats]
    last = [max((one.row for one in entries if one.written[at] is not None), default=0) for at in seats]
    start: Sequence[Number] = [0] * len(seats)
    told: set[int] = set()
    first, number = sheet.table.first_column, 0
    for entry in entries:
        if not entry.readable:
            return
        # A running total that falls again was wrong above.
        gone = [max(0, points) if sheet.running else points for points in entry.points]
        above = [total - points for total, points in zip(entry.totals, gone, strict=True)]
        said = None if first in sheet.points_columns else written(sheet.table.value(entry.row, first))
        if isinstance(said, int):
            if said <= number:
                # Where numbers begin anew, the game does.
                start, told = above, set()
            number = said
        had = [one - before for one, before in zip(above, start, strict=True)]
        for at, variant in () if entry.opening else _wrong(game, entry, had, off, last):
            if told.isdisjoint({at, -1}):
                told.add(at if variant in {"out", "early"} else -1)
                params: dict[str, Param] = {"player": sheet.players[at], "points": had[at]}
                params |= {"game": entry.label, "what": sheet.noun}
                yield Hit(sheet.points_columns[at], params, variant, row=entry.row)


def out_of_rows(game: Described, sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The first row after the last one of each game, and a game that stops before it."""
    players, first, games = len(sheet.players), sheet.table.first_column, list[list[tuple[int, int]]]()
    due = game.rows.get(players, game.rows.get(0, 0))
    for entry in entries if due else ():
        said = None if first in sheet.points_columns else written(sheet.table.value(entry.row, first))
        number = said if isinstance(said, int) else entry.number or 0
        if number == 1 or not games:
            games.append([])
        games[-1].append((number, entry.row))
    for one in games:
        over = next((row for row in one if row[0] > due), None)
        if over is not None or max(one)[0] < due:
            number, row = over or one[-1]
            params = {"players": players, "due": due, "game": str(number), "what": sheet.noun}
            yield Hit(first, params, "few" if over is None else "rows", row=row, doubtful=over is None)


def _wrong(
    game: Described, entry: Entry, had: Sequence[Number], off: Sequence[Number], last: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """The players and variants of the message; the total row, which rows are ``off`` by, may be right."""
    seats = range(len(had))
    sure = [min(one, one - more) for one, more in zip(had, off, strict=True)]
    first = max(seats, key=sure.__getitem__)
    still = [at for at in seats if not game.out or sure[at] < game.out]
    if game.ends and sure[first] >= game.ends:
        yield first, ""
    elif len(still) == 1:
        yield still[0], "alone"
    elif game.out and any(one is not None for one in entry.written):
        for at in seats:
            if at not in still and entry.points[at]:
                yield at, "out"
            elif entry.row > last[at] and max(had[at], had[at] - off[at]) < game.out:
                yield at, "early"
