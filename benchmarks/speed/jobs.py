"""What is measured: each job with the commands that do it, ours first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.speed.measure import Command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.speed.environments import Environments
    from benchmarks.speed.workload import Files


class Job(NamedTuple):
    """Something to do, and who does it."""

    name: str
    title: str
    goal: float | None
    """Seconds on the clock that scorecheck is to reach; ``None`` where there is none of its own."""
    times: int
    commands: tuple[Command, ...]
    memory: int | None = None
    """The memory that scorecheck is to stay below, in MB."""


class Shop:
    """Makes the commands of the jobs, with the tools that are there."""

    def __init__(self, files: Files, environments: Environments, *, peers: bool) -> None:
        """Without ``peers`` there are only ours, and the limits that need no environment of their own."""
        self._files = files
        self._environments = environments
        self._peers = peers

    def jobs(self) -> tuple[Job, ...]:
        """All jobs."""
        files = self._files
        clean = "0 errors, 0 warnings"
        one, long, many = files.small_csv, files.long_csv, files.clean
        return (
            Job(
                "csv",
                "`validate` a CSV of 24 games",
                0.10,
                9,
                (
                    self._ours(clean, one),
                    self._limit("typer", "Python with typer", one),
                    *self._scripts("frictionless pandera goodtables", one, 24),
                    *self._csvclean(one),
                ),
            ),
            Job(
                "xlsx",
                "`validate` an .xlsx of 24 games",
                0.11,
                9,
                (
                    self._ours(clean, files.small_xlsx),
                    self._limit("calamine", "calamine alone", files.small_xlsx),
                    *self._scripts("frictionless pandera goodtables", files.small_xlsx, 24),
                ),
            ),
            Job(
                "clean",
                "`validate` 500 .xlsx of 24 games, all clean",
                0.5,
                5,
                (
                    self._ours(f"500 files checked: {clean}", many),
                    self._limit("calamine", "calamine alone", many),
                    *self._scripts("pandera", many, 500 * 24),
                    *self._scripts("frictionless goodtables", many, 500 * 24, times=2),
                ),
            ),
            Job(
                "slipped",
                "the same with a slip in every sheet, repairs computed",
                5,
                3,
                (self._ours(r"500 files checked: \d{3,} errors?", files.slipped, status=1),),
            ),
            Job(
                "long",
                "`validate` a CSV of 1,000,000 games, 5 players",
                2,
                3,
                (
                    self._ours("1000000 games", long),
                    self._limit("csv", "csv, int and sum", long),
                    *self._scripts("polars", long, 1_000_000),
                    *self._scripts("pandas", long, 1_000_000, of="pandera"),
                    *self._scripts("pandera", long, 1_000_000),
                    *self._csvclean(long, times=1),
                    *self._scripts("frictionless", long, 1_000_000, times=1),
                ),
            ),
            Job(
                "long-xlsx",
                "`validate` an .xlsx of 100,000 games",
                1,
                3,
                (
                    self._ours("100000 games", files.long_xlsx),
                    self._limit("calamine", "calamine alone", files.long_xlsx),
                    *self._scripts("pandera", files.long_xlsx, 100_000),
                    *self._scripts("frictionless", files.long_xlsx, 100_000, times=1),
                ),
                memory=120,
            ),
            Job(
                "event",
                "`process` an event: 40 players, 5 rounds, 50 sheets, HTML and PDF",
                1.5,
                5,
                (self._process(),),
            ),
            Job(
                "archive",
                "`validate` 10,000 .xlsx and 10,000 CSV",
                12,
                2,
                (
                    self._ours(f"20000 files checked: {clean}", files.archive),
                    self._ours(
                        f"2000 files checked: {clean}", files.part_of_archive, remark="a tenth of it: 2,000"
                    ),
                ),
                memory=300,
            ),
        )

    def proofs(self) -> Iterator[Command]:
        """Whoever says to look at the sums is shown a sheet with a wrong one."""
        wrong = self._files.wrong
        yield self._ours("1 file checked: 1 error", wrong, status=1)
        yield self._limit("csv", "csv", wrong)._replace(status=1, says="24 rows, 1 wrong")
        for name, of in (
            ("frictionless", "frictionless"),
            ("pandera", "pandera"),
            ("pandas", "pandera"),
            ("polars", "polars"),
        ):
            for command in self._scripts(name, wrong, 24, of=of):
                yield command._replace(status=1, says="24 rows, 1 wrong")

    def rows(self, count: int) -> Command:
        """Checking a sheet of so many games."""
        return self._ours(f"{count} games", self._files.rows(count))

    def seats(self, count: int) -> Command:
        """Checking a chouette of so many players."""
        return self._ours(f"{count} players", self._files.seats(count), more=("--game", "chouette"))

    def _ours(
        self, says: str, path: Path, *, status: int = 0, remark: str = "", more: tuple[str, ...] = ()
    ) -> Command:
        program = self._environments.program("scorecheck", "scorecheck")
        call = (program, "validate", path, "--lang", "en", *more)
        return Command("scorecheck", call, says, status, remark=remark, ours=True)

    def _process(self) -> Command:
        program = self._environments.program("scorecheck", "scorecheck")
        out = self._files.home / "report"
        script = 'rm -rf "$1" && "$2" process "$3" -o "$1" --lang en && ls "$1"'
        call = ("/bin/sh", "-c", script, "sh", out, program, self._files.event)
        return Command("scorecheck", call, r"manifest\.json", ours=True)

    def _limit(self, script: str, shown: str, path: Path) -> Command:
        says = "0 wrong"
        return Command(f"*{shown}*", (*self._environments.script("scorecheck", script), path), says)

    def _scripts(
        self, names: str, path: Path, rows: int, *, of: str | None = None, times: int | None = None
    ) -> Iterator[Command]:
        for name in names.split():
            if self._peers and (of or name) not in self._environments.missing:
                call = (*self._environments.script(of or name, name), path)
                yield Command(name, call, f"^{rows} rows, 0 wrong", times=times, remark=_REMARKS[name])

    def _csvclean(self, path: Path, times: int | None = None) -> Iterator[Command]:
        if self._peers and "csvkit" not in self._environments.missing:
            call = (self._environments.program("csvkit", "csvclean"), "--enable-all-checks", path)
            yield Command("csvclean", call, "Spiel", times=times, remark="structure only")


_REMARKS = {
    "frictionless": "types and sum",
    "pandera": "types and sum",
    "goodtables": "types only",
    "pandas": "sum only",
    "polars": "sum only",
}
"""What a tool was told to look at."""
