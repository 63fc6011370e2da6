"""Games of the oracle in positions built for a rule."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from tests.games.trains.oracle.game import Game
from tests.games.trains.oracle.selfplay import ShuffledGame
from tests.games.trains.oracle.small_board import small_board

R, B, G, W = "red", "blue", "green", "wild"
QUIET_MARKET = [R, B, G, R, B]


def new_game(board: dict[str, Any], cards: Iterable[str], n_players: int = 2) -> Game:
    """A game in its set-up, with the cards in the order given and the tickets in the board's order."""
    long = [t["id"] for t in board["tickets"] if t["long"]]
    short = [t["id"] for t in board["tickets"] if not t["long"]]
    return Game(board, n_players, iter(list(cards)).__next__, long, short)


def position(
    board: dict[str, Any] | None = None,
    n_players: int = 2,
    hand: Iterable[str] = (),
    market: Iterable[str | None] = QUIET_MARKET,
    pile: Iterable[str] = (),
    **state: Any,
) -> Game:
    """Seat 0 is to make the first turn; `pile` is in the order in which its cards will come."""
    game = ShuffledGame(board or small_board(), n_players, Random(0))
    while game.question == "keep":
        game.apply(("keep", tuple(game.offer)))
    cards = list(pile)
    game.pile, game.discards = Counter(cards), Counter(state.pop("discards", ()))
    game.next_card = iter([*cards, *state.pop("after_reshuffle", ())]).__next__
    game.hands = [Counter(hand), *(Counter() for _ in range(n_players - 1))]
    game.market = list(market)
    for name, value in state.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    game.events.clear()
    game.ask("action", 0)
    return game


def kinds(game: Game) -> list[str]:
    return [event["event"] for event in game.events]


def decisions(game: Game, kind: str) -> set[tuple[Any, ...]]:
    return {decision[1:] for decision in game.legal() if decision[0] == kind}


def claims(game: Game, route_id: str) -> set[tuple[str, int]]:
    return {decision[1:] for decision in decisions(game, "claim") if decision[0] == route_id}


def station_payments(game: Game, place: str) -> set[tuple[str, int]]:
    return {decision[1:] for decision in decisions(game, "station") if decision[0] == place}
