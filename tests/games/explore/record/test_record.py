"""The game record: judged by the referee, read again, told in words; forgeries are found."""

import json

import pytest

from tests.games.explore.kernel.harness import PLAYERS, built_in
from tests.games.explore.oracle import referee as referee_module
from tests.games.explore.oracle.referee import referee
from tests.games.explore.oracle.roads import ROADS
from tests.games.explore.oracle.trails import is_trail
from tests.games.explore.table import Table
from ttrsim.errors import UserError
from ttrsim.games.explore.board.wording import board_as_dict
from ttrsim.games.explore.bots.greedy import greedy
from ttrsim.games.explore.bots.random import random
from ttrsim.games.explore.record.events import in_drawing_order
from ttrsim.games.registry import load_board
from ttrsim.play.record.reader import read_games, recorded
from ttrsim.play.record.writer import record_events, record_text

BOARD = board_as_dict(built_in())


@pytest.fixture(scope="module")
def clean() -> list[str]:
    """A record with an event of every kind and a fallback turn."""
    table = Table(built_in(), [random, random])
    for game in range(1000):
        if table.play(1, game, 1)["fallbacks"][0]:
            return record_text(table.play_logged(1, game)).splitlines()
    raise AssertionError


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_referee_finds_no_foul(n_players):
    table = Table(built_in(), [random] * n_players)
    for game in range(30):
        assert referee(record_text(table.play_logged(21, game)).splitlines(), BOARD) == []


def test_the_referee_finds_no_foul_of_greedy():
    table = Table(built_in(), [greedy, random])
    for game in range(20):
        assert referee(record_text(table.play_logged(22, game)).splitlines(), BOARD) == []


def test_the_referee_plays_by_house_rules():
    board = built_in().with_parameters(cards_per_round=4, cafe_points=7, plus_connections=0)
    table = Table(board, [random] * 3)
    for game in range(10):
        assert referee(record_text(table.play_logged(2, game)).splitlines(), board_as_dict(board)) == []
    assert referee(record_text(table.play_logged(2, 0)).splitlines(), BOARD)


def test_every_missing_line_is_found(clean):
    for index in range(len(clean)):
        assert referee(clean[:index] + clean[index + 1 :], BOARD), clean[index]


def test_every_doubled_line_is_found(clean):
    for index in range(len(clean)):
        assert referee([*clean[:index], clean[index], *clean[index:]], BOARD), clean[index]


def changed(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "R"
    return value[1:]


def test_every_changed_field_is_found(clean):
    """But not those that only name the game; a route may be another one of the same worth."""
    for index, line in enumerate(clean):
        event = json.loads(line)
        for field in event.keys() - {"seed", "game", "board", "bots", "route"}:
            forged = event | {field: changed(event[field])}
            assert referee([*clean[:index], json.dumps(forged), *clean[index + 1 :]], BOARD), (line, field)


@pytest.mark.parametrize(
    ("forge", "foul"),
    [
        (lambda route: [], "another route scores more"),
        (lambda route: route[1::2] + route[::2], "the route is no single line"),
        (lambda route: [*route, route[-1]], "the route is no single line"),
        (lambda route: ["H00"], "not drawn"),
    ],
)
def test_a_forged_route_is_found(clean, forge, foul):
    index = next(index for index, line in enumerate(clean) if json.loads(line)["event"] == "score")
    score = json.loads(clean[index])
    assert len(score["route"]) > 3
    forged = json.dumps(score | {"route": forge(score["route"])})
    (found,) = referee([*clean[:index], forged, *clean[index + 1 :]], BOARD)
    assert foul in found
    assert found.startswith(f"line {index + 1}:")


def test_a_notice_that_is_left_out_is_found(clean):
    start = json.loads(clean[0])
    assert start["board"].startswith("stand-in board")
    assert referee([json.dumps(start | {"board": "printed board"}), *clean[1:]], BOARD)


@pytest.mark.parametrize("lines", [[], ["no JSON"], ["[]"], ["{}"], ['{"event": "start"}']])
def test_rubbish_is_a_foul_and_no_crash(lines):
    assert referee(lines, BOARD)


def test_a_file_of_many_games(tmp_path, capsys):
    table = Table(built_in(), [random] * 2)
    text = "".join(record_text(table.play_logged(3, game)) for game in range(3))
    (tmp_path / "board.json").write_text(json.dumps(BOARD), encoding="utf-8")
    (tmp_path / "games.jsonl").write_text(text, encoding="utf-8")
    assert referee_module.main(str(tmp_path / "board.json"), str(tmp_path / "games.jsonl")) == 0
    assert capsys.readouterr().out == "3 games, 0 fouls\n"


# ---- the order of a route ------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["", "H22", "CNE H40", "H21 H22 H32 H33 V21 V31 V32 V42", "V21 V22 H22 H12 V11 H11"])
def test_a_route_is_written_as_one_line(names):
    route = in_drawing_order(names.split())
    assert sorted(route) == sorted(names.split())
    assert is_trail(route)


def test_the_oracle_knows_a_line_when_it_sees_one():
    assert is_trail(["H11", "H21", "V31"])
    assert not is_trail(["H11", "V31"])
    assert not is_trail(["H11", "H11"])
    assert set(in_drawing_order(ROADS[:1])) == set(ROADS[:1])


# ---- reading and telling -------------------------------------------------------------------------


def test_a_record_is_read_as_it_was_written(clean):
    (game,) = read_games([line.encode() for line in clean], "file", load_board)
    assert [game.start, *(event for _, event in game.events)] == [json.loads(line) for line in clean]


def test_a_game_in_words():
    logged = Table(built_in(), [random] * 2).play_logged(1, 0)
    text = list(logged.board.tell_game(recorded(logged.board, record_events(logged))))
    assert text[:2] == ["explore-new-york, 2 players, seed 1, game 0", built_in().notice]
    assert "round 8: " in "\n".join(text)
    assert sum(line.startswith("  seat") and "into (" in line for line in text) == 16
    assert text[-1].startswith(("winner: seat", "shared win: seat"))


BROKEN = {
    "the record is empty": lambda lines: [],
    "line 1: a game must begin with 'start', not with 'reveal'": lambda lines: lines[1:],
    "line 3: not JSON": lambda lines: [*lines[:2], "{", *lines[3:]],
    "unknown event 'drow' — did you mean 'draw'?": lambda lines: [*lines[:1], '{"event":"drow"}'],
    "the record ends before the game does": lambda lines: lines[:-1],
    "turn 3 follows turn 1": lambda lines: [lines[0], lines[1], lines[2].replace('"turn":1', '"turn":3')],
    "discard: the field 'card' is missing": lambda lines: [*lines[:2], lines[2].replace('"card"', '"cord"')],
    "is not a card of explore-new-york: '99'": lambda lines: [
        *lines[:2],
        json.dumps(json.loads(lines[2]) | {"card": "99"}),
    ],
    "2 players, but 1 bots": lambda lines: [json.dumps(json.loads(lines[0]) | {"bots": ["a"]})],
    "should be a block": lambda lines: [*lines[:3], json.dumps(json.loads(lines[3]) | {"block": [0, 7]})],
}


@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_record_is_refused_with_its_line(clean, message):
    with pytest.raises(UserError) as error:
        list(read_games([line.encode() for line in BROKEN[message](clean)], "file", load_board))
    assert message in str(error.value)
    assert str(error.value).startswith("file: line ")
