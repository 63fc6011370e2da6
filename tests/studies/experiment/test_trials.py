"""What an experiment plays: the same deals, with one thing forced or forbidden, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import ttrsim
from tests.studies.experiment.conftest import NEW_YORK, scenario
from ttrsim.errors import UserError
from ttrsim.games.trains.experiments import KINDS

EUROPE = {"board": "europe", "seats": ["planner", "greedy", "random"], "seed": 3, "deals": 12}


def played(tmp_path: Path, values: dict[str, object]) -> pl.DataFrame:
    return ttrsim.run(values, out=tmp_path / "run").scan("effects").collect()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "rules"])
def test_every_kind_plays_soundly_on_a_board_with_all_rules(tmp_path: Path, kind: str) -> None:
    """The tests run the checked build, so every state of every trial is verified."""
    effects = played(tmp_path, EUROPE | {"experiment": {"kind": kind}})
    assert set(effects["kind"].unique()) <= {kind}
    assert len(effects) > 0 or kind in ("station-now", "pay-tunnel", "later-tickets")
    assert effects["game"].max() is None or effects["game"].max() < 36  # type: ignore[operator]


def test_each_ticket_of_every_set_up_offer_is_tried_once(tickets: ttrsim.Run) -> None:
    effects = tickets.scan("effects").collect()
    offered = 2 * 2  # seats × tickets of an offer (S2)
    assert len(effects) == 300 * offered
    assert effects.group_by("game", "ticket").len()["len"].max() == 1


def test_the_arm_that_is_the_game_is_that_of_a_plain_run(tickets: ttrsim.Run, tmp_path: Path) -> None:
    seats = ttrsim.run(NEW_YORK | {"deals": 300}, out=tmp_path / "plain").scan("seats").collect()
    points = seats.select("game", "seat", "points", "win_share")
    effects = tickets.scan("effects").collect().join(points, on=["game", "seat"])
    arm = pl.when("game_had_it").then("score_with").otherwise("score_without")
    share = pl.when("game_had_it").then("win_share_with").otherwise("win_share_without")
    assert effects.select((arm == pl.col("points")).all()).item()
    assert effects.select((share == pl.col("win_share")).all()).item()


def test_a_refused_ticket_is_not_held_and_a_kept_one_is(tickets: ttrsim.Run) -> None:
    effects = tickets.scan("effects").collect()
    assert (effects["own_with"] != 0).all()
    # A ticket that was refused may be drawn again later, in New York as everywhere (K2).
    assert (effects["own_without"] != 0).mean() < 0.05  # type: ignore[operator]


def test_rules_that_stay_the_same_are_not_tried(tmp_path: Path) -> None:
    effects = played(tmp_path, scenario("rules", 60, settings=["board.wilds=12"]))
    assert effects.select((pl.col("score_with") != pl.col("score_without")).any()).item(), "New York has other wilds"
    with pytest.raises(UserError, match=r"seats\.0=planner changes nothing on new-york with 2 players"):
        ttrsim.run(scenario("rules", 60, settings=["seats.0=planner"]), out=tmp_path / "same")


def test_a_treatment_that_does_not_bind_has_exactly_no_effect(tmp_path: Path) -> None:
    """A route that is closed to a seat already can be closed once more."""
    closed = [{"seat": seat, "closed": ["Chelsea-Soho"]} for seat in (0, 1)]
    values = scenario("routes", 60, subjects=["Chelsea-Soho"], per_game=41) | {"restrictions": closed}
    effects = played(tmp_path, values)
    assert len(effects) == 60
    for outcome in ("score", "win_share", "turns", "others"):
        assert (effects[f"{outcome}_with"] == effects[f"{outcome}_without"]).all()


def test_every_route_is_tried_equally_often(tmp_path: Path) -> None:
    effects = played(tmp_path, scenario("routes", 82, per_game=2))  # 41 routes, two seats
    counts = effects.group_by("route").len()["len"]
    assert len(counts) == 41
    assert np.ptp(counts.to_numpy()) <= 2


def test_only_chosen_subjects_and_seats_are_tried(tmp_path: Path) -> None:
    effects = played(tmp_path, scenario("tickets", 200, subjects=["Brooklyn-Chelsea"], seats=[1]))
    assert effects["ticket"].unique().to_list() == ["Brooklyn-Chelsea"]
    assert effects["seat"].unique().to_list() == [1]
