"""The sums of rows by key, and of lifts by key and cell.

Inside, a sum is `low`, with what would overflow moved to `high`; both are [key, block, sum]. Sums of whole numbers
count ones, all others units.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.compiled.jit import entry, inlined
from ttrsim.metrics.adding import DEALS, IN_ORDER, OUT_OF_ORDER, UNITS, VV, VW, WW, V, W

SOURCES = ("ttrsim.metrics.adding",)

_LIMIT = np.int64(2**61)  # of a low half; what is added at once is below it
_MASK = np.int64(2**32 - 1)
_UNIT = float(1.0 / UNITS)

_whole, _deals, _places = (
    types.Array(dtype, 1, "C", readonly=True) for dtype in (types.int64, types.uint32, types.int32)
)
_table, _cube = types.int64[:, ::1], types.int64[:, :, ::1]


@inlined
def add_to(high, low, place, which, value):
    total = low[place, which] + value
    if -_LIMIT < total < _LIMIT:
        low[place, which] = total
    else:
        high[place, which] += total >> 32
        low[place, which] = total & _MASK


@inlined
def fixed_product(a, b):
    """Of two numbers of units, rounded to units. It is always rounded alike: a and b depend on no order."""
    return np.int64(np.rint(float(a) * _UNIT * float(b)))


@inlined
def add_whole(high, low, place, v, w):
    low[place, DEALS] += 1
    add_to(high, low, place, V, v)
    add_to(high, low, place, W, w)
    add_to(high, low, place, VV, v * v)
    add_to(high, low, place, VW, v * w)
    add_to(high, low, place, WW, w * w)


@inlined
def add_counted(high, low, place, v, n):
    """V is a fixed-point number, n a count."""
    low[place, DEALS] += 1
    add_to(high, low, place, V, v)
    add_to(high, low, place, W, n)
    add_to(high, low, place, VV, fixed_product(v, v))
    add_to(high, low, place, VW, v * n)
    add_to(high, low, place, WW, n * n)


@inlined
def add_fixed(high, low, place, v, w):
    low[place, DEALS] += 1
    add_to(high, low, place, V, v)
    add_to(high, low, place, W, w)
    add_to(high, low, place, VV, fixed_product(v, v))
    add_to(high, low, place, VW, fixed_product(v, w))
    add_to(high, low, place, WW, fixed_product(w, w))


@inlined
def add_deal(high, low, place, v, w, is_fixed, has_weights):
    if not is_fixed:
        add_whole(high, low, place, v, w)
    elif has_weights:
        add_fixed(high, low, place, v, w)
    else:
        add_counted(high, low, place, v, w)


@entry(
    types.int64(_places, _deals, types.int64, _places, _whole, _whole, types.boolean, types.int64, _table, _table),
    SOURCES,
)
def add_rows(keys, deals, first_deal, block_of, v, w, is_fixed, n_blocks, high, low):
    """Sums by key and block of deals. Rows of a key come deal by deal; if they do not, OUT_OF_ORDER is returned.

    `block_of` has the block of each deal, counted from the first deal. An empty `w` stands for ones. `high` and `low`
    are [key · n_blocks + block, sum] and full of zeros.
    """
    n_keys, has_weights = len(low) // n_blocks, len(w) > 0
    last = np.full(n_keys, -1, np.int64)
    v_of, w_of = np.zeros(n_keys, np.int64), np.zeros(n_keys, np.int64)
    for row in range(len(keys)):
        key, deal = keys[row], np.int64(deals[row]) - first_deal
        if deal != last[key]:
            if last[key] >= 0:
                if deal < last[key]:
                    return OUT_OF_ORDER
                place = key * n_blocks + block_of[last[key]]
                add_deal(high, low, place, v_of[key], w_of[key], is_fixed, has_weights)
            last[key] = deal
            v_of[key] = 0
            w_of[key] = 0
        v_of[key] += v[row]
        w_of[key] += w[row] if has_weights else 1
    for key in range(n_keys):
        if last[key] >= 0:
            add_deal(high, low, key * n_blocks + block_of[last[key]], v_of[key], w_of[key], is_fixed, has_weights)
    return IN_ORDER


@entry(
    types.int64(
        _places, _deals, types.int64, _places, _places, _whole, types.int64, *[_table] * 4, _cube, types.int64[:, ::1]
    ),
    SOURCES,
)
def add_lifts(keys, deals, first_deal, block_of, cells, v, n_blocks, high, low, high_of, low_of, pairs, n_of_blocks):
    """The same where the weight of a row is a number of its cell that is not known yet; v counts units.

    `high` and `low` get deals, v and vv. `n_of_blocks` [key · n_blocks + block, cell] gets how many rows there were,
    `high_of` and `low_of` [key, cell] get Σ v·n of a cell over deals, and `pairs` [key, cell, cell] Σ n·n of two cells.
    """
    n_keys, n_cells = len(low) // n_blocks, low_of.shape[1]
    last = np.full(n_keys, -1, np.int64)
    v_of = np.zeros(n_keys, np.int64)
    n_of = np.zeros((n_keys, n_cells), np.int64)
    for row in range(len(keys) + n_keys):
        is_row = row < len(keys)  # after the last row every key ends its deal
        key = np.int64(keys[row]) if is_row else row - len(keys)
        deal = np.int64(deals[row]) - first_deal if is_row else -1
        if deal != last[key]:
            if last[key] >= 0:
                if is_row and deal < last[key]:
                    return OUT_OF_ORDER
                place = key * n_blocks + block_of[last[key]]
                low[place, DEALS] += 1
                add_to(high, low, place, V, v_of[key])
                add_to(high, low, place, VV, fixed_product(v_of[key], v_of[key]))
                for one in range(n_cells):
                    n = n_of[key, one]
                    if n:
                        n_of_blocks[place, one] += n
                        add_to(high_of, low_of, key, one, v_of[key] * n)
                        for other in range(n_cells):
                            pairs[key, one, other] += n * n_of[key, other]
                n_of[key] = 0
            last[key] = deal
            v_of[key] = 0
        if is_row:
            v_of[key] += v[row]
            n_of[key, cells[row]] += 1
    return IN_ORDER
