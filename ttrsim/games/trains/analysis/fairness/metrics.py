"""Fairness: who ends the game."""

from __future__ import annotations

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric


@metric("seats", by="seat", kind="share", once=True)
def seat_ended_game(batch: TrainsBatch) -> Observed:
    """Share of games in which a seat triggered the last round (E1).

    Formula: games ended by the seat / games.
    """
    return batch.rows_of_seats.observe("seat", "ended_game")
