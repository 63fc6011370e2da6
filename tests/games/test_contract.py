"""Every game that ttrsim knows is complete: what the shared layers may ask of it is there, and fits together."""

from __future__ import annotations

import importlib
import inspect

import numpy as np
import polars as pl
import pytest

from ttrsim.games.analysis import Reporting
from ttrsim.games.board import Board, Stage
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES, boards_of, load_board
from ttrsim.measures.registry import all_metrics

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=str)


MOST_MEMBERS = 15


def members(contract: type) -> list[str]:
    """What a class declares, annotated fields as well."""
    names = dict.fromkeys([*vars(contract), *vars(contract).get("__annotations__", {})])
    return [name for name in names if not name.startswith("_")]


def missing(thing: object, contract: type) -> list[str]:
    return [name for name in members(contract) if not hasattr(thing, name)]


def test_a_game_has_little_that_concerns_no_board() -> None:
    assert len(members(Game)) <= MOST_MEMBERS
    methods = {name: method for name, method in vars(Game).items() if inspect.isfunction(method)}
    assert not [name for name, method in methods.items() if "board" in inspect.signature(method).parameters]


@GAME
def test_nothing_is_missing(game: Game) -> None:
    assert missing(game.analysis, Reporting) == []
    assert not inspect.isabstract(type(game))
    assert game.key
    assert game.title


@GAME
def test_its_boards_are_boards(game: Game) -> None:
    assert boards_of(game)
    for name in boards_of(game):
        board = load_board(name)
        assert isinstance(board, Board)
        assert missing(board, Board) == []
        assert board.game is game
        assert len(board.record()) == 1
        assert board.as_dict()
        assert board.counts()
        assert board.sheets()
        assert board.plays_like(board, board.parameters.min_players)
        assert missing(board.stage(), Stage) == []
        assert board.atlas() is not None
        assert isinstance(board.parameters, game.parameters)


@GAME
def test_its_bots_play_it(game: Game) -> None:
    assert set(game.opponents) <= set(bots_of(game))
    for name in game.opponents:
        assert game.load_bot(name).game == game.key


@GAME
def test_any_number_can_be_described_as_a_decision(game: Game) -> None:
    board = load_board(boards_of(game)[0])
    assert all(board.describe_decision(number) for number in (-1, 0, 17, 2**40))


@GAME
def test_its_tables_have_what_every_game_has(game: Game) -> None:
    shared = {
        "games": {"game": pl.UInt32, "deal": pl.UInt32, "rotation": pl.UInt8, "n_winners": pl.UInt8},
        "seats": {"game": pl.UInt32, "deal": pl.UInt32, "seat": pl.UInt8, "points": pl.Int16, "win_share": pl.Float64},
    }
    board = load_board(boards_of(game)[0])
    for table, columns in shared.items():
        schema = game.tables[table].schema(board, ["random"])
        assert {name: type(schema[name]) for name in columns} == columns
    assert [table.name for table in game.tables.values()] == list(game.tables)


@GAME
def test_its_analysis_fits_its_tables(game: Game) -> None:
    board = load_board(boards_of(game)[0])
    facts = game.analysis.facts(board, ("random",), board.parameters.min_players, 1)
    seats = game.tables["seats"].schema(board, ["random"])
    assert set(facts.sources) | set(facts.habits) <= set(seats)
    names = [subject.name for subject in game.analysis.subjects]
    assert len(names) == len(set(names))
    metrics = all_metrics(game)
    for metric in metrics.values():
        assert set(metric.needs) <= set(game.tables), metric.name
        assert metric.text, metric.name
    for tolerance in game.analysis.tolerances:
        assert tolerance.partition("[")[0] in metrics


@GAME
def test_the_modules_of_its_subjects_can_be_imported(game: Game) -> None:
    for subject in game.analysis.subjects:
        for module in (subject.metrics, subject.figures):
            assert module is None or importlib.import_module(module)


@GAME
def test_ended_by_limit_counts_games(game: Game) -> None:
    results = np.zeros(3, game.kernel.result)
    assert load_board(boards_of(game)[0]).ended_by_limit(results) == 0


@GAME
def test_its_restrictions_are_those_of_its_kernel(game: Game) -> None:
    assert (game.restriction is None) == (game.kernel.restriction is None)
    if game.restriction is not None:
        empty, board = game.restriction(), load_board(boards_of(game)[0])
        assert empty.record(board).dtype == game.kernel.restriction
        assert not any(empty.record(board).tobytes()), "no restriction is all zero"
        assert (empty.terms(), empty.words(), list(empty.conflicts(board))) == ({}, [], [])
