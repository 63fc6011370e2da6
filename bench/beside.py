"""Has a refactoring changed play or speed? Runs an older version and this one side by side.

    python -m bench.beside main                       # a git revision against this checkout
    python -m bench.beside ../checkout --only speed   # a folder is used as it is

Identity: every built-in bot plays in all seats, on every built-in board with every player count. All columns of all
tables must have equal contents, or the exit code is 3; a column that only one version has is listed and not compared.
BEFORE is played once: the user's cache folder keeps its digests under a fingerprint of its package.
Speed: processor seconds inside the kernel, both versions in turn; then start-up by the clock. The exit code ignores it,
because timing is noisy: on a busy machine a version had ratios from 0.975 to 1.008 to itself. Measure on an idle one.
Both run under this interpreter, each with its own cache, and share only the command line and the files of a run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import platformdirs
import polars as pl
from rich.progress import track

from bench.measure import best_seconds, show, verdict

ROOT = Path(__file__).parent.parent
SAVED = Path(platformdirs.user_cache_dir("ttrsim-beside", appauthor=False))  # delete it if digests are made differently
PLANNERS = ("blocker", "express", "hoarder", "planner", "rusher")
TRAINS = (*PLANNERS, "greedy", "hungry", "longroute", "onestep", "path", "random")
EXPLORE = ("architect", "greedy", "random", "spoiler")
BOARDS = {"europe": (5, TRAINS), "new-york": (4, TRAINS), "usa": (5, TRAINS), "explore-new-york": (4, EXPLORE)}
KEYS = ("game", "seat", "turn", "round")  # rows are sorted by those that a table has; equal ones keep their order
TIMED = {board: ("random", "greedy" if bots is EXPLORE else "planner") for board, (_, bots) in BOARDS.items()}
TIMED_GAMES = {"random": 40_000, "planner": 10_000, "greedy": 400}  # about a second
LEAST_RATIO = 0.98
HELP = ["-m", "ttrsim", "--help"]
TRACE = ["-m", "ttrsim", "trace", "europe", "--bots", "random,greedy", "-o", os.devnull]
FIRST = "trace, first start"  # measured last, when Python's own byte code is there; below: seconds at most, rounds
START_UP = {"--help": (HELP, 0.25, 9), "trace, compiled before": (TRACE, 1.0, 9), FIRST: (TRACE, 25.0, 2)}
Case = tuple[str, str, int, int]  # board, bot in all seats, players, games


class Checkout(NamedTuple):
    name: str
    folder: Path
    scratch: Path  # for compiled code and the run folder

    def python(self, *arguments: str, is_first: bool = False) -> str:
        """What a command prints that must succeed; the first start finds nothing compiled."""
        cache = tempfile.mkdtemp(dir=self.scratch) if is_first else str(self.scratch / "compiled")
        settings = {"PYTHONPATH": str(self.folder), "TTRSIM_CACHE_DIR": cache}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=os.environ | settings, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{self.name}: {command} ended with code {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def play(self, case: Case, *options: str) -> Path:
        """The run folder; it stays until the next run."""
        board, bot, n_players, n_games = case
        out = self.scratch / "run"
        shutil.rmtree(out, ignore_errors=True)
        options += ("--games", str(n_games), "--seed", "1", "--threads", "1", "-o", str(out))
        self.python("-m", "ttrsim", "run", board, "--bots", ",".join([bot] * n_players), *options)
        return out

    def fingerprint(self) -> str:
        """Names what plays: every file of the package, and the libraries that may change results."""
        digest = hashlib.sha256(repr([version(library) for library in ("numba", "numpy", "polars")]).encode())
        for path in sorted((self.folder / "ttrsim").rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(self.folder).as_posix().encode() + path.read_bytes())
        return digest.hexdigest()[:16]


def check_out(name: str, wanted: str, scratch: Path) -> Checkout:
    """An installed package has the same name, so see which one Python imports."""
    folder = Path(wanted).resolve()
    if not (folder / "ttrsim").is_dir():
        folder = (scratch / f"{name}-source").resolve()
        if subprocess.run(["git", "-C", ROOT, "archive", "-o", f"{folder}.tar", wanted, "ttrsim"]).returncode != 0:
            print(f"{wanted}: neither the folder of a checkout nor a git revision", file=sys.stderr)
            raise SystemExit(2)
        shutil.unpack_archive(f"{folder}.tar", folder)
    checkout = Checkout(name, folder, scratch / name)
    checkout.scratch.mkdir()
    module_file = checkout.python("-c", "import ttrsim; print(ttrsim.__file__)").strip()
    print(f"{name}: {wanted}, imported from {module_file}")
    if Path(module_file).resolve() != folder / "ttrsim" / "__init__.py":
        raise SystemExit(f"{name}: Python does not import the package of {folder}")
    return checkout


def identity(before: Checkout, after: Checkout, n_games: int) -> bool:
    """Whether all contents are equal."""
    saved = SAVED / before.fingerprint()
    print(f"digests of the version before: {saved}")
    rows, alone, differences = [], set[str](), list[str]()
    for board, bot in track([(board, bot) for board, (_, bots) in BOARDS.items() for bot in bots], "Playing"):
        n_unequal = n_compared = 0
        for n_players in range(2, BOARDS[board][0] + 1):
            case = (board, bot, n_players, n_games)
            old, new = saved_digests(before, case, saved), digests(after.play(case))
            common = sorted(old.keys() & new.keys())
            unequal = [column for column in common if old[column] != new[column]] if common else ["no common column"]
            differences += [f"DIFFERENT: {board}, {n_players} × {bot}: {', '.join(unequal)}"] if unequal else []
            alone |= {f"{column}, only {'before' if column in old else 'after'}" for column in old.keys() ^ new.keys()}
            n_unequal, n_compared = n_unequal + len(unequal), n_compared + len(common)
        outcome = f"{n_unequal} DIFFERENT" if n_unequal else "identical"
        rows.append([f"{board}, {bot}", f"2–{BOARDS[board][0]}", f"{n_games:,}", str(n_compared), outcome])
    show("Identity", ["", "players", "games", "columns", ""], rows)
    print(*differences, *(f"not compared: {text}" for text in sorted(alone)), sep="\n")
    return not differences


def saved_digests(checkout: Checkout, case: Case, folder: Path) -> dict[str, str]:
    file = folder / f"{'-'.join(map(str, case))}.json"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(digests(checkout.play(case)), indent=1), encoding="utf-8")
    return dict(json.loads(file.read_bytes()))


def digests(run: Path) -> dict[str, str]:
    """Of each `table.column`, its values as text: a column may change its type but not what it says."""
    results = {}
    for table in json.loads((run / "manifest.json").read_bytes())["tables"]:
        parts = [pl.read_parquet(path) for path in sorted((run / table).glob("*.parquet"))]
        frame = pl.concat(parts) if parts else pl.DataFrame()  # nothing is written where nobody builds a station
        frame = frame.sort([key for key in KEYS if key in frame.columns], maintain_order=True)
        results[f"{table}, rows"] = str(frame.height)
        for column in frame.columns:
            text = frame.select(column).write_csv(null_value="null")
            results[f"{table}.{column}"] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return results


def speed(before: Checkout, after: Checkout, n_rounds: int) -> None:
    cases = [(board, bot, n, TIMED_GAMES[bot]) for board, bots in TIMED.items() for bot in bots for n in (2, 4)]
    seconds: dict[Case, list[tuple[float, float]]] = {case: [] for case in cases}
    for number in track(range(n_rounds + 1), "Timing"):  # round 0 compiles
        for case in cases:
            pair = kernel_seconds(before, case), kernel_seconds(after, case)
            seconds[case] += [pair] if number else []
    rows = []
    for (board, bot, n_players, n_games), pairs in seconds.items():
        old, new = map(min, zip(*pairs, strict=True))
        median = statistics.median(first / second for first, second in pairs)
        shown = [f"{n_games / old:,.0f}", f"{n_games / new:,.0f}", f"{old / new:.3f}", f"{median:.3f}"]
        rows.append([f"{board}, {n_players} × {bot}", *shown, verdict(old / new, LEAST_RATIO)])
    note = f"ratio: after ÷ before, from the best of {n_rounds} rounds (bar {LEAST_RATIO}); median of the rounds"
    show("Games a second, one core", ["", "before", "after", "ratio", "median", ""], rows, note)


def kernel_seconds(checkout: Checkout, case: Case) -> float:
    manifest = json.loads((checkout.play(case, "--tables", "games") / "manifest.json").read_bytes())
    return float(manifest["sessions"][-1]["kernel_seconds"])


def start_up(before: Checkout, after: Checkout) -> None:
    rows = []
    for name, (arguments, bar, n_rounds) in START_UP.items():
        start = partial(Checkout.python, is_first=name == FIRST)
        best = best_seconds({each: partial(start, each, *arguments) for each in (before, after)}, n_rounds)
        times = [f"{seconds:.2f}" for seconds in best.values()]
        rows.append([name, *times, str(bar), verdict(bar, best[after]), str(n_rounds)])
    note = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    show("Start-up, seconds", ["", "before", "after", "at most", "", "best of"], rows, note)


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.beside", description="Compare play and speed of two versions.")
    parser.add_argument("before", help="a git revision, or the folder of a checkout")
    parser.add_argument("--after", default=str(ROOT), help="likewise; default: this checkout")
    parser.add_argument("--only", choices=("identity", "speed"), help="default: both")
    parser.add_argument("--games", type=int, default=2_000, help="for each identity run; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=9, help="of the speed part; default: %(default)s")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        before = check_out("before", options.before, Path(scratch))
        after = check_out("after", options.after, Path(scratch))
        same = options.only == "speed" or identity(before, after, options.games)
        if options.only != "identity":
            speed(before, after, options.rounds)
            start_up(before, after)
    raise SystemExit(0 if same else 3)


if __name__ == "__main__":
    main()
