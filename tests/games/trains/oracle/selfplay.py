"""Whole games of the oracle with itself, from a seed, and their records."""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.games.trains.oracle.game import Game
from tests.games.trains.oracle.table import Decision, Restriction


class ShuffledGame(Game):
    """A game that shuffles for itself."""

    def __init__(
        self, board: Mapping[str, Any], n_players: int, rng: Random, restrictions: Sequence[Restriction] = ()
    ) -> None:
        self.rng = rng
        long = [ticket["id"] for ticket in board["tickets"] if ticket["long"]]
        short = [ticket["id"] for ticket in board["tickets"] if not ticket["long"]]
        rng.shuffle(long)
        rng.shuffle(short)
        super().__init__(board, n_players, self.random_card, long, short, restrictions)

    def random_card(self) -> str:
        return self.rng.choices(list(self.pile), list(self.pile.values()))[0]


def random_decision(game: Game, rng: Random) -> Decision:
    """First the kind of decision, then one of that kind: else claims and stations crowd out the rest."""
    legal = game.legal()
    kind = rng.choice(sorted({decision[0] for decision in legal}))
    return rng.choice(sorted((decision for decision in legal if decision[0] == kind), key=repr))


def play(board: Mapping[str, Any], n_players: int, seed: int) -> Game:
    """A finished game of random decisions."""
    rng = Random(seed)
    game = ShuffledGame(board, n_players, rng)
    while game.question != "over":
        game.apply(random_decision(game, rng))
    return game


def record(game: Game, seed: int = 0) -> list[str]:
    """The game record of a game, one JSON text per line."""
    start = {"event": "start", "turn": 0, "format": 1, "map": game.board["name"], "players": game.n_players}
    start |= {"bots": ["oracle"] * game.n_players, "seed": seed, "game": 0}
    if any(game.restrictions):
        restricted = [(seat, terms) for seat, terms in enumerate(game.restrictions) if terms]
        start["restrictions"] = [{"player": seat, **terms} for seat, terms in restricted]
    return [json.dumps(event) for event in [start, *game.events]]
