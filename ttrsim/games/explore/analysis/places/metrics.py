"""Places: which blocks are chosen, and which blocks, cafés and roads the final routes visit."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch, by_deal
from ttrsim.measures.registry import metric


@metric("seats", by="block", kind="share", once=True)
def block_visited(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of final routes that run along a block (§5).

    Formula: seats with the block beside the route / seats.
    """
    return batch.visits("block")


@metric("turns", by="block", kind="share", once=True)
def block_chosen(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of maps on which tourists are placed in a block (§4.2): nobody can choose a block twice.

    Formula: turns with the block / seats.
    """
    seats = pl.len() / batch.facts.rounds
    chosen = {name: ((pl.col("block") == name).sum(), seats) for name in batch.facts.names("block")}
    return by_deal(batch.turns, "block", chosen)


@metric("seats", by="block", against=1.0, once=True, lift=True)
def block_lift(batch: ExploreBatch) -> pl.LazyFrame:
    """Lift: how often a seat whose route runs along a block wins, divided by how often its bot wins in that seat.

    Formula: Σ win_share / Σ mean win_share of the bot and seat, over the seats with the block beside the route. 1 is no
    difference. That good routes run along a block does not say that the block makes them good. The means are those of
    the whole run (`bot_seat_win_share`).
    """
    return batch.lifted("block")


@metric("seats", by="block", once=True)
def block_score(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean score of the seats whose route runs along a block.

    Formula: Σ points / seats with the block beside the route.
    """
    return batch.visitors("block", "points")


@metric("seats", by="cafe", kind="share", once=True)
def cafe_visited(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of final routes that a café is on (§5).

    Formula: seats with the café on the route / seats.
    """
    return batch.visits("cafe")


@metric("seats", by="cafe", against=1.0, once=True, lift=True)
def cafe_lift(batch: ExploreBatch) -> pl.LazyFrame:
    """Lift of a café: as `block_lift`, for seats whose route has the café.

    Formula: Σ win_share / Σ mean win_share of the bot and seat, over the seats with the café on the route.
    """
    return batch.lifted("cafe")


@metric("seats", by="cafe", once=True)
def cafe_score(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean score of the seats whose route has a café.

    Formula: Σ points / seats with the café on the route.
    """
    return batch.visitors("cafe", "points")


@metric("seats", by="road", kind="share", once=True)
def road_used(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of final routes that run over a piece of road (§3).

    Formula: seats with the segment on the route / seats.
    """
    return batch.visits("road")
