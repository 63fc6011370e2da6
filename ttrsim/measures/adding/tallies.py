"""Sums by key that a compiled pass over the games of a batch makes as it goes, deal by deal.

The keys of all metrics of a pass stand in one row, and so do the columns of all keys. The first column of a key counts
its rows in a deal. Where a key has one row in a deal, which is the rule, most products are those of that one row: they
are left out, and `metrics/tallies.py` adds them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from ttrsim.machine.jit import array_of, inlined
from ttrsim.measures.adding.rows import fixed_product

BY_ROWS = np.int64(2**32 - 1)  # the weight of a column is the number of rows
NO_LIFT = np.int64(2**32 - 1)
MAX_DEALS = 1 << 10  # what one deal adds to a sum is below 2^50
_MASK = np.int64(2**32 - 1)
X, XX, XW = 0, 1, 2  # sums of a column: x, x², x times its weight; without its x where rows are the weight
N_DEALS, MORE_ROWS, MORE_PAIRS = 0, 1, 2  # sums of a first column with n rows a deal: deals, n − 1, n² − 1

# Places are unsigned, so that compiled code need not look whether they count from the end.
KEY = np.dtype(
    [
        ("first", np.uint32),  # its first column
        ("n_columns", np.uint32),
        ("lift", np.uint32),  # its number among the lifts, or NO_LIFT
    ]
)
COLUMN = np.dtype(
    [
        ("now", np.int64),  # in this deal
        ("weight", np.uint32),  # the column that weighs it, or BY_ROWS
        ("is_fixed", np.uint32),  # whether it counts units
    ]
)

Ints = NDArray[np.int64]


class Tally(NamedTuple):
    """Where a pass adds up. A lift is a key whose rows are also counted by cell; column 1 is its share of the win.

    Compiled code unpacks it once: each look into a tuple counts references.
    """

    keys: np.ndarray  # of KEY
    columns: np.ndarray  # of COLUMN
    seen: NDArray[np.uint32]  # how many keys this deal has, and these
    rows_now: Ints  # [lift, cell] in this deal
    last_cell: NDArray[np.uint32]  # [lift]
    high: Ints  # [column · n_blocks + block, sum]
    low: Ints
    rows: Ints  # [lift · n_blocks + block, cell]
    high_of: Ints  # [lift, cell] share of the win times rows
    low_of: Ints
    pairs: Ints  # [lift, cell, cell] rows times rows, less rows times 1 for a cell with itself


_table, _cube = types.int64[:, ::1], types.int64[:, :, ::1]
_places = types.uint32[::1]
TALLY = types.NamedTuple((array_of(KEY), array_of(COLUMN), _places, _table, _places, *[_table] * 5, _cube), Tally)


@inlined
def see(keys, columns, seen, key):
    """Counts a row of a key, and returns its first column.

    Without branches, so that LLVM sees that references to the arrays need not be counted.
    """
    first, n_seen = np.int64(keys[key].first), np.int64(seen[0])
    seen[1 + n_seen] = key
    seen[0] = n_seen + (columns[first].now == 0)
    columns[first].now += 1
    return first


@inlined
def see_share(keys, columns, seen, rows_now, last_cell, key, share, cell):
    """The same for a key with a lift."""
    first, lift = see(keys, columns, seen, key), np.int64(keys[key].lift)
    columns[first + 1].now += share
    rows_now[lift, cell] += 1
    last_cell[lift] = cell
    return first


@inlined
def place_of(row, block, n_blocks):
    return np.int64(np.uint32(row * n_blocks + block))


@inlined
def end_deal(keys, columns, seen, rows_now, last_cell, low, rows, low_of, pairs, block, n_blocks):
    """Adds the rows of a deal to the sums."""
    n_cells = rows_now.shape[1]
    for number in range(np.int64(seen[0])):
        key = np.int64(seen[1 + number])
        first, lift = np.int64(keys[key].first), np.int64(keys[key].lift)
        place, n, end = place_of(first, block, n_blocks), columns[first].now, first + np.int64(keys[key].n_columns)
        low[place, N_DEALS] += 1
        if n != 1:
            low[place, MORE_ROWS] += n - 1
            low[place, MORE_PAIRS] += n * n - 1
        for at in range(first + 1, end):
            x, weight = columns[at].now, np.int64(columns[at].weight)
            place = place_of(at, block, n_blocks)
            low[place, X] += x
            low[place, XX] += fixed_product(x, x) if columns[at].is_fixed else x * x
            if weight != BY_ROWS:
                low[place, XW] += x * columns[weight].now
            elif n != 1:
                low[place, XW] += x * (n - 1)
        if lift != NO_LIFT:
            share, place = columns[first + 1].now, place_of(lift, block, n_blocks)
            if n == 1:
                cell = np.int64(last_cell[lift])
                rows[place, cell] += 1
                low_of[lift, cell] += share
                rows_now[lift, cell] = 0
            else:
                for one in range(n_cells):
                    n_one = rows_now[lift, one]
                    if n_one:
                        rows[place, one] += n_one
                        low_of[lift, one] += share * n_one
                        pairs[lift, one, one] -= n_one
                        for other in range(n_cells):
                            pairs[lift, one, other] += n_one * rows_now[lift, other]
                for one in range(n_cells):
                    rows_now[lift, one] = 0
        for at in range(first, end):
            columns[at].now = 0
    seen[0] = 0


@inlined
def carry(high, low):
    """Moves what could overflow from low halves to high ones; to be called at least once in MAX_DEALS deals."""
    for place in range(low.shape[0]):
        for which in range(low.shape[1]):
            high[place, which] += low[place, which] >> 32
            low[place, which] &= _MASK
