"""``scorecheck explain``: what a rule means."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from scorecheck.catalogue import rules
from scorecheck.cli import options as o
from scorecheck.cli.session import Options, Session

_WIDTH = 80


def command(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="The rule, as a finding names it.")],
    lang: o.Lang = None,
) -> None:
    """Say what a rule means, why it holds, with an example and its remedy."""
    session = Session(Options(lang=lang, select=[rule]))
    session.settings()
    messages = session.messages
    blocks: list[str] = []
    for name, found in rules().items():
        if name not in session.settings().selection:
            continue
        text = messages.rule(name)
        parts = [f"{name} ({messages.label(f'severity.{found.severity.word}')})", text.says, text.why]
        parts.append(f"{messages.label('cli.example')}: {text.example}")
        parts.append(f"{messages.label('cli.remedy')}: {text.remedy}")
        if text.choice:
            parts.append(f"{messages.label('cli.choice')}: {text.choice}")
        blocks.append("\n\n".join(textwrap.fill(part, _WIDTH) for part in parts))
    session.console.out("\n\n\n".join(blocks) + "\n")
    raise typer.Exit(session.status)
