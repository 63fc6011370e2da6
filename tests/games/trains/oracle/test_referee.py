"""The referee finds nothing in clean records, and something in every kind of forged one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.trains.oracle import referee as referee_module
from tests.games.trains.oracle.game import Game
from tests.games.trains.oracle.ledger import check_books
from tests.games.trains.oracle.referee import games, referee
from tests.games.trains.oracle.selfplay import play, record
from tests.games.trains.oracle.small_board import route, small_board, ticket
from tests.games.trains.oracle.test_games import BOARDS

Event = dict[str, Any]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_clean_records_have_no_fouls(name: str, n_players: int):
    for seed in range(10):
        assert referee(record(play(BOARDS[name], n_players, seed)), BOARDS[name]) == []


# ---------------------------------------------------------------------- forged records


def another_card(event: Event) -> None:
    event["card"] = "blue" if event["card"] == "red" else "red"


def one_card_more(event: Event) -> None:
    colour = next(iter(event["cards"]))
    event["cards"][colour] += 1


def set_field(field: str, value: Any) -> Callable[[Event], None]:
    return lambda event: event.update({field: value})


def add_one(field: str) -> Callable[[Event], None]:
    return lambda event: event.update({field: event[field] + 1})


def next_seat(event: Event) -> None:
    event["player"] = (event["player"] + 1) % 3


FORGERIES = [
    ("hand", lambda event: event["cards"].append("red")),
    ("refill", another_card),
    ("refill", lambda event: event.update(slot=(event["slot"] + 1) % 5)),
    ("flush", lambda event: event["cards"].reverse() or event["cards"].pop()),
    ("reshuffle", add_one("cards")),
    ("tickets", lambda event: event.update(kept=[])),
    ("tickets", lambda event: event["offered"].pop()),
    ("tickets", next_seat),
    ("draw", another_card),
    ("draw", next_seat),
    ("draw", add_one("turn")),
    ("claim", one_card_more),
    ("claim", set_field("route", "nowhere")),
    ("claim", set_field("event", "tunnel")),
    ("claim", set_field("cards", {})),
    ("tunnel", one_card_more),
    ("tunnel", set_field("event", "claim")),
    ("reveal", another_card),
    ("tunnel_end", lambda event: event.update(claimed=not event["claimed"])),
    ("tunnel_end", lambda event: event["paid"].update(wild=event["paid"].get("wild", 0) + 1)),
    ("station", one_card_more),
    ("station", set_field("city", "nowhere")),
    ("last_round", next_seat),
    ("score", add_one("routes")),
    ("score", add_one("tickets")),
    ("score", add_one("longest")),
    ("score", add_one("total")),
    ("score", add_one("attraction_points")),
    ("score", lambda event: event["completed"].append("FC")),
    ("score", set_field("borrowed", {"A": "AB", "B": "AB", "C": "BC"})),
    ("end", set_field("reason", "stalemate")),
    ("end", set_field("winners", [])),
    ("end", set_field("winners", [0, 1, 2])),
    ("end", add_one("turns")),
    ("draw", set_field("event", "unheard of")),
    ("draw", set_field("remark", "a field too many")),
    ("draw", lambda event: event.pop("card")),
]


def long_game() -> Game:
    """A game with every kind of event that is forged."""
    wanted = {kind for kind, _ in FORGERIES}
    candidates = (play(BOARDS["scarce cards"], 3, seed) for seed in range(300))
    return next(g for g in candidates if {e["event"] for e in g.events} >= wanted and g.reason == "trains")


@pytest.fixture(scope="module")
def clean() -> list[str]:
    return record(long_game())


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_a_forged_line_is_found(clean: list[str], number: int):
    kind, forge = FORGERIES[number]
    places = [index for index, line in enumerate(clean) if json.loads(line)["event"] == kind]
    for index in places[:1] + places[-1:]:
        event = json.loads(clean[index])
        forge(event)
        forged = [*clean[:index], json.dumps(event), *clean[index + 1 :]]
        assert referee(forged, BOARDS["scarce cards"]), (kind, index)


@pytest.mark.parametrize("bonus", [0, 15, 16])
def test_a_forged_Globetrotter_is_found(bonus: int):
    """G1: the bonus given to another seat, or to nobody, with totals that add up."""
    board = BOARDS["most completed tickets"]
    lines = record(play(board, 3, 1))
    for index, line in enumerate(lines):
        event = json.loads(line)
        if event["event"] == "score" and event["globetrotter_points"] != bonus:
            event["total"] += bonus - event["globetrotter_points"]
            event["globetrotter_points"] = bonus
            assert referee([*lines[:index], json.dumps(event), *lines[index + 1 :]], board), index


def one_card_less(event: Event) -> None:
    colour = next(iter(event["cards"]))
    event["cards"] = {card: n - (card == colour) for card, n in event["cards"].items() if n > (card == colour)}


@pytest.mark.parametrize("forge", [one_card_more, one_card_less])
def test_NC3_NC4_a_forged_payment_with_sets_is_found(forge: Callable[[Event], None]):
    board = BOARDS["wilds and sets"]
    lengths, n_forged = {route["id"]: route["length"] for route in board["routes"]}, 0
    for seed in range(10):
        lines = record(play(board, 3, seed))
        for index, line in enumerate(lines):
            event = json.loads(line)
            if event["event"] == "claim" and sum(event["cards"].values()) > lengths[event["route"]]:
                forge(event)
                assert referee([*lines[:index], json.dumps(event), *lines[index + 1 :]], board), index
                n_forged += 1
    assert n_forged >= 5


def test_a_forged_mandala_is_found():
    """I1: one more or one fewer, with points and totals that fit."""
    board = BOARDS["two paths"]
    table, n_forged = [0, *board["parameters"]["mandala_points"]], 0
    for deal in range(6):
        lines = record(play(board, 2, deal))
        for index, line in enumerate(lines):
            event = json.loads(line)
            for n in (event["mandalas"] - 1, event["mandalas"] + 1) if event["event"] == "score" else ():
                if 0 <= n <= len(event["completed"]):
                    points = table[min(n, 3)]
                    total = event["total"] + points - event["mandala_points"]
                    forged = event | {"mandalas": n, "mandala_points": points, "total": total}
                    assert referee([*lines[:index], json.dumps(forged), *lines[index + 1 :]], board), index
                    n_forged += 1
    assert n_forged > 0


def test_X1_too_many_long_tickets_are_found():
    board = BOARDS["most completed tickets"]
    lines = record(play(board, 2, 1))
    index = next(index for index, line in enumerate(lines) if json.loads(line)["event"] == "tickets")
    event = json.loads(lines[index])
    event["kept"] = event["offered"]
    assert referee([*lines[:index], json.dumps(event), *lines[index + 1 :]], board)


def test_every_missing_line_is_found(clean: list[str]):
    for index in range(len(clean)):
        assert referee(clean[:index] + clean[index + 1 :], BOARDS["scarce cards"]), clean[index]


def test_every_doubled_line_is_found(clean: list[str]):
    for index in range(0, len(clean), 3):
        assert referee([*clean[:index], clean[index], *clean[index:]], BOARDS["scarce cards"]), clean[index]


def test_a_record_cut_short_names_the_line(clean: list[str]):
    first_turn = next(index for index, line in enumerate(clean) if json.loads(line)["turn"] == 1)
    for length in range(first_turn, len(clean), 5):
        fouls = referee(clean[:length], BOARDS["scarce cards"])
        assert [foul.partition(":")[0] for foul in fouls] == [f"line {length + 1}"]


def test_lines_after_the_end_are_found(clean: list[str]):
    fouls = referee([*clean, clean[-1]], BOARDS["scarce cards"])
    assert f"line {len(clean) + 1}: lines after the end" in fouls


@pytest.mark.parametrize(
    "change", [{"map": "elsewhere"}, {"format": 2}, {"players": 9}, {"bots": []}, {"turn": 1}, {"extra": 0}]
)
def test_the_start_line_is_judged(clean: list[str], change: dict[str, Any]):
    start = json.loads(clean[0]) | change
    assert referee([json.dumps(start), *clean[1:]], BOARDS["scarce cards"])


@pytest.mark.parametrize("lines", [[], ["no JSON"], ["[]"], ["{}"], ['{"event": "start", "turn": 0}']])
def test_rubbish_is_a_foul_and_no_crash(lines: list[str]):
    assert referee(lines, small_board())


def test_the_books_alone_find_fouls_at_the_line(clean: list[str]):
    events = [json.loads(line) for line in clean[1:]]
    assert check_books(events, BOARDS["scarce cards"], 3) == []
    index = next(index for index, event in enumerate(events) if event["event"] == "claim")
    one_card_more(events[index])
    assert (index, "not as many cards as the route is long") in check_books(events, BOARDS["scarce cards"], 3)


# ---------------------------------------------------------------------- the choice at the end (E4)


def finished_with_station() -> tuple[Game, Event]:
    """Seat 0 may borrow BC (ticket AC) or BD (ticket AD) for the same points."""
    board = small_board(
        routes=[route(name, 1) for name in ("AB", "BC", "BD", "DE")],
        tickets=[ticket("AC", 5), ticket("AD", 5), ticket("EC", 1)],
    )
    game = play(board | {"parameters": board["parameters"] | {"turn_limit": 1}}, 2, 0)
    game.owner, game.stations = {"AB": 0, "BC": 1, "BD": 1}, {"B": 0}
    game.tickets = [["AC", "AD"], ["EC"]]
    game.events.clear()
    game.finish()
    return game, game.events[0]


def test_E4_any_best_choice_is_accepted():
    game, expected = finished_with_station()
    other = expected | {"borrowed": {"B": "BD"}, "completed": ["AD"], "failed": ["AC"]}
    assert expected["borrowed"] == {"B": "BC"}
    referee_module.check_same(expected, expected, game)
    referee_module.check_same(other, expected, game)


@pytest.mark.parametrize(
    "change",
    [
        {"borrowed": {"B": "BD"}},
        {"borrowed": {}},
        {"borrowed": {"B": "AB"}},
        {"borrowed": {"B": "DE"}},
        {"borrowed": {"C": "BC"}},
        {"borrowed": {}, "completed": [], "failed": ["AC", "AD"], "tickets": -10},
    ],
)
def test_E4_a_wrong_choice_is_a_foul(change: Event):
    game, expected = finished_with_station()
    with pytest.raises(referee_module.Foul):
        referee_module.check_same(expected | change, expected, game)


# ---------------------------------------------------------------------- files of many games


def test_a_file_of_many_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    board = small_board()
    board_file, record_file = tmp_path / "board.json", tmp_path / "record.jsonl"
    lines = [line for seed in range(4) for line in record(play(board, 2, seed))]
    assert len(list(games(lines))) == 4
    board_file.write_text(json.dumps(board), encoding="utf-8")
    record_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert referee_module.main(str(board_file), str(record_file)) == 0
    assert capsys.readouterr().out == "4 games, 0 fouls\n"
    record_file.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert referee_module.main(str(board_file), str(record_file)) == 1
    assert "game 3: line" in capsys.readouterr().out
