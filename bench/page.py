"""The page of a report: its size, how fast it opens in headless Chromium, and how fast its map switches."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bench.measure import verdict
from bench.pages import FRAME, MOST_MILLISECONDS, MOST_SECONDS, OPENED, ROUNDS, Row, median_row, show_rows
from bench.reports import BOTS, measure
from tests.documents.pages.chromium import Chromium
from tests.documents.pages.page import Page

GAMES = int(os.environ.get("BENCH_PAGE_GAMES", "20000"))
DEALS = int(os.environ.get("BENCH_PAGE_DEALS", "400"))
MOST_MB = 3.0
MOST_BUSY = 1.0  # seconds of processor time: what opening takes, however busy the machine is

# From the choice to the frame that shows it.
SWITCH = f"""
(async () => {{
  const field = document.querySelector("#atlas [name=measure]"), times = [];
  for (const option of [...field.options, ...field.options]) {{
    const start = performance.now();
    field.value = option.value;
    field.dispatchEvent(new Event("change"));
    {FRAME}
    times.push(performance.now() - start);
  }}
  return times;
}})()
"""


def main() -> None:
    show_rows("The page of a 4-player Europe report", _both)


def _both(browser: Chromium) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        measure("run", "europe", "--bots", BOTS, "--games", str(GAMES), "-o", str(place / "run"))
        experiment = ("experiment", "routes", "europe", "--bots", BOTS, "--deals", str(DEALS), "--per-game", "12")
        measure(*experiment, "-o", str(place / "routes"))
        measure("report", str(place / "run"), "-o", str(place / "one"), "--parts", "html")
        measure("report", str(place / "routes"), str(place / "run"), "-o", str(place / "both"), "--parts", "html")
        labels = {"one": "a run", "both": "a run and an experiment with routes"}
        return [row for name in labels for row in _rows(browser, place / name / "report.html", labels[name])]


def _rows(browser: Chromium, file: Path, label: str) -> list[Row]:
    opened: list[float] = []
    busy: list[float] = []
    switched: list[float] = []
    for _ in range(ROUNDS):
        page = Page(browser).open(file)
        opened.append(page.evaluate(OPENED))
        busy.append(page.processor_seconds())
        switched += page.evaluate(SWITCH)
        page.close()
    size = file.stat().st_size / 1e6
    return [
        [f"{label}: size, MB", f"{size:.2f}", f"{MOST_MB:g}", verdict(MOST_MB, size)],
        median_row("opens, seconds", opened, MOST_SECONDS, 2),
        median_row("processor seconds of its tab to open", busy, MOST_BUSY, 2),
        median_row("switch of the map, ms", switched, MOST_MILLISECONDS, 0),
    ]


if __name__ == "__main__":
    main()
