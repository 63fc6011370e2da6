"""Weights of bots: declared with bounds, given by name, from a file, or by the board that a bot was tuned for."""

from __future__ import annotations

import pickle
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import ttrsim
from tests.runs.helpers import cut_parts
from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError
from ttrsim.games.board import Board
from ttrsim.games.contract import bots_of
from ttrsim.games.registry import GAMES, data_of, load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine.bots import Weight
from ttrsim.machine.user_modules import UserCode
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.bots.specs import bot_label, parse_spec

NEW_YORK = Path(str(data_of(GAMES["trains"]))) / "new-york"


def weights(bot: Bot, board: Board | None = None, n_players: int = 2) -> dict[str, float]:
    values = bot.weights if board is None else bot.weights_on(board, n_players)
    return dict(zip([weight.name for weight in bot.compiled.weights], values, strict=True))


@pytest.fixture
def own_board(tmp_path: Path) -> Path:
    """New York without the weights that it ships with, and with some of its own."""
    folder = Path(shutil.copytree(NEW_YORK, tmp_path / "mine"))
    header = (folder / "board.toml").read_text(encoding="utf-8").partition("[weights")[0]
    (folder / "board.toml").write_text(f"{header}\n[weights.planner.2]\nturn = 1.5\nblock = 0.25\n", encoding="utf-8")
    return folder


@pytest.fixture
def weights_file(tmp_path: Path) -> Path:
    path = tmp_path / "tuned.toml"
    path.write_text('bot = "planner"\n[weights]\ncompany = 0\nrisk = 0.2\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("planner", ("", "planner", "", None)),
        ("planner(block=1)", ("", "planner", "", "block=1")),
        ("planner@a/b.toml(block=1)", ("", "planner", "a/b.toml", "block=1")),
        ("planner@default", ("", "planner", "default", None)),
        ("a/me@home.py:mine", ("a/me@home.py", "mine", "", None)),
        ("C:/x.py:mine@w.toml", ("C:/x.py", "mine", "w.toml", None)),
    ],
)
def test_the_parts_of_a_name(spec: str, parts: tuple[str, ...]) -> None:
    assert parse_spec(spec) == parts
    assert str(parse_spec(spec)) == spec


def test_labels_name_files_without_their_folders() -> None:
    assert bot_label("a/b.py:mine@c/d.toml(x=1)") == "b.py:mine@d.toml(x=1)"


def test_bounds_that_are_not_declared_lie_around_the_default() -> None:
    assert Weight("w", 2.0, "").bounds == (-2.0, 6.0)
    assert Weight("w", 0.0, "").bounds == (-1.0, 1.0)
    assert Weight("w", 2.0, "", 0.0).bounds == (0.0, 6.0)
    assert Weight("w", 100.0, "", 0.0, 8.0).bounds == (0.0, 100.0)  # a variant may lie outside


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_every_weight_of_a_built_in_bot_declares_its_bounds(game: object) -> None:
    for name in bots_of(game):  # type: ignore[attr-defined]
        for weight in game.load_bot(name).weights:  # type: ignore[attr-defined]
            assert weight.low is not None, (name, weight)
            assert weight.high is not None, (name, weight)


def test_a_file_gives_weights_and_the_name_overrides_them(weights_file: Path) -> None:
    found = weights(load_bot(f"planner@{weights_file}(risk=0.5)", TRAINS))
    assert (found["company"], found["risk"], found["turn"]) == (0.0, 0.5, 0.95)


def test_all_faults_of_a_weights_file_are_reported(weights_file: Path) -> None:
    weights_file.write_text("bots = 1\n[weights]\ncompani = 0\nrisk = true\n", encoding="utf-8")
    with pytest.raises(UserError) as error:
        load_bot(f"planner@{weights_file}", TRAINS)
    assert str(error.value).splitlines() == [
        f"{weights_file}: bots: unknown key — did you mean 'bot'?",
        f"{weights_file}: weights.compani: unknown weight — did you mean 'company'?",
        f"{weights_file}: weights.risk: should be a number, not True",
    ]


def test_a_missing_weights_file_is_named() -> None:
    with pytest.raises(UserError, match=r"nowhere\.toml: no such weights file"):
        load_bot("planner@nowhere.toml", TRAINS)


def test_a_board_sets_the_weights_of_a_bot_for_its_number_of_players(own_board: Path) -> None:
    board = load_board(own_board)
    planner = load_bot("planner", TRAINS)
    assert (weights(planner, board)["turn"], weights(planner, board)["block"]) == (1.5, 0.25)
    assert weights(planner, board, 3) == weights(planner)
    assert weights(load_bot("planner(block=2)", TRAINS), board)["block"] == 2.0
    assert weights(load_bot("planner(block=2)", TRAINS), board)["turn"] == 1.5
    assert weights(load_bot("planner@default", TRAINS), board) == weights(planner)
    assert weights(load_bot("rusher", TRAINS), board) == weights(load_bot("rusher", TRAINS))


def test_a_deck_does_not_take_the_weights_that_were_tuned_for_its_map() -> None:
    planner = load_bot("planner", TRAINS)
    assert weights(planner, load_board("usa")) != weights(planner)
    assert weights(planner, load_board("usa-mega")) == weights(planner)


def test_a_bot_built_on_another_plays_with_the_weights_that_a_board_has_for_that_one() -> None:
    """`seer` takes others for the planner that they are, and its own play starts from it."""
    board, seer, planner = load_board("new-york"), load_bot("seer(lead=2)", TRAINS), load_bot("planner", TRAINS)
    assert weights(seer, board) == weights(planner, board) | {"rollouts": 1000.0, "lead": 2.0}
    assert weights(seer, board) != weights(seer)
    assert weights(load_bot("seer(turn=2)", TRAINS), board)["turn"] == 2.0
    default = load_bot("seer@default", TRAINS)
    assert weights(default, board) == weights(load_bot("planner@default", TRAINS), board) | {
        "rollouts": 1000,
        "lead": 1,
    }


def test_a_board_sets_the_weights_of_a_users_bot_only_if_it_says_what_it_is_built_on(own_board: Path) -> None:
    planner, board = load_bot("planner", TRAINS), load_board(own_board)
    code = replace(planner.compiled, user_code=UserCode("mine.py", {}))
    mine = replace(planner, name="mine.py:planner", compiled=code)
    assert weights(mine, board) == weights(planner)
    mine = replace(mine, compiled=replace(code, built_on="planner"))
    assert weights(mine, board) == weights(planner, board)
    assert mine.compiled.variant("Another.", block=1.0).built_on == ""


def test_house_rules_keep_the_weights_of_a_board(own_board: Path) -> None:
    board = load_board(own_board)
    assert board.override_parameters({"wilds": 3}, "test").weights == board.weights


def test_faults_of_the_weights_of_a_board(own_board: Path) -> None:
    header = own_board / "board.toml"
    header.write_text(
        header.read_text(encoding="utf-8").partition("[weights")[0]
        + '[weights.planer.2]\nturn = 1\n[weights.planner.two]\nturn = 1\n[weights.planner.3]\nturn = "x"\n',
        encoding="utf-8",
    )
    with pytest.raises(BoardError) as error:
        load_board(own_board)
    text = str(error.value)
    assert "weights.planer: no such bot — did you mean 'planner'?" in text
    assert "weights.planner.two: should be a table named by a number of players" in text
    assert "weights.planner.3.turn: should be a number, not 'x'" in text


def test_an_unknown_weight_of_a_board_is_reported_when_the_bot_sits_down(own_board: Path) -> None:
    header = own_board / "board.toml"
    header.write_text(header.read_text(encoding="utf-8").replace("block = 0.25", "blok = 0.25"), encoding="utf-8")
    with pytest.raises(UserError, match="unknown weight 'blok' — did you mean 'block'"):
        weights(load_bot("planner", TRAINS), load_board(own_board))


def test_weights_go_to_another_process(weights_file: Path) -> None:
    bot = load_bot(f"planner@{weights_file}", TRAINS)
    sent = pickle.dumps(bot)
    weights_file.unlink()  # the other machine does not have it
    again = pickle.loads(sent)
    assert (again.name, again.weights, again.given) == (bot.name, bot.weights, bot.given)


def test_a_run_keeps_the_weights_it_was_played_with(own_board: Path, weights_file: Path, tmp_path: Path) -> None:
    seats = [f"planner@{weights_file}", "planner"]
    run = ttrsim.run({"board": str(own_board), "seats": seats, "deals": 40}, out=tmp_path / "r", chunk=20)
    played = run.manifest.weights
    assert played["planner@tuned.toml"]["company"] == 0.0
    assert played["planner"]["turn"] == 1.5
    games = run.scan("seats").collect()
    weights_file.unlink()
    shutil.rmtree(own_board)
    cut_parts(run, 1)
    assert ttrsim.resume(run.path).scan("seats").collect().equals(games)


def test_paths_of_weights_in_a_scenario_are_meant_from_its_folder(weights_file: Path, tmp_path: Path) -> None:
    scenario = tmp_path / "s.toml"
    scenario.write_text('board = "new-york"\nseats = ["planner@tuned.toml", "greedy"]\ndeals = 5\n', encoding="utf-8")
    run = ttrsim.run(scenario, out=tmp_path / "r")
    assert run.manifest.weights["planner@tuned.toml"]["risk"] == 0.2
