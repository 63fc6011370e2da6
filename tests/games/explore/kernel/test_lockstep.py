"""Same cards, same decisions: after every step the kernel stands where the oracle stands."""

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.games.explore.kernel.harness import PLAYERS, Kernel, built_in
from tests.games.explore.kernel.lockstep import Lockstep, crowded, decisions_of, some_decision
from tests.games.explore.table import Table
from tests.tiers import some
from ttrsim.games.explore.bots.greedy import greedy

N_GAMES = some(100)  # per number of players


@pytest.mark.parametrize("n_players", PLAYERS)
def test_kernel_and_oracle_play_the_same_games(n_players):
    for deal in range(N_GAMES):
        Lockstep(n_players, seed=2024, deal=deal).play(some_decision(Random(deal)))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_kernel_and_oracle_play_the_same_games_in_a_crowded_corner(n_players):
    """Fallback turns, and blocks whose sides are all drawn (§6.4)."""
    n_fallbacks = 0
    for deal in range(30):
        game = Lockstep(n_players, seed=9, deal=deal)
        game.play(crowded(Random(deal)))
        n_fallbacks += sum(map_.fallbacks for map_ in game.game.maps)
    assert n_fallbacks > 0


@pytest.mark.parametrize("n_players", PLAYERS)
def test_kernel_and_oracle_play_the_same_games_of_greedy(n_players):
    table = Table(built_in(), [greedy] * n_players)
    for game in range(10):
        decisions = decisions_of(table.play_logged(14, game))
        Lockstep(n_players, seed=14, deal=game).play(lambda legal, decisions=decisions: next(decisions))
        assert next(decisions, None) is None


house_rules = st.fixed_dictionaries(
    {
        "cards_per_round": st.integers(3, 6),
        "boxed_cards": st.fixed_dictionaries({n: st.integers(0, 21) for n in PLAYERS}),
        "plus_connections": st.integers(0, 1),
        "cafe_points": st.integers(0, 100),
        "yellow_points": st.integers(0, 100),
        "grey_points": st.lists(st.integers(0, 100), min_size=5, max_size=9),
    }
)


@settings(
    derandomize=True,
    max_examples=some(40, 2),
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(rules=house_rules, n_players=st.sampled_from(PLAYERS), seed=st.integers(0, 2**32))
def test_kernel_and_oracle_play_the_same_games_by_house_rules(rules, n_players, seed):
    board = built_in().with_parameters(**rules)
    Lockstep(n_players, seed, board=board).play(some_decision(Random(seed)))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_what_is_listed_as_legal_is_what_is_let_pass(n_players):
    """Over all 2^20 encodings: a number passes exactly if it is a listed decision."""
    kernel, choose, seen = Kernel(n_players, seed=5), some_decision(Random(5)), set()
    while kernel.question != "over":
        if kernel.question not in seen or kernel.public["fallback"]:
            assert kernel.accepted_numbers() == kernel.legal_numbers()
            seen.add(kernel.question)
        kernel.advance(choose(kernel.legal()))
    assert seen == {"discard", "block", "draw", "extra"}
