"""The tables of a chunk as Parquet in memory: small enough to be sent, and hashed as they are written."""

from __future__ import annotations

import io
from typing import NamedTuple

import polars as pl

from ttrsim.runs.sums import WinSums


class PackedTable(NamedTuple):
    """A table of a chunk, as it is written."""

    rows: int
    content: bytes  # Parquet


class PackedChunk(NamedTuple):
    """All that a run keeps of a chunk."""

    tables: dict[str, PackedTable]
    win_shares: WinSums
    kernel_seconds: float
    busy_seconds: float


def pack(frame: pl.DataFrame) -> PackedTable:
    buffer = io.BytesIO()
    # Without statistics, which cost as much as the values: parts are read whole. One row group is quickest to write.
    frame.write_parquet(
        buffer, compression="zstd", compression_level=1, statistics=False, row_group_size=max(1, len(frame))
    )
    return PackedTable(len(frame), buffer.getvalue())


def unpack(table: PackedTable) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(table.content))
