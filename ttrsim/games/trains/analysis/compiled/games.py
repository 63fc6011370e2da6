"""Two passes over the games of a batch: for all metrics of offers of tickets, and of claims (`analysis/tallies.py`).

Rows come game by game. A seat has a place: game · n_seats + seat.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from ttrsim.games.trains.analysis.compiled import SOURCES
from ttrsim.games.trains.analysis.compiled.sets import CURVE_STEPS, STEPS, column_of, number_of
from ttrsim.machine.jit import entry, inlined
from ttrsim.measures.adding import UNITS
from ttrsim.measures.adding.tallies import MAX_DEALS, TALLY, carry, end_deal, place_of, see, see_share

WORD = 64  # bits of a set
ROUTES, BOT_ROUTES, COLOURS, AFTER_KINDS = map(number_of, ("routes", "bot_routes", "colours", "plain_colours"))
PLAIN_COLOURS, CONTESTED, EXTRA, AFTER_EXTRA = map(number_of, ("plain_colours", "contested", "extra", "cities"))
CITIES, RESULTS, OFFERS, BOT_OFFERS = map(number_of, ("cities", "results", "offers", "bot_offers"))
SET_UP, PHASES, KEPT, BOT_KEPT = map(number_of, ("set_up", "phases", "kept", "bot_kept"))
KEPT_PHASES, COMPLETED, DONE, DRAWS = map(number_of, ("kept_phases", "completed", "done", "draws"))

ROUTES_TIME, ROUTES_TURN, ROUTES_WILDS = (column_of("routes", name) for name in ("time", "turn", "wilds"))
BOT_ROUTES_TIME, GROUP_SHARE = column_of("bot_routes", "time"), column_of("colours", "share")
PLAIN_WILDS, PLAIN_LENGTH = (column_of("plain_colours", name) for name in ("wilds", "length"))
CITIES_CLAIMS, CITIES_SHARES, CITIES_VISITORS = (column_of("cities", name) for name in ("claims", "shares", "visitors"))
RESULTS_FIRST_STEP, DRAWS_COMPLETED = column_of("results", STEPS[0]), column_of("draws", "completed")
OFFERS_KEPT, BOT_OFFERS_KEPT, PHASES_KEPT = (column_of(of, "kept") for of in ("offers", "bot_offers", "phases"))
KEPT_SHARE, KEPT_COMPLETED, KEPT_GAIN = (column_of("kept", name) for name in ("share", "completed", "gain"))
BOT_KEPT_COMPLETED, KEPT_PHASES_COMPLETED = (column_of(of, "completed") for of in ("bot_kept", "kept_phases"))
COMPLETED_GAIN, DONE_TIME = column_of("completed", "gain"), column_of("done", "time")

Ints = NDArray[np.int64]


class OfGames(NamedTuple):
    deals: NDArray[np.uint32]  # [game]
    blocks: NDArray[np.int32]  # [game]
    turns: Ints  # [game]
    shares: Ints  # [place] of the win, in units
    cells: NDArray[np.uint16]  # [place] bot · n_seats + seat


class Claims(NamedTuple):
    firsts: Ints  # [game] its first row, and one more
    seats: NDArray[np.uint8]
    turns: NDArray[np.int16]
    routes: NDArray[np.uint16]
    wilds: NDArray[np.uint8]
    extra: NDArray[np.uint8]


class Offers(NamedTuple):
    firsts: Ints
    seats: NDArray[np.uint8]
    turns: NDArray[np.int16]
    tickets: NDArray[np.uint16]
    done: NDArray[np.int16]  # the turn in which own routes completed it, or -1
    kept: NDArray[np.bool_]
    completed: NDArray[np.bool_]
    by_stations: NDArray[np.bool_]
    gains: NDArray[np.int16]  # points of a kept ticket, minus if not completed


Numbers = NDArray[np.uint16]


class OfRoutes(NamedTuple):
    points: Ints
    lengths: Ints
    a: Numbers
    b: Numbers
    double: Numbers  # one more than all for a single route
    colours: Numbers  # these three by the key, counted from the first colour
    length_keys: Numbers
    kinds: Numbers
    plain_colours: Numbers  # one more than all for a ferry
    pairs: Numbers  # of cities
    tunnels: Numbers  # 1 for a tunnel


class OfTickets(NamedTuple):
    printed: Ints
    leads_over: NDArray[np.uint64]  # [ticket, word] the pairs of cities on a shortest path, a bit each


class OfSeats(NamedTuple):
    """What the passes find out for each seat; full of zeros before."""

    points: Ints  # [place] for routes
    trains: Ints  # on routes
    gains: Ints  # points of its tickets
    rescued: Ints  # what tickets that were completed only through stations gained, and would have lost otherwise
    wanted: NDArray[np.uint64]  # [place, word] the pairs of cities that its kept tickets lead over, less its own
    has_both: NDArray[np.bool_]  # [game] whether a seat has both halves of a double route


def _list(dtype):
    return types.Array(dtype, 1, "C", readonly=True)


_ints, _turns, _bools = _list(types.int64), _list(types.int16), _list(types.boolean)
_bytes, _numbers = _list(types.uint8), _list(types.uint16)
_firsts = types.uint32[::1]
_words = types.Array(types.uint64, 2, "C", readonly=True)
_games = types.NamedTuple((_list(types.uint32), _list(types.int32), *[_ints] * 2, _numbers), OfGames)
_claims = types.NamedTuple((_ints, _bytes, _turns, _numbers, *[_bytes] * 2), Claims)
_offers = types.NamedTuple((_ints, _bytes, _turns, _numbers, _turns, *[_bools] * 3, _turns), Offers)
_routes = types.NamedTuple((*[_ints] * 2, *[_numbers] * 9), OfRoutes)
_tickets = types.NamedTuple((_ints, _words), OfTickets)
_seats = types.NamedTuple((*[types.int64[::1]] * 4, types.uint64[:, ::1], types.boolean[::1]), OfSeats)


@inlined
def share_of_turns(turn, turns):
    """A turn as a part of all turns of the game, in units."""
    return np.int64(np.rint(turn / turns * float(UNITS)))


@inlined
def is_last_of_deal(game, deals):
    return game + 1 == len(deals) or deals[game + 1] != deals[game]


@entry(
    types.void(_games, _claims, _offers, _routes, _tickets, *[types.int64] * 3, _firsts, types.int64, TALLY, _seats),
    SOURCES,
)
def tally_offers(
    games, claims, offers, routes, tickets, n_seats, n_bots, n_trains, firsts, n_blocks, tally, of_seats
):  # fmt: skip
    """`firsts` has the first key of each set."""
    keys, columns, seen, rows_now, last_cell, high, low, rows, high_of, low_of, pairs = tally
    deals, blocks, turns_of, shares, cells = games
    first_claims, claim_seats, claim_turns, claim_routes, _, _ = claims
    first_offers, seats, turns, numbers, done, kept, completed, by_stations, gains_of = offers
    lengths, printed, leads_over = routes.lengths, tickets.printed, tickets.leads_over
    _, _, gains, rescued, wanted, _ = of_seats
    n_words = leads_over.shape[1]
    placed = np.zeros(n_seats, np.int64)
    offered_in = np.full(len(printed), -1, np.int64)  # [ticket] the last game with it in the set-up
    n_deals = 0
    for game in range(len(deals)):
        claim, draw_turn, draw = first_claims[game], np.int64(0), np.int64(0)
        placed[:] = 0
        for row in range(first_offers[game], first_offers[game + 1]):
            seat, turn, ticket = np.int64(seats[row]), np.int64(turns[row]), np.int64(numbers[row])
            is_kept, is_completed = np.int64(kept[row]), np.int64(completed[row])
            place, phase = place_of(game, seat, n_seats), np.int64(1 if turn == 0 else 0)
            columns[see(keys, columns, seen, np.int64(firsts[OFFERS]) + ticket) + OFFERS_KEPT].now += is_kept
            columns[see(keys, columns, seen, np.int64(firsts[PHASES]) + phase) + PHASES_KEPT].now += is_kept
            if n_bots > 1:
                of_bot = np.int64(cells[place]) // n_seats * len(printed) + ticket
                columns[
                    see(keys, columns, seen, np.int64(firsts[BOT_OFFERS]) + of_bot) + BOT_OFFERS_KEPT
                ].now += is_kept
            if turn == 0:
                if offered_in[ticket] != game:
                    offered_in[ticket] = game
                    see(keys, columns, seen, np.int64(firsts[SET_UP]) + ticket)
            else:
                if turn != draw_turn:  # offers of a draw come in a row
                    if turn < draw_turn:
                        claim = first_claims[game]
                        placed[:] = 0
                    draw_turn = turn
                    while claim < first_claims[game + 1] and claim_turns[claim] < turn:
                        placed[claim_seats[claim]] += lengths[claim_routes[claim]]
                        claim += 1
                    draw = see(keys, columns, seen, np.int64(firsts[DRAWS]) + (n_trains - placed[seat]) // 10)
                columns[draw + DRAWS_COMPLETED].now += is_completed
            if is_completed:
                columns[
                    see(keys, columns, seen, np.int64(firsts[COMPLETED]) + ticket) + COMPLETED_GAIN
                ].now += gains_of[row]
                if done[row] >= 0:
                    first = see(keys, columns, seen, np.int64(firsts[DONE]) + ticket)
                    columns[first + DONE_TIME].now += share_of_turns(done[row], turns_of[game])
            if is_kept:
                first = see(keys, columns, seen, np.int64(firsts[KEPT]) + ticket)
                columns[first + KEPT_SHARE].now += shares[place]
                columns[first + KEPT_COMPLETED].now += is_completed
                columns[first + KEPT_GAIN].now += gains_of[row]
                columns[
                    see(keys, columns, seen, np.int64(firsts[KEPT_PHASES]) + phase) + KEPT_PHASES_COMPLETED
                ].now += is_completed
                if n_bots > 1:
                    of_bot = np.int64(cells[place]) // n_seats * len(printed) + ticket
                    columns[
                        see(keys, columns, seen, np.int64(firsts[BOT_KEPT]) + of_bot) + BOT_KEPT_COMPLETED
                    ].now += is_completed
                gains[place] += gains_of[row]
                for word in range(n_words):
                    wanted[place, word] |= leads_over[ticket, word]
            if by_stations[row]:
                rescued[place] += gains_of[row] + printed[ticket]
        if is_last_of_deal(game, deals):
            end_deal(keys, columns, seen, rows_now, last_cell, low, rows, low_of, pairs, blocks[game], n_blocks)
            n_deals += 1
            if n_deals % MAX_DEALS == 0:
                carry(high, low)
                carry(high_of, low_of)


@entry(types.void(_games, _claims, _routes, *[types.int64] * 5, _firsts, types.int64, TALLY, _seats), SOURCES)
def tally_claims(
    games, claims, routes, n_seats, n_bots, n_cities, n_doubles, n_colours, firsts, n_blocks, tally, of_seats
):  # fmt: skip
    """After the offers, which leave what each seat wanted.

    The loop over claims counts what it can in small arrays of the game, without branches that nobody can predict.
    """
    keys, columns, seen, rows_now, last_cell, high, low, rows, high_of, low_of, pairs = tally
    deals, blocks, turns_of, shares, cells = games
    first_claims, seats, turns, numbers, all_wilds, extra = claims
    values, lengths, a, b, doubles, colours, length_keys, kinds, plain_colours, pair_of, tunnels = routes
    points, trains, _, _, wanted, has_both = of_seats
    n_words, group = wanted.shape[1], np.int64(firsts[COLOURS])
    n_groups, n_extra = np.int64(firsts[AFTER_KINDS]) - group, np.int64(firsts[AFTER_EXTRA]) - np.int64(firsts[EXTRA])
    counts = np.zeros((n_groups, n_seats), np.int64)  # claims by colour, length and kind
    plain = np.zeros((n_colours + 1, 3), np.int64)  # claims, wilds, lengths by colour; ferries are the last
    paid = np.zeros((2, 256), np.int64)  # other routes and tunnels by extra cards
    half_in = np.full((n_seats, n_doubles + 1), -1, np.int64)  # the last game with a half; single routes are the last
    at, visitors = np.zeros((2, n_cities), np.int64)
    curves = np.zeros((n_seats, CURVE_STEPS), np.int64)
    lost = np.zeros(n_words, np.uint64)
    n_deals = 0
    for game in range(len(deals)):
        start, end, place = first_claims[game], first_claims[game + 1], place_of(game, 0, n_seats)
        for row in range(start, end):
            seat, turn, route = np.int64(seats[row]), np.int64(turns[row]), np.int64(numbers[row])
            length, wilds = lengths[route], np.int64(all_wilds[row])
            double, pair, colour = np.int64(doubles[route]), np.int64(pair_of[route]), np.int64(plain_colours[route])
            share, cell, time = shares[place + seat], np.int64(cells[place + seat]), turn / turns_of[game]
            units = np.int64(np.rint(time * float(UNITS)))
            first = see_share(keys, columns, seen, rows_now, last_cell, np.int64(firsts[ROUTES]) + route, share, cell)
            columns[first + ROUTES_TIME].now += units
            columns[first + ROUTES_TURN].now += turn
            columns[first + ROUTES_WILDS].now += wilds
            if n_bots > 1:
                key = np.int64(firsts[BOT_ROUTES]) + cell // n_seats * len(a) + route
                first = see_share(keys, columns, seen, rows_now, last_cell, key, share, cell)
                columns[first + BOT_ROUTES_TIME].now += units
            counts[colours[route], seat] += 1
            counts[length_keys[route], seat] += 1
            counts[kinds[route], seat] += 1
            plain[colour, 0] += 1
            plain[colour, 1] += wilds
            plain[colour, 2] += length
            paid[tunnels[route], extra[row]] += 1
            has_both[game] |= (half_in[seat, double] == game) & (double < n_doubles)
            half_in[seat, double] = game
            trains[place + seat] += length
            step = np.int64(np.ceil(time * CURVE_STEPS - 1e-9))
            curves[seat, min(max(step, 1), CURVE_STEPS) - 1] += values[route]
            at[a[route]] += 1
            at[b[route]] += 1
            visitors[a[route]] |= np.int64(1) << seat
            visitors[b[route]] |= np.int64(1) << seat
            wanted[place + seat, pair // WORD] &= ~(np.uint64(1) << np.uint64(pair % WORD))
        # Claims of routes that another seat wanted and has no half of.
        for word in range(n_words):
            lost[word] = 0
            for seat in range(n_seats):
                lost[word] |= wanted[place + seat, word]
        for row in range(start, end):
            pair = np.int64(pair_of[numbers[row]])
            if lost[pair // WORD] >> np.uint64(pair % WORD) & np.uint64(1):
                see(keys, columns, seen, np.int64(firsts[CONTESTED]) + numbers[row])
        for number in range(n_groups):
            n, share, lift, cell = np.int64(0), np.int64(0), np.int64(keys[group + number].lift), np.int64(0)
            for seat in range(n_seats):
                count, own = counts[number, seat], np.int64(cells[place + seat])
                n += count
                share += count * shares[place + seat]
                rows_now[lift, own] += count
                cell = own if count else cell
                counts[number, seat] = 0
            if n:
                first = see(keys, columns, seen, group + number)
                columns[first].now += n - 1
                columns[first + GROUP_SHARE].now += share
                last_cell[lift] = cell
        for colour in range(n_colours):
            if plain[colour, 0]:
                first = see(keys, columns, seen, np.int64(firsts[PLAIN_COLOURS]) + colour)
                columns[first].now += plain[colour, 0] - 1
                columns[first + PLAIN_WILDS].now += plain[colour, 1]
                columns[first + PLAIN_LENGTH].now += plain[colour, 2]
                plain[colour] = 0
        for number in range(n_extra):
            if paid[1, number]:
                first = see(keys, columns, seen, np.int64(firsts[EXTRA]) + number)
                columns[first].now += paid[1, number] - 1
                paid[1, number] = 0
        for city in range(n_cities):
            if at[city]:
                first, share, n = see(keys, columns, seen, np.int64(firsts[CITIES]) + city), np.int64(0), np.int64(0)
                for seat in range(n_seats):
                    visits = visitors[city] >> seat & 1
                    share += visits * shares[place + seat]
                    n += visits
                columns[first + CITIES_CLAIMS].now += at[city]
                columns[first + CITIES_SHARES].now += share
                columns[first + CITIES_VISITORS].now += n
                at[city] = visitors[city] = 0
        for seat in range(n_seats):
            won, so_far = np.int64(shares[place + seat] > 0), np.int64(0)
            first = see(keys, columns, seen, np.int64(firsts[RESULTS]) + won)
            for step in range(CURVE_STEPS):
                so_far += curves[seat, step]
                columns[first + RESULTS_FIRST_STEP + step].now += so_far
                curves[seat, step] = 0
            points[place + seat] = so_far
        if is_last_of_deal(game, deals):
            end_deal(keys, columns, seen, rows_now, last_cell, low, rows, low_of, pairs, blocks[game], n_blocks)
            n_deals += 1
            if n_deals % MAX_DEALS == 0:
                carry(high, low)
                carry(high_of, low_of)
