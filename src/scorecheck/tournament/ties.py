"""Tie-breaks: they separate players with equal scores, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from scorecheck.model.order import grouped
from scorecheck.model.outcome import Standing
from scorecheck.tournament.gathered import Gathered

_FIGURES = frozenset({"wins", "solos", "fewest-minus", "yatzys", "upper-sum"})
"""The tie-breaks that are a figure of the sheets, added up."""
LESS_IS_MORE = frozenset({"fewest-minus"})
"""The tie-breaks in which the lower value wins."""

TieValue: TypeAlias = "Fraction | None"


def in_order(
    lines: Sequence[Standing], ties: Sequence[str], gathered: Gathered, *, lower_wins: bool = False
) -> list[list[Standing]]:
    """The lines in groups, best first: the lines of one group stay equal and share a rank.

    Each line gets the values of its tie-breaks. A tie-break that is undefined for one of a tie separates
    nobody in it: undefined is not 0. ``direct`` is defined only if everybody in the tie played against
    everybody.
    """
    asked = [one for one in ties if one != "share"]
    parting = _Parting(asked, {one: _values(one, lines, gathered) for one in asked}, gathered)
    by_score = grouped(lines, lambda line: line.score)
    scores = sorted(by_score, reverse=not lower_wins)
    groups = [part for score in scores for part in parting.parted(by_score[score], 0)]
    return [[parting.shown(line) for line in group] for group in groups]


class _Parting:
    """Separates lines with equal scores, and remembers the values."""

    def __init__(
        self, ties: Sequence[str], values: Mapping[str, Mapping[str, TieValue]], gathered: Gathered
    ) -> None:
        self.ties = ties
        self.values = {tie: dict(of_player) for tie, of_player in values.items()}
        self.gathered = gathered
        self.asked: dict[tuple[str, str], TieValue] = {}

    def parted(self, group: list[Standing], at: int) -> list[list[Standing]]:
        """A group of equals, separated by the first tie-break that can, and its parts by later ones."""
        if len(group) == 1 or at == len(self.ties):
            return [group]
        tie = self.ties[at]
        if tie == "direct":
            self.values[tie].update(_direct([line.player for line in group], self.gathered))
        values = {line.player: self.values[tie][line.player] for line in group}
        known = {player: value for player, value in values.items() if value is not None}
        if len(known) < len(values):
            return self.parted(group, at + 1)
        by_value = grouped(group, lambda line: known[line.player])
        self.asked.update(((tie, player), value) for player, value in known.items())
        order = sorted(by_value, reverse=tie not in LESS_IS_MORE)
        return [part for value in order for part in self.parted(by_value[value], at + 1)]

    def shown(self, line: Standing) -> Standing:
        """A line with the values of its tie-breaks."""
        return line._replace(
            ties=tuple(self.values[tie][line.player] for tie in self.ties),
            asked=tuple(self.asked.get((tie, line.player)) for tie in self.ties),
        )


def _values(tie: str, lines: Sequence[Standing], gathered: Gathered) -> Mapping[str, TieValue]:
    """The values of a tie-break for everybody; for ``direct``, which depends on the tie, none yet."""
    if tie == "direct":
        return {line.player: None for line in lines}
    if tie in _FIGURES:
        name = "minus" if tie == "fewest-minus" else tie
        figures = {line.player: gathered.figure(line.player, name) for line in lines}
        return {player: None if value is None else Fraction(value) for player, value in figures.items()}
    last = gathered.names[-1] if gathered.names else ""
    found: dict[str, TieValue] = {}
    for line in lines:
        scores = [one.score for one in line.rounds if one.games and (tie == "best-round" or one.name == last)]
        found[line.player] = max(scores, default=None)
    return found


def _direct(players: Sequence[str], gathered: Gathered) -> Mapping[str, TieValue]:
    """Each player's points in games against the others, if everybody played against everybody."""
    met = [gathered.pairs.get((one, other)) for one in players for other in players if one != other]
    if any(pair is None or not pair.against_games for pair in met):
        return dict.fromkeys(players)
    return {
        one: Fraction(sum(gathered.pairs[one, other].against_points for other in players if other != one))
        for one in players
    }
