"""Positions from records: every decision is found again, and a record that does not fit its seed is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.positions.helpers import COMBINATIONS, bots_of, logged, play_on, record_of
from tests.test_record_writer import HOUSE_RULES
from ttrsim import Position
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board, override_parameters
from ttrsim.record.writer import record_text


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_a_record_leads_through_the_positions_of_its_game(name: str, n_players: int) -> None:
    board = load_board(name)
    bots = bots_of(board, n_players)
    position = Position.start(board, n_players, seed=3, deal=2)
    for before, decision in Position.replay(record_of(board, bots, 3, 2)):
        assert (before.turn, before.asked, before.question) == (position.turn, position.asked, position.question)
        assert before.view(before.asked or 0) == position.view(position.asked or 0)
        asked = position.ask(bots[position.asked or 0])
        assert asked == decision
        position.apply(asked)
    assert position.is_over


@pytest.mark.parametrize(("name", "n_players", "rules"), HOUSE_RULES)
def test_records_under_house_rules(name: str, n_players: int, rules: dict[str, Any]) -> None:
    """Short markets, stalemates, limits of turns, offers of nothing."""
    board = override_parameters(load_board(name), rules)
    for bots in (["random"] * n_players, bots_of(board, n_players)):
        last, decision = list(Position.replay(record_of(board, bots)))[-1]
        last.apply(decision)
        assert last.is_over


def test_a_position_at_a_turn() -> None:
    board = load_board("europe")
    record = record_of(board, ["planner", "random", "greedy"])
    for turn in (0, 1, 2, 30):
        position = Position.from_record(record, turn)
        assert position.turn == turn
        assert position.question == ("keep_tickets" if turn == 0 else "choose_action")
    again = Position.from_record(record, 30)
    assert play_on(again, ["random"] * 3).is_over
    for turn in (-1, 10_000):
        with pytest.raises(UserError, match="record: something is asked in turns 0 to "):
            Position.from_record(record, turn)


# ---- files ---------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    board = load_board("new-york")
    records = [record_text(logged(board, ["random", "greedy"], 3, game)) for game in (4, 5)]
    (tmp_path / "games.jsonl").write_text("".join(records))
    return tmp_path / "games.jsonl"


def test_a_file_of_several_games(path: Path) -> None:
    assert Position.from_record(path, 7, game=5).turn == 7
    with pytest.raises(UserError, match="holds 2 games: say which by its number"):
        Position.from_record(path, 7)
    with pytest.raises(UserError, match="has no game 6"):
        Position.from_record(path, 7, game=6)
    with pytest.raises(UserError, match="cannot read"):
        Position.from_record(path.with_name("none"), 7)


def edited(path: Path, change: Any) -> Path:
    """The first game of the file, its events changed."""
    events = [json.loads(line) for line in path.read_text().splitlines()]
    events = events[: [event["event"] for event in events].index("end") + 1]
    change(events)
    target = path.with_name("edited.jsonl")
    target.write_text("".join(json.dumps(event) + "\n" for event in events))
    return target


def first(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in events if event["event"] == kind)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda events: events[0].update(seed=4), "line 2: hand: 'cards' is .*, but seed 4, game 4 on"),
        (lambda events: events[0].update(game=9), "line 2: .* the record cannot be played again"),
        (lambda events: first(events, "draw").update(slot=0, **{"from": "market", "card": "pink"}), "line "),
        (lambda events: first(events, "claim").update(cards={"pink": 9}), "line [0-9]+: not legal in <Position"),
        (lambda events: first(events, "score").update(total=500), "line .* score: 'total' is 500, but"),
        (lambda events: events[-1].update(winners=[]), r"line .* end: 'winners' is \[\], but"),
        (lambda events: events.pop(40), "line "),
    ],
)
def test_a_record_that_is_not_a_game_of_its_seed(change: Any, message: str, path: Path) -> None:
    with pytest.raises(UserError, match=message) as error:
        Position.from_record(edited(path, change), 3)
    assert "edited.jsonl: line " in str(error.value)
    assert "\n" not in str(error.value)


def test_a_record_that_ends_before_its_game(path: Path) -> None:
    def cut(events: list[dict[str, Any]]) -> None:
        end = [event for event in events if event["event"] in ("score", "end")]
        turn = events[60]["turn"]
        events[:] = [event for event in events if event["turn"] < turn and event not in end]
        events += [event | {"turn": turn - 1} for event in end]

    with pytest.raises(UserError, match="the record ends here, and the game is not over"):
        Position.from_record(edited(path, cut), 3)


def test_fields_that_nobody_knows_do_not_matter(path: Path) -> None:
    def note(events: list[dict[str, Any]]) -> None:
        for event in events:
            event["comment"] = "!?"

    assert Position.from_record(edited(path, note), 3).turn == 3
