"""The rules of the transcript. The moves are played through by modules that no other sheet needs."""

from __future__ import annotations

from scorecheck.checks.check import ERROR, Check, Rule, Watcher, column_check
from scorecheck.model.sheet import Entry, Sheet

TRANSCRIPT = ("transcript",)


def _check(kind: str) -> Check:
    def watch(sheet: Sheet) -> Watcher:
        from scorecheck.games.acey_deucey.transcript import TranscriptWatcher

        return TranscriptWatcher(sheet, kind)

    return column_check(Rule(f"acey-deucey/{kind}", ERROR), watch, layouts=TRANSCRIPT)


illegal_move = _check("illegal-move")
bonus = _check("bonus")


def is_readable(entry: Entry) -> bool:
    """Whether the roll and the move of a row are written as such."""
    from scorecheck.games.acey_deucey import transcript

    return transcript.is_readable(entry)
