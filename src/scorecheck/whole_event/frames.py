"""Findings, games, rounds and ranks as pandas DataFrames. pandas is imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from scorecheck.model.cells import Number
from scorecheck.model.outcome import RoundScore, Standings
from scorecheck.model.statistics import PlayerInGame

_CATEGORIES_OF_GAMES = ("event", "table", "path", "sheet", "kind", "player", "role", "evening", "provisional")
_OF_FINDINGS = {
    **dict.fromkeys(("path", "sheet", "cell"), "string"),
    **dict.fromkeys(("row", "column"), "Int64"),
    **dict.fromkeys(("rule", "severity"), "category"),
    **dict.fromkeys(("message", "value", "edits", "repair"), "string"),
    "confidence": "Float64",
    "fingerprint": "string",
}


def findings_frame(rows: Iterable[Sequence[object]]) -> pd.DataFrame:
    """One row per finding, see ``Report.findings_frame``."""
    return _frame(rows, list(_OF_FINDINGS)).astype(_OF_FINDINGS)


def games_frame(games: Iterable[PlayerInGame]) -> pd.DataFrame:
    """One row per player and game, see ``Report.games_frame``."""
    rows = list(games)
    frame = _frame(rows, PlayerInGame._fields)
    # In the order of play, not of the alphabet: round 10 comes after round 2.
    rounds = pd.CategoricalDtype(list(dict.fromkeys(row.round for row in rows)), ordered=True)
    frame = frame.astype(
        {"round": rounds, "game": "string", **dict.fromkeys(_CATEGORIES_OF_GAMES, "category")}
    )
    frame["points"] = _numbers([row.points for row in rows])
    return frame


def ranking_frame(standings: Standings) -> pd.DataFrame:
    """One row per player, see ``Ranking.to_frame``."""
    lines = standings.lines
    frame = pd.DataFrame(
        {
            "rank": _numbers([line.rank for line in lines]),
            "player": _texts([line.player for line in lines]),
            **_scores("score", [line.score for line in lines]),
            "games": _numbers([line.games for line in lines]),
        }
    )
    played = [{part.name: part for part in line.rounds} for line in lines]
    of_rounds = [_of_round(name, [one.get(name) for one in played]) for name in standings.rounds]
    of_ties = [
        pd.DataFrame(_scores(tie, [line.ties[at] for line in lines])) for at, tie in enumerate(standings.ties)
    ]
    return pd.concat([frame, *of_rounds, *of_ties], axis=1)


def rounds_frame(standings: Standings) -> pd.DataFrame:
    """One row per player and round, see ``Ranking.rounds_frame``."""
    parts = [
        (line.player, part)
        for name in standings.rounds
        for line in standings.lines
        for part in line.rounds
        if part.name == name
    ]
    rounds = pd.CategoricalDtype(list(standings.rounds), ordered=True)
    return pd.DataFrame(
        {
            "round": pd.Categorical([part.name for _, part in parts], dtype=rounds),
            "player": _texts([player for player, _ in parts]),
            "points": _numbers([part.points for _, part in parts]),
            "games": _numbers([part.games for _, part in parts]),
            **_scores("score", [part.score for _, part in parts]),
            "counted": pd.array([part.counted for _, part in parts], dtype="boolean"),
        }
    )


def statistics_frame(standings: Standings) -> pd.DataFrame:
    """One row per player, see ``Ranking.statistics_frame``."""
    statistics = standings.statistics
    told = () if statistics is None else statistics.players
    alone = "" if statistics is None else statistics.alone
    tallies = [one.tally for one in told]
    columns: dict[str, Any] = {"player": _texts([one.player for one in told])}
    for name in ("games", "wins", "losses", "plus", "minus"):
        columns[name] = _numbers(_each(name, tallies))
    if alone:
        for name in ("won", "lost", "points"):
            columns[f"{alone}_{name}"] = _numbers(_each(f"alone_{name}", tallies))
    for name in ("best", "worst"):
        extremes = _each(name, tallies)
        columns[name] = _numbers(_each("points", extremes))
        columns[f"{name}_path"] = _texts(_each("path", extremes))
        columns[f"{name}_game"] = _texts([label or None for label in _each("label", extremes)])
    columns["longest_winning_streak"] = _numbers([tally.winning.longest for tally in tallies])
    columns["longest_losing_streak"] = _numbers([tally.losing.longest for tally in tallies])
    return pd.DataFrame(columns)


def _frame(rows: Iterable[Sequence[object]], columns: Sequence[str]) -> Any:
    return pd.DataFrame(list(rows), columns=list(columns), dtype="object")


def _texts(texts: Sequence[str | None]) -> Any:
    return pd.array(texts, dtype="string")


def _numbers(numbers: Sequence[Number | None]) -> Any:
    """A column of type ``Int64``, or of floats if one number is not whole."""
    if all(number is None or number.denominator == 1 for number in numbers):
        return pd.array([None if number is None else int(number) for number in numbers], dtype="Int64")
    return pd.array([None if number is None else float(number) for number in numbers], dtype="Float64")


def _scores(name: str, scores: Sequence[Fraction | None]) -> dict[str, Any]:
    """The exact fractions as text, and the nearest floats beside them."""
    return {
        name: _texts([None if score is None else str(score) for score in scores]),
        f"{name}_float": pd.array(
            [None if score is None else float(score) for score in scores], dtype="Float64"
        ),
    }


def _each(name: str, some: Iterable[object]) -> list[Any]:
    """A field of some records; ``None`` where there is no record."""
    return [None if one is None else getattr(one, name) for one in some]


def _of_round(name: str, parts: Sequence[RoundScore | None]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            f"{name} points": _numbers(_each("points", parts)),
            f"{name} games": _numbers(_each("games", parts)),
            **_scores(f"{name} score", _each("score", parts)),
        }
    )
