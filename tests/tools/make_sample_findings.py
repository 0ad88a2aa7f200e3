"""Writes ``samples/findings.json``: what is to be found in each sample. ``scorecheck doctor`` asks for it.

    python tests/tools/make_sample_findings.py

A change shows as a diff: look at each line of it.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorecheck.cli.doctor import LIST, findings_of_samples

FOLDER = Path(__file__).resolve().parents[2] / "samples"


def listed() -> str:
    """The list as it is written."""
    return json.dumps(findings_of_samples(FOLDER), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (FOLDER / LIST).write_text(listed(), encoding="utf-8")
