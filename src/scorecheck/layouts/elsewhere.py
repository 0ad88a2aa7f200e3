"""What a table may be that is no scoresheet of ours, by its words and by what stands below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from math import log
from string import digits

from scorecheck.checks.null import ODDS, log_sum
from scorecheck.checks.words import data, plain, vocabulary
from scorecheck.layouts.vocabulary import words_elsewhere
from scorecheck.model.cells import Value, value_text

_FILE = "layouts", "elsewhere.toml"
_WORD, _SHARE = log(20), log(0.02)
"""How much more often a word stands in a table of its kind than elsewhere; the share of a kind."""
_WORTH = {"marks": 4, "words": 1}
"""As many words as one of these is worth."""
_TOP, _FIRST, _SAMPLE = 5, 2, 60
"""The rows and columns in which headings stand; the rows that show what stands below them."""
_FEWEST_MARKED, _FEWEST_MARKS = 3, 4
"""Columns of who was there, and the cells of each."""
_THERE = frozenset({"0", "1", "x", "ja", "nein", "j", "n", "yes", "no", "y", "nei", "✓", "✔"})


WITHOUT_SCORES = frozenset(
    {"cash", "work", "series", "addresses", "attendance", "raffle", "statistics", "stock"}
)
"""The kinds in which nobody's scores stand."""


def kind_of(rows: Sequence[Sequence[Value]]) -> str | None:
    """The kind of some rows, if it is likelier than all others, and any other table, at odds of 99 to 1."""
    columns = list(islice(zip_longest(*rows[:_SAMPLE], fillvalue=""), _SAMPLE))
    lines = [_words_of(line) for line in (*rows[:_TOP], *columns[:_FIRST])]
    shown = {"attendance": _WORTH["marks"] * (sum(map(_says_who_came, columns)) >= _FEWEST_MARKED)}
    likely = {kind: _SHARE + _WORD * (_known(kind, lines) + shown.get(kind, 0)) for kind in data(*_FILE)}
    best = max(likely, key=lambda kind: likely[kind])
    others = log_sum([0.0, *(one for kind, one in likely.items() if kind != best)])
    return best if likely[best] - others >= ODDS else None


def _known(kind: str, lines: Iterable[set[str]]) -> int:
    """The words of a kind in the line with most of them."""
    never = {word: "marks" for word, other in words_elsewhere().items() if other == kind}
    words = {**vocabulary(*_FILE, section=kind), **never}
    return max(sum(_WORTH[words[word]] for word in line & words.keys()) for line in lines)


def _words_of(line: Iterable[Value]) -> set[str]:
    """The words in some cells; where only one is filled, those of a title."""
    said = [value for value in line if isinstance(value, str) and value]
    return {plain(one).strip(digits) for one in (said[0].split() if len(said) == 1 else said)}


def _says_who_came(column: Sequence[Value]) -> bool:
    """Whether below its heading a column says 1 or 0, yes or no, of each row."""
    said = [plain(value_text(value)) or value_text(value).strip() for value in column[1:] if value != ""]
    marks = [one for one in said if one in _THERE]
    # Below them their number may stand.
    return len(marks) >= max(_FEWEST_MARKS, len(said) - 1) and (len({*marks}) > 1 or "" in column)
