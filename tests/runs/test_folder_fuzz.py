"""Flipped bytes and edited values in a run folder: one message, exit code 1, and nothing told that is not so."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.tiers import some
from ttrsim.cli.app import app

PAIR = {"board": "new-york", "seats": ["random", "greedy"], "deals": 12, "seed": 3}
VALUES = [
    0,
    1,
    -1,
    10**9,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "../x",
    "/etc",
    "\x00",
    None,
    True,
    [],
    {},
    ["a"],
    {"a": 1},
]
COMMANDS = (["summary"], ["metrics", "measure", "bot_points"], ["baseline", "save", "x"], ["resume"])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ttrsim.run(PAIR, out=tmp_path_factory.mktemp("sound") / "run", chunk=8).path


def invoke(command: list[str], run: str) -> Any:
    arguments = {"metrics": [*command[:2], run, *command[2:]]}.get(command[0], [*command, run])
    return CliRunner().invoke(app, arguments)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a JSON value has values that are not made of others."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in places(item, (*path, key))] or [path]


def edited(text: str, rng: random.Random) -> str:
    values = json.loads(text)
    *parents, last = rng.choice(places(values))
    inner = values
    for key in parents:
        inner = inner[key]
    inner[last] = rng.choice([value for value in VALUES if value != inner[last]])
    return json.dumps(values)


def damage(folder: Path, rng: random.Random) -> None:
    file = folder / rng.choice(["manifest.json", "parts.jsonl"])
    content = file.read_bytes()
    if rng.random() < 0.3:
        place = rng.choice([place for place, byte in enumerate(content) if chr(byte) not in " \n"])
        content = content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]
    elif file.name == "manifest.json":
        content = edited(content.decode(), rng).encode()
    else:
        lines = content.decode().splitlines()
        number = rng.randrange(len(lines))
        lines[number] = edited(lines[number], rng)
        content = "".join(f"{line}\n" for line in lines).encode()
    file.write_bytes(content)


@pytest.mark.parametrize("seed", range(some(12, 4)))
def test_a_damaged_folder(seed: int, sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(sound, "run")
    damage(Path("run"), random.Random(seed))
    for command in COMMANDS:
        result = invoke(command, "run")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        if result.exit_code == 0:  # nothing but `resume` may go on, which mends what it can
            assert command == ["resume"]
            assert ttrsim.open_run("run").manifest.key == ttrsim.open_run(sound).manifest.key
        else:
            assert result.exit_code == 1
            assert "error: " in result.output
    assert {path.name for path in tmp_path.iterdir()} == {"run"}
