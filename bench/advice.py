"""`python -m bench.advice [MINUTES]`: is advice calibrated, quick, and the same as an experiment?

- Calibration: decisions of planner games on three boards are advised at 95 % confidence, then played out long in other
  worlds. Where the advice is sure, the named best should be the best of the long rollout, or within a percentage point
  of it, in at least 93 % of the decisions. A second line counts the decisions whose advice ran out of rollouts, too.
  Results are kept in build/bench-advice, by the code that played them, and the next call goes on from there.
- Time: the win share of one Europe offer to ± 1 percentage point, and the analysis of a game of four on Europe.
  Processor seconds count, divided by two cores.
- Agreement: what sets of tickets are worth by rollouts, and by the experiment `keep-sets` on the same deals.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

import ttrsim
from bench.measure import show
from ttrsim import Position
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine.sources import source_digest
from ttrsim.play.rollouts import Rollouts
from ttrsim.stats.intervals import t_critical, wilson
from ttrsim.studies.advice.advice import Limits
from ttrsim.studies.advice.trial import advise
from ttrsim.workers.executor import Threads

KEPT = Path("build/bench-advice")
HEADINGS = ["", "measured", "bar", ""]
MINUTES = 3.0
CORES = 2


# ---- calibration ---------------------------------------------------------------------------------

TABLES = (("new-york", 2, 180), ("usa", 2, 120), ("europe", 3, 60))  # board, players, decisions
RIGHT = 0.93
EVERY = 7  # one of so many decisions of a game
LIMITS = Limits(seconds=600, rollouts=120_000)
REFERENCE = 20_000  # worlds
MIN_RIVALS = 3  # of each decision in the reference, ruled out or not
CLOSE = 0.01
FIRST_WORLD = 10_000_000  # of the reference: advice never comes so far


class Advised(NamedTuple):
    is_sure: bool
    is_right: bool


def positions(board: str, players: int, first: int) -> Iterator[Position]:
    """Decisions with a choice, from game after game, from the `first` on."""
    asked = n = 0
    for deal in range(1_000_000):
        position = Position.start(board, players, seed=77, deal=deal)
        while not position.is_over:
            asked += 1
            if asked % EVERY == 0 and len(position.candidates()) > 1:
                n += 1
                if n > first:
                    yield position.copy()
            position.apply(position.ask("planner@default"))


def judge(position: Position, executor: Threads) -> Advised:
    advice = advise(position, limits=LIMITS, executor=executor)
    others = advice.choices[1:]
    rivals = [choice.decision for place, choice in enumerate(others) if place < MIN_RIVALS or not choice.is_ruled_out]
    tried = [advice.best.decision, *rivals]
    rollouts = Rollouts(position, seed=99, executor=executor)
    shares = rollouts.play(tried, range(FIRST_WORLD, FIRST_WORLD + REFERENCE)).wins.mean(axis=0)
    return Advised(advice.is_sure, bool(shares[0] >= shares.max() - CLOSE))


def judged(board: str, players: int, n_decisions: int, end: float) -> list[Advised]:
    path = KEPT / f"{board}-{players}-{source_digest(TRAINS.kernel.bot_sources)[:12]}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = [Advised(*json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []
    executor = Threads()
    for position in positions(board, players, len(kept)):
        if len(kept) >= n_decisions or time.monotonic() > end:
            break
        kept.append(judge(position, executor))
        with path.open("a") as file:
            file.write(json.dumps(kept[-1]) + "\n")
    return kept


def calibration_row(what: str, advised: list[Advised]) -> list[str]:
    if not advised:
        return [f"{what}: 0", "–", f"{RIGHT:.0%}", "not measured"]
    right = wilson(float(np.mean([decision.is_right for decision in advised])), len(advised))
    measured = f"{right.value:.1%} ({right.low:.1%} … {right.high:.1%})"
    return [f"{what}: {len(advised)}", measured, f"{RIGHT:.0%}", "reached" if right.value >= RIGHT else "SHORT"]


def calibration(minutes: float) -> list[list[str]]:
    """A line for each table, and two for all decisions together. `minutes` are for each table."""
    everything, rows = [], []
    for board, players, n_decisions in TABLES:
        advised = judged(board, players, n_decisions, time.monotonic() + 60 * minutes)
        everything += advised
        sure = [decision for decision in advised if decision.is_sure]
        rows.append(calibration_row(f"sure decisions, {board} with {players}", sure))
    rows.append(calibration_row("sure decisions in all", [decision for decision in everything if decision.is_sure]))
    rows.append(calibration_row(f"with those not sure after {LIMITS.rollouts:,} rollouts", everything))
    return rows


# ---- time ----------------------------------------------------------------------------------------

OFFER = ["Brest-Petrograd", "Madrid-Zurich", "Kyiv-Sochi", "Essen-Kyiv"]
OPENING_SECONDS, ANALYSIS_SECONDS = 20.0, 300.0


def timed_row(what: str, start: float, bar: float) -> list[str]:
    seconds = (time.process_time() - start) / CORES
    return [what, f"{seconds:.1f} s", f"{bar:.0f} s", "reached" if seconds <= bar else "SHORT"]


def opening() -> list[list[str]]:
    position = ttrsim.opening("europe", 3, 1, OFFER)
    ttrsim.advise(position, rollouts=100)  # whatever is loaded the first time
    start = time.process_time()
    advice = ttrsim.advise(position, precision=0.01, seconds=600)
    share = advice.best.win_share
    what = f"a Europe offer to ± {50 * (share.high - share.low):.2f} pp, {advice.n_rollouts:,} rollouts"
    return [timed_row(what, start, OPENING_SECONDS)]


def analysis(folder: Path) -> list[list[str]]:
    path = folder / "game.jsonl"
    trace = ["trace", "europe", "--bots", "planner,planner,planner,planner", "-s", "3", "-o", str(path)]
    subprocess.run([sys.executable, "-m", "ttrsim", *trace], check=True)
    start = time.process_time()
    ttrsim.analyse(path, seed=time.time_ns() >> 20)  # one that no analysis is kept for
    return [timed_row("a game of four on Europe analysed", start, ANALYSIS_SECONDS)]


# ---- agreement -----------------------------------------------------------------------------------

DEALS, WORLDS, SEED = 1_000, 24, 5


def by_experiment(folder: Path) -> pl.DataFrame:
    """For each deal and set that seat 0 could keep: how much more it wins than with the set that planner keeps.

    The game itself is "with", a trial with another set is "without".
    """
    values = {"board": "europe", "seats": ["planner"] * 2, "deals": DEALS, "seed": SEED}
    run = ttrsim.run(values | {"experiment": {"kind": "keep-sets"}}, out=folder / "sets")
    rows = run.scan("effects").filter(pl.col("seat") == 0)
    return rows.with_columns(gain=pl.col("win_share_without") - pl.col("win_share_with")).collect()


def by_rollouts(deal: int, executor: Threads) -> dict[int, float]:
    """The win share of each set of tickets."""
    position = Position.start("europe", 2, seed=SEED, deal=deal)
    offer = [int(ticket) for ticket in position.state()[0]["seats"][0]["offer"]]
    choices = position.candidates()
    shares = Rollouts(position, seed=SEED, executor=executor).play(choices, range(WORLDS)).wins.mean(axis=0)
    places = [choice.number >> 4 & 0xFF for choice in choices]
    sets = [sum(1 << ticket for place, ticket in enumerate(offer) if chosen >> place & 1) for chosen in places]
    return dict(zip(sets, shares, strict=True))


def agreement(folder: Path) -> list[list[str]]:
    """By the number of tickets kept: the mean over deals of both, whose difference should be 0."""
    effects, executor = by_experiment(folder), Threads()
    gaps: dict[int, list[tuple[float, float]]] = {}  # [tickets kept] of each deal, by experiment and by rollouts
    for (deal,), rows in effects.group_by("game", maintain_order=True):
        shares = by_rollouts(int(str(deal)), executor)
        pairs: dict[int, list[tuple[float, float]]] = {}
        for kept, base, gain in rows.select("kept", "base_kept", "gain").iter_rows():
            pairs.setdefault(kept.bit_count(), []).append((gain, shares[kept] - shares[base]))
        for n_kept, some in pairs.items():
            tried, rolled = np.mean(some, axis=0)
            gaps.setdefault(n_kept, []).append((float(tried), float(rolled)))
    lines = []
    for n_kept, means in sorted(gaps.items()):
        tried, rolled = 100 * np.array(means).T
        gap = tried - rolled
        half = float(t_critical(len(gap) - 1)) * float(gap.std(ddof=1)) / len(gap) ** 0.5
        what = f"keeping {n_kept}: experiment {tried.mean():.1f}, rollouts {rolled.mean():.1f} pp, {len(gap)} deals"
        lines.append([what, f"{gap.mean():.1f} ± {half:.1f}", "0", "reached" if abs(gap.mean()) <= half else "SHORT"])
    return lines


def main(minutes: float = MINUTES) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        show("Is the advice right?", HEADINGS, calibration(minutes))
        show("Processor time over two cores", HEADINGS, [*opening(), *analysis(folder)])
        show("Sets of tickets against planner's: experiment less rollouts, pp", HEADINGS, agreement(folder))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
