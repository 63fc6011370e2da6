"""Bots: who wins, where the points come from, and how they play."""

from __future__ import annotations

from ttrsim.measures.batch import Batch
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric

BIN = 5  # points


@metric("seats", by="bot", kind="share")
def bot_win_share(batch: Batch) -> Observed:
    """Win share by bot.

    Formula: Σ win_share / seats it had. With k seats of equal strength it is 1 / k. If a bot has several seats of a
    game, its interval is too wide: the seats share one win, and it covers the true share more often than 95 %.
    """
    return batch.rows_of_seats.observe("bot", "win_share")


@metric("seats", by="bot")
def bot_points(batch: Batch) -> Observed:
    """Mean score by bot.

    Formula: Σ points / seats it had.
    """
    return batch.rows_of_seats.observe("bot", "points")


@metric("seats", by=("result", "source"))
def points_by_source(batch: Batch) -> Observed:
    """Points by source, for winners and for the others.

    Formula: mean points of a source, over seats with a share of the win and over those without.
    """
    return batch.rows_of_seats.observe_each("result", {source: source for source in batch.facts.sources})


@metric("seats", by=("bot", "score"), kind="count")
def score_distribution(batch: Batch) -> Observed:
    """How scores are distributed, by bot.

    Formula: seats of the bot with a score from `score` to `score` + 4.
    """
    seats = batch.rows_of_seats
    return seats.with_columns({"score": seats.ints("points") // BIN * BIN}).observe(("bot", "score"))


@metric("seats", by=("bot", "habit"))
def bot_habits(batch: Batch) -> Observed:
    """How a bot plays: mean of each count per seat and game.

    Formula: mean over its seats of each column of the table `seats` that tells of play.
    """
    return batch.rows_of_seats.observe_each("bot", {habit: habit for habit in batch.facts.habits})
