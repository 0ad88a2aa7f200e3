"""The ruleset that a described game comes to: its layouts, its checks, and what a sheet of it gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import islice, product
from math import log, prod
from pathlib import Path
from typing import Any

from scorecheck.checks.check import ERROR, Check, Hit, Rule, row_check
from scorecheck.checks.common import CELL_CHECKS, heading_checks, total_mismatch
from scorecheck.checks.game_numbers import game_number_checks
from scorecheck.checks.grounds import TOTALS_AGREE, Ground, nothing_to_check
from scorecheck.checks.money import amount
from scorecheck.checks.null import ODDS
from scorecheck.checks.own_game.beside import ROLES, Look, beside_check, kind_check, values_due
from scorecheck.checks.own_game.categories import card_terms
from scorecheck.checks.own_game.file import Cells, Described
from scorecheck.checks.own_game.raised import (
    WeighedRow,
    columns_left,
    groups_of,
    headings_of,
    held,
    told,
    values_told,
    weigh,
)
from scorecheck.checks.own_game.rows import (
    SIGNS,
    CellsPrior,
    Paid,
    SidesPrior,
    has_hundredths,
    in_hundredths,
    like_in,
    paid,
    plain_number,
)
from scorecheck.checks.own_game.times import ROLE, Multiplier, TimesPrior, once, spelt, times_of
from scorecheck.checks.prior import RowPrior
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.sides import sides_of
from scorecheck.checks.words import vocabulary
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.terms import Param, Term

_NUMBERS = (
    *("match", "board", "partie", "durchgang", "satz", "wurf"),
    *("hand", "leg", "frame", "set", "kamp", "omgang"),
)
"""What a row may be called where the column counts them, in plain form."""
_OF_ANY, _BESIDE_SIDES = ("layouts", "words.toml"), ("checks", "own_game", "columns.toml")
"""Where the headings of any sheet stand, and those beside games with sides."""
_MOST_TARIFFS = 100
_HARDLY, _NEVER = 0.02, 1e-9
"""Slips that a game makes unlikely, or rules out, happen so much more seldom."""
_SIGN = {True: "+", False: "−"}


def ruleset_of(game: Described) -> Ruleset:
    """The ruleset of a game that a file describes."""
    if game.categories:
        from scorecheck.checks.own_game.cards import ruleset_of_cards

        return ruleset_of_cards(game)
    checks, grounds = _checks(game)
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
            *game_number_checks(_is_game),
            *heading_checks(
                *(_BESIDE_SIDES if game.sides else _OF_ANY),
                left=lambda sheet: columns_left(sheet, _held(sheet), game),
            ),
            nothing_to_check(grounds, game.kept),
        ),
        result=partial(_result, game),
        headings={
            **dict.fromkeys(_NUMBERS, "number"),
            **(vocabulary(*_BESIDE_SIDES) if game.sides else {}),
            **(dict.fromkeys(game.multiplier.headings, ROLE) if game.multiplier is not None else {}),
            **headings_of(game),
        },
        is_game=_is_game,
        seats=game.seats,
        ranking=game.ranking,
        lower_wins=game.lower_wins,
        zero_sum=game.settles,
        # Where rows need not add up to 0, more than 0 points are no win.
        played=_played if game.settles else None,
        as_data=_played,
        options=game.tariff,
        shown_options=partial(_shown_tariff, game) if game.tariff and game.worth else None,
        remarks=_remarks,
        grounds=grounds,
        in_hundredths=lambda sheet: has_hundredths(sheet, game),
    )


def texts_of(game: Described, lang: str) -> dict[str, Any]:
    """The sentences of a game's rules and what it is called, in a language."""
    said = _sentences(lang)
    choice = said["tariff"]
    texts: dict[str, Any] = {
        "terms": {"read-tariff": choice["shown"], "read-facts": choice["facts"]},
        "options": {name: {"says": choice["says"].replace("{name}", name)} for name in game.tariff},
        "labels": {f"game.{game.name}": game.title[lang]},
    }
    of_kind = said["card" if game.categories else "rules"]
    if game.categories:
        texts["terms"] |= {**card_terms()[lang], **{one.name: one.title[lang] for one in game.categories}}
    return texts | {f"{game.name}/{rule}": _named(one, game.name) for rule, one in of_kind.items()}


def _named(texts: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Sentences that ask for the terms of a game, with its name put in."""
    text = {variant: said.replace("|GAME}", f"|{game}}}") for variant, said in texts["text"].items()}
    return {**texts, "text": text}


def blank_of(game: Described) -> Mapping[str, Any] | None:
    """What stands on a blank card, as the ``blank.toml`` of a game says it; of other games what its rows and
    cells can be, where that is not said by their layouts."""
    if not game.categories:
        sums = () if game.settles or game.sum is None else game.sum.ranges
        cells = () if game.cells is None or game.hundredths else game.cells.ranges
        ends = [one for bounds in cells for one in bounds[:2] if one is not None]
        return {"sums": sums, "bounds": (min(ends), max(ends)) if len(ends) == 2 * len(cells) > 0 else ()}
    from scorecheck.checks.own_game.cards import blank_card

    return blank_card(game)


@cache
def _sentences(lang: str) -> Mapping[str, Any]:
    import tomllib

    path = Path(__file__).parent / "messages" / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _is_game(entry: Entry, _sheet: Sheet) -> bool:
    return not entry.opening


def _is_kept(game: Described, values: Mapping[str, frozenset[int]], entry: Entry, sheet: Sheet) -> bool:
    """Whether a row is one that the game can give."""
    if not entry.readable:
        return False
    if entry.opening:
        return not game.settles or not sum(entry.totals)
    times = times_of(entry, game.multiplier)
    points = entry.points if times is None else once(entry.points, times)
    if points is None:
        return False
    if game.zeros is not None and sum(1 for one in points if not one) != game.zeros:
        return False
    return _is_worth(points, sheet, game, values)


def _layout(game: Described, name: str, notation: str = "plus-minus") -> Layout:
    of_any_event = _values_of_any_event(game)

    def usual_values() -> Mapping[str, Mapping[int, float]]:
        return _values(game, {key: one[0] for key, one in game.tariff.items()})

    def prior_once(seats: int) -> RowPrior:
        if not game.sides:
            return CellsPrior(seats, game.sum, game.cells, game.zeros)
        return SidesPrior(game, seats, usual_values(), notation=notation)

    how = game.multiplier
    beside: frozenset[str] = ROLES if game.sides else frozenset()
    raised = frozenset(headings_of(game).values())

    def prior(seats: int) -> RowPrior:
        return prior_once(seats) if how is None else TimesPrior(prior_once(seats), how.likely)

    def meant(points: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        yield from like_in(notation, points, game)
        if notation in SIGNS and sum(map(bool, points)) == 1:
            # Nobody else's points tell what one alone has.
            by = ((game.playing or len(points)) - 1) * (-1 if notation == "minus-only" else 1)
            for value in usual_values().get("one-rest", ()):
                yield tuple(by * value if one else 0 for one in points)

    return Layout(
        name,
        name == "totals",
        frozenset(
            {"number", "control", "remark", "aside", *beside, *raised, *((ROLE,) if how is not None else ())}
        ),
        lambda entry, _past, sheet: _is_kept(game, of_any_event, entry, sheet),
        typical=lambda entry, _sheet: any(entry.points),
        number_roles=frozenset({"control"}) | (beside & {"value"}),
        notation=notation,
        gaps="unchanged" if notation in SIGNS or (game.playing or game.most) < game.most else "missing",
        whole=not game.hundredths,
        hundredths=game.hundredths,
        min_players=game.least,
        max_players=game.most,
        at_table=game.playing,
        often=_often(game),
        settles=game.settles,
        meant=meant if game.sides else None,
        revalued=partial(_revalued, game) if game.worth and game.multiplier is None else None,
        dues=partial(_dues, game),
        prior=prior,
        default=name == game.kept[0],
        share=0.5 if game.settles else _SELDOM,
        by_preset=False,
    )


_SELDOM = 1e-4
"""Rows that need not add up are kept otherwise than the file says first: only totals that go on show it."""


def _often(game: Described) -> Mapping[str, float]:
    """Where a column says what counts double, rows are hardly doubled that it does not mark; where nothing
    counts double, none at all."""
    if game.multiplier is not None:
        return {"doubled-row": _HARDLY}
    doubles = any(times > 1 for worth in game.worth for times in worth.times) or not game.worth
    return {} if doubles else {"doubling": _NEVER, "doubled-row": _NEVER}


def _dues(game: Described, entry: Entry, _past: object, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the control and the multiplier of a row should say if its points are right."""
    if sheet.column("control") is not None:
        yield "control", str(sum(entry.totals if sheet.running else entry.points))
    if game.sides:
        yield from values_due(entry, sheet, game)
    if game.multiplier is None or sheet.column(ROLE) is None or entry.opening or not any(entry.points):
        return
    values = _values(game, _tariff_of(game, sheet))
    for times in game.multiplier.likely:
        points = once(entry.points, times)
        if points is not None and _is_worth(points, sheet, game, values):
            yield ROLE, spelt(times, sheet, game.multiplier)


def _paid(points: Sequence[Number], sheet: Sheet, game: Described) -> Paid | None:
    """What a row that counts once pays, as the game counts it."""
    return paid(in_hundredths(points, sheet, game), game, sheet.notation)


def _revalued(
    game: Described, sheet: Sheet, points: Sequence[Number]
) -> Iterator[tuple[str, Sequence[Number]]]:
    """The rows of the same sides that are worth something else. Who forgets to double, or does so needlessly,
    writes down what a game can be worth as well; what is worked out wrongly is hardly out by much."""
    row = _paid(points, sheet, game)
    if row is None or not row.sides:
        return
    values = _values(game, _tariff_of(game, sheet)).get(row.sides, {})
    for value in sorted(values.keys() - {row.value}, key=lambda one: abs(one - row.value))[:_NEAREST]:
        by = Fraction(value) / row.value
        kind = "doubling" if row.value in values and by in (2, Fraction(1, 2)) else "value-wrong"
        yield kind, [plain_number(one * by) for one in points]


_NEAREST = 12


def _is_worth(
    points: Sequence[Any], sheet: Sheet, game: Described, values: Mapping[str, Collection[int]]
) -> bool:
    """Whether a row that counts once can have such points."""
    if not game.sides:
        in_cells = game.cells is None or all(one in game.cells for one in points)
        return in_cells and (game.sum is None or sum(points) in game.sum)
    row = _paid(points, sheet, game)
    return row is not None and (row.sides not in values or row.value in values[row.sides])


def _tariff_of(game: Described, sheet: Sheet) -> dict[str, int]:
    return {key: int(sheet.options.get(key, one[0])) for key, one in game.tariff.items()}


def _values(game: Described, tariff: Mapping[str, int]) -> Mapping[str, Mapping[int, float]]:
    """What rows of each kind can be worth, with shares; a kind of which nothing is said is left out."""
    found: dict[str, dict[int, float]] = {}
    for worth in game.worth:
        for sides in worth.sides & game.sides:
            mine = found.setdefault(sides, {})
            for value, share in worth.values(tariff).items():
                mine[value] = mine.get(value, 0.0) + share * (_SPECIAL if worth.words else 1.0)
    return found


_SPECIAL = 0.25
"""What has a word of its own is played so much more seldom than what needs none."""


def _values_of_any_event(game: Described) -> Mapping[str, frozenset[int]]:
    """What rows can be worth, whatever an event chooses of the tariff; none where it can choose too much."""
    if prod(map(len, game.tariff.values())) > _MOST_TARIFFS:
        return {}
    found: dict[str, frozenset[int]] = {}
    for chosen in product(*game.tariff.values()):
        for sides, values in _values(game, dict(zip(game.tariff, chosen, strict=True))).items():
            found[sides] = found.get(sides, frozenset[int]()).union(values)
    return found


def _shown_tariff(
    game: Described, sheet: Sheet, options: Mapping[str, Any], entries: Iterable[Entry]
) -> Mapping[str, Shown]:
    """The likeliest amounts, where rows show by odds of 99 to 1 that those in force do not hold."""
    rows = list(_rows_weighed(game, sheet, islice(entries, _MOST_ADDED)))
    in_force = {key: int(options.get(key, one[0])) for key, one in game.tariff.items()}
    chosen = _tariff_shown(game, in_force, rows)
    shown: dict[str, Shown] = {}
    if chosen != in_force:
        at = min(_wrong_by(game, in_force, rows), default=rows[0][0])
        cell = sheet.table.cell(at, sheet.points_columns[0])
        shown = {name: Shown(worth, cell) for name, worth in chosen.items() if worth != in_force[name]}
    facts = held([row for _, row in rows], game, chosen)
    if facts:
        column = next(one.at for one in sheet.columns if one.role in headings_of(game).values())
        shown[_FACTS] = Shown(" ".join(facts), sheet.table.heading_cell(column))
    return shown


def _rows_weighed(
    game: Described, sheet: Sheet, entries: Iterable[Entry]
) -> Iterator[tuple[int, WeighedRow]]:
    for entry in entries:
        row = _weighed(entry, sheet, game)
        if row is not None:
            yield entry.row, row


def _tariff_shown(
    game: Described, in_force: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> Mapping[str, int]:
    """The amounts that rows show, where these say by odds of 99 to 1 that those in force do not hold: of all
    that come into question those that change the fewest of them. One row may be wrong by itself."""
    if not _wrong_by(game, in_force, rows) and all(row.told is None for _, row in rows):
        return in_force
    weighed = [(_likely_by(game, one, rows), one) for one in _tariffs(game, in_force)]
    best = max(likely for likely, _ in weighed)
    if best + _OTHER - _likely_by(game, in_force, rows) < ODDS:
        return in_force

    def changes(one: tuple[float, Mapping[str, int]]) -> tuple[int, float]:
        likely, amounts = one
        return sum(amounts[name] != worth for name, worth in in_force.items()), -likely

    return min((one for one in weighed if one[0] > best - ODDS), key=changes)[1]


def _remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
    """The amounts that rows showed."""
    del entries
    for name, shown in sheet.shown.items():
        if name == _FACTS:
            yield Term("read-facts", params={"cell": shown.cell.a1})
            continue
        params: dict[str, Param] = {"name": name, "worth": int(shown.value), "cell": shown.cell.a1}
        yield Term("read-tariff", params=params)


def _wrong_by(
    game: Described, tariff: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> frozenset[int]:
    """The rows that a tariff gives no value for."""
    values = _values(game, tariff)
    return frozenset(at for at, row in rows if row.sides in values and row.value not in values[row.sides])


def _tariffs(game: Described, in_force: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The choices of amounts: what is added goes together, as it stands at one place of the lists; what a row
    begins with goes by itself."""
    base = sorted({one for worth in game.worth for one in worth.base if isinstance(one, str)})
    added = sorted(game.tariff.keys() - set(base))
    # What an event says otherwise than usual is not asked of the rows.
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
    """The logarithm of the chance of rows under a tariff, where a row in thirty is wrong."""
    values = _values(game, tariff)
    chance = 0.0
    for _, row in rows:
        shares: Mapping[Number, float] = {**values.get(row.sides, {})}
        chance += log((1 - _SLIP) * shares.get(row.value, 0.0) + _SLIP / _ANY)
    told = [row for _, row in rows if row.told is not None]
    groups = groups_of({at for row in told if row.told for at in row.told.counts}, game)
    # Either the columns say what raised the games, or something else.
    return chance + max(0.0, weigh(told, groups, game, tariff)[0])


_MOST_CHOICES = 300
_SLIP, _ANY = 0.03, 40
"""A wrong row may be worth any of so many amounts."""
_OTHER = log(0.2 / _MOST_CHOICES)
"""So many sheets are of other amounts than the usual, each choice as likely as the others."""


def _checks(game: Described) -> tuple[tuple[Check, ...], tuple[Ground, ...]]:
    """The checks of a game, and what an ok of its sheets rests on: all that its file says, and no more."""
    checks: list[Check] = []
    grounds: list[Ground] = []
    absorbed: set[str] = set()
    if game.multiplier is not None:
        times = Rule(f"{game.name}/times", ERROR)
        checks.append(row_check(times, _times_check(game, game.multiplier), of_change=True))
        absorbed.add(times.name)
    if game.worth:
        value = Rule(f"{game.name}/value", ERROR)
        checks.append(row_check(value, _value_check(game), of_change=True))
        grounds.append(Ground("values", value))
        absorbed.add(value.name)
    if game.facts:
        raised = Rule(f"{game.name}/facts", ERROR, has_repairs=False)
        checks.append(row_check(raised, _facts_check(game), of_change=True))
        grounds.append(Ground("raised", raised, held=_has_held))
        absorbed.add(raised.name)
    if game.cells is not None:
        points = Rule(f"{game.name}/points", ERROR)
        checks.append(row_check(points, _points_check(game), of_change=True))
        grounds.append(Ground("values", points))
        absorbed.add(points.name)
    if game.sides:
        beside = Rule(f"{game.name}/beside", ERROR)
        checks.append(row_check(beside, beside_check(game), of_change=True))
        absorbed.add(beside.name)
    if game.kinds:
        kind = Rule(f"{game.name}/kind", ERROR, has_repairs=False)
        checks.append(row_check(kind, kind_check(game), of_change=True))
        absorbed.add(kind.name)
    if game.sides or game.zeros is not None:
        pattern = Rule(f"{game.name}/pattern", ERROR, absorbs=frozenset(absorbed))
        look = _sides_check(game) if game.sides else _zeros_check(game)
        checks.append(row_check(pattern, look, of_change=True, doubts=True))
        grounds.append(Ground("games", pattern))
        absorbed.add(pattern.name)
    if game.sum is not None:
        total = Rule(f"{game.name}/sum", ERROR, absorbs=frozenset({*absorbed, "sheet/total-mismatch"}))
        checks.append(row_check(total, _sum_check(game, game.sum), doubts=True))
        grounds.append(Ground("zero-sum" if game.settles else "sum", total, held=_has_both_signs))
    return tuple(reversed(checks)), (*reversed(grounds), TOTALS_AGREE)


def _sum_check(game: Described, due: Cells) -> Look:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        times = times_of(entry, game.multiplier) or (1 if game.settles else None)
        if not _has_both_signs(sheet) or times is None or (entry.opening and not game.settles):
            return
        by_totals = sheet.running and game.settles
        out = sum(entry.totals) - sheet.level if by_totals else sum(entry.points)
        if out % times or out // times not in due:
            near = tuple(one * times for one in due.next_to(Fraction(out) / times))
            shown = tuple(str(one).replace("-", _SIGN[False]) for one in near)
            params: dict[str, Param] = {"sum": out, "due": shown}
            off = out - min(near, key=lambda one: abs(out - one)) if near else None
            yield Hit(None, params, "totals" if by_totals else "", sheet.points_columns, off=off)

    return look


def _has_both_signs(sheet: Sheet) -> bool:
    """Whether plus and minus points are written, so that they can be added up."""
    return sheet.notation not in SIGNS


def _times_check(game: Described, how: Multiplier) -> Look:
    """That a row counts a known number of times, and that its points are so many times something."""

    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        if entry.opening:
            return
        times, column = times_of(entry, how), sheet.column(ROLE)
        if times is None:
            said = value_text(entry.fields.get(ROLE, ""))
            yield Hit(column, {"said": said}, "word")
        elif not game.worth and game.cells is None:
            row = paid(entry.points, game, sheet.notation) if game.sides else None
            wrong = [one for one in entry.points if one % times]
            if wrong and (row is not None or not game.sides):
                points = wrong[0] if row is None else row.value
                yield Hit(column, {"times": times, "value": points}, "", sheet.points_columns)

    return look


def _sides_check(game: Described) -> Look:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        both = sheet.notation == "plus-minus"
        is_kept = paid(entry.points, game, sheet.notation) is not None
        if entry.opening or (both and sum(entry.points)) or is_kept:
            return
        params: dict[str, Param] = {
            "points": tuple(_signed(one) if both else str(one) for one in entry.points if one),
            "rest": (game.playing or len(entry.points)) - 1,
        }
        variant = "either" if len(game.sides) > 1 else next(iter(game.sides))
        yield Hit(None, params, variant, sheet.points_columns)

    return look


def _zeros_check(game: Described) -> Look:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        zeros = sum(1 for one in entry.points if not one)
        if not entry.opening and zeros != game.zeros:
            params: dict[str, Param] = {"zeros": zeros, "due": game.zeros or 0}
            yield Hit(None, params, "zeros", sheet.points_columns, off=_off(entry.points, sheet, game))

    return look


def _value_check(game: Described) -> Look:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        row = None if entry.opening else _paid(entry.points, sheet, game)
        if row is None or not row.sides:
            return
        times = times_of(entry, game.multiplier)
        values = None if times is None else _values(game, _tariff_of(game, sheet)).get(row.sides)
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

    return look


def _facts_check(game: Described) -> Look:
    """That a game is worth what stands beside it, where the rows bear out that the columns say it."""

    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        row = _weighed(entry, sheet, game)
        groups = _held(sheet) if row is not None and row.told is not None else ()
        if not groups or row is None or row.told is None:
            return
        values = values_told(row.told, row.sides, groups, game, _tariff_of(game, sheet))
        if values and row.value not in values:
            shown = _in_euros if has_hundredths(sheet, game) else str
            near = sorted(values, key=lambda value: (-values[value], value))[:2]
            at = _first_won(entry.points)
            params: dict[str, Param] = {"value": shown(row.value), "due": tuple(map(shown, near))}
            columns = [one.at for one in sheet.columns if one.role in headings_of(game).values()]
            yield Hit(sheet.points_columns[at], params, "", (*sheet.points_columns, *columns))

    return look


def _weighed(entry: Entry, sheet: Sheet, game: Described) -> WeighedRow | None:
    """A row with what it pays once, and what stands beside it; ``None``: it is no game of the file."""
    times = None if entry.opening or not entry.readable else times_of(entry, game.multiplier)
    points = None if times is None else once(entry.points, times)
    row = None if points is None else _paid(points, sheet, game)
    if row is None or not row.sides or row.value.denominator != 1:
        return None
    return WeighedRow(int(row.value), row.sides, told(entry.fields, game))


_FACTS = "facts-held"
"""The facts that rows bear out, among what a sheet shows: no name of a tariff has a hyphen."""


def _has_held(sheet: Sheet) -> bool:
    return bool(_held(sheet))


def _held(sheet: Sheet) -> tuple[str, ...]:
    return tuple(str(sheet.options.get(_FACTS, "")).split())


def _in_euros(cents: Number) -> str:
    return f"{int(cents) // 100}.{int(cents) % 100:02}"


def _points_check(game: Described) -> Look:
    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        times = times_of(entry, game.multiplier)
        if entry.opening or game.cells is None or times is None:
            return
        for at, one in enumerate(entry.points):
            if one % times or one // times not in game.cells:
                params: dict[str, Param] = {"player": sheet.players[at], "points": one, "times": times}
                out = _out(sheet, at) if times == 1 else 0
                off = out if out and one - out in game.cells else None
                yield Hit(sheet.points_columns[at], params, "times" if times > 1 else "", off=off)

    return look


def _off(points: Sequence[Number], sheet: Sheet, game: Described) -> Number | None:
    """By how much a row is out, where it would be one of the game if the one total that is out were right."""
    found: list[Number] = []
    for at, one in enumerate(points):
        out = _out(sheet, at)
        due = [*points[:at], one - out, *points[at + 1 :]]
        if out and due.count(0) == game.zeros and (game.cells is None or one - out in game.cells):
            found.append(out)
    return found[0] if len(found) == 1 else None


def _out(sheet: Sheet, at: int) -> Number:
    """By how much more a player's points come to than the total row says; 0 where that is not told."""
    said = sheet.foot[at] if sheet.foot and not sheet.running and sheet.stop <= _MOST_ADDED else None
    if said is None or isinstance(said, Unreadable):
        return 0
    rows = (row for row in range(sheet.stop) if row != sheet.total_row and row not in sheet.left_out)
    out = sum(amount(sheet.table.value(row, sheet.points_columns[at])) or 0 for row in rows) - said
    return int(out) if out.denominator == 1 else out


_MOST_ADDED = 300
"""On longer sheets rows are not held against the total row one by one."""


def _first_won(points: Sequence[Number]) -> int:
    """The position of the first who won; of who lost, where nobody else is written."""
    return max(range(len(points)), key=lambda at: (points[at] > 0, points[at] != 0))


def _signed(number: Any) -> str:
    return f"{_SIGN[number > 0]}{abs(number)}"


def _result(game: Described, sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points and games of each player, and how many of these were won, where a row tells who has won it."""
    seats = range(len(sheet.players))
    points: list[Any] = [0 for _ in seats]
    wins = [0 for _ in seats]
    games = 0
    lost = sheet.notation == "losers-only"
    for entry in entries:
        points = [before + (-one if lost else one) for before, one in zip(points, entry.points, strict=True)]
        if not entry.opening:
            games += 1
            won = sides_of(entry.points, sheet.notation, game.playing or len(seats)).won
            wins = [before + (at in won) for at, before in enumerate(wins)]
    figures = [{"wins": won} if game.settles else {} for won in wins]
    return tuple(PlayerResult(sheet.players[at], points[at], games, figures[at]) for at in seats)


def _played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    for entry in entries:
        if not entry.opening:
            yield Played(entry.label, dict(zip(sheet.players, entry.points, strict=True)))
