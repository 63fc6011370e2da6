"""Controls: numbers that every sound run has with any bots. `reports/controls.py` checks their bounds."""

from __future__ import annotations

import numpy as np

from ttrsim.measures.batch import Batch
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric


@metric("seats", once=True)
def wins_per_game(batch: Batch) -> Observed:
    """Sum of the win shares of a game: always 1.

    Formula: Σ win_share / games.
    """
    return batch.rows_by_game({"wins": batch.by_game("win_share").sum(axis=1)}).observe(value="wins")


@metric("seats")
def points_not_accounted(batch: Batch) -> Observed:
    """Points that no source accounts for: always 0.

    Formula: mean of |points − Σ sources| over seats.
    """
    seats = batch.rows_of_seats
    left = seats.ints("points") - np.sum([seats.ints(source) for source in batch.facts.sources], axis=0)
    return seats.with_columns({"left": np.abs(left)}).observe(value="left")


@metric("seats", by=("bot", "seat"), kind="count")
def seatings(batch: Batch) -> Observed:
    """Games of each bot in each seat: equal under rotation.

    Formula: games.
    """
    return batch.rows_of_seats.observe(("bot", "seat"))
