"""Names and numbers in sentences."""

from __future__ import annotations

from typing import Any

import polars as pl

from ttrsim.documents.document import Kind, Row, cell_of, estimate_texts
from ttrsim.stats.intervals import Estimate

NOTEWORTHY = 0.05  # q
WORTH_TELLING = 0.05  # gap between two intervals that is worth a sentence


def named(frame: pl.DataFrame, key: str, names: dict[str, str]) -> pl.DataFrame:
    return frame.with_columns(name=pl.col(key).cast(pl.String).replace_strict(names, default=None))


def say(row: Row, key: str, kind: Kind, decimals: int = 1, n: str = "") -> str:
    """An estimate in a sentence: 12.3 % (11.9 … 12.7, n = 1,000)."""
    value = cell_of(row, key)
    if value is None:
        return "unknown"
    text, interval = estimate_texts(value, kind, decimals)
    inner = [interval] if interval else []
    inner += [f"n = {row[n]:,}"] if n and row.get(n) is not None else []
    return f"{text} ({', '.join(inner)})" if inner else text


def only(frame: pl.DataFrame | None) -> Row:
    """The only row of a metric, under the key `value`."""
    if frame is None or not len(frame):
        return {"value": None}
    row = frame.row(0, named=True)
    return row | {"value_low": row.get("low"), "value_high": row.get("high")}


def known(rows: list[Row], *keys: str) -> list[Row]:
    return [row for row in rows if all(row.get(key) is not None for key in keys)]


def sure(rows: list[Row], key: str) -> list[Row]:
    """The rows whose estimate has an interval."""
    return known(rows, key, f"{key}_low")


def extremes(rows: list[Row], key: str, apart: float = 0.0) -> tuple[Row, Row] | None:
    """The largest and the smallest estimate, if they clearly differ: their intervals are this far apart."""
    judged = sure(rows, key)
    if not judged:
        return None
    most, least = (choose(judged, key=lambda row: row[key]) for choose in (max, min))
    return (most, least) if least[f"{key}_high"] + apart < most[f"{key}_low"] else None


def no_difference(rows: list[Row], key: str, what: str) -> str:
    """The sentence for rows without extremes."""
    if any(_has_too_few(row, key) for row in rows):
        return f"There are too few deals to compare {what}s."
    return f"No {what} wins clearly more often than another."


def _has_too_few(row: Row, key: str) -> bool:
    return isinstance(value := cell_of(row, key), Estimate) and value.is_of_few


def noteworthy(rows: list[Row], key: str) -> int:
    return sum(row[key] <= NOTEWORTHY for row in known(rows, key))


def by_key(frame: pl.DataFrame, key: str) -> dict[Any, Row]:
    rows = frame.rename({"low": "value_low", "high": "value_high"}).to_dicts()
    return {row[key]: row for row in rows}
