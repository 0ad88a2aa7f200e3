"""The options that several commands share, each declared once with its help.

A command lists those that it takes, and gets them as one record::

    @shares(*READING, *SCREEN)
    def command(options: Options, paths: Paths, force: Force = False) -> None: ...
"""

# No postponed annotations here: typer would have to evaluate each of them.

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

import typer

from scorecheck.cli.console import language_named
from scorecheck.model.record import record
from scorecheck.reports.messages import LANGUAGES, Language

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
    Literal["plus-minus", "plus-only", "minus-only", "losers-only"] | None,
    typer.Option(help="Which points are written: all, or those of one sign only."),
]
EventFile = Annotated[
    Path | None, typer.Option("--event", metavar="FILE", help="The event file that the sheets belong to.")
]
Folder = Annotated[Path, typer.Option("-o", metavar="DIR", help="The folder for the report.")]


def _not_the_screen(file: Path | None) -> Path | None:
    return None if file == Path("-") else file


OutputFile = Annotated[
    Path | None,
    typer.Option(
        "-o", metavar="FILE", callback=_not_the_screen, help="Write to this file instead of the screen."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that scorecheck did not write.")]
AllowEmpty = Annotated[
    bool, typer.Option("--allow-empty", help="It is no fault if there is nothing to check.")
]


def _language(tag: str) -> Language:
    known = language_named(tag)
    if known is None:
        raise typer.BadParameter(f"{tag!r} is not one of {', '.join(map(repr, LANGUAGES))}.")
    return known


Lang = Annotated[
    Language | None,
    typer.Option(
        parser=_language,
        metavar=f"<{'|'.join(LANGUAGES)}>",
        autocompletion=lambda: LANGUAGES,
        help="The language; else that of the system, else English.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
StdinFilename = Annotated[
    str | None, typer.Option(metavar="NAME", help="What to call the sheet from standard input.")
]
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
Publish = Annotated[
    bool,
    typer.Option(
        "--publish",
        help="Write what may be published: players under the names that [publish] in the event file says, "
        "else by their initials.",
    ),
]
Templates = Annotated[
    Path | None,
    typer.Option("--templates", metavar="DIR", help="A folder with your own logo, colour and templates."),
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
_SHARED = (Options, PrintOptions)


def shares(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Adds these options to a command, which gets them in its parameters of the records' types.

    Any other record among the parameters holds options of this command alone, and all of them are taken.

    Raises:
        KeyError: no parameter of the command is a record with such an option.
    """

    def shared(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        records = {name: one.annotation for name, one in own.items() if hasattr(one.annotation, "_defaults")}
        options = {
            name: [one for one in _options_of(of) if of not in _SHARED or one.name in names]
            for name, of in records.items()
        }
        known = {one.name: one for name, of in records.items() if of in _SHARED for one in options[name]}
        taken: list[inspect.Parameter] = []
        for name, one in own.items():
            if name not in records:
                taken.append(one.replace(kind=one.KEYWORD_ONLY))
            elif records[name] not in _SHARED:
                taken += options[name]
        taken += [known[name] for name in names]

        def run(**given: Any) -> None:
            for name, of in records.items():
                its = [one.name for one in options[name] if one.name in given]
                given[name] = of(**{option: given.pop(option) for option in its})
            command(**given)

        run.__doc__ = command.__doc__
        # Typer reads both.
        run.__signature__ = inspect.Signature(taken)  # pyright: ignore[reportFunctionMemberAccess]
        run.__annotations__ = {}
        return run

    return shared


def _options_of(of: Any) -> list[inspect.Parameter]:
    """The options of a record, as parameters of a command."""
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(name, kind, default=of._defaults[name], annotation=annotation)
        for name, annotation in inspect.get_annotations(of, eval_str=True).items()
        if get_origin(annotation) is Annotated
    ]
