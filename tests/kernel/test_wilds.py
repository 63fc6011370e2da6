"""NC1, NC2: boards where wilds pay for some routes only, and where a face-up wild counts as one card."""

import pytest

from tests.kernel.harness import Kernel
from tests.oracle.small_board import small_board

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
