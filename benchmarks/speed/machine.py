"""On what was measured, and when."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def described(versions: Mapping[str, str], missing: Mapping[str, str], *, floor: float) -> str:
    """The day, the computer and the versions, in sentences."""
    day = datetime.now(UTC).date().isoformat()
    tools = ", ".join(f"{name} {version}" for name, version in versions.items())
    gone = "".join(f" Not installed: {name} ({why})." for name, why in missing.items())
    load = f"{os.getloadavg()[0]:.1f}"
    return (
        f"Measured on {day} with {os.cpu_count()} cores ({_processor()}), {platform.system()}; load at the "
        f"end {load}. {tools}.{gone} No peak below {floor:.0f} MB could be seen."
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
