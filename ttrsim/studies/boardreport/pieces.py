"""What a board report plays, in the order of its worth: runs first, then experiments, few players first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ttrsim.games.contract import Game

RUN = "run"
EXPERIMENTS = {"tickets": 2.0, "routes": 4.0}  # by their worth, with the games of a trial that a deal takes, about
SAMPLED = 25  # deals for each game whose chances are played out
ROUTE_TRIALS = 8  # in each game


@dataclass(frozen=True)
class BoardPiece:
    """A run, or an experiment."""

    kind: str
    players: int

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.players}p"

    @property
    def text(self) -> str:
        what = "play" if self.kind == RUN else f"what {self.kind} are worth"
        return f"{what} with {self.players} players"

    def scenario(self, board: str, bot: str, deals: int, seed: int) -> dict[str, Any]:
        values = {"board": board, "seats": [bot] * self.players, "deals": deals, "seed": seed}
        if self.kind == RUN:
            return values | {"chances": deals // SAMPLED, "tables": []}
        return values | {"experiment": {"kind": self.kind, "per_game": ROUTE_TRIALS}, "tables": []}

    @property
    def weight(self) -> float:
        """How long it takes, in runs."""
        return 1.0 if self.kind == RUN else EXPERIMENTS[self.kind] * self.players / 2


def pieces_of(game: Game, players: Sequence[int]) -> Iterator[BoardPiece]:
    yield from (BoardPiece(RUN, n) for n in players)
    for kind in EXPERIMENTS:
        if kind in game.experiments:
            yield from (BoardPiece(kind, n) for n in players)
