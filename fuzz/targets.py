"""What is fuzzed: each target takes bytes, and must not raise."""

from __future__ import annotations

import csv as csv_module
import io
import subprocess
import sys
import tempfile
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from commands import COMMANDS, TooSlowError, bounded
from mutations import mutated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorecheck.reports.messages import Messages

ROOT = Path(__file__).resolve().parents[1]
_TOO_LONG = 1 << 16
_ROWS = 14
"""As many rows show each check and repair; the more executions there are in a minute the better."""


def _checked(data: bytes, name: str, **wanted: str) -> None:
    """Checks a file, and shows its findings in one format and one language, which the input picks."""
    from scorecheck.catalogue import rules
    from scorecheck.model.wanted import Wanted
    from scorecheck.one_file.pipeline import check_bytes
    from scorecheck.one_file.settings import Settings
    from scorecheck.reports.formats import FORMATS, FormatOptions, rendered

    with bounded():
        checked = check_bytes(data, name, name, Settings(Wanted(**wanted)))
        if checked.crashes:
            raise AssertionError(checked.crashes)
        picked = zlib.crc32(data)
        messages = _messages(_LANGUAGES[picked % len(_LANGUAGES)])
        rendered(FORMATS[picked // 3 % len(FORMATS)], checked, messages, FormatOptions(), rules)


_LANGUAGES = ("en", "de", "nb")


@cache
def _messages(language: str) -> Messages:
    from scorecheck.reports.messages import Messages

    return Messages(language)


def file(data: bytes) -> None:
    """Any bytes as a file."""
    _checked(data, "x")


def csv(data: bytes) -> None:
    """Text as a CSV file."""
    _checked(data.decode("utf-8", "replace").encode(), "x.csv")


def cell(data: bytes) -> None:
    """One cell, in every place where cells are read."""
    from scorecheck.games.chouette.checks import control_of
    from scorecheck.model.cells import written

    text = data.decode("utf-8", "replace")
    written(text)
    control_of(text)
    header, *rows = _CELLS[zlib.crc32(data) % len(_CELLS)]
    quoted = '"' + text.replace('"', '""') + '"'
    _checked("\n".join([header, *rows]).replace("?", quoted).encode("utf-8", "replace"), "x.csv")


_CELLS = (
    ("Game,Anna,Bernd,Chris,Dora", "1,2,2,-2,-2", "2,1,1,-1,-1", "3,-6,2,2,2", "4,?,1,-1,-1"),
    ("Game,Ann,Ben,Cleo,Control", "1,2,-1,-1,2", "2,-2,1,1,3/1", "3,4,-2,-2,4", "4,2,-1,-1,?"),
    ("Game,Winner,Points", "1,Anna,3", "2,Bernd,2", "3,Anna,1", "4,Bernd,?"),
    ("Category,Anna,Bernd", "Ones,3,2", "Twos,6,?", "Threes,9,9", "Fours,12,8", "Fives,15,10", "Sixes,18,24"),
)


def json(data: bytes) -> None:
    """A sheet as JSON."""
    _checked(b'{"game": ' + data, "x.json")
    _checked(data, "x.json")


def event(data: bytes) -> None:
    """An event file."""
    from scorecheck.games import registry
    from scorecheck.tournament.event import load_event
    from scorecheck.tournament.problem import BrokenEvent

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.toml"
        path.write_bytes(data)
        try:
            load_event(path, games=registry.GAMES, ruleset=registry.load)
        except BrokenEvent as broken:
            for problem in broken.problems:
                _messages("de").event_text(problem.reason, {"path": "event.toml", **problem.params})


_LINES = {
    "log": "Game,Player,Action,To,Value",
    "transcript": "Game,Turn,Player,Roll,Move",
    "dice": "Turn,Player,Dice,Category,Score",
    "detail": "Game,Dealer,Kind,Re,Card points Re,Calls Re,Calls Kontra,Specials Re,Specials Kontra,"
    "Anna,Bernd,Chris,Dora",
}
_WORDS = [
    word
    for line in (
        "Anna|Bernd|Chris|Dora|order|open|roll|double|take|drop",
        "beaver|raccoon|extra|accept|refuse|leave|win|box|team|single",
        "gammon|backgammon|3-3|5-2|6-1|1-2|1-2 6-6|24/18|bar/22|enter/20",
        "5/off|-|6/5*|13/7(2)|1|2|3|4|8|120",
        "121|240|0|-2|re|kontra|no 90|k6|schwarz|re@3 k9@8",
        "2F D|K|normal|wedding|queen solo|redeal|Anna + Bernd|1 2 3 4 5|6-5 6-4 3-3 3-2 4-1 3-2|full house",
        "pair|chance|yatzy|21|15|50",
    )
    for word in line.split("|")
]


def log(data: bytes) -> None:
    """Records of each game, made of the words of the games."""
    if len(data) < 2:
        return
    layout = sorted(_LINES)[data[0] % len(_LINES)]
    width = _LINES[layout].count(",") + 1
    words = [_WORDS[byte % len(_WORDS)] if byte < 250 else "" for byte in data[1:120]]
    rows = [words[at : at + width] for at in range(0, len(words), width)]
    text = "\n".join([_LINES[layout], *(",".join(row) for row in rows)])
    _checked(text.encode(), "x.csv", layout=layout)


@cache
def _bases() -> list[list[list[str]]]:
    """The rows of the samples that are written as CSV."""
    found: list[list[list[str]]] = []
    for path in sorted((ROOT / "samples").rglob("*.csv")):
        rows = list(csv_module.reader(path.read_text(encoding="utf-8").splitlines()))
        if len(rows) > 1 and path.stat().st_size < _TOO_LONG:
            found.append(rows[:_ROWS])
    return found


def edits(data: bytes) -> None:
    """A sample with some of its cells written anew: the checks and repairs of every game."""
    if len(data) < 4:
        return
    rows = [list(row) for row in _bases()[data[0] % len(_bases())]]
    for at in range(1, min(len(data) - 2, 25), 3):
        row = rows[data[at] % len(rows)]
        value = data[at + 2]
        if row:
            word = _WORDS[(value - 128) % len(_WORDS)] if value >= 128 else str(value - 64)
            row[data[at + 1] % len(row)] = word
    written = io.StringIO()
    csv_module.writer(written).writerows(rows)
    _checked(written.getvalue().encode(), "x.csv")


def form(data: bytes) -> None:
    """A file of any kind, changed in its form: elements, records, rows, numbers, encodings."""
    name, content = mutated(data)
    _checked(content, name)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "form": form,
    **COMMANDS,
    "file": file,
    "csv": csv,
    "cell": cell,
    "json": json,
    "event": event,
    "log": log,
    "edits": edits,
}


_CHANGES = ((), (0, 3, 0, 4), (0, 5, 4, 0, 8), (0, 9, 0, 5), (0, 7, 2, 5), (0, 4, 5, 0, 2, 5, 2))


def seeds(target: str) -> Iterator[bytes]:
    """Where a target begins: the samples and the corpus, as far as they are its kind."""
    kinds = {"csv": ("*.csv",), "event": ("*.toml",), "json": ("*.json",), "file": ("*.*",)}
    for folder in ("samples", "tests/corpus"):
        for pattern in kinds.get(target, ()):
            for path in sorted((ROOT / folder).rglob(pattern)):
                if path.is_file() and path.stat().st_size < (1 << 14):
                    data = path.read_bytes()
                    yield b"".join(data.splitlines(keepends=True)[:_ROWS]) if target == "csv" else data
    if target == "cell":
        yield from (word.encode() for word in _WORDS)
    if target == "edits":
        yield from (bytes([at, 3, 2, 70, 5, 1, 130 + at, 4, 2, 65]) for at in range(len(_bases())))
    if target == "form" or target in COMMANDS:
        # Every kind of file, some of them with one change.
        yield from (
            bytes([kind, base, 9, *more]) for kind in range(6) for base in range(3) for more in _CHANGES
        )
    if target == "log":
        yield from (bytes([at, *range(at, at + 120)]) for at in range(8))


def _as_users_run_it(name: str, data: bytes) -> None:
    """The same input without instruments, which make all of it several times slower.

    Raises:
        AssertionError: it fails there too.
    """
    with tempfile.NamedTemporaryFile() as kept:
        kept.write(data)
        kept.flush()
        done = subprocess.run(
            [sys.executable, __file__, name, "--plain", kept.name],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise AssertionError(done.stderr[-2000:])


def main() -> None:
    """``targets.py TARGET`` and what atheris takes, or ``--plain FILE`` for one input without instruments."""
    name = sys.argv.pop(1)
    target = TARGETS[name]
    if sys.argv[1:2] == ["--plain"]:
        target(Path(sys.argv[2]).read_bytes())
        return
    import atheris

    with atheris.instrument_imports(include=["scorecheck"]):
        import scorecheck.one_file.pipeline
        import scorecheck.tournament.event  # noqa: F401 - instrumented as it is imported
        from scorecheck.catalogue import rules
        from scorecheck.games import registry
        from scorecheck.model.outcome import Checked
        from scorecheck.reports.formats import FORMATS, FormatOptions, rendered

        for game in registry.GAMES:
            registry.load(game)
        for one in FORMATS:
            rendered(one, Checked(()), _messages("en"), FormatOptions(), rules)
        if name in COMMANDS:
            # What a command needs is imported with its first file.
            target(b"")

    def tried(data: bytes) -> None:
        try:
            target(data)
        except TooSlowError:
            _as_users_run_it(name, data)

    atheris.Setup(sys.argv, tried)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
