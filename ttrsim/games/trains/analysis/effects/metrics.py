"""Effects: what an experiment tries, with it less without it on the same deal.

What "with" and "without" mean depends on the kind of experiment (`docs/experiments.md`). Every trial counts equally.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from inspect import cleandoc
from typing import NamedTuple

import polars as pl

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.analysis.effects import sets
from ttrsim.measures.registry import Metric, add_metric, metric, owner_and_section


class Outcome(NamedTuple):
    suffix: str  # of the names of metrics
    text: str
    unit: str


OUTCOMES = {  # by the column of `batch.effects`
    "win_share": Outcome("", "the share of the win of the treated seat", "1 is a whole win"),
    "score": Outcome("_on_score", "the score of the treated seat", "points"),
    "others_score": Outcome("_on_others", "the mean score of the other seats", "points"),
    "turns": Outcome("_on_turns", "the turns of the game", "turns of all seats"),
}

# ---- all trials together, and in parts -----------------------------------------------------------


@metric("effects", by="outcome")
def effect(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of what the experiment tries, over all its trials, on each outcome.

    Formula: mean over trials of (outcome with − outcome without). Outcomes: `win_share` and `score` of the treated
    seat, `others_score` (the mean score of the other seats), `turns` of the game.
    """
    return of_each_outcome(batch)


@metric("effects", by=("outcome", "seat"))
def effect_by_seat(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of what the experiment tries by the treated seat; see `effect`.

    Formula: mean over the trials of the seat of (outcome with − outcome without).
    """
    return of_each_outcome(batch, "seat")


@metric("effects", by=("outcome", "bot"))
def effect_by_bot(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of what the experiment tries by the bot in the treated seat; see `effect`.

    Formula: mean over the trials of the bot of (outcome with − outcome without).
    """
    return of_each_outcome(batch, "bot")


@metric("effects", by=("outcome", "choice"))
def effect_by_choice(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of what the experiment tries where the bot chose it itself, and where it did not; see `effect`.

    Formula: mean over trials of (outcome with − outcome without), by whether the game or the trial beside it had it:
    `chosen` or `not chosen`. The bot chose before anything was tried, so both are effects, of different positions.
    """
    return of_each_outcome(batch, "choice")


@metric("effects", by=("outcome", "trains_left"))
def effect_by_trains_left(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of what the experiment tries by the trains that the seat had left when the trial began; see `effect`.

    Formula: mean over trials of (outcome with − outcome without), by trains left in tens.
    """
    return of_each_outcome(batch, "trains_left")


@metric("effects", by=("outcome", "pile"))
def effect_by_pile(batch: TrainsBatch) -> pl.LazyFrame:
    """Effect of keeping a long ticket, and of keeping a short one; see `effect`.

    Formula: mean over the trials of the pile's tickets of (outcome with − outcome without).
    """
    return of_each_outcome(batch, "pile")


def of_each_outcome(batch: TrainsBatch, *keys: str) -> pl.LazyFrame:
    rows = batch.effects.select("deal", *keys, pl.col(*OUTCOMES).cast(pl.Float64)).drop_nulls()
    return rows.unpivot(list(OUTCOMES), index=["deal", *keys], variable_name="outcome", value_name="value")


# ---- families: each ticket, route, city or pair ---------------------------------------------------


def family(
    name: str,
    by: tuple[str, ...],
    observe: Callable[[str, TrainsBatch], pl.LazyFrame],
    text: str,
    outcomes: Sequence[str] = tuple(OUTCOMES),
) -> None:
    """Adds a metric for each outcome, so that q-values are for all tickets, routes … of one outcome."""
    owner, section = owner_and_section(__name__)
    for column in outcomes:
        outcome = OUTCOMES[column]
        about = cleandoc(text).format(outcome=outcome.text, unit=outcome.unit)
        own, observed = name + outcome.suffix, partial(observe, column)
        add_metric(Metric(own, owner, section, ("effects",), by, "mean", "row", False, 0.0, about, observed))


def of_ticket(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    return batch.effects.drop_nulls("ticket").select("ticket", "deal", value=outcome)


def of_route(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    return batch.effects.drop_nulls("route").select("route", "deal", value=outcome)


def of_city(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    return batch.effects.drop_nulls("city").select("city", "deal", value=outcome)


family(
    "ticket_effect",
    ("ticket",),
    of_ticket,
    """Effect of keeping a ticket against refusing it, on {outcome}.

    Formula: mean over the trials of the ticket of (with − without), in the set-up offer (`tickets`) or in a later one
    (`later-tickets`). Unit: {unit}. It assumes that a bot which keeps a ticket freely plays on as if it had to.
    """,
)
family(
    "route_effect",
    ("route",),
    of_route,
    """Effect of a route on {outcome}.

    Formula: mean over the trials of the route of (with − without): open against closed to one seat (`routes`) or to all
    (`route-exists`), claimed in this turn against the next best action (`tempo`), or the extra cards of a tunnel paid
    against declined (`pay-tunnel`). Unit: {unit}. All seats see what is closed, and the bots plan around it.
    """,
)
family(
    "city_effect",
    ("city",),
    of_city,
    """Effect of building a station in a city in this turn against the next best action (`station-now`), on {outcome}.

    Formula: mean over the trials of the city of (with − without). Unit: {unit}. Later stations are allowed in both.
    """,
)


def of_bots(subject: str, outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    rows = batch.effects.drop_nulls(subject).select("bot", subject, "deal", value=outcome)
    return rows if len(batch.facts.bots) > 1 else rows.limit(0)


for subject, effect_text in (
    ("ticket", "Effect of keeping a ticket against refusing it"),
    ("route", "Effect of a route"),
):
    family(
        f"bot_{subject}_effect",
        ("bot", subject),
        partial(of_bots, subject),
        effect_text
        + f""" where the treated seat has this bot, on {{outcome}}; only for runs with several bots.

    Formula: mean over the trials of the {subject} and the bot of (with − without); see `{subject}_effect`.
    Unit: {{unit}}.
    """,
        ("win_share", "score"),
    )


@metric("effects", by="ticket", kind="ratio")
def ticket_break_even(batch: TrainsBatch) -> pl.LazyFrame:
    """Break-even points of a ticket, as played: printed points with which keeping it would leave the score as it is.

    Formula: the F that solves Σ(Δscore − Δown) + F·ΣΔc = 0 over the trials of the ticket, where Δ is with − without,
    own is what the ticket itself brought, and c is +1 where it was completed, −1 where it failed, 0 where it was not
    held. Unit: points. It takes play as it was: bots that knew F would decide otherwise. Missing where ΣΔc is not
    clearly above 0, since then no number of points pays. n is ΣΔc. A ticket with several ends (W4) has none, since
    each end has its own points.
    """
    rest, times = pl.col("score") - pl.col("own"), pl.col("own") / pl.col("printed")
    return (
        batch.effects.drop_nulls("ticket")
        .filter(~pl.col("has_ends"))
        .select("ticket", "deal", value=-rest, weight=times)
    )


# ---- sets of tickets (`keep-sets`) ---------------------------------------------------------------

family(
    "pair_effect",
    ("ticket", "other"),
    sets.pair_effects,
    """Effect of keeping two tickets of a set-up offer instead of one of the two, on {outcome}.

    Formula: mean over offers of the mean over R of Y(R+t+u) − (Y(R+t) + Y(R+u)) / 2, with Y(S) the outcome of keeping
    the set S, and R each set of the other tickets of the offer for which all three sets may be kept. Unit: {unit}.
    """,
    ("win_share", "score"),
)
family(
    "pair_interaction",
    ("ticket", "other"),
    sets.pair_interactions,
    """Interaction of two tickets of a set-up offer: how much more one brings beside the other, on {outcome}.

    Formula: mean over offers of the mean over R of Y(R+t+u) − Y(R+t) − Y(R+u) + Y(R), with Y(S) the outcome of keeping
    the set S, and R each set of the other tickets of the offer for which all four sets may be kept. Unit: {unit}.
    Missing on boards whose rules let a seat refuse no more than one ticket.
    """,
    ("win_share", "score"),
)
family(
    "set_size_effect",
    ("tickets_kept",),
    sets.size_effects,
    """Effect of keeping this many tickets of the set-up offer instead of the fewest allowed, on {outcome}.

    Formula: mean over offers of (mean Y of all sets of that size − mean Y of all sets of the least size), with Y(S) the
    outcome of keeping the set S. Unit: {unit}. Sets are not chosen by the bot: each counts equally.
    """,
    ("win_share", "score"),
)
