"""Which cards `planner` needs, and which it draws."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper, hot_helper
from ttrsim.games.trains.bots._planner.notes import MISSING, NEED
from ttrsim.games.trains.bots._planner.weights import SPARE, WILD_WORTH

LARGE_HOLDING = 0.02  # a spare card is worth more, the more there are of its colour: long routes need many

SET_OF_A_FERRY = 3  # cards, as printed

PER_CARD = np.dtype(
    [("whole", np.int64, int(kit.WILD) + 1), ("real", np.float64, int(kit.WILD) + 1)], align=True
)  # [card]


# ---- needs ---------------------------------------------------------------------------------------


@hot_helper
def coloured_cards(board, route):
    """Cards of a colour that a route takes, one more for a tunnel (T1)."""
    return np.int64(board.length[route]) - board.wilds[route] + board.tunnel[route]


@hot_helper
def wilds_to_need(board, route):
    """The wilds of a ferry; where wilds do not pay for every route (NC1), also one for a tunnel."""
    return np.int64(board.wilds[route]) + (1 - board.rules.wilds_anywhere) * board.tunnel[route]


@helper
def need_coloured(board, own, routes, word):
    """Adds what coloured routes need, and the wilds of ferries; returns the gray routes."""
    grays = np.uint64(0)
    while routes != 0:
        place = routes & (~routes + np.uint64(1))
        routes ^= place
        route = kit.lowest(place) + 64 * word
        colour = np.int64(board.colour[route])
        own.memory[NEED + kit.WILD] += wilds_to_need(board, route)
        if colour == kit.GRAY:
            grays |= place
        else:
            own.memory[NEED + colour] += coloured_cards(board, route)
    return grays


@helper
def need_gray(board, own, routes, word):
    """Each gray route is to be paid with the colour that has most to spare."""
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        best, most_to_spare = np.int64(0), own.hand[0] - own.memory[NEED]
        for colour in range(1, kit.N_COLOURS):
            to_spare = own.hand[colour] - own.memory[NEED + colour]
            if to_spare > most_to_spare:
                best, most_to_spare = np.int64(colour), to_spare
        own.memory[NEED + best] += coloured_cards(board, route)


@helper
def sets_to_spare(board, own):
    """NC3: sets for ferries that cards beyond its needs make up."""
    if board.rules.has_sets == 0:
        return np.int64(0)
    spare = np.int64(0)
    for colour in range(kit.N_COLOURS):
        spare += max(np.int64(0), own.hand[colour] - own.memory[NEED + colour])
    return spare // SET_OF_A_FERRY


@hot_helper
def count_needs(board, own, routes_0, routes_1):
    """Notes which cards a set of routes needs, and how many are missing."""
    for card in range(kit.WILD + 1):
        own.memory[NEED + card] = 0
    grays_0 = need_coloured(board, own, routes_0, np.int64(0))
    grays_1 = need_coloured(board, own, routes_1, np.int64(1))
    need_gray(board, own, grays_0, np.int64(0))
    need_gray(board, own, grays_1, np.int64(1))
    missing = own.memory[NEED + kit.WILD] - own.hand[kit.WILD]
    if board.rules.wilds_anywhere == 0:
        missing = max(np.int64(0), missing - sets_to_spare(board, own))  # NC1: spare wilds do not replace colours
    for colour in range(kit.N_COLOURS):
        missing += max(np.int64(0), own.memory[NEED + colour] - own.hand[colour])
    own.memory[MISSING] = missing


# ---- drawing -------------------------------------------------------------------------------------


@hot_helper
def card_value(board, own, card):
    """What a card is worth; one that the plan needs is worth 1."""
    if card == kit.WILD and (board.rules.wilds_anywhere == 1 or own.memory[NEED + kit.WILD] > own.hand[kit.WILD]):
        return own.weights[WILD_WORTH]
    as_spare = own.weights[SPARE] + LARGE_HOLDING * own.hand[card]
    return 1.0 if own.memory[NEED + card] > own.hand[card] else as_spare


@hot_helper
def pile_value(board, public, own, value):
    """The mean value of a card from the pile, going by the cards whose place this seat does not know."""
    left = kit.record_on_stack(PER_CARD).whole
    for card in range(kit.WILD + 1):
        left[card] = board.rules.deck[card] - own.hand[card] - public.discards[card]
    for seat in range(public.n_seats):
        if seat != own.seat:
            for card in range(kit.WILD + 1):
                left[card] -= public.known[seat, card]
    total, n_cards = 0.0, np.int64(0)
    for card in range(kit.WILD + 1):
        total += left[card] * value[card]
        n_cards += left[card]
    for slot in range(len(public.market)):
        if public.market[slot] != kit.EMPTY:
            total -= value[public.market[slot]]
            n_cards -= 1
    return total / max(n_cards, np.int64(1))


@helper
def draw_card(board, public, own):
    """From the market or the pile, whatever is worth more; a face-up wild where it is worth what it costs (M2, NC2)."""
    worth = kit.record_on_stack(PER_CARD).real
    for card in range(kit.WILD + 1):
        worth[card] = card_value(board, own, card)
    best, best_value, second_value, wild_slot = kit.FROM_PILE, -1.0, -1.0, kit.FROM_PILE
    if kit.cards_to_turn(public) > 0:
        best_value = second_value = pile_value(board, public, own, worth)
    is_ordinary = kit.is_wild_ordinary(public)
    if not is_ordinary:
        worth[kit.WILD] = -np.inf  # face up it is no choice like others
    for slot in range(len(public.market)):
        card = public.market[slot]
        if card == kit.EMPTY:
            continue
        value = worth[card]  # from here on no branches: nobody could predict them
        is_best = value > best_value
        second_value = best_value if is_best else max(second_value, value)
        best_value = max(best_value, value)
        best = np.int64(slot) if is_best else best
        wild_slot = np.int64(slot) if card == kit.WILD else wild_slot
    if not is_ordinary and wild_slot != kit.FROM_PILE and kit.may_take(public, wild_slot):
        if own.weights[WILD_WORTH] > best_value + second_value:
            return kit.draw(wild_slot)
    return kit.draw(best)
