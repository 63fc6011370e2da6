"""The value of tickets and of pairs of them, from deals in which every legal set was kept once.

With y the win share of a seat that keeps set S of an offer, y = offer + Σ ticket + Σ pair + chance. The value of the
offer falls out, since all its sets were played on the same deal. There are many pairs, so every value is drawn towards
zero, the more the fewer deals there are: otherwise the set that looks best would promise too much. Deals are
independent, games of a deal are not: so every interval is by deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.stats.intervals import Estimate, mean_by_deals, t_critical

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
TICKET_SIZE, PAIR_SIZE = (
    0.08,
    0.03,
)  # of the win share: how much each is expected to be worth; less is drawn to zero more
NOTHING = 1e-6  # so that a ticket that never differs within an offer does no harm
ROWS_AT_A_TIME = 20_000
WORDS = (("", 0), ("_high", 64))


@dataclass(frozen=True)
class Sets:
    """Every set that was kept, a row each, in groups: the sets of one offer on one deal."""

    kept: Bools  # [row, ticket]
    offered: Bools
    is_base: Bools  # the one that the bot kept
    wins: Floats
    group: Ints  # from 0
    deal: Ints

    @classmethod
    def of(cls, effects: pl.DataFrame, n_tickets: int, rotations: int) -> Sets:
        """Each row of `effects` is a trial; its base game is added once for each group."""
        effects = effects.sort("game", "seat")
        keys = (effects["game"].to_numpy().astype(np.int64) << 4) + effects["seat"].to_numpy()
        group = np.unique(keys, return_inverse=True)[1]
        first = np.flatnonzero(np.diff(group, prepend=-1))
        base = effects[first]
        return cls(
            np.concatenate([_tickets(base, "base_kept", n_tickets), _tickets(effects, "kept", n_tickets)]),
            np.concatenate([_tickets(base, "offered", n_tickets), _tickets(effects, "offered", n_tickets)]),
            np.concatenate([np.ones(len(base), bool), np.zeros(len(effects), bool)]),
            np.concatenate([base["win_share_with"].to_numpy(), effects["win_share_without"].to_numpy()]),
            np.concatenate([group[first], group]),
            np.concatenate([base["game"].to_numpy(), effects["game"].to_numpy()]).astype(np.int64) // rotations,
        )

    def within(self, values: Floats) -> Floats:
        """What is left of values by row when the mean of their group is taken off."""
        means: Floats = _means(values, self.group)[self.group]
        return np.subtract(values, means)


def _means(values: Floats, group: Ints) -> Floats:
    """By group."""
    n = np.bincount(group).astype(float)
    if values.ndim == 1:
        return np.asarray(np.bincount(group, values) / n)
    return np.asarray(np.stack([np.bincount(group, column) for column in values.T], axis=1) / n[:, None])


def _tickets(rows: pl.DataFrame, column: str, n_tickets: int) -> Bools:
    columns = [
        (rows[f"{column}{word}"].to_numpy() >> np.uint64(number)) & np.uint64(1)
        for word, start in WORDS
        for number in range(max(0, min(64, n_tickets - start)))
    ]
    return np.stack(columns, axis=1).astype(bool)


@dataclass(frozen=True)
class Values:
    """Of tickets and pairs, in win share."""

    alone: Floats  # [ticket] what keeping it is worth on average, whatever else is kept …
    alone_error: Floats
    n: Ints  # … from so many offers
    n_deals: int
    kept: Floats  # [ticket] how often the bot keeps it when it is offered
    ticket: Floats  # together with `pair`: the value of a set is the sum of its tickets and pairs
    pair: Floats  # [ticket, ticket], above the diagonal

    def of(self, kept: Bools) -> Floats:
        sets = kept.astype(float)
        return np.asarray(sets @ self.ticket + ((sets @ self.pair) * sets).sum(axis=1))


def learn(sets: Sets) -> Values:
    n_tickets = sets.kept.shape[1]
    wins, single = sets.within(sets.wins), sets.within(sets.kept.astype(float))
    alone, error = _least_squares(single, wins, sets.deal)
    first, second = (np.array(places) for places in zip(*combinations(range(n_tickets), 2), strict=True))
    noise = float(np.mean((wins - single @ alone) ** 2))
    sizes = np.concatenate([np.full(n_tickets, TICKET_SIZE), np.full(len(first), PAIR_SIZE)])
    both = _with_pairs(sets, wins, first, second, noise / sizes**2)
    pair = np.zeros((n_tickets, n_tickets))
    pair[first, second] = both[n_tickets:]
    n = sets.offered[sets.is_base].sum(axis=0)
    kept = sets.kept[sets.is_base].sum(axis=0) / np.maximum(n, 1)
    return Values(alone, error, n, len(np.unique(sets.deal)), kept, both[:n_tickets], pair)


def _least_squares(x: Floats, y: Floats, deal: Ints) -> tuple[Floats, Floats]:
    """Coefficients, and their errors by deals."""
    inverse = np.linalg.inv(x.T @ x + NOTHING * np.eye(x.shape[1]))
    found = inverse @ (x.T @ y)
    numbers = np.unique(deal, return_inverse=True)[1]
    scores = x * (y - x @ found)[:, None]
    by_deal = np.stack([np.bincount(numbers, column) for column in scores.T], axis=1)
    return found, np.sqrt(np.diag(inverse @ (by_deal.T @ by_deal) @ inverse))


def _with_pairs(sets: Sets, wins: Floats, first: Ints, second: Ints, drawn: Floats) -> Floats:
    """Tickets and pairs together, some groups at a time: all rows at once would fill the memory."""
    order = np.argsort(sets.group, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(sets.group[order])) + 1, len(order))
    a, b = np.diag(drawn), np.zeros(len(drawn))
    begin = 0
    while begin < len(order):
        end = int(ends[min(int(np.searchsorted(ends, begin + ROWS_AT_A_TIME)), len(ends) - 1)])
        rows = order[begin:end]
        kept = sets.kept[rows]
        x = np.concatenate([kept, kept[:, first] & kept[:, second]], axis=1).astype(float)
        group = np.unique(sets.group[rows], return_inverse=True)[1]
        x -= _means(x, group)[group]
        a += x.T @ x
        b += x.T @ wins[rows]
        begin = end
    return np.asarray(np.linalg.solve(a, b))


# ---- on fresh deals ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """What the table promises, and what fresh deals gave."""

    deals: int
    promised: Estimate  # how much more the named set wins than the mean legal set
    measured: Estimate
    difference: Estimate  # measured − promised, by deals
    over_bot: Estimate  # how much more it wins than the set that the bot keeps
    agrees: float  # how often the bot keeps the named set


def check(values: Values, sets: Sets) -> Check:
    worth = values.of(sets.kept)
    order = np.lexsort((-worth, sets.group))
    best = order[np.flatnonzero(np.diff(sets.group[order], prepend=-1))]  # the named set of each group
    base = np.flatnonzero(sets.is_base)
    base = base[np.argsort(sets.group[base])]
    promised, measured = sets.within(worth)[best], sets.within(sets.wins)[best]
    deal = sets.deal[best]
    return Check(
        len(np.unique(deal)),
        _by_deal(promised, deal),
        _by_deal(measured, deal),
        _by_deal(measured - promised, deal),
        _by_deal(sets.wins[best] - sets.wins[base], deal),
        float(np.mean((sets.kept[best] == sets.kept[base]).all(axis=1))),
    )


def _by_deal(values: Floats, deal: Ints) -> Estimate:
    numbers = np.unique(deal, return_inverse=True)[1]
    return mean_by_deals(_means(values, numbers))


def interval(value: float, error: float, n: int) -> Estimate:
    half = float(t_critical(max(n - 1, 1))) * error
    return Estimate(value, value - half, value + half)
