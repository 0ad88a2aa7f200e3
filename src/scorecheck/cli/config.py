"""``scorecheck config``: the settings in force, and where each comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from scorecheck.cli import options as o
from scorecheck.cli.declared import argument, option
from scorecheck.cli.session import Session, shares
from scorecheck.many_files.configuration import KEYS, OF_RUN
from scorecheck.readers.discover import shown_path
from scorecheck.reports.safe import plain


@shares("lang", *o.SETTINGS)
def command(
    session: Session,
    path: Annotated[
        Path, argument(metavar="[PATH]", help="The sheet or folder whose settings are asked for.")
    ] = Path(),
    format_: Annotated[Literal["text", "json"], option("--format", help="How to print them.")] = "text",
) -> None:
    """Show the settings in force for a sheet or folder, and the file that each comes from."""
    if not path.exists():
        raise session.stop("missing", path=str(path))
    folder = path if path.is_dir() else path.parent
    rows = [_row(session, key, folder) for key in KEYS]
    if format_ == "json":
        session.json({key: {"value": value, "from": source} for key, value, source in rows})
        return
    wide = max(map(len, KEYS))
    lines: list[str] = []
    for key, value, source in rows:
        where = session.say("config-default") if source is None else source
        shown = "–" if value is None else _shown(value)
        lines.append(plain(f"{key:<{wide}}  {shown}  ({where})"))
    session.console.out("\n".join(lines) + "\n")


def _row(session: Session, key: str, folder: Path) -> tuple[str, Any, str | None]:
    """A key with its value and source; keys of the whole run are those of the working folder."""
    found = session.settings_above(Path.cwd() if key in OF_RUN else folder)
    source = None if found is None else found.source(key)
    if found is None or source is None:
        return key, None, None
    return key, found.merged[key], shown_path(source.path, Path.cwd())


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_shown(one)}" for name, one in value.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(value)
