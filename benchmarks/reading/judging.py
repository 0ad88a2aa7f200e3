"""What scorecheck makes of a sheet, held against what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorecheck.checks.runner import run_checks
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.pipeline import outcomes_of
from scorecheck.one_file.recognition import Doubt, settled
from scorecheck.one_file.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.reading.made import Made
    from scorecheck.model.cells import Value

QUESTIONS = frozenset({"sheet/ambiguous-game", "sheet/ambiguous-notation", "sheet/ambiguous-reading"})


def verdict(made: Made, *, slips: int, as_text: bool) -> str:
    """``right``, ``asked``, ``asked in vain``, ``refused``, ``faulted`` (right, but a clean sheet has
    errors), ``wrong``, or ``wrong and ok``."""
    rows = [[str(cell) if as_text else cell for cell in row] for row in made.rows]
    read, doubts = _outcomes(rows, Wanted())
    if read:
        if is_right(read, made):
            return "faulted" if not slips and _worst(read) is Severity.ERROR else "right"
        return "wrong" if _worst(read) >= Severity.WARNING else "wrong and ok"
    questions = [doubt for doubt in doubts if doubt.rule.name in QUESTIONS]
    if not questions:
        return "refused" if made.game else "right"
    if not made.game or any(is_right(_outcomes(rows, one)[0], made) for one in answers(questions)):
        return "asked"
    return "asked in vain"


def is_right(read: Sequence[Reading], made: Made) -> bool:
    """Whether a file is read as the one sheet that it is."""
    if not made.game or len(read) != 1:
        return False
    sheet = read[0].sheet
    named = (sheet.game or "standings") == made.game or made.game in {"evenings", "list"}
    named = named and all(sheet.by_shape.get(plain(word), box) == box for word, box in made.words)
    return named and sheet.layout in made.layouts and sorted(sheet.players) == sorted(made.players)


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
        for text in (
            one
            for value in doubt.params.values()
            for one in (value if isinstance(value, tuple) else (value,))
        ):
            for way in str(text).split(" / "):
                said = dict(re.findall(r"--(game|layout|notation) (\S+)", way))
                if said:
                    yield Wanted(**said)
            rows = dict(re.findall(r'categories\."(.*?)" = "(.*?)"', str(text)))
            if rows:
                yield Wanted(categories=rows)
                continue
            headings = dict(re.findall(r'"(.*?)" = "(.*?)"', str(text))) if "columns" in str(text) else {}
            if headings:
                yield Wanted(headings=headings)
            said = dict(re.findall(r'(game|layout|notation) = "(.*?)"', str(text)))
            if said:
                yield Wanted(**said)
        if doubt.variant == "column" and "heading" in doubt.params:
            yield Wanted(headings={str(doubt.params["heading"]): "remark"})
