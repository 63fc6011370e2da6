"""Sums made with the games, runs without tables, and a cluster: what they cost, beside the bars.

BENCH_SCALE is the part of the full sizes that is played (default 0.1); full sizes are a million Europe games, twenty
million New York games and 200,000 games on a cluster. Parts of run times are of processor time, so that other work on
the machine matters little.
`python -m bench.scale NAME…` measures parts: speed, reports, sums, overhead, kills (workers and drivers of a real
cluster are killed again and again).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measure import show, verdict
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import make_plan
from ttrsim.runs.runner import pack_chunk
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.sums import measuring_of

PART = float(os.environ.get("BENCH_SCALE", "0.1"))
EUROPE, NEW_YORK, ON_CLUSTER, KILLED = (int(PART * n) for n in (1_000_000, 20_000_000, 200_000, 100_000))
FEW = 10_000
N_WORKER_KILLS, N_DRIVER_KILLS = 30, 10
PLANNERS = ["europe", "--bots", "planner,planner,planner,planner"]


def command(*arguments: str) -> tuple[float, float, float]:
    """Seconds by the clock, processor seconds and the most MiB of a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "ttrsim", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"ttrsim {' '.join(arguments)} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def speed_with_sums(board: str, n_seats: int, n_chunks: int = 4) -> float:
    """The speed of playing chunks with sums, as part of that without, chunk by chunk in turn."""
    setup = load_scenario({"board": board, "seats": ["planner"] * n_seats}, Changes(games=16_384 * n_chunks))
    plan = make_plan(setup, chunk_games=16_384)
    players = [
        PlayChunks(setup, plan, partial(pack_chunk, setup.tables, measuring)).start()
        for measuring in (measuring_of(setup, plan), None)
    ]
    seconds = [0.0, 0.0]
    for chunk in (plan.chunk(0), *plan.chunks()):
        for which, play in enumerate(players):
            start = time.process_time()
            play(chunk, lambda n: None)
            seconds[which] += time.process_time() - start if chunk.number else 0.0  # the first two are warm-up
    return seconds[1] / seconds[0]


def speeds(folder: Path) -> list[list[str]]:
    found = {(board, n): speed_with_sums(board, n) for board, n in (("europe", 4), ("usa", 2), ("new-york", 2))}
    return [
        [f"speed with sums : without, {board}, {n} planners", f"{kept:.3f}", "0.95 or more", verdict(kept, 0.95)]
        for (board, n), kept in found.items()
    ]


def reports(folder: Path) -> list[list[str]]:
    many, few = str(folder / "many"), str(folder / "few")
    _, played, _ = command("run", *PLANNERS, "--games", str(EUROPE), "-o", many)
    command("run", *PLANNERS, "--games", str(FEW), "-o", few)
    clock, of_many, memory = command("report", many)
    _, of_few, _ = command("report", few)
    share, more = of_many / played, of_many / of_few
    return [
        [f"report of {EUROPE:,} games, seconds by the clock", f"{clock:.1f}", "20", verdict(20, clock)],
        ["  processor seconds", f"{of_many:.1f}", "", ""],
        [
            "  processor seconds, part of those of the run",
            f"{share:.2f}",
            "0.15",
            verdict(0.15, share),
        ],
        [f"  against {FEW:,} games", f"{more:.2f}", "1.10", verdict(1.10, more)],
        ["  peak memory, MiB", f"{memory:.0f}", "600", verdict(600, memory)],
    ]


def sums_alone(folder: Path) -> list[list[str]]:
    run = folder / "sums"
    bots = ["new-york", "--bots", "greedy,greedy", "--tables", "none"]
    _, _, small = command("run", *bots, "--games", str(NEW_YORK // 10), "-o", str(folder / "small"))
    _, _, memory = command("run", *bots, "--games", str(NEW_YORK), "-o", str(run))
    size = sum(file.stat().st_size for file in run.rglob("*") if file.is_file()) / 1e6
    seconds, busy, _ = command("report", str(run))
    return [
        [
            f"memory of {NEW_YORK:,} New York games : a tenth",
            f"{memory / small:.2f}",
            "1.10",
            verdict(1.10, memory / small),
        ],
        ["  the folder without its report, MB", f"{size:.1f}", "20", verdict(20, size)],
        ["  report, seconds by the clock", f"{seconds:.1f}", "20", verdict(20, seconds)],
        ["  report, processor seconds", f"{busy:.1f}", "", ""],
    ]


def overhead(folder: Path) -> list[list[str]]:
    """Of two processes over two threads, start-up and compilation left out."""
    from ttrsim import run
    from ttrsim.workers.cluster import Cluster

    scenario = {"board": "europe", "seats": ["planner"] * 4}
    seconds = {}
    with Cluster("dask", 2) as cluster:
        for name, workers in (("threads", 2), ("cluster", cluster)):
            run(scenario, games=2_000, out=folder / f"warm-{name}", threads=workers)
            start = time.perf_counter()
            run(scenario, games=ON_CLUSTER, out=folder / name, threads=workers)
            seconds[name] = time.perf_counter() - start
    ratio = seconds["cluster"] / seconds["threads"]
    return [[f"{ON_CLUSTER:,} games on a local cluster : on threads", f"{ratio:.2f}", "1.08", verdict(1.08, ratio)]]


def kills(folder: Path) -> list[list[str]]:
    """Workers and drivers of a real cluster, again and again; the run must be that of one thread, byte by byte."""
    from tests.runs.helpers import part_bytes
    from tests.workers.cluster.processes import DaskProcesses, play_with_kills
    from ttrsim.runs.api import open_run

    bots = ["run", "europe", "--bots", "random,greedy", "--deals", str(KILLED), "--chunk", "64"]
    command(*bots, "--threads", "1", "-o", str(folder / "alone"))
    with DaskProcesses() as processes:
        arguments = [*bots, "--on", processes.address, "-o", str(folder / "run")]
        n_met = play_with_kills(processes, arguments, folder / "run", N_WORKER_KILLS, N_DRIVER_KILLS)
    played = open_run(folder / "run")
    played.verify()
    is_equal = part_bytes(played) == part_bytes(open_run(folder / "alone"))
    end = "NOT COMPLETE" if not played.is_complete else "same bytes" if is_equal else "OTHER BYTES"
    return [["kills that met the run", str(n_met), f"{N_WORKER_KILLS + N_DRIVER_KILLS}", end]]


PARTS: dict[str, Callable[[Path], list[list[str]]]] = {
    "speed": speeds,
    "reports": reports,
    "sums": sums_alone,
    "overhead": overhead,
    "kills": kills,
}


def main() -> None:
    """All parts but the kills, which take long, or those that are named."""
    for name in sys.argv[1:] or [name for name in PARTS if name != "kills"]:
        with tempfile.TemporaryDirectory() as folder:
            rows = PARTS[name](Path(folder))
        show(f"Scale, {name}, {PART:g} of the full sizes", ["", "measured", "bar", ""], rows)


if __name__ == "__main__":
    main()
