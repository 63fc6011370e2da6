"""Chances to win in the course of games: positions of some games, played on again and again.

Every seat keeps the cards and tickets that it really holds, and only what lies face down is shuffled. So a chance is
how often the seat wins from here, whatever the pile brings; nobody at the table knows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import RunError
from ttrsim.machine.rollouts import ASK_THE_POLICY, OF_ALL
from ttrsim.machine.table import NO_FAULTY_GAME

if TYPE_CHECKING:
    from ttrsim.play.table import SeatedTable

PHASES = 10  # positions of a game, at equal distances
WORLDS = 24  # that each of them is played out in
OPTIONS = 6  # decisions of the mover that are compared, at most
DEALS_PER_SAMPLE = 10_000  # a game of one deal in so many is sampled unless the scenario says otherwise

CHANCES = np.dtype(
    [
        ("game", np.int64),
        ("phase", np.int8),  # tenths of the game's turns
        ("turn", np.int16),
        ("turns", np.int16),  # of the game
        ("seat", np.int8),
        ("is_mover", np.bool_),
        ("worlds", np.int16),
        ("chance", np.float64),  # mean share of the win …
        ("squares", np.float64),  # … and mean of its square
        ("options", np.int16),  # decisions of the mover that are compared …
        ("spread", np.float64),  # … and the variance of the seat's chance between them
    ]
)
NO_CHANCES = np.zeros(0, CHANCES)

Shares = NDArray[np.float64]  # [world, decision, seat]


class Sampling(NamedTuple):
    """Which deals are sampled: one in `every`."""

    every: int  # 0: none

    @classmethod
    def of(cls, n_deals: int, wanted: int | None) -> Sampling:
        """About as many deals as are wanted, spread evenly; few enough by default that a run is not slowed down."""
        n = n_deals // DEALS_PER_SAMPLE if wanted is None else min(wanted, n_deals)
        return cls(n_deals // n if n else 0)

    def games(self, first_game: int, n_games: int, n_rotations: int) -> Iterator[int]:
        """Of each sampled deal one rotation, all in turn."""
        if not self.every:
            return
        first, after = first_game // n_rotations, (first_game + n_games) // n_rotations
        half = self.every // 2
        for deal in range(first + (half - first) % self.every, after, self.every):
            yield deal * n_rotations + (deal // self.every) % n_rotations


NO_SAMPLING = Sampling(0)


class Chances:
    """Plays the positions of games out. One thread at a time."""

    def __init__(self, table: SeatedTable) -> None:
        from ttrsim.play.stepper import Stepper  # it knows tables

        kernel = table.game.kernel
        self._table, self._kernel = table, kernel
        self._works = np.zeros(1, kernel.work)
        self._states, self._results = np.zeros(2, kernel.state), np.zeros(1, kernel.result)
        self._beliefs = np.zeros(1, kernel.belief)  # not asked for: all seats are known
        self._boards = table.board.record()
        self._stepper = Stepper(table.board)

    def of_game(self, seed: int, game: int) -> np.ndarray:
        """A row for each seat at each phase."""
        n_seats = self._table.n_seats
        turns = int(self._table.play(seed, game, 1)[0]["turns"])
        rows = np.zeros((PHASES, n_seats), CHANCES)
        for phase in range(PHASES):
            turn = 1 + phase * turns // PHASES
            mover = self._go_to(seed, game, turn)
            row, first_world = rows[phase], (game * PHASES + phase) * WORLDS
            row["game"], row["phase"], row["seat"] = game, phase, np.arange(n_seats)
            row["turn"], row["turns"] = turn, turns
            row["is_mover"], row["worlds"] = np.arange(n_seats) == mover, WORLDS
            row["chance"], row["squares"] = self._chances(seed, game, first_world)
            options = self._stepper.candidates(self._states[:1].copy())[:OPTIONS] if phase == game % PHASES else []
            if len(options) > 1:
                shares = self._play_out(seed, game, first_world, options)
                row["options"] = len(options)
                row["spread"] = [between(shares[:, :, seat]) for seat in range(n_seats)]
        return rows.ravel()

    def _go_to(self, seed: int, game: int, turn: int) -> int:
        """Who moves when this turn begins."""
        bots, seatings, n_rotations, n_seats = self._table.seated
        arrays = (self._boards, self._works, bots, seatings, self._results)
        faulty = self._kernel.play_to(*arrays, n_rotations, n_seats, seed, game, turn)
        assert faulty == NO_FAULTY_GAME, "the game has been played before without a fault"
        self._states[0] = self._works[0]["state"]
        return int(self._states[0]["public"]["asked"])

    def _chances(self, seed: int, game: int, first_world: int) -> tuple[Shares, Shares]:
        shares = self._play_out(seed, game, first_world, [int(ASK_THE_POLICY)])[:, 0]
        return shares.mean(axis=0), (shares**2).mean(axis=0)

    def _play_out(self, seed: int, game: int, first_world: int, decisions: list[int]) -> Shares:
        bots, seatings, _, n_seats = self._table.seated
        seating = seatings[game % len(seatings) :][:1]
        arrays = (self._boards, self._works, bots, seating, self._states, self._results, self._beliefs)
        shares = np.zeros((WORLDS, len(decisions), n_seats))
        points = np.zeros(shares.shape, np.int64)
        numbers = np.array(decisions, np.int64)
        faulty = self._kernel.roll_out(*arrays, numbers, OF_ALL, seed, first_world, shares, points)
        if faulty != NO_FAULTY_GAME:
            raise RunError(f"seed {seed}, game {game}: a bot broke the rules when a position of the game was played on")
        return shares


def between(shares: NDArray[np.float64]) -> float:
    """The variance of the true means of columns, from rows that all of them share; without the noise of the rows."""
    n, k = shares.shape
    means = shares.mean(axis=0)
    residuals = shares - shares.mean(axis=1, keepdims=True) - means + shares.mean()
    noise = float((residuals**2).sum()) / ((n - 1) * (k - 1))
    spread: float = float(means.var(ddof=1)) - noise / n
    return spread
