"""The digest of results: of the rows and nothing else."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ttrsim
from ttrsim.runs.api import open_run
from ttrsim.studies.regression.digest import results_digest

SCENARIO = {"board": "europe", "seats": ["greedy", "random"], "deals": 60, "seed": 5}

Tables = dict[str, list[pl.LazyFrame]]


def tables_of(path: Path) -> Tables:
    run = open_run(path)
    return {table: run.parts(table) for table in run.tables}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return tables_of(ttrsim.run(SCENARIO, out=tmp_path_factory.mktemp("digest") / "r", threads=1).path)


@pytest.mark.parametrize(("threads", "chunk"), [(2, 8), (1, 2), (3, 50)])
def test_threads_and_chunks_do_not_matter(tables: Tables, tmp_path: Path, threads: int, chunk: int) -> None:
    made = ttrsim.run(SCENARIO, out=tmp_path / "r", threads=threads, chunk=chunk)
    assert results_digest(tables_of(made.path)) == results_digest(tables)


def test_row_groups_and_the_order_of_rows_do_not_matter(tables: Tables, tmp_path: Path) -> None:
    written: Tables = {}
    for name, parts in tables.items():
        frame = pl.concat(parts).collect().sample(fraction=1.0, shuffle=True, seed=1)
        frame.write_parquet(tmp_path / f"{name}.parquet", row_group_size=7, compression="uncompressed")
        written[name] = [pl.scan_parquet(tmp_path / f"{name}.parquet")]
    assert results_digest(written) == results_digest(tables)


@pytest.mark.parametrize("table", ["games", "seats", "tickets", "claims", "stations"])
def test_every_cell_matters(tables: Tables, table: str) -> None:
    frame = pl.concat(tables[table]).collect()
    original = results_digest(tables)
    for name in frame.columns:
        column = frame[name]
        values = column.to_list()
        other = next((value for value in values if value != values[3]), None)
        if other is None:
            continue  # nothing else to put there
        values[3] = other
        changed = frame.with_columns(pl.Series(name, values, column.dtype))
        assert results_digest(tables | {table: [changed.lazy()]}) != original, name


def test_names_and_missing_values_matter() -> None:
    one = pl.LazyFrame({"game": [1], "route": pl.Series(["a"], dtype=pl.Enum(["a", "b"]))})
    renamed = pl.LazyFrame({"game": [1], "route": pl.Series(["x"], dtype=pl.Enum(["x", "b"]))})
    missing = pl.LazyFrame({"game": [1], "route": pl.Series([None], dtype=pl.Enum(["a", "b"]))})
    assert len({results_digest({"t": [frame]}) for frame in (one, renamed, missing)}) == 3


def test_the_digest_is_the_same_on_any_machine() -> None:
    """Written down once: a change here makes every baseline in every repository look different."""
    frame = pl.LazyFrame({"game": [0, 1], "share": [0.5, 0.25], "won": [True, False]})
    assert results_digest({"t": [frame]}) == "d89fc59d11f4873bd7404c3d5e0d8398469b6fa66247910ee8c3b7d6302ab1aa"
