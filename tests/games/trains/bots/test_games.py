"""Every built-in bot on every board: legal (the checked build says so), ending, and always the same."""

import inspect

import numpy as np
import pytest

from ttrsim.games.contract import bots_of
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.records import END_TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

pytestmark = pytest.mark.slow

TABLES = (
    [("europe", n) for n in (2, 3, 4, 5)]
    + [("usa", n) for n in (2, 3, 4, 5)]
    + [("new-york", n) for n in (2, 3, 4)]
    + [("london", n) for n in (2, 3, 4)]
    + [("india", n) for n in (2, 3, 4)]
    + [("nordic", n) for n in (2, 3)]
    + [("switzerland", n) for n in (2, 3)]
)
PLANNERS = ["planner", "express", "hoarder", "rusher", "blocker"]
RESEARCH = ["onestep", "hungry", "path", "longroute"]
OTHERS = [*RESEARCH, "racer", "greedy"]


def play(board: str, bots: list[str], n_games: int, seed: int = 1) -> np.ndarray:
    return SeatedTable(load_board(board), [load_bot(name, TRAINS) for name in bots]).play(seed, 0, n_games)


@pytest.mark.parametrize(("board", "n_players"), TABLES)
@pytest.mark.parametrize("name", [*PLANNERS, *OTHERS])
def test_it_plays_legally_to_the_end(board, n_players, name):
    results = play(board, [name] * n_players, 100)
    assert (results["reason"] == END_TRAINS).mean() > 0.95


@pytest.mark.parametrize(("board", "n_players"), TABLES)
def test_bots_play_together(board, n_players):
    family = [*PLANNERS, *RESEARCH, "racer", "random"]
    for first in range(len(family)):
        play(board, [family[(first + seat) % len(family)] for seat in range(n_players)], 20)


@pytest.mark.parametrize("name", [*PLANNERS, *RESEARCH, "racer"])
def test_the_same_seed_is_the_same_game(name):
    assert np.array_equal(play("europe", [name, "planner"], 30), play("europe", [name, "planner"], 30))


@pytest.mark.parametrize("name", bots_of(TRAINS))
def test_a_bot_is_handed_nothing_hidden(name):
    function = load_bot(name, TRAINS).compiled.function
    assert function.signatures == [KERNEL.bot_signature.args]
    assert list(inspect.signature(function.py_func).parameters) == ["board", "public", "own"]


@pytest.mark.parametrize("board", ["usa", "europe", "new-york"])
@pytest.mark.parametrize("other", [*OTHERS, "random"])
def test_planner_is_the_stronger_one(board, other):
    first = play(board, ["planner", other], 300)["seats"]["wins"][:, 0].mean()
    second = play(board, [other, "planner"], 300)["seats"]["wins"][:, 1].mean()
    assert (first + second) / 2 > 0.62
