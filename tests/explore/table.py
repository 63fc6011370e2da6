"""A table of Explore New York: plays games of the kernel, with what they leave behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttrsim.compiled.bots import BotFunction
from ttrsim.explore.board.model import Board
from ttrsim.explore.engine import board_record
from ttrsim.explore.kernel import log
from ttrsim.explore.kernel.play import play_games
from ttrsim.explore.kernel.records import RESULT, SEATING, WORK
from ttrsim.explore.kernel.rows import ROWS, TALLY
from ttrsim.limits import MAX_BOTS


@dataclass(frozen=True)
class Seated:
    """A bot with the name that a record gives it."""

    name: str
    made: BotFunction


@dataclass(frozen=True)
class LoggedGame:
    """One game with everything that happened in it."""

    board: Board
    bots: list[Seated]
    seed: int
    game: int
    result: Any
    events: np.ndarray


class Table:
    """A board with its bots seated; without `seatings` every game has the bots in the order they are given."""

    def __init__(
        self, board: Board, bots: Sequence[BotFunction], seatings: Sequence[Sequence[int]] = (), n_rotations: int = 1
    ) -> None:
        self.board, self.bots, self.n_rotations = board, list(bots), n_rotations
        self.seatings = seatings or [range(len(bots))]
        self.n_seats = len(self.seatings[0])
        self.boards, self.works = board_record(board), np.zeros(1, WORK)
        functions = [bot.function for bot in bots]
        self.functions = tuple(functions + functions[:1] * (MAX_BOTS - len(functions)))
        self.records = np.zeros(len(self.seatings), SEATING)
        for record, seating in zip(self.records, self.seatings, strict=True):
            record["bot"][: self.n_seats] = seating
            for seat, number in enumerate(seating):
                weights = [weight.default for weight in bots[number].weights]
                record["weights"][seat, : len(weights)] = weights

    def call(self, seed: int, first_game: int, results: np.ndarray, tallies: np.ndarray, rows: np.ndarray) -> int:
        seats = (self.functions, self.records, self.n_rotations, self.n_seats)
        return int(play_games(self.boards, self.works, *seats, seed, first_game, results, tallies, rows))

    def play(self, seed: int, first_game: int, n_games: int) -> np.ndarray:
        """The results; a fault is an error."""
        results = np.zeros(n_games, RESULT)
        place = self.call(seed, first_game, results, np.zeros(0, TALLY), np.zeros(0, ROWS))
        assert place == -1, (place, results[place]["fault"], results[place]["fault_detail"])
        return results

    def play_into(self, seed: int, n_games: int) -> tuple[np.ndarray, np.ndarray, Any]:
        """Results, tallies and rows."""
        results, tallies, rows = np.zeros(n_games, RESULT), np.zeros(n_games, TALLY), np.zeros(1, ROWS)
        self.works[0]["log"]["level"] = log.LOG_ACTIONS
        assert self.call(seed, 0, results, tallies, rows) == -1
        self.works[0]["log"]["level"] = log.LOG_NOTHING
        return results, tallies, rows[0]

    def play_logged(self, seed: int, game: int) -> LoggedGame:
        record = self.works[0]["log"]
        record["level"] = log.LOG_EVERYTHING
        result = self.play(seed, game, 1)[0]
        record["level"] = log.LOG_NOTHING
        seating = self.seatings[game % len(self.seatings)]
        bots = [Seated(self.bots[number].function.__name__, self.bots[number]) for number in seating]
        return LoggedGame(self.board, bots, seed, game, result, record["events"][: record["n"]].copy())
