"""From what metrics observe in a batch to sums over deals (`sums.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.metrics.adding import DEALS, N_SUMS, OUT_OF_ORDER, TOO_LARGE, UNIT_BITS, UNITS, WW, V, W
from ttrsim.metrics.batch import Batch
from ttrsim.metrics.facts import Facts, n_cells
from ttrsim.metrics.observed import ONES, Column, Deals, Ints, Observed, observed_in
from ttrsim.metrics.places import Places
from ttrsim.metrics.registry import Metric
from ttrsim.metrics.sums import ALL, NUMBERS, PLACES, SCHEMA


class Blocks(NamedTuple):
    """The deals of a run in equal blocks, by which runs are compared."""

    n_blocks: int
    n_deals: int
    compared: frozenset[str]  # the metrics that have sums for each block


def exact_sums(metrics: Sequence[Metric], batch: Batch, blocks: Blocks | None = None) -> pl.DataFrame:
    """The sums of a batch."""
    found = [metric.observe(batch) for metric in metrics]
    frames = iter(pl.collect_all([each for each in found if isinstance(each, pl.LazyFrame)]))
    observed = [
        observed_in(next(frames), metric) if isinstance(each, pl.LazyFrame) else each
        for metric, each in zip(metrics, found, strict=True)
    ]
    return sums_of(zip(metrics, observed, strict=True), batch.facts, blocks)


def sums_of(observed: Iterable[tuple[Metric, Observed]], facts: Facts, blocks: Blocks | None = None) -> pl.DataFrame:
    """The sums of what metrics have observed."""
    rows: dict[str, list[object]] = {name: [] for name in PLACES}
    numbers: list[Ints] = []
    for metric, found in observed:
        if not len(found.deals):
            continue
        own = _Blocks.of(found.deals, blocks if blocks and metric.name in blocks.compared else None)
        for column in found.columns:
            if found.cells is None:
                sums = _rows(found, column, own, metric.is_single(facts.rotations) if facts else False)
            else:
                sums = _lifts(found, column, own, facts)
            keys = found.codes.texts(sums.keys, column.key)
            rows["metric"] += [metric.name] * len(keys)
            rows["key"] += keys
            rows["block"] += sums.blocks.tolist()
            rows["cell"] += sums.cells.tolist()
            numbers.append(sums.numbers)
    together = np.concatenate(numbers) if numbers else np.zeros((0, len(NUMBERS)), np.int64)
    return pl.DataFrame({**rows, **dict(zip(NUMBERS, together.T, strict=True))}, schema=SCHEMA)


# ---- arrays ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Blocks:
    """The blocks that the deals of a batch are in."""

    first_deal: int
    block_of: Places  # [deal] both counted from the first
    first_block: int | None  # None if there are no blocks

    @classmethod
    def of(cls, deals: Deals, blocks: Blocks | None) -> _Blocks:
        first, last = int(deals.min()), int(deals.max())
        if blocks is None:
            return cls(first, np.zeros(last - first + 1, np.int32), None)
        numbers = np.arange(first, last + 1) * blocks.n_blocks // blocks.n_deals
        return cls(first, (numbers - numbers[0]).astype(np.int32), int(numbers[0]))

    @property
    def n_blocks(self) -> int:
        return int(self.block_of[-1]) + 1


class _Sums(NamedTuple):
    """Sums with where each belongs."""

    keys: Ints
    blocks: Ints
    cells: Ints
    numbers: Ints  # [row, number]


def _rows(found: Observed, column: Column, blocks: _Blocks, is_single: bool) -> _Sums:
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
        return _rows(in_order, in_order.columns[found.columns.index(column)], blocks, is_single)
    is_fixed = np.full(N_SUMS, column.is_fixed)
    is_fixed[DEALS] = False
    is_fixed[[W, WW]] = column.is_fixed and column.weights is not ONES
    return _joined(_whole_and_blocks(low[:, DEALS], *_halves(high, low, is_fixed), blocks))


def _lifts(found: Observed, column: Column, blocks: _Blocks, facts: Facts) -> _Sums:
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
        return _lifts(in_order, in_order.columns[0], blocks, facts)
    n_of_blocks = n_by_block.reshape(n_keys, n_blocks, n)
    n_of = n_of_blocks.sum(axis=1)
    keys, cells = np.nonzero(n_of)
    of_cells = _blank(len(keys))
    _put(of_cells, "w", n_of[keys, cells], 0, is_fixed=False)
    _put(of_cells, "vw", low_of[keys, cells], high_of[keys, cells], is_fixed=True)
    pair_keys, first, second = np.nonzero(pairs)
    of_pairs = _blank(len(pair_keys))
    _put(of_pairs, "ww", pairs[pair_keys, first, second], 0, is_fixed=False)
    parts = [
        *_whole_and_blocks(low[:, DEALS], *_halves(high, low, np.full(N_SUMS, True)), blocks),
        _Sums(keys, np.full(len(keys), ALL), cells, of_cells),
        _Sums(pair_keys, np.full(len(pair_keys), ALL), n + first * n + second, of_pairs),
    ]
    if blocks.first_block is not None:
        keys, block, cells = np.nonzero(n_of_blocks)
        of_blocks = _blank(len(keys))
        _put(of_blocks, "w", n_of_blocks[keys, block, cells], 0, is_fixed=False)
        parts.append(_Sums(keys, block + blocks.first_block, cells, of_blocks))
    return _joined(parts)


def _halves(high: Ints, low: Ints, is_fixed: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """In units, with low halves below 2^32, also of sums that count ones."""
    high, low = high + (low >> 32), low & 2**32 - 1
    # high and low times 15·2^26: what of low is above 2^32 goes to high.
    odd, bits = UNITS >> UNIT_BITS, 32 - UNIT_BITS
    scaled = (high * odd << UNIT_BITS) + (low * odd >> bits), (low * odd & 2**bits - 1) << UNIT_BITS
    return np.where(is_fixed, high, scaled[0]), np.where(is_fixed, low, scaled[1])


def _whole_and_blocks(n_deals: Ints, high: Ints, low: Ints, blocks: _Blocks) -> list[_Sums]:
    """The sums over all blocks, and v and w of each block if blocks are wanted."""
    n_deals = n_deals.reshape(-1, blocks.n_blocks)
    high, low = (half.reshape(-1, blocks.n_blocks, N_SUMS) for half in (high, low))
    keys = np.flatnonzero(n_deals.any(axis=1))
    everywhere = np.full(len(keys), ALL)
    total_low = low[keys].sum(axis=1)
    whole = _blank(len(keys))
    whole[:, 0] = n_deals[keys].sum(axis=1)
    whole[:, 1::2], whole[:, 2::2] = (high[keys].sum(axis=1) + (total_low >> 32))[:, V:], (total_low & 2**32 - 1)[:, V:]
    found = [_Sums(keys, everywhere, everywhere, whole)]
    if blocks.first_block is not None:
        keys, numbers = np.nonzero(n_deals)
        of_blocks = _blank(len(keys))
        of_blocks[:, 1:5:2], of_blocks[:, 2:6:2] = high[keys, numbers, V : W + 1], low[keys, numbers, V : W + 1]
        found.append(_Sums(keys, numbers + blocks.first_block, np.full(len(keys), ALL), of_blocks))
    return found


def _put(numbers: Ints, name: str, low: Ints, high: Ints | int, is_fixed: bool) -> None:
    place = NUMBERS.index(f"{name}_high")
    numbers[:, place], numbers[:, place + 1] = _halves(np.asarray(high), low, np.asarray(is_fixed))


def _blank(n: int) -> Ints:
    return np.zeros((n, len(NUMBERS)), np.int64)


def _joined(parts: Collection[_Sums]) -> _Sums:
    return _Sums(*(np.concatenate(column) for column in zip(*parts, strict=True)))
