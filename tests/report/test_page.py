"""The page in a real browser, where there is one: `apt-get install chromium`."""

from __future__ import annotations

import html as html_text
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest


def find_browser() -> str | None:
    """A CI machine with Debian's packages gets one if it has none; nobody else's machine is changed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    if not any(map(shutil.which, names)) and os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get"):
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq", *step], check=False, timeout=400)
    return next(filter(None, map(shutil.which, names)), None)


BROWSER = find_browser()
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium here, and none could be installed")

# Runs in the page and leaves what it found in its last element.
PROBE = """
<script>
const errors = [];
addEventListener("error", event => errors.push(String(event.message)));
</script>
"""
LOOK = """
<script>
const table = document.querySelector("#tickets-table");
const column = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent.trim() === "printed");
const values = () => [...table.tBodies[0].rows].map(row => Number(row.cells[column].dataset.value));
const button = table.tHead.rows[0].cells[column].querySelector("button");
button.click();
const once = values();
button.click();
const twice = values();
const before = getComputedStyle(document.body).backgroundColor;
document.querySelector("button.theme").click();
const after = getComputedStyle(document.body).backgroundColor;
const sizes = [...document.querySelectorAll("figure svg")].map(svg => svg.getBoundingClientRect().height);
const images = [...document.images].filter(image => !image.complete || !image.naturalWidth).length;
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
const found = document.createElement("pre");
found.id = "found";
found.textContent = JSON.stringify({errors, once, twice, before, after, sizes, images, wide});
document.body.append(found);
</script>
"""


@pytest.fixture(scope="module", params=["1200,900", "500,900"], ids=["desk", "phone"])
def looked(
    request: pytest.FixtureRequest, report: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], str]:
    """What the page says of itself, and what the browser complained of."""
    folder = tmp_path_factory.mktemp("page")
    page = folder / "report.html"
    text = (report / "report.html").read_text(encoding="utf-8")
    page.write_text(text.replace("<body>", "<body>" + PROBE).replace("</body>", LOOK + "</body>"), encoding="utf-8")
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]
    options += [f"--window-size={request.param}", f"--user-data-dir={folder / 'profile'}"]
    assert BROWSER is not None
    ran = subprocess.run([BROWSER, *options, page.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.DOTALL)
    assert found is not None, ran.stderr[-2000:]
    return json.loads(html_text.unescape(found[1])), ran.stderr


def test_no_error_and_no_missing_picture(looked: tuple[dict[str, Any], str]) -> None:
    found, complaints = looked
    assert found["errors"] == []
    assert "CONSOLE" not in complaints
    assert found["images"] == 0
    assert len(found["sizes"]) >= 10
    assert min(found["sizes"]) > 100


def test_tables_sort_on_click(looked: tuple[dict[str, Any], str]) -> None:
    found, _ = looked
    assert found["once"] == sorted(found["once"], reverse=True)
    assert found["twice"] == sorted(found["once"])


def test_theme_can_be_switched(looked: tuple[dict[str, Any], str]) -> None:
    found, _ = looked
    assert found["before"] != found["after"]


def test_nothing_is_wider_than_the_screen(looked: tuple[dict[str, Any], str]) -> None:
    found, _ = looked
    assert found["wide"] <= 0
