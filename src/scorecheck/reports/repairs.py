"""Repairs in words, and what each would change in the standings, in words and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorecheck.model.cells import CellRef, shortened
from scorecheck.model.finding import Edit, Finding, Fix, Impact, Moved
from scorecheck.model.terms import Param, Sentence, Several, Worked, kind_of_noun
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain, shown_number

_OF_KIND = ("adds", "cells")
"""Params of some kinds of slips: the cells that a formula adds up, and those that it should or should not."""
_MOST_EDITS, _MOST_TOGETHER = 3, 12
_LONGEST = 60
_LEAST_SHOWN = 0.2
"""The least confidence of a further repair to be shown in text."""
_ALL = 0.9
"""The least sum of confidences for equally likely repairs to be presented as the only possibilities."""


def fix_text(fix: Fix, messages: Messages) -> str:
    """The sentence of a repair: ``Bernd's 12 should be 21: two digits swapped; then game 5 adds up.``"""
    said = messages.said(fix_sentence(fix))
    together = together_sentence(fix)
    return said if together is None else f"{said} {messages.said(together)}"


def fix_sentence(fix: Fix) -> Sentence:
    """The sentence of a repair, not yet in words, for programs that make the words themselves."""
    kind = Sentence(f"kind.{_kind(fix)}", {key: fix.params[key] for key in _OF_KIND if key in fix.params})
    parts: dict[str, Param | Sentence | Several] = {"edits": edits_sentence(fix), "kind": kind}
    then = _then(fix)
    return Sentence("says.slip", parts) if then is None else Sentence("says.fix", {**parts, "then": then})


def together_sentence(fix: Fix) -> Sentence | None:
    """The other edits that a repair needs; ``None`` where it needs none."""
    if not fix.together:
        return None
    others = [
        f"{edit.cell.a1}: {plain(edit.before) or '–'} → {plain(edit.after) or '–'}" for edit in fix.together
    ]
    # Totals that are carried on are hundreds of cells.
    shown = others if len(others) <= _MOST_TOGETHER else [*others[: _MOST_TOGETHER - 1], "…"]
    return Sentence("says.together", {"cells": tuple(shown)})


def with_repairs(finding: Finding, messages: Messages) -> str:
    """The sentence of a finding and its repairs in one line."""
    return " ".join((messages.text(finding), *help_lines(finding, messages)))


def edits_text(fix: Fix, messages: Messages) -> str:
    """The edits of a repair: ``Bernd's 12 should be 21``."""
    return messages.said(edits_sentence(fix))


def decides(fix: Fix, messages: Messages) -> str:
    """The question that would decide between equally likely repairs; empty where one is likelier."""
    said = decides_sentence(fix)
    return "" if said is None else messages.said(said)


def decides_sentence(fix: Fix) -> Sentence | None:
    """The question of ``decides``, not yet in words."""
    params = fix.params
    if "ask" not in params:
        return None
    named = {name: params[name] for name in ("game", "with") if name in params}
    return Sentence(f"ask.{params['ask']}-{_what(params)}", _plain(named))


def help_lines(finding: Finding, messages: Messages) -> Iterator[str]:
    """The repairs of a finding in words, likeliest first."""
    fixes = finding.fixes
    if not fixes:
        return
    ties = tied(finding)
    asked = decides(fixes[0], messages)
    if ties:
        yield messages.repair("says.either")
        yield from (f"· {text}" for text in _told_apart(ties, messages))
        if len(fixes) > len(ties):
            yield messages.repair("says.less")
            yield from (f"· {with_sureness(fix, messages)}" for fix in fixes[len(ties) :])
    else:
        shown = [fix for fix in fixes if fix.confidence >= min(_LEAST_SHOWN, fixes[0].confidence)]
        for fix, text in zip(shown, _told_apart(shown, messages), strict=True):
            yield f"{text} ({sureness(fix, messages)})"
    if asked:
        yield asked


def _told_apart(fixes: Sequence[Fix], messages: Messages) -> Sequence[str]:
    """Repairs in words; with their cells if two of them read the same."""
    texts = [fix_text(fix, messages) for fix in fixes]
    if len({*texts}) == len(texts):
        return texts
    cells = [", ".join(edit.cell.a1 for edit in fix.edits) for fix in fixes]
    return [f"{cell}: {text}" for cell, text in zip(cells, texts, strict=True)]


def tied(finding: Finding) -> Sequence[Fix]:
    """The repairs that are as likely as the first, if there are several and the repairs together have most of
    the probability; else none."""
    fixes = finding.fixes
    ties = [fix for fix in fixes if fix.confidence == fixes[0].confidence]
    known = sum(fix.confidence for fix in fixes)
    return ties if len(ties) > 1 and known >= _ALL else ()


def is_tie(finding: Finding) -> bool:
    """Whether another repair is as likely as the first."""
    return len(finding.fixes) > 1 and finding.fixes[1].confidence == finding.fixes[0].confidence


def values_due(finding: Finding) -> dict[CellRef, str]:
    """The values of the likeliest repair by cell; none if another one is as likely."""
    edits = finding.fixes[0].edits if finding.fixes and not is_tie(finding) else ()
    return {edit.cell: shown_number(plain(edit.after)) or "–" for edit in edits}


def with_sureness(fix: Fix, messages: Messages) -> str:
    """A repair with its confidence in words."""
    return f"{fix_text(fix, messages)} ({sureness(fix, messages)})"


def sureness(fix: Fix, messages: Messages) -> str:
    """The confidence of a repair in words."""
    return messages.repair("says.confidence", percent=int(fix.confidence * 100))


def edits_sentence(fix: Fix) -> Several:
    """The edits of a repair, not yet in words."""
    return Several(tuple(Sentence(one.key, _plain(one.params)) for one in _each_edit(fix)))


def _plain(params: Mapping[str, Param | Sentence | Several]) -> Mapping[str, Param | Sentence | Several]:
    """The params with their texts made safe."""
    return {name: _plain_one(value) for name, value in params.items()}


def _plain_one(value: Param | Sentence | Several) -> Param | Sentence | Several:
    if isinstance(value, Sentence):
        return Sentence(value.key, _plain(value.params))
    if isinstance(value, tuple) and not isinstance(value, Several):
        return tuple(map(plain, value))
    return plain(value) if isinstance(value, str) else value


def _of_whole_rows(fix: Fix) -> Sentence | None:
    """The sentence for a repair of whole rows; ``None`` where its cells are named one by one."""
    params, edits = fix.params, fix.edits
    if not edits:
        key = "missing" if params.get("game") else "missing-last"
        if _tuple(params, "who"):
            key = "missing-points-before" if params.get("game") else "missing-points"
        return Sentence(f"edit.{key}-{_what(params)}", params)
    if fix.kind == "wrong-party" and params.get("game"):
        return Sentence(f"edit.party-{_what(params)}", {"game": params["game"]})
    if fix.kind == "row-twice":
        return Sentence("edit.row", {"row": edits[0].cell.row})
    if fix.kind == "rows-swapped":
        rows = sorted({edit.cell.row for edit in edits})
        return Sentence("edit.rows", {"row": rows[0], "other": rows[-1]})
    return None


def _each_edit(fix: Fix) -> Iterator[Sentence]:
    whole = _of_whole_rows(fix)
    if whole is not None:
        yield whole
        return
    params, edits = fix.params, fix.edits
    who, roles, boxes = _tuple(params, "who"), _tuple(params, "roles"), _tuple(params, "boxes")
    carried = params.get("carried")
    shown = min(_MOST_EDITS, len(edits)) if carried is None else sum(1 for r in roles if r == "first")
    for at, edit in enumerate(edits[:shown]):
        player = who[at] if at < len(who) else ""
        if at < len(boxes):
            yield _of_box(edit, player, boxes[at], again=at > 0 and player == who[at - 1])
        else:
            said = _edit(edit, player, roles[at] if at < len(roles) else "")
            if fix.kind == "other-row" or roles[at : at + 1] == ("fact",):
                said = Sentence("edit.in-row", {"edit": said, "row": edit.cell.row})
            yield said
    if carried is not None:
        yield Sentence(f"carried.{_what(params) if carried else 'sums'}", {"game": carried})
    elif len(edits) > shown:
        yield Sentence("edit.more", {"count": len(edits) - shown})


def _edit(edit: Edit, who: str, role: str) -> Sentence:
    of = "total" if role == "total" else "column" if role in {"column", "fact"} else ""
    if not edit.before.strip():
        key, without = f"fill-{of}".removesuffix("-"), "before"
    elif of == "total" or edit.after.strip():
        key, without = of or "change", ""
    else:
        key, without = "clear", "after"
    # The name may stand in the cell as well.
    named_in = [text.rpartition(who)[2].lstrip(" :=") if who else text for text in (edit.before, edit.after)]
    before, after = map(_shown, named_in)
    named = {"who": shortened(who, _LONGEST), "before": before, "after": after}
    return Sentence(f"edit.{key}", {name: text for name, text in named.items() if name != without})


def _of_box(edit: Edit, who: str, box: str, *, again: bool) -> Sentence:
    """The edit of a box of a card; ``again`` if the edit before is the same player's."""
    named: dict[str, Param | Sentence | Several] = {
        "box": shortened(box, _LONGEST),
        "after": _shown(edit.after),
    }
    key = "box" if edit.before.strip() else "fill-box"
    if key == "box":
        named["before"] = _shown(edit.before)
    if again:
        return Sentence(f"edit.{key}-too", named)
    return Sentence(f"edit.{key}", {"who": shortened(who, _LONGEST), **named})


def _kind(fix: Fix) -> str:
    if fix.kind == "sign":
        if any(not edit.after for edit in fix.edits):
            # What was won and what was lost have columns of their own.
            return "wrong-column"
        return "sign-lost" if _NEGATIVE.search(fix.edits[0].after) else "sign-added"
    return fix.kind


_NEGATIVE = re.compile(r"(?<!\w)-\s?\d")


def _then(fix: Fix) -> Sentence | None:
    params = fix.params
    if not fix.edits or fix.kind in ("number-wrong", "row-copied"):
        # The number of a game is no part of a sum, and a row that was copied adds up as it stands.
        return None
    what = _what(params)
    if "listed" in params:
        return Sentence("then.listed", {"list": plain(str(params["listed"]))})
    if isinstance(params.get("missing"), str):
        return Sentence(f"then.missing-before-{what}", {"game": params["missing"]})
    if "missing" in params:
        return Sentence(f"then.missing-{what}", {"who": params["missing"]})
    if "place" in params:
        return Sentence(f"then.{params['place']}")
    if "all" in params:
        plural = {"game": "games", "entry": "entries", "round": "rounds"}.get(what, "games")
        return Sentence(f"then.{plural}", {"count": params["all"]})
    if what in ("card", "cards") and fix.follows:
        what = f"{what}-with-sums"
    return Sentence(f"then.{what}", {"game": params["game"]}) if params.get("game") else None


def _what(params: Mapping[str, Param]) -> str:
    """What a row is."""
    return kind_of_noun(str(params.get("what", "game")))


def _tuple(params: Mapping[str, Param], key: str) -> tuple[str, ...]:
    value = params.get(key, ())
    return value if isinstance(value, tuple) and not isinstance(value, Worked) else ()


def _shown(text: str) -> str:
    """The content of a cell, with a typographic minus if it is a number."""
    return shortened(shown_number(text.strip()), _LONGEST)


_MOST_NAMED = 6
_WEIGHT = ("ranks", "unknown", "scores", "nothing")
"""Kinds of changes in descending order: the overall change is the first that a repair has."""


def impact_lines(finding: Finding, messages: Messages) -> Iterator[str]:
    """The changes of ranks by the repairs: one sentence if all change the same, else one for each repair;
    none if the impact was not computed."""
    said = impact_sentences(finding)
    for one in said:
        yield f"· {messages.said(one)}" if len(said) > 1 else messages.said(one)


def impact_sentences(finding: Finding) -> list[Sentence]:
    """The sentences of ``impact_lines``, not yet in words."""
    impacts = finding.impact
    if not impacts:
        return []
    if len(set(impacts)) == 1:
        return [Sentence("impact.so" if len(impacts) == 1 else "impact.each", {"what": _change(impacts[0])})]
    if {one.changes for one in impacts} <= {"scores", "nothing"}:
        return [Sentence("impact.each", {"what": Sentence("impact.no_rank")})]
    return [
        Sentence("impact.then", {"repair": edits_sentence(fix), "what": _change(impact)})
        for fix, impact in zip(finding.fixes, impacts, strict=True)
    ]


def impact_json(finding: Finding, messages: Messages) -> dict[str, Any]:
    """The impact as JSON: the overall change, and the changes by each fix, in their order."""
    changes = {one.changes for one in finding.impact}
    return {
        "changes": next(one for one in _WEIGHT if one in changes),
        "message": " ".join(impact_lines(finding, messages)),
        "fixes": [_one_json(one) for one in finding.impact],
    }


def _one_json(one: Impact) -> dict[str, Any]:
    told: dict[str, Any] = {"changes": one.changes}
    if one.why:
        told["why"] = one.why
    for key, who, moved in (
        ("ranks", "player", one.ranks),
        ("teams", "team", one.teams),
        ("season", "player", one.season),
    ):
        if moved:
            told[key] = [{who: each.name, "from": each.before, "to": each.after} for each in moved]
    return told


def _change(one: Impact) -> Sentence | Several:
    """The change as a part of a sentence."""
    if one.changes == "unknown":
        return Sentence(f"impact.unknown.{one.why}")
    if one.changes != "ranks":
        return Sentence(f"impact.{one.changes}")
    parts = [_moves(one.ranks)] if one.ranks else []
    for where, moved in (("teams", one.teams), ("season", one.season)):
        if moved:
            parts.append(
                Sentence(f"impact.{where}_too" if parts else f"impact.{where}", {"what": _moves(moved)})
            )
    return parts[0] if len(parts) == 1 else Several(tuple(parts), inside=True)


def _moves(moved: Sequence[Moved]) -> Sentence:
    if len(moved) == 2:
        first, second = moved
        if first.before is not None and first[1:] == (second.after, second.before):
            names = _name(first), _name(second)
            return Sentence(
                "impact.swap", {"names": names, "first": first.before, "second": second.before or 0}
            )
    parts = [_move(one) for one in moved[:_MOST_NAMED]]
    if len(moved) > _MOST_NAMED:
        parts.append(Sentence("impact.more", {"count": len(moved) - _MOST_NAMED}))
    return Sentence("impact.moves", {"moves": Several(tuple(parts), inside=True)})


def _move(one: Moved) -> Sentence:
    name = _name(one)
    if one.before is None:
        return Sentence("impact.gets", {"name": name, "after": one.after or 0})
    if one.after is None:
        return Sentence("impact.loses", {"name": name, "before": one.before})
    return Sentence("impact.moved", {"name": name, "before": one.before, "after": one.after})


def _name(one: Moved) -> str:
    return shortened(plain(one.name), _LONGEST)
