"""Controls of cards, rounds, tourists and connections; `bounds.py` holds them to bounds."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch
from ttrsim.games.explore.tables import COLOURS
from ttrsim.measures.registry import metric


@metric("games", once=True)
def rounds_not_accounted(batch: ExploreBatch) -> pl.LazyFrame:
    """Difference between the rounds played and the rounds that the cards allow (§4): always 0.

    Formula: mean of |rounds − ⌊cards in play / cards of a round⌋| over games.
    """
    return batch.games.select("deal", value=(pl.col("rounds").cast(pl.Int64) - batch.facts.rounds).abs())


@metric("cards", by="card", kind="share", per="game", once=True)
def cards_shown(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of games in which a card is turned up: equal for all cards.

    Formula: games with the card / games.
    """
    return batch.cards.select("card", "deal", value=1)


@metric("cards", once=True)
def action_cards(batch: ExploreBatch) -> pl.LazyFrame:
    """Cards of a round that are not discarded (§4.1): always 2.

    Formula: cards kept / rounds.
    """
    rounds = batch.cards.group_by("game", "deal", "round").agg(kept=(~pl.col("discarded")).sum())
    return rounds.select("deal", value="kept")


@metric(("seats", "turns"))
def tourists_not_accounted(batch: ExploreBatch) -> pl.LazyFrame:
    """Tourists on a map that no card, café or fallback turn accounts for (§4.3, §4.5): always 0.

    Formula: mean over seats of |tourists on the map − Σ (those of both action cards, or 1 in a fallback turn) −
    those of cafés|.
    """
    cards = batch.facts.cards.lazy().select("card", tourists=pl.sum_horizontal(COLOURS))
    turns = batch.turns.join(cards.rename({"card": "card_1", "tourists": "one"}), on="card_1")
    turns = turns.join(cards.rename({"card": "card_2", "tourists": "other"}), on="card_2")
    given = pl.when("fallback").then(1).otherwise(pl.col("one") + pl.col("other"))
    seats = batch.seats.join(turns.group_by("game", "seat").agg(given=given.sum()), on=["game", "seat"], how="left")
    placed = pl.sum_horizontal(pl.col(f"{colour}_placed") for colour in COLOURS)
    return seats.select("deal", value=(placed - pl.col("given") - pl.col("cafe_tourists")).abs())


@metric(("seats", "turns"))
def connections_not_accounted(batch: ExploreBatch) -> pl.LazyFrame:
    """Connections on a map that no turn accounts for: always 0.

    Formula: mean over seats of |connections − Σ connections of its turns|.
    """
    drawn = batch.turns.group_by("game", "seat").agg(drawn=pl.col("connections").cast(pl.Int64).sum())
    seats = batch.seats.join(drawn, on=["game", "seat"], how="left")
    return seats.select("deal", value=(pl.col("connections").cast(pl.Int64) - pl.col("drawn")).abs())
