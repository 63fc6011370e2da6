"""Sets of any cards (NC3, NC4): how `planner` pays with them, and what that costs it."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.notes import NEED
from ttrsim.games.trains.bots._planner.weights import SPARE, WILD_WORTH

DEAR = 1e6  # more than any cards are worth
LARGE_HOLDING = 0.02  # as in cards.py: of spare cards, those of which there are few go first

PAYMENT = np.dtype(
    [
        ("left", np.int64, int(kit.WILD) + 1),  # [card] of the hand
        ("cards", np.int64),  # paid, as `with_cards` counts them
        ("loss", np.float64),  # what they are worth, in cards that the plan needs
    ],
    align=True,
)


@helper
def loss_of(own, payment, card):
    """What one more card of a kind is worth."""
    if payment.left[card] <= 0:
        return DEAR
    if card == kit.WILD:
        return own.weights[WILD_WORTH]
    if payment.left[card] <= own.memory[NEED + card]:
        return 1.0
    return own.weights[SPARE] + LARGE_HOLDING * payment.left[card]


@helper
def pay_one(own, payment, card):
    payment.loss += loss_of(own, payment, card)
    payment.left[card] -= 1
    payment.cards = kit.with_cards(payment.cards, card, 1)


@helper
def pay_least(own, payment):
    """One card, of the kind that it can best do without."""
    best, least = kit.WILD, loss_of(own, payment, kit.WILD)
    for colour in range(kit.N_COLOURS):
        loss = loss_of(own, payment, colour)
        if loss < least:
            best, least = np.int64(colour), loss
    pay_one(own, payment, best)


@helper
def pay_route(board, own, route, colour, wilds, sets, payment):
    """The cards for so many wilds and sets, and the rest in a colour. Their loss is DEAR or more if it has too few."""
    for card in range(kit.WILD + 1):
        payment.left[card] = own.hand[card]
    payment.cards, payment.loss = 0, 0.0
    for _ in range(wilds):
        pay_one(own, payment, kit.WILD)
    for _ in range(board.length[route] - wilds - sets):
        pay_one(own, payment, colour)
    for _ in range(board.any_set[route] * sets):
        if payment.loss < DEAR:
            pay_least(own, payment)


@helper
def claim_with_sets(board, own, route):
    """The claim of a route that takes sets, paid with the cards it can best do without, and what they are worth."""
    payment = kit.record_on_stack(PAYMENT)
    length, min_wilds = np.int64(board.length[route]), np.int64(board.wilds[route])
    best, least, n_cards = np.int64(0), DEAR, np.int64(0)
    for card in range(kit.WILD + 1):
        n_cards += own.hand[card]
    for sets in range(board.most_sets[route] + 1):
        if length + (board.any_set[route] - 1) * sets > n_cards:
            break
        most_wilds = min(kit.usable_wilds(board, own, route), length - sets)
        for wilds in range(max(np.int64(0), min_wilds - sets), most_wilds + 1):
            is_one_colour = wilds + sets < length
            for colour in range(kit.N_COLOURS if is_one_colour else 1):
                if is_one_colour and not kit.is_colour_of(board, route, colour):
                    continue
                pay_route(board, own, route, np.int64(colour), wilds, sets, payment)
                if payment.loss < least:
                    least = payment.loss
                    paid_colour = np.int64(colour) if is_one_colour else kit.WILD
                    best = kit.claim(route, paid_colour, wilds) if sets == 0 else kit.claim_with(route, payment.cards)
    return best, least


@helper
def more_than_singles(board, own, route, loss):
    """By how much the cards are worth more than those that the route asks for."""
    min_wilds = np.int64(board.wilds[route])
    return loss - (board.length[route] - min_wilds) - own.weights[WILD_WORTH] * min_wilds
