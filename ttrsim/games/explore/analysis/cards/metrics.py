"""Cards: which are kept when they are turned up (§4.1). What goes with keeping is in `differences.py`."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch
from ttrsim.measures.registry import metric


@metric("cards", by="card", kind="share", once=True)
def card_kept(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of the times that a card is kept after it is turned up.

    Formula: action cards / cards turned up.
    """
    return batch.cards.select("card", "deal", value=~pl.col("discarded"))


@metric("cards", by="card", once=True)
def card_round(batch: ExploreBatch) -> pl.LazyFrame:
    """The round in which a card is kept.

    Formula: mean round, over the times it is kept.
    """
    return batch.cards.filter(~pl.col("discarded")).select("card", "deal", value="round")
