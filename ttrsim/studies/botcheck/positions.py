"""Positions in which a bot is asked: collected from games, then shown to it in several ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ttrsim.games.board import Board
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.play.bots.finding import Bot
from ttrsim.play.table import seating_records
from ttrsim.workers.watch import asking

UNDECIDED = np.iinfo(np.int64).min  # marks a position that the bot has not answered yet
NOTES = ("memory", "stream")  # all that a bot may write to


@dataclass(frozen=True)
class Findings:
    n_positions: int
    wrote: int  # positions in which the bot wrote to anything but its notes and random numbers
    unsteady: int  # … in which it decided otherwise when asked again
    peeked: int  # … in which it decided otherwise when only what it cannot see had changed


class Examiner:
    """A bot, the first of two, and a companion at a board, both asked in compiled code."""

    def __init__(
        self, board: Board, boards: np.ndarray, bots: list[Bot], where: str = "", bot_timeout: float | None = None
    ) -> None:
        """`where` names the board and the players in the message about a bot that does not answer in time."""
        game = board.game
        self.steps = compile_steps(game.kernel)
        self._where, self._bot_timeout = where, bot_timeout
        self.kernel = game.kernel
        self.board, self.game = board, game
        self.boards = boards
        self.bots = bots
        self.functions = tuple(bot.compiled.function for bot in bots)

    def positions(self, seatings: list[tuple[int, ...]], seed: int, stride: int, wanted: int) -> np.ndarray:
        """Every `stride`-th position in which the bot is asked; fewer if it makes an illegal decision."""
        seated = seating_records(self.board, self.bots, seatings)
        works, copies = np.zeros(1, self.kernel.work), np.zeros(1, self.kernel.state)
        positions = np.zeros(wanted, self.kernel.state)
        n_seats = len(seatings[0])
        arrays = (self.boards, works, seated, n_seats, seed, copies, self.functions, stride, positions)
        n = self._asking(partial(self.steps.collect, *arrays), works["state"], lambda: 0)
        return positions[:n]

    def _asking(self, call: Callable[[], Any], states: np.ndarray, place: Callable[[], int]) -> Any:
        """A call that asks bots; `place` is that of the state at hand."""

        def where() -> str:
            public = states[min(place(), len(states) - 1)]["public"]
            question = self.board.questions[int(public["question"])]
            seat = f"seat {public['asked']} ({self.bots[0].name})"
            return f"{self._where}, turn {public['turn']}, {seat}, asked {question}"

        def fingerprint() -> bytes:
            return states["public"][:1].tobytes() + place().to_bytes(8)

        return asking(call, fingerprint, where, self._bot_timeout)

    def examine(self, positions: np.ndarray, seed: int) -> Findings:
        """Asks the bot in each position: as it is, a second time, and with everything hidden dealt again."""
        streams = np.zeros(1, STREAM)
        streams[0]["state"] = seed
        dealt = np.zeros_like(positions)
        self.steps.deal_anew(self.boards, positions, dealt, streams, np.zeros(1, self.game.kernel.belief))
        first, again, blind = self._ask(positions), self._ask(positions), self._ask(dealt)
        unsteady = ~_alike(first, again)
        peeked = ~_alike(first, blind) & ~unsteady
        wrote = ~_left_alone(first.states, positions)
        return Findings(len(positions), int(wrote.sum()), int(unsteady.sum()), int(peeked.sum()))

    def _ask(self, positions: np.ndarray) -> Answers:
        states, decisions = positions.copy(), np.full(len(positions), UNDECIDED)
        call = partial(self.steps.ask_each, self.boards, self.functions[:1], states, decisions)
        self._asking(call, positions, lambda: int(np.count_nonzero(decisions != UNDECIDED)))
        return Answers(decisions, states, states["seats"][_asked(positions)])


@dataclass(frozen=True)
class Answers:
    """A bot's decisions, and what it has left."""

    decisions: np.ndarray
    states: np.ndarray
    owns: np.ndarray  # what the asked seats see, their notes and random numbers among it


def _alike(one: Answers, other: Answers) -> npt.NDArray[np.bool_]:
    """Different notes or random numbers count as a different decision too."""
    return _same(one.decisions, other.decisions) & _same(one.owns, other.owns)


def _left_alone(asked: np.ndarray, before: np.ndarray) -> npt.NDArray[np.bool_]:
    """The positions where the bot wrote only to what it may."""
    cleaned, seats = asked.copy(), _asked(before)
    for name in NOTES:
        cleaned["seats"][name][seats] = before["seats"][name][seats]
    return _same(cleaned, before)


def _asked(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The place of each state's asked seat."""
    return np.arange(len(states)), states["public"]["asked"]


def _same(one: np.ndarray, other: np.ndarray) -> npt.NDArray[np.bool_]:
    """Record by record, and in it field by field: what lies between the fields is not copied with them."""
    return np.array(one == other, np.bool_)
