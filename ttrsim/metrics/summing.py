"""From what metrics observe in a batch to sums over deals (`sums.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.metrics.adding import DEALS, N_SUMS, OUT_OF_ORDER, TOO_LARGE, UNIT_BITS, UNITS, WW, V, W
from ttrsim.metrics.batch import Batch
from ttrsim.metrics.deal_blocks import Blocks, BlocksOfDeals
from ttrsim.metrics.facts import Facts, n_cells
from ttrsim.metrics.observed import ONES, Column, Ints, Observed, observed_in
from ttrsim.metrics.registry import Metric
from ttrsim.metrics.sums import ALL, NUMBERS, PLACES, SCHEMA
from ttrsim.metrics.tallies import Lift, Summed


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
    rows: dict[str, list[object]] = {name: [] for name in PLACES}
    numbers: list[Ints] = []
    for metric, found in observed:
        is_compared = blocks is not None and metric.name in blocks.compared
        for last, summed in _summed(found, facts, metric, blocks if is_compared else None):
            sums = _rows_of(summed, facts, is_compared)
            keys = summed.codes.texts(sums.keys, last)
            rows["metric"] += [metric.name] * len(keys)
            rows["key"] += keys
            rows["block"] += sums.blocks.tolist()
            rows["cell"] += sums.cells.tolist()
            numbers.append(sums.numbers)
    together = np.concatenate(numbers) if numbers else np.zeros((0, len(NUMBERS)), np.int64)
    return pl.DataFrame({**rows, **dict(zip(NUMBERS, together.T, strict=True))}, schema=SCHEMA)


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


def _sum_rows(found: Observed, column: Column, blocks: BlocksOfDeals, is_single: bool) -> Summed:
    """`is_single` says that no two rows have the same key and deal."""
    from ttrsim.metrics.adding.rows import add_rows, add_single_rows, add_small_rows

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


def _sum_lifts(found: Observed, column: Column, blocks: BlocksOfDeals, facts: Facts) -> Summed:
    from ttrsim.metrics.adding.rows import add_lifts

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
    numbers: Ints  # [row, number]


def _rows_of(found: Summed, facts: Facts, is_compared: bool) -> _Sums:
    """`is_compared` says that there are rows for each block."""
    first_block = found.blocks.first_block if is_compared else None
    n_blocks = found.blocks.n_blocks
    parts = _whole_and_blocks(
        found.low[:, DEALS], *_halves(found.high, found.low, found.is_fixed), n_blocks, first_block
    )
    return _joined([*parts, *(_of_cells(found.lift, n_blocks, first_block) if found.lift else ())])


def _of_cells(lift: Lift, n_blocks: int, first_block: int | None) -> Iterator[_Sums]:
    n_keys, n, _ = lift.pairs.shape
    rows_of_blocks = lift.rows.reshape(n_keys, n_blocks, n)
    rows = rows_of_blocks.sum(axis=1)
    keys, cells = np.nonzero(rows)
    of_cells = _blank(len(keys))
    _put(of_cells, "w", rows[keys, cells], 0, is_fixed=False)
    _put(of_cells, "vw", lift.low[keys, cells], lift.high[keys, cells], is_fixed=True)
    yield _Sums(keys, np.full(len(keys), ALL), cells, of_cells)
    keys, first, second = np.nonzero(lift.pairs)
    of_pairs = _blank(len(keys))
    _put(of_pairs, "ww", lift.pairs[keys, first, second], 0, is_fixed=False)
    yield _Sums(keys, np.full(len(keys), ALL), n + first * n + second, of_pairs)
    if first_block is not None:
        keys, block, cells = np.nonzero(rows_of_blocks)
        of_blocks = _blank(len(keys))
        _put(of_blocks, "w", rows_of_blocks[keys, block, cells], 0, is_fixed=False)
        yield _Sums(keys, block + first_block, cells, of_blocks)


def _halves(high: Ints, low: Ints, is_fixed: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """In units, with low halves below 2^32, also of sums that count ones."""
    high, low = high + (low >> 32), low & 2**32 - 1
    # high and low times 15·2^26: what of low is above 2^32 goes to high.
    odd, bits = UNITS >> UNIT_BITS, 32 - UNIT_BITS
    scaled = (high * odd << UNIT_BITS) + (low * odd >> bits), (low * odd & 2**bits - 1) << UNIT_BITS
    return np.where(is_fixed, high, scaled[0]), np.where(is_fixed, low, scaled[1])


def _whole_and_blocks(n_deals: Ints, high: Ints, low: Ints, n_blocks: int, first_block: int | None) -> list[_Sums]:
    """The sums over all blocks, and v and w of each block if there is a first one."""
    n_deals = n_deals.reshape(-1, n_blocks)
    high, low = (half.reshape(-1, n_blocks, N_SUMS) for half in (high, low))
    keys = np.flatnonzero(n_deals.any(axis=1))
    everywhere = np.full(len(keys), ALL)
    total_low = low[keys].sum(axis=1)
    whole = _blank(len(keys))
    whole[:, 0] = n_deals[keys].sum(axis=1)
    whole[:, 1::2], whole[:, 2::2] = (high[keys].sum(axis=1) + (total_low >> 32))[:, V:], (total_low & 2**32 - 1)[:, V:]
    found = [_Sums(keys, everywhere, everywhere, whole)]
    if first_block is not None:
        keys, numbers = np.nonzero(n_deals)
        of_blocks = _blank(len(keys))
        of_blocks[:, 1:5:2], of_blocks[:, 2:6:2] = high[keys, numbers, V : W + 1], low[keys, numbers, V : W + 1]
        found.append(_Sums(keys, numbers + first_block, np.full(len(keys), ALL), of_blocks))
    return found


def _put(numbers: Ints, name: str, low: Ints, high: Ints | int, is_fixed: bool) -> None:
    place = NUMBERS.index(f"{name}_high")
    numbers[:, place], numbers[:, place + 1] = _halves(np.asarray(high), low, np.asarray(is_fixed))


def _blank(n: int) -> Ints:
    return np.zeros((n, len(NUMBERS)), np.int64)


def _joined(parts: Collection[_Sums]) -> _Sums:
    return _Sums(*(np.concatenate(column) for column in zip(*parts, strict=True)))
