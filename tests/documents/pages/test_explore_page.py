"""The report on Explore New York in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.pages.page import Page
from ttrsim.documents.report.api import report as write_report
from ttrsim.studies.run.api import run

SCENARIO = {"board": "explore-new-york", "seats": ["greedy", "random"], "deals": 40, "seed": 3}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    played = run(SCENARIO, out=tmp_path_factory.mktemp("explore") / "small")
    return write_report(played, parts=["html"]).folder / "report.html"


def test_the_map_shows_blocks_cafes_and_roads(page: Page, report: Path) -> None:
    page.open(report)
    assert "stand-in board" in page.text(".legend .about")
    for measure, selector in (
        ("blocks.visited", "#atlas .block path"),
        ("cafes.visited", "#atlas .cafe circle"),
        ("roads.used", "#atlas .road path"),
    ):
        page.choose("[name=measure]", measure)
        page.hover(selector)
        assert " %" in page.text(".tip")
        page.click(selector)
        assert "seen in play" in page.text(".panel")
        assert page.count(".map .near") >= 1


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_it_can_be_read_on_every_screen(page: Page, report: Path, width: int, scheme: str) -> None:
    page.open(report, width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert page.overflow() == 0
    assert page.faint_text() == []
