"""The page without a browser: what it asks, and what it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorecheck.browser import open_workspace


class Page:
    def __init__(self, folder: Path) -> None:
        self.answer = open_workspace(str(folder))

    def ask(self, name: str, files: list[tuple[str, bytes]] | None = None, /, **told: Any) -> Any:
        text, data = self.answer(name, json.dumps({"lang": "en", **told}), files or [])
        return json.loads(text) if data is None else data

    def place(self, *files: tuple[str, bytes]) -> Any:
        return self.ask("place", list(files))["placed"]

    def shown(self, **told: Any) -> Any:
        return self.ask("everything", **told)
