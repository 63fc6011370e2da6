"""A report over many games: time and memory, beside the bars and the run that made the games."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import show

GAMES = int(os.environ.get("BENCH_REPORT_GAMES", "200000"))
BOTS = "planner,planner,planner,planner"
MOST_SECONDS = 60 * max(1.0, GAMES / 200_000)
MOST_MIB = 3 * 1024


def seconds_of(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ttrsim", *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run, out = Path(folder) / "run", Path(folder) / "report"
        seconds_of("run", "europe", "--bots", BOTS, "--games", "100", "-o", str(Path(folder) / "warm"))  # compiles
        played = seconds_of("run", "europe", "--bots", BOTS, "--games", str(GAMES), "-o", str(run))
        reported = seconds_of("report", str(run), "-o", str(out))
        # The largest child of all; runs keep under 1 GiB, so above that it is the report.
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        summarised = seconds_of("summary", str(run), "--json")
        size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file()) / 1e6
    rows = [
        ["report, seconds", f"{reported:.1f}", f"{MOST_SECONDS:.0f}"],
        ["  of which measuring (summary)", f"{summarised:.1f}", ""],
        ["the run that made the games, seconds", f"{played:.1f}", ""],
        ["report : run", f"{reported / played:.2f}", "1"],
        ["peak memory of run and report, MiB", f"{peak:.0f}", f"{MOST_MIB}"],
        ["size of the report, MB", f"{size:.1f}", ""],
    ]
    show(f"A report over {GAMES:,} 4-player Europe games", ["", "measured", "at most"], rows)


if __name__ == "__main__":
    main()
