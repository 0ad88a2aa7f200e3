"""What the page makes besides checking: blank sheets, the rules with their examples, an event file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorecheck.browser.workspace import Workspace
from scorecheck.catalogue import rules
from scorecheck.checks.own import called_from
from scorecheck.games import registry
from scorecheck.model.record import replace
from scorecheck.reports.blank import Blank, blank_of, fitting, layouts_of, with_values
from scorecheck.reports.messages import Messages
from scorecheck.tournament.rounds import number_of, place_of_result
from scorecheck.whole_event.ranking import Ranked


def blank_sheets(messages: Messages, own_games: Iterable[str] = ()) -> list[dict[str, Any]]:
    """The games, with those of ``own_games``, and their layouts that have blank sheets."""
    return [
        {
            "name": game,
            "label": messages.label(f"game.{game}"),
            "presets": [
                {"name": one, "label": messages.rules_of(game, one)} for one in registry.load(game).presets
            ],
            "layouts": [
                {"name": one, "label": messages.label(f"layout.{one}")}
                | {key: getattr(blank_of(game, one), key) for key in ("least", "most", "kind", "rows")}
                for one in layouts_of(game)
            ],
        }
        for game in (*registry.GAMES, *own_games)
    ]


def blank(messages: Messages, said: Mapping[str, Any], *, pdf: bool = False) -> bytes:
    """A blank sheet as a workbook or as PDF."""
    title = said.get("title") or ""
    made, players = blank_said(said)
    if pdf:
        from scorecheck.reports.blank import blank_data
        from scorecheck.reports.printing import Printing, printed

        return printed("blank", blank_data(made, players, messages, title=title), Printing())
    from scorecheck.reports.blank_xlsx import blank_xlsx

    return blank_xlsx(made, players, messages, title=title)


def blank_said(said: Mapping[str, Any]) -> tuple[Blank, list[str]]:
    """The blank sheet for the params of the page, and its players."""
    game, preset = said["game"], said.get("preset") or None
    players = [name.strip() for name in said["players"] if name.strip()]
    rows, games = said.get("rows") or None, said.get("games") or 1
    made = blank_of(game, said.get("layout") or None, rows, preset, games)
    return fitting(with_values(made, registry.load(game)), players), players


def rules_told(messages: Messages) -> list[dict[str, Any]]:
    """All rules with their texts, and a sheet that breaks each and one that keeps it."""
    from scorecheck.reports.examples import drawn, examples

    by_area: dict[str, Any] = {}
    told: list[dict[str, Any]] = []
    for rule in rules().values():
        if rule.area not in by_area:
            by_area[rule.area] = examples(rule.area)
        text = messages.rule(rule.name)
        example = by_area[rule.area].get(rule.name)
        told.append(
            {
                "rule": rule.name,
                "severity": rule.severity.word,
                "word": messages.label(f"severity.{rule.severity.word}"),
                "says": text.says,
                "why": text.why,
                "remedy": text.remedy,
                "choice": text.choice or "",
                "fails": None if example is None else drawn(example.fails),
                "passes": None if example is None else drawn(example.passes),
            }
        )
    return told


def event_file(
    workspace: Workspace,
    ranked: Ranked,
    messages: Messages,
    rounds: Sequence[Mapping[str, Any]] | None = None,
) -> str:
    """An event file for the files in the workspace.

    An existing one is returned unchanged, unless ``rounds`` assigns the sheets.
    """
    from scorecheck.model.draft import DraftRound
    from scorecheck.reports.event_draft import Head, event_text
    from scorecheck.tournament.draft import draft

    looked = workspace.looked()
    if rounds is None and looked.job.events and looked.job.events[0].path:
        return looked.job.events[0].path.read_text(encoding="utf-8")
    sheets = [one.sheet for one in looked.checked.sheets if one.result is not None]
    games = tuple(dict.fromkeys(sheet.game for sheet in sheets if sheet.game is not None))
    results = [result for one in ranked.rounds for result in one.results]
    paths = [source.shown for source in looked.job.sources]
    made = draft(results, paths)
    if rounds is not None:
        by_name = {one.path: number_of(place_of_result(replace(one, table=None)).table) for one in results}
        told = (
            DraftRound(one["name"], tuple(one["sheets"]), (), _tables(one["tables"], by_name))
            for one in rounds
            if one["sheets"]
        )
        made = made._replace(rounds=tuple(told), apart=True)
    name = ranked.standings.event or messages.label("standings.title")
    called = tuple(called_from(game, workspace.home) for game in games)
    return event_text(made, Head(name, called, sheets[0].preset, ranked.standings.method), messages)


def _tables(tables: Mapping[str, int], by_name: Mapping[str, int | None]) -> dict[int, tuple[str, ...]]:
    """The files of each table, without those whose names give the table."""
    told = {path: number for path, number in tables.items() if by_name.get(path) != number}
    return {
        number: tuple(path for path, mine in told.items() if mine == number)
        for number in sorted(set(told.values()))
    }
