"""What a bot is made of: the questions, the decisions, and what can be asked of the table.

A bot is one function, compiled by `@bot`:

    decision = my_bot(board, public, own)

`board` never changes, `public` is what all see, `own` what this seat sees. `public.question` says
what is asked, and the answer is made by one of the decision functions below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ttrsim.kernel.bits import bit, lowest, nth_member, popcount
from ttrsim.kernel.decisions import FROM_PILE, build_station, claim, decline, draw, draw_tickets, keep, pay
from ttrsim.kernel.jit import BOT_SOURCES, entry, inner, uncached_entry
from ttrsim.kernel.legal import (
    can_build_station,
    can_claim,
    can_draw,
    can_pay_extra,
    cards_to_turn,
    cities_without_station,
    claimable,
    count_payments,
    fewest_kept,
    fewest_wilds,
    may_keep,
    may_take,
    nth_payment,
    station_cost,
)
from ttrsim.kernel.records import (
    BOT_SIGNATURE,
    CHOOSE_ACTION,
    EMPTY,
    GRAY,
    KEEP_TICKETS,
    N_COLOURS,
    NO_OWNER,
    NO_ROUTE,
    PAY_TUNNEL,
    SECOND_CARD,
    WILD,
)
from ttrsim.kernel.rng import below, uniform

__all__ = [
    "CHOOSE_ACTION",
    "EMPTY",
    "FROM_PILE",
    "GRAY",
    "KEEP_TICKETS",
    "NO_OWNER",
    "NO_ROUTE",
    "N_COLOURS",
    "PAY_TUNNEL",
    "SECOND_CARD",
    "WILD",
    "below",
    "bit",
    "bot",
    "build_station",
    "can_build_station",
    "can_claim",
    "can_draw",
    "can_pay_extra",
    "cards_to_turn",
    "cities_without_station",
    "claim",
    "claimable",
    "count_payments",
    "decline",
    "draw",
    "draw_tickets",
    "fewest_kept",
    "fewest_wilds",
    "helper",
    "keep",
    "lowest",
    "may_keep",
    "may_take",
    "nth_member",
    "nth_payment",
    "pay",
    "popcount",
    "station_cost",
    "uniform",
]

helper = inner  # for functions that a bot calls


def bot(function: Callable[..., Any]) -> Any:
    """Compiles a bot. Built-in bots are cached; a user's is compiled when it is loaded, so edits always count."""
    built_in = function.__module__.startswith("ttrsim.bots.")
    compiled = entry(BOT_SIGNATURE, BOT_SOURCES)(function) if built_in else uncached_entry(BOT_SIGNATURE)(function)
    compiled.is_bot = True
    return compiled
