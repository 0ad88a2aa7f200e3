"""``scorecheck doctor``: checks this installation."""

from __future__ import annotations

import json
import locale
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Annotated, Any, Literal

from scorecheck import __version__
from scorecheck.catalogue import Selection
from scorecheck.checks.own import installed, known_rules, rules_of
from scorecheck.cli.declared import option
from scorecheck.cli.session import ERRORS_FOUND, Session, shares
from scorecheck.many_files.configuration import Configurations, own_rules
from scorecheck.many_files.job import plan
from scorecheck.model.error import BrokenFile
from scorecheck.model.outcome import Standing, Standings
from scorecheck.model.record import NamedTuple
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.safe import plain
from scorecheck.reports.text import hanging
from scorecheck.resources import data_folder
from scorecheck.whole_event.check_job import check

_EXTRAS = "parquet|dask"
"""The extras that users may install."""
LIST = "findings.json"
"""The expected findings, in the folder of the samples."""


class Examined(NamedTuple):
    """The result of one check of the installation."""

    what: str
    """A key of the labels under ``doctor``."""
    found: str
    well: bool = True


@shares("lang", "no_color", isolated=True)
def command(
    session: Session,
    format_: Annotated[Literal["text", "json"], option("--format", help="How to print it.")] = "text",
) -> None:
    """Check the installation: versions, fonts, language, write access, and the samples.

    Exit status 0 if all is well, 1 if something is not.
    """
    looked: list[Examined] = []
    for one in _looked(session):
        looked.append(one)
        if format_ == "text":
            # At once: the samples take a while.
            _show(one, session)
    if format_ == "json":
        said = {
            "version": 1,
            "tool": {"name": "scorecheck", "version": __version__},
            "well": all(one.well for one in looked),
            "checks": [{"check": one.what, "well": one.well, "found": one.found} for one in looked],
        }
        session.json(said)
    if not all(one.well for one in looked):
        raise SystemExit(ERRORS_FOUND)


def _show(one: Examined, session: Session) -> None:
    mark = session.messages.label("doctor.well" if one.well else "doctor.not-well")
    what = session.messages.label(f"doctor.{one.what}")
    lines = hanging(f"{mark}  ", plain(f"{what}: {one.found}"), session.console.width)
    session.console.out("".join(f"{line}\n" for line in lines))


def _looked(session: Session) -> Iterator[Examined]:
    yield Examined("version", f"scorecheck {__version__} ({Path(__file__).resolve().parents[1]})")
    new_enough = sys.version_info >= (3, 11)
    yield Examined("python", f"{platform.python_version()} ({sys.executable})", well=new_enough)
    yield Examined("system", platform.platform())
    yield _libraries()
    yield _others(session)
    encoding = sys.stdout.encoding or "?"
    system = ".".join(filter(None, locale.getlocale())) or "C"
    yield Examined("language", f"{session.messages.lang} ({system}; {encoding})")
    yield _tried("fonts", lambda: _pdf(session))
    yield _tried("temporary", lambda: _writable(Path(tempfile.gettempdir())))
    yield _tried("here", lambda: _writable(Path.cwd()))
    yield _tried("samples", lambda: _samples(session))


def _tried(what: str, look: Callable[[], str]) -> Examined:
    """The result of a check, or why it failed: any failure is a result here."""
    try:
        return Examined(what, look())
    except Exception as cause:  # noqa: BLE001 - any failure is a result here
        return Examined(what, f"{type(cause).__name__}: {cause}", well=False)


def _libraries() -> Examined:
    found: list[str] = []
    missing = False
    for said in requires("scorecheck") or ():
        name, extra = re.split(r"[^\w.-]", said, maxsplit=1)[0], "extra ==" in said
        if extra and not re.search(rf"extra == ['\"](?:{_EXTRAS})['\"]", said):
            continue
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} –")
            missing = missing or not extra
    return Examined("libraries", ", ".join(found), well=not missing)


def _others(session: Session) -> Examined:
    """The games and rules of plug-ins, and their faults."""
    own = installed()
    found: dict[str, list[str]] = {}
    for game, one in own.games.items():
        found.setdefault(one.source, []).append(game)
    for one in own.rules:
        found.setdefault(one.source, []).append(one.rule.name)
    faults = [f"{fault.source}: {fault.cause}" for fault in own.faults]
    try:
        path = own_rules(Configurations().above(Path.cwd()))
    except BrokenFile as broken:
        faults.append(session.say(f"config.{broken.reason}", path=str(broken.path), **broken.params))
    else:
        if path is not None:
            found[path] = [one.rule.name for one in rules_of(path).rules]
    told = [f"{source}: {', '.join(names)}" for source, names in found.items()]
    return Examined("others", "; ".join([*told, *faults]) or "–", well=not faults)


def _pdf(session: Session) -> str:
    """Prints a page with letters of three scripts."""
    from scorecheck.reports.pdf import standings_pdf, unprintable

    lines = tuple(Standing(1, name, Fraction(1), 1, ()) for name in ("Übel Åse", "Ελένη", "Жанна"))
    standings = Standings("scorecheck doctor", None, "sum", 1, lines, (), provisional=False)
    letters = unprintable(standings, session.messages)
    if letters:
        raise LookupError(", ".join(letters))
    size = len(standings_pdf(standings, session.messages))
    return session.messages.label("doctor.printed", size=size)


def _writable(folder: Path) -> str:
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".scorecheck-doctor-") as file:
        file.write(b"scorecheck")
    return str(folder)


def _samples(session: Session) -> str:
    """Checks the installed samples, and compares their findings with the expected ones."""
    folder = data_folder("samples")
    wanted: Any = json.loads((folder / LIST).read_text(encoding="utf-8"))
    found = findings_of_samples(folder)
    if found != wanted:
        differ = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
        raise ValueError(", ".join(differ))
    count = sum(len(findings) for findings in found.values())
    return session.messages.label("doctor.checked", files=len(found), findings=count)


def findings_of_samples(folder: Path) -> dict[str, list[str]]:
    """Every sample with its findings, each as sheet, cell, severity and rule."""
    # The expected findings are without those of plug-ins.
    ours = Settings(selection=Selection(ignore=tuple(known_rules())))
    job = plan([str(folder)], folder, ours, None)
    checked = check(job, ours, Keep(results=False))
    if checked.crashes:
        raise RuntimeError(checked.crashes[0].cause)
    return {
        file.path: [
            f"{finding.sheet or ''}!{finding.cell.a1 if finding.cell else ''} "
            f"{finding.severity.word} {finding.rule}"
            for finding in file.findings
        ]
        for file in sorted(checked.files, key=lambda file: file.path)
    }
