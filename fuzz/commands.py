"""The commands as targets: each is run on a file, in this process, and must neither fail nor swell."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from mutations import mutated

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

MEMORY_MB = 300
SECONDS = 10
OUR_FAULT = 3


class TooSlowError(AssertionError):
    """More seconds of the processor were taken than are promised."""


@contextmanager
def bounded() -> Generator[None]:
    """What is done in it takes neither more memory nor more of the processor than is promised.

    Raises:
        TooSlowError: it took too long.
        AssertionError: it took too much memory.
    """
    before = _resident("VmRSS")
    # So Linux begins to look for the largest size anew.
    Path("/proc/self/clear_refs").write_text("5")
    begun = time.process_time()
    yield
    seconds, memory = time.process_time() - begun, _resident("VmHWM") - before
    if seconds > SECONDS:
        raise TooSlowError(f"{seconds:.0f} seconds of the processor")
    if memory > MEMORY_MB:
        raise AssertionError(f"{memory} MB")


def _resident(kind: str) -> int:
    """A figure of this process that Linux keeps, in MB."""
    return int(Path("/proc/self/status").read_text().split(f"{kind}:")[1].split()[0]) // 1024


def command(*words: str) -> Callable[[bytes], None]:
    """A command as a target: ``FILE`` among its words stands for the file that the input makes.

    One that ends in exit status 3, or in an exception, is a crash.
    """

    def target(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name, content = mutated(data)
            path = Path(folder) / name
            path.write_bytes(content)
            # What was not touched for long, nobody waits for.
            os.utime(path, (0, 1_000_000_000))
            here = Path.cwd()
            os.chdir(folder)
            try:
                with bounded():
                    status, said = _run([name if word == "FILE" else word for word in words])
            finally:
                os.chdir(here)
        if status == OUR_FAULT:
            raise AssertionError(said)

    return target


def _run(words: list[str]) -> tuple[object, str]:
    """The exit status of the program, and what it wrote."""
    from scorecheck.cli.program import app

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(out):
        try:
            status = app(words, prog_name="scorecheck", standalone_mode=False)
        except SystemExit as end:
            status = end.code
        out.flush()
    return status, out.buffer.getvalue().decode("utf-8", "replace")[-2000:]  # type: ignore[attr-defined]


COMMANDS = {
    "annotate": command("annotate", "FILE", "-o", "copy.xlsx"),
    "fix": command("fix", "FILE", "-o", "copy", "--yes"),
    "process": command("process", "FILE", "-o", "report"),
    "watch": command("watch", ".", "--once"),
}


if __name__ == "__main__":
    # One input, as a person would look at it: commands.py TARGET FILE
    made = mutated(Path(sys.argv[2]).read_bytes())
    Path(made[0]).write_bytes(made[1])
    print(made[0], len(made[1]), "bytes")
    COMMANDS[sys.argv[1]](Path(sys.argv[2]).read_bytes())
