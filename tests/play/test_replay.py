"""Positions from records: every decision is found again, and a record that does not fit its seed is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.trains.record.test_writer import HOUSE_RULES
from tests.play.helpers import COMBINATIONS, bots_of, logged, play_on, record_of
from ttrsim import Position
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.record.reader import recorded
from ttrsim.play.record.writer import record_events, record_text
from ttrsim.play.restrictions import Restricted
from ttrsim.play.table import SeatedTable


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
    board = load_board(name).override_parameters(rules)
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
        with pytest.raises(UserError, match="record: turn should be from 0 to "):
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
    with pytest.raises(UserError, match="has 2 games: choose one with --game"):
        Position.from_record(path, 7)
    with pytest.raises(UserError, match="no game 6 in this record"):
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
        (lambda events: events[0].update(game=9), "line 2: .* the record cannot be replayed"),
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

    with pytest.raises(UserError, match="the record ends here, but the game is not over"):
        Position.from_record(edited(path, cut), 3)


def test_fields_that_nobody_knows_do_not_matter(path: Path) -> None:
    def note(events: list[dict[str, Any]]) -> None:
        for event in events:
            event["comment"] = "!?"

    assert Position.from_record(edited(path, note), 3).turn == 3


# ---- restrictions --------------------------------------------------------------------------------

RESTRICTIONS: dict[int, dict[str, Any]] = {
    0: {"ticket_draws": False, "tunnels": False},
    1: {"refuse": ["Kyiv-Petrograd", "Berlin-Roma"], "refuse_later": ["Paris-Wien"], "keep_later": ["London-Wien"]},
    2: {"stations": False, "open_wilds": False, "closed": ["Brest-Dieppe"]},
}


def test_games_under_restrictions(tmp_path: Path) -> None:
    """Stepped, recorded, replayed and saved: always the same game."""
    board, bots = load_board("europe"), ["greedy", "hungry", "planner"]
    model = board.game.restriction
    assert model is not None
    restricted = [
        Restricted(model.model_validate_json(json.dumps(terms)), seat) for seat, terms in RESTRICTIONS.items()
    ]
    table = SeatedTable(board, [load_bot(bot, board.game) for bot in bots], restricted=restricted)
    record = recorded(board, record_events(table.play_logged(3, 1)))
    position = Position.start(board, 3, seed=3, deal=1, restrictions=RESTRICTIONS)
    n_offers = 0
    for step, (before, decision) in enumerate(Position.replay(record)):
        assert before.legal() == position.legal()
        n_offers += position.question == "keep_tickets"
        if step % 5 == 0 or position.question == "keep_tickets":
            position.save(tmp_path / "p.json")
            assert Position.load(tmp_path / "p.json") == position
            assert Position.load(tmp_path / "p.json").legal() == position.legal()
        assert position.ask(bots[position.asked or 0]) == decision
        position.apply(position.ask(bots[position.asked or 0]))
    assert position.is_over
    assert n_offers > 5
    assert position.view(0)["own"]["restriction"]["barred"] == ["ticket_draws"]
    assert position.view(1)["own"]["restriction"]["barred"] == []


@pytest.mark.parametrize(
    ("restrictions", "message"),
    [
        ({7: {}}, "has a player that should be a seat from 0 to 2, not 7"),
        ({0: {"stations": 1}}, "restrictions stations should be a valid boolean"),
        ({0: {"closed": ["Paris-Pari"]}}, "closed.0: europe has no route 'Paris-Pari'"),
        ({0: {"keep": ["Berlin-Roma"], "refuse": ["Berlin-Roma"]}}, "must be kept and refused in the set-up"),
    ],
)
def test_restrictions_that_cannot_be(restrictions: dict[int, dict[str, Any]], message: str) -> None:
    with pytest.raises(UserError) as error:
        Position.start("europe", 3, restrictions=restrictions)
    assert message in str(error.value)
