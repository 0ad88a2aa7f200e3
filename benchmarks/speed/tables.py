"""The figures as a table for people, between marks in a page, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.speed.jobs import Job
    from benchmarks.speed.measure import Command, Run

_HEAD = (
    "| job | | seconds | of the processor | MB | scorecheck = 1 | to reach |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | --- |"
)


def whole(measured: Sequence[tuple[Job, Sequence[Run]]], said: str) -> str:
    """All jobs as one table, and on what they were measured."""
    return "\n".join((said, "", _HEAD, *(of_job(job, runs) for job, runs in measured)))


def of_job(job: Job, runs: Sequence[Run]) -> str:
    """The lines of one job."""
    ours = runs[0].wall
    lines: list[str] = []
    for at, (command, run) in enumerate(zip(job.commands, runs, strict=True)):
        title = "" if at else job.title
        ratio = "" if command.ours else _times(run.wall / ours)
        lines.append(
            f"| {title} | {_who(command)} | {seconds(run.wall)} | {seconds(run.cpu)} | {run.peak:.0f} "
            f"| {ratio} | {'' if at else _goal(job, run)} |"
        )
    return "\n".join(lines)


def _who(command: Command) -> str:
    name = f"**{command.who}**" if command.ours else command.who
    once = "measured once" if command.times == 1 else ""
    said = "; ".join(filter(None, (command.remark, once)))
    return f"{name} ({said})" if said else name


def _times(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"


def _goal(job: Job, run: Run) -> str:
    goals: list[str] = []
    if job.goal is not None:
        goals.append(f"{job.goal:g} s{'' if run.wall <= job.goal else ': **missed**'}")
    if job.memory is not None:
        goals.append(f"{job.memory} MB{'' if run.peak <= job.memory else ': **missed**'}")
    return ", ".join(goals)


def seconds(value: float) -> str:
    """Seconds with as many digits as mean something."""
    return f"{value:.3f}" if value < 0.9995 else f"{value:.2f}" if value < 99.5 else f"{value:.0f}"


def as_json(measured: Sequence[tuple[Job, Sequence[Run]]], versions: Mapping[str, str]) -> dict[str, Any]:
    """The same for programs."""
    jobs = {
        job.name: [
            {"who": command.who, "remark": command.remark, **run._asdict()}
            for command, run in zip(job.commands, runs, strict=True)
        ]
        for job, runs in measured
    }
    return {"versions": dict(versions), "jobs": jobs}


def put(page: Path, part: str, text: str) -> None:
    """Puts a part between its marks on a page.

    Raises:
        ValueError: the page has no such marks.
    """
    before = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {part} -->\n", f"<!-- end of {part} -->"
    head, mark, rest = before.partition(begin)
    _, other, tail = rest.partition(end)
    if not mark or not other:
        raise ValueError(f"{page.name} has no place for {part}")
    page.write_text(f"{head}{begin}{text}\n{end}{tail}", encoding="utf-8")
