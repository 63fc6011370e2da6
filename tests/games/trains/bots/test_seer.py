"""`seer`: it keeps the planner's decision unless another is clearly better, and never peeks."""

import numpy as np
import pytest

from tests.games.trains.kernel.harness import built_in
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable
from ttrsim.studies.botcheck.positions import Examiner

pytestmark = pytest.mark.slow

TABLES = [("usa", 2), ("europe", 3), ("new-york", 4)]


def play(board: str, bots: list[str], n_games: int) -> np.ndarray:
    return SeatedTable(built_in(board), [load_bot(bot, TRAINS) for bot in bots]).play(3, 0, n_games)


@pytest.mark.parametrize(("board", "n_players"), TABLES)
def test_it_plays_legally_to_the_end_and_always_the_same(board, n_players):
    bots = ["seer(rollouts=20)"] * n_players
    first, again = play(board, bots, 2), play(board, bots, 2)
    assert not first["fault"].any()
    assert np.array_equal(first, again)


def test_without_rollouts_it_plays_like_planner():
    """Also when the lead that it asks for cannot be reached."""
    planner = play("usa", ["planner", "planner"], 6)
    assert np.array_equal(play("usa", ["seer(rollouts=0)"] * 2, 6), planner)
    assert np.array_equal(play("usa", ["seer(rollouts=12, lead=1000)", "planner"], 2), planner[:2])


def test_it_departs_from_planner_where_it_pays():
    """New York, both with the declared weights: it wins four games in five, and an equal bot 52 of 80 once in 200."""
    seer, planner = "seer@default(rollouts=200)", "planner@default"
    wins = [
        play("new-york", bots, 40)["seats"]["wins"][:, place]
        for place, bots in enumerate([[seer, planner], [planner, seer]])
    ]
    assert np.sum(wins) >= 52


@pytest.mark.parametrize(("board", "n_players"), TABLES)
def test_no_decision_changes_when_everything_hidden_is_dealt_anew(board, n_players):
    boards = board_record(built_in(board))
    bots = [load_bot("seer(rollouts=20)", TRAINS), load_bot("random", TRAINS)]
    examiner = Examiner(built_in(board), boards, bots)
    positions = examiner.positions([(0,) + (1,) * (n_players - 1)], 4, 3, 60)
    found = examiner.examine(positions, 1)
    assert (found.n_positions, found.wrote, found.unsteady, found.peeked) == (60, 0, 0, 0)
