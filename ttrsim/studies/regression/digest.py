"""The exact digest of a run's results: equal if and only if every table has the same rows.

Each column is hashed as one stream of plain numbers, in order of games, so neither chunks nor threads nor the
way Parquet lays rows out make a difference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from ttrsim.runs.run import Run

NULL = -(2**63)  # no value of any column
PARTS_AT_A_TIME = 16  # read and sorted together, which gives the same as one by one in less time


def run_digest(run: Run) -> str:
    """Of a run that keeps no tables, that of its sums."""
    if not run.tables:
        sums = run.sums()
        texts = [f"{name}\n{part.write_csv()}" for name, part in sorted(sums.parts.items())] if sums else []
        return hashlib.sha256("".join(texts).encode()).hexdigest()
    return results_digest({table: run.parts(table) for table in run.tables})


def results_digest(tables: Mapping[str, Sequence[pl.LazyFrame]]) -> str:
    """`tables`: the parts of each in order of their deals, every part with whole deals."""
    digest = hashlib.sha256()
    for name in sorted(tables):
        digest.update(f"{name} {_table_digest(tables[name])}\n".encode())
    return digest.hexdigest()


def _table_digest(parts: Sequence[pl.LazyFrame]) -> str:
    """The first column is the game, so parts sorted one by one are sorted as a whole."""
    columns: dict[str, hashlib._Hash] = {}
    for first in range(0, len(parts), PARTS_AT_A_TIME):
        frame = pl.concat(parts[first : first + PARTS_AT_A_TIME]).collect()
        for series in frame.sort(pl.all()):
            header = f"{series.name} {_kind(series.dtype)}\n".encode()
            columns.setdefault(series.name, hashlib.sha256(header)).update(_content(series))
    return hashlib.sha256("".join(digest.hexdigest() for digest in columns.values()).encode()).hexdigest()


def _kind(dtype: pl.DataType) -> str:
    """The same whatever the version of Polars calls its types."""
    if isinstance(dtype, pl.Enum):
        return json.dumps(dtype.categories.to_list())
    return "real" if dtype.is_float() else "whole"


def _content(series: pl.Series) -> bytes:
    if series.dtype.is_float():
        return series.to_numpy().astype("<f8").tobytes()
    if series.dtype == pl.UInt64:  # sets of bits, which are never null
        return series.to_numpy().astype("<u8").tobytes()
    whole = series.to_physical()
    if whole.null_count():
        whole = whole.cast(pl.Int64).fill_null(NULL)
    return np.asarray(whole.to_numpy()).astype("<i8").tobytes()
