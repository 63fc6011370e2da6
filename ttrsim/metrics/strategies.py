"""Bots: who wins, where the points come from, and how they play."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.batch import Batch
from ttrsim.metrics.registry import metric

BIN = 5  # points


@metric("seats", by="bot", kind="share")
def bot_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share by bot.

    Formula: Σ win_share / seats it had. With k seats of equal strength it is 1 / k.
    """
    return batch.seats.select("bot", "deal", value="win_share")


@metric("seats", by="bot")
def bot_points(batch: Batch) -> pl.LazyFrame:
    """Mean score by bot.

    Formula: Σ points / seats it had.
    """
    return batch.seats.select("bot", "deal", value="points")


@metric("seats", by=("result", "source"))
def points_by_source(batch: Batch) -> pl.LazyFrame:
    """Points by source, for winners and for the others.

    Formula: mean points of a source, over seats with a share of the win and over those without.
    """
    result = pl.when("won").then(pl.lit("winner")).otherwise(pl.lit("other"))
    rows = batch.seats.select("deal", *batch.facts.sources, result=result)
    return rows.unpivot(batch.facts.sources, index=["deal", "result"], variable_name="source", value_name="value")


@metric("seats", by=("bot", "score"), kind="count")
def score_distribution(batch: Batch) -> pl.LazyFrame:
    """How scores are distributed, by bot.

    Formula: seats of the bot with a score from `score` to `score` + 4.
    """
    return batch.seats.select("bot", "deal", score=pl.col("points").cast(pl.Int64) // BIN * BIN, value=1)


@metric("seats", by=("bot", "habit"))
def bot_habits(batch: Batch) -> pl.LazyFrame:
    """How a bot plays: mean of each count per seat and game.

    Formula: mean over its seats of each column of the table `seats` that tells of play.
    """
    rows = batch.seats.select("bot", "deal", *batch.facts.habits)
    return rows.unpivot(batch.facts.habits, index=["bot", "deal"], variable_name="habit", value_name="value")
