"""``scorecheck schema``: prints the JSON schemas, for editors and programs."""

from __future__ import annotations

from typing import Annotated

from scorecheck.cli import options as o
from scorecheck.cli.declared import argument
from scorecheck.cli.session import Options, Session
from scorecheck.many_files.user_settings import UnknownName
from scorecheck.resources import data_folder

_ENDS = ".schema.json"


def command(
    name: Annotated[
        str | None, argument(metavar="[NAME]", help="Which one; without a name they are listed.")
    ] = None,
    lang: o.Lang = None,
) -> None:
    """Print a JSON schema: of a report, the standings, an event file, the settings, or a game's sheets."""
    session = Session(Options(lang=lang, isolated=True))
    folder = data_folder("schemas")
    names = sorted(path.name.removesuffix(_ENDS) for path in folder.glob(f"*{_ENDS}"))
    if name is None:
        session.console.out("".join(f"{one}\n" for one in names))
        raise SystemExit(session.status)
    if name not in names:
        raise session.unknown(UnknownName("schema", name, names))
    session.console.out((folder / f"{name}{_ENDS}").read_text(encoding="utf-8"))
    raise SystemExit(session.status)
