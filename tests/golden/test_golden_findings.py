"""The findings in corpus and samples, as they were looked at: a change shows as a diff of the list."""

from __future__ import annotations

import json
import sys

from support import ROOT

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_corpus_findings import LIST, found


def test_the_findings_are_those() -> None:
    assert found() == json.loads(LIST.read_text(encoding="utf-8"))
