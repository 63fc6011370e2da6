"""`ttrsim replay`: the text of a game from its record or played, and what is said of bad input."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.games.registry import board_folder

GAME = ("--bots", "random,greedy,random", "-s", "5", "--game", "2")


def run(*arguments: str, text: str | bytes | None = None) -> Any:
    return CliRunner().invoke(app, list(arguments), input=text)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("trace", "europe", *GAME, "-n", "2", "-o", str(path)).exit_code == 0
    return path


def test_a_record_and_the_game_itself_give_the_same_text(record: Path) -> None:
    played = run("replay", "europe", *GAME)
    recorded = run("replay", str(record), "--game", "2")
    assert (played.exit_code, recorded.exit_code) == (0, 0)
    assert played.stdout == recorded.stdout
    assert played.stdout.startswith("europe, 3 players, seed 5, game 2\n\nset-up\n  seat 0 random  is dealt ")


def test_restrictions_are_in_the_record_and_in_the_text(tmp_path: Path) -> None:
    keys = (
        "--restrict",
        "bot='greedy', stations=false, closed=['Brest-Paris']",
        "--restrict",
        "seat=0, open_wilds=false",
    )
    path = tmp_path / "game.jsonl"
    assert run("trace", "europe", *GAME, *keys, "-o", str(path)).exit_code == 0
    played, recorded = run("replay", "europe", *GAME, *keys), run("replay", str(path))
    assert played.stdout == recorded.stdout
    assert played.stdout.splitlines()[:4] == [
        "europe, 3 players, seed 5, game 2",
        "  seat 0 random  takes no face-up wilds",
        "  seat 1 greedy  never claims Brest-Paris; builds no stations",
        "",
    ]


def test_a_record_of_many_games(record: Path) -> None:
    both = run("replay", str(record)).stdout
    second = run("replay", str(record), "--game", "3").stdout
    assert both.endswith(f"\n\n\n{second}")
    assert both.count("winner: ") + both.count("shared win: ") == 2


def test_standard_input(record: Path) -> None:
    assert run("replay", "-", text=record.read_bytes()).stdout == run("replay", str(record)).stdout


def test_by_default_the_first_game_of_seed_1_is_played() -> None:
    result = run("replay", "new-york", "--bots", "random,random")
    assert result.stdout.startswith("new-york, 2 players, seed 1, game 0\n")


def test_a_board_that_has_moved(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    shutil.copytree(str(board_folder("new-york")), here)
    record = run("trace", str(here), "--bots", "random,random").stdout
    text = run("replay", "-", text=record).stdout
    here.rename(there)
    lost = run("replay", "-", text=record)
    assert lost.exit_code == 2
    assert f"standard input: line 1: cannot load the board: no board folder '{here}'" in lost.stderr
    assert "--board" in lost.stderr
    assert run("replay", "-", "--board", str(there), text=record).stdout == text


def bad_line(record: Path, number: int, line: str) -> str:
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ('{"event":"teleport","turn":0}', "unknown event 'teleport'"),
        ('{"event":"claim","turn":0,"player":0,"cards":{}}', "claim: the field 'route' is missing"),
        ('{"event":"claim","turn":0,"player":0,"route":"X-Y","cards":{}}', "'route' is not a route of europe: 'X-Y'"),
    ],
)
def test_a_malformed_record(record: Path, line: str, message: str) -> None:
    result = run("replay", "-", text=bad_line(record, 6, line))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: standard input: line 6: ")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no/such.jsonl"], "cannot read 'no/such.jsonl': No such file or directory"),
        (["usa"], "'usa' is a board; name the bots with --bots to play a game on it"),
        (["."], "'.' is a board; name the bots with --bots to play a game on it"),
        (["eurpoe", "--bots", "random,random"], "unknown board 'eurpoe' — did you mean 'europe'?"),
        (["usa", "--bots", "random"], "usa is for 2 to 5 players, not 1"),
        (
            ["usa", "--bots", "random,random", "--board", "usa"],
            "--board is only for records; with --bots, the board is the first argument",
        ),
        (["game.jsonl", "--seed", "1"], "--seed can only be used together with --bots"),
        (["game.jsonl", "--restrict", "seat=0"], "--restrict can only be used together with --bots"),
        (
            ["usa", "--bots", "random,random", "--restrict", 'keep=["x"]'],
            "--restrict: 0.keep.0: usa has no ticket 'x'",
        ),
        (
            ["usa", "--bots", "random,random", "--restrict", "seat=1", "--restrict", "seat"],
            "--restrict: 1: should be keys",
        ),
        (["usa", "--bots", "random,random", "--restrict", "seat=2.5"], "--restrict: 0.seat: should be a valid integer"),
        (["usa", "--bots", "random,random", "--restrict", "seat=2"], "--restrict: 0.seat: seats are 0 to 1, not 2"),
    ],
)
def test_bad_arguments(arguments: list[str], message: str) -> None:
    result = run("replay", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")


def test_a_game_that_is_not_in_the_record(record: Path) -> None:
    result = run("replay", str(record), "--game", "99")
    assert (result.exit_code, result.stderr) == (2, f"error: {record}: no game 99 in this record\n")
