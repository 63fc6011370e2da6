"""`python -m bench.changes`: how often do two runs of the same thing show a difference? See `docs/reports.md`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

from bench.ladders import markdown_table
from ttrsim import run
from ttrsim.documents.report.changes import find_changes
from ttrsim.runs.run import Run
from ttrsim.stats.intervals import wilson

CASES = {"new-york": ["planner", "greedy"], "usa": ["planner", "path"]}
DEALS = 1_000
FIRST_SEED = 5_000


def main() -> None:
    n_pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rows = []
    for board, seats in CASES.items():
        counts, compared = [], []
        for number in range(n_pairs):
            with tempfile.TemporaryDirectory() as folder:
                before, after = (played(board, seats, 2 * number + side, Path(folder)) for side in range(2))
                changes = find_changes(before, after)
            counts.append(len(changes.findings))
            compared.append(changes.n_compared)
        alarms = sum(count > 0 for count in counts)
        low, high = (100 * end for end in wilson(alarms / n_pairs, n_pairs)[1:])
        rate = f"{100 * alarms / n_pairs:.1f} % [{low:.1f}, {high:.1f}]"
        rows.append([board, str(n_pairs), f"{np.mean(compared):.0f}", str(alarms), rate, str(sum(counts))])
    heading = ["board", "pairs", "numbers compared", "pairs with a finding", "rate, 95 %", "findings in all"]
    print(markdown_table(heading, rows))


def played(board: str, seats: list[str], seed: int, folder: Path) -> Run:
    scenario = {"board": board, "seats": seats, "deals": DEALS, "seed": FIRST_SEED + seed}
    return run(scenario, out=folder / str(seed))


if __name__ == "__main__":
    main()
