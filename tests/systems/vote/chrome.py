"""A headless Chromium to click and type in, over its own debugging pipe."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE_SECONDS, until
from tests.server.browser import flags


class Chrome:
    """One tab."""

    def __init__(self, reader: int, writer: int) -> None:
        self._writer = writer
        self._last = 0
        self._session: str | None = None
        self._answers: dict[int, dict[str, Any]] = {}
        self._arrived = threading.Condition()
        self.logged: list[str] = []
        self._thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self._thread.start()

    def _read(self, reader: int) -> None:
        rest = b""
        with suppress(OSError):
            while part := os.read(reader, 65536):
                *whole, rest = (rest + part).split(b"\0")
                for text in whole:
                    self._take(json.loads(text))

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") in {"Runtime.exceptionThrown", "Log.entryAdded"}:
            self.logged.append(json.dumps(message["params"]))
        if "id" in message:
            with self._arrived:
                self._answers[message["id"]] = message
                self._arrived.notify_all()

    def call(self, method: str, **params: Any) -> Any:
        """Ask the browser for something."""
        self._last += 1
        number = self._last
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        with self._arrived:
            assert self._arrived.wait_for(
                lambda: number in self._answers, timeout=PATIENCE_SECONDS
            ), method
        answer = self._answers.pop(number)
        assert "error" not in answer, answer
        return answer["result"]

    def join(self) -> None:
        """Wait until the browser's end of the pipe is closed."""
        self._thread.join()

    def begin(self) -> None:
        """Open a tab, and listen to what goes wrong in it."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def size(self, width: int, height: int = 900) -> None:
        """Be as wide as a screen or a telephone."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def without_scripts(self) -> None:
        """Run no script of any page."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def open(self, url: str) -> None:
        """Go to a page, and wait until it is there."""
        self.run("window.before = true")
        self.call("Page.navigate", url=url)
        self.settle()

    def settle(self) -> None:
        """Wait until another page than before is there."""
        until(
            lambda: self.run("document.readyState === 'complete' && !window.before"),
            "the page is loaded",
        )

    def run(self, script: str) -> Any:
        """Evaluate something in the page."""
        try:
            result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        except AssertionError as moved:
            if "context" in str(moved):
                return None
            raise
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def submit(self, selector: str) -> None:
        """Press a button that leads to another page."""
        self.run("window.before = true")
        self.click(selector)
        self.settle()

    def click(self, selector: str) -> None:
        """Press the middle of something."""
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def middle(self, selector: str) -> tuple[float, float]:
        """Where something is; it is scrolled into view."""
        found = self.run(
            f"""(() => {{
                const one = document.querySelector({json.dumps(selector)});
                one.scrollIntoView({{block: "center", behavior: "instant"}});
                const box = one.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        assert found, f"{selector} is not there"
        return found[0], found[1]

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Move or press the mouse."""
        button = {"button": "left", "clickCount": 1, "buttons": 1}
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def drag(self, selector: str, to: tuple[float, float]) -> None:
        """Drag something somewhere."""
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y)
        for step in range(1, 11):
            self.mouse("mouseMoved", x + (to[0] - x) * step / 10, y + (to[1] - y) * step / 10)
        self.mouse("mouseReleased", *to)

    def type(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)

    def key(self, key: str, text: str = "") -> None:
        """Press a key where the focus is."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **more)

    def screenshot(self, path: Path) -> None:
        """Keep what is seen, the whole page."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def chrome(profile: Path) -> Generator[Chrome]:
    """Run a browser while the block runs."""
    from_browser, to_us = os.pipe()
    to_browser, from_us = os.pipe()

    def connect() -> None:
        # The browser reads from 3 and writes to 4; the pipes may stand there themselves.
        read, write = os.dup(to_browser), os.dup(to_us)
        high_read, high_write = os.dup2(read, 53), os.dup2(write, 54)
        os.dup2(high_read, 3)
        os.dup2(high_write, 4)

    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        flags(profile, "--remote-debugging-pipe", "--lang=en-GB"),
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        preexec_fn=connect,
        close_fds=False,
    )
    os.close(to_browser)
    os.close(to_us)
    tab = Chrome(from_browser, from_us)
    try:
        tab.begin()
        yield tab
    finally:
        process.kill()
        process.wait()
        os.close(from_us)
        tab.join()
        os.close(from_browser)
