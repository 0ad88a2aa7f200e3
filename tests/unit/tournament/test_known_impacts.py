"""Every event of ``tests/impacts``: what each repair of its faulty sheet would change in the ranks."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scorecheck.many_files.job import plan
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.whole_event.check_job import check
from support import ROOT, write_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.finding import Fix, Impact, Moved
    from scorecheck.model.outcome import Checked

CASES = sorted((ROOT / "tests" / "impacts").glob("*.toml"))


def checked_event(case: dict[str, Any], folder: Path) -> Checked:
    write_event(case, folder)
    settings = Settings()
    job = plan(["."], folder, settings, None)
    assert not job.broken, job.broken
    checked = check(job, settings, Keep(impact=True))
    assert checked.crashes == ()
    return checked


def told(fix: Fix, impact: Impact) -> str:
    edits = ", ".join(f"{edit.cell.a1}={edit.after}" for edit in fix.edits)
    words = [edits, impact.changes, impact.why, moves(impact.ranks)]
    if impact.teams:
        words += ["teams", moves(impact.teams)]
    return " ".join(word for word in words if word)


def moves(moved: Sequence[Moved]) -> str:
    return ", ".join(f"{one.name} {one.before or '-'}-{one.after or '-'}" for one in moved)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_impact(path: Path, tmp_path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    checked = checked_event(case, tmp_path)
    found = {
        f"{one.path} {one.cell.a1 if one.cell else '-'}": [
            told(fix, impact) for fix, impact in zip(one.fixes, one.impact, strict=True)
        ]
        for one in checked.findings
        if one.fixes
    }
    assert found == case["findings"]
