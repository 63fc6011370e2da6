"""`racer`: the style that reinforcement learning finds on the USA board."""

import numpy as np
import pytest

from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

N_PLAYERS = 2


@pytest.fixture(scope="module")
def results() -> np.ndarray:
    return SeatedTable(load_board("usa"), [load_bot("racer", TRAINS)] * N_PLAYERS).play(1, 0, 400)


def test_the_game_is_over_as_soon_as_among_the_published_racers(results):
    assert 31 <= np.mean(results["turns"]) / N_PLAYERS <= 36


def test_it_keeps_as_few_tickets_as_it_may_and_draws_none(results):
    seats = results["seats"][:, :N_PLAYERS]
    kept = seats["n_completed"] + seats["n_failed"]
    assert (kept == load_board("usa").parameters.setup_keep).all()


def test_it_lays_long_routes(results):
    points = results["seats"]["routes"][:, :N_PLAYERS]
    assert np.mean(points) > 90  # 45 trains in routes of four bring 78 points, in routes of six 112
