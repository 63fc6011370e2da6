"""Shapes of routes: how long they are, how they are drawn, and what is left over."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch
from ttrsim.games.explore.board.model import TYPES
from ttrsim.measures.registry import metric

WAYS = ("two joined", "one anywhere", "one in a fallback turn")  # of drawing in a turn (§4.4 a, b, c)


@metric("seats", by="what")
def route_means(batch: ExploreBatch) -> pl.LazyFrame:
    """A seat's map at the end of the game.

    Formula: mean over seats of connections drawn, those of them on the final route, blocks beside it, cafés on it,
    cafés used and connections for `+`.
    """
    blocks = pl.sum_horizontal(pl.col(f"{kind}_blocks").cast(pl.Int64) for kind in TYPES)
    names = ("connections", "route_length", "cafes_on_route", "cafes_used", "extras")
    rows = batch.seats.select("deal", *(pl.col(name).cast(pl.Int64) for name in names), blocks=blocks)
    return rows.unpivot([*names, "blocks"], index="deal", variable_name="what")


@metric("seats")
def connections_unused(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of the drawn connections that are not on the final route.

    Formula: Σ (connections − length of the route) / Σ connections.
    """
    unused = pl.col("connections").cast(pl.Int64) - pl.col("route_length")
    return batch.seats.select("deal", value=unused, weight="connections")


@metric("seats", by="route_length")
def score_by_route_length(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean score by the length of the final route.

    Formula: Σ points / seats with a route of this many connections.
    """
    return batch.seats.select("deal", pl.col("route_length").cast(pl.Int64), value="points")


@metric("seats", by="route_length", kind="share")
def win_share_by_route_length(batch: ExploreBatch) -> pl.LazyFrame:
    """Win share by the length of the final route.

    Formula: Σ win_share / seats with a route of this many connections.
    """
    return batch.seats.select("deal", pl.col("route_length").cast(pl.Int64), value="win_share")


@metric("seats", by="cafes_used")
def score_by_cafes(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean score by the number of cafés that gave a seat tourists (§4.5).

    Formula: Σ points / seats that used this many cafés.
    """
    return batch.seats.select("deal", pl.col("cafes_used").cast(pl.Int64), value="points")


@metric("turns", by="way", kind="share")
def draw_ways(batch: ExploreBatch) -> pl.LazyFrame:
    """How connections are drawn in a turn (§4.4): two joined ones, one anywhere, or one in a fallback turn.

    Formula: turns with that way of drawing / turns.
    """
    joined, fallback = pl.col("joined"), pl.col("fallback")
    ways = [joined, ~joined & ~fallback, fallback]
    rows = batch.turns.select("deal", **{name: way.cast(pl.Int64) for name, way in zip(WAYS, ways, strict=True)})
    return rows.unpivot(WAYS, index="deal", variable_name="way").with_columns(pl.col("way").cast(pl.Enum(WAYS)))
