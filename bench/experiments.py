"""Experiments: how precise in how long, what pairing gains, and how often the intervals hold the truth."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import ttrsim
from bench.measure import show
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics

METRIC = "ticket_effect"
PRECISION = {  # board, players: deals, half width in percentage points of short and of long tickets, seconds
    ("europe", 4): (48_000, 1.0, 0.8, 120),
    ("usa", 2): (88_000, 1.0, 1.0, 40),
}
REPEATS, SMALL, LARGE = 120, 300, 60_000  # of the study of coverage: experiments, deals of each, deals of the long run


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        precision(Path(folder))
        coverage(Path(folder))


def experiment(out: Path, board: str, players: int, deals: int, seed: int = 1) -> ttrsim.Run:
    values: dict[str, Any] = {"board": board, "seats": ["planner"] * players, "deals": deals, "seed": seed}
    return ttrsim.run(values | {"experiment": {"kind": "tickets"}}, out=out)


def effects_of(run: ttrsim.Run) -> pl.DataFrame:
    return measure(run, [all_metrics(run.game)[METRIC]])[METRIC]


def precision(folder: Path) -> None:
    rows, gains = [], []
    for (board, players), (deals, short, long, bar) in PRECISION.items():
        run = experiment(folder / board, board, players, deals)
        seconds = run.manifest.sessions[-1].seconds or 0.0
        widths = (
            effects_of(run)
            .join(run.facts.tickets, on="ticket")
            .select(  # type: ignore[attr-defined]
                "is_long", half=50 * (pl.col("high") - pl.col("low"))
            )
        )
        table = run.scan("effects").collect()
        for name, is_long, limit in (("short", False, short), ("long", True, long)):
            half = widths.filter(pl.col("is_long") == is_long)["half"].max()
            if half is not None:
                rows.append([f"{board}, {players} players: widest {name} ticket, ± pp", f"{half:.2f}", f"{limit}"])
        games = len(table) + table["game"].n_unique()
        rows.append([f"{board}, {players} players: seconds", f"{seconds:.0f}", f"{bar}"])
        rows.append([f"{board}, {players} players: games for each ticket instance", f"{games / len(table):.2f}", "1.1"])
        for outcome in ("win_share", "score"):
            gains.append([f"{board}, {players} players: {outcome}", f"{pairing_gain(table, outcome):.2f}"])
    show("Ticket experiments, all tickets, planners", ["", "measured", "at most"], rows)
    note = "variance of the difference of two unpaired games, over that of the pairs; above 1 pairing gains"
    show("What pairing by deal gains", ["", "× fewer pairs"], gains, note)


def pairing_gain(effects: pl.DataFrame, outcome: str) -> float:
    kept, refused = (effects[f"{outcome}_{arm}"].to_numpy().astype(float) for arm in ("with", "without"))
    return float((kept.var() + refused.var()) / np.var(kept - refused))


def coverage(folder: Path) -> None:
    """Small experiments with seeds of their own against a long one."""
    truth = effects_of(experiment(folder / "long", "new-york", 2, LARGE, seed=1)).select("ticket", truth="value")
    hits = []
    for number in range(REPEATS):
        small = effects_of(experiment(folder / f"small-{number}", "new-york", 2, SMALL, seed=1_000 + number))
        hits.append(small.join(truth, on="ticket").select(pl.col("truth").is_between("low", "high"))["truth"])
    held = pl.concat(hits)
    share = float(held.mean())  # type: ignore[arg-type]
    error = (share * (1 - share) / len(held)) ** 0.5
    row = [
        f"95 % intervals of {REPEATS} experiments with {SMALL} deals",
        f"{share:.1%} ± {1.96 * error:.1%}",
        "93–97 %",
    ]
    show("Coverage, New York, 2 players", ["", "hold the long-run value", "bar"], [row])


if __name__ == "__main__":
    main()
