"""Boards at the limits: 128 tickets, of which many have numbers beyond a word, and a route of ten spaces."""

from itertools import combinations
from random import Random

import pytest

from tests.games.trains.kernel.harness import board_from_dict, built_in
from tests.games.trains.kernel.lockstep import Lockstep, some_decision
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.kernel.limits import MAX_LENGTH, MAX_TICKETS
from ttrsim.machine.sets import numbers_in


def wide_board(name="europe", **parameters):
    """A printed map with as many tickets as a board can have, the long ones on both sides of the 64th."""
    board = board_as_dict(built_in(name))
    pairs = Random(1).sample(list(combinations([city["id"] for city in board["cities"]], 2)), MAX_TICKETS)
    board["tickets"] = [
        {"id": f"{a}-{b}", "a": a, "b": b, "points": 1 + number % 20, "long": number % 20 == 3}
        for number, (a, b) in enumerate(pairs)
    ]
    longest = max(board["routes"], key=lambda route: route["length"])
    longest["length"] = MAX_LENGTH
    board["parameters"]["route_points"][str(MAX_LENGTH)] = 40
    board["parameters"] |= parameters
    return board_from_dict(board)


@pytest.mark.parametrize(("n_players", "refused"), [(2, "bottom"), (3, "removed"), (5, "bottom")])
def test_lockstep_with_128_tickets(n_players, refused):
    """S2, S3, K1, K2, E3, E4: the kernel's two words of tickets against the oracle's lists."""
    board = wide_board(setup_refused=refused, offer_refused=refused, offer=5)
    game = Lockstep(board, n_players, seed=n_players)
    rng = Random(n_players)
    for _ in range(60 * n_players):  # tickets by choice: many of them, so that both words fill
        if game.game.question == "over":
            break
        tickets = [decision for decision in game.game.legal() if decision[0] == "tickets"]
        game.step(tickets[0] if tickets and rng.random() < 0.6 else some_decision(game.game.legal(), rng))
    game.play(rng)
    held = [number for own in game.kernel.seats[:n_players] for number in numbers_in(*own["tickets"])]
    assert min(held) < 64 <= max(held)


def test_R1_and_R2_hold_for_tickets_of_both_words():
    board = wide_board()
    rng = Random(2)
    short = [ticket.id for ticket in board.tickets if not ticket.long]
    restriction = {"keep": rng.sample(short, 40), "keep_later": rng.sample(short, 40)}
    restriction["refuse_later"] = [ticket for ticket in short if ticket not in restriction["keep_later"]][:60]
    for deal in range(6):
        Lockstep(board, 2, seed=4, deal=deal, restrictions=[restriction, {}]).play(Random(deal))
