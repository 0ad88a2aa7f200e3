"""Which game a table is of, and how it is read: chosen by headings first, then by what keeps the rules.

The decision is taken on how many rows keep a game's plain invariant, never on findings, and it is
frozen before any check runs: a faulty sheet must not be read as another kind of sheet just because
that hides its fault. Where two readings are close, that is said instead of chosen. It is one decision, read
from top to bottom, and so it stands in one module, longer than most.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, MISSING_VALUE, NO_TABLE
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.cells import shown_name
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.locate import partitions
from scorecheck.layouts.plain import form_of, is_all_points, is_plain, ways_to_read
from scorecheck.layouts.readings import Reading, readings
from scorecheck.layouts.records import may_be_records, nearly_records, record_readings
from scorecheck.layouts.vocabulary import common_headings, row_words, words_below_names
from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Evidence
from scorecheck.weighing import CLOSE, SHORT, Fit, beats, foot_agrees, order, same, weigh

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.checks.check import Rule
    from scorecheck.checks.ruleset import Layout, Ruleset
    from scorecheck.layouts.plain import Ways
    from scorecheck.layouts.records import Nearly
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Sheet, Table
    from scorecheck.model.workbook import Grid

SURE, LIKELY = Fraction(7, 10), Fraction(1, 2)
"""A game is taken where this share of the rows keeps its invariant; between the two, only if no
other game fits better."""
FEWEST_TURNED = 3
"""A table with the players one below the other has at least so many games: one column of scores
beside names is a published list."""


class Wanted(NamedTuple):
    """What the user or the event says of a sheet; ``None`` leaves it to be recognised."""

    game: str | None = None
    preset: str | None = None
    layout: str | None = None
    headings: Mapping[str, str] = {}
    notation: str | None = None
    weigh_all: bool = False
    """Weigh also what cannot be chosen any more, to be shown as evidence."""


class Doubt(NamedTuple):
    """Why a table could not be read."""

    rule: Rule
    variant: str
    params: Mapping[str, Param]
    beside: bool = False
    """Beside sheets that can be read it is nothing to complain of: notes, statistics."""
    table: Table | None = None
    evidence: tuple[Evidence, ...] = ()
    """The readings that were weighed, the best one first."""
    cell: CellRef | None = None
    """The cell to look at, where it is known."""


def recognise_sheet(grid: Grid, path: str, wanted: Wanted) -> list[Reading | Doubt]:
    """The readings of the tables of a sheet: those of records by their headings, the others by their rows."""
    if grid.said.get("game") in registry.GAMES:
        said = {name: word for name, word in grid.said.items() if not getattr(wanted, name)}
        wanted = wanted._replace(**said)
    ways = _ways_to_read(grid, wanted)
    again = _read_again(ways, grid, path, wanted) if ways is not None and ways.readings else None
    if again is not None:
        return [again]
    rulesets = list(map(registry.load, _games_of_records(grid, wanted)))
    tables, first = record_readings(
        grid, path, rulesets, preset=wanted.preset, layout=wanted.layout, own_headings=wanted.headings
    )
    if not tables:
        outcomes = _by_rows(grid, path, wanted)
        if ways is not None and not rulesets:
            _learn(ways, outcomes, path, wanted)
        if not any(isinstance(outcome, Reading) for outcome in outcomes):
            nearly = nearly_records(grid, rulesets, layout=wanted.layout, own_headings=wanted.headings)
            if nearly is not None:
                return [_lacking(nearly)]
        return outcomes
    records = [_likeliest(found, wanted) for found in tables]
    above = _by_rows(replace(grid, rows=grid.rows[:first]), path, wanted)
    return _named_apart([*(one for one in above if isinstance(one, Reading)), *records])


def _ways_to_read(grid: Grid, wanted: Wanted) -> Ways | None:
    """Where the ways to read a plain sheet are remembered; ``None`` where they hang on more than its form."""
    if wanted.headings or wanted.weigh_all or not is_plain(grid):
        return None
    ruleset = next(iter(_rulesets(map(shown_name, grid.rows[0]), wanted)), None)
    if ruleset is None:
        return None
    form = form_of(grid.rows[0], _telling_words(str(ruleset.game)))
    return ways_to_read((form, wanted.game, wanted.preset, wanted.layout, wanted.notation))


@cache
def _telling_words(game: str) -> frozenset[str]:
    """All words that a heading may be if it is no mere name."""
    ruleset = registry.load(game)
    of_records = (words for sketch in registry.SKETCHES for words in (sketch.headings, sketch.row_names))
    mine = (ruleset.headings, ruleset.weak_headings)
    return frozenset(chain(common_headings(), row_words(), words_below_names(), *mine, *of_records))


def _read_again(ways: Ways, grid: Grid, path: str, wanted: Wanted) -> Reading | None:
    """The reading of a sheet like one met before; ``None`` where it takes more to choose one."""
    fits: list[Fit] = []
    _weigh(ways.of(grid, path), fits, wanted)
    if not _is_beyond_doubt(fits):
        return None
    outcome = _chosen(fits, fits[0].reading.sheet.table, path, wanted)
    return outcome if isinstance(outcome, Reading) and _is_settled(outcome) else None


def _learn(ways: Ways, outcomes: Sequence[Reading | Doubt], path: str, wanted: Wanted) -> None:
    """Keeps the ways to read a sheet of the strictest game that it may be of, if it is of that game.

    Nothing but game numbers and points must stand under its headings.
    """
    outcome = outcomes[0] if ways.met and len(outcomes) == 1 else None
    ways.met = True
    if not isinstance(outcome, Reading) or not _is_settled(outcome):
        return
    table = outcome.sheet.table
    if outcome.ruleset is next(iter(_rulesets(table.headings, wanted))):
        found = tuple(_wanted(table, path, outcome.ruleset, wanted))
        ways.readings = found if all(map(is_all_points, found)) else ()


def _games_of_records(grid: Grid, wanted: Wanted) -> Iterable[str]:
    """The games whose records or cards may stand on a sheet: only these need to be imported for it."""
    mine = [sketch for sketch in registry.SKETCHES if wanted.game in (None, sketch.game)]
    maybe = may_be_records(grid, mine, own_headings=wanted.headings)
    return [game for game in registry.GAMES if any(sketch.game == game for sketch in maybe)]


def _lacking(nearly: Nearly) -> Doubt:
    params: dict[str, Param] = {"layout": nearly.layout, "missing": nearly.missing}
    return Doubt(MISSING_VALUE, "heading", params, cell=CellRef(nearly.row + 1, nearly.column + 1))


def _likeliest(found: Sequence[Reading], wanted: Wanted) -> Reading:
    """Of the layouts whose headings a table has, the one that asks for most, then that which its rows fit."""
    fits = [weigh(reading) for reading in found]
    best = max(fits, key=lambda fit: (len(fit.reading.layout.required), fit.share))
    decided_by = "headings" if wanted.layout is None else "told"
    sheet = replace(best.reading.sheet, decided_by=decided_by, evidence=_evidence(best.reading, fits))
    return best.reading._replace(sheet=sheet)


def _by_rows(grid: Grid, path: str, wanted: Wanted) -> list[Reading | Doubt]:
    """The readings of the tables of points on a sheet, however it has to be cut into tables.

    Another cut is tried only where a table is like no scoresheet at all; one that could be read in
    two ways, or with faults, stays what it is.
    """
    best: list[Reading | Doubt] = []
    tables: tuple[Table, ...] = ()
    for cut in partitions(grid):
        outcomes = [recognise(table, path, wanted) for table in cut]
        if not best or _rank(outcomes) > _rank(best):
            best, tables = outcomes, cut
        if all(_is_settled(outcome) for outcome in outcomes):
            break
    for at, (table, outcome) in enumerate(zip(tables, best, strict=True)):
        if isinstance(outcome, Doubt) and outcome.beside:
            best[at] = _published(table, path, wanted) or outcome
    return _named_apart(_once(best))


def _once(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """Games count once: where their running totals stand beside them, with the same names, those are left."""
    games = {
        (outcome.sheet.table.heading_row, outcome.sheet.players)
        for outcome in outcomes
        if isinstance(outcome, Reading) and not outcome.sheet.running and outcome.sheet.game
    }
    return [
        Doubt(NO_TABLE, "twice", {}, beside=True)
        if isinstance(outcome, Reading)
        and outcome.sheet.running
        and (outcome.sheet.table.heading_row, outcome.sheet.players) in games
        else outcome
        for outcome in outcomes
    ]


def _named_apart(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """Where a sheet has several tables, each with a name of its own: its title, else its first cell."""
    tables = [outcome.sheet.table for outcome in outcomes if isinstance(outcome, Reading)]
    if len(tables) < 2:
        return outcomes
    titles = [table.title for table in tables]
    apart = all(titles) and len(set(titles)) == len(titles)
    named: list[Reading | Doubt] = []
    for outcome in outcomes:
        if isinstance(outcome, Reading):
            table = outcome.sheet.table
            part = table.title if apart else table.heading_cell(table.first_column).a1
            sheet = replace(outcome.sheet, table=replace(table, part=part))
            named.append(outcome._replace(sheet=sheet))
        else:
            named.append(outcome)
    return named


def _rank(outcomes: Sequence[Reading | Doubt]) -> tuple[bool, bool, int]:
    """How well a cut is read: every table, each by the strict rules of its game, and how many."""
    read = [outcome for outcome in outcomes if isinstance(outcome, Reading)]
    strict = bool(read) and all(map(_is_settled, read))
    return len(read) == len(outcomes), strict, len(read)


def _is_settled(outcome: Reading | Doubt) -> bool:
    """Whether no other cut needs to be tried: strict rules or a telling mark show what the table is.

    Two tables side by side can keep the loose rules of one large table of another game.
    """
    if isinstance(outcome, Doubt):
        # A column too many may belong to another table beside this one.
        return not outcome.beside and outcome.variant != "column"
    return outcome.layout.telling or outcome.ruleset.telltale(outcome.sheet)


def recognise(table: Table, path: str, wanted: Wanted) -> Reading | Doubt:
    """The reading of a table as a scoresheet of a game, or why none was chosen."""
    return _chosen(_weighed(table, path, wanted), table, path, wanted)


def _chosen(fits: list[Fit], table: Table, path: str, wanted: Wanted) -> Reading | Doubt:
    telling = {fit.reading.ruleset.game for fit in fits if fit.reading.ruleset.telltale(fit.reading.sheet)}
    weighed = fits
    if len(telling) == 1:
        fits = [fit for fit in fits if fit.reading.ruleset.game in telling]
    if not fits:
        return Doubt(NO_TABLE, "", {"players": 3}, beside=True, table=table)
    chosen = _game(fits, sure=wanted.game is not None or bool(telling))
    if isinstance(chosen, Doubt) and not chosen.beside:
        # Between games that fit equally, what somebody called the sheet decides.
        named = [fit for fit in fits if _is_called(fit.reading, table, path)]
        if len({fit.reading.ruleset.game for fit in named}) == 1:
            chosen = named
    if isinstance(chosen, Doubt):
        doubt = (_one_column_too_many(table, path, wanted, fits) if chosen.beside else None) or chosen
        return doubt._replace(table=table, evidence=_evidence(None, weighed))
    by_foot = {fit.reading.layout.name for fit in chosen if foot_agrees(fit.reading)}
    if len(by_foot) == 1:
        chosen = [fit for fit in chosen if fit.reading.layout.name in by_foot]
    if wanted.game is not None and max(fit.share for fit in chosen) < LIKELY:
        # It hardly fits in any way, but we were told what it is: then the findings must say why.
        reading = min(chosen, key=order).reading
    else:
        reading = _notation(chosen)
    if isinstance(reading, Doubt):
        return reading._replace(table=table, evidence=_evidence(None, weighed))
    if _has_idle_seat(reading, fits):
        doubt = _one_column_too_many(table, path, wanted, fits, flawless=True)
        if doubt is not None:
            return doubt._replace(table=table, evidence=_evidence(reading, weighed))
    told = wanted.layout is not None or wanted.notation is not None
    rows_or_marks = "marks" if len(telling) == 1 else "rows"
    decided_by = "told" if told else "total" if len(by_foot) == 1 else rows_or_marks
    sheet = replace(reading.sheet, decided_by=decided_by, evidence=_evidence(reading, weighed))
    return reading._replace(sheet=sheet)


def _weighed(table: Table, path: str, wanted: Wanted) -> list[Fit]:
    """The readings of a table, weighed; no other games' where the first one's is beyond doubt."""
    fewest = FEWEST_TURNED if table.turned else 1
    fits: list[Fit] = []
    for ruleset in _rulesets(table.headings[table.first_column :], wanted):
        is_first = not fits
        _weigh(_wanted(table, path, ruleset, wanted), fits, wanted, fewest)
        if fits and is_first and not wanted.weigh_all and _is_beyond_doubt(fits):
            break
    return fits


def _weigh(offered: Iterable[Reading], fits: list[Fit], wanted: Wanted, fewest: int = 1) -> None:
    """Weighs readings beside those that were; those of too few rows are left out."""
    for reading in offered:
        flawless = not wanted.weigh_all and any(fit.is_flawless for fit in fits)
        fit = weigh(reading, enough=CLOSE + 1 if flawless else None)
        if fit.rows >= fewest:
            fits.append(fit)


def _is_beyond_doubt(fits: Sequence[Fit]) -> bool:
    """Whether a game is taken whatever the games further down would make of the table.

    Its rows are all typical games, and no column is there that could bear another game's mark.
    """
    best = max(fits, key=lambda fit: fit.share)
    roles = {column.role for column in best.reading.sheet.columns}
    return best.is_flawless and best.is_typical and best.rows > SHORT and roles <= {"number", "player"}


_MOST_COLUMNS = 12


def _is_called(reading: Reading, table: Table, path: str) -> bool:
    said = plain(" ".join((table.title, table.sheet or "", path.rpartition("/")[2])))
    return any(name in said for name in reading.ruleset.names)


def _has_idle_seat(reading: Reading, fits: Iterable[Fit]) -> bool:
    """Whether a larger table has rows that are no game: one of its columns may be no player's."""
    seats, at_table = len(reading.sheet.players), reading.layout.at_table
    misses = any(fit.misses for fit in fits if fit.reading is reading)
    return misses and at_table is not None and seats > at_table and reading.layout.list_of is None


def _one_column_too_many(
    table: Table, path: str, wanted: Wanted, fits: Sequence[Fit], *, flawless: bool = False
) -> Doubt | None:
    """Names the column without which the rows are a game's, if there is just one: beers, bets, bus fares.

    It is not left out by itself: it might be the player whose points spoil every row.
    """
    columns = max((fit.reading.sheet.points_columns for fit in fits), key=len)
    found: list[tuple[str, str | None]] = []
    for at in columns if len(columns) <= _MOST_COLUMNS and not wanted.headings else ():
        heading = table.headings[at]
        reading = recognise(table, path, wanted._replace(headings={heading: "remark"}))
        if not isinstance(reading, Reading) or not reading.layout.telling:
            continue
        if not flawless or reading.sheet.evidence[0].fits == reading.sheet.evidence[0].rows:
            found.append((heading, reading.ruleset.game))
    if len(found) != 1:
        return None
    heading, game = found[0]
    return Doubt(AMBIGUOUS_GAME, "column", {"heading": heading, "games": (str(game),)})


def _evidence(chosen: Reading | None, weighed: Iterable[Fit]) -> tuple[Evidence, ...]:
    ordered = sorted(weighed, key=lambda fit: (fit.reading is not chosen, fit.misses))
    return tuple(
        Evidence(
            fit.reading.ruleset.game,
            fit.reading.layout.name,
            fit.reading.layout.notation,
            fit.reading.sheet.players,
            fit.rows,
            fit.fits,
        )
        for fit in ordered
    )


def _rulesets(headings: Iterable[str], wanted: Wanted) -> Iterable[Ruleset]:
    """The games that a table of points has columns enough for."""
    columns = sum(1 for heading in headings if heading)
    for game, fewest in registry.FEWEST_PLAYERS.items():
        if wanted.game in (None, game) and columns >= fewest:
            yield registry.load(game)


def _wanted(table: Table, path: str, ruleset: Ruleset, wanted: Wanted) -> Iterable[Reading]:
    preset = wanted.preset if wanted.preset in ruleset.presets else None

    def is_wanted(layout: Layout) -> bool:
        named = not layout.told_only if wanted.layout is None else wanted.layout == layout.name
        return named and wanted.notation in (None, layout.notation)

    return readings(
        table,
        path,
        ruleset,
        preset=preset,
        own_headings=wanted.headings,
        is_wanted=is_wanted,
        by_signs=wanted.notation is None,
    )


def _published(table: Table, path: str, wanted: Wanted) -> Reading | None:
    """The table read as a published list: one row a player, with a score."""
    from scorecheck.tournament.published import RULESET

    if wanted.layout not in (None, RULESET.layouts[0].name):
        return None
    found = next(readings(table, path, RULESET, own_headings=wanted.headings), None)
    if found is None:
        return None
    sheet = replace(found.sheet, decided_by="marks" if wanted.layout is None else "told")
    if wanted.game is not None:
        sheet = replace(sheet, game=wanted.game, preset=wanted.preset)
    return found._replace(sheet=sheet)


def _game(fits: Sequence[Fit], *, sure: bool) -> list[Fit] | Doubt:
    """The readings of the game that the table is of."""
    games: dict[str | None, list[Fit]] = {}
    for fit in fits:
        games.setdefault(fit.reading.ruleset.game, []).append(fit)
    if sure and len(games) == 1:
        return next(iter(games.values()))
    best = {game: max(mine, key=lambda fit: fit.share) for game, mine in games.items()}
    highest = max(fit.share for fit in best.values())
    # In the order of the registry, strictest first: chance fits a loose game, hardly a strict one.
    for game, fit in best.items():
        alone = all(other.share < fit.share for name, other in best.items() if name != game)
        if fit.share >= SURE and (fit.is_typical or alone):
            return games[game]
        if fit.share >= SURE and fit.share == highest:
            return Doubt(AMBIGUOUS_GAME, "", _naming(n for n, o in best.items() if o.share == highest))
        if fit.share >= LIKELY and fit.is_typical and fit.reading.layout.telling:
            if fit.share == highest:
                return games[game]
            return Doubt(AMBIGUOUS_GAME, "", _naming(n for n, o in best.items() if o.share >= LIKELY))
    return Doubt(AMBIGUOUS_GAME, "none", _naming(games), beside=True)


def _naming(games: Iterable[str | None]) -> Mapping[str, Param]:
    names = tuple(map(str, games))
    return {"games": names, "option": " / ".join(f"--game {name}" for name in names)}


def _notation(fits: Sequence[Fit]) -> Reading | Doubt:
    """The reading that the rows decide for, or between which two they do not."""
    fits = sorted(fits, key=order)
    best = fits[0]
    strict = next((fit for fit in fits if fit.is_strict), None)
    if strict is not None and not best.is_strict and not beats(best, strict):
        # It would be read as a sheet of one sign only to explain away a lost sign.
        best = strict
    for rival in fits:
        if rival is best or (best.is_strict and not rival.is_strict):
            continue
        if not (same(best, rival) or beats(best, rival)):
            return _undecided(best, rival)
    return best.reading


def _undecided(best: Fit, rival: Fit) -> Doubt:
    first, second = best.reading, rival.reading
    if (first.layout.name, first.layout.notation) == (second.layout.name, second.layout.notation):
        params: dict[str, Param] = {"first": first.sheet.players, "second": second.sheet.players}
        return Doubt(AMBIGUOUS_NOTATION, "columns", params)
    same_layout = first.layout.name == second.layout.name
    params = {
        "first": first.layout.notation if same_layout else first.layout.name,
        "second": second.layout.notation if same_layout else second.layout.name,
        "first_option": _option(first.layout, same_layout=same_layout),
        "second_option": _option(second.layout, same_layout=same_layout),
        "rows": best.rows,
        "first_fits": best.fits,
        "second_fits": rival.fits,
    }
    return Doubt(AMBIGUOUS_NOTATION, "", params)


def _option(layout: Layout, *, same_layout: bool) -> str:
    return f"--notation {layout.notation}" if same_layout else f"--layout {layout.name}"


def settled(reading: Reading, options: Mapping[str, str | int | bool]) -> Sheet:
    """The sheet with every option of its rules in force."""
    ruleset, sheet = reading.ruleset, reading.sheet
    known = {name: value for name, value in options.items() if name in ruleset.options}
    in_force = ruleset.settled_options(sheet.preset, known)
    if ruleset.shown_options is None:
        return replace(sheet, options=in_force, noun=reading.layout.noun or ruleset.noun)
    seen = ruleset.shown_options(sheet, in_force, entries_of(reading, sheet))
    shown = {name: what for name, what in seen.items() if name not in known}
    in_force = {**in_force, **{name: what.value for name, what in shown.items()}}
    return replace(sheet, options=in_force, noun=ruleset.noun, shown=shown)
