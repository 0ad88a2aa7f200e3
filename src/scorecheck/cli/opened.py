"""``scorecheck FILE…`` without a command: processes files that were dragged onto the program."""

from __future__ import annotations

from pathlib import Path

from scorecheck.cli import options as o
from scorecheck.cli.process import process
from scorecheck.cli.session import Options, Session
from scorecheck.resources import resolved


def command(paths: o.Paths, lang: o.Lang = None) -> None:
    """Process files into a folder 'FILE report' beside the first of them."""
    session = Session(Options(lang=lang, own_rules=False))
    first = next((path for path in map(Path, paths) if path.exists()), Path(paths[0]))
    # Resolved, because "." has no name.
    folder = resolved(first)
    process(
        session,
        paths,
        folder.with_name(session.messages.label("beside.folder", name=folder.name)),
        force=False,
    )
    raise SystemExit(session.status)
