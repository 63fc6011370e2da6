"""`ttrsim play`: whole games through the prompt, taken back, interrupted and resumed; hints know what a seat knows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim import Position, advise
from ttrsim.cli.app import app
from ttrsim.games.registry import board_names
from ttrsim.play.by_hand import GameByHand
from ttrsim.play.replay import play_again, read_record

Answers = Callable[[str], str]


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answers], None]:
    """Answers every prompt with what a function gives; it may raise."""
    return lambda answer: monkeypatch.setattr("builtins.input", answer)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["play", *arguments])


def first_moves(seed: int) -> Answers:
    """Some move of the list, always in the same way."""
    chance = random.Random(seed)
    return lambda text: str(chance.randint(1, 3)) if chance.random() < 0.9 else "1"


MAPS = [name for name in board_names() if "-" not in name or name in ("new-york", "explore-new-york")]


@pytest.mark.parametrize("board", MAPS)
def test_a_game_of_each_board_is_played_to_the_end(
    board: str, prompt: Callable[[Answers], None], tmp_path: Path
) -> None:
    prompt(first_moves(1))
    file = tmp_path / "game.json"
    bots = "greedy" if board in ("explore-new-york", "new-york", "london") else "greedy,greedy"
    seat = str(MAPS.index(board) % 2)
    result = run(board, "--bots", bots, "--seat", seat, "--save", str(file), "--depth", "0")
    assert result.exit_code == 0, result.output
    record = read_record(tmp_path / "game.jsonl", None)
    assert play_again(record).end.is_over
    assert record.start["bots"][int(seat)] == "person"
    assert " won" in result.stdout


def test_it_goes_on_after_an_interruption_and_ends_the_same(prompt: Callable[[Answers], None], tmp_path: Path) -> None:
    moves: list[str] = []

    def answer(text: str) -> str:
        moves.append("1")
        return "1"

    prompt(answer)
    whole = tmp_path / "whole.json"
    assert run("new-york", "--bots", "planner", "--save", str(whole), "--depth", "0").exit_code == 0
    count = 0

    def interrupted(text: str) -> str:
        nonlocal count
        count += 1
        if count == 5:
            raise KeyboardInterrupt
        return "1"

    prompt(interrupted)
    file = tmp_path / "game.json"
    result = run("new-york", "--bots", "planner", "--save", str(file), "--depth", "0")
    assert result.exit_code == 130
    assert f"ttrsim play {file} goes on" in result.stderr
    prompt(answer)
    assert run(str(file), "--depth", "0").exit_code == 0
    assert (tmp_path / "game.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_moves_are_found_by_words_and_taken_back(prompt: Callable[[Answers], None], tmp_path: Path) -> None:
    script = iter(["nonsense words", "99", "1", "table", "back", "all", "1", "help", "save", "quit"])
    prompt(lambda text: next(script))
    file = tmp_path / "game.json"
    result = run("new-york", "--bots", "greedy", "--save", str(file))
    assert result.exit_code == 0, result.output
    for told in ("no move has the words 'nonsense words'", "there is no move 99", "take back your last move"):
        assert told in result.stdout
    game = GameByHand.load(file)
    assert [position.asked for position in game.positions].count(0) == 2  # the set-up, and the first turn
    assert game.take_back()
    assert not game.take_back()


def test_what_others_do_is_told_without_their_cards(tmp_path: Path) -> None:
    game = GameByHand("new-york", 3, 0, ["greedy"])
    told = []
    while not game.is_over and len(told) < 12:
        told += [words for _, words in game.let_bots_play()]
        if not game.is_over:
            game.decide(game.position.candidates()[0])
    assert told[0] == "chooses tickets"
    hidden = set(game.position.view(1)["own"]["tickets"])
    assert not any(ticket in words for words in told for ticket in hidden)


def test_a_hint_shows_nothing_that_the_seat_cannot_know() -> None:
    """Two tables that look the same to a seat, with other cards in hidden places, give the same hint."""
    position = Position.start("new-york", 2, seed=4)
    while position.turn < 2:
        position.apply(position.ask("greedy"))
    seat = position.asked or 0
    other = position.copy()
    state = other._states[0]
    rival, pile = state["seats"][1 - seat]["hand"], state["hidden"]["pile"]
    known = state["public"]["known"][1 - seat]
    loose = next(card for card in range(len(rival)) if rival[card] > known[card])
    wanted = next(card for card in range(len(pile)) if pile[card] > 0 and card != loose)
    rival[loose] -= 1
    rival[wanted] += 1
    pile[loose] += 1
    pile[wanted] -= 1
    state["hidden"]["card_stream"]["state"] += 1
    assert other._stepper.violation(other._states) is None
    hints = [advise(each, rollouts=400, seconds=1000.0, threads=1).as_dict() for each in (position, other)]
    assert hints[0]["choices"] == hints[1]["choices"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "it is not JSON"),
        ('{"format": "other"}', "is not a game that `ttrsim play` saved"),
        ('{"format": "ttrsim game", "version": 1}', "is damaged: without board"),
    ],
)
def test_a_damaged_game_ends_in_a_message(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    result = run(str(file))
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_changed_game_is_noticed(tmp_path: Path) -> None:
    game = GameByHand("new-york", 1, 0, ["greedy"])
    game.decide(game.position.candidates()[0])
    file = tmp_path / "game.json"
    game.save(file)
    values = json.loads(file.read_text())
    values["position"]["public"]["pile"] -= 1
    file.write_text(json.dumps(values))
    result = run(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {file}: ")


def test_a_game_is_not_overwritten_and_options_of_a_saved_one_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    GameByHand("new-york", 1, 0, ["greedy"]).save(file)
    assert "already exists" in run("new-york", "--save", str(file)).stderr
    assert "has its own --bots and --seed" in run(str(file), "--bots", "greedy", "--seed", "3").stderr
    assert "--seat: should be from 0 to 1" in run("new-york", "--seat", "4", "--save", str(tmp_path / "b")).stderr
