"""Whole games of the oracle, which must lose nothing."""

from collections import Counter
from random import Random

import pytest

from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.game import Foul, Game
from tests.games.trains.oracle.positions import R, W, position
from tests.games.trains.oracle.selfplay import ShuffledGame, play, random_decision
from tests.games.trains.oracle.small_board import route, small_board

BOARDS = {
    "small": small_board(),
    "no stations, tickets come back": small_board(stations=0, setup_offer_long=0, setup_refused="bottom"),
    "scarce cards": small_board(cards_per_colour={"red": 4, "blue": 4, "green": 4}, wilds=4, trains=12),
    "hardly any cards": small_board(cards_per_colour={"red": 2, "blue": 2}, wilds=3, hand=1),
    "cut short": small_board(turn_limit=25),
    "wilds and sets": small_board(
        wild_use="tunnels_and_ferries",
        face_up_wild=1,
        flush_wilds=6,
        setup_offer_long=0,
        offer_refused="removed",
        routes=[
            *(r for r in small_board()["routes"] if r["id"] not in ("DE", "FA")),
            route("DE", 2, "gray", wilds=1, any_set=3),
            route("FA", 4, "green", any_set=4),
        ],
    ),
    "two paths": small_board(mandala_points=[5, 10, 20]),
    "most completed tickets": small_board(globetrotter_points=15, setup_most_long=0),
}


def check_conservation(game: Game) -> None:
    rules = game.board["parameters"]
    state = game.snapshot()
    face_up = Counter(card for card in game.market if card is not None)
    held = sum(game.hands, Counter()) + game.laid_out + Counter(game.turned)
    everywhere = game.pile + game.discards + face_up + held
    assert everywhere == Counter({**rules["cards_per_colour"], W: rules["wilds"]})
    for seat in range(game.n_players):
        own = scoring.routes_of(game.board, game.owner, seat)
        assert game.trains[seat] == rules["trains"] - sum(r["length"] for r in own) >= 0
        built = [place for place, holder in game.stations.items() if holder == seat]
        assert game.stations_left[seat] == rules["stations"] - len(built) >= 0
    tickets = [*game.ticket_pile, *(t for kept in game.tickets for t in kept)]
    assert len(tickets) == len(set(tickets))
    can_refill = game.pile.total() + game.discards.total() > 0
    assert game.question == "tunnel" or None not in state["market"] or not can_refill
    assert game.question == "over" or (game.legal() and game.asked is not None)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_whole_games_lose_nothing(name: str, n_players: int):
    for seed in range(12):
        rng = Random(seed)
        game = ShuffledGame(BOARDS[name], n_players, rng)
        while game.question != "over":
            check_conservation(game)
            game.apply(random_decision(game, rng))
        check_conservation(game)
        assert game.events[-1]["turns"] == game.turn
        assert [line["routes"] for line in game.scores] == game.route_points


def test_whole_games_meet_every_event_and_reason():
    games = [play(board, n, seed) for board in BOARDS.values() for n in (2, 4) for seed in range(15)]
    met = {event["event"] for game in games for event in game.events}
    assert met == {
        "hand", "refill", "flush", "reshuffle", "tickets", "draw", "claim", "tunnel", "reveal", "tunnel_end",
        "station", "pass", "last_round", "score", "end",
    }  # fmt: skip
    assert {game.reason for game in games} == {"trains", "stalemate", "limit"}


def test_the_same_seed_gives_the_same_game():
    assert play(BOARDS["small"], 3, 7).events == play(BOARDS["small"], 3, 7).events


def test_an_illegal_decision_is_a_foul():
    with pytest.raises(Foul):
        position().apply(("claim", "AB", R, 0))
