"""Writes ``tests/golden/findings.json``: what is found in each file of the corpus and the samples.

    python tests/tools/make_corpus_findings.py

Each finding with its place, weight and rule, and the edits of the repair that comes first. A change shows as
a diff: look at each line of it. What *must* be found in the corpus stands in its ``expected.toml``.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorecheck.checking import check
from scorecheck.job import plan
from scorecheck.model.finding import Finding
from scorecheck.pipeline import Keep, Settings

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "golden" / "findings.json"
FOLDERS = ("samples", "tests/corpus")


def found() -> dict[str, list[str]]:
    """The findings in every file."""
    job = plan([str(ROOT / folder) for folder in FOLDERS], ROOT, Settings(), None)
    checked = check(job, None, Settings(), Keep())
    if checked.crashes:
        raise RuntimeError(checked.crashes[0].cause)
    return {file.path: [line(finding) for finding in file.findings] for file in checked.files}


def line(finding: Finding) -> str:
    """A finding in one line."""
    where = f"{finding.sheet or ''}!{finding.cell.a1 if finding.cell else ''}"
    edits = finding.fixes[0].edits if finding.fixes else ()
    repair = ", ".join(f"{edit.cell.a1}: {edit.before} → {edit.after}" for edit in edits)
    said = f"{where} {finding.severity.word} {finding.rule}"
    return f"{said} ({repair})" if repair else said


def text() -> str:
    """The list as it is written."""
    return json.dumps(dict(sorted(found().items())), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    LIST.write_text(text(), encoding="utf-8")
