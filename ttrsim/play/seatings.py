"""Who meets whom, and who sits where: in runs, tournaments and the checks of a bot.

A line-up is the bots of one table, by their numbers; a seating is the bot of each seat. Every deal is played with
several seatings of one line-up, so that no bot gains by its seat or its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import UserError

MAX_LINE_UPS = 100
MAX_FIELD = 20  # with five players these make 15,504 line-ups to choose from

Seating = tuple[int, ...]  # [seat] number of a bot

# ---- who meets whom ------------------------------------------------------------------------------


def line_ups_of_field(n_bots: int, n_seats: int) -> list[Seating]:
    """Every choice of bots out of a field, each once."""
    return list(combinations(range(n_bots), n_seats))


def line_ups_of_tournament(n_bots: int, n_seats: int, gauntlet: int | None, seed: int) -> NDArray[np.intp]:
    """Every choice of bots, with a gauntlet only those with that bot: an array [line-up, place] of bots.

    Of more than MAX_LINE_UPS a balanced choice is made.
    """
    if not n_seats <= n_bots <= MAX_FIELD:
        raise UserError(f"a tournament with {n_seats} players needs {n_seats} to {MAX_FIELD} bots, not {n_bots}")
    field = line_ups_of_field(n_bots, n_seats)
    line_ups = np.array([bots for bots in field if gauntlet is None or gauntlet in bots], np.intp)
    return line_ups if len(line_ups) <= MAX_LINE_UPS else _balanced(line_ups, n_bots, seed)


def _balanced(candidates: NDArray[np.intp], n_bots: int, seed: int) -> NDArray[np.intp]:
    """Repeatedly takes the line-up whose bots have met least; ties are broken at random."""
    shuffled = np.random.default_rng(seed).permutation(candidates)
    pairs = list(combinations(range(candidates.shape[1]), 2))
    meetings = np.zeros((n_bots, n_bots))
    chosen: list[int] = []
    for _ in range(MAX_LINE_UPS):
        # squares, so that a pair that has met often weighs more than two that have met now and then
        met = sum(meetings[shuffled[:, a], shuffled[:, b]] ** 2 for a, b in pairs)
        met[chosen] = np.inf
        chosen.append(int(np.argmin(met)))
        for a, b in combinations(shuffled[chosen[-1]], 2):
            meetings[a, b] += 1
    return shuffled[sorted(chosen)]


# ---- who sits where ------------------------------------------------------------------------------


def rotations(line_up: Sequence[int]) -> list[Seating]:
    """Every seating that results when all bots move by the same number of seats.

    Each seating is listed once: with equal bots some are the same, and would play the same game again. A table of equal
    bots has only one.
    """
    n_seats = len(line_up)
    turned = [tuple(line_up[(seat - step) % n_seats] for seat in range(n_seats)) for step in range(n_seats)]
    return list(dict.fromkeys(turned))


def orders(n_seats: int) -> list[Seating]:
    """The places of a line-up in all orders round the table, each order in all its rotations in a row.

    The neighbours change from deal to deal, so that no bot always moves after the same other bot.
    """
    around = [(0, *others) for others in permutations(range(1, n_seats))]
    return [order[turn:] + order[:turn] for order in around for turn in range(n_seats)]


def one_among_companions(n_seats: int) -> list[Seating]:
    """Bot 0 alone among companions, who are bot 1, in every seat; then bot 0 in all seats."""
    alone = [tuple(int(place != seat) for place in range(n_seats)) for seat in range(n_seats)]
    return [*alone, (0,) * n_seats]
