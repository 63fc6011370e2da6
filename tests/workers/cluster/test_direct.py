"""Workers that see the run's folder write its parts themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

import ttrsim
from tests.runs.helpers import SMALL, part_bytes
from ttrsim.errors import RunError
from ttrsim.runs import direct
from ttrsim.runs.run import Run
from ttrsim.workers.cluster import Cluster


@pytest.fixture
def writing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    monkeypatch.setattr(cluster, "is_direct", True)
    return cluster


def test_workers_write_the_same_bytes(writing: Cluster, whole: Run, tmp_path: Path) -> None:
    made = ttrsim.run(SMALL, out=tmp_path / "r", threads=writing, chunk=64)
    assert part_bytes(made) == part_bytes(whole)
    lines = [(run.path / "parts.jsonl").read_bytes().splitlines() for run in (made, whole)]
    assert sorted(lines[0]) == sorted(lines[1])
    assert not (made.path / direct.TOKEN).exists()


def test_an_experiment_that_stops_by_itself(writing: Cluster, tmp_path: Path) -> None:
    """Its driver reads the sums of each chunk from the folder."""
    asked = {"board": "new-york", "seats": ["greedy", "greedy"], "deals": 400, "experiment": {"kind": "tickets"}}
    here, there = (
        ttrsim.run(asked | {"experiment": {"kind": "tickets", "until": 20}}, out=tmp_path / name, threads=threads)
        for name, threads in (("here", 2), ("there", writing))
    )
    assert here.games == there.games
    assert part_bytes(here) == part_bytes(there)


def test_a_worker_that_does_not_see_the_folder_is_refused(
    writing: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on another machine: there is no file with the token."""
    monkeypatch.setattr(direct, "write_whole", lambda path, content: None)
    with pytest.raises(RunError, match=r"does not see '.*': --direct needs a disk that all workers share"):
        ttrsim.run(SMALL, out=tmp_path / "r", threads=writing)
    monkeypatch.undo()
    assert ttrsim.resume(tmp_path / "r", threads=2).is_complete
