"""The options that several commands share, each declared once with its help.

A command lists those that it takes, and runs in a session under them::

    @shares(*READING, *SCREEN)
    def command(session: Session, paths: Paths, force: Force = False) -> None: ...
"""

# No postponed annotations here: each call would have to evaluate them.

from pathlib import Path
from typing import Annotated, Literal

from scorecheck.cli.console import language_named
from scorecheck.cli.declared import argument, option
from scorecheck.model.record import record
from scorecheck.resources import LANGUAGES, Language

Paths = Annotated[
    list[str],
    argument(
        metavar="PATH…", help="Sheets, folders (with all below them), event files, patterns such as *.xlsx."
    ),
]
PathsOrStdin = Annotated[
    list[str],
    argument(
        metavar="PATH…",
        help="Sheets, folders (with all below), event files, patterns such as *.xlsx; - is standard input.",
    ),
]
Game = Annotated[str | None, option(help="The game, instead of recognising it: see `scorecheck games`.")]
Preset = Annotated[str | None, option(help="Whose rules of the game hold: see `scorecheck games`.")]
Layout = Annotated[str | None, option(help="How the sheet is kept: see `scorecheck games`.")]
Notation = Annotated[
    Literal["plus-minus", "plus-only", "minus-only", "losers-only"] | None,
    option(help="Which points are written: all, or those of one sign only."),
]
EventFile = Annotated[
    Path | None, option("--event", metavar="FILE", help="The event file that the sheets belong to.")
]
Folder = Annotated[Path, option("-o", metavar="DIR", help="The folder for the report.")]


def _not_the_screen(file: Path | None) -> Path | None:
    return None if file == Path("-") else file


OutputFile = Annotated[
    Path | None,
    option("-o", metavar="FILE", callback=_not_the_screen, help="Write to this file instead of the screen."),
]
Force = Annotated[bool, option("--force", help="Replace files that scorecheck did not write.")]
AllowEmpty = Annotated[bool, option("--allow-empty", help="It is no fault if there is nothing to check.")]


def _language(tag: str) -> Language:
    known = language_named(tag)
    if known is None:
        raise ValueError(f"{tag!r} is not one of {', '.join(map(repr, LANGUAGES))}.")
    return known


Lang = Annotated[
    Language | None,
    option(
        parser=_language,
        metavar=f"<{'|'.join(LANGUAGES)}>",
        autocompletion=lambda: LANGUAGES,
        help="The language; else that of the system, else English.",
    ),
]
AsJson = Annotated[bool, option("--json", help="Print it as JSON.")]
StdinFilename = Annotated[
    str | None, option(metavar="NAME", help="What to call the sheet from standard input.")
]
Strict = Annotated[bool, option("--strict", help="Warnings fail, too.")]
Select = Annotated[
    list[str] | None,
    option(metavar="RULE", help="Check this rule only (repeatable; doppelkopf/* is allowed)."),
]
Ignore = Annotated[list[str] | None, option(metavar="RULE", help="Do not check this rule (repeatable).")]
Jobs = Annotated[
    int | None,
    option("--jobs", "-j", min=1, metavar="N", help="Check in so many processes; else one a core."),
]
Executor = Annotated[
    str | None,
    option(metavar="dask://HOST[:PORT]", help="Check on this Dask cluster; it must see the same folders."),
]
Isolated = Annotated[
    bool, option("--isolated", help="Leave the settings of scorecheck.toml and pyproject.toml aside.")
]
Config = Annotated[
    Path | None,
    option("--config", metavar="FILE", help="Take the settings from this file, and from no other."),
]
Quiet = Annotated[bool, option("--quiet", "-q", help="No notes, and nothing about sheets without findings.")]
NoColor = Annotated[bool, option("--no-color", help="No colours (nor with NO_COLOR in the environment).")]
Print = Annotated[
    list[str] | None,
    option(
        "--print",
        metavar="WHAT",
        help="Also print as PDF (repeatable): report, players (a page each), certificates (for the first "
        "three), all-certificates, sheets (to be signed).",
    ),
]
Provisional = Annotated[
    bool, option("--provisional", help="Print certificates even while the standings are provisional.")
]
Paper = Annotated[Literal["a4", "a3"], option(help="The paper of what is printed.")]
Large = Annotated[bool, option("--large", help="Print in large type, to be read from the door.")]
Archive = Annotated[bool, option("--archive", help="Make PDF/A-2 files, to be kept for ever.")]
Publish = Annotated[
    bool,
    option(
        "--publish",
        help="Write what may be published: players under the names that [publish] in the event file says, "
        "else by their initials.",
    ),
]
Templates = Annotated[
    Path | None,
    option("--templates", metavar="DIR", help="A folder with your own logo, colour and templates."),
]


@record
class Options:
    """The shared options of commands that read sheets."""

    game: Game = None
    preset: Preset = None
    layout: Layout = None
    notation: Notation = None
    event: EventFile = None
    select: Select = None
    ignore: Ignore = None
    stdin_filename: StdinFilename = None
    strict: Strict = False
    allow_empty: AllowEmpty = False
    lang: Lang = None
    quiet: Quiet = False
    no_color: NoColor = False
    isolated: Isolated = False
    config: Config = None
    jobs: Jobs = None
    executor: Executor = None
    own_rules: bool = True
    """The club's own rules apply, where its settings name them. Set by the command, not by an option."""


@record
class PrintOptions:
    """The shared options for prints and their look."""

    prints: Print = None
    provisional: Provisional = False
    paper: Paper = "a4"
    large: Large = False
    archive: Archive = False
    templates: Templates = None
    publish: Publish = False


READING = ("game", "preset", "layout", "notation")
RULES = ("select", "ignore")
VERDICT = ("strict", "allow_empty")
SCREEN = ("lang", "quiet", "no_color")
SETTINGS = ("isolated", "config")
WORK = ("jobs", "executor")
LOOK = ("paper", "large", "archive", "templates", "publish")
PRINTS = ("prints", "provisional", *LOOK)
RUN = (*VERDICT, *SCREEN, *SETTINGS, *WORK)
