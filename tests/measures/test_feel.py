"""Measures of how games feel, on games whose chances are known exactly, and on a run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from ttrsim.games.registry import load_board
from ttrsim.measures import feel
from ttrsim.measures.batch import Batch
from ttrsim.measures.facts import facts_of
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics
from ttrsim.play.chances import PHASES, WORLDS, Sampling, between
from ttrsim.studies.run.api import run

RNG = np.random.default_rng(11)
SEATS = pl.Series("seat", [0, 1], pl.UInt8)


def game_of(chances: list[float], winner: int, spread: float = 0.0, game: int = 0, turns: int = 20) -> Batch:
    """A game of two in which seat 0 has these chances, as measured in so many worlds that they are exact."""
    rows = []
    for phase, chance in enumerate(chances):
        for seat, own in enumerate((chance, 1 - chance)):
            rows.append(
                {"game": game, "phase": phase, "turn": 1 + 2 * phase, "turns": turns, "seat": seat}
                | {
                    "is_mover": seat == phase % 2,
                    "worlds": 30_000,
                    "chance": own,
                    "squares": own,
                    "options": 2,
                    "spread": spread,
                }
            )
    table = pl.DataFrame(rows, schema_overrides={"phase": pl.UInt8, "seat": pl.UInt8, "worlds": pl.UInt16})
    seats = pl.DataFrame({"game": [game] * 2, "deal": [game] * 2, "seat": SEATS, "win_share": [1.0 - winner, winner]})
    games = pl.DataFrame({"game": [game], "deal": [game]})
    facts = facts_of(load_board("new-york"), ("planner",), 2, 1)
    return Batch({"chances": table.lazy(), "seats": seats.lazy(), "games": games.lazy()}, facts)


def value(frame: pl.LazyFrame) -> float:
    return frame.collect()["value"].to_list()[0]


EVEN, WON, LOST = [0.5] * PHASES, [0.99] * PHASES, [0.02] * PHASES
TURNED = [0.02] * 5 + [0.95] * 5


def test_a_coin_at_the_end() -> None:
    """Nothing is settled before the last moment, and nobody is ever behind."""
    batch = game_of(EVEN, winner=0)
    assert feel.chance_decided(batch).collect()["value"].to_list() == pytest.approx([0.0] * PHASES, abs=1e-4)
    assert value(feel.drama(batch)) == pytest.approx(0)
    assert value(feel.chance_lead_changes(batch)) == 0
    assert value(feel.winner_clear(batch)) == 1
    assert value(feel.dead_time(batch)) == 0


def test_a_game_that_turns() -> None:
    batch = game_of(TURNED, winner=0)
    assert value(feel.drama(batch)) == pytest.approx(0.96 / 2)
    assert value(feel.chance_lead_changes(batch)) == 1
    assert value(feel.comebacks(batch)) == 1
    assert value(feel.winner_clear(batch)) == 0.5
    assert value(feel.runaways(batch)) == 0
    dead = feel.dead_time(batch).collect()["value"].to_list()
    assert dead == [1, 0, 1, 0, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("chances", "winner", "away"), [(WON, 0, 1), (LOST, 1, 1), (WON, 1, 0)])
def test_a_runaway_leader_wins(chances: list[float], winner: int, away: int) -> None:
    assert value(feel.runaways(game_of(chances, winner))) == away


@pytest.mark.parametrize(
    ("spread", "chance", "index"),
    [
        (0.0, 0.5, -1.0),  # a coin: nothing to choose
        (0.05, 0.5, 0.0),  # a choice moves a chance as far as a round: (1² + 0² − ½² − ½²) / 10 rounds
        (0.05, 1.0, 1.0),  # no luck: the best choice is known to win
    ],
)
def test_the_index_of_luck_and_skill_at_its_limits(spread: float, chance: float, index: float) -> None:
    batch = game_of([chance] * PHASES, 0, spread, turns=10)
    row = feel.choice_to_luck(batch).collect().row(0, named=True)
    ratio = row["value"] / row["weight"] if row["weight"] > 1e-9 else float("inf")
    assert feel.index_of(ratio) == pytest.approx(index, abs=1e-3)


def test_the_noise_of_the_worlds_is_left_out() -> None:
    """Measured in 24 worlds, the true squares and the true variance between options come out on average."""
    chances = RNG.uniform(0, 1, 20_000)
    wins = RNG.random((WORLDS, len(chances))) < chances
    rows = {"worlds": [WORLDS] * len(chances), "chance": wins.mean(axis=0), "squares": wins.mean(axis=0)}
    square = feel.without_noise(pl.col("chance") ** 2, pl.col("squares"))
    errors = pl.DataFrame(rows).select(square).to_series().to_numpy() - chances**2
    assert abs(errors.mean()) < 4 * errors.std() / len(errors) ** 0.5
    options = np.array([0.3, 0.5, 0.6])
    spreads = np.array([between(1.0 * (RNG.random((WORLDS, 3)) < options)) for _ in range(3_000)])
    assert abs(spreads.mean() - options.var(ddof=1)) < 4 * spreads.std() / len(spreads) ** 0.5


def test_options_that_are_alike_have_no_spread() -> None:
    """Nothing is reported where all options are one and the same: worlds alone make no choice."""
    shares = np.repeat(RNG.integers(0, 2, (WORLDS, 1)).astype(float), 4, axis=1)
    assert between(shares) == pytest.approx(0)


# ---- of a run ------------------------------------------------------------------------------------

SCENARIO = {"board": "new-york", "seats": ["greedy", "random"], "deals": 60, "chances": 6, "seed": 3}


def test_chances_of_a_run_depend_on_nothing_but_the_scenario(tmp_path: Path) -> None:
    runs = [run(SCENARIO, out=tmp_path / str(n), threads=n, chunk=chunk) for n, chunk in ((1, 120), (2, 14))]
    one, other = (each.scan("chances").collect().sort("game", "phase", "seat") for each in runs)
    assert one.equals(other)
    assert one["game"].n_unique() == 6
    assert len(one) == 6 * PHASES * 2
    totals = one.group_by("game", "phase").agg(pl.col("chance").sum())["chance"]
    assert totals.to_list() == pytest.approx([1.0] * len(totals))
    measured = measure(runs[0], [all_metrics(runs[0].game)["dead_time"]])["dead_time"]
    movers = one.filter("is_mover")
    assert measured["value"].item() == pytest.approx((movers["chance"] < feel.OUT_OF_IT).mean())


def test_every_game_has_all_measures_of_its_chances(tmp_path: Path) -> None:
    """They rest on what the tables of all games have."""
    explore = run(SCENARIO | {"board": "explore-new-york"}, out=tmp_path / "explore")
    metrics = [each for each in all_metrics(explore.game).values() if "chances" in each.needs]
    found = measure(explore, metrics)
    assert len(metrics) > 5
    assert not any(found[metric.name].is_empty() for metric in metrics)
    assert explore.scan("chances").filter(pl.col("turn") > pl.col("turns")).collect().is_empty()


def test_few_games_are_sampled_by_default() -> None:
    assert not list(Sampling.of(5_000, None).games(0, 5_000, 1))
    sampled = list(Sampling.of(100_000, None).games(0, 200_000, 2))
    assert len(sampled) == 10
    assert {game % 2 for game in sampled} == {0, 1}
    assert list(Sampling.of(10, 10).games(4, 4, 2)) == [4, 7]
