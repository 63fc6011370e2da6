"""`python -m bench.regression [STUDY …]`: the studies that `docs/regression.md` shows, and their tables written there.

Each table stands between two marks, `<!-- NAME -->` and `<!-- /NAME -->`.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.ladders import markdown_table
from bench.weights import weights_text
from ttrsim import run
from ttrsim.runs.scenario.sources import members_of
from ttrsim.stats.intervals import ALPHA, Estimate, mean_by_deals, wilson
from ttrsim.stats.sequential import Gsprt, Hypotheses, fixed_size, verdict
from ttrsim.studies.regression.baseline import make_baseline
from ttrsim.studies.regression.comparison import ComparedRow, compare
from ttrsim.studies.regression.match import CHUNK

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "measured" / "regression.md"
SUITE, BASELINE = "scenarios/ci-regression.toml", "ci"
N_COMPARISONS, NO_CHANGE_DEALS = 200, 1_000
N_TESTS = 2_000
FIRST_SEED = 1_000


def main() -> None:
    for name in sys.argv[1:] or STUDIES:
        marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text = STUDIES[name]()
        page = marked.sub(lambda mark, text=text: mark[1] + text + mark[2], PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(page, encoding="utf-8")
        print(f"{name} done", flush=True)


# ---- power: planted faults -----------------------------------------------------------------------


class Fault(NamedTuple):
    """A text of the package that is replaced, wherever it occurs in the file."""

    what: str
    file: str
    old: str
    new: str


FAULTS = (
    Fault(
        "USA: Salt Lake City–San Francisco is 4 long, not 5",
        "games/trains/board/data/usa/routes.csv",
        "Salt Lake City,San Francisco,5,",
        "Salt Lake City,San Francisco,4,",
    ),
    Fault(
        "both halves of a double are open to one player",
        "games/trains/kernel/claims.py",
        "    close_sibling(board, public, seat, route)\n",
        "",
    ),
    Fault("USA: 12 wilds, not 14", "games/trains/board/data/usa/board.toml", "\nwilds = 14", "\nwilds = 12"),
    Fault(
        "Europe: tunnels turn two cards",
        "games/trains/board/data/europe/board.toml",
        "tunnel_cards = 3",
        "tunnel_cards = 2",
    ),
    Fault(
        "USA: the end comes with 3 trains left",
        "games/trains/board/data/usa/board.toml",
        "end_trains = 2",
        "end_trains = 3",
    ),
    Fault(
        "the longest path pays only the first of a tie",
        "games/trains/kernel/scoring.py",
        """\
            mine.longest_points = board.rules.longest_points  # E6: all who tie for it
""",
        """\
            mine.longest_points = board.rules.longest_points
            for other in range(seat):
                if result.seats[other].longest_points > 0:
                    mine.longest_points = 0
""",
    ),
    Fault(
        "USA: Los Angeles–Miami is worth 23 points, not 20",
        "games/trains/board/data/usa/tickets.csv",
        "Los Angeles,Miami,20,",
        "Los Angeles,Miami,23,",
    ),
)


def power_text() -> str:
    """Each fault planted into a copy of the package, which then compares itself with the shipped baseline."""
    rows = []
    for fault in FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            compared, seconds, busy = compare_faulty(fault, Path(folder))
        different = [row for run in compared["runs"] for row in run["metrics"] if row["verdict"] == "different"]
        best = max(different, key=evidence, default=None)
        shown = f"`{best['metric']}` {interval_text(best)}, n = {best['after']['n']:,}" if best else "–"
        rows.append([fault.what, compared["verdict"], str(len(different)), shown, f"{seconds:.0f} s", f"{busy:.0f} s"])
        print(rows[-1], flush=True)
    heading = ["planted fault", "verdict", "metrics that differ", "the clearest of them", "time", "processor time"]
    return markdown_table(heading, rows)


def compare_faulty(fault: Fault, folder: Path) -> tuple[dict[str, Any], float, float]:
    """What the gate says, and how long it takes with the kernel compiled: by the clock, and of all cores together."""
    for part in ("ttrsim", "scenarios", "reports/baselines"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "ttrsim" / fault.file
    text = file.read_text(encoding="utf-8")
    assert fault.old in text, fault.what
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(folder), "TTRSIM_CACHE_DIR": str(folder / "cache")}
    if not fault.file.endswith(".py"):
        environment["TTRSIM_CACHE_DIR"] = os.environ.get("TTRSIM_CACHE_DIR", "")
    ttrsim = [sys.executable, "-m", "ttrsim"]
    warm_up = [*ttrsim, "run", SUITE, "--deals", "1", "-o", "warm-up"]
    subprocess.run(warm_up, cwd=folder, env=environment, check=True, capture_output=True)
    start, busy = time.perf_counter(), processor_seconds()
    process = subprocess.run(
        [*ttrsim, "compare", BASELINE, SUITE, "--json"], cwd=folder, env=environment, capture_output=True, check=False
    )
    seconds, busy = time.perf_counter() - start, processor_seconds() - busy
    assert process.returncode in (0, 3), process.stderr.decode()
    return json.loads(process.stdout), seconds, busy


def processor_seconds() -> float:
    """Of all commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def evidence(row: dict[str, Any]) -> float:
    """How many times wider than its interval a difference is."""
    if row["difference"] is None:
        return 0.0
    half = (row["difference"]["high"] - row["difference"]["low"]) / 2
    return abs(row["difference"]["value"]) / (half + 1e-9)


def interval_text(row: dict[str, Any]) -> str:
    difference = row["difference"]
    if difference is None:
        return "is there in one run only"
    return f"{difference['value']:+.3g} ({difference['low']:+.3g} … {difference['high']:+.3g})"


# ---- no change, no alarm -------------------------------------------------------------------------


def no_change_text() -> str:
    """Equal bots on other deals: two runs each time, of seeds that are used once."""
    (usa,) = (member for member in members_of(ROOT / SUITE) if member.name == "usa")
    compared = []
    for seed in range(FIRST_SEED, FIRST_SEED + 2 * N_COMPARISONS, 2):
        with tempfile.TemporaryDirectory() as folder:
            before, after = (
                run(usa, deals=NO_CHANGE_DEALS, seed=seed + number, out=Path(folder) / str(number))
                for number in range(2)
            )
            compared.append(compare("before", make_baseline({"": before}), {"": after}))
    rows = []
    judges: dict[str, Callable[[ComparedRow], bool]] = {
        "larger than the tolerance": lambda row: row.verdict == "different",
        "any at all (all tolerances 0)": lambda row: (
            row.difference is not None and verdict(row.difference, 0) == "different"
        ),
    }
    for what, is_alarm in judges.items():
        alarms = [any(is_alarm(row) for row in comparison.runs[0].rows) for comparison in compared]
        rows.append([what, str(sum(alarms)), percent(wilson(sum(alarms) / len(alarms), len(alarms))), f"{ALPHA:.0%}"])
    family = np.mean([comparison.family for comparison in compared])
    deals = f"{N_COMPARISONS} comparisons of {NO_CHANGE_DEALS:,} deals with {NO_CHANGE_DEALS:,} others"
    note = f"{deals}, scenario `usa` of the suite, {family:.0f} metrics each on average.\n\n"
    return note + markdown_table(["a difference is called", "comparisons with an alarm", "rate, 95 %", "at most"], rows)


def percent(estimate: Estimate) -> str:
    value, low, high = (f"{100 * number:.1f}" for number in estimate)
    return f"{value} % [{low}, {high}]"


# ---- sequential tests ----------------------------------------------------------------------------


def sprt_text() -> str:
    """Games drawn by chance: of independent games, and of deals in which one seat is the better one for both bots."""
    hypotheses = Hypotheses(0.50, 0.51, ALPHA, ALPHA)
    rng = np.random.default_rng(FIRST_SEED)
    rows = []
    for kind, favour in (("fair seats", 0.0), ("the first seat wins 75 %", 0.25)):
        for share in (hypotheses.mean_0, hypotheses.mean_1):
            tests = [sequential_test(hypotheses, share, favour, rng) for _ in range(N_TESTS)]
            better = sum(test.accepted == 1 for test in tests)
            wrong = better if share == hypotheses.mean_0 else N_TESTS - better
            games = mean_by_deals(np.array([2.0 * test.n for test in tests]))
            fixed = 2 * fixed_size(hypotheses, pair_variance(share, favour))
            cells = [f"{games.value:,.0f} ({games.low:,.0f} … {games.high:,.0f})", f"{fixed:,.0f}"]
            rows.append([f"{kind}, {share:.0%}", percent(wilson(wrong / N_TESTS, N_TESTS)), *cells])
    note = f"{N_TESTS:,} tests a row of 50 % against 51 %, α = β = 5 %, a look after every {CHUNK} games.\n\n"
    return note + markdown_table(["truth", "wrong verdicts, 95 %", "games, mean", "games of a fixed size"], rows)


def sequential_test(hypotheses: Hypotheses, share: float, favour: float, rng: np.random.Generator) -> Gsprt:
    test = Gsprt(hypotheses)
    while test.accepted is None:
        games = rng.random((CHUNK // 2, 2)) < (share + favour, share - favour)  # the new bot first, then second
        test.add(games.mean(axis=1))
    return test


def pair_variance(share: float, favour: float) -> float:
    return sum(chance * (1 - chance) for chance in (share + favour, share - favour)) / 4


STUDIES = {"no-change": no_change_text, "power": power_text, "weights": weights_text, "sprt": sprt_text}

if __name__ == "__main__":
    main()
