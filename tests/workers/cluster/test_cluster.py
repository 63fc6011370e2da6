"""Runs on a Dask cluster: the same bytes as on threads, whatever happens to workers and drivers."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ttrsim
from tests.runs.conftest import compiled_kernel  # noqa: F401 (a fixture for this folder too)
from tests.runs.helpers import SMALL, assert_same, part_bytes, start
from tests.workers.cluster.conftest import SEATS
from tests.workers.cluster.processes import DaskProcesses, n_complete, play_with_kills, wait_for
from ttrsim.errors import RunError, UserError
from ttrsim.runs.api import open_run
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.workers.cluster import Cluster
from ttrsim.workers.cluster_worker import difference


def test_the_same_bytes_as_on_threads(cluster: Cluster, whole: Run, tmp_path: Path) -> None:
    made = ttrsim.run(SMALL, out=tmp_path / "r", threads=cluster, chunk=64)
    assert part_bytes(made) == part_bytes(whole)
    lines = [(run.path / "parts.jsonl").read_bytes().splitlines() for run in (made, whole)]
    assert sorted(lines[0]) == sorted(lines[1])
    assert cluster.about == "2 workers, 2 threads, 0 failures"


def test_a_bot_of_the_user_travels_as_source(cluster: Cluster, tmp_path: Path) -> None:
    """The workers are in another folder, and find the bot and what it imports."""
    scenario = {"board": "usa", "seats": ["random", "./tests/runs/eager.py:eager"], "deals": 20}
    made = ttrsim.run(scenario, out=tmp_path / "1", threads=cluster, chunk=8)
    assert_same(made, ttrsim.run(scenario, out=tmp_path / "2"))


def test_a_user_s_bot_is_loaded_from_what_was_sent(tmp_path: Path) -> None:
    bot = tmp_path / "own.py"
    bot.write_text(Path("tests/runs/eager.py").read_text())
    setup = load_scenario({"board": "usa", "seats": ["random", f"{bot}:eager"], "deals": 2})
    sent = pickle.dumps(setup.bots[1])
    bot.unlink()
    loaded = pickle.loads(sent)
    assert loaded.name == setup.bots[1].name
    assert loaded.compiled.user_code.contents == setup.bots[1].compiled.user_code.contents


def test_checks_matches_and_tournaments(cluster: Cluster) -> None:
    field = {"players": 2, "deals": 20, "seed": 5}
    here, there = (ttrsim.tournament("usa", SEATS, threads=threads, **field) for threads in (2, cluster))
    assert here.standings == there.standings
    test = {"board": "usa", "elo0": 0, "elo1": 50, "games": 600}
    bots = ["greedy", "random"]
    assert ttrsim.sprt(bots, threads=2, **test) == ttrsim.sprt(bots, threads=cluster, **test)


def test_a_fault_of_a_bot_is_told_once(cluster: Cluster, tmp_path: Path) -> None:
    """It would be the same on any worker, so nobody tries again."""
    bot = tmp_path / "bad.py"
    bot.write_text("from ttrsim.botkit import bot\n\n\n@bot()\ndef bad(board, public, own):\n    return -1\n")
    with pytest.raises(RunError, match="illegal"):
        ttrsim.run({"board": "usa", "seats": ["random", f"{bot}:bad"], "deals": 8}, out=tmp_path / "r", threads=cluster)
    assert cluster.n_failures == 0


def test_workers_and_the_driver_are_killed(tmp_path: Path) -> None:
    """A scheduler and three workers of their own, SIGKILL at random moments; nothing is lost or counted twice."""
    command = ["run", "europe", "--bots", ",".join(SEATS), "--deals", "3000", "--chunk", "64", "--seed", "7"]
    with DaskProcesses() as processes:
        on = ["--on", processes.address, "-o", str(tmp_path / "r")]
        n_met = play_with_kills(processes, [*command, *on], tmp_path / "r", n_worker_kills=3, n_driver_kills=1)
    assert n_met > 0, "no kill met the run"
    made = open_run(tmp_path / "r")
    assert made.is_complete
    expected = ttrsim.run({"board": "europe", "seats": SEATS, "deals": 3000, "seed": 7}, out=tmp_path / "w", chunk=64)
    assert part_bytes(made) == part_bytes(expected)


def test_ctrl_c_and_a_restarted_scheduler(tmp_path: Path) -> None:
    """Ctrl-C says how to continue; a scheduler that comes back, with new workers, gets its tasks again."""
    scenario = {"board": "europe", "seats": SEATS, "deals": 4000, "seed": 7}
    folder = tmp_path / "r"
    command = ["run", "europe", "--bots", ",".join(SEATS), "--deals", "4000", "--chunk", "64", "--seed", "7"]
    with DaskProcesses(n_workers=2) as processes:
        driver = start(*command, "--on", processes.address, "-o", str(folder))
        wait_for(lambda: n_complete(folder) > 2, "the run did not begin", seconds=180)
        driver.send_signal(signal.SIGINT)
        _, told = driver.communicate(timeout=180)
        assert driver.returncode == 130, told
        assert f"ttrsim resume {folder}" in told
        before = n_complete(folder)
        assert 2 < before < 125
        driver = start("resume", str(folder), "--on", processes.address)
        wait_for(lambda: n_complete(folder) > before, "the run did not continue", seconds=180)
        processes.restart()
        _, told = driver.communicate(timeout=180)
        assert driver.returncode == 0, told
    assert part_bytes(open_run(folder)) == part_bytes(ttrsim.run(scenario, out=tmp_path / "w", chunk=64))


# ---- what is refused -----------------------------------------------------------------------------


def test_a_wrong_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrsim.workers.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(RunError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(UserError, match="should be dask, or the address"):
        Cluster("somewhere")
    with pytest.raises(UserError, match="workers of a cluster have their own"):
        Cluster("tcp://127.0.0.1:9", 2)


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrsim.workers.cluster.CONNECT_SECONDS", 3)
    with DaskProcesses(n_workers=0) as processes, pytest.raises(RunError, match="has no workers: start some with"):
        Cluster(processes.address)


def test_a_worker_that_would_play_other_games() -> None:
    told = difference({"ttrsim": "1.0", "code": "abc"}, {"ttrsim": "1.0", "code": "def"})
    assert told == "would play other games: it has code def, this process has abc"
    assert difference({"code": "abc"}, {"code": "abc"}) == ""


def test_a_worker_of_another_version_is_refused(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttrsim.play.identity.code_digest", lambda game: "0123456789abcdef")
    with pytest.raises(RunError, match=r"would play other games: it has code .*, this process has 0123456789abcdef"):
        ttrsim.run(SMALL, out=tmp_path / "r", threads=cluster)


def test_a_worker_whose_games_differ_is_refused(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same sources may be compiled to something else there: test games show it before a result counts."""
    monkeypatch.setattr("ttrsim.runs.chunks.test_games", lambda board: "0123456789abcdef")
    with pytest.raises(RunError, match=r"plays other games: its test games give .*, here 0123456789abcdef"):
        ttrsim.run(SMALL, out=tmp_path / "r", threads=cluster)
    assert n_complete(tmp_path / "r") == 0


def test_a_worker_without_memory_is_refused(tmp_path: Path) -> None:
    """Dask would pause it, and the run would wait for ever."""
    told = pytest.raises(RunError, match=r"has too little memory: 200 MiB for 1 threads, which need 450 MiB")
    with DaskProcesses(1, ["--memory-limit", "200MiB"]) as processes, Cluster(processes.address) as cluster, told:
        ttrsim.run(SMALL, out=tmp_path / "r", threads=cluster)
    assert ttrsim.resume(tmp_path / "r").is_complete


def test_without_the_extra(tmp_path: Path) -> None:
    code = "import sys; sys.modules['distributed'] = None; from ttrsim.cli.app import main; main()"
    command = [sys.executable, "-c", code, "run", "usa", "--bots", "random,random", "--deals", "2", "--on", "dask"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 2
    assert "pip install 'ttrsim[cluster]'" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_core_does_not_import_dask() -> None:
    code = "import sys, ttrsim, ttrsim.cli.run, ttrsim.runs.api; assert 'distributed' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_every_loss_of_a_worker_is_told() -> None:
    cluster, told = Cluster.__new__(Cluster), []
    cluster._workers, cluster.tell = {"tcp://a": 2, "tcp://b": 2}, told.append
    cluster._threads_of_workers = lambda: {"tcp://b": 2, "tcp://c": 2}  # type: ignore[method-assign]
    assert cluster.n_threads == 4
    assert told == ["lost the worker tcp://a: what it was doing is done again"]
    assert cluster.n_threads == 4
    assert len(told) == 1
