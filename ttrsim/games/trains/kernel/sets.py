"""Routes on which sets of any cards count as one card (NC3–NC5).

Of length n with s symbols, such a route takes w wilds, x cards of one colour and q sets with w + x + q = n and
w + q ≥ s; a board may allow fewer sets (NC3). Only the cards that leave the hand matter, so a payment is a number of
cards of each kind (MIXED), and it is legal if it can be divided in such a way. There are very many. `list_set_claims`
lists one for each colour, number of wilds and number of sets: its sets take the colours that the rest of the hand has
fewest of, and wilds last.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.decisions import (
    BITS_OF_A_CARD,
    MOST_OF_A_CARD,
    claim,
    claim_with,
    count_of,
    with_cards,
)
from ttrsim.games.trains.kernel.payments import most_of_one_colour, usable_wilds
from ttrsim.games.trains.kernel.records import GRAY, MAX_PAYABLE, N_CARDS, N_COLOURS, WILD
from ttrsim.machine.bits import lowest, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.stack import record_on_stack

NO_CARDS = np.int64(0)
CANNOT = np.int64(-1)
TOO_MANY = np.int64(1_000)  # cards, more than any deck has

REST = np.dtype([("hand", np.int64, N_CARDS)], align=True)  # [card] what a payment has left of the hand so far


# ---- what is legal -------------------------------------------------------------------------------


@inner
def is_colour_of(board, route, colour):
    return board.colour[route] == GRAY or board.colour[route] == colour


@inner
def may_pay_with_sets(board, own, route, cards):
    """NC3, NC4: whether these cards, out of the hand, pay for a route with at least one set."""
    size, length = np.int64(board.any_set[route]), np.int64(board.length[route])
    if size == 0 or cards >> (BITS_OF_A_CARD * N_CARDS) != 0:
        return False
    n_paid, most = np.int64(0), np.int64(0)
    for card in range(N_CARDS):
        n = count_of(cards, card)
        if n > own.hand[card]:
            return False
        n_paid += n
        if card < WILD and is_colour_of(board, route, card):
            most = max(most, n)
    beyond = n_paid - length  # a set takes so many cards more than the one it stands for, and one less
    if beyond <= 0 or beyond % (size - 1) != 0 or beyond // (size - 1) > board.most_sets[route]:
        return False
    sets = beyond // (size - 1)
    wilds = min(count_of(cards, WILD), length - sets) if board.most_wilds[route] > 0 else NO_CARDS
    return wilds + sets >= board.wilds[route] and most >= length - sets - wilds


@inner
def cards_for_sets(own):
    """Cards in hand, as far as one payment can name them."""
    n = np.int64(0)
    for card in range(N_CARDS):
        n += min(own.hand[card], MOST_OF_A_CARD)
    return n


@inner
def cards_for_route(board, route, held, wilds):
    """Cards that a route takes with sets, of `held` cards of its colour and so many wilds; or TOO_MANY."""
    length, size = np.int64(board.length[route]), np.int64(board.any_set[route])
    singles = min(length, wilds + min(held, length - board.wilds[route]))
    return size * length - (size - 1) * singles if length - singles <= board.most_sets[route] else TOO_MANY


@inner
def add_set_routes(board, public, own, routes_0, routes_1):
    """The routes of the set, and those that can be claimed with sets, as the two words of a set."""
    trains = min(public.trains[own.seat], MAX_PAYABLE)
    most, n_cards = most_of_one_colour(own), cards_for_sets(own)
    for word in range(2):
        routes = board.take_sets[word] & board.not_longer[trains, word] & public.open_to[own.seat, word]
        routes &= ~(routes_0 if word == 0 else routes_1)
        while routes != 0:
            place = routes & (~routes + np.uint64(1))
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            held = most if board.colour[route] == GRAY else own.hand[board.colour[route]]
            if cards_for_route(board, route, held, usable_wilds(board, own, route)) <= n_cards:
                routes_0 |= place if word == 0 else np.uint64(0)
                routes_1 |= place if word == 1 else np.uint64(0)
    return routes_0, routes_1


# ---- which ways there are ------------------------------------------------------------------------


@inner
def fewest_of(rest):
    """The colour that there are fewest cards of, but some; WILD if there is no coloured card."""
    best = WILD
    for colour in range(N_COLOURS):
        if rest.hand[colour] > 0 and (best == WILD or rest.hand[colour] < rest.hand[best]):
            best = np.int64(colour)
    return best


@inner
def pay_with_sets(board, own, route, colour, wilds, sets):
    """The decision with so many wilds and sets, and the rest in a colour; CANNOT where the hand has not got it."""
    length, to_fill = np.int64(board.length[route]), board.any_set[route] * sets
    rest, cards = record_on_stack(REST), NO_CARDS
    for card in range(N_CARDS):
        rest.hand[card] = min(own.hand[card], MOST_OF_A_CARD)
    cards = take(rest, cards, WILD, wilds)
    cards = take(rest, cards, colour, length - wilds - sets)
    while to_fill > 0:
        card = fewest_of(rest)
        n = min(to_fill, rest.hand[card])
        if n <= 0:
            return CANNOT
        cards = take(rest, cards, card, n)
        to_fill -= n
    if rest.hand[WILD] < 0 or rest.hand[colour] < 0:
        return CANNOT
    return claim_with(route, cards)


@inner
def take(rest, cards, card, n):
    rest.hand[card] -= n
    return with_cards(cards, card, n)


@inner
def list_set_claims(board, own, route, out, n):
    """Adds the claims of a route with sets to `out`, each of them once; returns how many there are then."""
    first, length, n_cards = n, np.int64(board.length[route]), cards_for_sets(own)
    most_wilds = usable_wilds(board, own, route)
    for sets in range(1, board.most_sets[route] + 1):
        if length + (board.any_set[route] - 1) * sets > n_cards:
            break
        for wilds in range(max(NO_CARDS, board.wilds[route] - sets), min(most_wilds, length - sets) + 1):
            if wilds + sets == length:
                n = add_once(pay_with_sets(board, own, route, WILD, wilds, sets), out, first, n)
                continue
            for colour in range(N_COLOURS):
                if is_colour_of(board, route, colour) and own.hand[colour] >= length - sets - wilds:
                    n = add_once(pay_with_sets(board, own, route, np.int64(colour), wilds, sets), out, first, n)
    return n


@inner
def add_once(decision, out, first, n):
    """Two ways may take the same cards."""
    for place in range(first, n):
        if out[place] == decision:
            return n
    if decision == CANNOT:
        return n
    out[n] = decision
    return n + 1


@inner
def claim_in(board, own, route, colour, sets):
    """The claim with so many sets, the fewest wilds, and the rest in a colour; CANNOT where that is not possible."""
    length = np.int64(board.length[route])
    wilds = max(NO_CARDS, np.int64(board.wilds[route]) - sets, length - sets - own.hand[colour])
    if sets > board.most_sets[route] or wilds > min(usable_wilds(board, own, route), length - sets):
        return CANNOT
    paid_colour = WILD if wilds + sets == length else colour
    return claim(route, paid_colour, wilds) if sets == 0 else pay_with_sets(board, own, route, paid_colour, wilds, sets)
