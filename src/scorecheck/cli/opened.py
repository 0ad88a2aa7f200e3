"""``scorecheck FILE…`` without a command: processes files that were dragged onto the program."""

from __future__ import annotations

from pathlib import Path

from scorecheck.cli import options as o
from scorecheck.cli.process import process
from scorecheck.cli.session import Session, shares
from scorecheck.resources import resolved


@shares("lang", own_rules=False)
def command(session: Session, paths: o.Paths) -> None:
    """Process files into a folder 'FILE report' beside the first of them."""
    first = next((path for path in map(Path, paths) if path.exists()), Path(paths[0]))
    # Resolved, because "." has no name.
    folder = resolved(first)
    name = session.messages.label("beside.folder", name=folder.name)
    process(session, paths, folder.with_name(name), o.PrintOptions(), force=False)
