"""The options that several commands share, with their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH…", help="Sheets, folders (with all below them), event files, patterns such as *.xlsx."
    ),
]
PathsOrStdin = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH…",
        help="Sheets, folders (with all below), event files, patterns such as *.xlsx; - is standard input.",
    ),
]
Game = Annotated[
    str | None, typer.Option(help="The game, instead of recognising it: see `scorecheck games`.")
]
Preset = Annotated[str | None, typer.Option(help="Whose rules of the game hold: see `scorecheck games`.")]
Layout = Annotated[str | None, typer.Option(help="How the sheet is kept: see `scorecheck games`.")]
Notation = Annotated[
    Literal["plus-minus", "plus-only", "minus-only"] | None,
    typer.Option(help="Which points are written: all, or those of one sign only."),
]
EventFile = Annotated[
    Path | None, typer.Option("--event", metavar="FILE", help="The event file that the sheets belong to.")
]
Folder = Annotated[Path, typer.Option("-o", metavar="DIR", help="The folder for the report.")]
OutputFile = Annotated[
    Path | None, typer.Option("-o", metavar="FILE", help="Write to this file instead of the screen.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that scorecheck did not write.")]
AllowEmpty = Annotated[
    bool, typer.Option("--allow-empty", help="It is no fault if there is nothing to check.")
]
Lang = Annotated[
    Literal["en", "de", "nb"] | None,
    typer.Option(help="The language; else that of the system, else English."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings fail, too.")]
Select = Annotated[
    list[str] | None,
    typer.Option(metavar="RULE", help="Check this rule only (repeatable; doppelkopf/* is allowed)."),
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Do not check this rule (repeatable).")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Check in so many processes; else one a core."),
]
Executor = Annotated[
    str | None,
    typer.Option(
        metavar="dask://HOST[:PORT]", help="Check on this Dask cluster; it must see the same folders."
    ),
]
Isolated = Annotated[
    bool, typer.Option("--isolated", help="Leave the settings of scorecheck.toml and pyproject.toml aside.")
]
Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Take the settings from this file, and from no other."),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No notes, and nothing about sheets without findings.")
]
NoColor = Annotated[
    bool, typer.Option("--no-color", help="No colours (nor with NO_COLOR in the environment).")
]
Print = Annotated[
    list[str] | None,
    typer.Option(
        "--print",
        metavar="WHAT",
        help="Also print as PDF (repeatable): report, players (a page each), certificates (for the first "
        "three), all-certificates, sheets (to be signed).",
    ),
]
Provisional = Annotated[
    bool, typer.Option("--provisional", help="Print certificates even while the standings are provisional.")
]
Paper = Annotated[Literal["a4", "a3"], typer.Option(help="The paper of what is printed.")]
Large = Annotated[bool, typer.Option("--large", help="Print in large type, to be read from the door.")]
Archive = Annotated[bool, typer.Option("--archive", help="Make PDF/A-2 files, to be kept for ever.")]
Templates = Annotated[
    Path | None,
    typer.Option("--templates", metavar="DIR", help="A folder with your own logo, colour and templates."),
]
