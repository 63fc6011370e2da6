"""Tickets of others, guessed by their routes: the right distribution, and nothing lost."""

from itertools import combinations

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from tests.games.trains.kernel.harness import built_in
from tests.games.trains.kernel.test_imagine import SURPRISE, random_states, tiny_board
from tests.studies.botcheck.dealt_anew import count_violations
from ttrsim.games.trains.botkit.guesses import GUESSES, STRENGTH, exchange_tickets, guess_tickets
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.imagine import imagine
from ttrsim.machine.rng import STREAM
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.seatings import one_among_companions
from ttrsim.studies.botcheck.positions import Examiner


@numba.njit
def deal(boards, states, guesses, dealt, streams, are_given):
    """Imagines a state for each, then exchanges tickets by the guesses, which are given or made."""
    board, guess, stream = boards[0], guesses[0], streams[0]
    for place in range(len(states)):
        public = states[place].public
        own = states[place].seats[public.asked]
        imagine(board, public, own, stream, dealt[place])
        if not are_given:
            guess_tickets(board, public, own, guess)
        exchange_tickets(board, public, own, guess, stream, dealt[place])


def dealt_by(boards, states, guesses, are_given):
    streams, dealt = np.zeros(1, STREAM), np.zeros_like(states)
    streams[0]["state"] = 5
    deal(boards, states, guesses, dealt, streams, are_given)
    return dealt


def tickets_of(state, seat):
    return [ticket for ticket in range(128) if int(state["seats"][seat]["tickets"][ticket >> 6]) >> (ticket & 63) & 1]


def test_every_set_of_tickets_is_as_likely_as_the_product_of_its_weights():
    """Brute force: all pairs of tickets that the other player may hold."""
    board = tiny_board(setup_refused="bottom", setup_offer_long=0)
    states = [
        state
        for state in random_states(board, 300, 9, np.random.default_rng(3))
        if state["public"]["turn"] > 0 and state["public"]["n_tickets"][1 - state["public"]["asked"]] == 2
    ]
    seat = int(states[0]["public"]["asked"])
    guesses = np.ones(1, GUESSES)
    guesses["weight"][0, 1 - seat, :10] = np.exp(np.linspace(0, 3, 10))
    dealt = dealt_by(board_record(board), np.repeat(states[:1], 4_000), guesses, are_given=True)
    short = {tuple(tickets_of(state, 1 - seat)) for state in dealt}
    seen = set(range(7)) - {ticket for held in short for ticket in held}
    possible = [*combinations(sorted(set(range(7)) - seen), 2)]
    weights = np.array([np.prod(guesses["weight"][0, 1 - seat, list(pair)]) for pair in possible])
    counts = [sum(tickets_of(state, 1 - seat) == list(pair) for state in dealt) for pair in possible]
    assert sum(counts) == len(dealt), "long tickets are held only where they were dealt"
    assert chisquare(counts, weights / weights.sum() * len(dealt)).pvalue > SURPRISE


@pytest.mark.parametrize(("name", "n_players"), [("usa", 3), ("europe", 4), ("new-york", 2), ("europe-1912-mega", 3)])
def test_nothing_is_lost_and_a_completed_ticket_weighs_most(name, n_players):
    board = built_in(name)
    boards = board_record(board)
    bots = [load_bot("planner", TRAINS), load_bot("planner", TRAINS)]
    states = Examiner(board, boards, bots).positions(one_among_companions(n_players), 3, 7, 400)
    states = states[np.argsort(states["public"]["turn"], kind="stable")]
    guesses = np.zeros(1, GUESSES)
    dealt = dealt_by(boards, states, guesses, are_given=False)
    assert count_violations(boards, dealt) == 0
    for real, imagined in zip(states, dealt, strict=True):
        for seat in range(n_players):
            assert len(tickets_of(real, seat)) == len(tickets_of(imagined, seat))
    others = [seat for seat in range(n_players) if seat != int(states[-1]["public"]["asked"])]
    weights = guesses["weight"][0, others, : len(board.tickets)]
    assert weights.min() >= 1.0
    assert weights.max() == pytest.approx(np.exp(STRENGTH)), "the last position is late in a game"
