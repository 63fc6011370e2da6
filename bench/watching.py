"""The page of a game: its size, the time to make it, how fast it opens in headless Chromium, and how fast it steps."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

from bench.measure import show, verdict
from tests.browser.chromium import NAMES, Chromium, find_chromium
from tests.browser.page import Page
from ttrsim.engine.bots import load_bots
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import game_of, load_board
from ttrsim.pages.game import game_page
from ttrsim.record.reader import recorded
from ttrsim.record.writer import record_events

GAMES = int(os.environ.get("BENCH_WATCHING_GAMES", "20"))
BOARD = "europe"
LINE_UPS = ("planner,planner,planner,planner", "random,random,random,random")
ROUNDS = 9
MOST_KB, MOST_SECONDS, MOST_MILLISECONDS = 400.0, 1.0, 100.0

OPENED = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
# From the press of a button to the frame that shows the step.
STEP = """
(async () => {
  const times = [];
  for (let place = 0; place < 40; place++) {
    const start = performance.now();
    document.querySelector(place % 4 === 3 ? "#back" : "#next").click();
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
    browser, rows = Chromium(program), []
    with tempfile.TemporaryDirectory() as folder:
        for bots in LINE_UPS:
            rows += _rows(browser, Path(folder) / "game.html", bots)
    browser.close()
    show(f"The page of a 4-player game on {BOARD}", ["", "measured", "at most", ""], rows)


def _rows(browser: Chromium, file: Path, bots: str) -> list[list[str]]:
    largest, seconds = _largest(bots)
    file.write_text(largest, encoding="utf-8")
    opened: list[float] = []
    steps: list[float] = []
    for _ in range(ROUNDS):
        page = Page(browser).open(file)
        opened.append(page.evaluate(OPENED))
        steps += page.evaluate(STEP)
        page.close()
    size, median, step = len(largest.encode()) / 1e3, statistics.median(opened), statistics.median(steps)
    return [
        [f"{bots}: largest of {GAMES} pages, kB", f"{size:.0f}", f"{MOST_KB:g}", verdict(MOST_KB, size)],
        ["  making a page, processor seconds (mean)", f"{seconds:.2f}", "", ""],
        [
            f"  opens, seconds (median of {ROUNDS}; best {min(opened):.2f}, worst {max(opened):.2f})",
            f"{median:.2f}",
            f"{MOST_SECONDS:g}",
            verdict(MOST_SECONDS, median),
        ],
        [
            f"  a step, ms (median of {len(steps)}; best {min(steps):.0f}, worst {max(steps):.0f})",
            f"{step:.0f}",
            f"{MOST_MILLISECONDS:g}",
            verdict(MOST_MILLISECONDS, step),
        ],
    ]


def _largest(bots: str) -> tuple[str, float]:
    """The largest page of the games of a line-up, and the mean time to make one."""
    board = load_board(BOARD)
    table = SeatedTable(board, load_bots(bots, game_of(board)))
    played = [recorded(board, record_events(table.play_logged(1, game))) for game in range(GAMES)]
    game_page(played[0])  # compiles
    start = time.process_time()
    pages = [game_page(game) for game in played]
    return max(pages, key=len), (time.process_time() - start) / GAMES


if __name__ == "__main__":
    main()
