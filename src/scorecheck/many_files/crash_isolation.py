"""Makes standings or a page although one file makes that step crash. Imported only after a crash.

The file is found by bisection, named, and left out.
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
class Isolated(Generic[T]):
    """The result without the files at fault."""

    made: T | None
    """``None`` if it cannot be made without any single file."""
    checked: Checked
    """The run; files at fault lack what makes the step crash and have a finding about it."""
    crashes: Mapping[str, Crash]
    """By the path of the file at fault; a step that always crashes has its own name."""


class JointStep(NamedTuple):
    """A step over all files together."""

    name: str
    """What a file at fault is missing in."""
    without: Callable[[CheckedFile], CheckedFile]
    """Removes from a file what the step needs."""
    lets_through: tuple[type[Exception], ...] = ()
    """Exceptions by which the step refuses, which are no crash."""


def isolate_crash(
    checked: Checked, crash: Crash, make: Callable[[Checked], T], step: JointStep
) -> Isolated[T]:
    """Repeats a step that ended in ``crash``, without the files that make it crash."""
    name, without, lets_through = step

    def attempt(files: Sequence[CheckedFile]) -> tuple[T | None, Crash | None]:
        whole = {id(file) for file in files}
        some = tuple(file if id(file) in whole else without(file) for file in checked.files)
        fence = Fence(crash.path, lets_through=lets_through)
        made = None
        try:
            with fence.around(name):
                made = make(replace(checked, files=some))
        except lets_through:
            # The step may refuse some of the files, which is no crash.
            return None, None
        return made, next(iter(fence.crashes), None)

    found: dict[str, Crash] = {}
    if attempt(())[1] is None:
        found = _at_fault(checked.files, lambda files: attempt(files)[1])
    if found:
        marked = tuple(
            with_crash_finding(without(file), found[file.path]) if file.path in found else file
            for file in checked.files
        )
        without_faults = replace(checked, files=marked, crashes=(*checked.crashes, *found.values()))
        fence = Fence(crash.path, lets_through=lets_through)
        with fence.around(crash.step):
            return Isolated(make(without_faults), without_faults, found)
    return Isolated(None, replace(checked, crashes=(*checked.crashes, crash)), {crash.path: crash})


def _at_fault(
    files: Sequence[CheckedFile], failure: Callable[[Sequence[CheckedFile]], Crash | None]
) -> dict[str, Crash]:
    """The files that crash one by one, found by bisection; none if only several together do."""
    crash = failure(files) if files else None
    if crash is None:
        return {}
    if len(files) == 1:
        return {files[0].path: crash._replace(path=files[0].path)}
    half = len(files) // 2
    return _at_fault(files[:half], failure) | _at_fault(files[half:], failure)


def with_crash_finding(file: CheckedFile, crash: Crash) -> CheckedFile:
    """A file with the finding that a step crashed on it."""
    findings = sorted((*file.findings, *not_checked([crash])), key=lambda finding: finding.sort_key)
    return replace(file, status="errors", findings=tuple(findings))


def name_only(file: CheckedFile) -> CheckedFile:
    """A file of which only the name is shown."""
    return CheckedFile(file.path, file.status, (), ())


def uncounted(file: CheckedFile) -> CheckedFile:
    """A file whose sheets do not count in a ranking."""
    sheets = (replace(one, result=None, repaired={}, listed=()) for one in file.sheets)
    return replace(file, sheets=tuple(sheets))


def amended(checked: Checked, crash: Crash, amend: Callable[[Checked], Checked], *, step: str) -> Checked:
    """The run after a further step that ended in ``crash``; files at fault stay unchanged, with a finding."""
    again = isolate_crash(checked, crash, amend, JointStep(step, uncounted))
    if again.made is None:
        return again.checked
    before = {file.path: file for file in checked.files}
    files = (
        with_crash_finding(before[file.path], again.crashes[file.path])
        if file.path in again.crashes
        else file
        for file in again.made.files
    )
    return replace(again.made, files=tuple(files))
