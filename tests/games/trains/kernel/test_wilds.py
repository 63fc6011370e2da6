"""NC1, NC2: boards where wilds pay for some routes only, and where a face-up wild counts as one card."""

import pytest

from tests.games.trains.kernel.harness import Kernel
from tests.games.trains.oracle.small_board import small_board

R, B, G, W = "red", "blue", "green", "wild"
QUIET = [R, B, G, R, B]


def position(hand=(), market=QUIET, pile=(), restrictions=(), **rules):
    board = small_board(**rules)
    return Kernel(board, 2, restrictions=restrictions).position(hand=hand, market=market, pile=pile)


def routes_paid(game):
    """The routes that can be claimed, with the ways to pay."""
    ways = {}
    for kind, *rest in game.legal():
        if kind == "claim":
            ways.setdefault(rest[0], set()).add(tuple(rest[1:]))
    return ways


def test_NC1_wilds_pay_for_tunnels_and_ferries_alone():
    ways = routes_paid(position([R, R, W, W], wild_use="tunnels_and_ferries"))
    assert ways["AB"] == {(R, 0)}
    assert ways["DE"] == {(R, 1), (W, 2)}  # a ferry
    assert ways["BE"] == {(R, 0), (R, 1), (W, 2)}  # a tunnel
    assert "AD" not in ways  # 3 red


def test_W1_wilds_pay_for_tunnels_alone():
    ways = routes_paid(position([R, R, W, W, W], wild_use="tunnels"))
    assert ways["BE"] == {(R, 0), (R, 1), (W, 2)}
    assert ways["CD"] == {(W, 3)}
    assert "DE" not in ways  # a ferry needs a wild, and it may not be played there (C3)
    assert ways.keys() == {"AB", "BC", "EF", "BE", "CD"}


@pytest.mark.parametrize("wild_use", ["tunnels_and_ferries", "tunnels"])
def test_NC1_no_wild_for_a_station(wild_use):
    game = position([R, W], wild_use=wild_use)
    assert {decision[2:] for decision in game.legal() if decision[0] == "station"} == {(R, 0)}
    assert not any(decision[0] == "station" for decision in position([W, W], wild_use=wild_use).legal())


def test_NC1_wilds_pay_the_extra_cards_of_a_tunnel():
    game = position([B, B, B, W], pile=[B, G, G], wild_use="tunnels")
    game.advance(("claim", "CD", B, 0))
    assert game.legal() == {("pay", 1), ("decline",)}


# ---- drawing -------------------------------------------------------------------------------------


def draws(game):
    return {decision[1] for decision in game.legal() if decision[0] == "draw"}


def test_NC2_two_face_up_wilds_in_one_action():
    game = position(market=[W, W, R, B, B], pile=[G] * 3, face_up_wild=1)
    game.advance(("draw", 0))
    assert (game.question, draws(game)) == ("second_card", {"pile", 0, 1, 2, 3, 4})
    game.advance(("draw", 1))
    assert (game.hand(), game.asked) == ({W: 2}, 1)


def test_NC2_a_wild_that_was_just_turned_up_can_be_the_second_card():
    game = position(market=QUIET, pile=[W] * 3, face_up_wild=1)
    game.advance(("draw", 0))
    game.advance(("draw", 0))
    assert game.hand() == {R: 1, W: 1}


def test_NC2_M5_the_last_wild_can_be_the_second_card():
    game = position(market=[W, R], face_up_wild=1)
    game.advance(("draw", 1))
    assert draws(game) == {0}


def test_NC2_R6_a_seat_without_face_up_wilds_takes_none():
    game = position(market=[W, R, B], face_up_wild=1, restrictions=[{"open_wilds": False}, {}])
    assert draws(game) == {1, 2}
    game.advance(("draw", 1))
    assert draws(game) == {2}


def test_M3_a_flush_above_the_market_never_happens():
    game = position(market=[W, W, W, W, R], pile=[W, *[G] * 9], flush_wilds=6)
    game.advance(("draw", 4))
    assert game.market()[:4] == [W] * 4
    assert game.public["flushes"] == 0
