"""``python -m benchmarks.slips.pairs``: two sheets of one table, with slips drawn for each alone.

What is counted stands in the README beside it.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import product
from math import exp
from multiprocessing import Pool
from pathlib import Path
from random import Random
from string import ascii_uppercase
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from benchmarks.slips import checking, judging, slips
from benchmarks.slips.bound import chance_of
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.settings import NEVER
from benchmarks.slips.sheets import Sheet, number
from benchmarks.slips.slips import Change, Slip
from scorecheck.many_files.job import plan
from scorecheck.model.finding import Fix, Severity
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.comparing import compare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from benchmarks.slips.sheets import Generator
    from scorecheck.model.finding import Edit, Finding
    from scorecheck.model.outcome import Checked

DIFFER = "tournament/sheets-differ"
NAMES = ("a.csv", "b.csv")
CHUNK = 25
"""Pairs that one task makes. Seeds belong to chunks, so that the number of jobs changes nothing."""
SLIPS = (0, 1, 2, 3)
"""So many slips are drawn for a sheet, each number as often."""
_MOST_EXAMPLES = 14
_ROWS = ("row", "row-left-out", "row-twice", "row-moved")


class Writer(NamedTuple):
    """One of the two sheets of a table."""

    original: Sheet
    """As it should be."""
    observed: Sheet
    slips: tuple[Slip, ...]
    alone: tuple[Sheet, ...]
    """The original with each of the slips by itself."""
    games: tuple[int, ...]
    """For each row, the row of the original that it was."""

    @property
    def wrong(self) -> bool:
        """Whether it says something else than it should."""
        return self.observed != self.original


def written(sheet: Sheet, made: Iterable[Callable[[Sheet], Slip]]) -> Writer:
    """What somebody writes who makes these slips, one after the other."""
    observed, games = sheet, tuple(range(len(sheet.rows)))
    known: list[Slip] = []
    alone: list[Sheet] = []
    swapped: dict[int, int] = {}
    for make in made:
        slip = make(observed)
        if slip.kind == "rows-swapped" and not observed.shape.card:
            one, other = sorted({row for (row, _), _ in slip.change.cells})
            swapped |= {one: other, other: one}
        known.append(slip)
        if len(observed.rows) == len(sheet.rows):
            alone.append(slips.applied(sheet, slip.change))
        observed = slips.applied(observed, slip.change)
        at, twice = slip.change.left_out, slip.change.twice
        if at is not None:
            # Of two rows that had changed places the other one's game is gone.
            gone = swapped.get(at, at)
            games = (*games[:gone], *games[gone + 1 :])
        if twice is not None:
            games = (*games[: twice + 1], *games[twice:])
    return Writer(sheet, observed, tuple(known), tuple(alone), games)


def in_other_order(sheet: Sheet, rng: Random) -> Sheet:
    """The players in another order: another one begins, as dealers go round."""
    players = sheet.shape.players
    by = rng.randrange(1, len(players))
    to = dict(zip(players, (*players[by:], *players[:by]), strict=True))

    def turned(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row[to.get(column, column)] for column in range(len(row)))

    return Sheet(sheet.shape, turned(sheet.headings), tuple(map(turned, sheet.rows)), sheet.kinds)


def as_totals(sheet: Sheet, rng: Random) -> Sheet:
    """A sheet of points kept as running totals, without a total row."""
    del rng
    players = sheet.shape.players
    so_far = dict.fromkeys(players, 0)
    rows: list[tuple[str, ...]] = []
    for row, kind in zip(sheet.rows, sheet.kinds, strict=True):
        if kind == "entry":
            so_far = {column: total + (number(row[column]) or 0) for column, total in so_far.items()}
            rows.append(tuple(str(so_far.get(column, cell)) for column, cell in enumerate(row)))
    shape = replace(sheet.shape, layout="totals", running=True)
    return Sheet(shape, sheet.headings, tuple(rows), ("entry",) * len(rows))


def with_total_row(sheet: Sheet, rng: Random) -> Sheet:
    """A sheet of points with a total row, or without where it has one."""
    del rng
    if "total" in sheet.kinds:
        kept = [at for at, kind in enumerate(sheet.kinds) if kind != "total"]
        return sheet.with_rows(tuple(sheet.rows[at] for at in kept), tuple(sheet.kinds[at] for at in kept))
    sums = {
        column: str(sum(number(row[column]) or 0 for row in sheet.rows)) for column in sheet.shape.players
    }
    row = tuple(sums.get(c, "Summe" if c == 0 else "") for c in range(len(sheet.headings)))
    return sheet.with_rows((*sheet.rows, row), (*sheet.kinds, "total"))


def numbered_from_two(sheet: Sheet, rng: Random) -> Sheet:
    """The games with numbers that are one more."""
    del rng
    column = sheet.shape.number
    if column is None:
        raise ValueError("the games have no numbers")
    rows = tuple(
        (*row[:column], str(int(row[column]) + 1), *row[column + 1 :]) if kind == "entry" else row
        for row, kind in zip(sheet.rows, sheet.kinds, strict=True)
    )
    return sheet.with_rows(rows, sheet.kinds)


VARIANTS: Mapping[str, Callable[[Sheet, Random], Sheet]] = {
    "plain": lambda sheet, _: sheet,
    "order": in_other_order,
    "totals": as_totals,
    "total-row": with_total_row,
    "numbers": numbered_from_two,
    "left-out": lambda sheet, _: sheet,
    "twice": lambda sheet, _: sheet,
    "copied": lambda sheet, _: sheet,
}
"""How the second sheet is kept. ``left-out`` and ``twice``: beside its slips it lacks a row, or has one
twice; ``copied``: the first slip of either stands on both."""


def has_variant(sheet: Sheet, variant: str) -> bool:
    """Whether sheets of a layout can be kept in this way."""
    shape = sheet.shape
    if variant in ("totals", "total-row"):
        return shape.layout == "points"
    if variant in ("numbers", "left-out", "twice"):
        return shape.number is not None and not shape.card
    return True


def _row_slip(variant: str, rng: Random) -> Callable[[Sheet], Slip]:
    def make(sheet: Sheet) -> Slip:
        at = rng.randrange(sheet.entries)
        printed = rng.random() < 0.5
        if variant == "twice":
            return Slip("row-twice", Change(twice=at, printed=printed))
        return Slip("row-left-out", Change(left_out=at, printed=printed))

    return make


def drawn(generator: Generator, variant: str, counts: tuple[int, int], rng: Random) -> tuple[Writer, Writer]:
    """Two sheets of one table, with so many slips on each."""
    first = generator.generate(rng)
    share_of = slips.shares(first.shape.game)

    def any_slip(sheet: Sheet) -> Slip:
        return slips.draw(sheet, share_of, rng)

    made: tuple[list[Callable[[Sheet], Slip]], ...] = tuple([any_slip] * count for count in counts)
    if variant == "copied":
        copied = slips.draw(first, share_of, rng)
        for one in made:
            one.insert(0, lambda _: copied)
    if variant in ("left-out", "twice"):
        made[1].append(_row_slip(variant, rng))
    second = VARIANTS[variant](first, rng)
    return written(first, made[0]), written(second, made[1])


def held_together(pair: Sequence[Writer]) -> tuple[Finding, ...] | None:
    """What ``scorecheck compare`` finds on two sheets; ``None`` where it does not take them for one table."""
    shapes = [one.observed.shape for one in pair]
    same = len({shape.layout for shape in shapes}) == 1
    settings = Settings(Wanted(game=shapes[0].game, layout=(shapes[0].layout or None) if same else None))
    with TemporaryDirectory() as folder:
        save(Path(folder), dict(zip(NAMES, (one.observed for one in pair), strict=True)))
        job = plan(list(NAMES), Path(folder), settings, None)
        found = compare(job, check(job, settings, Keep(points=False)))
    if found.crashes:
        raise checking.Crashed("\n".join([str(found.crashes[0]), *(one.observed.text() for one in pair)]))
    if not found.tables:
        return None
    return tuple(finding for file in found.checked.files for finding in file.findings)


def save(folder: Path, sheets: Mapping[str, Sheet]) -> None:
    """Writes sheets as CSV files."""
    for name, sheet in sheets.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([sheet.headings, *sheet.rows])


def taken_for_one(sheets: Sequence[Sheet], game: str, *, rounds: bool) -> bool:
    """Whether files of some sheets, alone or in folders of two rounds, are taken for one table."""
    names = [f"runde-{at}/tisch.csv" if rounds else f"{at}.csv" for at in range(1, len(sheets) + 1)]
    settings = Settings(Wanted(game=game))
    with TemporaryDirectory() as folder:
        save(Path(folder), dict(zip(names, sheets, strict=True)))
        job = plan(["."], Path(folder), settings, None)
        checked: Checked = check(job, settings, Keep(results=True))
    return any(sheet.again for file in checked.files for sheet in file.sheets)


@dataclass
class Tally:
    """What was counted of some pairs."""

    pairs: int = 0
    apart: int = 0
    """Not taken for one table."""
    differ: int = 0
    found: int = 0
    """Of those that differ: at least one difference is told."""
    alarms: int = 0
    """Pairs that say the same, with a finding that tells a difference."""
    detectable: int = 0
    """Pairs with slips of which each alone would be found on its sheet, and all of a sheet together."""
    top: int = 0
    """Of those: with the first repair of each finding both sheets say what they should."""
    all_top: int = 0
    """The same of all pairs with slips."""
    bounded: int = 0
    bound: float = 0.0
    bounded_top: int = 0
    """What could be reached, and was, of the pairs with slips for which that is worked out."""
    rows: int = 0
    aligned: int = 0
    """Pairs with a row missing or twice, and those of them in which just those rows are told."""
    sure: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])

    def add(self, other: Tally) -> None:
        """Counts another tally in."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Counted:
    """The tallies of a task, or many, by the number of slips on both sheets; and examples of what failed."""

    tallies: dict[int, Tally] = field(default_factory=dict[int, Tally])
    kinds: Counter[str] = field(default_factory=Counter[str])
    """The slips of detectable pairs that were not mended."""
    failed: list[str] = field(default_factory=list[str])

    def add(self, other: Counted) -> None:
        """Counts another one in."""
        for count, tally in other.tallies.items():
            self.tallies.setdefault(count, Tally()).add(tally)
        self.kinds += other.kinds
        self.failed = [*self.failed, *other.failed][:_MOST_EXAMPLES]


def judged(generator: Generator, variant: str, pair: tuple[Writer, Writer], counted: Counted) -> None:
    """Asks scorecheck about a pair and counts what it says."""
    made = [slip for one in pair for slip in one.slips]
    tally = counted.tallies.setdefault(min(len(made), 3), Tally())
    tally.pairs += 1
    findings = held_together(pair)
    if findings is None:
        tally.apart += 1
        return
    told = any(finding.rule == DIFFER for finding in findings)
    if differ(pair):
        tally.differ += 1
        tally.found += told
    elif not any(one.wrong for one in pair):
        tally.alarms += told
    moved = any(slip.kind == "rows-swapped" for slip in made)
    structure = lone_rows(pair)
    well = are_told(structure, told_rows(pair, findings))
    if any(structure) and not moved:
        tally.rows += 1
        tally.aligned += well
    for one, name in zip(pair, NAMES, strict=True):
        mine = [finding for finding in findings if finding.path == name and finding.severity > Severity.INFO]
        tally.sure += confidences(one, mine)
    if not made:
        return
    top = (well or moved) and all(
        restored(one, [finding for finding in findings if finding.path == name])
        for one, name in zip(pair, NAMES, strict=True)
    )
    tally.all_top += top
    reachable = bound_of(generator, pair) if variant == "plain" else None
    if reachable is not None:
        tally.bounded += 1
        tally.bound += reachable
        tally.bounded_top += top
    # Slips that make a valid sheet together are found no more than one that leaves it valid.
    slipped = [sheet for one in pair if one.slips for sheet in (*one.alone, one.observed)]
    if all(map(checking.breaks_a_rule, slipped)):
        tally.detectable += 1
        tally.top += top
        if not top:
            counted.kinds.update({" + ".join(sorted(slip.kind for slip in made)): 1})
            if len(counted.failed) < _MOST_EXAMPLES:
                counted.failed.append(_example(pair, findings))


def _example(pair: Sequence[Writer], findings: Iterable[Finding]) -> str:
    said = [
        f"{finding.path} {'' if finding.cell is None else finding.cell.a1} {finding.rule} {finding.variant}: "
        + "; ".join(
            f"{fix.kind} {fix.confidence} {[(edit.cell.a1, edit.after) for edit in fix.edits]}"
            for fix in finding.fixes[:2]
        )
        for finding in findings
    ]
    slipped = [f"{slip.kind} {slip.change}" for one in pair for slip in one.slips]
    return "\n".join([*slipped, *said, *(one.observed.text() for one in pair)])


def differ(pair: Sequence[Writer]) -> bool:
    """Whether two sheets say something else of the same table. Where they are kept alike, sums, controls and
    facts count; else what they give the players."""
    one, other = pair
    if one.original == other.original:
        said = [judging.meaning(_filled(writer.observed), numbers=False) for writer in pair]
        return said[0] != said[1]
    return _games(one) != _games(other)


def _filled(sheet: Sheet) -> Sheet:
    """Running totals with the total above in the cells that are empty: it stays as it was."""
    if not sheet.shape.running:
        return sheet
    above = dict.fromkeys(sheet.shape.players, "0")
    rows: list[tuple[str, ...]] = []
    for row in sheet.rows:
        above |= {column: row[column] for column in above if row[column].strip()}
        rows.append(tuple(above.get(column, cell) for column, cell in enumerate(row)))
    return sheet.with_rows(tuple(rows), sheet.kinds)


def _games(one: Writer) -> list[tuple[int, tuple[int, ...]]]:
    """What a sheet gives the players in each game, by the names; of total rows nothing."""
    sheet = one.observed
    players = sorted(sheet.shape.players, key=lambda column: sheet.headings[column])
    above = dict.fromkeys(players, 0)
    games: list[tuple[int, tuple[int, ...]]] = []
    for game, row, kind in zip(one.games, sheet.rows, sheet.kinds, strict=True):
        if kind != "entry":
            continue
        said = {column: number(row[column]) for column in players}
        if sheet.shape.running:
            now = {c: above[c] if value is None else value for c, value in said.items()}
            games.append((game, tuple(now[c] - above[c] for c in players)))
            above = now
        else:
            games.append((game, tuple(said[c] or 0 for c in players)))
    return games


Cells: TypeAlias = "tuple[int, ...]"
"""What a row gives the players."""


def lone_rows(pair: Sequence[Writer]) -> tuple[list[frozenset[Cells]], ...]:
    """For each sheet the rows that the other lacks, or has less often, by what they give.

    Of a row that stands there twice, with a slip in one of the two, either may be told.
    """
    counts = [Counter(game for game, _ in _rows(one)) for one in pair]
    lone: list[list[frozenset[Cells]]] = []
    for at, one in enumerate(pair):
        more = counts[at] - counts[1 - at]
        rows = list(_rows(one))
        lone.append([frozenset(row for other, row in rows if other == game) for game in more.elements()])
    return tuple(lone)


def _rows(one: Writer) -> Iterator[tuple[int, Cells]]:
    """The cells of each game's rows as they are."""
    sheet = one.observed
    for game, row, kind in zip(one.games, sheet.rows, sheet.kinds, strict=True):
        if kind == "entry":
            yield game, tuple(number(row[column]) or 0 for column in sheet.shape.players)


def are_told(lone: Sequence[Sequence[frozenset[Cells]]], told: Sequence[Counter[Cells]]) -> bool:
    """Whether just the rows are told that stand on one sheet alone."""
    return all(
        any(Counter(way) == rows for way in product(*games)) for games, rows in zip(lone, told, strict=True)
    )


def told_rows(pair: Sequence[Writer], findings: Iterable[Finding]) -> tuple[Counter[Cells], ...]:
    """The rows of each sheet of which it is told that they stand on it alone, by what they say."""
    told: tuple[Counter[Cells], ...] = (Counter(), Counter())
    for finding in findings:
        if finding.rule == DIFFER and finding.variant in _ROWS and finding.cell is not None:
            which, at = NAMES.index(finding.path), finding.cell.row
            if finding.variant == "row-left-out":
                # It is told on the sheet that lacks it.
                which, at = 1 - which, int(str(finding.params["other_cell"]).lstrip(ascii_uppercase))
            sheet = pair[which].observed
            row = sheet.rows[at - 2]
            told[which][tuple(number(row[column]) or 0 for column in sheet.shape.players)] += 1
    return told


def confidences(one: Writer, findings: Iterable[Finding]) -> Iterator[tuple[float, bool]]:
    """How sure each repair is of itself, and whether it is right. What is told of several findings with the
    same repairs counts once."""
    offers = dict.fromkeys(
        tuple((fix.kind, fix.edits, fix.confidence, "missing" in fix.params) for fix in finding.fixes)
        for finding in findings
    )
    lacks = not set(range(len(one.original.rows))) <= set(one.games)
    due = one.original.with_rows(
        tuple(one.original.rows[game] for game in one.games), tuple(one.original.kinds[g] for g in one.games)
    )
    for _, edits, sure, missing in (fix for offer in offers for fix in offer):
        yield sure, (lacks or not (missing or not edits)) and _are_right(one, due, edits)


def _are_right(one: Writer, due: Sheet, edits: Iterable[Edit]) -> bool:
    """Whether cells say after some edits what they should; ``due``: each row of the sheet as it should be."""
    mended = judging.edited(one.observed, [Fix(tuple(edits), "", 1.0)])
    players = mended.shape.players
    gone = {at for at, row in enumerate(mended.rows) if not any(row[column].strip() for column in players)}
    kept = [at for at in range(len(one.games)) if at not in gone]
    # Of rows that say the same any may be the one too many.
    games = {game: tuple(due.rows[at][column] for column in players) for at, game in enumerate(one.games)}
    if Counter(games.values()) - Counter(games[one.games[at]] for at in kept):
        return False
    said, meant = (
        judging.meaning(
            sheet.with_rows(tuple(sheet.rows[at] for at in kept), tuple(sheet.kinds[at] for at in kept)),
            numbers=False,
        )
        for sheet in (mended, due)
    )
    places = [(edit.cell.row - 2, edit.cell.column - 1) for edit in edits]
    return len(said) == len(meant) and all(
        said[kept.index(row)][column] == meant[kept.index(row)][column]
        # A mark for the total above is right where it stood, whatever else is wrong above it.
        or mended.rows[row][column] == due.rows[row][column]
        for row, column in places
        if row in kept
    )


def restored(one: Writer, findings: Iterable[Finding]) -> bool:
    """Whether with the first repair of each finding a sheet says what it should. What stood in a row that was
    left out, and which of two equal rows goes, is told by the rows."""
    fixes = [finding.fixes[0] for finding in findings if finding.fixes]
    mended = judging.edited(one.observed, fixes)
    players = mended.shape.players
    kept: list[int] = []
    games: set[int] = set()
    for at, game in enumerate(one.games):
        if game not in games and any(mended.rows[at][column].strip() for column in players):
            games.add(game)
            kept.append(at)
    # A game whose cells a slip left empty on both rows is there all the same.
    gone = set(one.games) - games
    if gone:
        return False
    mended = mended.with_rows(tuple(mended.rows[at] for at in kept), tuple(mended.kinds[at] for at in kept))
    still = [at for at in range(len(one.original.rows)) if at in games]
    due = one.original.with_rows(
        tuple(one.original.rows[at] for at in still), tuple(one.original.kinds[at] for at in still)
    )
    return judging.meaning(mended, numbers=False) == judging.meaning(due, numbers=False)


def bound_of(generator: Generator, pair: Sequence[Writer]) -> float | None:
    """How often anybody could be right of two sheets that differ by one slip of cells: the chance that the
    likelier of them is the right one. ``None`` where it is not worked out."""
    made = [slip for one in pair for slip in one.slips]
    if len(made) != 1 or made[0].change.left_out is not None or made[0].change.twice is not None:
        return None
    share_of = slips.shares(pair[0].observed.shape.game)
    chances = [generator.log_prior(one.observed) for one in pair]
    if NEVER in chances:
        return 1.0
    top = max(chances)
    weights = [
        exp(chance - top) * chance_of(one.observed, other.observed, share_of)
        for chance, one, other in zip(chances, pair, reversed(pair), strict=True)
    ]
    return max(weights) / sum(weights)


class Task(NamedTuple):
    """Some pairs of one layout, kept in one way."""

    layout: str
    variant: str
    seed: str
    chunk: int
    pairs: int
    slips: int | None = None
    """So many on both together; ``None``: drawn for each."""


def run(task: Task) -> Counted:
    """Does one task. The same task always counts the same."""
    rng = Random(f"pairs/{task.seed}/{task.layout}/{task.variant}/{task.slips}/{task.chunk}")  # noqa: S311 - no secret
    generator, counted = LAYOUTS[task.layout], Counted()
    for _ in range(task.pairs):
        if task.slips is None:
            counts = (rng.choice(SLIPS), rng.choice(SLIPS))
        else:
            first = sum(rng.random() < 0.5 for _ in range(task.slips))
            counts = (first, task.slips - first)
        judged(generator, task.variant, drawn(generator, task.variant, counts, rng), counted)
    return counted


def of_players(sheet: Sheet, headings: Sequence[str]) -> Sheet:
    """The same games, played by the players of another sheet."""
    to = {sheet.headings[column]: headings[column] for column in sheet.shape.players}
    rows = tuple(tuple(to.get(cell, cell) for cell in row) for row in sheet.rows)
    return Sheet(sheet.shape, tuple(headings), rows, sheet.kinds)


def run_apart(task: Task) -> int:
    """How many pairs of different tables of the same players are taken for one."""
    rng = Random(f"pairs/{task.seed}/{task.layout}/apart/{task.chunk}")  # noqa: S311 - no secret
    generator, taken = LAYOUTS[task.layout], 0
    for at in range(task.pairs):
        one = generator.generate(rng)
        other = generator.generate(rng)
        while len(other.headings) != len(one.headings):
            other = generator.generate(rng)
        taken += taken_for_one((one, of_players(other, one.headings)), one.shape.game, rounds=at % 2 == 0)
    return taken


def main(given: Sequence[str] | None = None) -> None:
    """Runs what is asked for and prints it, layout by layout."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips.pairs", description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="pairs of each layout and variant (2000)")
    parser.add_argument("--layout", action="append", choices=tuple(LAYOUTS))
    parser.add_argument("--variant", action="append", choices=(*VARIANTS, "apart"))
    parser.add_argument("--slips", type=int, help="slips on both sheets together (else 0 to 3 on each)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--examples", action="store_true", help="show pairs that were not mended")
    asked = parser.parse_args(given)
    rng = Random(0)  # noqa: S311 - only to see what a layout is like
    with Pool(asked.jobs) as pool:
        for layout in asked.layout or LAYOUTS:
            sample = LAYOUTS[layout].generate(rng)
            for variant in asked.variant or VARIANTS:
                tasks = [
                    Task(layout, variant, asked.seed, chunk, min(CHUNK, asked.pairs - begin), asked.slips)
                    for chunk, begin in enumerate(range(0, asked.pairs, CHUNK))
                ]
                if variant == "apart":
                    taken = sum(pool.imap(run_apart, tasks))
                    _say(f"{layout}, apart: {taken} of {asked.pairs} taken for one")
                elif has_variant(sample, variant):
                    counted = Counted()
                    for one in pool.imap(run, tasks):
                        counted.add(one)
                    _print(f"{layout}, {variant}", counted, examples=asked.examples)


def _print(title: str, counted: Counted, *, examples: bool) -> None:
    for count, tally in sorted(counted.tallies.items()):
        sure = [right for confidence, right in tally.sure if confidence >= judging.SURE]
        slips_made = "3 or more" if count == 3 else str(count)
        _say(
            f"{title}, slips {slips_made}: {tally.pairs} pairs, apart {tally.apart}; "
            f"found {tally.found} of {tally.differ}, alarms {tally.alarms}; "
            f"top {tally.top} of {tally.detectable} detectable, {tally.all_top} of all, "
            f"{tally.bounded_top} of {tally.bounded} (bound {tally.bound:.1f}); "
            f"rows {tally.aligned} of {tally.rows}; sure {sum(sure)} of {len(sure)}"
        )
    if counted.kinds:
        _say(f"    not mended: {counted.kinds.most_common(8)}")
    if examples:
        for text in counted.failed:
            _say(f"---\n{text}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
