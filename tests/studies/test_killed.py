"""Studies that are killed: each is resumed from its folder alone, and leaves the bytes of one that was not."""

from __future__ import annotations

import json
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ttrsim
from tests.runs.helpers import start
from tests.runs.helpers import ttrsim as command
from ttrsim.errors import RunError, UserError
from ttrsim.play.record.writer import record_text
from ttrsim.progress import Progress
from ttrsim.runs.api import set_table

KEPT = {"request.json", "lock", "parts.jsonl"}  # when they are written differs


class KilledError(Exception):
    """As a kill: it comes at any moment, and nothing is tidied up."""


def stopping(after: int) -> Callable[[Progress], None]:
    calls = 0

    def follow(progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise KilledError

    return follow


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "game.jsonl"
    path.write_text(record_text(set_table("new-york", ["greedy", "random"]).play_logged(1, 0)), encoding="utf-8")
    return path


SUITE = {
    "scenario": [
        {"name": name, "board": "new-york", "seats": ["random", "greedy"], "deals": 40, "seed": seed}
        for name, seed in (("one", 1), ("two", 2))
    ]
}
TARGET = "mean(points) in [38, 44]"
BALANCE = {"change": ["attraction_points"], "target": [TARGET], "bots": "greedy,greedy"}
REBALANCE = ("--bots", "greedy,greedy", "-n", "20000", "--change", "attraction_points", "--target", TARGET)
STUDIES: dict[str, tuple[str, Any, dict[str, Any], tuple[int, ...]]] = {
    "suite": ("run_suite", SUITE, {"chunk": 16}, (3, 6)),
    "tournament": ("tournament", "new-york", {"bots": "greedy,random,random()", "deals": 40}, (2, 6)),
    "skill-ladder": ("skill_ladder", "new-york", {"bots": "random,greedy", "deals": 40}, (3,)),
    "rebalance": ("rebalance", "new-york", BALANCE | {"games": 6_000}, (3, 12)),
    "analyse": ("analyse", "RECORD", {"depth": 6}, (2, 9)),
}


def contents(folder: Path) -> dict[str, bytes]:
    """All that a study leaves but runs, whose manifests have times, by file. What is said of the folder is left out."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name not in KEPT]
    told = {str(path.relative_to(folder)): path for path in files if path.name != "manifest.json"}
    return {name: path.read_bytes().replace(str(folder).encode(), b"DIR") for name, path in told.items()}


@pytest.mark.parametrize("kind", STUDIES)
def test_a_study_that_is_killed_and_resumed_is_the_same_study(kind: str, record: Path, tmp_path: Path) -> None:
    verb, first, options, moments = STUDIES[kind]
    play, first = getattr(ttrsim, verb), record if first == "RECORD" else first
    play(first, **options, out=tmp_path / "whole", threads=2)
    whole = contents(tmp_path / "whole")
    for moment in moments:
        path = tmp_path / f"killed-{moment}"
        with pytest.raises(KilledError):
            play(first, **options, out=path, threads=1, progress=stopping(moment))
        ttrsim.resume(path, threads=2)
        resumed = contents(path)
        grown = {name for name in whole if name.endswith("scores.jsonl")}  # its lines come in any order
        assert {name: text for name, text in resumed.items() if name not in grown} == {
            name: text for name, text in whole.items() if name not in grown
        }


def test_what_cannot_be_resumed(record: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"neither a manifest\.json nor a request\.json"):
        ttrsim.resume(tmp_path)
    path = tmp_path / "t"
    ttrsim.tournament("new-york", "greedy,random", deals=4, out=path)
    values = json.loads((path / "request.json").read_text())
    for change, message in (
        ({"identity": {}}, "has changed since this was begun"),
        ({"request": {"board": "new-york"}}, "is damaged: bots: is missing"),
        ({"format": "ttrsim dance"}, "knows no study 'dance'"),
    ):
        (path / "request.json").write_text(json.dumps(values | change))
        with pytest.raises(RunError, match=message):
            ttrsim.resume(path)
    (path / "request.json").write_text(json.dumps(values))
    (path / "scores.jsonl").write_text('{"line_up": 0, "first_deal": 0, "n_deals": 2, "scores": "AAAA"}\n')
    with pytest.raises(RunError, match=r"scores.jsonl: line 1 is damaged"):
        ttrsim.resume(path)


def test_a_folder_belongs_to_one_study(tmp_path: Path) -> None:
    path, bots = tmp_path / "t", ["greedy", "random"]
    ladder = ttrsim.tournament("new-york", bots, deals=4, out=path)
    with pytest.raises(UserError, match=r"holds this tournament already: `ttrsim resume .*/t` continues it"):
        ttrsim.tournament("new-york", bots, deals=4, out=path)
    assert ttrsim.tournament("new-york", bots, deals=4, out=path, exist="reuse").as_dict() == ladder.as_dict()
    with pytest.raises(UserError, match="holds another study"):
        ttrsim.tournament("new-york", bots, deals=5, out=path, exist="reuse")
    shutil.rmtree(path)
    path.mkdir()
    (path / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        ttrsim.tournament("new-york", bots, deals=4, out=path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("argv", "grows"),
    [
        (("tournament", "new-york", "--bots", "greedy,random,random()", "--deals", "4000"), "scores.jsonl"),
        (("analyse", "RECORD", "--depth", "40"), "decisions.jsonl"),
        (("rebalance", "new-york", *REBALANCE), "rounds/01-round-games/parts.jsonl"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_processes_that_are_killed(argv: tuple[str, ...], grows: str, record: Path, tmp_path: Path) -> None:
    """SIGKILL once something is kept, and again while it is resumed."""
    seed = random.randrange(10**6)
    dice, path = random.Random(seed), tmp_path / "killed"
    given = tuple(str(record) if word == "RECORD" else word for word in argv)
    for number in range(2):
        process = start(*(("resume", str(path)) if number else (*given, "-o", str(path))))
        before, deadline = size(path / grows), time.monotonic() + 300
        while size(path / grows) == before and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.05))
        process.kill()
        process.communicate(timeout=300)
        if process.returncode != -signal.SIGKILL:
            break  # it was faster
    assert command("resume", str(path))[0] == 0, seed
    assert command(*given, "-o", str(tmp_path / "whole"))[0] == 0
    (one, other) = (contents(folder) for folder in (path, tmp_path / "whole"))
    for each in (one, other):
        each.pop("scores.jsonl", None)
    assert one == other, seed


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
