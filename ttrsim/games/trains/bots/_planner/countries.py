"""Country tickets (W4): which of their ends `planner` aims at, and what they are worth to it."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.prices import UNIT
from ttrsim.games.trains.bots._planner.weights import COUNTRIES
from ttrsim.games.trains.kernel.paths import NO_CITY, end_joined, nearest


@helper
def value_of(board, own, ticket, end):
    """Points that it counts for an end of a ticket; minus the fewest if it reaches none."""
    fewest = np.float64(board.ticket_points[ticket])
    if end < 0:
        return -fewest
    return fewest + own.weights[COUNTRIES] * (board.end_points[ticket, end] - fewest)


@helper
def most_promising(board, own, paths, ticket, ends, before, likely, limit):
    """After a search: which of a set of ends promises most points beyond `before`, and its city; NO_CITY if none."""
    best, city, most = np.int64(0), NO_CITY, 0.0
    for end in range(board.n_ends[ticket]):
        goal, distance = nearest(paths, board.ticket_ends[ticket, end])
        gain = (value_of(board, own, ticket, end) - before) * likely - distance / UNIT
        if (ends >> end) & 1 == 1 and distance <= limit and gain > most:
            best, city, most = np.int64(end), np.int64(goal), gain
    return best, city


@helper
def points_beyond(board, own, draft):
    """Points that the linked country tickets bring at the ends they reach, beyond the fewest of each."""
    points = 0.0
    for word in range(2):
        left = draft.network.linked[word] & board.country_tickets[word]
        while left != 0:
            ticket = kit.lowest(left) + 64 * word
            left = kit.without_lowest(left)
            points += value_of(board, own, ticket, end_joined(board, draft.paths, ticket)) - board.ticket_points[ticket]
    return points


@helper
def gain_abroad(board, own, paths, ticket, affordable, bonus):
    """Points that a country ticket would bring at its best end, as `gain` has them for a ticket between two cities."""
    most = -np.float64(board.ticket_points[ticket])
    joined, start = end_joined(board, paths, ticket), nearest(paths, board.ticket_starts[ticket])[1]
    for end in range(board.n_ends[ticket]):
        points = value_of(board, own, ticket, np.int64(end)) + bonus
        if end == joined:
            most = max(most, points)
            break
        cost = (start + nearest(paths, board.ticket_ends[ticket, end])[1]) / UNIT
        if cost <= affordable and cost < points - value_of(board, own, ticket, joined):
            most = max(most, points - cost)
    return most
