"""Who plays whom, and who sits where.

A line-up is the bots of one table. Every deal is played in all rotations of a line-up over the seats, and
from deal to deal the bots change neighbours, so that no bot always moves after the same other one.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import UserError

MOST_LINE_UPS = 100
MOST_BOTS = 20  # with five players these make 15,504 line-ups to choose from


def line_ups(n_bots: int, n_players: int, gauntlet: int | None, seed: int) -> NDArray[np.intp]:
    """Every combination of bots, with a gauntlet only those with that bot: an array [line-up, place] of bots.

    Of more than MOST_LINE_UPS a balanced choice is made.
    """
    if not n_players <= n_bots <= MOST_BOTS:
        raise UserError(f"a tournament of {n_players} players is for {n_players} to {MOST_BOTS} bots, not {n_bots}")
    all_of_them = [bots for bots in combinations(range(n_bots), n_players) if gauntlet is None or gauntlet in bots]
    drawn = np.array(all_of_them, np.intp)
    return drawn if len(drawn) <= MOST_LINE_UPS else _balanced(drawn, n_bots, seed)


def _balanced(candidates: NDArray[np.intp], n_bots: int, seed: int) -> NDArray[np.intp]:
    """Takes, again and again, the line-up whose bots have met least; chance decides between equals."""
    shuffled = np.random.default_rng(seed).permutation(candidates)
    pairs = list(combinations(range(candidates.shape[1]), 2))
    meetings = np.zeros((n_bots, n_bots))
    chosen: list[int] = []
    for _ in range(MOST_LINE_UPS):
        # squares, so that a pair that has met often weighs more than two that have met now and then
        met = sum(meetings[shuffled[:, a], shuffled[:, b]] ** 2 for a, b in pairs)
        met[chosen] = np.inf
        chosen.append(int(np.argmin(met)))
        for a, b in combinations(shuffled[chosen[-1]], 2):
            meetings[a, b] += 1
    return shuffled[sorted(chosen)]


def seatings(n_players: int) -> list[tuple[int, ...]]:
    """The place in the line-up of each seat's bot: all orders round the table, each in all its rotations in a row."""
    orders = [(0, *others) for others in permutations(range(1, n_players))]
    return [order[turn:] + order[:turn] for order in orders for turn in range(n_players)]
