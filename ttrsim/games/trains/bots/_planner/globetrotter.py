"""The Globetrotter (G1): what `planner` expects of the bonus for most completed tickets."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.weights import GLOBETROTTER

SUCCESS = 0.85  # part of others' tickets that we expect them to complete
SPREAD = 0.8  # tickets: with a lead of so many, the bonus is ours with a chance of 0.73
PER_RIVAL = 0.3  # tickets by which each rival beyond the first makes a lead smaller


@helper
def rival_tickets(board, public, own):
    """Tickets that the strongest rival is likely to complete, going by those it has."""
    most = board.rules.setup_keep
    for seat in range(public.n_seats):
        if seat != own.seat:
            most = max(most, public.n_tickets[seat])
    return SUCCESS * most + PER_RIVAL * (public.n_seats - 2)


@helper
def bonus_with(board, public, own, n_completed):
    """Points to expect of the bonus with so many completed tickets."""
    if board.rules.globetrotter_points == 0 or own.weights[GLOBETROTTER] == 0.0:
        return 0.0
    lead = n_completed - rival_tickets(board, public, own)
    return own.weights[GLOBETROTTER] * board.rules.globetrotter_points / (1.0 + np.exp(-lead / SPREAD))


@helper
def bonus_of_one_more(board, public, own, n_completed):
    """What completing one more ticket adds to it."""
    if board.rules.globetrotter_points == 0:
        return 0.0
    return bonus_with(board, public, own, n_completed + 1) - bonus_with(board, public, own, n_completed)
