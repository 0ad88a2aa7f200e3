"""Compares a published list with the sheets: each difference, with its most likely cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from scorecheck.checks.check import ERROR, Rule
from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.names import meant_by, name_key
from scorecheck.model.outcome import Listed, ListedPart, Result, Standing, Standings
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.terms import Param
from scorecheck.tournament.listed import score_in
from scorecheck.tournament.season_table import (
    Evening,
    EveningColumn,
    EveningDifference,
    HeldTable,
    columns_of,
    held_to,
    of_evening,
    scores_of,
)

PUBLISHED_MISMATCH = Rule("tournament/published-mismatch", ERROR)
_MOST_GAMES = 60
_FEWEST_FOR_METHOD = 3
_SURE = 0.999
"""The probability that the list is wrong, if all else on it agrees with sheets without errors."""


@record
class PublishedList:
    """A published list, and where it is."""

    path: str
    sheet: str | None
    heading: CellRef
    """The heading above the scores."""
    lines: tuple[Listed, ...]
    name: str = ""
    """What it calls the scores."""


class ListCompared(NamedTuple):
    """The differences between a list and the sheets."""

    findings: tuple[Finding, ...]
    due: tuple[tuple[ListedPart, Number], ...] = ()
    """The right values of wrong cells of the list, by sheets without errors."""


def _by_key(standings: Standings) -> Mapping[str, Standing]:
    """Everybody's line, ranked or not, by name key."""
    return {name_key(line.player): line for line in (*standings.lines, *standings.unranked)}


class _WrongScore(NamedTuple):
    line: Listed
    mine: Standing


class SheetsGive(NamedTuple):
    """What the sheets give to a ranking."""

    standings: Standings
    mended: Standings
    """The same with the likeliest repairs of their errors."""
    claimed: Standings
    """The same with the totals of sheets with errors, since the list may be copied from these."""
    others: Mapping[str, Standings]
    """The same by other methods."""
    results: Sequence[Result] = ()
    evenings: Sequence[Evening] = ()
    """The same by day, by round and by sheet."""
    figures: Sequence[Evening] = ()
    """What else they give of each player."""


def keys_by(aliases: Mapping[str, str]) -> Callable[[str], str]:
    """The player for each name key, by the spellings of an event."""
    known = {name_key(spelling): name_key(player) for spelling, player in aliases.items()}
    return lambda player: known.get(name_key(player), name_key(player))


def compare(published: PublishedList, given: SheetsGive, aliases: Mapping[str, str]) -> ListCompared:
    """Compares a list with the recomputed standings.

    A score agrees if it is the recomputed one, rounded to the decimals that it shows. A list that agrees with
    the standings by another method is one difference. If it shows evenings, their cells are compared, and the
    scores follow from them. A score that agrees with a sheet with errors, as written or repaired, only
    follows from these.
    """
    standings = given.standings
    lines = _by_key(standings)
    key_of = keys_by(aliases)
    found: dict[str, Listed] = {}
    for one in published.lines:
        found.setdefault(key_of(one.player), one)
    held = _by_evening(found, given, lines)
    columns = columns_of(found.items(), beside=True)
    of_figure = held is None and figure_of(published, given, aliases) is not None
    if of_figure:
        columns.append(scores_of(found.items())._replace(name=published.name))
    # Points of rounds may stand beside scores that do not follow from these alone.
    more = list(_by_figure(columns, found, (*given.figures, *(() if held else given.evenings))))
    differences = (*(held.differences if held else ()), *more)
    findings = list(_findings(published, differences))
    due = dict(held.follows if held else ()) | dict(due for one in differences for due in one.due)
    if held is None and not of_figure:
        told = _by_score(published, found, lines, given)
        return ListCompared((*told.findings, *findings), (*told.due, *due.items()))
    findings += _people(published, found, lines, standings)
    return ListCompared(tuple(findings), (*due.items(), *_scores_due(published.lines, due)))


def _findings(published: PublishedList, differences: Iterable[EveningDifference]) -> Iterator[Finding]:
    for one in differences:
        fixes = ()
        if one.alone:
            follows = (_edit(part, score) for part, score in _scores_due(published.lines, dict(one.due)))
            fixes = _fixes(one.params, one.variant, [_edit(*due) for due in one.due], follows)
        cell = one.cell or published.heading
        told = _finding(published, cell, one.variant, one.params)
        yield replace(told, related=one.related, fixes=fixes)


def figure_of(published: PublishedList, given: SheetsGive, aliases: Mapping[str, str]) -> Evening | None:
    """What a list has in the place of scores, as the points of a Skat list without its ends.

    ``None`` if its scores are those of the sheets by any method.
    """
    ways = (given.standings, given.mended, given.claimed, *given.others.values())
    if any(says_mostly(published, way, aliases) for way in ways):
        return None
    key_of = keys_by(aliases)
    return scores_of((key_of(one.player), one) for one in published.lines).figure(given.figures)


def _by_figure(
    columns: Iterable[EveningColumn], found: Mapping[str, Listed], figures: Sequence[Evening]
) -> Iterator[EveningDifference]:
    """The wrong cells of columns with another figure of each player, as won games."""
    shown = {key: one.player for key, one in found.items()}
    for column in columns:
        figure = column.figure(figures)
        if figure is not None:
            there = {
                key: part
                for key, part in column.cells.items()
                if key in figure.points and part.points is not None
            }
            yield from of_evening(column._replace(cells=there), figure, shown)


def _by_score(
    published: PublishedList, found: Mapping[str, Listed], lines: Mapping[str, Standing], given: SheetsGive
) -> ListCompared:
    standings = given.standings
    method = _method(found, standings, given.others)
    if method is not None:
        params: dict[str, Param] = {"method": method, "own": standings.method}
        return ListCompared((_finding(published, published.heading, "method", params),))
    mended, claimed = _by_key(given.mended), _by_key(given.claimed)
    if (decimals := _rounded_by_round(found, lines)) is not None:
        lines, mended, claimed = (
            {key: line._replace(score=_by_rounds(line, decimals)) for key, line in ways.items()}
            for ways in (lines, mended, claimed)
        )
    there = [
        (one, mine, mended.get(key, mine), claimed.get(key, mine))
        for key, one in found.items()
        if (mine := lines.get(key)) is not None
    ]
    wrong = [_WrongScore(one, mine) for one, mine, *ways in there if not _agrees_with_any(one, (mine, *ways))]
    people = list(_people(published, found, lines, standings))
    # A slip on a sheet that the checks miss would change several scores, and so would a wrong name.
    alone = len(wrong) == 1 and not people and not standings.provisional
    findings = [*_differences(published, wrong, standings, alone=alone), *people]
    agree = all(_agrees(one, mine.score) for one, mine, *_ in there)
    if agree and set(found) == {name_key(line.player) for line in standings.lines}:
        findings += _ranks(published, found, lines)
    sure = () if standings.provisional else wrong
    follows = [
        _WrongScore(one, good)
        for one, mine, good, said in there
        if _agrees_with_any(one, (mine, said)) and not _agrees(one, good.score)
    ]
    due = tuple((_part(one), mine.score) for one, mine in (*sure, *follows))
    return ListCompared(tuple(findings), due)


def _scores_due(
    lines: Iterable[Listed], due: Mapping[ListedPart, Number]
) -> Iterator[tuple[ListedPart, Number]]:
    """The scores of a list after its cells are corrected, where they are the sums of the wrong ones."""
    for line in lines:
        off = sum(due[part] - (part.points or 0) for part in line.parts if part in due)
        if line.said and off and line.score == sum(part.points or 0 for part in line.parts):
            yield _part(line), line.score + off


def _part(line: Listed) -> ListedPart:
    """The score of a line, as the column for all evenings together."""
    return ListedPart("", line.score, line.cell, line.said)


def _by_evening(
    found: Mapping[str, Listed], given: SheetsGive, lines: Mapping[str, Standing]
) -> HeldTable | None:
    """Compares the evenings of a list cell by cell; ``None`` if it shows none of them.

    A misspelt player of the list is the player with the similar name.
    """
    absent = [key for key in lines if key not in found]
    meant = {key: key if key in lines else meant_by(one.player, absent) or key for key, one in found.items()}
    columns = columns_of((meant[key], one) for key, one in found.items())
    shown = {meant[key]: one.player for key, one in found.items()}
    names = [result.shown_name or result.path for result in given.results]
    return held_to(columns, given.evenings, shown, names)


def shares_players(published: PublishedList, standings: Standings, aliases: Mapping[str, str]) -> bool:
    """Whether a list has these players: at least half of both sides are the same."""
    key_of = keys_by(aliases)
    listed = {key_of(one.player) for one in published.lines}
    mine = _by_key(standings).keys()
    both = len(listed & mine)
    return 2 * both >= len(listed) and 2 * both >= len(mine) and both > 1


def says_mostly(published: PublishedList, standings: Standings, aliases: Mapping[str, str]) -> bool:
    """Whether most scores of a list agree with the standings."""
    return 2 * agreeing(published, standings, aliases) > len(published.lines)


def agreeing(published: PublishedList, standings: Standings, aliases: Mapping[str, str]) -> int:
    """The number of scores of a list that agree with the standings."""
    key_of = keys_by(aliases)
    mine = _by_key(standings)
    found = ((one, mine.get(key_of(one.player))) for one in published.lines)
    return sum(line is not None and _agrees(one, line.score) for one, line in found)


def _agrees(one: Listed, score: Fraction) -> bool:
    return abs(Fraction(one.score) - score) <= Fraction(1, 2 * 10**one.decimals)


def _agrees_with_any(one: Listed, ways: Iterable[Standing]) -> bool:
    return any(_agrees(one, way.score) for way in ways)


def _method(found: Mapping[str, Listed], standings: Standings, others: Mapping[str, Standings]) -> str | None:
    """The other method that the whole list agrees with, if it does not agree with the event's own."""
    own = {name_key(line.player): line.score for line in standings.lines}
    there = [(one, own[key]) for key, one in found.items() if key in own]
    off = sum(1 for one, score in there if not _agrees(one, score))
    if len(there) < _FEWEST_FOR_METHOD or 2 * off < len(there):
        return None
    for method, other in others.items():
        scores = {name_key(line.player): line.score for line in other.lines}
        if all(key in scores and _agrees(one, scores[key]) for key, one in found.items() if key in own):
            return method
    return None


def _rounded_by_round(found: Mapping[str, Listed], lines: Mapping[str, Standing]) -> int | None:
    """The decimals to which each round was rounded before adding up; ``None`` if nothing was rounded.

    Rounds count as rounded if more scores of the list agree with that than with unrounded ones.
    """
    there = [(one, lines[key]) for key, one in found.items() if key in lines]
    agree = sum(_agrees(one, line.score) for one, line in there)
    decimals = max((one.decimals for one, _ in there), default=0)
    rounded = sum(_agrees(one, _by_rounds(line, decimals)) for one, line in there)
    return decimals if rounded > agree else None


def _by_rounds(line: Standing, decimals: int) -> Fraction:
    """A score whose rounds are rounded one by one, halves away from 0, as in spreadsheets."""
    unit = 10**decimals
    each = (part.score * unit for part in line.rounds if part.counted)
    rounds = sum((abs(one) + Fraction(1, 2)) // 1 * (-1 if one < 0 else 1) for one in each)
    exact = sum((part.score for part in line.rounds if part.counted), Fraction(0))
    return line.score - exact + Fraction(rounds, unit)


def _differences(
    published: PublishedList, wrong: Sequence[_WrongScore], standings: Standings, *, alone: bool
) -> Iterator[Finding]:
    """The differences. ``alone``: nothing else is wrong with the list or the sheets, so the list is wrong."""
    told: set[str] = set()
    for one in wrong:
        if one.mine.player in told:
            continue
        swapped = next((other for other in wrong if other is not one and _swapped(one, other)), None)
        params: dict[str, Param] = {
            "player": one.line.player,
            "published": one.line.score,
            "score": one.mine.score,
        }
        if swapped is not None:
            told.add(swapped.mine.player)
            params["other"] = swapped.line.player
            swap = _finding(published, one.line.cell, "swapped", params)
            yield replace(swap, related=(swapped.line.cell,))
            continue
        variant, more = _cause(one, standings)
        edits = [_edit(_part(one.line), one.mine.score)] if alone else []
        fixes = _fixes(params, variant, edits)
        yield replace(_finding(published, one.line.cell, variant, {**params, **more}), fixes=fixes)


def _edit(part: ListedPart, due: Number) -> Edit | None:
    """The correction of a cell; ``None`` if it is not a whole number."""
    stands = score_in(part.said) if part.said else None
    if due != int(due) or stands != part.points or (stands is not None and stands != int(stands)):
        return None
    return Edit(part.cell, part.said, str(int(due)))


def _fixes(
    params: Mapping[str, Param],
    variant: str,
    edits: Iterable[Edit | None],
    follows: Iterable[Edit | None] = (),
) -> tuple[Fix, ...]:
    """The repair of a list that differs from sheets without errors."""
    mine, more = ([edit for edit in some if edit is not None] for some in (edits, follows))
    if not mine:
        return ()
    kind = {"digits": "digits-swapped", "sign": "sign", "evening-sign": "sign"}.get(variant, "copied")
    return (Fix(tuple(mine), kind, _SURE, {"who": (str(params["player"]),)}, follows=tuple(more)),)


def _swapped(one: _WrongScore, other: _WrongScore) -> bool:
    return _agrees(one.line, other.mine.score) and _agrees(other.line, one.mine.score)


def _cause(one: _WrongScore, standings: Standings) -> tuple[str, dict[str, Param]]:
    """The cause of a wrong score: the first that explains it exactly."""
    line, mine = one
    for variant, params, score in _slips(mine, standings):
        if _agrees(line, score):
            return variant, params
    return "digits" if _digits_swapped(str(line.score), mine.score) else "score", {}


def _slips(mine: Standing, standings: Standings) -> Iterator[tuple[str, dict[str, Param], Fraction]]:
    """What may have gone wrong with a score, and the score that it leads to."""
    counted = [part for part in mine.rounds if part.counted]
    scored = [part for part in counted if part.score]
    if mine.score:
        yield "sign", {}, -mine.score
    for part in scored:
        yield "round-missing", {"round": part.name}, mine.score - part.score
    for part in scored:
        yield "round-sign", {"round": part.name}, mine.score - 2 * part.score
    if mine.penalty:
        yield "penalty", {"penalty": mine.penalty}, mine.score - mine.penalty
    for part in counted if standings.method == "normalized" else ():
        for games in range(1, _MOST_GAMES + 1) if part.points else ():
            if games != part.games:
                other = Fraction(part.points) * standings.scale / games
                params: dict[str, Param] = {"round": part.name, "games": games, "own": part.games}
                yield "games", params, mine.score - part.score + other


def _digits_swapped(written: str, score: Fraction) -> bool:
    due = str(score)
    swapped = (f"{due[:at]}{due[at + 1]}{due[at]}{due[at + 2 :]}" for at in range(len(due) - 1))
    return score.denominator == 1 and written != due and written in swapped


def _people(
    published: PublishedList, found: Mapping[str, Listed], lines: Mapping[str, Standing], standings: Standings
) -> Iterator[Finding]:
    """The players who are only on the list, and the ranked players who are not on it."""
    absent = [line.player for line in standings.lines if name_key(line.player) not in found]
    for key, one in found.items():
        if key in lines or (one.parts and all(part.points is None for part in one.parts)):
            # Players who never came have a line, too.
            continue
        meant = meant_by(one.player, absent)
        params: dict[str, Param] = {"player": one.player}
        cell = one.name_cell or one.cell
        if meant is not None:
            absent.remove(meant)
            yield _finding(published, cell, "other-name", {**params, "likely": meant})
        else:
            yield _finding(published, cell, "no-sheet", params)
    for name in absent:
        params = {"player": name, "score": lines[name_key(name)].score}
        yield _finding(published, published.heading, "not-listed", params)


def _ranks(
    published: PublishedList, found: Mapping[str, Listed], lines: Mapping[str, Standing]
) -> Iterator[Finding]:
    """A rank that differs from the recomputed one with equal scores: by tie-breaks, or by mistake."""
    for key, one in found.items():
        mine = lines.get(key)
        if mine is None or one.rank is None or one.rank == mine.rank or not mine.rank:
            continue
        params: dict[str, Param] = {"player": one.player, "rank": one.rank, "due": mine.rank}
        yield _finding(published, one.cell, "rank", params)
        return


def _finding(published: PublishedList, cell: CellRef, variant: str, params: Mapping[str, Param]) -> Finding:
    return PUBLISHED_MISMATCH.finding(published.path, published.sheet, cell, variant, params)
