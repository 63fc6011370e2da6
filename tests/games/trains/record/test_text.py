"""The text of a game: what a reader is told, and that it agrees with the kernel's own books."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.trains.record.test_writer import FEW_CARDS, HOUSE_RULES, built_in, table
from tests.games.update_goldens import combinations
from ttrsim.games.registry import boards_of
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.record.phrases import Turn
from ttrsim.games.trains.record.position import FollowedTable
from ttrsim.play.record.reader import recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import LoggedGame


def text_of(game: LoggedGame) -> list[str]:
    return list(game.board.tell_game(recorded(game.board, record_events(game))))


@pytest.mark.parametrize(("name", "n_players"), combinations(boards_of(TRAINS)))
def test_the_books_end_where_the_kernel_does(name: str, n_players: int) -> None:
    game = table(built_in(name), ("random", "greedy"), n_players).play_logged(2, 3)
    position = FollowedTable(game.board, n_players)
    for event in record_events(game):
        position.enter(event)
    for seat, result in zip(position.seats, game.result["seats"], strict=False):
        assert (seat.trains, seat.stations) == (result["trains_left"], result["stations_left"])
        assert (seat.hand.total(), seat.route_points) == (result["cards_left"], result["routes"])
        assert len(seat.tickets) == result["n_completed"] + result["n_failed"]
    hands = sum(seat.hand.total() for seat in position.seats)
    market = sum(card is not None for card in position.market)
    rules = game.board.parameters
    deck = sum(rules.cards_per_colour.values()) + rules.wilds
    assert position.pile.total() + position.discards.total() + hands + market == deck


@pytest.mark.parametrize(("name", "n_players", "rules"), HOUSE_RULES)
def test_a_text_under_house_rules(name: str, n_players: int, rules: dict[str, Any]) -> None:
    seats = table(built_in(name).with_parameters(**rules), ("random",), n_players)
    text = text_of(seats.play_logged(12, 0))
    assert text[0] == f"{name}, {n_players} players, seed 12, game 0"
    assert text[-1].startswith(("winner: ", "shared win: "))


def lines_with(text: list[str], words: str) -> list[str]:
    return [line for line in text if words in line]


def test_what_a_game_on_europe_tells() -> None:
    text = text_of(table(built_in("europe"), ("random", "greedy"), 3).play_logged(1, 0))
    turns = [line for line in text if line.startswith("turn ")]
    assert [int(line.split()[1]) for line in turns] == list(range(1, len(turns) + 1))
    assert len(lines_with(text, "after round ")) == len(turns) // 3
    for words in ("claims ", "tries the tunnel ", "turned: ", "builds a station in ", "draws tickets: keeps "):
        assert lines_with(text, words), words
    assert lines_with(text, "every player has one more turn")
    assert lines_with(text, f"the end after {len(turns)} turns: the last round is over")
    assert lines_with(text, "score ")[0].split() == [
        "score",
        "routes",
        "tickets",
        "stations",
        "longest",
        "path",
        "total",
    ]


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("usa", "routes tickets longest path total"),
        ("new-york", "routes tickets attractions total"),
        ("london", "routes tickets districts total"),
        ("nordic", "routes tickets globetrotter total"),
        ("india", "routes tickets longest path mandalas total"),
        ("switzerland", "routes tickets longest path total"),
    ],
)
def test_the_score_has_the_columns_of_the_board(name: str, columns: str) -> None:
    text = text_of(table(built_in(name), ("random",), 2).play_logged(1, 0))
    assert lines_with(text, "  score ")[0].split()[1:] == columns.split()
    assert not lines_with(text, "stations")


def test_a_short_market_shows_its_gaps() -> None:
    seats = table(built_in("usa").with_parameters(**FEW_CARDS), ("random",), 5)
    texts = [text_of(seats.play_logged(12, game)) for game in range(5)]
    assert any(lines_with(text, "–,") for text in texts)


def test_draws_are_told_in_their_order() -> None:
    """A flush between two draws stands between them."""
    turn = Turn(FollowedTable(built_in("usa"), 2), {})
    draw = {"event": "draw", "turn": 1, "player": 0, "from": "market", "slot": 4}
    refill = {"event": "refill", "turn": 1, "slot": 4}
    for event in (
        {**draw, "card": "white"},
        {**refill, "card": "wild"},
        {"event": "flush", "turn": 1, "cards": ["wild", "wild", "red", "blue", "wild"]},
        {**refill, "slot": 0, "card": "pink"},
        {**refill, "card": "green"},
        {**draw, "card": "green"},
        {**refill, "card": "black"},
    ):
        turn.tell(event)
    assert turn.lines == [
        "draws white from slot 4 (now wild)",
        "too many wilds: wild, wild, red, blue, wild are discarded",
        "the market gets pink, green",
        "then draws green from slot 4 (now black)",
    ]


def test_a_reshuffle_stands_before_the_card_that_needs_it() -> None:
    turn = Turn(FollowedTable(built_in("usa"), 2), {})
    draw = {"event": "draw", "turn": 1, "player": 0, "from": "pile", "card": "red"}
    for event in ({"event": "reshuffle", "turn": 1, "cards": 30}, draw, draw):
        turn.tell(event)
    assert turn.lines == ["30 discards are shuffled into a new pile", "draws red from the pile, then red from the pile"]
