"""What is fuzzed: each target takes bytes, and must not raise."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[1]
_TOO_LONG = 1 << 16


def _checked(data: bytes, name: str, **wanted: str) -> None:
    from scorecheck.pipeline import Settings, check_bytes
    from scorecheck.recognition import Wanted
    from scorecheck.reports.formats import FORMATS, Look, rendered
    from scorecheck.reports.messages import Messages

    checked = check_bytes(data, name, name, Settings(Wanted(**wanted)))
    if checked.crashes:
        raise AssertionError(checked.crashes)
    from scorecheck.catalogue import rules

    for language in ("en", "de", "nb"):
        messages = Messages(language)
        for finding in checked.findings:
            messages.text(finding)
    for name in FORMATS:
        rendered(name, checked, Messages("en"), Look(), rules)


def file(data: bytes) -> None:
    """Any bytes as a file."""
    _checked(data, "x")


def csv(data: bytes) -> None:
    """Text as a CSV file."""
    _checked(data.decode("utf-8", "replace").encode(), "x.csv")


def cell(data: bytes) -> None:
    """One cell, in every place where cells are read."""
    from scorecheck.games.chouette.checks import control_of
    from scorecheck.layouts.cells import written

    text = data.decode("utf-8", "replace")
    written(text)
    control_of(text)
    lines = ["Game,Anna,Bernd,Chris,Dora", *(f"{n},2,2,-2,-2" for n in range(1, 8))]
    quoted = '"' + text.replace('"', '""') + '"'
    _checked("\n".join([*lines, f"8,{quoted},1,-1,-1"]).encode("utf-8", "replace"), "x.csv")


def json(data: bytes) -> None:
    """A sheet as JSON."""
    _checked(b'{"game": ' + data, "x.json")
    _checked(data, "x.json")


def event(data: bytes) -> None:
    """An event file."""
    from scorecheck.games import registry
    from scorecheck.reports.messages import Messages
    from scorecheck.tournament.event import load_event
    from scorecheck.tournament.problem import BrokenEvent

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.toml"
        path.write_bytes(data)
        try:
            load_event(path, games=registry.GAMES, ruleset=registry.load)
        except BrokenEvent as broken:
            for problem in broken.problems:
                Messages("de").event_text(problem.reason, {"path": "event.toml", **problem.params})


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
    words = [_WORDS[byte % len(_WORDS)] if byte < 250 else "" for byte in data[1:400]]
    rows = [words[at : at + width] for at in range(0, len(words), width)]
    text = "\n".join([_LINES[layout], *(",".join(row) for row in rows)])
    _checked(text.encode(), "x.csv", layout=layout)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "file": file,
    "csv": csv,
    "cell": cell,
    "json": json,
    "event": event,
    "log": log,
}


def seeds(target: str) -> Iterator[bytes]:
    """Where a target begins: the samples and the corpus, as far as they are its kind."""
    kinds = {"csv": ("*.csv",), "event": ("*.toml",), "json": ("*.json",), "file": ("*.*",)}
    for folder in ("samples", "tests/corpus"):
        for pattern in kinds.get(target, ()):
            for path in sorted((ROOT / folder).rglob(pattern)):
                if path.is_file() and path.stat().st_size < _TOO_LONG:
                    yield path.read_bytes()
    if target == "cell":
        yield from (word.encode() for word in _WORDS)
    if target == "log":
        yield from (bytes([at, *range(at, at + 120)]) for at in range(8))


def main() -> None:
    """``targets.py TARGET`` and what atheris takes."""
    import atheris

    target = TARGETS[sys.argv.pop(1)]
    with atheris.instrument_imports(include=["scorecheck"]):
        import scorecheck.pipeline
        import scorecheck.tournament.event  # noqa: F401 - instrumented as it is imported
        from scorecheck.games import registry

        for game in registry.GAMES:
            registry.load(game)
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
