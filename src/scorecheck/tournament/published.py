"""Published standings: a list of players with their scores, and what can be said of it alone."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from scorecheck.checks.check import WARNING, Hit, Rule, sheet_check
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.resources import package_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorecheck.checks.check import Summary
    from scorecheck.model.cells import Value
    from scorecheck.model.sheet import Sheet

STANDINGS_SUM = Rule("tournament/standings-sum", WARNING)

TOURNAMENT_RULES = (STANDINGS_SUM,)
"""The rules that a list of standings is held to."""

_MOST_DECIMALS = 6
"""Nobody prints more: further ones are those of a spreadsheet that was not told to round."""
_WRITTEN = re.compile(r"(?P<sign>[-−–(]?)\+?(?P<whole>\d+)(?:[.,](?P<decimals>\d+))?\)?(?P<after>-?)")


def _standings_sum(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Scores of a complete list add up to 0, but for half a unit of rounding a player.

    Holds where everybody at a table plays the same number of games. A list without a score below
    0 is of another kind (only plus points, another game): nothing can be said of it.
    """
    if summary.last is None or summary.unreadable:
        return
    column = sheet.points_columns[0]
    scores = [_score(sheet.table.value(row, column)) for row in range(sheet.stop)]
    printed = [score for score in scores if score is not None]
    if not any(negative for negative, _ in printed):
        return
    unit = Fraction(1, 10 ** max(decimals for _, decimals in printed))
    (total,) = summary.last.totals
    if abs(total) > summary.entries * unit / 2:
        yield Hit(column, {"sum": total, "players": summary.entries}, row=-1)


def _score(value: Value) -> tuple[bool, int] | None:
    """Whether a score is below 0, and how many decimals it shows; ``None`` for no score."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, str):
        found = _WRITTEN.fullmatch(value.strip())
        if found is None:
            return None
        decimals = len(found["decimals"] or "")
        # Three digits after a single point or comma may be thousands: 1.234 is taken for whole.
        return bool(found["sign"] or found["after"]), 0 if decimals == 3 else min(decimals, _MOST_DECIMALS)
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    decimals = -exponent if isinstance(exponent, int) else 0
    return value < 0, min(max(decimals, 0), _MOST_DECIMALS)


standings_sum = sheet_check(STANDINGS_SUM, _standings_sum, layouts=("standings",))


def _headings() -> Mapping[str, str]:
    """What each heading, in its plain form, says its column is."""
    words: Mapping[str, list[str]] = tomllib.loads(
        package_file("tournament", "columns.toml").read_text(encoding="utf-8")
    )["columns"]
    return {_plain(word): role for role, aliases in words.items() for word in aliases}


def _plain(heading: str) -> str:
    """A heading without case, spaces and punctuation; ``#`` stays."""
    text = unicodedata.normalize("NFKC", heading).casefold()
    return "".join(c for c in text if c.isalnum() or c == "#")


RULESET = Ruleset(
    game=None,
    layouts=(
        Layout(
            name="standings",
            running=False,
            roles=frozenset({"rank", "name", "score"}),
            coherent=lambda entry, _past, _sheet: entry.readable,
            whole=False,
            min_players=1,
            list_of="name",
        ),
    ),
    presets=(),
    checks=(standings_sum,),
    result=None,
    headings=_headings(),
    telltale=lambda sheet: sheet.column("name") is not None and sheet.column("score") is not None,
)
"""Published standings, read and checked like the sheets of a game, which they are not."""
