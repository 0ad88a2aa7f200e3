"""What scorecheck makes of a sheet, held against what it is."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.checks.own import game_in_file, shipped
from scorecheck.checks.runner import run_checks
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import entries_of, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.questions import Doubt
from scorecheck.one_file.workbook_reading import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.reading.made import Made
    from scorecheck.model.cells import Value

QUESTIONS = frozenset({"sheet/ambiguous-game", "sheet/ambiguous-notation", "sheet/ambiguous-reading"})


_FILES = Path(__file__).parents[2] / "samples" / "own-games"


@cache
def _beside(game: str) -> tuple[str, ...]:
    """A club's own game as a file beside a sheet; of ``all``, those of all samples."""
    if game == "all":
        return tuple(game_in_file(str(path)) for path in sorted(_FILES.glob("*/*.toml")))
    return (game_in_file(shipped().get(game) or str(_FILES / game / f"{game}.toml")),) if game else ()


def verdict(made: Made, *, slips: int, as_text: bool, beside: str = "") -> str:
    """``beside``: the files of clubs' own games that lie beside each sheet, or of that one alone.

    Returns: ``right``, ``asked``, ``asked in vain``, ``refused``, ``faulted`` (right, but a clean sheet has
    errors), ``wrong``, or ``wrong and ok``."""
    rows = [[str(cell) if as_text else cell for cell in row] for row in made.rows]
    told = Wanted(beside=_beside(made.beside or beside))
    read, doubts = _outcomes(rows, told)
    if read:
        if is_right(read, made):
            return "faulted" if not slips and _worst(read) is Severity.ERROR else "right"
        return "wrong" if _worst(read) >= Severity.WARNING else "wrong and ok"
    questions = [doubt for doubt in doubts if doubt.rule.name in QUESTIONS]
    if not questions:
        return "refused" if made.game else "right"
    return "asked" if not made.game or _leads_somewhere(rows, made, told, questions) else "asked in vain"


_MOST_QUESTIONS = 4
"""Nobody answers more of them about one sheet."""


def _leads_somewhere(
    rows: Sequence[Sequence[Value]], made: Made, told: Wanted, questions: Sequence[Doubt], asked: int = 1
) -> bool:
    """Whether one of the true answers leads to the right reading, also by further questions."""
    for answer in answers(questions):
        if not _is_true(answer, made):
            continue
        both = _and(told, answer)
        read, doubts = _outcomes(rows, both)
        more = [] if read else [doubt for doubt in doubts if doubt.rule.name in QUESTIONS]
        if read and is_right(read, made):
            return True
        if more and asked < _MOST_QUESTIONS and _leads_somewhere(rows, made, both, more, asked + 1):
            return True
    return False


def _is_true(answer: Wanted, made: Made) -> bool:
    """Whether somebody who knows the sheet would say so."""
    words = {plain(word): box for word, box in made.words}
    return (
        (answer.game is None or answer.game == made.game)
        and (answer.layout is None or answer.layout in made.layouts)
        and all((role == "player") == (head in made.players) for head, role in answer.headings.items())
        and all(words.get(plain(word), box) == box for word, box in answer.categories.items())
    )


def _and(told: Wanted, answer: Wanted) -> Wanted:
    """What was answered before, and now."""
    return Wanted(
        game=answer.game or told.game,
        layout=answer.layout or told.layout,
        notation=answer.notation or told.notation,
        headings={**told.headings, **answer.headings},
        categories={**told.categories, **answer.categories},
        beside=told.beside,
    )


def is_right(read: Sequence[Reading], made: Made) -> bool:
    """Whether a file is read as the one sheet that it is."""
    if not made.game or len(read) != 1:
        return False
    sheet = read[0].sheet
    named = (sheet.game or "standings") == made.game or made.game in {"evenings", "list"}
    named = named and all(sheet.by_shape.get(plain(word), box) == box for word, box in made.words)
    kept = sheet.layout in made.layouts or (sheet.layout in _SAME_ONCE and _are_once_each(made))
    return named and kept and sorted(sheet.players) in (sorted(made.players), sorted(_with_numbers(made)))


def _with_numbers(made: Made) -> Sequence[str]:
    """The players with a number in their column: who has only dashes is not counted, and that is said."""
    numbers = {at: False for _, at in sorted(made.points, key=lambda place: place[1])}
    for row, at in made.points:
        numbers[at] |= isinstance(made.rows[row][at], int)
    if len(numbers) != len(made.players):
        return made.players
    return [name for name, has_one in zip(made.players, numbers.values(), strict=True) if has_one]


_SAME_ONCE = frozenset({"points", "totals"})


def _are_once_each(made: Made) -> bool:
    """Whether nobody has two numbers: then points and running totals are the same."""
    seats = Counter(column for row, column in made.points if isinstance(made.rows[row][column], int))
    return bool(made.layouts & _SAME_ONCE) and max(seats.values(), default=0) < 2


def _outcomes(rows: Sequence[Sequence[Value]], wanted: Wanted) -> tuple[list[Reading], list[Doubt]]:
    fence = Fence("sheet.csv", lets_through=(Exception,))
    found = outcomes_of(Workbook("sheet.csv", "csv", (Grid(None, rows),)), wanted, fence)
    every = [outcome for _, outcomes in found for outcome in outcomes]
    return [one for one in every if isinstance(one, Reading)], [
        one for one in every if isinstance(one, Doubt)
    ]


def _worst(read: Sequence[Reading]) -> Severity:
    """How grave the worst finding is; repairs are not looked for, which can take long on a misread sheet."""
    worst = Severity.INFO
    for reading in read:
        sheet = settled(reading, {})
        outcome = run_checks(sheet, entries_of(reading, sheet), reading.ruleset.checks)
        worst = max([worst, *(finding.severity for finding in outcome.findings)])
    return worst


def answers(doubts: Sequence[Doubt]) -> Iterator[Wanted]:
    """What the questions offer as answers, each as it would be given."""
    for doubt in doubts:
        if doubt.variant == "row":
            kinds = doubt.params["kinds"]
            yield from (
                Wanted(categories={str(doubt.params["word"]): str(kind)})
                for kind in (kinds if isinstance(kinds, tuple) else (kinds,))
            )
            continue
        for text in (
            one
            for value in doubt.params.values()
            for one in (value if isinstance(value, tuple) else (value,))
        ):
            for way in str(text).split(" / "):
                said = dict(re.findall(r"--(game|layout|notation) (\S+)", way))
                if said:
                    yield Wanted(**said)
            headings = dict(re.findall(r'"(.*?)" = "(.*?)"', str(text))) if "columns" in str(text) else {}
            if headings:
                yield Wanted(headings=headings)
            said = dict(re.findall(r'(game|layout|notation) = "(.*?)"', str(text)))
            if said:
                yield Wanted(**said)
        if doubt.variant == "column" and "heading" in doubt.params:
            yield Wanted(headings={str(doubt.params["heading"]): "remark"})
