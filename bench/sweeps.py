"""`python -m bench.sweeps`: how much narrower are paired intervals? Sweeps of 7 points × 20,000 games.

The table goes to `docs/sweeps.md`, between the marks `<!-- pairing -->`.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import numpy as np

from bench.ladders import markdown_table
from ttrsim import sweep
from ttrsim.stats.intervals import ALPHA
from ttrsim.stats.sequential import unpaired
from ttrsim.studies.sweep.result import Cell

PAGE = Path(__file__).resolve().parents[1] / "docs" / "sweeps.md"
MARKED = re.compile(r"(<!-- pairing -->\n).*?(<!-- /pairing -->)", re.DOTALL)
GAMES, SEED = 20_000, 1
VARIED = (
    "board.longest_points=4:16:2",
    "seats.0.block=0:3:0.5",
    "seats.0.risk=-0.43:0.17:0.1",
    "board.wilds=8:20:2",
)
OF = ("win_share[seats.0]", "mean(turns)")
BAR = 0.5


def main() -> None:
    rows = []
    for text in VARIED:
        with tempfile.TemporaryDirectory() as folder:
            found = sweep("europe", [text], OF, bots=["planner", "hoarder"], games=GAMES, seed=SEED, out=folder)
        for place, response in enumerate(OF):
            reference = found.cells[found.reference][place]
            widths = [ratio(reference, cells[place]) for cells in found.cells if cells[place].difference]
            mean = float(np.mean(widths))
            verdict = "holds" if mean <= BAR else "wider"
            rows.append([f"`{text}`", response, f"{mean:.2f}", f"{max(widths):.2f}", verdict])
        print(rows[-2:], flush=True)
    heading = ["varied", "metric", "paired ÷ unpaired width, mean", "widest", f"at most {BAR}"]
    head = f"Europe, `planner` against `hoarder`, 7 points × {GAMES:,} games; 95 % intervals of differences:\n\n"
    table = head + markdown_table(heading, rows)
    PAGE.write_text(MARKED.sub(lambda mark: mark[1] + table + mark[2], PAGE.read_text(encoding="utf-8")), "utf-8")


def ratio(reference: Cell, cell: Cell) -> float:
    assert cell.difference is not None
    apart = unpaired(np.array(reference.series.blocks), np.array(cell.series.blocks), ALPHA)
    return (cell.difference.high - cell.difference.low) / (apart.high - apart.low)


if __name__ == "__main__":
    main()
