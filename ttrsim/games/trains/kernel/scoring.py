"""The end of a game: points by source, and who wins (E2–E8, G1–G2, I1)."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.longest import longest_path
from ttrsim.games.trains.kernel.mandala import score_mandalas
from ttrsim.games.trains.kernel.networks import (
    best_use_of_stations,
    borrow_route,
    completed_tickets,
    give_back,
    has_country_tickets,
    joined_districts,
    map_networks,
    note_ends,
    ticket_sum,
)
from ttrsim.games.trains.kernel.records import BY_COMPLETED, BY_FEWEST_STATIONS, BY_LONGEST_PATH, NO_ROUTE
from ttrsim.machine.bits import popcount
from ttrsim.machine.jit import inner


@inner
def score_tickets(board, state, seat, result, scratch):
    """E3, E4, W4. `scratch` holds the seat's networks."""
    public, kept = state.public, state.seats[seat].tickets
    done_0, done_1 = completed_tickets(board, (kept[0], kept[1]), scratch.root)
    failed_0, failed_1 = kept[0] ^ done_0, kept[1] ^ done_1
    result.borrowed[:] = NO_ROUTE
    open_0, open_1 = failed_0 | kept[0] & board.country_tickets[0], failed_1 | kept[1] & board.country_tickets[1]
    if public.station_cities[seat] != 0 and open_0 | open_1 != 0:
        more_0, more_1 = best_use_of_stations(board, public, seat, (open_0, open_1), scratch, result.borrowed)
        done_0, failed_0 = done_0 | more_0, failed_0 & ~more_0
        done_1, failed_1 = done_1 | more_1, failed_1 & ~more_1
    result.kept[0], result.kept[1] = kept[0], kept[1]
    result.completed[0], result.completed[1] = done_0, done_1
    result.n_completed = popcount(done_0) + popcount(done_1)
    result.n_failed = popcount(failed_0) + popcount(failed_1)
    result.tickets = ticket_sum(board, (done_0, done_1)) - ticket_sum(board, (failed_0, failed_1))
    if has_country_tickets(board):
        result.tickets += points_of_ends(board, (done_0, done_1), result, scratch)


@inner
def points_of_ends(board, done, result, scratch):
    """W4: notes the ends of completed country tickets. Returns their points beyond the fewest of each."""
    n_stations = len(result.borrowed)
    for station in range(n_stations):
        borrow_route(board, scratch, np.int64(station), np.int64(result.borrowed[station]))
    points = note_ends(board, done, scratch.root, result.ends)
    give_back(scratch, n_stations)
    return points


@inner
def score_districts(board, result, scratch):
    """L1. `scratch` holds the seat's networks."""
    result.districts = joined_districts(board, scratch.root)
    points = np.int64(0)
    for district in range(board.n_districts):
        points += board.district_points[district] * ((result.districts >> district) & 1)
    result.district_points = points


@inner
def score_seat(board, state, seat, result, scratch):
    """All but the longest path and the Globetrotter, which are comparisons."""
    rules, public = board.rules, state.public
    routes_0, routes_1 = public.owned[seat, 0], public.owned[seat, 1]
    touched = map_networks(board, routes_0, routes_1, scratch)
    score_districts(board, result, scratch)
    score_tickets(board, state, seat, result, scratch)
    score_mandalas(board, (routes_0, routes_1), result)
    result.longest = 0
    if rules.longest_counts == 1:
        result.longest = longest_path(board, routes_0, routes_1, touched, scratch)
    result.routes = public.route_points[seat]  # E2
    result.stations_left = public.stations_left[seat]
    result.station_points = rules.station_points * public.stations_left[seat]  # E5
    result.attraction_points = rules.attraction_points * popcount(touched & board.attractions)  # E7
    result.trains_left = public.trains[seat]
    result.cards_left = public.hand_size[seat]


@inner
def tie_break(criterion, seat_result, longest):
    """E8: larger is better. `longest` is the length of the longest path on the board."""
    if criterion == BY_COMPLETED:
        return np.int64(seat_result.n_completed)
    if criterion == BY_FEWEST_STATIONS:
        return np.int64(seat_result.stations_left)  # all began with the same number
    if criterion == BY_LONGEST_PATH:
        return np.int64(seat_result.longest == longest and longest > 0)
    return np.int64(0)


@inner
def find_winners(board, result, n_seats, longest):
    """E8: most points, then the board's tie-breaks; whoever is still tied shares the win."""
    in_front = (np.int64(1) << n_seats) - 1
    for step in range(1 + len(board.rules.tie_breaks)):
        best, leaders = np.int64(-32768), np.int64(0)
        for seat in range(n_seats):
            if (in_front >> seat) & 1 == 0:
                continue
            seat_result = result.seats[seat]
            value = np.int64(seat_result.total)
            if step > 0:
                value = tie_break(board.rules.tie_breaks[step - 1], seat_result, longest)
            if value > best:
                best, leaders = value, np.int64(0)
            if value == best:
                leaders |= np.int64(1) << seat
        in_front = leaders
    return in_front


@inner
def score_game(board, state, result, scratch):
    public = state.public
    longest, most_completed = np.int64(0), np.int64(0)
    for seat in range(public.n_seats):
        score_seat(board, state, seat, result.seats[seat], scratch)
        longest = max(longest, np.int64(result.seats[seat].longest))
        most_completed = max(most_completed, np.int64(result.seats[seat].n_completed))
    for seat in range(public.n_seats):
        mine = result.seats[seat]
        mine.longest_points = 0
        if mine.longest == longest and longest > 0:
            mine.longest_points = board.rules.longest_points  # E6: all who tie for it
        mine.globetrotter_points = 0
        if mine.n_completed == most_completed and most_completed > 0:  # G2
            mine.globetrotter_points = board.rules.globetrotter_points  # G1: all who tie for it
        mine.total = mine.routes + mine.tickets + mine.station_points + mine.longest_points + mine.attraction_points
        mine.total += mine.globetrotter_points + mine.district_points + mine.mandala_points
    winners = find_winners(board, result, public.n_seats, longest)
    for seat in range(public.n_seats):
        result.seats[seat].wins = (winners >> seat) & 1
    result.n_winners = popcount(np.uint64(winners))
    result.turns = public.turn
    result.reason = public.reason
    result.flushes = public.flushes
    result.reshuffles = public.reshuffles
