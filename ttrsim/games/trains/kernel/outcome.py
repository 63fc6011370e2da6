"""Reads a scored game's log once, for the tables of a run: its tally, and its rows after those already there."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.decisions import FROM_PILE
from ttrsim.games.trains.kernel.effects import points_of_ticket
from ttrsim.games.trains.kernel.log import (
    CLAIM,
    DEALT,
    DRAW,
    EXTRA,
    LAST_ROUND,
    OFFERED,
    PASS,
    STATION,
    TUNNEL,
    TUNNEL_END,
)
from ttrsim.games.trains.kernel.rows import BY_ROUTES, BY_STATIONS, NO_SEAT, NO_TURN, NOT_COMPLETED
from ttrsim.machine.bits import NOTHING, bit, is_in, lowest, popcount, without_lowest
from ttrsim.machine.jit import inner


@inner
def begin_walk(board, walk, game, n_seats):
    walk.game, walk.n_seats = game, n_seats
    for seat in range(n_seats):
        walk.n_open[seat] = walk.points[seat] = 0
        for city in range(board.n_cities):
            walk.network[seat, city] = city
            walk.members[seat, city] = bit(city)
    walk.draw_turn = NO_TURN


@inner
def begin_tally(tally, n_turns, n_seats):
    tally.lead_changes = 0
    tally.leader, tally.lead_turn = NO_SEAT, NO_TURN
    tally.dealt[:] = 0
    for seat in range(n_seats):
        mine = tally.seats[seat]
        mine.turns = (n_turns - seat + n_seats - 1) // n_seats  # S4: seat 0 begins, and nobody is ever skipped
        mine.draws = mine.market_cards = mine.pile_cards = mine.claims = mine.ticket_draws = 0
        mine.stations_built = mine.passes = mine.tunnels_tried = mine.tunnels_declined = 0
        mine.extra_due = mine.extra_paid = mine.wilds_spent = mine.ended_game = 0


# ---- cards ---------------------------------------------------------------------------------------


@inner
def note_draw(mine, walk, turn, slot):
    if slot == FROM_PILE:
        mine.pile_cards += 1
    else:
        mine.market_cards += 1
    mine.draws += np.int64(turn != walk.draw_turn)  # two cards are one action
    walk.draw_turn = turn


# ---- tickets -------------------------------------------------------------------------------------


@inner
def is_joined(board, walk, seat, ticket):
    if is_in(board.country_tickets, ticket):
        return reaches_an_end(board, walk, seat, ticket)
    return walk.network[seat, board.ticket_a[ticket]] == walk.network[seat, board.ticket_b[ticket]]


@inner
def reaches_an_end(board, walk, seat, ticket):
    """W4: whether any start of a country ticket is joined with any city of its ends."""
    starts = board.ticket_starts[ticket]
    while starts != NOTHING:
        network = np.int64(walk.network[seat, lowest(starts)])
        starts = without_lowest(starts)
        if walk.members[seat, network] & board.ticket_goals[ticket] != NOTHING:
            return True
    return False


@inner
def note_ticket(board, walk, tickets, turn, seat, ticket, kept):
    """A kept ticket may be completed at once, by routes the seat has already."""
    row = tickets.n
    tickets.n += 1
    tickets.game[row], tickets.turn[row], tickets.seat[row] = walk.game, turn, seat
    tickets.ticket[row], tickets.kept[row] = ticket, kept
    tickets.completed[row], tickets.completed_turn[row] = NOT_COMPLETED, NO_TURN
    if kept == 0:
        return
    if is_joined(board, walk, seat, ticket):
        tickets.completed[row], tickets.completed_turn[row] = BY_ROUTES, turn
    else:
        walk.open_tickets[seat, walk.n_open[seat]] = row
        walk.n_open[seat] += 1


@inner
def complete_by_routes(board, walk, tickets, turn, seat):
    """E3: the open tickets that the seat's latest route completed."""
    n_open = np.int64(0)
    for place in range(walk.n_open[seat]):
        row = walk.open_tickets[seat, place]
        if is_joined(board, walk, seat, np.int64(tickets.ticket[row])):
            tickets.completed[row], tickets.completed_turn[row] = BY_ROUTES, turn
        else:
            walk.open_tickets[seat, n_open] = row
            n_open += 1
    walk.n_open[seat] = n_open


@inner
def complete_by_stations(walk, tickets, result):
    """E4 is settled when the game is over, so these tickets have no turn of completion."""
    for seat in range(walk.n_seats):
        done = result.seats[seat].completed
        for place in range(walk.n_open[seat]):
            row = walk.open_tickets[seat, place]
            if is_in(done, np.int64(tickets.ticket[row])):
                tickets.completed[row] = BY_STATIONS


@inner
def note_gains(board, tickets, first_row, result):
    """E3, W4: what each ticket of the game brought its seat."""
    for row in range(first_row, tickets.n):
        mine, ticket = result.seats[tickets.seat[row]], np.int64(tickets.ticket[row])
        tickets.gain[row] = points_of_ticket(board, mine, ticket) if tickets.kept[row] == 1 else 0


# ---- routes --------------------------------------------------------------------------------------


@inner
def join_networks(board, walk, seat, route):
    """Whether the route joined two networks of the seat."""
    one = np.int64(walk.network[seat, board.a[route]])
    other = np.int64(walk.network[seat, board.b[route]])
    if one == other:
        return False
    cities = walk.members[seat, other]
    walk.members[seat, one] |= cities
    while cities != NOTHING:
        walk.network[seat, lowest(cities)] = one
        cities = without_lowest(cities)
    return True


@inner
def note_lead(walk, tally, turn):
    """The lead changes when somebody else is alone in front; a tie leaves it where it was."""
    best, leader, n_best = np.int64(-1), NO_SEAT, np.int64(0)
    for seat in range(walk.n_seats):
        if walk.points[seat] > best:
            best, leader, n_best = walk.points[seat], np.int64(seat), np.int64(0)
        n_best += np.int64(walk.points[seat] == best)
    if n_best > 1 or leader == tally.leader:
        return
    tally.lead_changes += np.int64(tally.leader != NO_SEAT)
    tally.leader, tally.lead_turn = leader, turn


@inner
def note_claim(board, walk, tally, rows, turn, seat, route, wilds, extra):
    claims, mine = rows.claims, tally.seats[seat]
    row = claims.n
    claims.n += 1
    claims.game[row], claims.turn[row], claims.seat[row] = walk.game, turn, seat
    claims.route[row], claims.wilds[row], claims.extra[row] = route, wilds, extra
    mine.claims += 1
    mine.wilds_spent += wilds
    mine.extra_paid += extra
    walk.points[seat] += board.points[route]
    note_lead(walk, tally, turn)
    if join_networks(board, walk, seat, route):
        complete_by_routes(board, walk, rows.tickets, turn, seat)


@inner
def note_tunnel(board, walk, tally, rows, turn, seat, route, claimed, wilds):
    """T3: how the tunnel ended that was tried with `walk.wilds` and cost `walk.extra`."""
    mine = tally.seats[seat]
    mine.tunnels_tried += 1
    mine.extra_due += walk.extra
    if claimed == 1:
        note_claim(board, walk, tally, rows, turn, seat, route, walk.wilds + wilds, walk.extra)
    else:
        mine.tunnels_declined += 1


# ---- stations ------------------------------------------------------------------------------------


@inner
def note_station(walk, tally, stations, public, result, turn, seat, city, wilds):
    row, mine = stations.n, tally.seats[seat]
    stations.n += 1
    stations.game[row], stations.turn[row], stations.seat[row] = walk.game, turn, seat
    stations.city[row] = city
    before = public.station_cities[seat] & (bit(city) - np.uint64(1))  # the result has stations in order of city
    stations.borrowed[row] = result.seats[seat].borrowed[popcount(before)]
    mine.stations_built += 1
    mine.wilds_spent += wilds


# ---- the walk ------------------------------------------------------------------------------------


@inner
def note_outcome(board, work, game, result, tally, rows):
    public, walk, events = work.state.public, work.scratch.walk, work.log.events
    begin_walk(board, walk, game, public.n_seats)
    first_ticket = rows.tickets.n
    begin_tally(tally, public.turn, public.n_seats)
    for place in range(work.log.n):
        kind, turn, seat = np.int64(events[place, 0]), np.int64(events[place, 1]), np.int64(events[place, 2])
        first, second, third = np.int64(events[place, 3]), np.int64(events[place, 4]), np.int64(events[place, 5])
        if kind == DRAW:
            note_draw(tally.seats[seat], walk, turn, first)
        elif kind == CLAIM:
            note_claim(board, walk, tally, rows, turn, seat, first, third, np.int64(0))
        elif kind == OFFERED:
            note_ticket(board, walk, rows.tickets, turn, seat, first, second)
            tally.seats[seat].ticket_draws += np.int64(turn > 0 and third == 0)
        elif kind == TUNNEL:
            walk.wilds = third
        elif kind == EXTRA:
            walk.extra = first
        elif kind == TUNNEL_END:
            note_tunnel(board, walk, tally, rows, turn, seat, first, second, third)
        elif kind == STATION:
            note_station(walk, tally, rows.stations, public, result, turn, seat, first, third)
        elif kind == PASS:
            tally.seats[seat].passes += 1
        elif kind == DEALT:
            tally.dealt[first] += 1
        elif kind == LAST_ROUND:
            tally.seats[seat].ended_game = 1
    complete_by_stations(walk, rows.tickets, result)
    note_gains(board, rows.tickets, first_ticket, result)
