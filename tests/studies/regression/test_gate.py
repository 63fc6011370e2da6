"""The gate for CI: its suite plays every built-in bot of both games, so that whatever changes play shows."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.weights import SUITE, changes, scenarios_with
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import BUILT_IN_GAMES
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import Member
from ttrsim.studies.regression.digest import run_digest
from ttrsim.studies.run.api import run

DEALS = {"trains": 40, "explore": 15}  # the first of those that the gate plays: what shows here shows there


@pytest.mark.parametrize("game", BUILT_IN_GAMES.values(), ids=str)
def test_every_built_in_bot_plays(game: Game) -> None:
    assert [bot for bot in bots_of(game) if not scenarios_with(game, bot)] == []


@pytest.mark.usefixtures("compiled_kernel")
def test_a_changed_weight_of_any_bot_changes_the_games(tmp_path: Path) -> None:
    """Each raised by half. `compare --exact` fails such a change; `bench/weights.py` asks what `compare` says."""

    def digest(member: Member) -> str:
        with TemporaryDirectory(dir=tmp_path) as folder:
            return run_digest(run(member, deals=DEALS[load_scenario(member).game.key], out=Path(folder) / "run"))

    unchanged = cache(lambda name: digest(SUITE[name]))
    unseen = []
    for change in changes(1.5):
        before = {member.name: unchanged(member.name) for member in change.scenarios()}
        with change.planted():
            if all(digest(SUITE[name]) == saved for name, saved in before.items()):
                unseen.append(change)
    assert unseen == []
