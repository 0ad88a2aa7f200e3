"""Rows below a grid of evenings with what follows from it: everybody's number of evenings, and the mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.null import ODDS
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import value_text
from scorecheck.model.outcome import Listed
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.listed import score_in, shown, shown_score
from scorecheck.tournament.means import Figure, evidence_of

_FEWEST = 3
_CALLED = log(50)
"""The log-odds of the word before a row for what it holds."""


def wrong_below(sheet: Sheet, lines: Sequence[Listed]) -> Iterator[Hit]:
    """The numbers of evenings and the means below a grid that its ``lines`` do not give."""
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
            if not any(due.agrees(one) for due in best[seat]):
                params = {"player": sheet.players[seat], "said": shown(one.amount)} | best[seat][0].params()
                yield Hit(sheet.points_columns[seat], params, _VARIANTS[kind], row=row)


_VARIANTS = {"evenings": "count", "average": "mean"}


def _word_before(sheet: Sheet, row: int) -> str | None:
    """The meaning of the word before the numbers of a row."""
    said = (value_text(sheet.table.value(row, at)) for at in range(min(sheet.points_columns)))
    words = vocabulary("layouts", "words.toml", section="rows")
    return next(filter(None, (words.get(plain(text)) for text in said)), None)


def _possible(
    sheet: Sheet, lines: Sequence[Listed], counted: Mapping[int, Fraction]
) -> Iterator[tuple[str, Mapping[int, Sequence[Figure]]]]:
    """What a row may hold: the evenings of each seat, or means over these or over all evenings.

    A mean may be that of a wrong total, or of a wrong number of evenings ``counted`` on the sheet.
    """
    there = [Fraction(sum(part.points is not None for part in line.parts)) for line in lines]
    yield "evenings", {seat: [Figure(by)] for seat, by in enumerate(there)}
    foot = [None] * len(lines)
    if sheet.total_row is not None:
        foot = [score_in(sheet.table.value(sheet.total_row, at)) for at in sheet.points_columns]
    for evenings in (there, [Fraction(len(line.parts)) for line in lines]):
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
