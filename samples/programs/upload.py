"""A web address that sheets are sent to, and that answers what is wrong with them.

    pip install scorecheck fastapi python-multipart uvicorn
    uvicorn upload:app
    curl -F sheet=@evening.xlsx 'http://localhost:8000/check?lang=de'

The sheet is checked as it came, and no path of the server stands in the answer.
"""

from __future__ import annotations

import io
from typing import Annotated, Any, Literal

from fastapi import FastAPI, File, HTTPException, UploadFile

import scorecheck

LARGEST = 10 * 1024 * 1024
app = FastAPI(title="Scoresheets")


class Sheet(io.BytesIO):
    """A sheet in memory, with the name that it was sent under."""

    def __init__(self, data: bytes, name: str) -> None:
        """The bytes, and the name by which findings call them."""
        super().__init__(data)
        self.name = name


# No `async`: the check takes the processor, and FastAPI gives such a function a thread of its own.
@app.post("/check")
def check(
    sheet: Annotated[UploadFile, File()],
    lang: Literal["en", "de", "nb"] = "en",
    game: str | None = None,
) -> dict[str, Any]:
    """What is wrong with a sheet, and how it can be mended."""
    data = sheet.file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise HTTPException(413, "the sheet is larger than 10 MB")
    try:
        # The settings are those of whoever writes this program, not of a folder that it happens to run in.
        report = scorecheck.validate(
            Sheet(data, sheet.filename or "sheet"), lang=lang, game=game, settings=None
        )
    except scorecheck.UnknownName as problem:
        raise HTTPException(422, str(problem)) from problem
    return {
        "ok": report.ok,
        "findings": [
            {
                "place": finding.place,
                "rule": finding.rule,
                "severity": finding.severity.word,
                "message": finding.message(),
                "repair": finding.fixes[0].message() if finding.fixes else None,
            }
            for finding in report.findings
        ],
    }
