"""Makes standings or a page of a whole run although one of its files makes that step crash.

Imported only after a crash. The file at fault is found by bisection, named, and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from scorecheck.model.fence import Fence
from scorecheck.model.outcome import Checked, CheckedFile, Crash
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.one_file.file_findings import not_checked

T = TypeVar("T")


@record
class Spared(Generic[T]):
    """What was made without the files at fault."""

    made: T | None
    """``None`` where it cannot be made, with whichever file left out."""
    checked: Checked
    """The run, the files at fault without what makes us fail and with a finding that says so."""
    crashes: Mapping[str, Crash]
    """By the path of the file at fault; of what cannot be made at all by its own name."""


class Step(NamedTuple):
    """What is made of all files together."""

    name: str
    """It says of a file what it is missing in."""
    without: Callable[[CheckedFile], CheckedFile]
    """Takes from a file what the step is made of."""
    lets_through: tuple[type[Exception], ...] = ()
    """By these the step says that it cannot be made: that is no fault."""


def spared(
    checked: Checked,
    crash: Crash,
    make: Callable[[Checked], T],
    step: Step,
) -> Spared[T]:
    """Repeats what ended in ``crash``, without the files that make it fail."""
    name, without, lets_through = step

    def made_of(files: Sequence[CheckedFile]) -> tuple[T | None, Crash | None]:
        whole = {id(file) for file in files}
        some = tuple(file if id(file) in whole else without(file) for file in checked.files)
        fence = Fence(crash.path, lets_through=lets_through)
        made = None
        try:
            with fence.around(name):
                made = make(replace(checked, files=some))
        except lets_through:
            # Of some of the files it cannot be made, and says so: that is no fault.
            return None, None
        return made, next(iter(fence.crashes), None)

    found: dict[str, Crash] = {}
    if made_of(())[1] is None:
        found = _at_fault(checked.files, lambda files: made_of(files)[1])
    if found:
        struck = tuple(
            told_of(without(file), found[file.path]) if file.path in found else file for file in checked.files
        )
        less = replace(checked, files=struck, crashes=(*checked.crashes, *found.values()))
        fence = Fence(crash.path, lets_through=lets_through)
        with fence.around(crash.step):
            return Spared(make(less), less, found)
    return Spared(None, replace(checked, crashes=(*checked.crashes, crash)), {crash.path: crash})


def _at_fault(
    files: Sequence[CheckedFile], failure: Callable[[Sequence[CheckedFile]], Crash | None]
) -> dict[str, Crash]:
    """The files that fail each by itself, found by halving; none where only several together fail."""
    crash = failure(files) if files else None
    if crash is None:
        return {}
    if len(files) == 1:
        return {files[0].path: crash._replace(path=files[0].path)}
    half = len(files) // 2
    return _at_fault(files[:half], failure) | _at_fault(files[half:], failure)


def told_of(file: CheckedFile, crash: Crash) -> CheckedFile:
    """A file with the finding that a step failed on it."""
    findings = sorted((*file.findings, *not_checked([crash])), key=lambda finding: finding.sort_key)
    return replace(file, status="errors", findings=tuple(findings))


def bare(file: CheckedFile) -> CheckedFile:
    """A file of which nothing but the name is shown."""
    return CheckedFile(file.path, file.status, (), ())


def uncounted(file: CheckedFile) -> CheckedFile:
    """A file whose sheets count for no ranking."""
    sheets = (replace(one, result=None, repaired={}, listed=()) for one in file.sheets)
    return replace(file, sheets=tuple(sheets))


def amended(checked: Checked, crash: Crash, amend: Callable[[Checked], Checked], *, step: str) -> Checked:
    """A run to which more is added, by what failed with ``crash``; the files at fault stay as they were,
    with a finding that says so."""
    again = spared(checked, crash, amend, Step(step, uncounted))
    if again.made is None:
        return again.checked
    before = {file.path: file for file in checked.files}
    files = (
        told_of(before[file.path], again.crashes[file.path]) if file.path in again.crashes else file
        for file in again.made.files
    )
    return replace(again.made, files=tuple(files))
