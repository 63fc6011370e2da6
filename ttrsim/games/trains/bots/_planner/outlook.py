"""How long the game will last, what a turn is worth, and who is ahead."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper, hot_helper
from ttrsim.games.trains.bots._planner.notes import ROUTE_LENGTH, TICKET_POINTS, TURN_POINTS
from ttrsim.games.trains.bots._planner.weights import RISK, TURN

CARDS_PER_TURN = 2.0
PLANNED_CARDS = 0.9  # part of its hand that will be paid for the routes of the plan
PRIOR_CLAIMS = 3.0  # after so many claims a seat's own habit counts as much as the board's mean route
HASTE = 1.13  # games end a little sooner than trains and hands suggest
TICKET_SUCCESS = 0.6  # part of others' tickets, net of failed ones, that we expect them to score


@helper
def study_board(board, own):
    """Notes what routes and tickets of this board are like, before anything else is decided."""
    points, length = np.int64(0), np.int64(0)
    for route in range(board.n_routes):
        points += board.points[route]
        length += board.length[route]
    turns = board.n_routes + length / CARDS_PER_TURN
    own.memory[TURN_POINTS] = np.int64(1000.0 * points / turns)
    own.memory[ROUTE_LENGTH] = np.int64(1000.0 * length / board.n_routes)
    tickets = np.int64(0)
    for ticket in range(board.n_tickets):
        tickets += board.ticket_points[ticket]
    own.memory[TICKET_POINTS] = np.int64(1000.0 * tickets / max(np.int64(1), board.n_tickets))


@hot_helper
def turn_worth(own):
    """Points that a turn is worth."""
    return own.weights[TURN] * 0.001 * own.memory[TURN_POINTS]


@hot_helper
def mean_ticket(own):
    """Points of a ticket of the board on average."""
    return 0.001 * own.memory[TICKET_POINTS]


# ---- turns ---------------------------------------------------------------------------------------


@hot_helper
def pace(board, public, own, seat):
    """Trains that a seat lays with each claim, going by what it has claimed so far."""
    laid = np.float64(board.rules.trains - public.trains[seat])
    claims = kit.popcount(public.owned[seat, 0]) + kit.popcount(public.owned[seat, 1])
    return (laid + PRIOR_CLAIMS * 0.001 * own.memory[ROUTE_LENGTH]) / (claims + PRIOR_CLAIMS)


@hot_helper
def turns_left(board, public, own):
    """Turns this seat can expect to have, the present one counted: until another seat is out of trains.

    Its own trains do not count: whether they run out is its own choice.
    """
    if public.last_turns >= 0:
        return 1.0  # E1
    soonest = 1000.0
    for seat in range(public.n_seats):
        if seat != own.seat:
            trains = np.float64(max(0, public.trains[seat] - board.rules.end_trains))
            to_draw = max(0.0, trains - public.hand_size[seat])
            soonest = min(soonest, trains / pace(board, public, own, seat) + to_draw / CARDS_PER_TURN)
    return max(2.0, soonest / HASTE + 1.0)


@hot_helper
def turns_for(public, own, trains, n_routes, n_stations):
    """Turns this seat needs to claim so many routes and build so many stations."""
    useful = 1.0 if public.last_turns >= 0 else PLANNED_CARDS  # in the last turn it shows whether a claim can be paid
    to_draw = max(0.0, trains - useful * public.hand_size[own.seat])
    return n_routes + to_draw / CARDS_PER_TURN + 1.5 * n_stations


@hot_helper
def chance(own, turns, left):
    """How likely something that takes so many turns is finished in time."""
    to_spare = (left - turns) / left - own.weights[RISK]
    return min(1.0, max(0.0, 1.0 + 3.0 * to_spare))


# ---- points --------------------------------------------------------------------------------------


@helper
def is_ahead(board, public, own):
    """Whether it leads, if it completes its tickets and others do as well with theirs as can be expected."""
    mine = public.route_points[own.seat] + kit.ticket_sum(board, own.tickets)
    for seat in range(public.n_seats):
        expected = TICKET_SUCCESS * mean_ticket(own) * public.n_tickets[seat]
        if seat != own.seat and public.route_points[seat] + expected >= mine:
            return False
    return True
