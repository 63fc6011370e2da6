"""What a bot is made of: the questions, the decisions, and what can be asked of the table.

A bot is one function, compiled by `@bot()`:

    @bot()
    def my_bot(board, public, own):
        ...
        return decision

`board` never changes, `public` is what all see, `own` what this seat sees. `public.question` says
what is asked, and the answer is made by one of the decision functions below.
"""

from __future__ import annotations

from ttrsim.games.trains.botkit.choices import (
    MAX_DECISIONS,
    claims_of,
    dearest_ticket,
    legal_decisions,
    list_candidates,
    most_keepable,
    offered_tickets,
)
from ttrsim.games.trains.botkit.knowledge import chance_from_pile
from ttrsim.games.trains.botkit.payments import (
    can_afford,
    cheapest_extra,
    cheapest_station,
)
from ttrsim.games.trains.botkit.ways import (
    NO_WAY,
    is_on,
    routes_to_complete,
    routes_to_join,
    trains_to_complete,
    trains_to_join,
)
from ttrsim.games.trains.kernel.beliefs import BELIEF
from ttrsim.games.trains.kernel.candidates import cheapest_claim, cheapest_payment
from ttrsim.games.trains.kernel.decisions import (
    DO_CLAIM,
    DO_STATION,
    FROM_PILE,
    build_station,
    claim,
    claim_with,
    decline,
    draw,
    draw_tickets,
    keep,
    kind_of,
    pay,
    where_of,
    with_cards,
)
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.imagine import believe, imagine, known_of_others, unseen
from ttrsim.games.trains.kernel.legal import (
    can_build_station,
    can_claim,
    can_draw,
    can_draw_tickets,
    can_pay_extra,
    cards_to_turn,
    cities_without_station,
    claimable,
    fewest_kept,
    is_wild_ordinary,
    keepable,
    may_keep,
    may_take,
    station_cost,
    station_wilds,
    stations_to_build,
    too_many_long,
)
from ttrsim.games.trains.kernel.mandala import BLOCKS, count_mandalas, find_blocks, points_for_mandalas, routes_between
from ttrsim.games.trains.kernel.networks import has_country_tickets, ticket_sum
from ttrsim.games.trains.kernel.payments import (
    count_payments,
    fewest_wilds,
    most_of_one_colour,
    nth_payment,
    usable_wilds,
)
from ttrsim.games.trains.kernel.records import (
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
from ttrsim.games.trains.kernel.sets import cards_for_route, is_colour_of
from ttrsim.machine.bits import (
    NOTHING,
    bit,
    first_members,
    is_in,
    lowest,
    nth_member,
    popcount,
    popcount_of_two,
    with_member,
    without_lowest,
    without_member,
)
from ttrsim.machine.bots import BotFunction, Weight, bot_decorator
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.rng import below, next_word, uniform
from ttrsim.machine.stack import record_on_stack

__all__ = [
    "BELIEF",
    "BLOCKS",
    "CHOOSE_ACTION",
    "DO_CLAIM",
    "DO_STATION",
    "EMPTY",
    "FROM_PILE",
    "GRAY",
    "KEEP_TICKETS",
    "MAX_DECISIONS",
    "NOTHING",
    "NO_OWNER",
    "NO_ROUTE",
    "NO_WAY",
    "N_COLOURS",
    "PAY_TUNNEL",
    "SECOND_CARD",
    "WILD",
    "BotFunction",
    "Weight",
    "believe",
    "below",
    "bit",
    "bot",
    "build_station",
    "can_afford",
    "can_build_station",
    "can_claim",
    "can_draw",
    "can_draw_tickets",
    "can_pay_extra",
    "cards_for_route",
    "cards_to_turn",
    "chance_from_pile",
    "cheapest_claim",
    "cheapest_extra",
    "cheapest_payment",
    "cheapest_station",
    "cities_without_station",
    "claim",
    "claim_with",
    "claimable",
    "claims_of",
    "count_mandalas",
    "count_payments",
    "dearest_ticket",
    "decline",
    "draw",
    "draw_tickets",
    "fewest_kept",
    "fewest_wilds",
    "find_blocks",
    "first_members",
    "has_country_tickets",
    "helper",
    "hot_helper",
    "imagine",
    "is_colour_of",
    "is_in",
    "is_on",
    "is_wild_ordinary",
    "keep",
    "keepable",
    "kind_of",
    "known_of_others",
    "legal_decisions",
    "list_candidates",
    "lowest",
    "may_keep",
    "may_take",
    "most_keepable",
    "most_of_one_colour",
    "next_word",
    "nth_member",
    "nth_payment",
    "offered_tickets",
    "pay",
    "points_for_mandalas",
    "popcount",
    "popcount_of_two",
    "record_on_stack",
    "routes_between",
    "routes_to_complete",
    "routes_to_join",
    "station_cost",
    "station_wilds",
    "stations_to_build",
    "ticket_sum",
    "too_many_long",
    "trains_to_complete",
    "trains_to_join",
    "uniform",
    "unseen",
    "usable_wilds",
    "where_of",
    "with_cards",
    "with_member",
    "without_lowest",
    "without_member",
]

helper = inner  # for functions that a bot calls …
hot_helper = inlined  # … and for the few small ones it calls at every decision: faster, compiles longer

bot = bot_decorator(KERNEL)
