"""The course of a game: length, lead, closeness, tunnels and cards."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.analysis.compiled.sets import CURVE_STEPS
from ttrsim.measures.codes import codes_of
from ttrsim.measures.observed import ONES, Observed, SumColumn
from ttrsim.measures.registry import metric
from ttrsim.measures.rows import Rows
from ttrsim.measures.tallies import Summed

PER_GAME = ("turns", "lead_changes", "flushes", "reshuffles")


@metric("games", by="what", once=True)
def game_means(batch: TrainsBatch) -> Observed:
    """Turns, lead changes, market flushes (M3) and reshuffles (M4) per game.

    Formula: mean over games.
    """
    return batch.rows_of_games.observe_each((), {name: name for name in PER_GAME})


@metric("games", by="turns", kind="count", once=True)
def turns_distribution(batch: TrainsBatch) -> Observed:
    """How long games are.

    Formula: games of `turns` to `turns` + 4 turns.
    """
    return batch.rows_by_game({"turns": batch.rows_of_games.ints("turns") // 5 * 5}).observe("turns")


@metric("games", by="end", kind="share", per="game", once=True)
def end_reasons(batch: TrainsBatch) -> Observed:
    """Why games end: trains run out (E1), stalemate (N1) or turn limit (N2).

    Formula: games with this ending / games.
    """
    games = batch.rows_of_games
    end = games.key("end")._replace(type=pl.String())
    return Observed(codes_of([end], len(games)), games.deals, (SumColumn(ONES),))


@metric("seats", once=True)
def trains_of_ender(batch: TrainsBatch) -> Observed:
    """Trains left at the end of the seat that triggered the last round (E1).

    Formula: mean of its trains_left, over these games.
    """
    return batch.rows_of_seats.where("ended_game").observe(value="trains_left")


@metric("seats", once=True)
def longest_bonuses(batch: TrainsBatch) -> Observed:
    """Seats per game with points for the longest path: all that tie for it (E6).

    Formula: seats with longest_points / games.
    """
    n_paid = (batch.by_game("longest_points") > 0).sum(axis=1)
    return batch.rows_by_game({"paid": n_paid}).observe(value="paid")


@metric("seats", once=True)
def margin(batch: TrainsBatch) -> Observed:
    """Margin of victory: points between first and second place.

    Formula: mean of best score − second best score.
    """
    return batch.rows_by_game({"margin": margins(batch)}).observe(value="margin")


@metric("seats", kind="share", once=True)
def close_games(batch: TrainsBatch) -> Observed:
    """Share of games decided by ten points or fewer.

    Formula: games with best − second best ≤ 10 / games.
    """
    return batch.rows_by_game({"is_close": margins(batch) <= 10}).observe(value="is_close")


@metric(("games", "seats"), kind="share", once=True)
def leader_wins(batch: TrainsBatch) -> Observed:
    """Share of games won by the last sole leader in route points before the final count.

    Formula: Σ win_share of the leader / games with a leader.
    """
    leader = batch.games.sort("game").collect()["leader"].cast(pl.Int64).fill_null(-1).to_numpy()
    shares = batch.by_game("win_share")[np.arange(len(leader)), leader]
    return batch.rows_by_game({"share": shares}).where(leader >= 0).observe(value="share")


@metric("games", once=True)
def lead_time(batch: TrainsBatch) -> Observed:
    """When the sole winner took the lead in route points for good, as a share of the game's turns.

    Formula: mean of lead_turn / turns, over games whose only winner was also the last leader on the track.
    """
    games = batch.games.sort("game").select(
        has_led=(pl.col("winner") == pl.col("leader")).fill_null(False),
        time=pl.col("lead_turn").fill_null(0) / pl.col("turns").clip(1),
    )
    return batch.rows_by_game(games.collect().to_dict()).where("has_led").observe(value="time")


@metric(("claims", "games", "seats"), by=("result", "time"))
def score_curve(batch: TrainsBatch) -> Summed:
    """Route points over the game, for winners and for the others.

    Formula: mean over seats of the points for routes claimed up to a share `time` of the game's turns.
    """
    return batch.tallies.ratios(
        "results", {str(step / CURVE_STEPS): f"step {step}" for step in range(1, CURVE_STEPS + 1)}, pl.Float64()
    )


@metric("seats")
def tunnel_extra_due(batch: TrainsBatch) -> Observed:
    """Extra cards due for a tunnel (T1, T2), whether it is claimed or not.

    Formula: Σ extra_due / Σ tunnels_tried. On a whole deck the mean is tunnel_cards · matching cards / cards; in play
    it differs a little, since the cards in hands are gone from the pile.
    """
    return with_tunnels(batch).observe(value="extra_due", weight="tunnels_tried")


@metric("seats", kind="share")
def tunnels_given_up(batch: TrainsBatch) -> Observed:
    """Share of tunnels tried but not claimed, by choice or for lack of cards (T3).

    Formula: Σ tunnels_declined / Σ tunnels_tried.
    """
    return with_tunnels(batch).observe(value="tunnels_declined", weight="tunnels_tried")


@metric("claims", by="extra", kind="count")
def tunnel_extra_paid(batch: TrainsBatch) -> Summed:
    """Extra cards paid for the tunnels that were claimed (T3).

    Formula: tunnels claimed with this many extra cards.
    """
    return batch.tallies.ratio("extra")


def margins(batch: TrainsBatch) -> np.ndarray:
    """[game] points between first and second place."""
    points = np.sort(batch.by_game("points"), axis=1)
    difference: np.ndarray = points[:, -1] - points[:, -2]
    return difference


def with_tunnels(batch: TrainsBatch) -> Rows:
    """The seats that tried any."""
    seats = batch.rows_of_seats
    return seats.where(seats.ints("tunnels_tried") > 0)
