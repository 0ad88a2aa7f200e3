"""``scorecheck games``: what is supported."""

from __future__ import annotations

from pathlib import Path

from scorecheck.checks.own import game_named, games, games_beside, games_in_files, shipped
from scorecheck.cli.session import Session, shares
from scorecheck.games import registry
from scorecheck.reports.safe import plain


@shares("lang")
def command(session: Session) -> None:
    """List the games, their presets and layouts, as the options name them."""
    messages = session.messages
    lines: list[str] = []
    for name in shipped():
        game_named(name, Path.cwd())
    games_in_files(games_beside(Path.cwd()))
    theirs = games()
    for game in (*sorted(registry.GAMES), *theirs):
        ruleset = registry.load(game)
        whose = (
            f" ({session.say('from', source=theirs[game].source)})"
            if game in theirs and game not in shipped()
            else ""
        )
        lines.append(plain(f"{game}: {messages.label(f'game.{game}')}{whose}"))
        if ruleset.presets:
            lines.append(f"    --preset  {', '.join(ruleset.presets)}")
        lines += (
            f"    --layout  {name:<10}  {messages.label(f'layout.{name}')}"
            for name in dict.fromkeys(layout.name for layout in ruleset.layouts)
        )
    lines += (f"--layout {name}: {messages.label(f'layout.{name}')}" for name in registry.OF_NO_GAME)
    session.console.out("\n".join(lines) + "\n")
