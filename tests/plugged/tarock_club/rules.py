"""A rule of the club, for sheets of two games."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.plugins import Entry, Hit, Sheet, row_rule


@row_rule(
    "club/large-game",
    severity="warning",
    games=("doppelkopf", "tarock"),
    says={
        "en": "A game of more than 20 points was looked at twice.",
        "de": "Ein Spiel über 20 Punkte wurde zweimal angesehen.",
    },
    finds={
        "en": "Game {game} is worth {points}: was that looked at twice?",
        "de": "Spiel {game} bringt {points}: Hat das jemand zweimal angesehen?",
    },
)
def large_game(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A hit on the player with the most, where that is more than 20."""
    most = max(range(len(entry.points)), key=lambda position: abs(entry.points[position]))
    if abs(entry.points[most]) > 20:
        yield Hit(sheet.points_columns[most], {"game": entry.label, "points": entry.points[most]})
