"""scorecheck in a browser: the page sends named questions as JSON, and gets answers as JSON.

The page knows no rules, messages or tables: it sends files and shows the answers. What cannot be done raises
a ``Refusal`` or ``BrokenFile``, of which ``questions.answer`` makes a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from scorecheck.browser import questions
from scorecheck.browser.workspace import Workspace

Files: TypeAlias = "Sequence[tuple[str, bytes | memoryview]]"
Answering: TypeAlias = "Callable[[str, str, Files], tuple[str, bytes | None]]"


def open_workspace(folder: str) -> Answering:
    """The function that answers the page. Its arguments are the name of a question, params as JSON, and
    files.

    It returns the answer as JSON, and a file where one was asked for. The files of the page are kept in
    ``folder``, which is created.
    """
    workspace = Workspace(Path(folder))

    def answer(name: str, told: str, files: Files) -> tuple[str, bytes | None]:
        handed = [(path, bytes(data)) for path, data in files]
        params: dict[str, Any] = {**json.loads(told), "files": handed}
        given = questions.answer(workspace, name, params)
        if isinstance(given, bytes):
            return "null", given
        return json.dumps(given), None

    return answer
