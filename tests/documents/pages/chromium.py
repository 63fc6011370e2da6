"""Headless Chromium, driven over the DevTools protocol by a pair of pipes: no driver, no port, no further package."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 300.0  # seconds for one answer: a cold or busy machine is slow, but a hung browser must not hang the tests
FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",  # the tests may run as root, where the sandbox refuses to start
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # every page must work offline
)

Event = Callable[[str, dict[str, Any]], None]


def find_chromium() -> str | None:
    """A CI machine with Debian's packages gets one if it has none; nobody else's machine is changed."""
    if not any(map(shutil.which, NAMES)) and os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get"):
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq", *step], check=False, timeout=400)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class BrowserError(Exception):
    """The browser refused a command, or did not answer."""


class Chromium:
    """One browser process. Sessions are its pages, by the identifiers the protocol gives them."""

    def __init__(self, program: str) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        self._numbers = itertools.count(1)
        self._listeners: dict[str, Event] = {}
        self._answered: dict[int, dict[str, Any]] = {}  # by the number of the command
        self._unread = b""
        theirs_in, self._commands = os.pipe()
        self._answers, theirs_out = os.pipe()
        self._pid = _start(
            [program, *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"], theirs_in, theirs_out
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.version = str(self.call("Browser.getVersion")["product"])

    def listen(self, session: str, listener: Event) -> None:
        self._listeners[session] = listener

    def forget(self, session: str) -> None:
        self._listeners.pop(session, None)

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Send a command and return its answer. Events that arrive meanwhile go to the listeners of their sessions."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while number not in self._answered:
            self._dispatch(self._read(deadline, method))
        answer = self._answered.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    def wait_for(self, is_done: Callable[[], bool], what: str) -> None:
        """Dispatch events until the condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not is_done():
            self._dispatch(self._read(deadline, what))

    def close(self) -> None:
        with contextlib.suppress(BrowserError, OSError):
            self.call("Browser.close")
        os.close(self._commands)
        os.close(self._answers)
        os.waitpid(self._pid, 0)
        self._profile.cleanup()

    def _dispatch(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self._answered[message["id"]] = message
        elif listener := self._listeners.get(message.get("sessionId", "")):
            listener(message.get("method", ""), message.get("params", {}))

    def _read(self, deadline: float, what: str) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise BrowserError(f"{what}: no answer within {PATIENCE:.0f} seconds")
            chunk = os.read(self._answers, 1 << 20)
            if not chunk:
                raise BrowserError(f"{what}: the browser has ended")
            self._unread += chunk
        message, _, self._unread = self._unread.partition(b"\0")
        return dict(json.loads(message))


def _start(command: list[str], commands: int, answers: int) -> int:
    """Start the browser. It reads commands from descriptor 3 and writes answers to descriptor 4."""
    quiet = os.open(os.devnull, os.O_RDWR)
    # Copies far above 3 and 4, because one of ours may already have such a number.
    high = [_copy_above(fd) for fd in (commands, answers)]
    try:
        return os.posix_spawn(
            command[0],
            command,
            os.environ | {"HOME": tempfile.gettempdir()},
            file_actions=[
                *((os.POSIX_SPAWN_DUP2, quiet, standard) for standard in (0, 1, 2)),
                (os.POSIX_SPAWN_DUP2, high[0], 3),
                (os.POSIX_SPAWN_DUP2, high[1], 4),
            ],
        )
    finally:
        for fd in (quiet, *high):
            os.close(fd)


def _copy_above(fd: int) -> int:
    import fcntl  # not on Windows, where these tests are skipped

    return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10)
