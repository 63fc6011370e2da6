"""Branches: at a decision of a game, what else could have been decided, one thing at a time.

Where the bot must say what it would do instead, it is asked again under a restriction that lasts for this decision.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.decisions import (
    DO_CLAIM,
    DO_DRAW,
    DO_PAY,
    DO_STATION,
    DO_TICKETS,
    FROM_PILE,
    decline,
    draw,
    draw_tickets,
    kind_of,
    pay,
    where_of,
)
from ttrsim.games.trains.kernel.legal import can_draw_tickets, can_pay_extra, cards_to_turn, may_take
from ttrsim.games.trains.kernel.records import (
    ASK_THE_BOT,
    BARRED_OPEN_WILDS,
    BARRED_STATIONS,
    BARRED_TICKET_DRAWS,
    CHOOSE_ACTION,
    FACE_UP_TRIAL,
    KEEP_TICKETS,
    LATER_TICKETS_TRIAL,
    NO_SUBJECT,
    PAY_TUNNEL,
    STATION_TRIAL,
    TEMPO_TRIAL,
    TICKET_DRAW_TRIAL,
    TUNNEL_TRIAL,
    WILD,
    WILD_TRIAL,
)
from ttrsim.machine.bits import bit, is_in
from ttrsim.machine.jit import inner
from ttrsim.machine.rng import below


@inner
def question_of(kind):
    """The question at which such a trial branches off."""
    if kind == LATER_TICKETS_TRIAL:
        return KEEP_TICKETS
    if kind == TUNNEL_TRIAL:
        return PAY_TUNNEL
    return CHOOSE_ACTION


@inner
def may_branch(public, own, experiment):
    """Whether a branch is wanted at this question: one of `every` questions of its kind, chosen by chance."""
    if public.turn == 0 or public.question != question_of(experiment.kind):
        return False
    if (experiment.seats >> own.seat) & 1 == 0:
        return False
    return below(experiment.stream, experiment.every) == 0


@inner
def open_wild(public):
    """The first market slot with a wild, or FROM_PILE if there is none."""
    for slot in range(len(public.market)):
        if public.market[slot] == WILD:
            return np.int64(slot)
    return FROM_PILE


@inner
def is_open_wild(public, decision):
    slot = where_of(decision)
    return kind_of(decision) == DO_DRAW and slot != FROM_PILE and public.market[slot] == WILD


@inner
def is_wanted(experiment, route):
    return is_in(experiment.subjects, route)


@inner
def can_blind(public, decision):
    """Whether the first card was a face-up colour and could have come from the pile."""
    is_open = kind_of(decision) == DO_DRAW and where_of(decision) != FROM_PILE
    return is_open and not is_open_wild(public, decision) and cards_to_turn(public) > 0


@inner
def count_branches(board, state, experiment, decision):
    """How many other ways there are at the question that was answered so."""
    public, kind = state.public, experiment.kind
    own, did = state.seats[public.asked], kind_of(decision)
    if kind == LATER_TICKETS_TRIAL:
        is_free = (
            own.must_keep | own.must_refuse == 0 and own.n_offer > board.rules.offer_keep
        )  # K1: one can be refused
        return own.n_offer if is_free else np.int64(0)
    if kind == TICKET_DRAW_TRIAL:
        return np.int64(did == DO_TICKETS or can_draw_tickets(public))
    if kind == TEMPO_TRIAL:
        return np.int64(did == DO_CLAIM and is_wanted(experiment, where_of(decision)))
    if kind == STATION_TRIAL:
        return np.int64(did == DO_STATION)
    if kind == TUNNEL_TRIAL:
        return np.int64(did == DO_PAY or fewest_extra_wilds(public, own) >= 0)
    if kind == WILD_TRIAL:
        return np.int64(is_open_wild(public, decision) or may_take_wild(public, did))
    if kind == FACE_UP_TRIAL:
        return np.int64(can_blind(public, decision))
    return np.int64(0)


@inner
def may_take_wild(public, did):
    """Whether a seat that drew another card could have taken a wild."""
    slot = open_wild(public)
    return did == DO_DRAW and slot != FROM_PILE and may_take(public, slot)


@inner
def fewest_extra_wilds(public, own):
    """How few wilds pay the tunnel's extra cards; -1 if they cannot be paid."""
    for wilds in range(public.tunnel_extra + 1):
        if can_pay_extra(public, own, wilds):
            return np.int64(wilds)
    return np.int64(-1)


@inner
def ban(public, own, what):
    public.barred |= what
    own.restriction.barred |= what
    return ASK_THE_BOT


@inner
def branch_off(state, experiment, decision, number, effects, row):
    """The other decision, or ASK_THE_BOT under a restriction; notes what is tried in the row.

    `base_has_it` says whether the game did the thing whose effect is asked for.
    """
    public, kind = state.public, experiment.kind
    seat = public.asked
    own, did = state.seats[seat], kind_of(decision)
    effects.seat[row], effects.turn[row], effects.trains[row] = seat, public.turn, public.trains[seat]
    effects.subject[row] = NO_SUBJECT
    if kind == LATER_TICKETS_TRIAL:
        return other_places(own, decision, number, effects, row)
    if kind == TICKET_DRAW_TRIAL:
        effects.base_has_it[row] = did == DO_TICKETS
        return ban(public, own, BARRED_TICKET_DRAWS) if did == DO_TICKETS else draw_tickets()
    if kind == TEMPO_TRIAL:
        route = where_of(decision)
        effects.base_has_it[row], effects.subject[row] = 1, route
        public.open_to[seat, route >> 6] &= ~bit(route)
        return ASK_THE_BOT
    if kind == STATION_TRIAL:
        effects.base_has_it[row], effects.subject[row] = 1, where_of(decision)
        return ban(public, own, BARRED_STATIONS)
    if kind == TUNNEL_TRIAL:
        effects.base_has_it[row], effects.subject[row] = did == DO_PAY, public.tunnel_route
        return decline() if did == DO_PAY else pay(fewest_extra_wilds(public, own))
    if kind == WILD_TRIAL:
        effects.base_has_it[row] = is_open_wild(public, decision)
        return ban(public, own, BARRED_OPEN_WILDS) if is_open_wild(public, decision) else draw(open_wild(public))
    effects.base_has_it[row] = 1  # FACE_UP_TRIAL
    return draw(FROM_PILE)


@inner
def other_places(own, decision, number, effects, row):
    """A later offer: the ticket that was kept is refused, or the other way round."""
    kept = (where_of(decision) >> number) & 1
    effects.base_has_it[row], effects.subject[row] = kept, own.offer[number]
    place = np.int64(1) << number
    if kept == 1:
        own.must_refuse |= place
    else:
        own.must_keep |= place
    return ASK_THE_BOT


@inner
def come_back(state, before, experiment):
    """Lifts the restriction of a branch. What the bot noted under it is forgotten, but for its choice of tickets."""
    seat = before.public.asked
    public, own, was = state.public, state.seats[seat], before.seats[seat]
    public.barred = before.public.barred
    own.restriction = was.restriction
    public.open_to[seat, 0], public.open_to[seat, 1] = before.public.open_to[seat, 0], before.public.open_to[seat, 1]
    own.must_keep, own.must_refuse = was.must_keep, was.must_refuse
    if experiment.kind != LATER_TICKETS_TRIAL:
        own.memory[:] = was.memory
