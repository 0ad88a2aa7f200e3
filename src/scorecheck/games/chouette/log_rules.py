"""The rules for game logs, and the tests for recognition.

The modules that follow a log are imported with the first one, since no other sheet needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import ERROR, Check, Hit, Rule, late, rows_check
from scorecheck.checks.ruleset import Comparison
from scorecheck.model.sheet import Entry, Sheet

LOG = ("log",)


def _log_check(kind: str) -> Check:
    def look(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
        from scorecheck.games.chouette.log_checks import faults_of_log

        return faults_of_log(kind, sheet, entries)

    return rows_check(Rule(f"chouette/log-{kind}", ERROR), look, layouts=LOG)


log_order = _log_check("order")
log_illegal = _log_check("illegal")
log_obligation = _log_check("obligation")


LOG_MISMATCH_RULE = Rule(
    "chouette/log-mismatch",
    ERROR,
    absorbs=frozenset(
        {
            "chouette/zero-sum",
            "chouette/control",
            "chouette/impossible-payment",
            "chouette/extra-payment",
            "chouette/extra-settlement",
        }
    ),
)
LOG_MISMATCH = Comparison(LOG_MISMATCH_RULE, "log", "totals", late("games.chouette.log_totals", "mismatch"))


def is_action(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    """Whether a row of a log has an action."""
    from scorecheck.games.chouette.rows import row_of

    return row_of(entry).kind is not None


def begins_game(entry: Entry) -> bool:
    """Whether a row of a log gives the seats of a game."""
    from scorecheck.games.chouette.rows import row_of

    row = row_of(entry)
    return row.kind == "order" and bool(row.seating.names)


names_of_row = late("games.chouette.rows", "names_of_row")
"""The players' names in a row of a log."""
result_of_log = late("games.chouette.log_checks", "result_of_log")
"""The payments of a log, and each player's number of games."""
games_of_log = late("games.chouette.log_checks", "games_of_log")
"""The games of a log for statistics."""
