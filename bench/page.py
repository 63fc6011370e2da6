"""The page of a report: its size, how fast it opens in headless Chromium, and how fast its map switches."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from bench.measure import show, verdict
from bench.reports import BOTS, measure
from tests.browser.chromium import NAMES, Chromium, find_chromium
from tests.browser.page import Page

GAMES = int(os.environ.get("BENCH_PAGE_GAMES", "20000"))
DEALS = int(os.environ.get("BENCH_PAGE_DEALS", "400"))
ROUNDS = 9
MOST_MB, MOST_SECONDS, MOST_MILLISECONDS = 3.0, 1.0, 100.0

MOST_BUSY = 1.0  # seconds of processor time: what opening takes, however busy the machine is
OPENED = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
# From the choice to the frame that shows it.
SWITCH = """
(async () => {
  const field = document.querySelector("#atlas [name=measure]"), times = [];
  for (const option of [...field.options, ...field.options]) {
    const start = performance.now();
    field.value = option.value;
    field.dispatchEvent(new Event("change"));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - start);
  }
  return times;
})()
"""


def main() -> None:
    program = find_chromium()
    if program is None:
        print(f"No Chromium to measure pages in: none of {', '.join(NAMES)} is installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        measure("run", "europe", "--bots", BOTS, "--games", str(GAMES), "-o", str(place / "run"))
        experiment = ("experiment", "routes", "europe", "--bots", BOTS, "--deals", str(DEALS), "--per-game", "12")
        measure(*experiment, "-o", str(place / "routes"))
        measure("report", str(place / "run"), "-o", str(place / "one"), "--parts", "html")
        measure("report", str(place / "routes"), str(place / "run"), "-o", str(place / "both"), "--parts", "html")
        browser = Chromium(program)
        rows = []
        for name, label in (("one", "a run"), ("both", "a run and an experiment with routes")):
            rows += _rows(browser, place / name / "report.html", label)
        browser.close()
    show("The page of a 4-player Europe report", ["", "measured", "at most", ""], rows)


def _rows(browser: Chromium, file: Path, label: str) -> list[list[str]]:
    opened: list[float] = []
    busy: list[float] = []
    switched: list[float] = []
    for _ in range(ROUNDS):
        page = Page(browser).open(file)
        opened.append(page.evaluate(OPENED))
        busy.append(page.processor_seconds())
        switched += page.evaluate(SWITCH)
        page.close()
    size, seconds, slowest = file.stat().st_size / 1e6, statistics.median(opened), statistics.median(switched)
    return [
        [f"{label}: size, MB", f"{size:.2f}", f"{MOST_MB:g}", verdict(MOST_MB, size)],
        [
            f"  opens, seconds (median of {ROUNDS}; best {min(opened):.2f}, worst {max(opened):.2f})",
            f"{seconds:.2f}",
            f"{MOST_SECONDS:g}",
            verdict(MOST_SECONDS, seconds),
        ],
        [
            f"  processor seconds of its tab to open (median; best {min(busy):.2f}, worst {max(busy):.2f})",
            f"{statistics.median(busy):.2f}",
            f"{MOST_BUSY:g}",
            verdict(MOST_BUSY, statistics.median(busy)),
        ],
        [
            f"  switch of the map, ms (median of {len(switched)}; best {min(switched):.0f}, worst {max(switched):.0f})",
            f"{slowest:.0f}",
            f"{MOST_MILLISECONDS:g}",
            verdict(MOST_MILLISECONDS, slowest),
        ],
    ]


if __name__ == "__main__":
    main()
