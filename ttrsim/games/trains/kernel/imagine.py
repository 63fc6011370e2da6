"""Imagines what a seat does not see: a whole state, drawn by lot from all that agree with what it knows.

The asked seat knows PUBLIC and its own OWN. Everything these two records fix stays as it is: the cards others were seen
to take, the tickets it refused and where they lie, how many tickets each seat kept in the set-up. All else is dealt as
if the other seats had chosen without looking: every unseen card is as likely in any unseen place as any other, and so
is every unseen ticket. So no search that imagines can peek. A seat forgets two things that a player with a perfect
memory could use: which cards were in the pile when the discards were last shuffled, and which of the tickets that it
had put under the pile another seat has drawn since.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import bit, lowest, popcount, without_lowest
from ttrsim.compiled.jit import inner
from ttrsim.compiled.rng import below, next_word
from ttrsim.games.trains.kernel.cards import can_settle
from ttrsim.games.trains.kernel.checker import is_taken, laid_out
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import N_CARDS, PAY_TUNNEL
from ttrsim.games.trains.kernel.tickets import pile_place
from ttrsim.games.trains.kernel.turns import clear_seat

MAX_TRIES = 1_000  # deals of cards, until one explains why the market was not flushed (M3)

# ---- cards ---------------------------------------------------------------------------------------


@inner
def known_of_others(public, own, card):
    """Cards of a kind that others certainly hold: they were seen to take them, and not to pay them."""
    n = np.int64(0)
    for seat in range(public.n_seats):
        if seat != own.seat:
            n += np.int64(public.known[seat, card])
    return n


@inner
def unseen(board, public, own, card):
    """Cards of a kind whose place nobody can tell: in the pile, or drawn blindly by another seat."""
    n = board.rules.deck[card] - own.hand[card] - public.discards[card] - laid_out(board, public, card)
    for slot in range(len(public.market)):
        n -= np.int64(public.market[slot] == card)
    return n - known_of_others(public, own, card)


@inner
def take_any(pile, n, stream):
    """One of the n cards of a pile."""
    place = below(stream, n)
    card = np.int64(0)
    while place >= pile[card]:
        place -= pile[card]
        card += 1
    pile[card] -= 1
    return card


@inner
def deal_cards(board, public, own, stream, state):
    """Each seat holds the cards it was seen to take; the others of its hand are any of the unseen ones."""
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
    """A market with many wilds that was not flushed shows that few coloured cards are left outside the hands (M3)."""
    is_full_of_wilds = public.market_wilds >= board.rules.flush_wilds and public.question != PAY_TUNNEL
    for _ in range(MAX_TRIES):
        deal_cards(board, public, own, stream, state)
        if not is_full_of_wilds or not can_settle(board, state):
            return


# ---- tickets -------------------------------------------------------------------------------------


@inner
def seen_tickets(public, own):
    """The tickets whose place this seat knows."""
    seen = own.tickets | own.left
    for place in range(own.n_offer):
        seen |= bit(own.offer[place])
    for n_above in range(public.ticket_pile_size):
        ticket = own.in_pile[pile_place(public, np.int64(n_above))]
        if ticket > 0:
            seen |= bit(ticket - 1)
    return seen


@inner
def take_ticket(tickets, stream):
    """One of a set, which must have one."""
    for _ in range(below(stream, popcount(tickets))):
        tickets = without_lowest(tickets)
    return lowest(tickets)


@inner
def offer_to(rules, state, seat, long, short, stream):
    """S2: the offer of a seat in the set-up, the long tickets first. Returns the tickets that are left."""
    own = state.seats[seat]
    own.n_offer = rules.setup_offer_long + rules.setup_offer
    for place in range(own.n_offer):
        if place < rules.setup_offer_long:
            own.offer[place] = take_ticket(long, stream)
            long &= ~bit(own.offer[place])
        else:
            own.offer[place] = take_ticket(short, stream)
            short &= ~bit(own.offer[place])
    return long, short


@inner
def choose_for(state, seat, minimum, stream):
    """S3: what a seat before the asked one has chosen, unseen: any choice that is legal."""
    n_offer = state.seats[seat].n_offer
    while True:
        places = below(stream, np.int64(1) << n_offer)
        if popcount(np.uint64(places)) >= min(minimum, n_offer):
            state.hidden.setup_kept[seat] = places
            return


@inner
def long_among_kept(rules, n_kept, stream):
    """How many of the tickets that a seat kept in the set-up are long, each as likely as any other."""
    n_long, n_offered, n = rules.setup_offer_long, rules.setup_offer_long + rules.setup_offer, np.int64(0)
    for _ in range(n_kept):
        if below(stream, n_offered) < n_long:
            n_long -= 1
            n += 1
        n_offered -= 1
    return n


@inner
def imagine_tickets(board, public, own, stream, state):
    rules, hidden = board.rules, state.hidden
    seen = seen_tickets(public, own)
    everything = ~np.uint64(0) if board.n_tickets == MAX_TICKETS else bit(board.n_tickets) - np.uint64(1)
    long, short = board.long_tickets & ~seen, everything & ~board.long_tickets & ~seen
    refused = np.int64(0)  # long tickets that others refused in the set-up
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        if public.turn == 0:
            long, short = offer_to(rules, state, seat, long, short, stream)
            if seat < own.seat:
                choose_for(state, seat, rules.setup_keep, stream)
            continue
        n_long = long_among_kept(rules, public.setup_tickets[seat], stream)
        refused += rules.setup_offer_long - n_long
        for _ in range(n_long):
            ticket = take_ticket(long, stream)
            long &= ~bit(ticket)
            state.seats[seat].tickets |= bit(ticket)
    if rules.setup_refused_leave == 0:  # a house rule: refused long tickets are among the others
        for _ in range(refused):
            ticket = take_ticket(long, stream)
            long &= ~bit(ticket)
            short |= bit(ticket)
    for seat in range(public.n_seats):
        if seat != own.seat:
            tickets = state.seats[seat].tickets
            for _ in range(public.n_tickets[seat] - popcount(tickets)):
                ticket = take_ticket(short, stream)
                short &= ~bit(ticket)
                tickets |= bit(ticket)
            state.seats[seat].tickets = tickets
    for n_above in range(public.ticket_pile_size):
        place = pile_place(public, np.int64(n_above))
        ticket = np.int64(own.in_pile[place]) - 1
        if ticket < 0:
            ticket = take_ticket(short, stream)
            short &= ~bit(ticket)
        hidden.ticket_pile[place] = ticket


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
def imagine(board, public, own, stream, state):
    """Writes a whole state to `state`. The other seats have no notes yet, and no weights."""
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
    imagine_tickets(board, public, own, stream, state)


@inner
def shuffle_piles(board, state, stream):
    """Everything the seats hold stays; what lies face down comes in another order, where no seat knows the order."""
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
    """S3: choices of tickets in the set-up are made unseen, so all of them can be made again."""
    if state.public.turn == 0:
        state.public.asked = 0
