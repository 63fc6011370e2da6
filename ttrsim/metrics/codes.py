"""The keys of observations as small whole numbers, and back to texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

KEY_SEPARATOR = "\t"  # between the keys of a metric with several
MAX_SPAN = 4_096  # whole numbers in a row that each get a place, seen or not

Places = NDArray[np.int32]


@dataclass(frozen=True)
class Codes:
    """A number for each row: a place in the product of what each key can be."""

    numbers: Places
    names: tuple[Sequence[str], ...]  # what each key can be

    @property
    def n_keys(self) -> int:
        return int(np.prod([len(names) for names in self.names], dtype=np.int64))

    def at(self, rows: NDArray[np.intp]) -> Codes:
        return replace(self, numbers=np.ascontiguousarray(self.numbers[rows]))

    def texts(self, numbers: NDArray[np.int64]) -> list[str]:
        """The keys that numbers stand for, each as one text."""
        if not self.names:
            return [""] * len(numbers)
        parts = np.unravel_index(numbers, [len(names) for names in self.names])
        columns = [[names[place] for place in part.tolist()] for names, part in zip(self.names, parts, strict=True)]
        return columns[0] if len(columns) == 1 else [KEY_SEPARATOR.join(row) for row in zip(*columns, strict=True)]


def codes_of(frame: pl.DataFrame, by: Sequence[str]) -> Codes:
    numbers, all_names = np.zeros(len(frame), np.int32), []
    for place, key in enumerate(by):
        own, names = _codes(frame[key])
        numbers = own if place == 0 else numbers * np.int32(len(names)) + own
        all_names.append(names)
    return Codes(np.ascontiguousarray(numbers), tuple(all_names))


def _codes(column: pl.Series) -> tuple[Places, Sequence[str]]:
    dtype = column.dtype
    if column.null_count():
        raise ValueError(f"observations without {column.name}: leave them out")
    if isinstance(dtype, pl.Enum):
        return column.to_physical().cast(pl.Int32).to_numpy(), dtype.categories.to_list()
    if dtype == pl.Boolean:
        return column.cast(pl.Int32).to_numpy(), ("false", "true")
    if dtype.is_integer():
        low, high = int(column.min()), int(column.max())  # type: ignore[arg-type]
        if high - low < MAX_SPAN:
            numbers = (column.cast(pl.Int64) - low).cast(pl.Int32).to_numpy()
            return numbers, [str(value) for value in range(low, high + 1)]
    known = column.unique().sort()
    texts = known.cast(pl.String).to_list()
    if dtype == pl.String:
        return column.cast(pl.Enum(texts)).to_physical().cast(pl.Int32).to_numpy(), texts
    return np.searchsorted(known.to_numpy(), column.to_numpy()).astype(np.int32), texts
