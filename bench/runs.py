"""Whole runs with all tables: memory at two sizes, how busy the kernel is, bytes on the disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import show, verdict

SIZES = (100_000, 1_000_000)  # games
RUNS = {"usa, 2 random": ("usa", "random,random"), "europe, 4 planners": ("europe", "planner,planner,planner,planner")}
MOST_MEMORY = 1.5 * 1024  # MiB
LEAST_BUSY = 0.85
MOST_BYTES = 700  # a game of Europe with 4 players
HEADINGS = [
    "",
    "games",
    "games/s",
    "peak memory",
    "",
    "kernel, by the clock",
    "",
    "of processor time",
    "",
    "bytes a game",
    "",
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(name, n_games, Path(folder)) for name in RUNS for n_games in SIZES]
    note = (
        f"bars: memory {MOST_MEMORY / 1024} GiB, kernel {LEAST_BUSY:.0%}, {MOST_BYTES} bytes a game of Europe; "
        "by the clock: of all threads together; of processor time: the rest is writing, Polars and progress"
    )
    show("Runs with all tables", HEADINGS, rows, note)


def measure(name: str, n_games: int, folder: Path) -> list[str]:
    board, bots = RUNS[name]
    out = folder / f"{board}-{n_games}"
    memory = peak_memory(["run", board, "--bots", bots, "-n", str(n_games), "-o", str(out)])
    session = json.loads((out / "manifest.json").read_bytes())["sessions"][-1]
    n_bytes = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / n_games
    busy = session["busy_seconds"] / session["seconds"] / session["threads"]
    share = session["kernel_seconds"] / session["cpu_seconds"]
    return [
        *(name, f"{n_games:,}", f"{n_games / session['seconds']:,.0f}"),
        *(f"{memory:,.0f} MiB", verdict(MOST_MEMORY, memory)),
        *(f"{busy:.0%}", verdict(busy, LEAST_BUSY)),
        *(f"{share:.0%}", verdict(share, LEAST_BUSY)),
        *(f"{n_bytes:.0f}", verdict(MOST_BYTES, n_bytes)),
    ]


def peak_memory(arguments: list[str]) -> float:
    """Of a command that must succeed, in MiB."""
    process = subprocess.Popen([sys.executable, "-m", "ttrsim", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"ttrsim {' '.join(arguments)} failed")
    return usage.ru_maxrss / 1024
