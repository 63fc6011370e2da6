"""What a seat may do: the legal decisions, seen from what the seat knows.

`is_legal` guards the engine, `list_legal` enumerates; tests hold one against the other.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.decisions import (
    DECISION_BITS,
    DO_CLAIM,
    DO_DRAW,
    DO_STATION,
    FROM_PILE,
    MIXED,
    build_station,
    cards_of,
    claim,
    colour_of,
    decline,
    draw,
    draw_tickets,
    keep,
    kind_of,
    pay,
    where_of,
    wilds_of,
)
from ttrsim.games.trains.kernel.payments import can_pay, count_payments, most_of_one_colour, nth_payment
from ttrsim.games.trains.kernel.records import (
    BARRED_OPEN_WILDS,
    BARRED_STATIONS,
    BARRED_TICKET_DRAWS,
    CHOOSE_ACTION,
    EMPTY,
    GRAY,
    KEEP_TICKETS,
    MAX_PAYABLE,
    N_COLOURS,
    PAY_TUNNEL,
    SECOND_CARD,
    WILD,
)
from ttrsim.games.trains.kernel.sets import add_set_routes, list_set_claims, may_pay_with_sets
from ttrsim.games.trains.kernel.tickets import long_among
from ttrsim.machine.bits import bit, lowest, popcount, without_lowest
from ttrsim.machine.jit import inlined, inner

NO_WILDS = np.int64(0)

# ---- cards ---------------------------------------------------------------------------------------


@inlined
def cards_to_turn(public):
    """Cards the pile can still give, the discards shuffled in (M4)."""
    return public.pile_size + public.n_discards


@inlined
def can_draw(public):
    """M5: the action exists while one card can be taken as the first."""
    if public.barred & BARRED_OPEN_WILDS != 0:
        return can_draw_second(public)  # R6
    return public.n_market > 0 or cards_to_turn(public) > 0


@inlined
def may_take(public, slot):
    """Whether the card of a slot, or of the pile, may be the first or second card now."""
    if slot == FROM_PILE:
        return cards_to_turn(public) > 0
    if slot >= len(public.market) or public.market[slot] == EMPTY:
        return False
    if public.question == CHOOSE_ACTION and public.barred & BARRED_OPEN_WILDS == 0:  # M2, R6
        return True
    return public.market[slot] != WILD or is_wild_ordinary(public)


@inlined
def is_wild_ordinary(public):
    """NC2: whether the asked seat may draw a face-up wild as it may any other card."""
    return public.face_up_wild == 1 and public.barred & BARRED_OPEN_WILDS == 0


@inlined
def can_draw_second(public):
    """M2, M5: any card but a face-up wild, and that too where it is an ordinary card (NC2)."""
    if cards_to_turn(public) > 0 or public.n_market > public.market_wilds:
        return True
    return public.market_wilds > 0 and is_wild_ordinary(public)


# ---- routes and stations -------------------------------------------------------------------------


@inlined
def payable_with(board, own, wilds):
    """C1: the routes whose length and colour these wilds and the cards of one colour fit, as the two words of a set."""
    routes_0 = routes_1 = np.uint64(0)
    for colour in range(N_COLOURS):
        cards = min(own.hand[colour] + wilds, MAX_PAYABLE)
        routes_0 |= board.payable[colour, cards, 0]
        routes_1 |= board.payable[colour, cards, 1]
    return routes_0, routes_1


@inlined
def claimable(board, public, own):
    """C1–C3, NC1–NC5: the routes this seat can claim and pay for now, as the two words of a set."""
    routes_0, routes_1 = payable_with(board, own, own.hand[WILD])
    if board.rules.wilds_anywhere == 0:
        plain_0, plain_1 = payable_with(board, own, NO_WILDS)
        routes_0 &= board.take_wilds[0] | plain_0
        routes_1 &= board.take_wilds[1] | plain_1
    wilds = min(own.hand[WILD], MAX_PAYABLE)
    trains = min(public.trains[own.seat], MAX_PAYABLE)
    routes_0 &= board.ferry_payable[wilds, 0] & board.not_longer[trains, 0] & public.open_to[own.seat, 0]
    routes_1 &= board.ferry_payable[wilds, 1] & board.not_longer[trains, 1] & public.open_to[own.seat, 1]
    if board.rules.has_sets == 1:
        routes_0, routes_1 = add_set_routes(board, public, own, routes_0, routes_1)
    return routes_0, routes_1


@inner
def can_claim(board, public, own):
    routes_0, routes_1 = claimable(board, public, own)
    return routes_0 | routes_1 != 0


@inner
def station_cost(board, public, seat):
    """B1: one card for the first, two for the second, three for the third."""
    return board.rules.stations - public.stations_left[seat] + 1


@inlined
def cities_without_station(board, public):
    taken = np.uint64(0)
    for seat in range(public.n_seats):
        taken |= public.station_cities[seat]
    return board.all_cities & ~taken


@inlined
def stations_to_build(public, own):
    """How many stations this seat may still build (B1, R4)."""
    return public.stations_left[own.seat] if own.restriction.barred & BARRED_STATIONS == 0 else np.int64(0)


@inlined
def station_wilds(board, public, own):
    """B1, NC1: how many cards of a station may be wilds."""
    return station_cost(board, public, own.seat) * board.rules.wilds_anywhere


@inlined
def can_build_station(board, public, own):
    if stations_to_build(public, own) == 0:
        return False
    wilds = min(own.hand[WILD], station_wilds(board, public, own))
    if most_of_one_colour(own) + wilds < station_cost(board, public, own.seat):
        return False
    return cities_without_station(board, public) != 0


@inlined
def can_act(board, public, own):
    """N1: whether the seat has any legal action."""
    return (
        can_draw(public)
        or can_draw_tickets(public)
        or can_claim(board, public, own)
        or can_build_station(board, public, own)
    )


@inlined
def may_claim(board, public, own, decision):
    route = where_of(decision)
    if route >= board.n_routes or public.open_to[own.seat, route >> 6] & bit(route) == 0:
        return False
    length = np.int64(board.length[route])
    if length > public.trains[own.seat]:
        return False
    if colour_of(decision) == MIXED:
        return wilds_of(decision) == 0 and may_pay_with_sets(board, own, route, cards_of(decision))
    if cards_of(decision) != 0:
        return False
    colour, min_wilds = np.int64(board.colour[route]), np.int64(board.wilds[route])
    most_wilds = np.int64(board.most_wilds[route])
    return can_pay(own, length, colour, min_wilds, most_wilds, colour_of(decision), wilds_of(decision))


@inlined
def may_build_station(board, public, own, decision):
    city = where_of(decision)
    if stations_to_build(public, own) == 0 or city >= board.n_cities or cards_of(decision) != 0:
        return False
    if cities_without_station(board, public) & bit(city) == 0:
        return False
    cost = station_cost(board, public, own.seat)
    most_wilds = station_wilds(board, public, own)
    return can_pay(own, cost, GRAY, NO_WILDS, most_wilds, colour_of(decision), wilds_of(decision))


# ---- tickets and tunnels -------------------------------------------------------------------------


@inlined
def can_draw_tickets(public):
    """K1, R5: whether the asked seat may draw tickets."""
    return public.ticket_pile_size > 0 and public.barred & BARRED_TICKET_DRAWS == 0


@inlined
def minimum_of_offer(board, public, own):
    """K1, S3: so many are to be kept, or all of a smaller offer."""
    minimum = board.rules.setup_keep if public.turn == 0 else board.rules.offer_keep
    return min(minimum, own.n_offer)


@inlined
def fewest_kept(board, public, own):
    """How many tickets of the offer this seat has to keep: the minimum, and all that it must (R1)."""
    return max(minimum_of_offer(board, public, own), popcount(np.uint64(own.must_keep)))


@inlined
def keepable(own):
    """The places of the offer that may be kept (R2); on boards with X1, not all of them together."""
    return ((np.int64(1) << own.n_offer) - 1) & ~own.must_refuse


@inner
def too_many_long(board, public, own, places):
    """X1: by how many the long tickets at these places exceed what may be kept."""
    most = board.rules.setup_most_long
    if public.turn > 0 or most >= own.n_offer:
        return np.int64(0)
    return max(np.int64(0), long_among(board, own.offer, places) - most)


@inlined
def may_keep(board, public, own, places):
    if (places >> own.n_offer) | (places & own.must_refuse) | (own.must_keep & ~places) != 0:  # R1, R2
        return False
    if public.turn == 0 and too_many_long(board, public, own, places) > 0:
        return False
    return popcount(np.uint64(places)) >= minimum_of_offer(board, public, own)


@inner
def can_pay_extra(public, own, wilds):
    """T1, T2: the extra cards are of the colour laid out or wilds; after only wilds, wilds."""
    extra = public.tunnel_extra
    if wilds > own.hand[WILD] or wilds > extra:
        return False
    if public.tunnel_colour == WILD:
        return wilds == extra
    return own.hand[public.tunnel_colour] >= extra - wilds


# ---- all decisions -------------------------------------------------------------------------------


@inlined
def may_take_by(public, decision):
    slot = where_of(decision)
    return decision == draw(slot) and may_take(public, slot)


@inlined
def is_legal(board, public, own, decision):
    """Whether the number is a decision, in its one spelling, that the asked seat may make."""
    kind = kind_of(decision)
    if decision < 0 or decision >> DECISION_BITS != 0:
        return False
    if public.question == CHOOSE_ACTION:
        if kind == DO_DRAW:
            return may_take_by(public, decision)
        if kind == DO_CLAIM:
            return may_claim(board, public, own, decision)
        if kind == DO_STATION:
            return may_build_station(board, public, own, decision)
        return decision == draw_tickets() and can_draw_tickets(public)
    if public.question == SECOND_CARD:
        return kind == DO_DRAW and may_take_by(public, decision)
    if public.question == PAY_TUNNEL:
        wilds = wilds_of(decision)
        return decision == decline() or (decision == pay(wilds) and can_pay_extra(public, own, wilds))
    places = where_of(decision)
    return public.question == KEEP_TICKETS and decision == keep(places) and may_keep(board, public, own, places)


@inner
def list_cards(public, out, n):
    for slot in range(len(public.market)):
        if may_take(public, slot):
            out[n] = draw(slot)
            n += 1
    if may_take(public, FROM_PILE):
        out[n] = draw(FROM_PILE)
        n += 1
    return n


@inner
def list_claims_of(board, own, route, out, n):
    """The ways to pay for a route that can be claimed; of those with sets, the ones that sets.py lists."""
    cost, colour = np.int64(board.length[route]), np.int64(board.colour[route])
    min_wilds, most_wilds = np.int64(board.wilds[route]), np.int64(board.most_wilds[route])
    for way in range(count_payments(own, cost, colour, min_wilds, most_wilds)):
        paid_colour, wilds = nth_payment(own, cost, colour, min_wilds, way, most_wilds)
        out[n] = claim(route, paid_colour, wilds)
        n += 1
    return list_set_claims(board, own, route, out, n) if board.any_set[route] > 0 else n


@inner
def list_claims(board, public, own, out, n):
    for word, routes in enumerate(claimable(board, public, own)):
        while routes != 0:
            n = list_claims_of(board, own, lowest(routes) + 64 * word, out, n)
            routes = without_lowest(routes)
    return n


@inner
def list_stations(board, public, own, out, n):
    if not can_build_station(board, public, own):
        return n
    cost = station_cost(board, public, own.seat)
    most_wilds = station_wilds(board, public, own)
    cities = cities_without_station(board, public)
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        for way in range(count_payments(own, cost, GRAY, NO_WILDS, most_wilds)):
            colour, wilds = nth_payment(own, cost, GRAY, NO_WILDS, way, most_wilds)
            out[n] = build_station(city, colour, wilds)
            n += 1
    return n


@inner
def list_legal(board, public, own, out):
    """Writes every legal decision of the asked seat to `out`; returns how many."""
    n = np.int64(0)
    if public.question == CHOOSE_ACTION:
        n = list_cards(public, out, n)
        n = list_claims(board, public, own, out, n)
        n = list_stations(board, public, own, out, n)
        if can_draw_tickets(public):
            out[n] = draw_tickets()
            n += 1
    elif public.question == SECOND_CARD:
        n = list_cards(public, out, n)
    elif public.question == PAY_TUNNEL:
        for wilds in range(public.tunnel_extra + 1):
            if can_pay_extra(public, own, wilds):
                out[n] = pay(wilds)
                n += 1
        out[n] = decline()
        n += 1
    elif public.question == KEEP_TICKETS:
        for places in range(1 << own.n_offer):
            if may_keep(board, public, own, places):
                out[n] = keep(places)
                n += 1
    return n
