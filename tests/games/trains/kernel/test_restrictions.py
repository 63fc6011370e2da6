"""Restricted play, rule by rule (R1–R8), and in lockstep with the oracle."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.games.trains.kernel.harness import COMBINATIONS, Kernel, built_in
from tests.games.trains.kernel.lockstep import Lockstep, some_decision
from tests.games.trains.kernel.restrictions import some_restriction, some_restrictions
from tests.games.trains.kernel.strategies import small_boards
from tests.games.trains.oracle.small_board import small_board
from tests.tiers import some
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.kernel import records
from ttrsim.machine.sets import numbers_in

R, B, G, W = "red", "blue", "green", "wild"


def kept_sets(game: Kernel) -> set[tuple[str, ...]]:
    assert game.question == "keep"
    return {kept for _, kept in game.legal()}


def restricted(board: dict[str, Any] | str = "europe", n_players: int = 2, **terms: Any) -> Kernel:
    """Seat 0 is asked for its set-up offer."""
    return Kernel(board, n_players, restrictions=[terms])


def in_turn(board: dict[str, Any] | None = None, /, **terms: Any) -> Kernel:
    """Seat 0 is to make the first turn; it keeps whatever it may."""
    game = Kernel(board or small_board(), 2, restrictions=[terms])
    while game.question == "keep":
        game.advance(max(game.legal(), key=lambda decision: (len(decision[1]), decision)))
    return game


def kinds(game: Kernel) -> set[str]:
    return {decision[0] for decision in game.legal()}


def claimed(game: Kernel) -> set[str]:
    return {decision[1] for decision in game.legal() if decision[0] == "claim"}


RICH = [R] * 6 + [B] * 6 + [G] * 6 + [W] * 6


# ---- tickets -------------------------------------------------------------------------------------


def test_R1_a_ticket_that_must_be_kept_is_in_every_legal_choice():
    offer = restricted().offer()
    choices = kept_sets(restricted(keep=[offer[2]]))
    assert choices == {kept for kept in kept_sets(restricted()) if offer[2] in kept}
    assert (offer[2],) not in choices, "S3: the minimum holds all the same"


def test_R1_tickets_that_are_not_offered_change_nothing():
    offer = restricted().offer()
    others = [ticket.id for ticket in built_in("europe").tickets if ticket.id not in offer]
    assert kept_sets(restricted(keep=others)) == kept_sets(restricted())


def test_R1_more_tickets_than_the_minimum_may_have_to_be_kept():
    offer = restricted().offer()
    assert kept_sets(restricted(keep=offer)) == {tuple(offer)}


def test_R1_holds_for_later_offers_by_a_list_of_its_own():
    pile = ["AC", "AE", "BD", "BF"]
    game = in_turn(keep_later=["AE"], keep=["BD"]).position(market=[R], ticket_pile=pile)
    game.advance(("tickets",))
    assert kept_sets(game) == {("AE",), ("AC", "AE"), ("AE", "BD"), ("AC", "AE", "BD")}


def test_R2_a_ticket_that_must_be_refused_is_in_no_legal_choice():
    offer = restricted().offer()
    choices = kept_sets(restricted(refuse=[offer[0]]))
    assert choices == {kept for kept in kept_sets(restricted()) if offer[0] not in kept}


def test_R2_the_minimum_frees_the_refused_tickets_with_the_fewest_points():
    game = restricted()
    offer, points = game.offer(), {ticket.id: ticket.points for ticket in game.board.tickets}
    cheapest = min(offer[1:], key=lambda ticket: (points[ticket], offer.index(ticket)))
    expected = tuple(ticket for ticket in offer if ticket in (offer[0], cheapest))
    assert kept_sets(restricted(refuse=offer[1:])) == {expected}, "2 of 4 have to be kept (S3)"


def test_R2_of_equal_points_the_first_of_the_offer_is_freed():
    game = in_turn(refuse_later=["AC", "AE", "DF", "BF"]).position(market=[R], ticket_pile=["AE", "DF", "BF"])
    game.advance(("tickets",))
    assert kept_sets(game) == {("DF",)}, "4, 3 and 3 points"


def test_R2_a_single_refused_ticket_is_kept_only_where_the_whole_offer_must_be():
    game = in_turn(refuse_later=["AE"]).position(market=[R], ticket_pile=["AE"])
    game.advance(("tickets",))
    assert kept_sets(game) == {("AE",)}
    game = in_turn(refuse_later=["AE"]).position(market=[R], ticket_pile=["AE", "BF"])
    game.advance(("tickets",))
    assert kept_sets(game) == {("BF",)}


def test_R1_and_R2_of_the_set_up_are_over_when_its_offer_is():
    pile = ["AC", "AE", "BD"]
    game = in_turn(keep=pile, refuse=["BF"]).position(market=[R], ticket_pile=pile)
    game.advance(("tickets",))
    assert len(kept_sets(game)) == 7
    assert game.seats[0]["must_keep"] == game.seats[0]["must_refuse"] == 0


# ---- routes --------------------------------------------------------------------------------------


def test_R3_a_closed_route_cannot_be_claimed():
    free = claimed(in_turn().position(hand=RICH))
    assert claimed(in_turn(closed=["AB", "CD"]).position(hand=RICH)) == free - {"AB", "CD"}


def test_R3_the_other_half_of_a_double_and_the_other_seat_are_not_concerned():
    game = in_turn(closed=["BC"]).position(hand=RICH, hands={1: RICH})
    assert "BC2" in claimed(game)
    game.advance(("claim", "AB", R, 0))
    assert {"BC", "BC2"} <= claimed(game)


def test_R3_a_station_may_borrow_a_closed_route():
    game = in_turn(closed=["AB"]).position(owner={"AB": 1}, stations={"A": 0}, tickets={0: ["AC"]})
    game.occupy(game.route_number["BC"], 0)
    assert game.score()[0]["borrowed"] == {"A": "AB"}
    assert game.score()[0]["completed"] == ["AC"]


def test_R3_a_seat_without_tunnels_claims_none():
    free = claimed(in_turn().position(hand=RICH))
    assert claimed(in_turn(tunnels=False).position(hand=RICH)) == free - {"CD", "BE"}


# ---- what a seat may not do ----------------------------------------------------------------------


def test_R4_a_seat_without_stations_builds_none_and_has_their_points():
    assert "station" in kinds(in_turn().position(hand=RICH))
    game = in_turn(stations=False).position(hand=RICH)
    assert "station" not in kinds(game)
    assert game.score()[0]["station_points"] == 8


def test_R5_a_seat_without_ticket_draws_draws_no_tickets():
    assert "tickets" in kinds(in_turn().position())
    assert "tickets" not in kinds(in_turn(ticket_draws=False).position())


def test_R6_a_seat_without_face_up_wilds_takes_none_from_the_market():
    draws = in_turn(open_wilds=False).position(market=[W, R, B, W, G], pile=[R]).legal()
    assert {decision[1] for decision in draws if decision[0] == "draw"} == {1, 2, 4, "pile"}


def test_R6_a_wild_from_the_pile_is_a_card_like_any_other():
    game = in_turn(open_wilds=False).position(pile=[W, W, W])
    game.advance(("draw", "pile"))
    assert game.hand()[W] == 1
    assert game.question == "second_card"


def test_R6_with_only_face_up_wilds_there_is_no_card_to_draw():
    assert kinds(in_turn(open_wilds=False).position(market=[W, W])) == {"tickets"}
    assert kinds(in_turn().position(market=[W, W])) == {"draw", "tickets"}


def test_R7_a_seat_whose_actions_are_all_barred_passes():
    barred = {"ticket_draws": False, "open_wilds": False, "stations": False, "closed": ["BC", "BC2", "EF"]}
    game = in_turn(**barred).position(market=[R, W, W], tickets={0: ["AC"]}, ticket_pile=["AE", "BD", "BF"])
    game.advance(("draw", 0))  # one red card pays none of the routes that are open to it
    game.advance(("tickets",))
    events = game.advance(("keep", ("AE",)))
    assert ("pass", 0, 0, 0, 0) in events
    assert (game.asked, game.public["passes"]) == (1, 1)


def test_R7_when_all_seats_are_barred_from_everything_the_game_ends_as_a_stalemate():
    board = small_board(cards_per_colour={R: 2, B: 2, G: 2}, wilds=1, hand=1, market=1, flush_wilds=2)
    routes = [route["id"] for route in board["routes"]]
    terms = {"closed": routes[:-1], "stations": False, "ticket_draws": False, "open_wilds": False}
    game, rng = Lockstep(board, 2, seed=3, restrictions=[terms, terms]), Random(3)
    game.play(rng)
    assert game.game.reason == "stalemate"


def test_R8_the_public_record_says_of_restrictions_only_which_routes_are_open():
    free, bound = in_turn(), in_turn(keep_later=["AE"], refuse_later=["AC"], closed=["AB"])
    names = [name for name in records.PUBLIC.names if free.public[name].tobytes() != bound.public[name].tobytes()]
    assert names == ["open_to"]
    assert records.PUBLIC["barred"].shape == (), "what the asked seat may not do, and nobody else is asked"


# ---- lockstep ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_kernel_and_oracle_play_the_same_games_under_restrictions(name, n_players):
    for deal in range(6):
        rng = Random(deal)
        restrictions = some_restrictions(board_as_dict(built_in(name)), n_players, rng)
        Lockstep(name, n_players, seed=31, deal=deal, restrictions=restrictions).play(rng)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_kernel_and_oracle_play_the_same_games_under_restrictions_on_a_small_board(n_players):
    for deal in range(some(60)):
        rng = Random(deal)
        restrictions = some_restrictions(small_board(), n_players, rng)
        Lockstep(small_board(), n_players, seed=8, deal=deal, restrictions=restrictions).play(rng)


@settings(
    derandomize=True,
    max_examples=some(400),
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(table=small_boards())
def test_kernel_and_oracle_play_the_same_games_under_restrictions_on_any_board(table):
    board, n_players, seed = table
    rng = Random(seed)
    Lockstep(board, n_players, seed, restrictions=some_restrictions(board, n_players, rng)).play(rng)


@pytest.mark.parametrize("name", ["europe", "usa", "new-york"])
def test_what_is_listed_as_legal_under_restrictions_is_what_is_let_pass(name):
    rng = Random(6)
    kernel = Kernel(name, 2, seed=6, restrictions=some_restrictions(board_as_dict(built_in(name)), 2, rng))
    step = 0
    while kernel.question != "over":
        if step % 15 == 0 or kernel.question == "keep":
            offer, accepted = kernel.offer(), kernel.accepted_numbers()
            assert kernel.legal_numbers() <= accepted
            assert {kernel.decoded(number, offer) for number in accepted} == kernel.legal()
        kernel.advance(some_decision(kernel.legal(), rng))
        step += 1


def test_an_empty_restriction_leaves_no_trace():
    free, bound = Kernel("europe", 3), Kernel("europe", 3, restrictions=[{}, {}, {}])
    assert free.states.tobytes() == bound.states.tobytes()


def test_a_game_after_a_restricted_one_is_free():
    board = board_as_dict(built_in("europe"))
    game = Kernel("europe", 3, restrictions=[some_restriction(board, Random(seed)) for seed in (1, 2, 3)])
    game.start(seed=1, deal=0)
    assert not any(game.seats["restriction"].tobytes())
    assert game.public["open_to"].tolist() == Kernel("europe", 3).public["open_to"].tolist()
    assert numbers_in(game.seats[0]["must_keep"]) == numbers_in(game.seats[0]["must_refuse"]) == []
