"""Which process runs which test: those that share something dear go to one, and the longest are begun first.

pytest-xdist has groups for this (``--dist loadgroup``), which it writes into the names of the tests; since
pytest 9.2 these stay as they are, and every group is torn apart without a word. So here a name says by
itself to which group it belongs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdist.scheduler import LoadScopeScheduling


class Shared(LoadScopeScheduling):
    """Gives the groups out in the order in which the tests were collected."""

    def __init__(self, config: Any, log: Any, group: Callable[[str], str]) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self.group = group

    def _split_scope(self, nodeid: str) -> str:
        return self.group(nodeid)
