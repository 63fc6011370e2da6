"""What the passes over claims and offers add up (`trains/analysis/tallies.py`), as plain rows by Polars alone.

A row has the keys of its metric, `deal`, `value`, and `weight` or, for a lift, `cell`.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from ttrsim.games.trains.analysis.batch import TrainsBatch

TURNS = pl.col("turns").clip(1)
CELL = pl.col("bot").to_physical().cast(pl.Int32)  # times the seats, plus the seat


def claims_of(batch: TrainsBatch) -> pl.LazyFrame:
    """With the turns of their games."""
    return batch.claims.join(batch.games.select("game", "turns"), on="game")


def tickets_of(batch: TrainsBatch) -> pl.LazyFrame:
    return batch.tickets.join(batch.games.select("game", "turns"), on="game")


def several(batch: TrainsBatch, rows: pl.LazyFrame) -> pl.LazyFrame:
    """None if there is one bot."""
    return rows if len(batch.facts.bots) > 1 else rows.clear()


def lift(batch: TrainsBatch, rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.with_columns(value="win_share", cell=CELL * batch.facts.n_seats + pl.col("seat"))


def ones(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.with_columns(value=pl.lit(1))


def of(rows: pl.LazyFrame, value: pl.Expr | str, weight: pl.Expr | str | None = None) -> pl.LazyFrame:
    return rows.with_columns(value=value, **({} if weight is None else {"weight": weight}))


def phase(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.with_columns(phase=pl.when(pl.col("turn") == 0).then(pl.lit("set-up")).otherwise(pl.lit("later")))


def cities(batch: TrainsBatch) -> pl.LazyFrame:
    """A row for each game and city with a claim."""
    ends = [batch.claims.with_columns(city=pl.col(end).cast(pl.String)) for end in "ab"]
    by_seat = pl.concat(ends).group_by("deal", "game", "city", "seat").agg(pl.len().alias("n"), pl.first("win_share"))
    return by_seat.group_by("deal", "game", "city").agg(
        pl.sum("n"), visitors=pl.len(), shares=pl.col("win_share").sum()
    )


def contested(batch: TrainsBatch) -> pl.LazyFrame:
    """Claims whose pair of cities another seat wanted, and has no route of."""
    kept = batch.tickets.filter("kept").select("game", "ticket", wanting="seat")
    wants = kept.join(batch.facts.wants.lazy(), on="ticket").select("game", "pair", "wanting").unique()
    own = batch.claims.select("game", "pair", wanting="seat").unique()
    lost = wants.join(own, on=["game", "pair", "wanting"], how="anti").select("game", "pair").unique()
    return batch.claims.join(lost, on=["game", "pair"], how="semi")


def draws(batch: TrainsBatch) -> pl.LazyFrame:
    """Draws of tickets after the set-up, by the trains left at that turn."""
    drawn = batch.tickets.filter(pl.col("turn") > 0).group_by("deal", "game", "seat", "turn")
    completed = drawn.agg(value=pl.col("completed").sum())
    claims = batch.claims.select("game", "seat", "length", claimed="turn")
    before = completed.join(claims, on=["game", "seat"], how="left").filter(pl.col("claimed") < pl.col("turn"))
    spent = before.group_by("game", "seat", "turn").agg(pl.sum("length"))
    left = batch.facts.board.parameters.trains - pl.col("length").fill_null(0)
    return completed.join(spent, on=["game", "seat", "turn"], how="left").with_columns(trains_left=left // 10 * 10)


def score_curve(batch: TrainsBatch) -> pl.LazyFrame:
    claims, seats = claims_of(batch), batch.seats
    result = pl.when("won").then(pl.lit("winner")).otherwise(pl.lit("other"))
    steps = []
    for step in range(1, 11):
        early = claims.filter(pl.col("turn") / TURNS * 10 <= step + 1e-9)
        points = early.group_by("game", "seat").agg(value=pl.sum("route_value"))
        joined = seats.join(points, on=["game", "seat"], how="left").with_columns(pl.col("value").fill_null(0))
        steps.append(joined.select("deal", "value", result=result, time=pl.lit(step / 10)))
    return pl.concat(steps)


def set_up(batch: TrainsBatch) -> pl.LazyFrame:
    return ones(batch.tickets.filter(pl.col("turn") == 0).unique(["game", "ticket"]))


IS_DONE = pl.col("completed") & pl.col("completed_turn").is_not_null()
TIME = pl.col("turn") / TURNS

PLAIN: dict[str, Callable[[TrainsBatch], pl.LazyFrame]] = {
    "route_claimed": lambda batch: ones(batch.claims),
    "route_paid": lambda batch: of(batch.claims, "route_value"),
    "route_claim_time": lambda batch: of(claims_of(batch), TIME),
    "route_claim_turn": lambda batch: of(batch.claims, "turn"),
    "route_win_share": lambda batch: of(batch.claims, "win_share"),
    "route_lift": lambda batch: lift(batch, batch.claims),
    "route_contested": lambda batch: ones(contested(batch)),
    "route_wilds": lambda batch: of(batch.claims, "wilds", "length"),
    "colour_wilds": lambda batch: of(batch.claims.filter(pl.col("kind") != "ferry"), "wilds", "length"),
    "length_lift": lambda batch: lift(batch, batch.claims),
    "kind_lift": lambda batch: lift(batch, batch.claims),
    "colour_lift": lambda batch: lift(batch, batch.claims),
    "bot_route_claimed": lambda batch: ones(several(batch, batch.claims)),
    "bot_route_claim_time": lambda batch: of(several(batch, claims_of(batch)), TIME),
    "bot_route_lift": lambda batch: lift(batch, several(batch, batch.claims)),
    "length_claims": lambda batch: ones(batch.claims),
    "kind_claims": lambda batch: ones(batch.claims),
    "colour_claims": lambda batch: ones(batch.claims),
    "city_claims": lambda batch: of(cities(batch), "n"),
    "city_used": lambda batch: ones(cities(batch)),
    "city_win_share": lambda batch: of(cities(batch), "shares", "visitors"),
    "tunnel_extra_paid": lambda batch: ones(batch.claims.filter(pl.col("kind") == "tunnel")),
    "score_curve": score_curve,
    "ticket_offers": lambda batch: ones(batch.tickets),
    "ticket_kept": lambda batch: of(batch.tickets, "kept"),
    "ticket_completed": lambda batch: of(batch.tickets.filter("kept"), "completed"),
    "bot_ticket_kept": lambda batch: of(several(batch, batch.tickets), "kept"),
    "bot_ticket_completed": lambda batch: of(several(batch, batch.tickets.filter("kept")), "completed"),
    "ticket_paid": lambda batch: of(batch.tickets.filter("completed"), "gain"),
    "ticket_net_points": lambda batch: of(batch.tickets.filter("kept"), "gain"),
    "ticket_win_share": lambda batch: of(batch.tickets.filter("kept"), "win_share"),
    "ticket_completion_time": lambda batch: of(tickets_of(batch).filter(IS_DONE), pl.col("completed_turn") / TURNS),
    "kept_by_phase": lambda batch: of(phase(batch.tickets), "kept"),
    "completed_by_phase": lambda batch: of(phase(batch.tickets.filter("kept")), "completed"),
    "ticket_draws_by_trains_left": draws,
    "set_up_offers": set_up,
}
