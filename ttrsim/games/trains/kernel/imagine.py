"""Imagines what a seat does not see: a complete state, drawn at random from all that agree with what the seat knows.

The asked seat knows PUBLIC and its own OWN. Everything in these two records is kept: the cards that others were seen to
take, the tickets that the seat refused and where they lie, and how many tickets each seat kept in the set-up. The rest
is dealt as if the other seats had chosen without looking: every unseen card is equally likely in every unseen place,
and so is every unseen ticket. So a search that imagines cannot peek. A player with a perfect memory could use two
things that are not in these records: which cards were in the pile when the discards were last shuffled, and which of
the tickets that the seat had put under the pile another seat has drawn since.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.beliefs import (
    CHAIN,
    DEAL,
    FIRST_SWEEPS,
    N_STARTS,
    NEXT_SWEEPS,
    SWEEPS,
    begin_chain,
    survey_all,
    sweep,
)
from ttrsim.games.trains.kernel.cards import can_settle
from ttrsim.games.trains.kernel.checker import is_taken, laid_out
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import N_CARDS, PAY_TUNNEL
from ttrsim.games.trains.kernel.tickets import long_among, pile_place
from ttrsim.games.trains.kernel.turns import clear_seat
from ttrsim.machine.bits import (
    bit,
    first_members,
    lowest,
    nth_member,
    popcount,
    popcount_of_two,
    with_member,
    without_lowest,
)
from ttrsim.machine.jit import inner
from ttrsim.machine.rng import below, next_word
from ttrsim.machine.stack import record_on_stack

MAX_TRIES = 1_000  # deals of cards that are tried until one explains why the market was not flushed (M3)

UNSEEN_TICKETS = np.dtype(
    [("long", np.uint64, 2), ("short", np.uint64, 2)], align=True
)  # sets of tickets whose place the seat does not know

# ---- cards ---------------------------------------------------------------------------------------


@inner
def known_of_others(public, own, card):
    """Cards of a kind that others certainly hold: they were seen to take them and have not paid them since."""
    n = np.int64(0)
    for seat in range(public.n_seats):
        if seat != own.seat:
            n += np.int64(public.known[seat, card])
    return n


@inner
def unseen(board, public, own, card):
    """Cards of a kind that the seat has not seen: they are in the pile, or another seat drew them blindly."""
    n = board.rules.deck[card] - own.hand[card] - public.discards[card] - laid_out(board, public, card)
    for slot in range(len(public.market)):
        n -= np.int64(public.market[slot] == card)
    return n - known_of_others(public, own, card)


@inner
def take_any(pile, n, stream):
    """Takes one of the n cards of a pile at random."""
    place = below(stream, n)
    card = np.int64(0)
    while place >= pile[card]:
        place -= pile[card]
        card += 1
    pile[card] -= 1
    return card


@inner
def deal_cards(board, public, own, stream, state):
    """Gives each seat the cards that it was seen to take, and fills its hand with unseen cards."""
    pile = state.hidden.pile
    n = np.int64(0)
    for card in range(N_CARDS):
        pile[card] = unseen(board, public, own, card)
        n += pile[card]
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        hand, n_known = state.seats[seat].hand, np.int64(0)
        for card in range(N_CARDS):
            hand[card] = public.known[seat, card]
            n_known += hand[card]
        for _ in range(public.hand_size[seat] - n_known):
            hand[take_any(pile, n, stream)] += 1
            n -= 1


@inner
def imagine_cards(board, public, own, stream, state):
    """If a market with many wilds was not flushed, few coloured cards are left outside the hands (M3)."""
    is_full_of_wilds = public.market_wilds >= board.rules.flush_wilds and public.question != PAY_TUNNEL
    for _ in range(MAX_TRIES):
        deal_cards(board, public, own, stream, state)
        if not is_full_of_wilds or not can_settle(board, state):
            return


# ---- tickets -------------------------------------------------------------------------------------


@inner
def seen_tickets(public, own):
    """The tickets whose place this seat knows, as the two words of a set."""
    seen_0, seen_1 = own.tickets[0] | own.left[0], own.tickets[1] | own.left[1]
    for place in range(own.n_offer):
        seen_0, seen_1 = with_member(seen_0, seen_1, own.offer[place])
    for n_above in range(public.ticket_pile_size):
        ticket = np.int64(own.in_pile[pile_place(public, np.int64(n_above))])
        if ticket > 0:
            seen_0, seen_1 = with_member(seen_0, seen_1, ticket - 1)
    return seen_0, seen_1


@inner
def sort_unseen(board, public, own, unseen_tickets):
    seen = seen_tickets(public, own)
    for word in range(2):
        everything = first_members(board.n_tickets - 64 * word) & ~seen[word]
        unseen_tickets.long[word] = everything & board.long_tickets[word]
        unseen_tickets.short[word] = everything & ~board.long_tickets[word]


@inner
def any_ticket(tickets, stream):
    """A random ticket of a set that is not empty."""
    n, n_first = below(stream, popcount_of_two(tickets)), popcount(tickets[0])
    return nth_member(tickets[0], n) if n < n_first else nth_member(tickets[1], n - n_first) + 64


@inner
def take_ticket(tickets, stream):
    """Takes a random ticket out of a set that is not empty."""
    ticket = any_ticket(tickets, stream)
    tickets[ticket >> 6] &= ~bit(ticket)
    return ticket


@inner
def offer_to(rules, state, seat, unseen_tickets, stream):
    """S2: deals the offer of a seat in the set-up, the long tickets first."""
    own = state.seats[seat]
    own.n_offer = rules.setup_offer_long + rules.setup_offer
    for place in range(own.n_offer):
        is_long = place < rules.setup_offer_long
        own.offer[place] = take_ticket(unseen_tickets.long if is_long else unseen_tickets.short, stream)


@inner
def choose_for(board, state, seat, stream):
    """S3: a random legal choice of a seat that has chosen before the asked one, unseen."""
    rules, own = board.rules, state.seats[seat]
    while True:
        places = below(stream, np.int64(1) << own.n_offer)
        is_legal = popcount(np.uint64(places)) >= min(rules.setup_keep, own.n_offer)
        if is_legal and long_among(board, own.offer, places) <= rules.setup_most_long:  # X1
            state.hidden.setup_kept[seat] = places
            return


@inner
def long_among_kept(rules, n_kept, stream):
    """A random number of long tickets among those kept in the set-up. All sets that X1 allows are equally likely."""
    while True:
        n_long, n_offered, n = rules.setup_offer_long, rules.setup_offer_long + rules.setup_offer, np.int64(0)
        for _ in range(n_kept):
            if below(stream, n_offered) < n_long:
                n_long -= 1
                n += 1
            n_offered -= 1
        if n <= rules.setup_most_long:
            return n


@inner
def keep_unseen(board, public, own, unseen_tickets, stream, deal):
    """Deals the tickets that others hold as if they had kept them without looking."""
    rules, long, short = board.rules, unseen_tickets.long, unseen_tickets.short
    refused = np.int64(0)  # long tickets that others refused in the set-up
    deal.tickets[:] = 0
    for seat in range(public.n_seats):
        if seat != own.seat:
            n_long = long_among_kept(rules, public.setup_tickets[seat], stream)
            refused += rules.setup_offer_long - n_long
            for _ in range(n_long):
                give_ticket(deal, seat, take_ticket(long, stream))
    if rules.setup_refused_leave == 0:  # a house rule: refused long tickets are among the others
        for _ in range(refused):
            ticket = take_ticket(long, stream)
            short[ticket >> 6] |= bit(ticket)
    for seat in range(public.n_seats):
        if seat != own.seat:
            for _ in range(public.n_tickets[seat] - popcount_of_two(deal.tickets[seat])):
                give_ticket(deal, seat, take_ticket(short, stream))


@inner
def give_ticket(deal, seat, ticket):
    deal.tickets[seat, ticket >> 6] |= bit(ticket)


@inner
def deal_likely(board, public, own, belief, unseen_tickets, stream, deal):
    """Deals the tickets that others hold by how likely it is that they hold them, after what they built."""
    chain = record_on_stack(CHAIN)
    deal.tickets[:] = belief.start[below(stream, N_STARTS)].tickets
    unseen_0, unseen_1 = all_unseen(unseen_tickets)
    begin_chain(board, public, own, belief, unseen_0, unseen_1, deal, chain)
    for _ in range(SWEEPS):
        sweep(board, public, own, belief, deal, chain, stream)


@inner
def all_unseen(unseen_tickets):
    long, short = unseen_tickets.long, unseen_tickets.short
    return long[0] | short[0], long[1] | short[1]


@inner
def fill_ticket_pile(board, public, own, unseen_tickets, deal, stream, state):
    """Gives the seats what was dealt to them, and puts the rest into the pile, except long tickets that left (S2)."""
    rules, long, short = board.rules, unseen_tickets.long, unseen_tickets.short
    refused = (public.n_seats - 1) * rules.setup_offer_long
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        held = deal.tickets[seat]
        for word in range(2):
            state.seats[seat].tickets[word] = held[word]
            refused -= popcount(held[word] & board.long_tickets[word])
            long[word] &= ~held[word]
            short[word] &= ~held[word]
    if rules.setup_refused_leave == 0:
        for _ in range(refused):
            ticket = take_ticket(long, stream)
            short[ticket >> 6] |= bit(ticket)
    put_in_pile(public, own, short, stream, state)


@inner
def put_in_pile(public, own, tickets, stream, state):
    for n_above in range(public.ticket_pile_size):
        place = pile_place(public, np.int64(n_above))
        ticket = np.int64(own.in_pile[place]) - 1
        state.hidden.ticket_pile[place] = ticket if ticket >= 0 else take_ticket(tickets, stream)


@inner
def imagine_tickets(board, public, own, belief, stream, state):
    unseen_tickets, deal = record_on_stack(UNSEEN_TICKETS), record_on_stack(DEAL)
    sort_unseen(board, public, own, unseen_tickets)
    if public.turn > 0:
        deal_likely(board, public, own, belief, unseen_tickets, stream, deal)
        fill_ticket_pile(board, public, own, unseen_tickets, deal, stream, state)
        return
    for seat in range(public.n_seats):
        if seat != own.seat:
            offer_to(board.rules, state, seat, unseen_tickets, stream)
            if seat < own.seat:
                choose_for(board, state, seat, stream)
    put_in_pile(public, own, unseen_tickets.short, stream, state)


@inner
def believe(board, public, own, stream, belief):
    """What the asked seat can believe about the others' tickets; `imagine` draws worlds from it."""
    if public.turn == 0:
        return  # S3: nobody has kept any
    survey_all(board, public, own, belief)
    find_starts(board, public, own, belief, stream)


@inner
def find_starts(board, public, own, belief, stream):
    """Deals to start from, by the weights of the belief."""
    unseen_tickets, deal, chain = record_on_stack(UNSEEN_TICKETS), record_on_stack(DEAL), record_on_stack(CHAIN)
    sort_unseen(board, public, own, unseen_tickets)
    unseen_0, unseen_1 = all_unseen(unseen_tickets)
    keep_unseen(board, public, own, unseen_tickets, stream, deal)
    begin_chain(board, public, own, belief, unseen_0, unseen_1, deal, chain)
    for _ in range(FIRST_SWEEPS):
        sweep(board, public, own, belief, deal, chain, stream)
    for number in range(N_STARTS):
        for _ in range(NEXT_SWEEPS):
            sweep(board, public, own, belief, deal, chain, stream)
        belief.start[number].tickets[:] = deal.tickets


# ---- all that is hidden --------------------------------------------------------------------------


@inner
def imagine_restriction(board, public, seat, own):
    """R3: a route that is not open to a seat, though nobody has taken it, must be closed to it."""
    for word in range(2):
        routes = board.all_routes[word] & ~public.open_to[seat, word]
        while routes != 0:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            if not is_taken(board, public, seat, route):
                own.restriction.closed[word] |= bit(route)


@inner
def imagine(board, public, own, belief, stream, state):
    """Writes a complete state to `state`. The other seats have neither notes nor weights."""
    state.public = public
    for seat in range(len(state.seats)):
        other = state.seats[seat]
        clear_seat(other, seat)
        other.weights[:] = 0.0
        other.stream.state = next_word(stream)
        if seat < public.n_seats and seat != own.seat:
            imagine_restriction(board, public, seat, other)
    state.seats[own.seat] = own
    state.hidden.card_stream.state, state.hidden.ticket_stream.state = next_word(stream), next_word(stream)
    state.hidden.setup_kept[:] = 0
    imagine_cards(board, public, own, stream, state)
    imagine_tickets(board, public, own, belief, stream, state)


@inner
def shuffle_piles(board, state, stream):
    """Shuffles what lies face down, where no seat knows the order. Everything that the seats hold stays."""
    hidden, public = state.hidden, state.public
    hidden.card_stream.state, hidden.ticket_stream.state = next_word(stream), next_word(stream)
    pile, places = hidden.ticket_pile, np.empty(MAX_TICKETS, np.int64)
    n_free = np.int64(0)
    for n_above in range(public.ticket_pile_size):
        place = pile_place(public, np.int64(n_above))
        known = np.int64(0)
        for seat in range(public.n_seats):
            known += np.int64(state.seats[seat].in_pile[place])
        if known == 0:
            places[n_free] = place
            n_free += 1
    for last in range(n_free - 1, 0, -1):
        one, other = places[last], places[below(stream, last + 1)]
        pile[one], pile[other] = pile[other], pile[one]


@inner
def reopen(board, state):
    """S3: tickets are chosen unseen in the set-up, so all seats choose again."""
    if state.public.turn == 0:
        state.public.asked = 0
