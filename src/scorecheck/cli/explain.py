"""``scorecheck explain``: explains a rule."""

from __future__ import annotations

import textwrap
from typing import Annotated

from scorecheck.catalogue import rules
from scorecheck.checks.check import Rule
from scorecheck.checks.own import source_of
from scorecheck.cli.declared import argument
from scorecheck.cli.session import Session, shares
from scorecheck.many_files.user_settings import settings_for
from scorecheck.model.wanted import Wanted
from scorecheck.reports.examples import as_block, drawn, examples
from scorecheck.reports.messages import Messages

_WIDTH = 80


@shares("lang")
def command(
    session: Session, rule: Annotated[str, argument(metavar="RULE", help="The rule, as a finding names it.")]
) -> None:
    """Say what a rule means, why it holds, with an example and its remedy."""
    selection = settings_for(Wanted(), [rule]).selection
    width = min(session.console.width or _WIDTH, _WIDTH)
    blocks = [
        _explained(found, session.messages, width) for name, found in rules().items() if name in selection
    ]
    session.console.out("\n\n\n".join(blocks) + "\n")


def _explained(rule: Rule, messages: Messages, width: int) -> str:
    text = messages.rule(rule.name)
    parts = [f"{rule.name} ({messages.label(f'severity.{rule.severity.word}')})", text.says]
    if (source := source_of(rule.name)) is not None:
        parts[0] += f", {messages.label('cli.from', source=source)}"
    parts += filter(None, (text.why, text.example and f"{messages.label('cli.example')}: {text.example}"))
    blocks = [textwrap.fill(part, width) for part in parts]
    example = examples(rule.area).get(rule.name)
    if example is not None:
        where = (
            messages.label("cli.fails-at", cell=example.cell) if example.cell else messages.label("cli.fails")
        )
        blocks.append(f"{where}\n\n{as_block(drawn(example.fails))}")
        blocks.append(f"{messages.label('cli.passes')}\n\n{as_block(drawn(example.passes))}")
    if text.remedy:
        blocks.append(textwrap.fill(f"{messages.label('cli.remedy')}: {text.remedy}", width))
    if text.choice:
        blocks.append(textwrap.fill(f"{messages.label('cli.choice')}: {text.choice}", width))
    return "\n\n".join(blocks)
