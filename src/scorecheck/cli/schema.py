"""``scorecheck schema``: prints the JSON schemas, for editors and programs."""

from __future__ import annotations

from typing import Annotated

from scorecheck.cli.declared import argument
from scorecheck.cli.session import Session, shares
from scorecheck.many_files.user_settings import UnknownName
from scorecheck.resources import data_folder

_ENDS = ".schema.json"


@shares("lang", isolated=True)
def command(
    session: Session,
    name: Annotated[
        str | None, argument(metavar="[NAME]", help="Which one; without a name they are listed.")
    ] = None,
) -> None:
    """Print a JSON schema: of a report, the standings, an event file, the settings, or a game's sheets."""
    folder = data_folder("schemas")
    names = sorted(path.name.removesuffix(_ENDS) for path in folder.glob(f"*{_ENDS}"))
    if name is None:
        session.console.out("".join(f"{one}\n" for one in names))
    elif name not in names:
        raise UnknownName("schema", name, names)
    else:
        session.console.out((folder / f"{name}{_ENDS}").read_text(encoding="utf-8"))
