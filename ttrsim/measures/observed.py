"""What a metric observes in a batch, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.adding import UNITS
from ttrsim.measures.codes import Codes, codes_of, key_of
from ttrsim.measures.places import IN_PLACE, Places, through

if TYPE_CHECKING:
    from ttrsim.measures.registry import Metric

Ints = NDArray[np.int64]
Deals = NDArray[np.uint32]


class Lookup(NamedTuple):
    """A number for each row: one of the values."""

    values: Ints
    at: Places = IN_PLACE
    is_plain: bool = False  # the values are 0, 1, 2 …, so that each row has its place

    def through(self, at: Places) -> Lookup:
        return self._replace(at=through(self.at, at))

    def dense(self) -> Ints:
        return self.values if self.at is IN_PLACE else self.values[self.at]

    def small(self) -> Places:
        """In 32 bits; not a copy if the values are the places."""
        if self.is_plain and self.at is not IN_PLACE:
            return self.at
        values = self.values.astype(np.int32)
        return values if self.at is IN_PLACE else values[self.at]


ONES = Lookup(np.zeros(0, np.int64))  # 1 for each row


class SumColumn(NamedTuple):
    """A value for each row, and a weight."""

    values: Lookup
    weights: Lookup = ONES
    is_fixed: bool = False  # whether values and weights count units
    key: str = ""  # the last key of a metric that observes several columns

    def through(self, at: Places) -> SumColumn:
        values, weights = (each if each is ONES else each.through(at) for each in (self.values, self.weights))
        return self._replace(values=values, weights=weights)


@dataclass(frozen=True, eq=False)
class Observed:
    """Rows with their keys, deals and values."""

    codes: Codes
    deals: Deals
    columns: tuple[SumColumn, ...]
    last_type: pl.DataType | None = None  # of the last key, if several columns are observed
    cells: Lookup | None = None  # of a lift

    @property
    def key_types(self) -> list[pl.DataType]:
        return [*self.codes.types, *([self.last_type] if self.last_type is not None else [])]

    def sorted(self) -> Observed:
        """In order of deals."""
        order = np.argsort(self.deals, kind="stable").astype(np.int32)
        return replace(
            self,
            codes=self.codes.through(order),
            deals=self.deals[order],
            columns=tuple(column.through(order) for column in self.columns),
            cells=None if self.cells is None else self.cells.through(order),
        )


def observed_in(frame: pl.DataFrame, metric: Metric) -> Observed:
    """The rows of a frame with the metric's keys, `deal`, `value` and maybe `weight` or `cell`."""
    if frame["value"].null_count():
        frame = frame.filter(pl.col("value").is_not_null())
    numbers = [frame["value"], *((frame["weight"],) if "weight" in frame.columns else ())]
    is_fixed = metric.is_lift or any(column.dtype.is_float() for column in numbers)
    values, weights = [*(lookup_of(column, is_fixed) for column in numbers), ONES][:2]
    return Observed(
        codes_of([key_of(frame[key]) for key in metric.by], len(frame)),
        frame["deal"].cast(pl.UInt32).to_numpy(),
        (SumColumn(values, weights, is_fixed),),
        cells=lookup_of(frame["cell"], is_fixed=False) if metric.is_lift else None,
    )


def lookup_of(column: pl.Series, is_fixed: bool) -> Lookup:
    """As whole numbers, of units if it is fixed. By NumPy: most methods of a series are expressions, and slower."""
    numbers = (column.to_physical() if isinstance(column.dtype, pl.Enum) else column).to_numpy()
    if column.dtype in SMALL and len(column):
        low, high = (0, 1) if column.dtype == pl.Boolean else (min(0, int(numbers.min())), int(numbers.max()))
        values = np.arange(low, high + 1) * (UNITS if is_fixed else 1)
        at = numbers.astype(np.int32)
        return Lookup(values, at - np.int32(low) if low else at, not low and not is_fixed)
    if column.dtype.is_float():
        numbers = np.rint(numbers * float(UNITS))
    values = numbers.astype(np.int64, copy=False)
    if is_fixed and not column.dtype.is_float():
        values = values * UNITS
    is_plain = (
        len(values) > 0 and values[0] == 0 and values[-1] == len(values) - 1 and bool(np.all(np.diff(values) == 1))
    )
    return Lookup(values, is_plain=is_plain)


SMALL = (pl.Boolean, pl.UInt8, pl.Int8, pl.UInt16, pl.Int16)
