"""A report over many games: time and memory, beside the bars and the run that made the games."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import show, verdict

GAMES = int(os.environ.get("BENCH_REPORT_GAMES", "200000"))
BOTS = "planner,planner,planner,planner"
MOST_SECONDS = 60 * max(1.0, GAMES / 200_000)
MOST_MIB = 3 * 1024


def measure(*arguments: str) -> tuple[float, float]:
    """Seconds and the most MiB of a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "ttrsim", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"ttrsim {' '.join(arguments)} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run, out = Path(folder) / "run", Path(folder) / "report"
        measure("run", "europe", "--bots", BOTS, "--games", "100", "-o", str(Path(folder) / "warm"))  # compiles
        played, _ = measure("run", "europe", "--bots", BOTS, "--games", str(GAMES), "-o", str(run))
        reported, memory = measure("report", str(run), "-o", str(out))
        summarised, _ = measure("summary", str(run), "--json")
        size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file()) / 1e6
    rows = [
        ["report, seconds", f"{reported:.1f}", f"{MOST_SECONDS:.0f}", verdict(MOST_SECONDS, reported)],
        ["  of which measuring (summary)", f"{summarised:.1f}", "", ""],
        ["the run that made the games, seconds", f"{played:.1f}", "", ""],
        ["report : run", f"{reported / played:.2f}", "1", verdict(played, reported)],
        ["peak memory of the report, MiB", f"{memory:.0f}", f"{MOST_MIB}", verdict(MOST_MIB, memory)],
        ["size of the report, MB", f"{size:.1f}", "", ""],
    ]
    show(f"A report over {GAMES:,} 4-player Europe games", ["", "measured", "at most", ""], rows)


if __name__ == "__main__":
    main()
