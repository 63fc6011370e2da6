"""Fairness: the first player of a round, who chooses the cards for all (§4.1)."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch
from ttrsim.games.explore.tables import COLOURS
from ttrsim.measures.registry import metric

OF_TURN = ("tourists", "connections", "cafes", "fallback")


@metric("turns", by=("role", "what"))
def turns_by_role(batch: ExploreBatch) -> pl.LazyFrame:
    """What a turn brings to the first player of the round and to the others.

    Formula: mean over turns of tourists placed, connections drawn, cafés reached and fallbacks. Everyone is first
    player equally often, so over a game it is no advantage of a seat.
    """
    role = pl.when("is_first").then(pl.lit("first player")).otherwise(pl.lit("others"))
    tourists = pl.sum_horizontal(pl.col(colour).cast(pl.Int64) for colour in COLOURS)
    rows = batch.turns.with_columns(tourists=tourists).select(
        "deal", *(pl.col(name).cast(pl.Int64) for name in OF_TURN), role=role
    )
    return rows.unpivot(OF_TURN, index=["deal", "role"], variable_name="what")
