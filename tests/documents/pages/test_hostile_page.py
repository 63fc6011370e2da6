"""Markup, quotes, long and right-to-left names of boards, cities, bots and metrics show as text, and run nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.documents.pages.page import Page
from tests.runs.test_inputs import EAGER, NEW_YORK
from ttrsim.documents.report.api import report as write_report
from ttrsim.studies.run.api import run

MARKUP = """</script><img src=x onerror=alert(1)>"'&amp;{{7*7}}"""
HEBREW = "חיפה \u202eאבג"
SHOWN_HEBREW = "חיפה \\u202eאבג"
LONG = "Llanfair" * 60
TITLE = "<svg onload=alert(2)> " + "T" * 300
METRIC = '''
"""Metrics."""
import polars as pl
from ttrsim.measures.registry import metric

@metric("claims", by="what", kind="share", per="game")
def crowded(batch):
    """Share of <b onclick=alert(3)>games</b> "with" claims.

    Formula: claims / games.
    """
    return batch.claims.select("deal", what=pl.lit("<script>alert(4)</script>"), value=1)
'''


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hostile")
    shutil.copytree(NEW_YORK, place / "board")
    for file in ("cities.csv", "routes.csv", "tickets.csv"):
        path = place / "board" / file
        text = path.read_text(encoding="utf-8")
        for old, new in (("Chelsea", MARKUP), ("Soho", HEBREW), ("Chinatown", LONG)):
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    header = place / "board/board.toml"
    header.write_text(header.read_text("utf-8").replace("Ticket to Ride: New York", TITLE), encoding="utf-8")
    bot = place / "<i>b'ot<!--.py"
    shutil.copy(EAGER, bot)
    (place / "metrics.py").write_text(METRIC, encoding="utf-8")
    seats = [f"{bot}:eager", "greedy"]
    runs = [
        run({"board": str(place / "board"), "seats": seats, "deals": 40, "seed": seed}, out=place / name)
        for seed, name in ((1, "<img src=y onerror=alert(5)>"), (2, "עברית"))
    ]
    return write_report(runs, out=place / "report", parts=["html"], metrics=[place / "metrics.py"]).folder


@pytest.mark.parametrize("width", [390, 1280])
def test_every_name_is_text(page: Page, report: Path, width: int) -> None:
    page.open(report / "report.html", width=width)  # a dialog, an error or a request would fail the test
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert page.overflow() == 0
    assert page.count("main img, main b, main i, main script:not([type])") == 0
    shown = page.text("body")
    for name in (
        MARKUP,
        SHOWN_HEBREW,
        LONG,
        TITLE,
        "<i>b'ot<!--",
        "<b onclick=alert(3)>games</b>",
        "<img src=y onerror=alert(5)>",
    ):
        assert name in shown
    assert page.evaluate("document.title").startswith("ttrsim report: runs <img src=y onerror=alert(5)>, עברית")


@pytest.mark.parametrize("name", [MARKUP, SHOWN_HEBREW, LONG])
def test_the_map_the_panel_and_the_tip_show_text(page: Page, report: Path, name: str) -> None:
    page.open(report / "report.html")
    labels = page.evaluate(
        "[...document.querySelectorAll('#atlas .city')].map((one) => [one.dataset.key, one.ariaLabel])"
    )
    city = next(key for key, label in labels if label.startswith(name))
    page.click(f'#atlas [data-key="{city}"] circle')
    assert page.text(".panel h3") == name
    assert name in page.text(".tip")
    assert page.count(".panel img, .tip img, .panel script, .tip script") == 0
    listed = page.evaluate("[...document.querySelectorAll('.panel li')].map((one) => one.textContent)")
    assert listed
    assert all(name in text for text in listed)
    assert page.overflow() == 0
