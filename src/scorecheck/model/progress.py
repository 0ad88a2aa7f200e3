"""How far a long piece of work is: told by what does it, shown by whoever asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Counted: TypeAlias = Literal["files", "rows"]
Progress: TypeAlias = "Callable[[Counted, int, int], None]"
"""Takes what is counted, how many of them are done, and how many there are in all."""
