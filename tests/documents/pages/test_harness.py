"""The harness itself: what it must notice, and what it must be able to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.pages.chromium import BrowserError, Chromium
from tests.documents.pages.page import Page

DOCUMENT = """<!doctype html><meta charset="utf-8"><title>t</title>
<meta name="viewport" content="width=device-width">
<style>body { background: white; color: black; margin: 0 } .faint { color: #999 } button:hover { outline: 1px solid }
@media (prefers-color-scheme: dark) { body { background: black; color: white } }
@media (prefers-reduced-motion: reduce) { p.motion { display: none } } #wide { width: 500px; background: #eee }
#cover { position: absolute; top: 0; left: 300px; width: 50px; height: 50px; background: red }
#covered { position: absolute; top: 10px; left: 310px; width: 5px; height: 5px; z-index: -1 }</style>
<button id="push">push</button><p class="motion">moves</p><p class="faint">faint</p><div id="wide">wide</div>
<input id="field" value="old">
<select id="list"><option>one<option>two</select><div id="covered"></div><div id="cover"></div>
<svg width="100" height="20"><line id="line" x1="0" y1="0" x2="100" y2="20" stroke="black"/></svg>
<script>window.seen = []
push.onclick = () => seen.push("click")
push.onmouseenter = () => seen.push("enter")
line.onmouseenter = () => seen.push("line")
document.onkeydown = (event) => seen.push(event.key); list.onchange = () => seen.push(list.value)</script>
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("harness") / "page.html"
    file.write_text(DOCUMENT, "utf-8")
    return file


def test_pointer_keys_and_fields(page: Page, document: Path) -> None:
    page.open(document)
    page.click("#push")
    page.hover("#line")
    page.press("ArrowRight", "a")
    page.choose("#list", "two")
    assert page.evaluate("seen") == ["enter", "click", "line", "ArrowRight", "a", "two"]
    page.fill("#field", "new")
    assert page.evaluate("field.value") == "new"
    page.fill("#field", "")
    assert page.evaluate("field.value") == ""
    page.tap("#push")
    page.focus("#push")
    page.press("Enter")
    page.press("Tab")
    assert page.is_focused("#field")
    assert page.evaluate("seen.filter((what) => what === 'click').length") == 3


def test_what_cannot_be_reached_is_an_error(page: Page, document: Path) -> None:
    page.open(document)
    with pytest.raises(BrowserError, match="cannot be hit"):
        page.click("#covered")
    with pytest.raises(BrowserError, match="no element"):
        page.text("#nothing")
    with pytest.raises(BrowserError, match="no option"):
        page.choose("#list", "three")


def test_sizes_schemes_motion_and_contrast(page: Page, document: Path, tmp_path: Path) -> None:
    page.open(document, width=390)
    assert page.overflow() >= 110
    assert [entry.split()[1:] for entry in page.faint_text()] == [["P.faint:", "faint"]]
    assert "moves" in page.text("body")
    page.open(document, width=600, scheme="dark", still=True)
    assert page.overflow() == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    assert "moves" not in page.text("body")
    assert page.screenshot(tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")


def test_a_page_without_javascript(page: Page, document: Path) -> None:
    page.open(document, javascript=False)
    assert page.evaluate("window.seen === undefined")
    page.open(document)
    assert page.evaluate("window.seen !== undefined")


def test_faults_and_requests_are_collected(browser: Chromium, tmp_path: Path) -> None:
    file = tmp_path / "bad.html"
    file.write_text(
        "<!doctype html><link rel=icon href=data:,><img src=http://example.org/x.png>"
        "<script>console.error('first'); alert('third'); setTimeout(() => { throw new Error('second') })</script>",
        "utf-8",
    )
    page = Page(browser)
    page.open(file)
    page.wait("document.readyState === 'complete'")
    assert page.requests == [file.as_uri(), "http://example.org/x.png"]
    assert any("first" in error for error in page.errors)
    assert any("second" in error for error in page.errors)
    assert "dialog: third" in page.errors
    page.close()
