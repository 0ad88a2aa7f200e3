"""``fix`` at a terminal, as somebody sits at it: it asks, one finding after the other, and obeys."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import but_slow

pty = pytest.importorskip("pty", reason="terminals of this kind are not known to Windows")

# Game 2: any of the three may have lost its sign. Game 7: 21 for 12 is sure.
GAMES = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,1,1,1,-1
3,3,-3,-3,3
4,-2,-2,2,2
5,4,-4,4,-4
6,-2,2,2,-2
7,21,12,-12,-12
"""
ASKED = {"en": "Which one?", "de": "Welche?", "nb": "Hvilken?"}


class Terminal:
    """The program at a terminal."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.said = ""
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONUTF8": "1", "LANG": "C.UTF-8"}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "scorecheck", "fix", "abend.csv", "-o", "neu.csv", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environment,
            start_new_session=True,
            # A shell that runs the tests in the background has them ignore it, and so would the program.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(theirs)

    def until(self, word: str) -> None:
        """Waits until the program has said something."""
        ends = time.monotonic() + 60
        while word not in self.said:
            assert time.monotonic() < ends, f"waited for {word!r}, and it said {self.said!r}"
            assert self._read(), f"it ended without {word!r}: {self.said!r}"
        self.said = self.said[self.said.index(word) + len(word) :]

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def interrupt(self) -> None:
        """What Ctrl-C does."""
        self._program.send_signal(signal.SIGINT)

    def ended(self) -> tuple[int, str]:
        """Its exit status, and all that it said since it was last waited for."""
        while self._read():
            pass
        os.close(self._ours)
        return self._program.wait(timeout=60), self.said

    def _read(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], 60)
        if not ready:
            return False
        try:
            data = os.read(self._ours, 4096)
        except OSError:
            # Linux tells so that the other side has gone.
            return False
        self.said += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "abend.csv").write_text(GAMES, encoding="utf-8")
    return tmp_path


def copy_in(folder: Path) -> str:
    return (folder / "neu.csv").read_text(encoding="utf-8")


def assert_nothing_written(folder: Path) -> None:
    assert [path.name for path in folder.iterdir()] == ["abend.csv"]
    assert (folder / "abend.csv").read_text(encoding="utf-8") == GAMES


@pytest.mark.parametrize("lang", but_slow(["en", "de", "nb"], "de"))
def test_a_number_takes_that_repair(folder: Path, lang: str) -> None:
    terminal = Terminal(folder, "--lang", lang)
    terminal.until("> 3")
    terminal.until("  2. ")
    terminal.until(ASKED[lang])
    terminal.type("2\n")
    status, said = terminal.ended()
    assert status == 0
    assert copy_in(folder) == GAMES.replace("2,1,1,1,-1", "2,1,-1,1,-1").replace("7,21,", "7,12,")
    assert "C3: 1 → -1" in said
    assert "B8: 21 → 12" in said
    assert "C3: 1 → -1" in (folder / "neu.csv.changes.txt").read_text(encoding="utf-8")
    assert (folder / "abend.csv").read_text(encoding="utf-8") == GAMES


def test_enter_leaves_it_and_what_remains_is_said(folder: Path) -> None:
    terminal = Terminal(folder)
    terminal.until("Which one?")
    terminal.type("\n")
    terminal.until("Left as it is: abend.csv:B3, several repairs are equally likely")
    terminal.until("What remains:")
    status, said = terminal.ended()
    assert status == 1
    assert "Game 2 adds up to" in said
    assert copy_in(folder) == GAMES.replace("7,21,", "7,12,")


@pytest.mark.slow
def test_what_is_no_answer_is_asked_again(folder: Path) -> None:
    terminal = Terminal(folder)
    for answer in ("9\n", "yes\n", "0\n"):
        terminal.until("Which one?")
        terminal.type(answer)
    terminal.until("Which one?")
    terminal.type("1\n")
    assert terminal.ended()[0] == 0
    assert "2,-1,1,1,-1" in copy_in(folder)


@pytest.mark.parametrize("answer", but_slow(["q\n", "Q\n", "\x04"], "q\n"), ids=["q", "Q", "end of input"])
def test_who_stops_has_nothing_written(folder: Path, answer: str) -> None:
    terminal = Terminal(folder)
    terminal.until("Which one?")
    terminal.type(answer)
    terminal.until("Stopped. Nothing was written.")
    assert terminal.ended()[0] == 1
    assert_nothing_written(folder)


def test_an_interrupt_writes_nothing(folder: Path) -> None:
    terminal = Terminal(folder)
    terminal.until("Which one?")
    terminal.interrupt()
    status, said = terminal.ended()
    assert status not in {0, 3}
    assert "Traceback" not in said
    assert_nothing_written(folder)


@pytest.mark.slow
def test_with_yes_nothing_is_asked_and_nothing_guessed(folder: Path) -> None:
    for more in ((), ("--min-confidence", "0.2", "--force")):
        status, said = Terminal(folder, "--yes", *more).ended()
        assert status == 1
        assert "Which one?" not in said
        # Of repairs that are equally likely none is the best, however little is sure enough.
        assert copy_in(folder) == GAMES.replace("7,21,", "7,12,")


@pytest.mark.slow
def test_all_is_asked_where_nothing_is_sure_enough(folder: Path) -> None:
    terminal = Terminal(folder, "--min-confidence", "1")
    terminal.until("Which one?")
    terminal.type("\n")
    terminal.until("Anna's 21 should be 12")
    terminal.until("Which one?")
    terminal.type("1\n")
    terminal.ended()
    assert copy_in(folder) == GAMES.replace("7,21,", "7,12,")


@pytest.mark.slow
def test_both_or_neither_of_two_that_are_right_only_together(tmp_path: Path) -> None:
    # By the total row one of games 2 and 5 is Anna's lost sign, and the other one Bernd's.
    text = (
        "Spiel,Anna,Bernd,Chris,Dora\n1,3,-3,3,-3\n2,2,2,2,-2\n3,1,-1,-1,1\n4,-1,1,1,-1\n5,2,2,2,-2\n"
        "6,4,4,-4,-4\n7,-2,2,-2,2\nSumme,5,3,1,-9\n"
    )
    (tmp_path / "abend.csv").write_text(text, encoding="utf-8")
    terminal = Terminal(tmp_path)
    terminal.until("Which one?")
    terminal.type("1\n")
    terminal.until("Which one?")
    terminal.type("\n")
    status, said = terminal.ended()
    assert status == 1
    assert "right only together with another one" in said
    assert not (tmp_path / "neu.csv").exists()
