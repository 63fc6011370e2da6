"""A game from set-up to its last turn: each decision moves it on to the next question.

`set_up` (S1–S4), then `apply` for every decision; `public.question` says what is asked of whom.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.cards import fill_slot, refill_market, take_from_market, take_into_hand, turn_card
from ttrsim.games.trains.kernel.claims import claim_by_sets, claim_route, give_up_tunnel, put_station, win_tunnel
from ttrsim.games.trains.kernel.decisions import (
    DO_CLAIM,
    DO_DRAW,
    DO_PAY,
    DO_TICKETS,
    FROM_PILE,
    MIXED,
    cards_of,
    colour_of,
    kind_of,
    where_of,
    wilds_of,
)
from ttrsim.games.trains.kernel.legal import can_act, can_draw_second
from ttrsim.games.trains.kernel.log import DEALT, DRAW, LAST_ROUND, PASS
from ttrsim.games.trains.kernel.records import (
    CHOOSE_ACTION,
    EMPTY,
    END_LIMIT,
    END_STALEMATE,
    END_TRAINS,
    KEEP_TICKETS,
    N_CARDS,
    NO_OWNER,
    NO_ROUTE,
    NOT_TRIGGERED,
    SECOND_CARD,
    STREAM_BOTS,
    STREAM_CARDS,
    STREAM_TICKETS,
    TURN_DONE,
    WILD,
)
from ttrsim.games.trains.kernel.restrictions import lift, mark_later_offer
from ttrsim.games.trains.kernel.tickets import deal_setup_offers, draw_offer, settle_offer
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.log import ZERO, emit
from ttrsim.machine.rng import open_stream
from ttrsim.machine.table import GAME_OVER

# ---- set-up --------------------------------------------------------------------------------------


@inner
def clear_table(board, public, n_seats):
    """Everything back in the box: the board empty, all trains and stations with their owners."""
    rules = board.rules
    public.n_seats = n_seats
    public.face_up_wild = rules.face_up_wild
    public.turn = public.seat = public.passes = public.reason = public.barred = 0
    public.last_turns = NOT_TRIGGERED
    public.market[:] = EMPTY
    public.n_market = public.market_wilds = 0
    public.discards[:] = 0
    public.n_discards = public.flushes = public.reshuffles = 0
    public.owner[:] = NO_OWNER
    public.owned[:] = 0
    public.known[:] = 0
    public.station_cities[:] = 0
    public.n_tickets[:] = 0
    public.setup_tickets[:] = 0
    public.hand_size[:] = 0
    public.route_points[:] = 0
    public.trains[:] = rules.trains
    public.stations_left[:] = rules.stations
    public.open_to[:, 0] = board.all_routes[0]
    public.open_to[:, 1] = board.all_routes[1]
    public.tunnel_route = NO_ROUTE
    public.tunnel_colour = public.tunnel_wilds = public.tunnel_extra = 0


@inner
def clear_seat(own, seat):
    own.seat = seat
    own.hand[:] = 0
    own.tickets[:] = 0
    own.n_offer = 0
    own.left[:] = 0
    own.in_pile[:] = 0
    lift(own)
    own.memory[:] = 0


@inner
def set_up(board, state, log, n_seats, seed, deal):
    """S1–S3, up to the first seat's choice of tickets."""
    public, hidden = state.public, state.hidden
    clear_table(board, public, n_seats)
    open_stream(hidden.card_stream, seed, deal, STREAM_CARDS)
    open_stream(hidden.ticket_stream, seed, deal, STREAM_TICKETS)
    public.pile_size = 0
    for card in range(N_CARDS):
        hidden.pile[card] = board.rules.deck[card]
        public.pile_size += board.rules.deck[card]
    for seat in range(n_seats):
        clear_seat(state.seats[seat], seat)
        open_stream(state.seats[seat].stream, seed, deal, STREAM_BOTS + seat)
        for _ in range(board.rules.hand):
            card = turn_card(state, log)
            take_into_hand(state, seat, card)
            emit(log, DEALT, public, np.int64(seat), card, ZERO, ZERO)
    refill_market(board, state, log)
    deal_setup_offers(board, state)
    public.question = KEEP_TICKETS
    public.asked = 0


@inner
def keep_in_setup(board, state, log, places):
    """S3: choices are made unseen by the others, and take effect when the last seat has made its own."""
    public, hidden = state.public, state.hidden
    hidden.setup_kept[public.asked] = places
    public.asked += 1
    if public.asked < public.n_seats:
        return
    for seat in range(public.n_seats):
        settle_offer(state, log, np.int64(seat), hidden.setup_kept[seat], board.rules.setup_refused_leave)
        public.setup_tickets[seat] = public.n_tickets[seat]
    begin_turn(board, state, log, np.int64(0))  # S4


# ---- turns ---------------------------------------------------------------------------------------


@inner
def finish(public, reason):
    public.reason = reason
    public.question = GAME_OVER


@inlined
def begin_turn(board, state, log, seat):
    """N1: a seat with no legal action passes, until one can act or the game is over."""
    public = state.public
    while True:
        public.turn += 1
        public.seat = public.asked = seat
        public.barred = state.seats[seat].restriction.barred
        public.question = CHOOSE_ACTION
        if can_act(board, public, state.seats[seat]):
            return
        emit(log, PASS, public, seat, ZERO, ZERO, ZERO)
        public.passes += 1
        close_turn(board, public, log)
        if public.question == GAME_OVER:
            return
        seat = next_seat(public)


@inlined
def next_seat(public):
    return public.seat + 1 if public.seat + 1 < public.n_seats else ZERO


@inlined
def close_turn(board, public, log):
    """E1, N1, N2: is this the last round, or the end?"""
    if public.last_turns != NOT_TRIGGERED:
        public.last_turns -= 1
        if public.last_turns == 0:
            finish(public, END_TRAINS)
            return
    elif public.trains[public.seat] <= board.rules.end_trains:
        public.last_turns = public.n_seats
        emit(log, LAST_ROUND, public, public.seat, ZERO, ZERO, ZERO)
    if public.passes == public.n_seats:
        finish(public, END_STALEMATE)
    elif public.turn >= board.rules.turn_limit:
        finish(public, END_LIMIT)


@inlined
def end_turn(board, state, log):
    """After an action: the market is made whole, then the next seat moves."""
    public = state.public
    refill_market(board, state, log)
    public.passes = 0
    close_turn(board, public, log)
    if public.question != GAME_OVER:
        begin_turn(board, state, log, next_seat(public))


# ---- cards ---------------------------------------------------------------------------------------


@inlined
def take_card(board, state, log, seat, slot):
    """M1: one card from the market or the pile. Returns whether it was a face-up wild that counts as two (M2, NC2)."""
    public = state.public
    if slot == FROM_PILE:
        card = turn_card(state, log)
        emit(log, DRAW, public, seat, slot, card, ZERO)
        take_into_hand(state, seat, card)
        return False
    card = take_from_market(state, slot)
    public.known[seat, card] += 1
    emit(log, DRAW, public, seat, slot, card, ZERO)
    take_into_hand(state, seat, card)
    fill_slot(state, log, slot)
    refill_market(board, state, log)
    return card == WILD and public.face_up_wild == 2


@inlined
def draw_first(board, state, log, slot):
    public = state.public
    counts_as_two = take_card(board, state, log, public.seat, slot)
    if not counts_as_two and can_draw_second(public):  # M2, M5
        public.question = SECOND_CARD


# ---- decisions -----------------------------------------------------------------------------------


@inlined
def act(board, state, log, decision):
    """§3: exactly one action."""
    public = state.public
    kind, where = kind_of(decision), where_of(decision)
    if kind == DO_DRAW:
        draw_first(board, state, log, where)
    elif kind == DO_CLAIM:
        if colour_of(decision) == MIXED:
            claim_by_sets(board, state, log, where, cards_of(decision))
        else:
            claim_route(board, state, log, where, colour_of(decision), wilds_of(decision))
    elif kind == DO_TICKETS:
        draw_offer(state, state.seats[public.seat], board.rules.offer)
        mark_later_offer(board, state.seats[public.seat])
        public.question = KEEP_TICKETS
    else:
        put_station(board, state, log, where, colour_of(decision), wilds_of(decision))


@inlined
def carry_out(board, state, log, question, decision):
    """What the decision says. It may ask a further question; the turn is done if it does not."""
    public = state.public
    if question == CHOOSE_ACTION:
        act(board, state, log, decision)
    elif question == SECOND_CARD:
        take_card(board, state, log, public.seat, where_of(decision))
    elif question == KEEP_TICKETS:
        settle_offer(state, log, public.seat, where_of(decision), board.rules.offer_refused_leave)
    elif kind_of(decision) == DO_PAY:
        win_tunnel(board, state, log, wilds_of(decision))
    else:
        give_up_tunnel(board, state, log)


@inlined
def apply(board, state, log, decision):
    """Carries out a legal decision of the asked seat and moves the game on to the next question."""
    public = state.public
    if public.turn == 0:
        keep_in_setup(board, state, log, where_of(decision))
        return
    question = public.question
    public.question = TURN_DONE
    carry_out(board, state, log, question, decision)
    if public.question == TURN_DONE:
        end_turn(board, state, log)
