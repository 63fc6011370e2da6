"""Positions in which a bot is asked: collected from games, then put to it in several ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ttrsim.compiled.rng import STREAM
from ttrsim.compiled.table import GAME_OVER
from ttrsim.engine.bots import Bot
from ttrsim.engine.games import seating_records
from ttrsim.games import Game

BOT, COMPANION = 0, 1  # places among the bots: the one that is checked, and who else plays
NOTES = ("memory", "stream")  # all that a bot may write to


@dataclass
class Findings:
    n_positions: int = 0
    wrote: int = 0  # positions in which the bot wrote to anything but its notes and random numbers
    unsteady: int = 0  # … in which it decided otherwise when asked again
    peeked: int = 0  # … in which it decided otherwise when only what it cannot see had changed


class Examiner:
    """A bot and a companion at a board, one step at a time."""

    def __init__(self, game: Game, boards: np.ndarray, bots: list[Bot]) -> None:
        self.steps = game.part("stepping.steps")
        self.records = game.part("kernel.records")
        self.game = game
        self.boards = boards
        self.bots = bots

    def ask(self, states: np.ndarray, place: int = BOT) -> int:
        return int(self.steps.ask(self.boards, states, (self.bots[place].made.function,)))

    # ---- collecting ------------------------------------------------------------------------------

    def positions(self, seatings: list[tuple[int, ...]], seed: int, stride: int, wanted: int) -> np.ndarray:
        """Every `stride`-th position in which the bot is asked; fewer than wanted if it decides what is not legal."""
        seated = seating_records(self.game, self.bots, seatings)
        works = np.zeros(1, self.records.WORK)
        positions = np.zeros(wanted, self.records.STATE)
        n = n_questions = game = 0
        while True:
            seating = game % len(seatings)
            self.steps.begin(self.boards, works, seated, seating, len(seatings[0]), seed, game)
            public = works[0]["state"]["public"]
            while public["question"] != GAME_OVER:
                place = seatings[seating][public["asked"]]
                if place == BOT:
                    if n_questions % stride == 0:
                        if n == wanted:
                            return positions
                        positions[n] = works[0]["state"]
                        n += 1
                    n_questions += 1
                decision = self._ask_on_copy(works[0]["state"], place)
                if not self.steps.carry_out(self.boards, works, decision):
                    return positions[:n]
            game += 1

    def _ask_on_copy(self, state: Any, place: int) -> int:
        """Only the bot's notes and random numbers come back from the copy, whatever else it wrote."""
        copy = np.zeros(1, self.records.STATE)
        copy[0] = state
        decision = self.ask(copy, place)
        _take_notes(state["seats"][state["public"]["asked"]], copy[0]["seats"][state["public"]["asked"]])
        return decision

    # ---- examining -------------------------------------------------------------------------------

    def examine(self, positions: np.ndarray, seed: int) -> Findings:
        """Asks the bot in each position: as it is, once more, and with all that is hidden dealt anew."""
        found = Findings(n_positions=len(positions))
        streams = np.zeros(1, STREAM)
        streams[0]["state"] = seed
        for number in range(len(positions)):
            position = positions[number : number + 1]
            asked = position.copy()
            decision = self.ask(asked)
            found.wrote += not _left_alone(asked, position)
            if not self._decides_alike(position.copy(), asked, decision):
                found.unsteady += 1
                continue
            dealt = position.copy()
            self.steps.deal_anew(self.boards, dealt, streams)
            found.peeked += not self._decides_alike(dealt, asked, decision)
        return found

    def _decides_alike(self, states: np.ndarray, asked: np.ndarray, decision: int) -> bool:
        """Asks again. A bot that now notes something else, or draws more random numbers, has decided otherwise too."""
        seat = asked[0]["public"]["asked"]
        again = self.ask(states)
        return again == decision and _same(states["seats"][:, seat], asked["seats"][:, seat])


def _take_notes(own: Any, other: Any) -> None:
    for name in NOTES:
        own[name] = other[name]


def _left_alone(asked: np.ndarray, before: np.ndarray) -> bool:
    """Whether the bot wrote to no more than it may."""
    cleaned, seat = asked.copy(), asked[0]["public"]["asked"]
    _take_notes(cleaned[0]["seats"][seat], before[0]["seats"][seat])
    return _same(cleaned, before)


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    """Field by field: what lies between the fields of a record is not copied with it."""
    return bool((one == other).all())
