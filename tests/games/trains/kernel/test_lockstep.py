"""Same cards, same decisions: after every step the kernel stands where the oracle stands."""

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.games.stepping import N_ENCODINGS
from tests.games.trains.kernel.harness import COMBINATIONS, Kernel
from tests.games.trains.kernel.lockstep import Lockstep, some_decision
from tests.games.trains.kernel.strategies import small_boards
from tests.games.trains.oracle.small_board import small_board
from tests.tiers import some

N_GAMES = some(10)  # per board and number of players


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_kernel_and_oracle_play_the_same_games(name, n_players):
    for deal in range(N_GAMES):
        Lockstep(name, n_players, seed=2024, deal=deal).play(Random(deal))


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_kernel_and_oracle_play_the_same_games_on_a_board_of_every_kind_of_route(n_players):
    for deal in range(some(40)):
        Lockstep(small_board(), n_players, seed=7, deal=deal).play(Random(deal))


# No shrinking: it takes minutes, and the step at which the two differ says more than a smaller board.
@settings(
    derandomize=True,
    max_examples=some(600),
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(table=small_boards())
def test_kernel_and_oracle_play_the_same_games_on_any_board(table):
    board, n_players, seed = table
    Lockstep(board, n_players, seed).play(Random(seed))


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_what_is_listed_as_legal_is_what_is_let_pass(name, n_players):
    """Over all 2^20 encodings without sets: a number passes exactly if it means a listed decision."""
    kernel, rng, step = Kernel(name, n_players, seed=5), Random(5), 0
    seen = dict.fromkeys(("keep", "action", "second_card", "tunnel"), 0)
    while kernel.question != "over":
        if step % 9 == 0 or (kernel.question == "tunnel" and seen["tunnel"] < 5):
            offer, accepted = kernel.offer(), kernel.accepted_numbers()
            listed = {number for number in kernel.legal_numbers() if number < N_ENCODINGS}
            assert listed == accepted
            without_sets = {decision for decision in kernel.legal() if decision[0] != "claim" or len(decision) == 4}
            assert {kernel.decoded(number, offer) for number in accepted} == without_sets
            seen[kernel.question] += 1
        kernel.advance(some_decision(kernel.legal(), rng))
        step += 1
    assert seen["action"] >= 2
    assert name != "europe" or seen["tunnel"]


def test_each_decision_has_one_number():
    kernel = Kernel("europe", 2).keep_all()
    assert kernel.accepted_numbers() == kernel.legal_numbers()
