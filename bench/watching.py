"""The page of a game: its size, the time to make it, how fast it opens in headless Chromium, and how fast it steps."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from bench.measure import verdict
from bench.pages import FRAME, MOST_MILLISECONDS, MOST_SECONDS, OPENED, ROUNDS, Row, median_row, show_rows
from tests.documents.pages.chromium import Chromium
from tests.documents.pages.page import Page
from ttrsim.documents.pages.game import game_page
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import load_bots
from ttrsim.play.record.reader import recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable

GAMES = int(os.environ.get("BENCH_WATCHING_GAMES", "20"))
BOARD = "europe"
LINE_UPS = ("planner,planner,planner,planner", "random,random,random,random")
MOST_KB = 400.0

# From the press of a button to the frame that shows the step.
STEP = f"""
(async () => {{
  const times = [];
  for (let place = 0; place < 40; place++) {{
    const start = performance.now();
    document.querySelector(place % 4 === 3 ? "#back" : "#next").click();
    {FRAME}
    times.push(performance.now() - start);
  }}
  return times;
}})()
"""


def main() -> None:
    show_rows(f"The page of a 4-player game on {BOARD}", _all_line_ups)


def _all_line_ups(browser: Chromium) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        return [row for bots in LINE_UPS for row in _rows(browser, Path(folder) / "game.html", bots)]


def _rows(browser: Chromium, file: Path, bots: str) -> list[Row]:
    largest, seconds = _largest(bots)
    file.write_text(largest, encoding="utf-8")
    opened: list[float] = []
    steps: list[float] = []
    for _ in range(ROUNDS):
        page = Page(browser).open(file)
        opened.append(page.evaluate(OPENED))
        steps += page.evaluate(STEP)
        page.close()
    size = len(largest.encode()) / 1e3
    return [
        [f"{bots}: largest of {GAMES} pages, kB", f"{size:.0f}", f"{MOST_KB:g}", verdict(MOST_KB, size)],
        ["  making a page, processor seconds (mean)", f"{seconds:.2f}", "", ""],
        median_row("opens, seconds", opened, MOST_SECONDS, 2),
        median_row("a step, ms", steps, MOST_MILLISECONDS, 0),
    ]


def _largest(bots: str) -> tuple[str, float]:
    """The largest page of the games of a line-up, and the mean time to make one."""
    board = load_board(BOARD)
    table = SeatedTable(board, load_bots(bots, board.game))
    played = [recorded(board, record_events(table.play_logged(1, game))) for game in range(GAMES)]
    game_page(played[0])  # compiles
    start = time.process_time()
    pages = [game_page(game) for game in played]
    return max(pages, key=len), (time.process_time() - start) / GAMES


if __name__ == "__main__":
    main()
