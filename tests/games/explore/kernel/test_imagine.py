"""What a seat imagines of Explore New York: the cards to come, any of those nobody has seen."""

import numpy as np
import pytest
from scipy.stats import chisquare

from ttrsim.games.registry import load_board
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.stepper import Stepper
from ttrsim.studies.botcheck.positions import Examiner


@pytest.fixture(scope="module")
def imagined():
    """Positions of real games, and what is imagined from them."""
    board = load_board("explore-new-york")
    game = board.game
    boards = board.record()
    bot = load_bot("random", game)
    states = Examiner(board, boards, [bot, bot]).positions([(0, 0, 0)], 1, 7, 2_000)
    dealt = np.zeros_like(states)
    compile_steps(game.kernel).deal_anew(boards, states, dealt, np.zeros(1, STREAM), np.zeros(1, game.kernel.belief))
    return board, states, dealt


def test_nothing_is_lost_and_nothing_known_changes(imagined):
    board, states, dealt = imagined
    stepper = Stepper(board)
    assert all(stepper.violation(dealt[place : place + 1]) is None for place in range(len(dealt)))
    assert (states["public"] == dealt["public"]).all()
    asked = np.arange(len(states)), states["public"]["asked"]
    assert (states["seats"][asked] == dealt["seats"][asked]).all()


def test_every_unseen_card_is_as_likely_the_next(imagined):
    _, states, dealt = imagined
    started = states["public"]["round"] == 1
    hidden = dealt["hidden"][started]
    next_cards = hidden["pile"][np.arange(len(hidden)), hidden["n_turned"]]
    places = []
    for state, card in zip(states[started], next_cards, strict=True):
        unseen = [number for number in range(27) if not int(state["public"]["seen"]) >> number & 1]
        places.append(unseen.index(card))
    assert chisquare(np.bincount(places, minlength=len(unseen))).pvalue > 1e-4
