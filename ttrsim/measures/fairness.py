"""Fairness: seats and ties."""

from __future__ import annotations

from ttrsim.measures.batch import Batch
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric


@metric("seats", by="seat", kind="share", once=True)
def seat_win_share(batch: Batch) -> Observed:
    """Win share by seat; seat 0 moves first.

    Formula: Σ win_share / games. Each is 1 / k where seats do not matter and every bot sat everywhere.
    """
    return batch.rows_of_seats.observe("seat", "win_share")


@metric("seats", by=("bot", "seat"), kind="share", once=True)
def bot_seat_win_share(batch: Batch) -> Observed:
    """Win share by bot and seat: the baseline of lifts.

    Formula: Σ win_share / games of the bot in the seat.
    """
    return batch.rows_of_seats.observe(("bot", "seat"), "win_share")


@metric("seats", once=True)
def seat_advantage(batch: Batch) -> Observed:
    """Advantage of seat 0, which moves first: its win share minus an equal share.

    Formula: Σ (win_share of seat 0 − 1 / k) / games, with k seats.
    """
    first = batch.ordered_seats["win_share"].gather_every(batch.facts.n_seats)
    return batch.rows_by_game({"advantage": first - 1 / batch.facts.n_seats}).observe(value="advantage")


@metric("seats", by="seat", once=True)
def seat_points(batch: Batch) -> Observed:
    """Mean score by seat.

    Formula: Σ points / games.
    """
    return batch.rows_of_seats.observe("seat", "points")


@metric("games", kind="share", once=True)
def ties(batch: Batch) -> Observed:
    """Share of games with a shared win.

    Formula: games with several winners / games.
    """
    return batch.rows_by_game({"is_tie": batch.rows_of_games.ints("n_winners") > 1}).observe(value="is_tie")
