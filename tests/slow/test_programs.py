"""The programs in samples/programs do what they say."""

from __future__ import annotations

import json
import smtplib
import sys
from email.message import EmailMessage
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support import ROOT, needs
from unit.test_api import FAULTY, TABLE

PROGRAMS = ROOT / "samples" / "programs"


def program(name: str) -> ModuleType:
    path = PROGRAMS / f"{name}.py"
    module = ModuleType(f"program_{name}")
    # FastAPI looks there for what the annotations of the module mean.
    sys.modules[module.__name__] = module
    # Not by an import, which would leave its bytecode among the samples.
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), vars(module))
    return module


def client() -> Any:
    for module in ("fastapi", "httpx", "python_multipart"):
        needs(module, "slow")
    from fastapi.testclient import TestClient

    return TestClient(program("upload").app)


def test_the_upload_says_what_is_wrong() -> None:
    answer = client().post(
        "/check", params={"lang": "de"}, files={"sheet": ("C:\\private\\abend.csv", FAULTY.encode())}
    )
    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is False
    (finding,) = told["findings"]
    assert finding["rule"] == "doppelkopf/zero-sum"
    assert finding["message"] == "Spiel 5 ergibt zusammen +2 statt 0."
    assert finding["repair"].startswith("Bei Dora sollte −3 statt −1 stehen")
    assert finding["place"].startswith("abend.csv")
    assert "private" not in answer.text


def test_the_upload_says_that_all_is_well_and_refuses_what_it_does_not_know() -> None:
    web = client()
    answer = web.post("/check", files={"sheet": (TABLE.name, TABLE.read_bytes())})
    assert answer.json() == {"ok": True, "findings": []}
    answer = web.post("/check", params={"game": "dopelkopf"}, files={"sheet": ("a.csv", FAULTY.encode())})
    assert (answer.status_code, "doppelkopf" in answer.text) == (422, True)
    answer = web.post("/check", files={"sheet": ("a.csv", b"1" * (10 * 1024 * 1024 + 1))})
    assert answer.status_code == 413
    assert web.post("/check").status_code == 422


class Post:
    """A mail server that keeps what it is given."""

    sent: list[EmailMessage]

    def __init__(self, host: str) -> None:
        self.host = host

    def __enter__(self) -> Post:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send_message(self, mail: EmailMessage) -> None:
        Post.sent.append(mail)


def test_the_nightly_script_mails_what_is_new_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nightly = program("nightly")
    monkeypatch.setattr(smtplib, "SMTP", Post)
    Post.sent = []
    sheets = tmp_path / "league"
    sheets.mkdir()
    (sheets / "evening.csv").write_text(FAULTY, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["nightly.py", str(sheets), "--to", "anna@example.org", "--lang", "nb"])

    assert nightly.main() == 1
    (mail,) = Post.sent
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "league: 1 new on the scoresheets")
    assert "Spill 5" in mail.get_content()

    assert nightly.main() == 1
    assert len(Post.sent) == 1, "nobody reads the same fault twice"

    (sheets / "evening.csv").write_text(FAULTY.replace("3,3,-3,-1", "3,3,-3,-3"), encoding="utf-8")
    assert nightly.main() == 0
    assert len(Post.sent) == 1
    (sheets / "evening.csv").write_text(FAULTY, encoding="utf-8")
    assert nightly.main() == 1
    assert len(Post.sent) == 2, "what comes back is news"

    monkeypatch.setattr(sys, "argv", ["nightly.py", str(tmp_path / "none"), "--to", "anna@example.org"])
    assert nightly.main() == 2
    assert "none" in capsys.readouterr().err


def test_the_notebook_plots_a_season(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("matplotlib", "slow")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown: list[list[str]] = []

    def show() -> None:
        shown.append([line.get_label() for line in pyplot.gca().get_lines()])
        pyplot.close("all")

    monkeypatch.setattr(pyplot, "show", show)
    monkeypatch.chdir(ROOT)
    notebook = json.loads((PROGRAMS / "season.ipynb").read_text(encoding="utf-8"))
    space: dict[str, Any] = {}
    codes = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for code in codes:
        exec(code, space)
    # As the standings have it: the score of each player is what the last point of the line stands at.
    course = space["course"].iloc[-1]
    assert course["Chris"] == 10.0
    assert [sorted(labels) for labels in shown] == [
        ["Anna", "Bernd", "Chris", "Dora", "Emil"],
        sorted(set(space["evening"]["player"])),
    ]
    assert all(cell["outputs"] == [] for cell in notebook["cells"] if cell["cell_type"] == "code")
