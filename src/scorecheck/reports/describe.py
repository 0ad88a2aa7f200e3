"""Short descriptions that several reports share: of sheets, places, notes and crashes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from scorecheck.checks.own import source_of
from scorecheck.checks.words import plain as plain_form
from scorecheck.checks.words import vocabulary
from scorecheck.model.cells import shortened
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedSheet, Counts, Crash, Note, Skipped
from scorecheck.model.sheet import Sheet
from scorecheck.model.terms import Sentence, kind_of_noun
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import MINUS, plain
from scorecheck.resources import game_areas

_CELLS = 8
_VALUE_LENGTH = 60
_RANGES = 6


def place(path: str, sheet: str | None, cell: str | None) -> str:
    """Where something is: ``round1.xlsx:Tisch 1!C7``."""
    where = f"{sheet}!{cell}" if sheet and cell else sheet or cell
    return plain(f"{path}:{where}" if where else path)


def place_of(finding: Finding) -> str:
    """Where a finding is: ``round1.xlsx:Tisch 1!C7``."""
    return place(finding.path, finding.sheet, finding.cell.a1 if finding.cell else None)


def cell_of(finding: Finding) -> str:
    """Where a finding is in its file: ``Tisch 1!C7``; empty where it is about the whole file."""
    return "!".join(filter(None, (finding.sheet, finding.cell.a1 if finding.cell else None)))


class Titles:
    """The titles of files and sheets on pages: ``round1.xlsx · Tisch 1``.

    Pages are public, so the shared folders above the files are left out.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        folders = [path.rpartition("/")[0].split("/") for path in paths if _leads_away(path)]
        shared = list(takewhile(lambda parts: len(set(parts)) == 1, zip(*folders, strict=False)))
        self._left_out = "".join(f"{parts[0]}/" for parts in shared)

    def __call__(self, path: str, sheet: str | None = None) -> str:
        """The title of a sheet, or of a file."""
        if _leads_away(path):
            path = path.removeprefix(self._left_out)
        return plain(f"{path} · {sheet}" if sheet else path)


def _leads_away(path: str) -> bool:
    """Whether a path names folders above or beside the working folder."""
    return path.startswith(("/", "../")) or path[1:3] == ":/"


def recognised(checked: CheckedSheet, messages: Messages) -> str:
    """How a sheet was recognised: ``Doppelkopf (tcg), running totals, 4 players, 12 games``."""
    sheet = checked.sheet
    counted, games = _counted(checked)
    parts: list[str] = []
    if sheet.game is not None:
        parts.append(messages.game(sheet.game, sheet.preset if sheet.by_preset else None))
    parts.append(messages.label(f"layout.{sheet.layout}"))
    if sheet.notation != "plus-minus":
        parts.append(messages.label(f"layout.{sheet.notation}"))
    parts.append(messages.label("report.players", players=len(people(sheet))))
    # A published list has one row per player.
    if sheet.layout != "standings":
        parts.append(messages.label(f"report.{counted}", **{counted: games}))
    if sheet.continues is not None:
        parts.append(messages.label("report.continues", sheet=sheet.continues.before))
    return ", ".join(parts)


def people(sheet: Sheet) -> tuple[str, ...]:
    """The players of a sheet, each once: on cards a player may have several columns."""
    if sheet.column("category") is None:
        return sheet.players
    return tuple({name.casefold(): name for name in reversed(sheet.players)}.values())[::-1]


def rests_on_sentences(checked: CheckedSheet) -> list[Sentence]:
    """The grounds of an ok as sentences with a count: ``20 games, each adds up to 0``; else none."""
    grounds = _grounds(checked)
    if not grounds:
        return []
    if checked.sheet.layout == "standings":
        count = Sentence("report.players", {"players": len(checked.sheet.players)})
    else:
        counted, number = _counted(checked)
        count = Sentence(f"report.{counted}", {counted: number})
    return [Sentence("report.counted", {"count": count, "said": grounds[0]}), *grounds[1:]]


def _grounds(checked: CheckedSheet) -> list[Sentence]:
    if checked.status != "ok":
        return []
    said: list[Sentence] = []
    for one in checked.grounds:
        ground = Sentence(f"rests.{one.key}")
        if one.rows < checked.entries:
            ground = Sentence("report.on_some", {"said": ground, "rows": one.rows, "all": checked.entries})
        said += [ground] if ground not in said else []
    return said


def _counted(checked: CheckedSheet) -> tuple[str, int]:
    """What a sheet has, and how many: games or rounds, or rows where it gives no games."""
    counted = {"row": "rows", "round": "rounds"}.get(kind_of_noun(checked.sheet.noun), "games")
    if checked.result is not None and checked.sheet.layout != "list":
        return "games" if counted == "rows" else counted, checked.result.games
    return counted, checked.entries


def counts_of(checked: CheckedSheet) -> Counts:
    """What the results of a sheet count: games or rounds, or the evenings of a list of these."""
    names = {part.name for line in checked.of_evenings for part in line.parts}
    if not names:
        return "rounds" if kind_of_noun(checked.sheet.noun) == "round" else "games"
    parts = vocabulary("tournament", "columns.toml", section="groups")
    kinds = {parts.get(plain_form(word)) for name in names for word in re.findall(r"[^\W\d_]+", name)}
    if "game" in kinds:
        return "games"
    rounds = kinds & {"round", "table"} or any(re.fullmatch(r"R\W?\d+", name) for name in names)
    return "rounds" if rounds else "evenings"


def checked_as(checked: CheckedSheet, messages: Messages) -> str:
    """How a sheet was recognised and, if it is ok, the grounds of that."""
    said = recognised(checked, messages)
    grounds = [messages.said(one) for one in _grounds(checked)]
    return f"{said}: {'; '.join(grounds)}" if grounds else said


def summary(checked: Checked, messages: Messages) -> str:
    """The numbers of files and findings, in one line."""
    infos = checked.count(Severity.INFO)
    return messages.label(
        "report.summary_infos" if infos else "report.summary",
        files=len(checked.files),
        errors=checked.count(Severity.ERROR),
        warnings=checked.count(Severity.WARNING),
        infos=infos,
    )


def note_text(note: Note, messages: Messages) -> str:
    """The sentence of a note, made safe for a terminal."""
    return plain(messages.label(f"note.{note.key}", **note.params))


def crash_text(crash: Crash, messages: Messages) -> str:
    """The sentence for a step that failed by a fault of ours, or of a plug-in."""
    where = f"{crash.path}:{crash.row}" if crash.row else crash.path
    source = None if crash.rule is None else source_of(crash.rule)
    if crash.step == "plug-in":
        return messages.label("cli.crash-plug-in", source=crash.path, cause=crash.cause)
    if crash.rule is None:
        return messages.label("cli.crash-step", step=crash.step, where=where, cause=crash.cause)
    if source is None:
        return messages.label("cli.crash", rule=crash.rule, where=where, cause=crash.cause)
    named = {"rule": crash.rule, "source": source, "where": where, "cause": crash.cause}
    return messages.label("cli.crash-own-rule", **named)


def counts_by_severity(findings: Sequence[Finding], messages: Messages) -> str:
    """The numbers of errors and warnings in words; empty where there are none."""
    parts: list[str] = []
    for key, severity in (("errors", Severity.ERROR), ("warnings", Severity.WARNING)):
        count = sum(finding.count for finding in findings if finding.severity == severity)
        if count:
            parts.append(messages.label(f"report.{key}", count=count))
    return ", ".join(parts)


def value_and_related(finding: Finding, sentence: str, messages: Messages) -> Iterator[str]:
    """The value and the related cells of a finding, as far as its sentence does not contain them."""
    value = shortened(plain(finding.value or "").strip(), _VALUE_LENGTH)
    if finding.cell is not None and value and not _names(sentence, value):
        said = messages.label("report.reads", cell=finding.cell.a1, value=value)
        # The value may end with a full stop: 12 P.
        yield said.removesuffix(".") if value.endswith(".") else said
    if finding.related:
        cells = tuple(cell.a1 for cell in finding.related[:_CELLS])
        rest = ("…",) if len(finding.related) > _CELLS else ()
        yield messages.label("report.related", cells=cells + rest)
    if finding.waived is not None:
        waived = finding.waived
        yield messages.label("report.waived", by=plain(waived.by), reason=plain(waived.reason))


def _names(sentence: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", sentence.replace(MINUS, "-")) is not None


def skipped_text(skipped: Skipped, rules: str | tuple[str, ...], messages: Messages) -> str:
    """The sentence for rules that could not be checked on some rows."""
    count = len(skipped.rows)
    return messages.label(f"report.{skipped.why}", count=count, rows=ranges(skipped.rows), rules=rules)


def ranges(rows: Sequence[int]) -> tuple[str, ...]:
    """Row numbers as ranges: 7, 9–12; an ellipsis replaces all after the first ``_RANGES``."""
    ordered = sorted(set(rows))
    starts = ordered[:1] + [b for a, b in pairwise(ordered) if b != a + 1]
    ends = [a for a, b in pairwise(ordered) if b != a + 1] + ordered[-1:]
    parts = [str(a) if a == b else f"{a}–{b}" for a, b in zip(starts, ends, strict=True)]
    return (*parts[:_RANGES], "…") if len(parts) > _RANGES else tuple(parts)


def display_width(text: str) -> int:
    """The width of a text on a terminal, in columns."""
    if text.isascii():
        return len(text)
    width = 0
    for char in text:
        if unicodedata.category(char) not in {"Mn", "Me", "Cf"}:
            width += 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
    return width


def aligned(table: Sequence[Sequence[str]], words: Collection[int] = (0,)) -> list[str]:
    """The rows of a table with aligned columns: those in ``words`` to the left, the others to the right."""
    widths = [max(display_width(cell) for cell in column) for column in zip(*table, strict=True)]
    lines: list[str] = []
    for row in table:
        gaps = (" " * (wide - display_width(cell)) for cell, wide in zip(row, widths, strict=True))
        both = enumerate(zip(row, gaps, strict=True))
        lines.append(
            "  ".join(cell + gap if at in words else gap + cell for at, (cell, gap) in both).rstrip()
        )
    return lines


SITE = "https://scorecheck.github.io/scorecheck/"
_SHARED = frozenset({"sheet", "tournament"})


def rule_page(rule: str) -> str | None:
    """The page of a rule; ``None`` for a rule of a plug-in."""
    area = rule.partition("/")[0]
    return f"{SITE}rules/{rule}/" if area in _SHARED or area in game_areas() else None
