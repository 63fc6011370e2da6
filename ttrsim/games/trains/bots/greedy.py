"""`greedy`: claims the most valuable route it can pay for, otherwise draws cards. It ignores tickets."""

from __future__ import annotations

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._common import (
    cheapest_tickets,
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


@bot()
def greedy(board, public, own):
    """Claims the most valuable route it can pay for, otherwise draws cards."""
    if public.question == kit.CHOOSE_ACTION:
        return greedy_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        return useful_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return cheapest_tickets(board, public, own)
    return kit.cheapest_extra(public, own)
