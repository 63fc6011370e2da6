"""The sums of rows by key, and of lifts by key and cell.

Inside, a sum is `low`, with what would overflow moved to `high`; both are [key, block, sum]. Sums of whole numbers
count ones, all others units.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.machine.jit import entry, inlined
from ttrsim.measures.adding import DEALS, IN_ORDER, OUT_OF_ORDER, TOO_LARGE, UNITS, VV, VW, WW, V, W

SOURCES = ("ttrsim.measures.adding",)

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


_add = types.int64(
    *[_places] * 2, _deals, types.int64, _places, *[_whole, _places] * 2, types.boolean, types.int64, *[_table] * 2
)


@entry(_add, SOURCES)
def add_rows(keys, key_at, deals, first_deal, block_of, v, v_at, w, w_at, is_fixed, n_blocks, high, low):
    """Sums by key and block of deals. Rows of a key come deal by deal; if they do not, OUT_OF_ORDER is returned.

    `block_of` has the block of each deal, counted from the first deal. Keys, `v` and `w` are looked up by the array
    that follows them; an empty `v` or `w` stands for ones. A key below 0 is left out. `high` and `low` are
    [key · n_blocks + block, sum] and full of zeros.
    """
    n_keys, has_values, has_weights = len(low) // n_blocks, len(v) > 0, len(w) > 0
    has_key_at, has_v_at, has_w_at = len(key_at) > 0, len(v_at) > 0, len(w_at) > 0
    last = np.full(n_keys, -1, np.int64)
    v_of, w_of = np.zeros(n_keys, np.int64), np.zeros(n_keys, np.int64)
    for row in range(len(deals)):
        key, deal = np.int64(keys[key_at[row]] if has_key_at else keys[row]), np.int64(deals[row]) - first_deal
        if key < 0:
            continue
        if deal != last[key]:
            if last[key] >= 0:
                if deal < last[key]:
                    return OUT_OF_ORDER
                place = key * n_blocks + block_of[last[key]]
                add_deal(high, low, place, v_of[key], w_of[key], is_fixed, has_weights)
            last[key] = deal
            v_of[key] = 0
            w_of[key] = 0
        v_of[key] += (v[v_at[row]] if has_v_at else v[row]) if has_values else 1
        w_of[key] += (w[w_at[row]] if has_w_at else w[row]) if has_weights else 1
    for key in range(n_keys):
        if last[key] >= 0:
            add_deal(high, low, key * n_blocks + block_of[last[key]], v_of[key], w_of[key], is_fixed, has_weights)
    return IN_ORDER


@inlined
def add_small(low, place, v, w, is_fixed, has_weights):
    """Adds a deal without a look at what overflows."""
    low[place, DEALS] += 1
    low[place, V] += v
    low[place, W] += w
    if is_fixed and has_weights:
        low[place, VV] += fixed_product(v, v)
        low[place, VW] += fixed_product(v, w)
        low[place, WW] += fixed_product(w, w)
    else:
        low[place, VV] += fixed_product(v, v) if is_fixed else v * v
        low[place, VW] += v * w
        low[place, WW] += w * w


@inlined
def is_small(largest, n_rows, is_fixed):
    """Whether no sum can have overflowed."""
    most = float(largest) * float(n_rows)  # of Σ v·w, if w counts rows
    return max(most, most * float(largest) * (_UNIT if is_fixed else 1.0)) < float(_LIMIT)


@entry(_add, SOURCES)
def add_small_rows(keys, key_at, deals, first_deal, block_of, v, v_at, w, w_at, is_fixed, n_blocks, high, low):
    """As `add_rows` does, faster. TOO_LARGE is returned if sums may have overflowed; `high` stays as it is."""
    n_rows, n_keys, has_values, has_weights = len(deals), len(low) // n_blocks, len(v) > 0, len(w) > 0
    has_key_at, has_v_at, has_w_at = len(key_at) > 0, len(v_at) > 0, len(w_at) > 0
    last, place_of = np.full(n_keys, -1, np.int64), np.zeros(n_keys, np.int64)
    v_of, w_of = np.zeros(n_keys, np.int64), np.zeros(n_keys, np.int64)
    largest = np.int64(0)
    for row in range(n_rows):
        key, deal = np.int64(keys[key_at[row]] if has_key_at else keys[row]), np.int64(deals[row]) - first_deal
        if key < 0:
            continue
        value = (v[v_at[row]] if has_v_at else v[row]) if has_values else np.int64(1)
        weight = (w[w_at[row]] if has_w_at else w[row]) if has_weights else np.int64(1)
        if deal == last[key]:
            v_of[key] += value
            w_of[key] += weight
            continue
        if last[key] >= 0:
            if deal < last[key]:
                return OUT_OF_ORDER
            largest = max(largest, abs(v_of[key]), abs(w_of[key]))
            add_small(low, place_of[key], v_of[key], w_of[key], is_fixed, has_weights)
        last[key], place_of[key] = deal, key * n_blocks + block_of[deal]
        v_of[key], w_of[key] = value, weight
    for key in range(n_keys):
        if last[key] >= 0:
            largest = max(largest, abs(v_of[key]), abs(w_of[key]))
            add_small(low, place_of[key], v_of[key], w_of[key], is_fixed, has_weights)
    return IN_ORDER if is_small(largest, n_rows, is_fixed) else TOO_LARGE


@entry(_add, SOURCES)
def add_single_rows(keys, key_at, deals, first_deal, block_of, v, v_at, w, w_at, is_fixed, n_blocks, high, low):
    """As `add_small_rows` does, for rows of which no two have the same key and deal. They may come in any order."""
    n_rows, has_values, has_weights = len(deals), len(v) > 0, len(w) > 0
    has_key_at, has_v_at, has_w_at = len(key_at) > 0, len(v_at) > 0, len(w_at) > 0
    single = np.zeros((len(low), 3), np.int64)  # rows without weights: their number, v and vv; the others follow
    largest = np.int64(1)
    for row in range(n_rows):
        key = np.int64(keys[key_at[row]] if has_key_at else keys[row])
        if key < 0:
            continue
        place = key if n_blocks == 1 else key * n_blocks + block_of[np.int64(deals[row]) - first_deal]
        value = (v[v_at[row]] if has_v_at else v[row]) if has_values else np.int64(1)
        largest = max(largest, abs(value))
        if has_weights:
            weight = w[w_at[row]] if has_w_at else w[row]
            largest = max(largest, abs(weight))
            add_small(low, place, value, weight, is_fixed, has_weights)
        else:
            single[place, 0] += 1
            single[place, 1] += value
            single[place, 2] += fixed_product(value, value) if is_fixed else value * value
    for place in range(len(low)):
        for which in (DEALS, W, WW):
            low[place, which] += single[place, 0]
        for which in (V, VW):
            low[place, which] += single[place, 1]
        low[place, VV] += single[place, 2]
    return IN_ORDER if is_small(largest, n_rows, is_fixed) else TOO_LARGE


@entry(
    types.int64(
        *[_places] * 2,
        _deals,
        types.int64,
        _places,
        *[_whole, _places] * 2,
        types.int64,
        *[_table] * 4,
        _cube,
        _table,
    ),
    SOURCES,
)
def add_lifts(
    keys,
    key_at,
    deals,
    first_deal,
    block_of,
    v,
    v_at,
    cells,
    cell_at,
    n_blocks,
    high,
    low,
    high_of,
    low_of,
    pairs,
    n_of_blocks,
):
    """The same where the weight of a row is a number of its cell that is not known yet; v counts units.

    `high` and `low` get deals, v and vv. `n_of_blocks` [key · n_blocks + block, cell] gets how many rows there were,
    `high_of` and `low_of` [key, cell] get Σ v·n of a cell over deals, and `pairs` [key, cell, cell] Σ n·n of two cells.
    """
    n_keys, n_cells = len(low) // n_blocks, low_of.shape[1]
    has_key_at, has_v_at, has_cell_at = len(key_at) > 0, len(v_at) > 0, len(cell_at) > 0
    last, n_rows, v_of = np.full(n_keys, -1, np.int64), np.zeros(n_keys, np.int64), np.zeros(n_keys, np.int64)
    n_of, cell_of = np.zeros((n_keys, n_cells), np.int64), np.zeros(n_keys, np.int64)
    for row in range(len(deals) + n_keys):
        is_row = row < len(deals)  # after the last row every key ends its deal
        key = np.int64(keys[key_at[row]] if has_key_at else keys[row]) if is_row else row - len(deals)
        deal = np.int64(deals[row]) - first_deal if is_row else np.int64(-1)
        if deal != last[key]:
            if last[key] >= 0:
                if is_row and deal < last[key]:
                    return OUT_OF_ORDER
                place, value, one = key * n_blocks + block_of[last[key]], v_of[key], cell_of[key]
                low[place, DEALS] += 1
                add_to(high, low, place, V, value)
                add_to(high, low, place, VV, fixed_product(value, value))
                if n_rows[key] == 1:  # most often
                    n_of_blocks[place, one] += 1
                    add_to(high_of, low_of, key, one, value)
                    pairs[key, one, one] += 1
                    n_of[key, one] = 0
                else:
                    for first in range(n_cells):
                        n = n_of[key, first]
                        if n:
                            n_of_blocks[place, first] += n
                            add_to(high_of, low_of, key, first, value * n)
                            for second in range(n_cells):
                                pairs[key, first, second] += n * n_of[key, second]
                    for first in range(n_cells):
                        n_of[key, first] = 0
            last[key] = deal
            v_of[key] = n_rows[key] = 0
        if is_row:
            cell_of[key] = cells[cell_at[row]] if has_cell_at else cells[row]
            v_of[key] += v[v_at[row]] if has_v_at else v[row]
            n_rows[key] += 1
            n_of[key, cell_of[key]] += 1
    return IN_ORDER
