"""A headless Chromium, spoken to through a pipe: what a page does, asks for and complains of."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def program() -> str | None:
    """The browser of this computer."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """One page in a browser of its own."""

    def __init__(self, profile: Path) -> None:
        binary = program()
        assert binary is not None, "Chromium must be there where CI is set"
        out_read, out_write = os.pipe()
        in_read, in_write = os.pipe()
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            f"--user-data-dir={profile}",
            "--remote-debugging-pipe",
        ]

        def at_three_and_four() -> None:
            # The browser listens at its file 3 and answers at its file 4.
            high = fcntl.fcntl(out_write, fcntl.F_DUPFD, 100)
            os.dup2(in_read, 3)
            os.dup2(high, 4)

        self._process = subprocess.Popen(
            [binary, *options],
            preexec_fn=at_three_and_four,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(in_read)
        os.close(out_write)
        self._in, self._out = in_write, os.fdopen(out_read, "rb")
        self._count = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        os.close(self._in)
        self._out.close()
        self._process.terminate()
        self._process.wait(20)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Says something, and waits for the answer; what happens meanwhile is kept in ``events``."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._in, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._out.read(1)) != b"\0":
            assert byte, "the browser has ended"
            data += byte
        answer: dict[str, Any] = json.loads(data)
        if "method" in answer:
            self.events.append(answer)
        return answer

    def open(self, page: Path, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Opens a file, and waits until all of it is there."""
        self.events.clear()
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", media="screen", features=[scheme])
        self.send("Page.navigate", url=page.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._next()

    def value(self, script: str) -> Any:
        """What a script gives; a promise is waited for."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def complaints(self) -> list[str]:
        """Errors and warnings that the page gave rise to."""
        found: list[str] = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(event["params"]["exceptionDetails"]))
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(json.dumps(event["params"]["args"]))
            elif event["method"] == "Log.entryAdded":
                found.append(event["params"]["entry"]["text"])
        return found

    def requests(self) -> list[str]:
        """Everything that was asked for besides the page itself and what it carries."""
        asked = [
            event["params"]["request"]["url"]
            for event in self.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        return [url for url in asked[1:] if not url.startswith("data:")]

    def picture(self) -> bytes:
        """The page as it can be seen now."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])
