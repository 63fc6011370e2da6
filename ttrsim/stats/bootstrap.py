"""The bootstrap: what would have come out of other deals, judged by drawing from the deals there are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ttrsim.stats.intervals import ALPHA, Floats

MAX_DRAWS = 4_000_000  # held in memory at a time


def resampled_means(values: NDArray[np.floating], n_samples: int, seed: int) -> Floats:
    """Means over deals, drawn with replacement, of `values` [deal, column]: an array [sample, column].

    All columns of a deal are drawn together, so whatever hangs together by the deal stays together.
    """
    n_deals = len(values)
    return np.concatenate([counts @ values / n_deals for counts in _times_drawn(n_deals, n_samples, seed)])


def _times_drawn(n_deals: int, n_samples: int, seed: int) -> Iterator[Floats]:
    """How often each deal is drawn in each sample, some samples at a time: arrays [sample, deal]."""
    stream = np.random.default_rng(seed)
    at_a_time = max(1, MAX_DRAWS // n_deals)
    for first in range(0, n_samples, at_a_time):
        n = min(at_a_time, n_samples - first)
        draws = stream.integers(n_deals, size=(n, n_deals)) + n_deals * np.arange(n)[:, None]
        yield np.bincount(draws.ravel(), minlength=n * n_deals).reshape(n, n_deals).astype(np.float64)


def percentile_interval(samples: NDArray[np.floating], alpha: float = ALPHA) -> tuple[Floats, Floats]:
    """Low and high ends for each column of `samples` [sample, column]."""
    low, high = np.quantile(samples, [alpha / 2, 1 - alpha / 2], axis=0)
    return low, high
