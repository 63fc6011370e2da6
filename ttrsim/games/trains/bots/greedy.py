"""`greedy`: claims the most valuable route it can pay for, and draws cards otherwise. Tickets do not interest it."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._common import (
    last_resort,
    most_valuable,
    useful_card,
)


@helper
def greedy_action(board, public, own):
    routes_0, routes_1 = kit.claimable(board, public, own)
    best = most_valuable(board, routes_0, routes_1)
    if best != kit.NO_ROUTE:
        return kit.cheapest_claim(board, own, best)
    if kit.can_draw(public):
        return useful_card(public, own)
    return last_resort(board, public, own)


@helper
def cheapest_tickets(board, public, own):
    """As few tickets as it must, those with the fewest points to lose."""
    kept = own.must_keep
    for _ in range(kit.fewest_kept(board, public, own) - kit.popcount(np.uint64(kept))):
        best = np.int64(-1)
        for place in range(own.n_offer):
            if (kit.keepable(own) & ~kept) >> place & 1 == 0:
                continue
            if best < 0 or board.ticket_points[own.offer[place]] < board.ticket_points[own.offer[best]]:
                best = np.int64(place)
        kept |= np.int64(1) << best
    return kit.keep(kept)


@bot()
def greedy(board, public, own):
    """Claims the most valuable route it can pay for, and draws cards otherwise."""
    if public.question == kit.CHOOSE_ACTION:
        return greedy_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        return useful_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return cheapest_tickets(board, public, own)
    return kit.cheapest_extra(public, own)
