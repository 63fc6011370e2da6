"""How games feel, from chances to win: tension, turning points, luck and choice.

All rest on the table `chances`. A chance is estimated from few worlds, and its noise would look like drama. So sums of
squares leave the noise out; what compares a chance with a limit says so, and is compared only with measures of as many
worlds.
"""

from __future__ import annotations

import polars as pl

from ttrsim.measures.batch import Batch
from ttrsim.measures.registry import metric
from ttrsim.play.chances import PHASES

OUT_OF_IT = 0.05  # a seat whose chance is below it hardly wins any more
CLEAR = 0.90  # a seat with this chance has as good as won
LOW = 0.5  # of an equal share: who comes back from below it has come back
REAL = 0.05  # standard deviation of a chance between options that makes a choice a real one
EARLY = PHASES // 2  # phases


@metric("chances", by="phase")
def chance_decided(batch: Batch) -> pl.LazyFrame:
    """How much of who wins is settled at a point of the game; phase 0 is the deal, seats included.

    Formula: mean over positions of (Σ V² − 1 / k) / (1 − 1 / k), with V the chances of all k seats and V² without the
    noise of n worlds: (n · V² − mean square) / (n − 1). 0: all seats have equal chances; 1: the winner is known.
    """
    k = batch.facts.n_seats
    square = without_noise(pl.col("chance") ** 2, pl.col("squares"))
    positions = batch.tables["chances"].group_by("game", "phase").agg(total=square.sum())
    return positions.select(deal(batch), phase="phase", value=(pl.col("total") - 1 / k) / (1 - 1 / k))


@metric(("chances", "seats"))
def drama(batch: Batch) -> pl.LazyFrame:
    """Drama: how far the winner was behind the best placed seat, in chance to win, on average over the game.

    Formula: mean over games and positions of (highest chance − the winner's); several winners count in parts (Browne
    2008; Ludii's `Drama`, with the chances of 24 worlds for its state values).
    """
    behind = pl.col("win_share") * (pl.col("chance").max().over("game", "phase") - pl.col("chance"))
    games = chances_of(batch).with_columns(behind=behind).group_by("game").agg(value=pl.col("behind").sum() / PHASES)
    return games.select(deal(batch), "value")


@metric(("chances", "seats"))
def chance_lead_changes(batch: Batch) -> pl.LazyFrame:
    """Changes of the lead in chance to win, per game.

    Formula: mean over games of how often the seat with the highest chance is another one than a tenth of the game
    before; the winner counts as the last leader, and a shared lead is none.
    """
    chance = chances_of(batch).select("game", "seat", "phase", "chance")
    final = batch.seats.join(chance.select("game").unique(), on="game", how="semi")
    final = final.select("game", "seat", phase=pl.lit(PHASES, pl.UInt8), chance="win_share")
    rows = pl.concat([chance, final.cast(chance.collect_schema())])
    leads = rows.filter(pl.col("chance") == pl.col("chance").max().over("game", "phase"))
    leads = leads.filter(pl.len().over("game", "phase") == 1).sort("game", "phase")
    changes = leads.group_by("game", maintain_order=True).agg(value=(pl.col("seat") != pl.col("seat").shift()).sum())
    return (
        chance.select("game")
        .unique()
        .join(changes, on="game", how="left")
        .select(deal(batch), value=pl.col("value").fill_null(0))
    )


@metric(("chances", "seats"), kind="share")
def comebacks(batch: Batch) -> pl.LazyFrame:
    """Share of games that are won from far behind: the winner's chance was once at most half an equal share.

    Formula: Σ win_share of seats whose lowest chance was at most 1 / 2k / games.
    """
    lowest = chances_of(batch).group_by("game", "seat").agg(pl.col("chance").min(), pl.col("win_share").first())
    came_back = pl.col("win_share").filter(pl.col("chance") <= LOW / batch.facts.n_seats).sum()
    return lowest.group_by("game").agg(value=came_back).select(deal(batch), "value")


@metric(("chances", "seats"), kind="share")
def dead_time(batch: Batch) -> pl.LazyFrame:
    """Share of turns that a seat plays though it hardly can win any more.

    Formula: positions in which the seat whose turn it is has a chance below 5 % / positions.
    """
    turns = chances_of(batch).filter("is_mover")
    return turns.select(deal(batch), value=(pl.col("chance") < OUT_OF_IT).cast(pl.Float64))


@metric(("chances", "seats"))
def winner_clear(batch: Batch) -> pl.LazyFrame:
    """When the winner is clear, as a share of the game's turns.

    Formula: mean over games of the first tenth from which on the later sole winner has a chance of 90 % or more; 1
    where it never has.
    """
    winner = chances_of(batch).filter(pl.col("win_share") == 1)
    open_till = pl.when(pl.col("chance") < CLEAR).then(pl.col("phase").cast(pl.Int64) + 1).otherwise(0).max()
    return winner.group_by("game").agg(value=open_till / PHASES).select(deal(batch), "value")


@metric(("chances", "seats"), kind="share")
def runaways(batch: Batch) -> pl.LazyFrame:
    """Share of games with a runaway leader: a seat that has a chance of 90 % before half of the turns, and wins.

    Formula: Σ win_share of such seats / games.
    """
    early = pl.col("chance").filter(pl.col("phase") < EARLY).max() >= CLEAR
    seats = chances_of(batch).group_by("game", "seat").agg(early=early, win_share=pl.col("win_share").first())
    won = pl.col("win_share").filter("early").sum()
    return seats.group_by("game").agg(value=won).select(deal(batch), "value")


@metric(("chances", "seats"), by="standing")
def kingmaking(batch: Batch) -> pl.LazyFrame:
    """How much a seat's choice matters to the others, by whether it can still win itself.

    Formula: mean over the decisions played out and over the other seats of the variance of V between up to six
    decisions, without the noise of the worlds; `out` where the seat that decides has a chance below 5 %, `in`
    elsewhere. With two players it is the same as for the seat itself.
    """
    rows = decisions_of(batch).with_columns(of_mover=pl.col("chance").filter("is_mover").first().over("game"))
    standing = pl.when(pl.col("of_mover") < OUT_OF_IT).then(pl.lit("out")).otherwise(pl.lit("in"))
    return rows.filter(~pl.col("is_mover")).select(deal(batch), standing=standing, value="spread")


@metric(("chances", "seats"))
def choice_spread(batch: Batch) -> pl.LazyFrame:
    """How much a choice matters: the variance of a seat's chance between the decisions worth comparing.

    Formula: mean over the decisions played out of the variance of V between up to six decisions, without the noise of
    the worlds. Its root is the usual difference from their mean.
    """
    return decisions_of(batch).filter("is_mover").select(deal(batch), value="spread")


@metric(("chances", "seats"), kind="share")
def real_choices(batch: Batch) -> pl.LazyFrame:
    """Share of the decisions played out in which it matters what is chosen.

    Formula: decisions between whose options V has a standard deviation of 5 percentage points or more, as measured
    without the noise of the worlds / decisions played out.
    """
    return (
        decisions_of(batch).filter("is_mover").select(deal(batch), value=(pl.col("spread") >= REAL**2).cast(pl.Float64))
    )


@metric(("chances", "seats"), kind="ratio")
def choice_to_luck(batch: Batch) -> pl.LazyFrame:
    """How much choices matter beside luck: K² / L², as the index of luck and skill has them.

    Formula: Σ variance of V between the options of a decision / Σ variance that a round brings to a seat. As the bots
    decide as they do, only luck moves V; so a game brings Σ W² − Σ V² over its seats, with W the shares of the win and
    V the chances after the deal, and a round brings that much over the turns of the game. The index is
    (K − L) / (K + L): −1 where nothing can be chosen, 1 where there is no luck (arXiv 2511.11611).
    """
    square = without_noise(pl.col("chance") ** 2, pl.col("squares"))
    dealt = chances_of(batch).filter(pl.col("phase") == 0)
    games = dealt.group_by("game").agg(brought=(pl.col("win_share") ** 2 - square).sum())
    spread = decisions_of(batch).filter("is_mover").select("game", "turns", value="spread")
    return spread.join(games, on="game").select(deal(batch), "value", weight=pl.col("brought") / pl.col("turns"))


def index_of(ratio: float) -> float:
    """The index of luck and skill, from the ratio of what choices and chance do, both squared."""
    k, luck = (max(0.0, ratio) ** 0.5, 1.0) if ratio < float("inf") else (1.0, 0.0)
    return (k - luck) / (k + luck)


# ---- the table -----------------------------------------------------------------------------------


def chances_of(batch: Batch) -> pl.LazyFrame:
    """With what each seat came to."""
    came_to = batch.seats.select("game", "seat", "win_share")
    return batch.tables["chances"].join(came_to, on=["game", "seat"], how="inner", maintain_order="left")


def decisions_of(batch: Batch) -> pl.LazyFrame:
    """The positions of which a decision is played out: one of each sampled game, even if there is nothing to choose."""
    return batch.tables["chances"].filter(pl.col("phase") == pl.col("game") % PHASES)


def deal(batch: Batch) -> pl.Expr:
    return (pl.col("game") // batch.facts.rotations).alias("deal")


def without_noise(square: pl.Expr, mean_square: pl.Expr) -> pl.Expr:
    """The square of a true chance, from that of a measured one."""
    worlds = pl.col("worlds").cast(pl.Float64)
    return (worlds * square - mean_square) / (worlds - 1)
