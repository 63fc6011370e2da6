"""A decision of a bot is one whole number: its kind, and up to three choices.

Bots make decisions with the functions of this file; the rules take them apart again.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.records import WILD
from ttrsim.machine.jit import inner

# ---- kinds ---------------------------------------------------------------------------------------
DO_DRAW = np.int64(1)
DO_CLAIM = np.int64(2)
DO_TICKETS = np.int64(3)
DO_STATION = np.int64(4)
DO_KEEP = np.int64(5)
DO_PAY = np.int64(6)
DO_DECLINE = np.int64(7)

DECISION_BITS = np.int64(56)  # a number that needs more bits is no decision

FROM_PILE = np.int64(15)  # in place of a market slot
MIXED = np.int64(10)  # in place of a colour: cards of several kinds are paid (NC3, NC4), and `cards_of` names them
CARDS_AT = np.int64(20)  # the bit at which they begin
BITS_OF_A_CARD = np.int64(4)  # [card] how many of it, so no more than …
MOST_OF_A_CARD = np.int64(15)


@inner
def kind_of(decision):
    return decision & 15


@inner
def where_of(decision):
    """The market slot, route or city; for DO_KEEP the set of kept places of the offer."""
    return (decision >> 4) & 0xFF


@inner
def colour_of(decision):
    return (decision >> 12) & 15


@inner
def wilds_of(decision):
    return (decision >> 16) & 15


@inner
def cards_of(decision):
    """The cards of a MIXED payment; nothing for any other."""
    return decision >> CARDS_AT


@inner
def count_of(cards, card):
    """How many of a kind are among such cards."""
    return (cards >> (BITS_OF_A_CARD * card)) & MOST_OF_A_CARD


@inner
def with_cards(cards, card, n):
    """The same cards with n more of a kind; together no more than MOST_OF_A_CARD."""
    return cards + (np.int64(n) << (BITS_OF_A_CARD * card))


@inner
def draw(slot):
    """Take the card of a market slot, or FROM_PILE."""
    return DO_DRAW | (np.int64(slot) << 4)


@inner
def claim(route, colour, wilds):
    """Claim a route with `wilds` wilds and the rest in `colour`; WILD if all are wilds."""
    return DO_CLAIM | (np.int64(route) << 4) | (np.int64(colour) << 12) | (np.int64(wilds) << 16)


@inner
def claim_with(route, cards):
    """Claim a route with cards of any kinds, some of them in sets; `with_cards` puts them together, from 0 on."""
    return DO_CLAIM | (np.int64(route) << 4) | (MIXED << 12) | (np.int64(cards) << CARDS_AT)


@inner
def build_station(city, colour, wilds):
    return DO_STATION | (np.int64(city) << 4) | (np.int64(colour) << 12) | (np.int64(wilds) << 16)


@inner
def draw_tickets():
    return DO_TICKETS


@inner
def keep(places):
    """Keep the tickets at these places of the offer: bit i stands for `own.offer[i]`."""
    return DO_KEEP | (np.int64(places) << 4)


@inner
def pay(wilds):
    """Pay a tunnel's extra cards, so many of them wilds."""
    return DO_PAY | (WILD << 12) | (np.int64(wilds) << 16)


@inner
def decline():
    return DO_DECLINE
