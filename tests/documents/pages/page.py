"""A page in the browser, used as a person would: pointer, keys, sizes, colour schemes; its faults are collected."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

from tests.documents.pages.chromium import PATIENCE, BrowserError, Chromium

HERE = Path(__file__).parent
KEYS = {  # key: (code, virtual key code, text)
    "Enter": ("Enter", 13, "\r"),
    "Tab": ("Tab", 9, ""),
    "Escape": ("Escape", 27, ""),
    "Backspace": ("Backspace", 8, ""),
    " ": ("Space", 32, " "),
    "Home": ("Home", 36, ""),
    "End": ("End", 35, ""),
    "PageUp": ("PageUp", 33, ""),
    "PageDown": ("PageDown", 34, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
}
SHIFT = 8


class Page:
    """One tab in a browser context of its own. `errors` and `requests` hold what went wrong and what was fetched."""

    def __init__(self, browser: Chromium) -> None:
        self._browser = browser
        self._context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self._context)["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._loaded = False
        self.errors: list[str] = []
        self.requests: list[str] = []
        browser.listen(self._session, self._note)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def open(
        self, file: Path, width: int = 1280, *, javascript: bool = True, scheme: str = "light", still: bool = False
    ) -> Page:
        """Open a file: `scheme` is light or dark, `still` asks for reduced motion."""
        self.resize(width)
        self.emulate(scheme, still=still)
        self._call("Emulation.setScriptExecutionDisabled", value=not javascript)
        self._loaded = False
        self._call("Page.navigate", url=file.resolve().as_uri())
        self._browser.wait_for(lambda: self._loaded, f"opening {file.name}")
        return self

    def resize(self, width: int, height: int = 900) -> None:
        phone = width < 600
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self._call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def emulate(self, scheme: str = "light", *, still: bool = False, media: str = "") -> None:
        """Colour scheme, reduced motion and medium: "print" or the screen."""
        motion = "reduce" if still else "no-preference"
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        self._call("Emulation.setEmulatedMedia", media=media, features=features)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if fault := answer.get("exceptionDetails"):
            raise BrowserError(f"{expression}: {_describe(fault)}")
        return answer["result"].get("value")

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise BrowserError(f"never true: {expression}")
            time.sleep(0.02)

    def count(self, selector: str) -> int:
        return int(self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def text(self, selector: str) -> str:
        """What is shown of the first element that matches."""
        return str(self.evaluate(f"{_one(selector)}.innerText ?? {_one(selector)}.textContent"))

    def attribute(self, selector: str, name: str) -> str | None:
        value = self.evaluate(f"{_one(selector)}.getAttribute({json.dumps(name)})")
        return None if value is None else str(value)

    def focus(self, selector: str) -> None:
        self.evaluate(f"{_one(selector)}.focus()")

    def is_focused(self, selector: str) -> bool:
        return bool(self.evaluate(f"document.activeElement === {_one(selector)}"))

    def hover(self, selector: str) -> None:
        self._mouse("mouseMoved", *self._point(selector))

    def click(self, selector: str) -> None:
        """Click where the element can be hit; fails if another element covers it."""
        x, y = self._point(selector)
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, button="left", clickCount=1)
        self._mouse("mouseReleased", x, y, button="left", clickCount=1)

    def tap(self, selector: str) -> None:
        """Touch an element with a finger."""
        x, y = self._point(selector)
        self._call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self._call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def drag(self, selector: str, to: float) -> None:
        """Press in the middle of an element and release at a share of its width, as on a slider."""
        element = _one(selector)
        self.evaluate(f"{element}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        box = self.evaluate(f"{element}.getBoundingClientRect().toJSON()")
        y = box["y"] + box["height"] / 2
        self._mouse("mousePressed", box["x"] + box["width"] / 2, y, button="left", clickCount=1)
        self._mouse("mouseMoved", box["x"] + box["width"] * to, y, button="left")
        self._mouse("mouseReleased", box["x"] + box["width"] * to, y, button="left", clickCount=1)

    def press(self, *keys: str, shift: bool = False) -> None:
        """Press keys by name ("Enter", "ArrowRight") or by character."""
        for key in keys:
            code, number, text = KEYS.get(key, ("", ord(key.upper()) if len(key) == 1 else 0, key))
            common = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": SHIFT if shift else 0}
            down = "keyDown" if text else "rawKeyDown"
            self._call("Input.dispatchKeyEvent", type=down, **common, **({"text": text} if text else {}))
            self._call("Input.dispatchKeyEvent", type="keyUp", **common)

    def fill(self, selector: str, text: str) -> None:
        """Replace what a field holds, as typing would."""
        self.evaluate(f"({_one(selector)}.focus(), {_one(selector)}.select())")
        if text:
            self._call("Input.insertText", text=text)
        else:
            self.press("Backspace")

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select element by its value."""
        field = _one(selector)
        change = "dispatchEvent(new Event('change', {bubbles: true}))"
        chosen = self.evaluate(f"({field}.value = {json.dumps(value)}, {field}.{change}, {field}.value)")
        if chosen != value:
            raise BrowserError(f"{selector} has no option {value!r}")

    def screenshot(self, file: Path, *, whole: bool = False) -> Path:
        """Save a picture of the window, or of the whole page."""
        picture = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(picture["data"]))
        return file

    def processor_seconds(self) -> float:
        """Processor time of the tab so far."""
        self._call("Performance.enable")
        metrics = {one["name"]: one["value"] for one in self._call("Performance.getMetrics")["metrics"]}
        return float(metrics["ProcessTime"])

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def faint_text(self, least: float = 4.5) -> list[str]:
        """Shown text whose contrast with its background is below the least, with the contrast."""
        scan = (HERE / "contrast.js").read_text("utf-8")
        found = self.evaluate(f"({scan})({least})")
        return [f"{entry['ratio']:.2f} {entry['where']}: {entry['text']}" for entry in found]

    def close(self) -> None:
        self._browser.forget(self._session)
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def _point(self, selector: str) -> tuple[float, float]:
        """A point of the window at which a pointer hits the element."""
        script = (HERE / "point.js").read_text("utf-8")
        point = self.evaluate(f"({script})({_one(selector)})")
        if point is None:
            raise BrowserError(f"{selector} cannot be hit: it is hidden, or something covers it")
        return point["x"], point["y"]

    def _note(self, method: str, event: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.errors.append(_describe(event["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(part.get("value", part.get("description", ""))) for part in event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            self.errors.append(event["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not event["request"]["url"].startswith("data:"):
            self.requests.append(event["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append(f"dialog: {event['message']}")
            self._call("Page.handleJavaScriptDialog", accept=True)


def _one(selector: str) -> str:
    """An expression for the first element that matches; it throws where there is none."""
    wanted = json.dumps(selector)
    return f"(document.querySelector({wanted}) ?? (() => {{ throw new Error('no element ' + {wanted}) }})())"


def _describe(fault: dict[str, Any]) -> str:
    return str(fault.get("exception", {}).get("description") or fault.get("text"))
