"""Writes the rules' pages, ``docs/rules``, from the rules, their texts and their examples.

python tests/tools/make_rule_pages.py
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from least_card_points import table

from scorecheck.catalogue import choices, rules, written
from scorecheck.checks.check import Rule
from scorecheck.games import registry
from scorecheck.reports.examples import drawn, examples
from scorecheck.reports.inspect_report import role_in_words
from scorecheck.reports.messages import Messages
from scorecheck.tournament.consistency import column_roles
from scorecheck.tournament.listed import ROUND_ROLES

TABLES = {"doppelkopf/specials-impossible": ("The least card points", table)}
"""Figures that a page shows and the program works out."""
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"


def pages() -> dict[str, str]:
    """Every page by its path below the folder."""
    messages = Messages("en")
    found = rules()
    made = {f"{name}.md": _page(rule, messages) for name, rule in found.items()}
    for game in dict.fromkeys(choice.game for choice in choices()):
        made[f"{game}/options.md"] = _choices(game, messages)
    made["sheet/columns.md"] = _roles(messages)
    made["README.md"] = _index(found.values(), messages)
    return made


def _page(rule: Rule, messages: Messages) -> str:
    text = messages.rule(rule.name)
    weight = rule.severity.word
    if rule.doubtful is not None:
        weight += f"; {rule.doubtful.word} where the sheet leaves another reading open"
    parts = [f"# {rule.name}", f"*{weight}*", f"**{text.says}**", text.why, f"For example: {text.example}"]
    example = examples(rule.area)[rule.name]
    options = "".join(f" --{name} {value}" for name, value in example.options.items())
    told = f" (with `{options.strip()}`)" if options else ""
    where = f", found at {example.cell}" if example.cell else ""
    if example.hidden_rows:
        where += f"; row {', '.join(map(str, example.hidden_rows))} is hidden"
    parts += [f"## Breaks it{where}{told}", _block(drawn(example.fails))]
    parts += ["## Keeps it", _block(drawn(example.passes))]
    parts += ["## What to do", text.remedy]
    if text.choice:
        parts += ["## Where the source leaves a choice", text.choice]
    if rule.name in TABLES:
        title, made = TABLES[rule.name]
        parts += [f"## {title}", made()]
    if rule.absorbs:
        names = ", ".join(f"[`{name}`]({_link(rule, name)})" for name in sorted(rule.absorbs))
        parts += [f"On the same row it stands for {names} as well: one fault is one finding."]
    return "\n\n".join(parts) + "\n"


def _link(rule: Rule, name: str) -> str:
    area, _, page = name.partition("/")
    return f"{page}.md" if area == rule.area else f"../{name}.md"


def _block(text: str) -> str:
    return f"```text\n{text}\n```"


def _choices(game: str, messages: Messages) -> str:
    """The page of what an event file may choose for a game."""
    parts = [
        f"# The options of {game}",
        "What the rules leave open an event file chooses under `[options]`. The first value holds where "
        "nothing is said. `scorecheck rules` lists them in English, German and Norwegian.",
    ]
    for choice in choices(game):
        text = messages.choice(game, choice.name)
        values = " or ".join(f"`{written(value)}`" for value in choice.values)
        parts += [f"## {choice.name}", f"{values}. {text.says}"]
        lines = [f"- `{value}`: {meaning}" for value, meaning in text.values.items()]
        lines += [
            f"- With preset `{preset}`: `{written(value)}`" for preset, value in choice.by_preset.items()
        ]
        parts += ["\n".join(lines)] if lines else []
    return "\n\n".join(parts) + "\n"


def _roles(messages: Messages) -> str:
    """The page of what may be said of a column."""
    games = [registry.load(game) for game in registry.GAMES]
    of_all = column_roles([])
    parts = [
        "# What a column may be",
        "A heading that only your club uses is explained with a line in `scorecheck.toml` or `event.toml`, "
        'such as `columns."Kto" = "control"`, or under `[columns]` as `"Kto" = "control"`. `other` leaves '
        "a column alone. These are the words for what it holds; `roundN_points` and `roundN_games` are "
        "those of a list's round N.",
        _table_of_roles("every game", of_all, messages),
        *(
            _table_of_roles(one.game or "", own, messages)
            for one in games
            if (own := column_roles([one]) - of_all)
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _table_of_roles(of: str, roles: Iterable[str], messages: Messages) -> str:
    said = [
        f"| `{role}` | {role_in_words(role, messages)} |"
        for role in sorted({*roles} - {*chain(*ROUND_ROLES)})
    ]
    return "\n".join([f"## {of}", "", "| word | the column holds |", "| --- | --- |", *said])


def _index(found: Iterable[Rule], messages: Messages) -> str:
    lines = [
        "# The rules",
        "",
        "Made from the rules themselves by `tests/tools/make_rule_pages.py`. `scorecheck explain RULE` says",
        "the same in English, German and Norwegian.",
        "",
        "What may be said of a column: [columns](sheet/columns.md).",
    ]
    area = ""
    for rule in found:
        if rule.area != area:
            area = rule.area
            lines += ["", f"## {area}", ""]
            if any(choice.game == area for choice in choices()):
                lines += [f"What an event file may choose: [options]({area}/options.md).", ""]
            lines += ["| rule | weight | says |", "| --- | --- | --- |"]
        says = messages.rule(rule.name).says.replace("|", "\\|")
        lines.append(f"| [`{rule.name}`]({rule.name}.md) | {rule.severity.word} | {says} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes all pages, and nothing else stays in the folder."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, text in pages().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
