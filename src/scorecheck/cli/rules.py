"""``scorecheck rules``: lists the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from scorecheck.catalogue import choices, rules, written
from scorecheck.checks.own import source_of
from scorecheck.checks.ruleset import Choice
from scorecheck.cli.declared import argument, option
from scorecheck.cli.session import Session, shares
from scorecheck.games import registry
from scorecheck.many_files.user_settings import settings_for
from scorecheck.model.wanted import Wanted
from scorecheck.reports.safe import plain
from scorecheck.reports.text import hanging

_INDENT = "    "


@shares("lang")
def command(
    session: Session,
    game: Annotated[str | None, argument(metavar="[GAME]", help="Only those of this game's sheets.")] = None,
    format_: Annotated[Literal["text", "json"], option("--format", help="How to print them.")] = "text",
    full: Annotated[
        bool, option("--full", help="With format json: all texts in all languages, for programs.")
    ] = False,
) -> None:
    """List the rules that sheets are held to, each with its weight and in one sentence."""
    settings_for(Wanted(game))
    messages = session.messages
    found = rules(game if game in registry.names() else None)
    if full:
        if format_ != "json":
            raise session.stop("full-is-json")
        from scorecheck.reports.json_report import catalogue_json

        session.json(catalogue_json(found.values(), registry.names(), _choices(game)))
        return
    said = [
        (rule.name, rule.severity.word, messages.rule(rule.name).says, source_of(rule.name))
        for rule in found.values()
    ]
    if format_ == "json":
        session.json(
            [
                {"rule": name, "severity": word, "says": says} | ({"source": source} if source else {})
                for name, word, says, source in said
            ]
        )
    else:
        width = max(len(name) for name, _, _, _ in said)
        for name, word, says, source in said:
            if source is not None:
                says = plain(f"{says} ({session.say('from', source=source)})")
            start = f"{name:<{width}}  {messages.label(f'severity.{word}'):<8}  "
            lines = hanging(start, says, session.console.width)
            session.console.out("".join(f"{line}\n" for line in lines))
        _list_choices(session, _choices(game))


def _choices(game: str | None) -> Iterable[Choice]:
    """The options of a game, or of all; games of plug-ins have none."""
    return choices(game) if game is None or game in registry.GAMES else ()


def _list_choices(session: Session, found: Iterable[Choice]) -> None:
    """Prints the options of event files with their values and meanings."""
    messages, out = session.messages, session.console.out
    game = None
    for choice in found:
        if choice.game != game:
            game = choice.game
            out(f"\n{messages.label('cli.choices', game=game)}\n")
        text = messages.choice(choice.game, choice.name)
        out(f"{choice.name} = {' | '.join(map(written, choice.values))}\n")
        lines = [text.says, *(f"{value}: {meaning}" for value, meaning in text.values.items())]
        lines += [
            messages.label("cli.choice-of-preset", preset=preset, value=written(value))
            for preset, value in choice.by_preset.items()
        ]
        for line in lines:
            out("".join(f"{part}\n" for part in hanging(_INDENT, line, session.console.width)))
