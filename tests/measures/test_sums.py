"""Sums are made with the games, and tell exactly what the tables tell."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ttrsim
from tests.measures.plain import assert_close, observations, plain_sums, with_usual_weight
from tests.runs.helpers import sum_otherwise
from ttrsim.documents.report.summary import summarise
from ttrsim.measures.batch import Batches
from ttrsim.measures.registry import all_metrics
from ttrsim.measures.rows import Rows
from ttrsim.runs.api import open_run
from ttrsim.runs.run import Run

SCENARIOS: dict[str, dict[str, Any]] = {
    "three bots in all rotations": {"board": "europe", "seats": ["greedy", "random", "greedy"], "deals": 60, "seed": 3},
    "equal bots": {"board": "new-york", "seats": ["greedy"] * 4, "deals": 120, "seed": 4},
    "a field": {"board": "usa", "field": ["random", "greedy"], "players": 2, "deals": 60, "seed": 5},
    "explore": {"board": "explore-new-york", "seats": ["random", "greedy"], "deals": 60, "seed": 6},
    "an experiment": {
        "board": "new-york",
        "seats": ["greedy", "greedy"],
        "deals": 120,
        "experiment": {"kind": "tickets"},
    },
}


@pytest.fixture(scope="module", params=SCENARIOS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return ttrsim.run(SCENARIOS[request.param], out=tmp_path_factory.mktemp("sums") / "r", chunk=64)


def summary_of(run: Run) -> dict[str, Any]:
    values = json.loads(json.dumps(summarise([run]).json()))
    values["runs"][0].pop("provenance")
    values["runs"][0].pop("name")
    return values


def test_every_sum_is_that_of_the_tables_in_plain_floats(played: Run) -> None:
    """Each metric's observations in all games at once, added up by Polars as earlier versions did."""
    kept = played.sums()
    assert kept is not None
    tables = {table: pl.concat(played.parts(table)) for table in played.tables}
    batch = played.game.analysis.batch(tables, played.facts)
    metrics = [metric for metric in all_metrics(played.game).values() if set(metric.needs) <= set(tables)]
    assert metrics
    for metric in metrics:
        rows = observations(metric, batch)
        if metric.is_lift:
            rows = with_usual_weight(rows, tables["seats"].collect(), played.facts)
        assert_close(kept.floats(metric), plain_sums(rows, metric.by), metric.by)


def test_a_report_from_sums_is_that_from_tables(played: Run, tmp_path: Path) -> None:
    """Digit by digit."""
    older = tmp_path / "older"
    shutil.copytree(played.path, older)
    sum_otherwise(older)
    assert summary_of(open_run(older)) == summary_of(played)


def test_sums_do_not_depend_on_chunks_threads_and_shards(tmp_path: Path) -> None:
    for name in ("three bots in all rotations", "explore"):
        scenario, out = SCENARIOS[name], tmp_path / name.replace(" ", "-")
        ways: list[dict[str, Any]] = [{"threads": 1}, {"threads": 2, "chunk": 12}, {"threads": 2, "chunk": 50}]
        runs = [ttrsim.run(scenario, out=out / str(number), **way) for number, way in enumerate(ways)]
        shards = [ttrsim.run(scenario, out=out / f"shard{k}", shard=f"{k}/3", chunk=12).path for k in (1, 2, 3)]
        runs.append(ttrsim.merge(shards, out / "merged"))
        first, *others = (run.sums() for run in runs)
        assert first is not None
        for other in others:
            assert other is not None
            assert other.parts.keys() == first.parts.keys()
            for part, frame in first.parts.items():
                assert frame.equals(other.parts[part]), (name, part)


def test_batches_of_any_size_give_the_same_sums(played: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of tables too, however many parts are read at a time."""
    from ttrsim.measures.measure import measure_tables

    kept = played.sums()
    assert kept is not None
    for size in (1, 100, 10**6):
        monkeypatch.setattr("ttrsim.measures.batch.GAMES_AT_A_TIME", size)
        assert len(Batches(played)) >= 1
        measured = measure_tables(played, kept.measuring)
        for part, frame in kept.parts.items():
            assert frame.equals(measured[part]), part


def alive(kind: type) -> list[object]:
    """`isinstance` would fail at weak references to objects that are gone."""
    return [each for each in gc.get_objects() if type(each) is kind]


def test_sums_of_a_batch_leave_no_cycles_that_hold_its_memory(played: Run) -> None:
    kept = played.sums()
    assert kept is not None
    gc.collect()
    before = alive(Rows)  # of other tests; they stay alive as long as this list
    gc.disable()
    try:
        kept.measuring.of_batch(next(iter(Batches(played, kept.measuring.blocks))))
        assert len(alive(Rows)) == len(before)
    finally:
        gc.enable()


# ---- runs without tables -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["three bots in all rotations", "explore", "an experiment"])
def test_a_run_that_keeps_no_tables_gives_the_same_report(name: str, tmp_path: Path) -> None:
    made = ttrsim.run(SCENARIOS[name], tables=[], out=tmp_path / "none")
    assert not [
        path
        for path in made.path.iterdir()
        if path.is_dir() and path.name not in ("inputs", "sums") and not path.name.startswith("sums-")
    ]
    assert summary_of(made) == summary_of(ttrsim.run(SCENARIOS[name], out=tmp_path / "all"))


def test_chunks_of_sums_that_are_played_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = SCENARIOS["three bots in all rotations"]
    whole = ttrsim.run(scenario, tables=[], out=tmp_path / "whole").sums()
    monkeypatch.setattr("ttrsim.runs.chunks.MAX_CHUNK", 30)
    pieces = ttrsim.run(scenario, tables=[], out=tmp_path / "pieces", chunk=120).sums()
    assert whole is not None
    assert pieces is not None
    assert whole.parts["sums"].equals(pieces.parts["sums"])


def test_altered_sums_of_a_chunk_are_refused(run_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(run_folder, tmp_path / "r")
    file = tmp_path / "r" / "sums" / "0000000.parquet"
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with pytest.raises(ttrsim.errors.RunError, match="is altered"):
        open_run(tmp_path / "r").sums()
