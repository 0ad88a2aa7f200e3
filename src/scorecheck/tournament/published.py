"""Published standings: a list of players with scores, and the checks of it alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, permutations
from math import gcd, log, pi

from scorecheck.checks.check import HEADINGS, Hit, Rule, Summary, rows_check, sheet_check
from scorecheck.checks.money import money_of_lists
from scorecheck.checks.null import ODDS, SLIP
from scorecheck.checks.rules import RANK_ORDER
from scorecheck.checks.ruleset import Ground, Layout, Ruleset, nothing_to_check
from scorecheck.checks.words import data, names_in, plain, vocabulary
from scorecheck.model.cells import Number, value_text
from scorecheck.model.outcome import Listed
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Counted, Entry, Sheet
from scorecheck.model.terms import Param
from scorecheck.tournament.listed import (
    ROUND_ROLES,
    ROW_SCORE,
    STANDINGS_SUM,
    STEPS,
    USUAL_SCALE,
    ListLine,
    ShownScore,
    has_negatives,
    has_ranks,
    has_score,
    lines_of,
    numbers_in,
    rounds_of,
    row_score,
    score_in,
    score_step,
    shown,
    shown_score,
    sum_worked_out,
)
from scorecheck.tournament.seeger import end_score, ends_of, ranks_of_ends

_FEWEST = 3
_ONE_IN = 4
"""One number in so many may be wrong; of few, one."""
_CALLED = log(500)
"""The log-odds of the word before a row for what it holds."""
_MOST_COLUMNS = 8
"""At most this many unknown columns are considered."""


class Mean(NamedTuple):
    """The columns of a mean and of its divisor."""

    at: int
    by: int


class Figure(NamedTuple):
    """What a number should be: a total by a number of games or evenings, or only that number."""

    by: Fraction
    total: Fraction | None = None

    @property
    def due(self) -> Fraction:
        """The number itself, unrounded."""
        return self.by if self.total is None else self.total / self.by

    def agrees(self, said: ShownScore) -> bool:
        """Whether a number is this, except for rounding."""
        return abs(self.due - said.amount) * 2 * 10**said.decimals <= 1

    def params(self) -> dict[str, Param]:
        """What a message says of it."""
        due: dict[str, Param] = {"due": shown(self.due)}
        return due if self.total is None else due | {"score": shown(self.total), "count": shown(self.by)}


def evidence_of(said: Mapping[int, ShownScore], figures: Mapping[int, Sequence[Figure]]) -> float:
    """The log-odds that numbers are these: any others of their size agree by chance only.

    Equal ones count once; with too many that disagree, they are something else. Where no figure is due, as
    the mean of somebody who never came, any number may stand.
    """
    due = {at: one for at, one in said.items() if figures[at]}
    right = {at for at, one in due.items() if any(figure.agrees(one) for figure in figures[at])}
    agree = {due[at].amount: log(1 + 2 * float(abs(due[at].amount)) * 10 ** due[at].decimals) for at in right}
    wrong = len(due) - len(right)
    if wrong > max(1, len(due) // _ONE_IN):
        return 0.0
    return sum(agree.values()) + wrong * log(SLIP)


def mean_of(sheet: Sheet) -> Mean | None:
    """The mean beside the scores: of two unknown columns, one is the score divided by the other.

    Requires odds of 99 to 1 against chance.
    """
    if not has_score(sheet):
        return None
    unknown = (one.at for one in sheet.columns if one.role == "unknown")
    numbers = [at for at in unknown if len(numbers_in(sheet, at)) >= _FEWEST]
    pairs = [Mean(*pair) for pair in permutations(numbers[:_MOST_COLUMNS], 2)]
    weighed = [(_evidence(sheet, pair), pair) for pair in pairs]
    evidence, best = max(weighed, default=(0.0, None))
    return best if evidence > ODDS + log(len(pairs) or 1) else None


def _evidence(sheet: Sheet, pair: Mean) -> float:
    """The log-odds that a column is a mean; that of one game says nothing."""
    lines = list(_lines(sheet, pair))
    if all(due.by == 1 for _, _, due in lines):
        return 0.0
    return evidence_of({row: said for row, said, _ in lines}, {row: [due] for row, _, due in lines})


def _lines(sheet: Sheet, mean: Mean) -> Iterator[tuple[int, ShownScore, Figure]]:
    """The rows with score, divisor and mean, what stands there and what is due."""
    for row in range(sheet.stop):
        said = shown_score(sheet.table.value(row, mean.at))
        score, by = (score_in(sheet.table.value(row, at)) for at in (sheet.points_columns[0], mean.by))
        if said is not None and score is not None and by is not None and by > 0:
            yield row, said, Figure(by, score)


def _wrong_means(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    mean = mean_of(sheet)
    if mean is None:
        return
    names, score = sheet.column("name"), sheet.points_columns[0]
    for row, said, due in _lines(sheet, mean):
        if not due.agrees(said):
            player = "" if names is None else str(sheet.table.value(row, names))
            params = {"player": player, "said": said.amount} | due.params()
            yield Hit(mean.at, params, "mean", (score, mean.by), row=row)


mean_score = sheet_check(ROW_SCORE, _wrong_means, layouts=("standings",))


def wrong_below(sheet: Sheet, lines: Sequence[Listed]) -> Iterator[Hit]:
    """The figures below a grid that its ``lines`` do not give."""
    counted: dict[int, Fraction] = {}
    for row in range(sheet.stop, len(sheet.table.rows)):
        found = enumerate(shown_score(sheet.table.value(row, at)) for at in sheet.points_columns)
        said = {seat: one for seat, one in found if one is not None}
        if row == sheet.total_row or len(said) < _FEWEST:
            continue
        word = _word_before(sheet, row)
        weighed = [
            (evidence_of(said, due) + _CALLED * (word == kind), kind, due)
            for kind, due in _possible(sheet, lines, counted)
        ]
        evidence, kind, best = max(weighed, key=lambda one: one[0])
        if evidence <= ODDS + log(len(weighed)):
            continue
        if kind == "evenings":
            counted = {seat: one.amount for seat, one in said.items()}
        for seat, one in said.items():
            if best[seat] and not any(due.agrees(one) for due in best[seat]):
                params = {"player": sheet.players[seat], "said": shown(one.amount)} | best[seat][0].params()
                yield Hit(sheet.points_columns[seat], params, _VARIANTS[kind], row=row)


_VARIANTS = {"evenings": "count", "average": "mean", "best": "best", "worst": "worst"}


def _word_before(sheet: Sheet, row: int) -> str | None:
    """The meaning of the word before the numbers of a row."""
    said = (value_text(sheet.table.value(row, at)) for at in range(min(sheet.points_columns)))
    words = vocabulary("layouts", "words.toml", section="rows")
    return next(filter(None, (words.get(plain(text)) for text in said)), None)


def _possible(
    sheet: Sheet, lines: Sequence[Listed], counted: Mapping[int, Fraction]
) -> Iterator[tuple[str, Mapping[int, Sequence[Figure]]]]:
    """What a row may hold: the evenings of each seat, or means over those that count or over all evenings.

    Where somebody who stayed away has a 0, only other evenings are counted. A mean may be that of a wrong
    total, or of a wrong number of evenings ``counted`` on the sheet.
    """
    played = [[part.points for part in line.parts if part.points is not None] for line in lines]
    for count in (len, _others_than_zero):
        yield "evenings", {seat: [Figure(Fraction(count(there)))] for seat, there in enumerate(played)}
    for kind, of in (("best", max), ("worst", min)):
        yield (
            kind,
            {seat: [Figure(Fraction(of(there)))] if there else [] for seat, there in enumerate(played)},
        )
    foot = [None] * len(lines)
    if sheet.total_row is not None:
        foot = [score_in(sheet.table.value(sheet.total_row, at)) for at in sheet.points_columns]
    count = sheet.counted or Counted()
    added = [Fraction(len(count.of(there))) for there in played]
    for evenings in (added, [Fraction(len(line.parts)) for line in lines]):
        yield (
            "average",
            {
                seat: [
                    Figure(by, total)
                    for by in (evenings[seat], counted.get(seat))
                    for total in (Fraction(line.score), foot[seat])
                    if total is not None and by
                ]
                for seat, line in enumerate(lines)
            },
        )


def _others_than_zero(points: Iterable[Number]) -> int:
    return sum(map(bool, points))


def _ranks(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """Ranks that do not follow from the scores.

    One finding per kind of fault, since one slip moves all ranks in between.
    """
    lines = [line for line in lines_of(sheet, entries) if line.rank is not None]
    if len(lines) < 2 or _follow_scores(lines):
        return
    column, due = sheet.column("rank"), _ranks_due(sheet, lines)
    wrong = [at for at, line in enumerate(lines) if line.rank != due[at]]
    if wrong and [line.rank for line in lines] == list(_dense(due)):
        line = lines[wrong[0]]
        params = {"player": line.player, "rank": line.rank or 0, "due": due[wrong[0]]}
        yield Hit(column, params, "after-shared", row=line.row)
        return
    # Other columns may hold tie-breaks.
    beside = any(one.role == "unknown" for one in sheet.columns)
    settled: set[int] = set()
    for hit, group in _shared(lines, due, column, beside=beside):
        settled |= group
        yield hit
    left = [at for at in wrong if at not in settled]
    if left:
        worst = max(left, key=lambda at: (abs((lines[at].rank or 0) - due[at]), -at))
        line = lines[worst]
        params = {"player": line.player, "score": line.score, "rank": line.rank or 0, "due": due[worst]}
        yield Hit(column, params, row=line.row)


def _follow_scores(lines: Sequence[ListLine]) -> bool:
    """Whether the ranks follow from the scores, where a line may name all who share a rank."""
    each = [line.score for line in lines for _ in names_in(line.player)]
    of_score = dict(zip(each, due_ranks(each), strict=True))
    return all(line.rank == of_score.get(line.score) for line in lines)


def _ranks_due(sheet: Sheet, lines: Sequence[ListLine]) -> tuple[int, ...]:
    """The rank of each line by its score; where equal scores may be parted, the written rank if it is so."""
    due = due_ranks([line.score for line in lines])
    parted = ranks_of_ends(sheet, [line.row for line in lines])
    if parted is None:
        return due
    ways = zip(lines, parted, due, strict=True)
    return tuple(one if line.rank == one else shared for line, one, shared in ways)


def due_ranks(scores: Sequence[Number]) -> tuple[int, ...]:
    """The rank of each score: one more than the number of better scores."""
    ordered = sorted(scores, reverse=True)
    first: dict[Number, int] = {}
    for place, score in enumerate(ordered, 1):
        first.setdefault(score, place)
    return tuple(first[score] for score in scores)


def _dense(ranks: Sequence[int]) -> Iterator[int]:
    """The ranks without the gaps after shared ones: 1, 2, 2, 3."""
    order = {rank: at for at, rank in enumerate(sorted(set(ranks)), 1)}
    yield from (order[rank] for rank in ranks)


def _shared(
    lines: Sequence[ListLine], due: Sequence[int], column: int | None, *, beside: bool
) -> Iterator[tuple[Hit, set[int]]]:
    """Equal scores with different ranks, or different scores with one rank; with all lines concerned."""
    yield from _not_shared(lines, due, column, beside=beside)
    for rank in sorted({line.rank or 0 for line in lines}):
        together = [at for at, line in enumerate(lines) if line.rank == rank]
        scores = {lines[at].score for at in together}
        if len(scores) > 1 and min(due[at] for at in together) == rank:
            one = lines[next(at for at in together if due[at] == rank)]
            odd = next(at for at in together if due[at] != rank)
            params = {
                "player": lines[odd].player,
                "other": one.player,
                "score": lines[odd].score,
                "other_score": one.score,
                "due": due[odd],
            }
            yield Hit(column, params, "shared", row=lines[odd].row), set(together)


def _not_shared(
    lines: Sequence[ListLine], due: Sequence[int], column: int | None, *, beside: bool
) -> Iterator[tuple[Hit, set[int]]]:
    """Equal scores whose ranks continue as if they were different; with all lines concerned."""
    for rank in sorted(set(due)):
        group = [at for at, one in enumerate(due) if one == rank]
        ranks = sorted(lines[at].rank or 0 for at in group)
        if len(group) > 1 and ranks == list(range(rank, rank + len(group))):
            one, other = lines[group[0]], lines[group[1]]
            params = {"player": other.player, "other": one.player, "score": one.score, "due": rank}
            yield Hit(column, params, "not-shared", row=other.row, doubtful=beside), set(group)


def _standings_sum(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """The scores of a complete list add up to 0, unless rounding is likelier than a slip.

    This holds if everybody at a table plays the same number of games. A list without a score below 0 is of
    another kind (only plus points, another game) and is not checked.
    """
    if summary.last is None or summary.unreadable:
        return
    if not has_score(sheet) or ends_of(sheet) is not None:
        return
    column = sheet.points_columns[0]
    scores = [shown_score(sheet.table.value(row, column)) for row in range(sheet.stop)]
    printed = [score for score in scores if score is not None]
    if not any(score.amount < 0 for score in printed):
        return
    unit = Fraction(1, 10 ** max(score.decimals for score in printed))
    (total,) = summary.last.totals
    if (
        not total
        or _is_of_another_game(sheet)
        or _is_rounding(total / unit, [abs(one.amount) / unit for one in printed], sheet)
    ):
        return
    params: dict[str, Param] = {"sum": total, "players": summary.entries}
    step = gcd(*(int(score.amount) for score in printed)) if unit == 1 else 1
    if step in STEPS:
        # With a scale of 100, a score that grows by 5 per point is that of 20 games.
        yield Hit(
            column,
            {**params, "games": USUAL_SCALE // step, "step": step, "points": total // step},
            "games",
            row=HEADINGS,
        )
    else:
        yield Hit(column, params, row=HEADINGS)


def _is_rounding(total: Number, sizes: Sequence[Number], sheet: Sheet) -> bool:
    """Whether rounding explains the sum of rounded scores better than a slip, in units of rounding.

    Each score is off by up to half a unit, so the variance of the sum is a twelfth per score. A slip makes a
    number of about the size of the scores. Sums of whole rounds are not rounded.
    """
    rounds = rounds_of(sheet)
    if rounds is not None and not rounds.games:
        return False
    count = len(sizes)
    rounding = -6 * float(total) ** 2 / count - log(pi * count / 6) / 2
    slip = log(SLIP * count) - log(2 * float(sum(sizes)) / count + 1)
    return abs(total) * 2 <= count and rounding > slip


def _is_of_another_game(sheet: Sheet) -> bool:
    """Whether no single slip explains the sum of the scores, so that winners do not get what losers pay.

    A lost sign moves the sum by twice a score, other slips and left-out players by less.
    """
    scores = numbers_in(sheet, sheet.points_columns[0])
    return abs(sum(scores)) > 2 * max(map(abs, scores), default=0)


def has_scores(sheet: Sheet) -> bool:
    """Whether a list has scores, or points and games from which they follow."""
    return has_score(sheet) or rounds_of(sheet) is not None


def _is_even(sheet: Sheet) -> bool:
    """Whether scores, some of them below 0, add up to 0 as printed; those of rounds do not."""
    return has_negatives(sheet) and not (has_score(sheet) and sum(numbers_in(sheet, sheet.points_columns[0])))


def _is_even_but_for_rounding(sheet: Sheet) -> bool:
    apart = _is_even(sheet) or ends_of(sheet) or (has_score(sheet) and _is_of_another_game(sheet))
    return has_negatives(sheet) and not apart


def _rounds_and_scores(sheet: Sheet) -> bool:
    """Whether a list shows both; without scores, they are calculated from the rounds."""
    return has_score(sheet) and rounds_of(sheet) is not None


GROUNDS = (
    Ground("scores-zero", STANDINGS_SUM, held=_is_even),
    Ground("scores-rounded", STANDINGS_SUM, held=_is_even_but_for_rounding),
    Ground("rounds", ROW_SCORE, held=_rounds_and_scores),
    Ground("means", ROW_SCORE, held=mean_of),
    Ground("ends", ROW_SCORE, held=ends_of),
    Ground("ranks", RANK_ORDER, held=has_ranks),
)
"""The checks that are behind an OK of a list."""


def _headings() -> Mapping[str, str]:
    """The role for each heading in its plain form."""
    words: Mapping[str, Mapping[str, list[str]]] = data("tournament", "columns.toml")
    known = {_plain(word): role for role, aliases in words["columns"].items() for word in aliases}
    for number, (points, games) in enumerate(ROUND_ROLES, 1):
        for kind, role in (("points", points), ("games", games)):
            known |= {_plain(word.format(n=number)): role for word in words["rounds"][kind]}
    return known


def _plain(heading: str) -> str:
    """A heading without case, spaces and punctuation; ``#`` stays."""
    text = unicodedata.normalize("NFKC", heading).casefold()
    return "".join(c for c in text if c.isalnum() or c == "#")


_WITH_SCORE = Layout(
    name="standings",
    running=False,
    roles=frozenset({"rank", "name", "score", *chain(*ROUND_ROLES)}),
    coherent=lambda entry, _past, _sheet: entry.readable,
    whole=False,
    min_players=1,
    list_of="name",
)
_WITHOUT_SCORE = replace(
    _WITH_SCORE,
    whole=True,
    gaps="unchanged",
    roles=_WITH_SCORE.roles - {"score"},
    score_roles=tuple(points for points, _ in ROUND_ROLES),
)
"""The points and games of each round, from which the score is calculated."""

RULESET = Ruleset(
    game=None,
    layouts=(_WITH_SCORE, _WITHOUT_SCORE),
    presets=(),
    checks=(
        sheet_check(STANDINGS_SUM, _standings_sum, layouts=("standings",)),
        sum_worked_out,
        row_score,
        mean_score,
        end_score,
        score_step,
        rows_check(RANK_ORDER, _ranks, layouts=("standings",)),
        *money_of_lists,
        nothing_to_check(GROUNDS, ("standings",)),
    ),
    result=None,
    headings=_headings(),
    grounds=GROUNDS,
    telltale=lambda sheet: sheet.column("name") is not None and has_scores(sheet),
)
"""Published standings, read and checked like the sheets of a game, which they are not."""


def without(rule: Rule, rules: Ruleset) -> Ruleset:
    """Those of a game in which nobody loses what others win; ``rule`` is about that."""
    left = tuple(one for one in rules.grounds if one.rule != rule)
    checks = (one for one in rules.checks[:-1] if one.rule != rule)
    nothing = nothing_to_check(left, (rules.layouts[0].name,))
    return replace(rules, checks=(*checks, nothing), grounds=left)


WITHOUT_SUM = without(STANDINGS_SUM, RULESET)
