"""What a bot of Explore New York is made of: the questions, the decisions, and what can be asked of the table.

A bot is one function, compiled by `@bot()`:

    @bot()
    def my_bot(board, public, own):
        ...
        return decision

`board` never changes, `public` is what all see, the maps included, `own` what this seat keeps to itself.
`public.question` says what is asked, and the answer is made by one of the decision functions below.
"""

from __future__ import annotations

from ttrsim.games.explore.botkit.choices import can_draw_joined, legal_decisions, unseen_cards
from ttrsim.games.explore.botkit.trials import points_beside, reach_of, route_value
from ttrsim.games.explore.kernel.decisions import (
    DO_JOINED,
    choose_block,
    discard,
    draw_joined,
    draw_single,
    first_of,
    kind_of,
    second_of,
)
from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.kernel.drawing import draw_segment, place_cards, place_one
from ttrsim.games.explore.kernel.imagine import BELIEF, believe, imagine
from ttrsim.games.explore.kernel.legal import (
    continuations,
    first_sides,
    has_continuation,
    is_drawn,
    is_fallback,
    list_candidates,
    offered_blocks,
    open_blocks,
    undrawn,
)
from ttrsim.games.explore.kernel.records import (
    BLUE,
    CHOOSE_BLOCK,
    DISCARD,
    DRAW,
    EXTRA,
    GREEN,
    GREY,
    MAP,
    N_BLOCKS,
    N_CARDS,
    N_KINDS,
    N_SEGMENTS,
    NO_BLOCK,
    NO_KIND,
    RED,
    ROUTE,
    STAR,
    WHITE,
    YELLOW,
)
from ttrsim.games.explore.kernel.route import route_bound
from ttrsim.machine.bits import NOTHING, bit, lowest, nth_member, popcount, without_lowest
from ttrsim.machine.bots import BotFunction, Weight, bot_decorator
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.rng import STREAM, below, next_word, uniform
from ttrsim.machine.stack import record_on_stack

__all__ = [
    "BELIEF",
    "BLUE",
    "CHOOSE_BLOCK",
    "DISCARD",
    "DO_JOINED",
    "DRAW",
    "EXTRA",
    "GREEN",
    "GREY",
    "MAP",
    "NOTHING",
    "NO_BLOCK",
    "NO_KIND",
    "N_BLOCKS",
    "N_CARDS",
    "N_KINDS",
    "N_SEGMENTS",
    "RED",
    "ROUTE",
    "STAR",
    "STREAM",
    "WHITE",
    "YELLOW",
    "BotFunction",
    "Weight",
    "believe",
    "below",
    "bit",
    "bot",
    "can_draw_joined",
    "choose_block",
    "continuations",
    "discard",
    "draw_joined",
    "draw_segment",
    "draw_single",
    "first_of",
    "first_sides",
    "has_continuation",
    "helper",
    "hot_helper",
    "imagine",
    "is_drawn",
    "is_fallback",
    "kind_of",
    "legal_decisions",
    "list_candidates",
    "lowest",
    "next_word",
    "nth_member",
    "offered_blocks",
    "open_blocks",
    "place_cards",
    "place_one",
    "points_beside",
    "popcount",
    "reach_of",
    "record_on_stack",
    "route_bound",
    "route_value",
    "second_of",
    "undrawn",
    "uniform",
    "unseen_cards",
    "without_lowest",
]

helper = inner  # for functions that a bot calls …
hot_helper = inlined  # … and for the few small ones it calls at every decision: faster, compiles longer

bot = bot_decorator(KERNEL)
