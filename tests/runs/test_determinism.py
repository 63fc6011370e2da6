"""One seed, one result: whatever the threads, the chunks, the shards, and however often the process is killed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ttrsim
from tests.runs.helpers import ROOT, SMALL, assert_same, change_manifest, part_bytes
from tests.runs.nursery import N_KILLS
from ttrsim.errors import RunError
from ttrsim.runs.run import Run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """On one thread, in one go."""
    return ttrsim.run(SMALL, out=tmp_path_factory.mktemp("whole") / "r", threads=1, chunk=64)


@pytest.mark.parametrize(("threads", "chunk"), [(2, 64), (1, 2), (2, 14), (3, 1000), (2, None)])
def test_threads_and_chunks(whole: Run, tmp_path: Path, threads: int, chunk: int | None) -> None:
    made = ttrsim.run(SMALL, out=tmp_path / "r", threads=threads, chunk=chunk)
    assert_same(made, whole)
    if chunk == 64:
        assert part_bytes(made) == part_bytes(whole)


def test_shards_that_different_code_summed(tmp_path: Path) -> None:
    """Their sums do not add up."""
    folders = [ttrsim.run(SMALL, out=tmp_path / f"{k}", shard=f"{k}/2", chunk=64).path for k in (1, 2)]
    sums = json.loads((folders[1] / "manifest.json").read_text())["sums"]
    change_manifest(folders[1], sums=sums | {"code": "0123456789abcdef"})
    with pytest.raises(RunError, match="were summed by different versions of ttrsim"):
        ttrsim.merge(folders, tmp_path / "merged")


def test_shards_merged(whole: Run, tmp_path: Path) -> None:
    shards = [ttrsim.run(SMALL, out=tmp_path / f"{k}", shard=f"{k}/3", chunk=64).path for k in (1, 2, 3)]
    merged = ttrsim.merge([shards[2], shards[0], shards[1]], tmp_path / "merged")
    assert merged.is_complete
    assert merged.manifest.shard is None
    assert merged.games == whole.games
    assert_same(merged, whole)
    assert part_bytes(merged) == part_bytes(whole)
    assert (merged.path / "parts.jsonl").read_bytes() == (whole.path / "parts.jsonl").read_bytes()


def test_a_field_is_the_same_in_any_chunks(tmp_path: Path) -> None:
    scenario = {"board": "usa", "field": ["random", "greedy", "./tests/runs/eager.py:eager"], "players": 2, "deals": 20}
    one = ttrsim.run(scenario, out=tmp_path / "1", chunk=4, threads=2)
    other = ttrsim.run(scenario, out=tmp_path / "2", threads=1)
    assert_same(one, other)


def test_another_seed_is_another_run(whole: Run, tmp_path: Path) -> None:
    other = ttrsim.run(SMALL, seed=8, out=tmp_path / "r")
    assert not other.scan("claims").collect().equals(whole.scan("claims").collect())


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """SIGKILL in the middle of playing and writing, again and again; then the run goes on to the same end."""
    scenario = SMALL | {"deals": 1200}
    folder = tmp_path / "killed"
    seed = random.randrange(10**6)
    command = [sys.executable, "-m", "tests.runs.nursery", str(folder), str(seed)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert told.returncode == 0, told.stderr
    progress = [int(number) for number in told.stdout.split()]
    assert len(progress) == N_KILLS, (seed, progress)
    assert progress[-1] < 2400, "it was not interrupted"
    assert len(set(progress)) > N_KILLS // 5, f"kills met no progress: {progress}"
    resumed = ttrsim.resume(folder)
    assert resumed.is_complete
    assert not list(folder.rglob("*.unfinished"))
    assert_same(resumed, ttrsim.run(scenario, out=tmp_path / "whole", chunk=8))
