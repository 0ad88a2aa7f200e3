"""scorecheck in a browser: the page asks by name and in JSON, and is answered so.

The page knows no rule, message or table: it hands over files and shows what it is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from scorecheck.browser import questions
from scorecheck.browser.desk import Desk

Files: TypeAlias = "Sequence[tuple[str, bytes | memoryview]]"
Answer: TypeAlias = "Callable[[str, str, Files], tuple[str, bytes | None]]"


def open_desk(folder: str) -> Answer:
    """The function that the page asks: the name of a question, what it tells as JSON, and files.

    It gives the answer as JSON, and a file where one was asked for. ``folder`` is where the files of the
    page are put; it is made, and what happens elsewhere does not matter to it.
    """
    desk = Desk(Path(folder))

    def answer(name: str, told: str, files: Files) -> tuple[str, bytes | None]:
        handed = [(path, bytes(data)) for path, data in files]
        params: dict[str, Any] = {**json.loads(told), "files": handed}
        given = questions.answer(desk, name, params)
        if isinstance(given, bytes):
            return "null", given
        return json.dumps(given), None

    return answer
