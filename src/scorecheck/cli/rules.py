"""``scorecheck rules``: the rules that sheets are held to."""

from __future__ import annotations

from textwrap import wrap
from typing import Annotated, Literal

import typer

from scorecheck.catalogue import rules
from scorecheck.cli import options as o
from scorecheck.cli.session import Options, Session
from scorecheck.games import registry

_NARROWEST = 20
"""On a terminal that leaves less for the sentences they are not broken."""


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only those of this game's sheets.")
    ] = None,
    format_: Annotated[Literal["text", "json"], typer.Option("--format", help="How to print them.")] = "text",
    full: Annotated[
        bool, typer.Option("--full", help="With format json: all texts in all languages, for programs.")
    ] = False,
    lang: o.Lang = None,
) -> None:
    """List the rules that sheets are held to, each with its weight and in one sentence."""
    session = Session(Options(game=game, lang=lang))
    session.settings()
    messages = session.messages
    found = rules(game if game in registry.GAMES else None)
    if full:
        if format_ != "json":
            raise session.stop("full-is-json")
        from scorecheck.reports.catalogue_json import catalogue_json
        from scorecheck.reports.json_report import json_text

        told = catalogue_json(found.values(), registry.GAMES)
        session.console.out(json_text(told, ascii_only=not session.console.shows_all))
        raise typer.Exit(session.status)
    said = [(rule.name, rule.severity.word, messages.rule(rule.name).says) for rule in found.values()]
    if format_ == "json":
        import json

        listed = [{"rule": name, "severity": word, "says": says} for name, word, says in said]
        session.console.out(json.dumps(listed, ensure_ascii=not session.console.shows_all, indent=2) + "\n")
    else:
        width = max(len(name) for name, _, _ in said)
        for name, word, says in said:
            start = f"{name:<{width}}  {messages.label(f'severity.{word}'):<8}  "
            room = session.console.width - len(start)
            lines = wrap(says, room) if room >= _NARROWEST else [says]
            session.console.out(start + f"\n{' ' * len(start)}".join(lines) + "\n")
    raise typer.Exit(session.status)
