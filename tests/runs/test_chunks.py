"""Chunks as work for an executor: worker for worker and process for process the same."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import partial

import pytest

from tests.runs.helpers import ROOT, SMALL
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.packing import PackedChunk
from ttrsim.runs.plan import make_plan
from ttrsim.runs.runner import pack_chunk
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.sums import measuring_of
from ttrsim.workers.executor import Pulse, StoppedError

ELSEWHERE = """
import pickle, sys
work, chunk = pickle.load(sys.stdin.buffer)
result = work.start()(chunk, lambda n: None)
sys.stdout.buffer.write(pickle.dumps(result))
"""


def work_of(scenario: dict[str, object]) -> PlayChunks[PackedChunk]:
    setup = load_scenario(scenario)
    plan = make_plan(setup, chunk_games=64)
    return PlayChunks(setup, plan, partial(pack_chunk, setup.tables, measuring_of(setup, plan)))


def decisive(packed: PackedChunk) -> tuple[object, ...]:
    return packed.tables, packed.win_shares


def ignore(n: int) -> None:
    pass


SCENARIOS = {
    "trains": SMALL,
    "explore": {"board": "explore-new-york", "seats": ["random", "greedy"], "deals": 100},
    "experiment": {
        "board": "usa",
        "seats": ["greedy", "hungry"],
        "deals": 100,
        "experiment": {"kind": "tickets"},
    },
    "field": {"board": "usa", "field": ["random", "tests/runs/eager.py:eager", "hungry"], "players": 2, "deals": 100},
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_worker_leaves_nothing_of_one_chunk_in_the_next(name: str) -> None:
    work = work_of(SCENARIOS[name])
    worker = work.start()
    chunks = [work.plan.chunk(number) for number in (2, 0, 1, 2)]
    for chunk in chunks:
        assert decisive(worker(chunk, ignore)) == decisive(work.start()(chunk, ignore))


@pytest.mark.parametrize("name", SCENARIOS)
def test_work_and_results_travel_to_another_process(name: str) -> None:
    work = work_of(SCENARIOS[name])
    chunk = work.plan.chunk(1)
    command, environment = [sys.executable, "-c", ELSEWHERE], os.environ | {"PYTHONPATH": str(ROOT)}
    sent = pickle.dumps((work, chunk))
    told = subprocess.run(command, input=sent, capture_output=True, env=environment, timeout=300, check=True)
    assert decisive(pickle.loads(told.stdout)) == decisive(work.start()(chunk, ignore))


def test_a_chunk_is_counted_on_the_way_and_can_be_stopped() -> None:
    work = work_of(SMALL)
    chunk, counts = work.plan.chunk(0), list[int]()
    packed = work.start()(chunk, counts.append)
    assert sum(counts) == packed.tables["games"].rows == 64
    assert packed.busy_seconds > 0

    def stop(n: int) -> None:
        raise StoppedError

    pulses: list[Pulse] = [stop, ignore]
    worker = work.start()
    with pytest.raises(StoppedError):
        worker(chunk, pulses[0])
    assert decisive(worker(chunk, pulses[1])) == decisive(packed), "a worker that was stopped goes on as new"
