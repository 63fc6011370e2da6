"""From what metrics observe in a batch to sums over deals (`sums.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.adding import DEALS, N_SUMS, OUT_OF_ORDER, TOO_LARGE, UNIT_BITS, UNITS, VV, VW, WW, V, W
from ttrsim.measures.batch import Batch
from ttrsim.measures.deal_blocks import Blocks, BlocksOfDeals
from ttrsim.measures.facts import Facts, n_cells
from ttrsim.measures.observed import ONES, Ints, Observed, SumColumn, observed_in
from ttrsim.measures.registry import Metric
from ttrsim.measures.sums import ALL, NUMBERS, PLACES, SCHEMA
from ttrsim.measures.tallies import Lift, Summed


def exact_sums(metrics: Sequence[Metric], batch: Batch) -> pl.DataFrame:
    """The sums of a batch."""
    found = [metric.observe(batch) for metric in metrics]
    frames = iter(pl.collect_all([each for each in found if isinstance(each, pl.LazyFrame)]))
    observed = [
        observed_in(next(frames), metric) if isinstance(each, pl.LazyFrame) else each
        for metric, each in zip(metrics, found, strict=True)
    ]
    return sums_of(zip(metrics, observed, strict=True), batch.facts, batch.blocks)


def sums_of(
    observed: Iterable[tuple[Metric, Observed | Summed]], facts: Facts, blocks: Blocks | None = None
) -> pl.DataFrame:
    """The sums of what metrics have observed."""
    parts: list[_Sums] = []
    names, keys = [], []
    for metric, found in observed:
        is_compared = blocks is not None and metric.name in blocks.compared
        for last, summed in _summed(found, facts, metric, blocks if is_compared else None):
            new = list(_parts_of(summed, is_compared))
            texts = summed.codes.texts(np.concatenate([part.keys for part in new]), last)
            names += [metric.name] * len(texts)
            keys += texts
            parts += new
    if not parts:
        return SCHEMA.to_frame()
    places = [np.concatenate([part[column] for part in parts]) for column in (1, 2)]
    numbers = _numbers(parts)
    columns = dict(zip(PLACES, (names, keys, *places), strict=True))
    return pl.DataFrame({**columns, **dict(zip(NUMBERS, numbers.T, strict=True))}, schema=SCHEMA)


def _summed(
    found: Observed | Summed, facts: Facts, metric: Metric, blocks: Blocks | None
) -> Iterator[tuple[str, Summed]]:
    """The sums of each column, with the last key of a metric that observes several."""
    if isinstance(found, Summed):
        yield "", found
    elif len(found.deals):
        own = BlocksOfDeals.of(found.deals, blocks)
        for column in found.columns:
            if found.cells is None:
                is_single = metric.is_single(facts.rotations) if facts else False
                yield column.key, _sum_rows(found, column, own, is_single)
            else:
                yield column.key, _sum_lifts(found, column, own, facts)


def _sum_rows(found: Observed, column: SumColumn, blocks: BlocksOfDeals, is_single: bool) -> Summed:
    """`is_single` says that no two rows have the same key and deal."""
    from ttrsim.measures.adding.rows import add_rows, add_single_rows, add_small_rows

    n_blocks = blocks.n_blocks
    codes = (found.codes.numbers, found.codes.at, found.deals, blocks.first_deal, blocks.block_of)
    rows = (*codes, *column.values[:2], *column.weights[:2])
    for add in (add_single_rows if is_single else add_small_rows, add_rows):
        high, low = np.zeros((2, found.codes.n_keys * n_blocks, N_SUMS), np.int64)
        end = add(*rows, column.is_fixed, n_blocks, high, low)
        if end != TOO_LARGE:
            break
    if end == OUT_OF_ORDER:
        in_order = found.sorted()
        return _sum_rows(in_order, in_order.columns[found.columns.index(column)], blocks, is_single)
    is_fixed = np.full(N_SUMS, column.is_fixed)
    is_fixed[DEALS] = False
    is_fixed[[W, WW]] = column.is_fixed and column.weights is not ONES
    return Summed(found.codes, blocks, high, low, is_fixed)


def _sum_lifts(found: Observed, column: SumColumn, blocks: BlocksOfDeals, facts: Facts) -> Summed:
    from ttrsim.measures.adding.rows import add_lifts

    n_keys, n_blocks, n = found.codes.n_keys, blocks.n_blocks, n_cells(facts)
    high, low = np.zeros((2, n_keys * n_blocks, N_SUMS), np.int64)
    high_of, low_of = np.zeros((2, n_keys, n), np.int64)
    pairs, n_by_block = np.zeros((n_keys, n, n), np.int64), np.zeros((n_keys * n_blocks, n), np.int64)
    assert found.cells is not None
    codes = (found.codes.numbers, found.codes.at, found.deals, blocks.first_deal, blocks.block_of)
    rows = (*codes, *column.values[:2], *found.cells[:2])
    if add_lifts(*rows, n_blocks, high, low, high_of, low_of, pairs, n_by_block) == OUT_OF_ORDER:
        in_order = found.sorted()
        return _sum_lifts(in_order, in_order.columns[0], blocks, facts)
    lift = Lift(n_by_block, high_of, low_of, pairs)
    return Summed(found.codes, blocks, high, low, np.full(N_SUMS, True), lift)


# ---- rows of sums ------------------------------------------------------------------------------


class _Sums(NamedTuple):
    """Sums with where each belongs."""

    keys: Ints
    blocks: Ints
    cells: Ints
    high: Ints  # [row, sum]
    low: Ints
    is_fixed: NDArray[np.bool_]  # [sum]


def _parts_of(found: Summed, is_compared: bool) -> Iterator[_Sums]:
    """`is_compared` says that there are rows for each block."""
    n_blocks, n_deals, first_block = found.blocks.n_blocks, found.low[:, DEALS], found.blocks.first_block
    if n_blocks == 1:
        high, low = found.high, found.low
    else:
        halves = (found.high + (found.low >> 32), found.low & _MASK)
        high, low = (half.reshape(-1, n_blocks, N_SUMS).sum(axis=1) for half in halves)
        low[:, DEALS] = n_deals.reshape(-1, n_blocks).sum(axis=1)
        high[:, DEALS] = 0
    keys = np.flatnonzero(low[:, DEALS])
    everywhere = np.full(len(keys), ALL)
    yield _Sums(keys, everywhere, everywhere, high[keys], low[keys], found.is_fixed)
    if is_compared and first_block is not None:
        rows = np.flatnonzero(n_deals)
        high, low = np.zeros((2, len(rows), N_SUMS), np.int64)
        high[:, V : W + 1], low[:, V : W + 1] = found.high[rows, V : W + 1], found.low[rows, V : W + 1]
        everywhere = np.full(len(rows), ALL)
        yield _Sums(rows // n_blocks, rows % n_blocks + first_block, everywhere, high, low, found.is_fixed)
    if found.lift:
        yield from _of_cells(found.lift, n_blocks, first_block if is_compared else None)


def _of_cells(lift: Lift, n_blocks: int, first_block: int | None) -> Iterator[_Sums]:
    n_keys, n, _ = lift.pairs.shape
    rows_of_blocks = lift.rows.reshape(n_keys, n_blocks, n)
    rows = rows_of_blocks.sum(axis=1)
    keys, cells = np.nonzero(rows)
    of_cells = np.zeros((2, len(keys), N_SUMS), np.int64)
    of_cells[1, :, W] = rows[keys, cells]
    of_cells[:, :, VW] = lift.high[keys, cells], lift.low[keys, cells]
    yield _Sums(keys, np.full(len(keys), ALL), cells, of_cells[0], of_cells[1], _IS_SHARE)
    keys, first, second = np.nonzero(lift.pairs)
    of_pairs = np.zeros((2, len(keys), N_SUMS), np.int64)
    of_pairs[1, :, WW] = lift.pairs[keys, first, second]
    yield _Sums(keys, np.full(len(keys), ALL), n + first * n + second, of_pairs[0], of_pairs[1], _IS_SHARE)
    if first_block is not None:
        keys, block, cells = np.nonzero(rows_of_blocks)
        of_blocks = np.zeros((2, len(keys), N_SUMS), np.int64)
        of_blocks[1, :, W] = rows_of_blocks[keys, block, cells]
        yield _Sums(keys, block + first_block, cells, of_blocks[0], of_blocks[1], _IS_SHARE)


def _numbers(parts: Sequence[_Sums]) -> Ints:
    """[row, number] in units, with low halves below 2^32, also of sums that count ones."""
    high, low = (np.concatenate([part[column] for part in parts]) for column in (3, 4))
    is_fixed = np.repeat([part.is_fixed for part in parts], [len(part.keys) for part in parts], axis=0)
    n_deals = low[:, DEALS].copy()
    high, low = high + (low >> 32), low & _MASK
    # high and low times 15·2^26: what of low is above 2^32 goes to high.
    odd, bits = UNITS >> UNIT_BITS, 32 - UNIT_BITS
    scaled = (high * odd << UNIT_BITS) + (low * odd >> bits), (low * odd & 2**bits - 1) << UNIT_BITS
    high, low = np.where(is_fixed, high, scaled[0]), np.where(is_fixed, low, scaled[1])
    numbers = np.zeros((len(low), len(NUMBERS)), np.int64)
    numbers[:, 0], numbers[:, 1::2], numbers[:, 2::2] = n_deals, high[:, V:], low[:, V:]
    return numbers


_MASK = np.int64(2**32 - 1)
_IS_SHARE = np.isin(np.arange(N_SUMS), [V, VV, VW])  # what counts units where the value is a share of the win
