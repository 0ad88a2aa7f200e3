"""Fingerprints of findings, stable from run to run even if rows move, for baselines and CI."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from scorecheck.model.finding import Finding


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """One unique fingerprint for each finding, in their order.

    It depends on rule, file, sheet, game (else the params of the message) and content of the cell, but not on
    the row: a note inserted above the table leaves it unchanged. Equal findings are numbered.
    """
    seen: dict[str, int] = {}
    made: list[str] = []
    for finding in findings:
        label = finding.params.get("game")
        cell = "" if finding.cell is None else f"column {finding.cell.column}"
        said = "; ".join(f"{name}={value}" for name, value in sorted(finding.params.items()))
        where = said if label is None else f"game {label}"
        parts = (finding.rule, finding.path, finding.sheet or "", where, cell, finding.value or "")
        key = "\0".join(parts)
        seen[key] = seen.get(key, 0) + 1
        text = f"{key}\0{seen[key]}"
        made.append(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32])
    return made
