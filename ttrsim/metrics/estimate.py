"""From sums over deals to estimates with intervals.

The deal is the independent unit: games of one deal share their cards and hang together. With v_d the sum of
what was observed in deal d and w_d the number of observations there, the estimate is r = Σv / Σw, and its variance
is that of a ratio of sums over independent deals: D / (D − 1) · Σ(v_d − r·w_d)² / (Σw)².
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import polars as pl
from numpy.typing import NDArray

CONFIDENCE = 0.95
SUMS = ("deals", "v", "w", "vv", "vw", "ww")

Floats = NDArray[np.float64]


def sums_over_deals(observations: pl.LazyFrame, keys: Sequence[str], is_once: bool = False) -> pl.LazyFrame:
    """Σ over deals of v, w and their products. `observations` has the keys, `deal`, `value` and maybe `weight`.

    With `is_once` no deal has two rows of the same keys.
    """
    weight = pl.col("weight") if "weight" in observations.collect_schema().names() else pl.lit(1.0)
    rows = observations.select(*keys, "deal", v=pl.col("value").cast(pl.Float64), w=weight.cast(pl.Float64))
    rows = rows.filter(pl.col("v").is_not_null())
    deals = rows if is_once else rows.group_by(*keys, "deal").agg(pl.col("v").sum(), pl.col("w").sum())
    v, w = pl.col("v"), pl.col("w")
    sums = {"deals": pl.len().cast(pl.Float64), "v": v.sum(), "w": w.sum()}
    sums |= {"vv": (v * v).sum(), "vw": (v * w).sum(), "ww": (w * w).sum()}
    return deals.group_by(*keys).agg(**sums) if keys else deals.select(**sums)


def add_sums(frames: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    together = pl.concat(frames)
    return together.group_by(*keys).agg(pl.col(SUMS).sum()) if keys else together.select(pl.col(SUMS).sum())


def per_game(sums: pl.DataFrame, n_deals: int, rotations: int) -> pl.DataFrame:
    """The same sums where every game of the run counts, also those in which nothing was observed."""
    return sums.with_columns(
        deals=pl.lit(float(n_deals)),
        w=pl.lit(float(n_deals * rotations)),
        vw=pl.col("v") * rotations,
        ww=pl.lit(float(n_deals * rotations**2)),
    )


def estimates(sums: pl.DataFrame, is_share: bool) -> dict[str, Floats]:
    """`value`, `error`, `low` and `high` for each row of sums; NaN where nothing can be said."""
    v, w, vv, vw, ww, deals = (sums[name].to_numpy() for name in ("v", "w", "vv", "vw", "ww", "deals"))
    with np.errstate(divide="ignore", invalid="ignore"):
        value = v / w
        squares = np.maximum(vv - 2 * value * vw + value**2 * ww, 0.0)
        error = np.sqrt(np.where(deals > 1, squares * deals / (deals - 1), np.nan)) / w
        low, high = _wilson(value, error, w) if is_share else _student(value, error, deals)
    return {"value": value, "error": error, "low": low, "high": high}


def _wilson(share: Floats, error: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Wilson's interval with as many independent trials as would scatter like the deals do, at most all."""
    z = deviations()
    spread = share * (1 - share)
    trials = np.where(error > 0, np.clip(spread / error**2, 1.0, n), n)
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * np.sqrt(spread / trials + z * z / (4 * trials**2))
    return np.clip(centre - half, 0.0, share), np.clip(centre + half, share, 1.0)


def _student(mean: Floats, error: Floats, deals: Floats) -> tuple[Floats, Floats]:
    half = student_deviations(deals - 1) * error
    return mean - half, mean + half


def deviations(confidence: float = CONFIDENCE) -> float:
    """Standard deviations on either side of the mean that hold so much of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def student_deviations(freedom: Floats) -> Floats:
    """The same for Student's t, by the expansion of Cornish and Fisher: within 1 % from 4 degrees of freedom on."""
    z = deviations()
    steps = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = z + sum(step / freedom**power for power, step in enumerate(steps, 1))
    return np.where(freedom > 0, t, np.nan)


# ---- many questions at once ----------------------------------------------------------------------


def p_values(value: Floats, error: Floats, against: float) -> Floats:
    """Two-sided, that chance alone takes the value so far from `against`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(value - against) / error
    return np.array([math.erfc(z / math.sqrt(2)) if np.isfinite(z) else np.nan for z in distance])


def benjamini_hochberg(p: Floats) -> Floats:
    """The q values: calling all rows with q ≤ x noteworthy, a share x of the calls is expected to be false."""
    q = np.full(len(p), np.nan)
    known = np.flatnonzero(np.isfinite(p))
    order = known[np.argsort(p[known])[::-1]]  # the largest first
    ranks = np.arange(len(order), 0, -1)
    q[order] = np.minimum.accumulate(np.minimum(p[order] * len(order) / ranks, 1.0))
    return q
