"""The course of a game: length, lead, closeness, tunnels and cards."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.analysis.routes.metrics import timed
from ttrsim.metrics.registry import metric

CURVE_STEPS = 10  # of a score curve
RESULT = pl.Enum(["other", "winner"])
PER_GAME = ("turns", "lead_changes", "flushes", "reshuffles")


@metric("games", by="what", once=True)
def game_means(batch: Batch) -> pl.LazyFrame:
    """Turns, lead changes, market flushes (M3) and reshuffles (M4) per game.

    Formula: mean over games.
    """
    rows = batch.games.select("deal", *PER_GAME)
    return rows.unpivot(PER_GAME, index=["deal"], variable_name="what", value_name="value")


@metric("games", by="turns", kind="count", once=True)
def turns_distribution(batch: Batch) -> pl.LazyFrame:
    """How long games are.

    Formula: games of `turns` to `turns` + 4 turns.
    """
    return batch.games.select("deal", turns=pl.col("turns").cast(pl.Int64) // 5 * 5, value=1)


@metric("games", by="end", kind="share", per="game", once=True)
def end_reasons(batch: Batch) -> pl.LazyFrame:
    """Why games end: trains run out (E1), stalemate (N1) or turn limit (N2).

    Formula: games with this ending / games.
    """
    return batch.games.select("deal", end=pl.col("end").cast(pl.String), value=1)


@metric("seats", once=True)
def trains_of_ender(batch: Batch) -> pl.LazyFrame:
    """Trains left at the end of the seat that triggered the last round (E1).

    Formula: mean of its trains_left, over these games.
    """
    return batch.seats.filter("ended_game").select("deal", value="trains_left")


@metric("seats", once=True)
def longest_bonuses(batch: Batch) -> pl.LazyFrame:
    """Seats per game with points for the longest path: all that tie for it (E6).

    Formula: seats with longest_points / games.
    """
    paid = batch.seats.group_by("game", "deal").agg(value=(pl.col("longest_points") > 0).sum())
    return paid.select("deal", "value")


@metric("seats", once=True)
def margin(batch: Batch) -> pl.LazyFrame:
    """Margin of victory: points between first and second place.

    Formula: mean of best score − second best score.
    """
    points = np.sort(batch.ordered_seats["points"].to_numpy().reshape(-1, batch.facts.n_seats), axis=1)
    deals = batch.places.games // batch.facts.rotations
    return pl.LazyFrame({"deal": deals, "value": points[:, -1] - points[:, -2]})


@metric("seats", kind="share", once=True)
def close_games(batch: Batch) -> pl.LazyFrame:
    """Share of games decided by ten points or fewer.

    Formula: games with best − second best ≤ 10 / games.
    """
    return margin(batch).select("deal", value=pl.col("value") <= 10)


@metric(("games", "seats"), kind="share", once=True)
def leader_wins(batch: Batch) -> pl.LazyFrame:
    """Share of games won by the last sole leader in route points before the final count.

    Formula: Σ win_share of the leader / games with a leader.
    """
    led = batch.games.filter(pl.col("leader").is_not_null()).select("game", "deal", seat="leader")
    return led.join(batch.seats.select("game", "seat", "win_share"), on=["game", "seat"]).select(
        "deal", value="win_share"
    )


@metric("games", once=True)
def lead_time(batch: Batch) -> pl.LazyFrame:
    """When the sole winner took the lead in route points for good, as a share of the game's turns.

    Formula: mean of lead_turn / turns, over games whose only winner was also the last leader on the track.
    """
    won = batch.games.filter(pl.col("winner") == pl.col("leader"))
    return won.select("deal", value=pl.col("lead_turn") / pl.col("turns").clip(1))


@metric(("claims", "games", "seats"), by=("result", "time"))
def score_curve(batch: Batch) -> pl.LazyFrame:
    """Route points over the game, for winners and for the others.

    Formula: mean over seats of the points for routes claimed up to a share `time` of the game's turns.
    """
    seats, places = batch.ordered_seats, batch.places
    claims = timed(batch).select("game", "seat", "time", "route_value").collect()
    step = np.ceil(claims["time"].to_numpy() * CURVE_STEPS - 1e-9).clip(1, CURVE_STEPS).astype(np.int64) - 1
    at = places.of_seats(claims) * CURVE_STEPS + step
    gained = np.bincount(at, claims["route_value"].to_numpy(), len(seats) * CURVE_STEPS)
    so_far = gained.reshape(-1, CURVE_STEPS).cumsum(axis=1).astype(np.int64)
    times = pl.Series([(number + 1) / CURVE_STEPS for number in range(CURVE_STEPS)])
    result = pl.when("won").then(pl.lit("winner", RESULT)).otherwise(pl.lit("other", RESULT))
    curves = seats.select("deal", result=result)[np.repeat(np.arange(len(seats)), CURVE_STEPS)]
    return curves.lazy().with_columns(
        time=times.gather(np.tile(np.arange(CURVE_STEPS), len(seats))), value=pl.Series(so_far.ravel())
    )


@metric("seats")
def tunnel_extra_due(batch: Batch) -> pl.LazyFrame:
    """Extra cards due for a tunnel (T1, T2), whether it is claimed or not.

    Formula: Σ extra_due / Σ tunnels_tried. On a whole deck the mean is tunnel_cards · matching cards / cards; in play
    it differs a little, since the cards in hands are gone from the pile.
    """
    tried = batch.seats.filter(pl.col("tunnels_tried") > 0)
    return tried.select("deal", value="extra_due", weight="tunnels_tried")


@metric("seats", kind="share")
def tunnels_given_up(batch: Batch) -> pl.LazyFrame:
    """Share of tunnels tried but not claimed, by choice or for lack of cards (T3).

    Formula: Σ tunnels_declined / Σ tunnels_tried.
    """
    tried = batch.seats.filter(pl.col("tunnels_tried") > 0)
    return tried.select("deal", value="tunnels_declined", weight="tunnels_tried")


@metric("claims", by="extra", kind="count")
def tunnel_extra_paid(batch: Batch) -> pl.LazyFrame:
    """Extra cards paid for the tunnels that were claimed (T3).

    Formula: tunnels claimed with this many extra cards.
    """
    return batch.claims.filter(pl.col("kind") == "tunnel").select("deal", extra=pl.col("extra").cast(pl.Int64), value=1)
