"""`ttrsim skill-ladder`: each bot against the one before."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ttrsim
from tests.studies.conftest import Run
from ttrsim.errors import UserError
from ttrsim.studies.tournament.play import Scores
from ttrsim.studies.tournament.skill import elo_of, line_ups_of_ladder, make_steps, read_ladder


def test_a_weight_with_several_values_is_a_ladder_of_bots() -> None:
    assert read_ladder("seer.rollouts=50, 100") == (["seer(rollouts=50)", "seer(rollouts=100)"], [50, 100])
    assert read_ladder("planner(block=0.5),planner") == (["planner(block=0.5)", "planner"], [None, None])
    assert read_ladder("planner@my.toml,planner")[0] == ["planner@my.toml", "planner"]


@pytest.mark.parametrize("text", ["planner", "seer.rollouts=50", "seer.rollouts=50,many"])
def test_what_is_no_ladder(text: str) -> None:
    with pytest.raises(UserError, match="--bots"):
        read_ladder(text)


def test_steps_follow_from_scores() -> None:
    """The second bot wins 3 of 4 games of every deal on average, the third as many as it loses."""
    strong, even = np.tile([1.0, 0.5], 200), np.tile([0.0, 1.0], 200)
    wins = np.stack([np.stack([1 - strong, strong], axis=1), np.stack([1 - even, even], axis=1)], axis=1)
    scores = Scores(line_ups_of_ladder(3), wins.astype(np.float32), wins.astype(np.float32))
    first, second = make_steps(["a", "b", "c"], [100.0, 400.0, 800.0], scores)
    assert first.win_share.value == pytest.approx(0.75)
    assert first.elo.value == pytest.approx(400 * np.log10(3))
    assert first.elo_per_doubling is not None
    assert first.elo_per_doubling.value == pytest.approx(first.elo.value / 2)
    assert first.clear
    assert second.elo.value == pytest.approx(0)
    assert second.elo.low < 0 < second.elo.high
    assert not second.clear
    assert elo_of(1.0) < 3000, "never infinite"


def test_the_command_and_the_function_agree(run: Run, tmp_path: Path) -> None:
    done = run("skill-ladder", "new-york", "--bots", "random,greedy", "--deals", "30", "--json", "-o", tmp_path / "out")
    values = json.loads(done.stdout)
    assert values == ttrsim.skill_ladder("new-york", "random,greedy", deals=30, threads=1).as_dict()
    [step] = values["steps"]
    assert (step["bot"], step["before"], step["games"], step["clear"]) == ("greedy", "random", 60, True)
    assert json.loads((tmp_path / "out" / "skill.json").read_text(encoding="utf-8")) == values
    whole = ttrsim.tournament("new-york", ["random", "greedy"], deals=30)
    assert step["win_share"]["value"] == pytest.approx(whole.standings[0].win_share.value)


def test_the_table_names_every_step(run: Run) -> None:
    done = run("skill-ladder", "new-york", "--bots", "random,greedy", "--deals", "30")
    assert "1 of 1 steps are significantly stronger" in " ".join(done.stdout.split())
