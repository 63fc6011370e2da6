"""Tables as CSV: every number unrounded and without a unit, an estimate as columns of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Document, Row, Table
from ttrsim.documents.json import plain
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.stats.intervals import Estimate

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # with which a text begins that a spreadsheet would calculate


def write_tables(document: Document, folder: Path) -> None:
    """A file for each table."""
    make_folder(folder)
    for table in document.tables:
        write_whole(folder / f"{table.id}.csv", csv_text(table).encode())


def csv_text(table: Table) -> str:
    """With what a row holds besides its columns."""
    return rows_text(table.rows) if table.rows else ",".join(column.id for column in table.columns) + "\n"


def rows_text(rows: Iterable[Row]) -> str:
    flat = [flat_row(row) for row in rows]
    names = dict.fromkeys(name for row in flat for name in row)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(names), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in flat)
    return text.getvalue()


def flat_row(row: Row) -> dict[str, Any]:
    """Each estimate as `NAME`, `NAME_low`, `NAME_high` and, if it is known, `NAME_n`."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        values = plain(value)
        if isinstance(value, Estimate):
            flat[name] = values.pop("value")
            flat |= {f"{name}_{part}": number for part, number in values.items()}
        elif isinstance(values, Mapping | list):
            continue  # what is not a cell is for JSON alone
        else:
            flat[name] = values
    return flat


def _cell(value: Any) -> Any:
    """Names come from users' files: none of them is a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value
