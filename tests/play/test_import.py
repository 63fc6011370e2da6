"""`ttrsim import`: games of people are legal to the last move, score as recorded, and say what is imagined."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import ROOT
from ttrsim import Position
from ttrsim.cli.app import app
from ttrsim.games.registry import load_board
from ttrsim.play.importing import import_file
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import recorded
from ttrsim.play.stepper import Stepper

EXAMPLE = ROOT / "examples" / "people-usa-4p.json"
COLLECTED = ROOT.parent / "shared" / "human-games"

Values = dict[str, Any]


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return import_file(EXAMPLE)


def check_game(path: Path, events: list[Event], board_name: str = "usa") -> None:
    board, file = load_board(board_name), json.loads(path.read_text())
    steps = list(Position.replay(recorded(board, events)))
    stepper = Stepper(board)
    for position, decision in steps:
        assert stepper.violation(position._states) is None
        assert decision in position.legal()
    last, decision = steps[-1]
    last.apply(decision)
    assert last.is_over
    score = last.score()
    assert list(score.totals) == [final["total"] for final in file["final"]]
    for seat, final in zip(score.seats, file["final"], strict=True):
        assert (seat["routes"], seat["tickets"], seat["longest"]) == (
            final["routes"],
            final["tickets"],
            final["longest"],
        )
        assert sorted(seat["completed"]) == sorted(final["completed"])


def test_every_move_of_the_example_is_legal_and_the_scores_agree(events: list[Event]) -> None:
    check_game(EXAMPLE, events)


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the collected games are not beside the repository")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_move_of_the_collected_games_is_legal_and_the_scores_agree(number: int) -> None:
    path = COLLECTED / f"usa-4p-{number}.json"
    check_game(path, import_file(path))


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the collected games are not beside the repository")
def test_a_collected_game_with_the_mega_deck_is_legal_and_the_scores_agree() -> None:
    """G1: 15 points for most completed tickets, which the log prints."""
    path = COLLECTED / "usa-mega-4p-1.json"
    events = import_file(path, "usa-mega")
    check_game(path, events, "usa-mega")
    finals = json.loads(path.read_text())["final"]
    scores = [event for event in events if event["event"] == "score"]
    assert [score["globetrotter_points"] for score in scores] == [final["globetrotter_points"] for final in finals]


def as_log(events: list[Event]) -> Values:
    """A record of bots as a game site would log it: without the face-up cards."""
    moves: dict[int, Values] = {}
    values: Values = {"board": events[0]["map"], "players": events[0]["players"], "setup": [], "final": []}
    after: dict[str, list[list[int]]] = {"flush": [], "reshuffle": []}
    hands = [event["cards"] for event in events if event["event"] == "hand"]
    for event in events:
        kind, turn, seat = event["event"], event["turn"], event.get("player")
        move = moves.get(turn, {"seat": seat, "cards": []})
        if kind == "tickets" and turn == 0:
            hand = {card: hands[seat].count(card) for card in hands[seat]}
            offer = {"offered": event["offered"], "kept": event["kept"]}
            values["setup"].append({"seat": seat, **offer, "opening_hand_at_least": hand})
        elif kind == "draw":
            source = "blind" if event["from"] == "pile" else "market"
            moves[turn] = {**move, "do": "draw", "cards": [*move["cards"], [source, event["card"]]]}
        elif kind in ("claim", "tickets"):
            moves[turn] = {"do": kind} | {key: event[key] for key in event if key not in ("event", "turn", "player")}
            moves[turn]["seat"] = seat
        elif kind in after and turn:
            after[kind].append([turn - 1, max(len(move["cards"]), 1)])
        elif kind == "score":
            values["final"].append({"seat": seat} | {key: event[key] for key in event if key != "event"})
    routes = {route.id: route for route in load_board(values["board"]).routes}
    for move in moves.values():
        if move["do"] == "claim":
            move["route"] = [routes[move["route"]].a, routes[move["route"]].b]
    return {
        **values,
        "moves": [moves[turn] for turn in sorted(moves)],
        "sweeps_after_move": after["flush"],
        "reshuffles_after_move": after["reshuffle"],
    }


@pytest.mark.parametrize("board", ["new-york", "london", "india"])
def test_boards_with_their_own_bonuses_are_imported(board: str, tmp_path: Path) -> None:
    """E7, L1, I1: attractions, districts and mandalas score as the log says."""
    logged, log = tmp_path / "logged.jsonl", tmp_path / "log.json"
    assert run("trace", board, "--bots", "planner,planner", "-s", "5", "-o", str(logged)).exit_code == 0
    events = [json.loads(line) for line in logged.read_text().splitlines()]
    log.write_text(json.dumps(as_log(events)))
    imported = import_file(log)
    ending = [event for event in events if event["event"] in ("score", "end")]
    assert [event for event in imported if event["event"] in ("score", "end")] == ending


def test_offers_of_another_deck_are_named(tmp_path: Path) -> None:
    values = json.loads(EXAMPLE.read_text())
    path = tmp_path / "game.json"
    path.write_text(json.dumps(values))
    result = run("import", str(path), "--board", "usa-mega")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "should be 5 tickets on usa-mega, not 3" in result.stderr


def test_the_imagined_market_fits_what_is_known(events: list[Event]) -> None:
    """M3: the market is swept where the log says so; three wilds lie face up at no other time."""
    file = json.loads(EXAMPLE.read_text())
    swept = [[event["turn"] - 1] for event in events if event["event"] == "flush"]
    assert swept == [[move] for move, _ in file["sweeps_after_move"]]
    for position, _ in Position.replay(recorded(load_board("usa"), events)):
        market = position.view(0)["public"]["market"]
        assert market.count("wild") < 3


def test_the_same_seed_imagines_the_same_cards(events: list[Event]) -> None:
    assert import_file(EXAMPLE) == events
    assert import_file(EXAMPLE, seed=2) != events


def test_replay_says_what_is_imagined(events: list[Event], tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("".join(json.dumps(event) + "\n" for event in events))
    told = run("replay", str(record))
    assert told.exit_code == 0
    assert "imagined, since nobody wrote it down: the market" in told.stdout
    assert "seat 0 person  draws" in told.stdout


def test_a_changed_score_is_noticed(tmp_path: Path) -> None:
    values = json.loads(EXAMPLE.read_text())
    values["final"][2]["total"] += 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps(values))
    result = run("import", str(path))
    assert result.exit_code == 2
    assert "'total' is 81, but the rules of usa give 80" in result.stderr


def unknown_ticket(values: Values) -> None:
    values["setup"][1]["offered"][0] = "Denver-Atlantis"


def wrong_card(values: Values) -> None:
    values["moves"][5] = {"seat": 1, "do": "draw", "cards": [["blind", "gren"]]}


def wrong_seat(values: Values) -> None:
    values["moves"][7]["seat"] = 0


def no_such_route(values: Values) -> None:
    claim = next(move for move in values["moves"] if move["do"] == "claim")
    claim["route"] = ["Boston", "Seattle"]


def other_board(values: Values) -> None:
    values["board"] = "europe"


def missing_seat(values: Values) -> None:
    del values["final"][3]


BAD: list[tuple[Callable[[Values], None], str]] = [
    (unknown_ticket, "setup.1.offered: unknown ticket 'Denver-Atlantis' — did you mean"),
    (wrong_card, "moves.5.cards: unknown card 'gren' — did you mean 'green'?"),
    (wrong_seat, "moves.7: is seat 3's turn, not seat 0's"),
    (no_such_route, "Boston – Seattle: there is no such route"),
    (other_board, "tickets are not on europe"),
    (missing_seat, "final: should have one entry for each of the 4 seats"),
]


@pytest.mark.parametrize(("spoil", "message"), BAD)
def test_bad_files_end_in_one_message(spoil: Callable[[Values], None], message: str, tmp_path: Path) -> None:
    values = json.loads(EXAMPLE.read_text())
    spoil(values)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(values))
    result = run("import", str(path))
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("text", ["", "{", "[]", EXAMPLE.read_text()[:3000]])
def test_what_is_no_game_ends_in_one_message(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    result = run("import", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(path) in result.stderr


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the collected games are not beside the repository")
def test_a_game_with_other_tickets_asks_for_a_board_that_has_them() -> None:
    result = run("import", str(COLLECTED / "usa-mega-4p-1.json"))
    assert result.exit_code == 2
    assert "name a board that has them with --board" in result.stderr
