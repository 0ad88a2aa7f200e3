"""A ranking as JSON, in the shape that ``schemas/standings.schema.json`` promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorecheck.model.outcome import AuditLine, RoundScore, SheetGives, Standing, Standings, TeamStanding
from scorecheck.model.statistics import Extreme, PlayerTally, Statistics
from scorecheck.reports.changes_text import corrections_json
from scorecheck.reports.json_report import FORMAT_VERSION, fields_json, number_json, tool
from scorecheck.reports.messages import Messages, decimal_text, exact
from scorecheck.reports.standings_view import why_missing

if TYPE_CHECKING:
    from scorecheck.model.against import Account


def standings_json(
    standings: Standings, messages: Messages, basis: Sequence[SheetGives] = (), account: Account | None = None
) -> dict[str, Any]:
    """A ranking with exact and rounded scores, the contribution of each sheet in ``basis``, and the
    corrections of the event. Empty keys are left out.
    """
    report: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "tool": tool(),
        **fields_json(standings, "event", "method", "provisional"),
        "standings": [_standing(line, standings) for line in standings.lines],
    }
    more: dict[str, Any] = {
        "missing": [{"path": one.path, "message": why_missing(one, messages)} for one in standings.missing],
        "scale": standings.scale,
        "place_points": list(standings.place_points),
        "counting": standings.counting,
        "ties": list(standings.ties),
        "unranked": [_unranked(line, standings) for line in standings.unranked],
        "teams": [_team(team) for team in standings.teams],
        "penalties": [fields_json(one, "player", "points", "round", "reason") for one in standings.penalties],
        "audit": [_audit(one) for one in standings.audit],
        "statistics": _statistics(standings.statistics) if standings.statistics else None,
        "sheets": [_sheet(one) for one in basis],
    }
    if account is not None:
        more["corrections"] = corrections_json(account)
    return report | {key: value for key, value in more.items() if value}


def _sheet(one: SheetGives) -> dict[str, Any]:
    return one._asdict() | {
        "options": dict(one.options),
        "players": [fields_json(player, "player", "points", "games") for player in one.players],
    }


def _standing(line: Standing, standings: Standings) -> dict[str, Any]:
    told: dict[str, Any] = {
        **fields_json(line, "rank", "player"),
        "score": decimal_text(line.score),
        "exact": exact(line.score),
        "games": line.games,
        "rounds": [_round(score) for score in line.rounds],
    }
    if standings.ties:
        told["ties"] = {
            tie: None if value is None else exact(value)
            for tie, value in zip(standings.ties, line.ties, strict=True)
        }
    if line.penalty:
        told["penalty"] = exact(line.penalty)
    return told


def _unranked(line: Standing, standings: Standings) -> dict[str, Any]:
    told = _standing(line._replace(ties=(None,) * len(standings.ties)), standings)
    more = {key: value for key, value in told.items() if key not in {"rank", "player", "ties"}}
    return {**fields_json(line, "player", "status", "reason"), **more}


def _round(score: RoundScore) -> dict[str, Any]:
    told = {**fields_json(score, "name", "points", "games"), "score": decimal_text(score.score)}
    if not score.counted:
        told["counted"] = False
    if score.place is not None:
        told["place"] = score.place
    return told


def _team(team: TeamStanding) -> dict[str, Any]:
    return {
        **fields_json(team, "rank", "team"),
        "score": decimal_text(team.score),
        "exact": exact(team.score),
        "members": [
            {
                "player": one.player,
                "score": None if one.score is None else decimal_text(one.score),
                "exact": None if one.score is None else exact(one.score),
                "counted": one.counted,
            }
            for one in team.members
        ],
    }


def _audit(one: AuditLine) -> dict[str, Any]:
    return {
        **fields_json(one, "level", "name"),
        "sum": decimal_text(one.sum),
        "exact": exact(one.sum),
        "expected": 0 if one.expected else None,
        "ok": not one.expected or not one.sum,
    }


def _statistics(statistics: Statistics) -> dict[str, Any]:
    told: dict[str, Any] = {
        "players": [
            {"player": one.player, **_tally(one.tally, statistics.alone)} for one in statistics.players
        ]
    }
    if statistics.pairs:
        told["pairs"] = [
            {
                **fields_json(one, "player", "other"),
                "with": {"games": one.pair.with_games, "points": number_json(one.pair.with_points)},
                "against": {
                    "games": one.pair.against_games,
                    "points": number_json(one.pair.against_points),
                    "passed": number_json(one.pair.passed),
                },
            }
            for one in statistics.pairs
        ]
    if statistics.lead_changes:
        told["lead_changes"] = [{"sheet": name, "changes": count} for name, count in statistics.lead_changes]
    return told


def _tally(tally: PlayerTally, alone: str) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        **fields_json(tally, "games", "wins", "losses", "plus", "minus"),
        "best": _extreme(tally.best),
        "worst": _extreme(tally.worst),
        "longest_winning_streak": tally.winning.longest,
        "longest_losing_streak": tally.losing.longest,
    }
    if alone:
        told[alone] = {
            "won": tally.alone_won,
            "lost": tally.alone_lost,
            "points": number_json(tally.alone_points),
        }
    if tally.categories:
        told["categories"] = {
            name: {"points": number_json(points), "times": times}
            for name, (points, times) in tally.categories.items()
        }
    return told


def _extreme(extreme: Extreme | None) -> dict[str, Any] | None:
    if extreme is None:
        return None
    return {
        "points": number_json(extreme.points),
        "game": extreme.label or None,
        **fields_json(extreme, "path", "sheet"),
    }
