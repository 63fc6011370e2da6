"""Plays out decisions of a position in imagined worlds, on several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import RunError, UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.limits import MAX_BOTS
from ttrsim.machine import rollouts
from ttrsim.machine.table import FAULT_ILLEGAL, FAULT_TAMPERED, NO_FAULTY_GAME
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.position import Decision, Position
from ttrsim.play.table import seating_records
from ttrsim.play.tampering import tampering
from ttrsim.workers.executor import Executor, Pulse, Slices, Threads
from ttrsim.workers.watch import asking

WORLDS_PER_TASK = 64  # at most
TASKS = 8  # at least, so that all threads have work even if there are few worlds

Knowledge = Literal["seat", "all"]
StateOfWorld = Callable[[int], np.ndarray]
KNOWLEDGE = {"seat": rollouts.OF_THE_SEAT, "all": rollouts.OF_ALL}


@dataclass(frozen=True)
class Outcomes:
    """How the games ended, for every world and every decision that was tried in it."""

    seat: int  # the one that decides
    shares: NDArray[np.float64]  # [world, decision, seat] of the win: 1 alone, ½ with another, 0
    points: NDArray[np.int64]  # [world, decision, seat]

    @property
    def wins(self) -> NDArray[np.float64]:
        """[world, decision] the deciding seat's share of the win."""
        return self.shares[:, :, self.seat]

    @property
    def own_points(self) -> NDArray[np.int64]:
        """[world, decision] the deciding seat's points."""
        return self.points[:, :, self.seat]

    @property
    def margins(self) -> NDArray[np.int64]:
        """[world, decision] the deciding seat's points less those of the best other seat."""
        others = np.delete(self.points, self.seat, axis=2)
        margins: NDArray[np.int64] = self.own_points - others.max(axis=2)
        return margins


class Rollouts:
    """A position whose decisions are played out.

    World `w` depends only on the position, the seed and `w`. So it is the same for every decision, in every call and on
    every thread, and the outcomes of calls with different worlds can be combined.

    >>> rollouts = Rollouts(Position.start("usa", 2, seed=1), "planner", seed=7)
    >>> outcomes = rollouts.play(rollouts.candidates, worlds=range(200))
    >>> outcomes.wins.mean(axis=0)
    """

    def __init__(
        self,
        position: Position,
        policy: str | Bot | Sequence[str | Bot] | None = None,
        *,
        seed: int = 1,
        knowing: Knowledge = "seat",
        executor: Executor | None = None,
        state_of: StateOfWorld | None = None,
        with_notes: bool = False,
    ) -> None:
        """`policy` is the bot that plays on in all seats, or one bot for each seat (default: `default_policy`).

        With `knowing="seat"`, worlds are imagined from what the asked seat sees and nothing else. With `knowing="all"`,
        every seat keeps the cards and tickets that it holds in the position, and only what lies face down is unknown.

        If even the asked seat does not know all of the position, `state_of` gives a position for each world;
        `position` is one of them.

        With `with_notes`, a seat whose bot plays on keeps the notes that the position has of it. Otherwise, all bots
        begin without notes.
        """
        if position.is_over:
            raise UserError(f"{position!r}: the game is over, so there is no decision to play out")
        self.position = position
        self.candidates = position.candidates()
        self._executor = executor or Threads()
        self.policies = _policies(policy, position)
        state = position.state()
        for seat, bot in enumerate(self.policies):
            if not with_notes or position.notes_of(seat) != bot.name:
                state["seats"]["memory"][:, seat] = 0
        self._work = _Work(position.board, self.policies, state, seed, KNOWLEDGE[knowing], state_of)

    def play(
        self,
        decisions: Sequence[Decision | int] | None,
        worlds: range,
        count: Pulse = lambda n: None,
    ) -> Outcomes:
        """Plays each decision in each of the worlds, which must be consecutive.

        `count` is called with the number of games played since its last call. If `decisions` is None, the policy makes
        the first decision too: this measures the position itself.
        """
        numbers = [int(rollouts.ASK_THE_POLICY)] if decisions is None else [_number(decision) for decision in decisions]
        if worlds.step != 1 or not numbers:
            raise ValueError("worlds should be consecutive, and there should be at least one decision")
        tasks = [_Task(tuple(numbers), part) for part in _parts(worlds)]
        with closing(self._executor.map(self._work, tasks, in_order=True, count=count)) as results:
            played = [result for _, result in results]
        shares = np.zeros((len(worlds), len(numbers), self.position.players))
        points = np.zeros(shares.shape, np.int64)
        for task, (task_shares, task_points) in zip(tasks, played, strict=True):
            place = slice(task.worlds.start - worlds.start, task.worlds.stop - worlds.start)
            shares[place], points[place] = task_shares, task_points
        asked = self.position.asked
        assert asked is not None
        return Outcomes(asked, shares, points)


class _Task(NamedTuple):
    decisions: tuple[int, ...]
    worlds: range


_Result = tuple[NDArray[np.float64], NDArray[np.int64]]


@dataclass(frozen=True)
class _Work:
    """The work of an executor (`engine/executor.py`)."""

    board: Board
    policies: list[Bot]  # [seat]
    state: np.ndarray
    seed: int
    knowledge: np.int64
    state_of: StateOfWorld | None

    def identity(self) -> dict[str, str]:
        return {}  # rollouts are not sent to other processes

    def test(self) -> str:
        return ""

    def start(self) -> Callable[[_Task, Pulse], _Result]:
        return _Worker(self).play


class _Worker:
    def __init__(self, work: _Work) -> None:
        self._work = work
        self._game = work.board.game
        kernel = self._game.kernel
        self._roll_out = kernel.roll_out
        bots = [bot for place, bot in enumerate(work.policies) if bot not in work.policies[:place]]
        seating = [bots.index(bot) for bot in work.policies]
        functions = [bot.compiled.function for bot in bots]
        self._boards = work.board.record()
        self._works = np.zeros(1, kernel.work)
        self._bots = tuple(functions + functions[:1] * (MAX_BOTS - len(functions)))
        self._seatings = seating_records(work.board, bots, [seating])
        self._states = np.concatenate([work.state, np.zeros(1, kernel.state)])
        self._results = np.zeros(1, kernel.result)
        self._beliefs = np.zeros(1, kernel.belief)
        self._form_beliefs()
        self._slices = Slices()

    def play(self, task: _Task, pulse: Pulse) -> _Result:
        n_seats, decisions = len(self._work.policies), np.array(task.decisions, np.int64)
        shares = np.zeros((len(task.worlds), len(decisions), n_seats))
        points = np.zeros(shares.shape, np.int64)

        def count(n_worlds: int) -> None:
            pulse(n_worlds * len(decisions))

        for part in self._slices.of(len(task.worlds), count):
            for place in self._of_one_state(part):
                world = task.worlds.start + place.start
                if self._work.state_of is not None:
                    self._states[0] = self._work.state_of(world)[0]
                    self._form_beliefs()
                self._play(decisions, world, shares[place.start : place.stop], points[place.start : place.stop])
        return shares, points

    def _form_beliefs(self) -> None:
        if self._work.knowledge == rollouts.OF_THE_SEAT:
            self._game.kernel.form_beliefs(self._boards, self._states[:1], self._beliefs, self._work.seed)

    def _of_one_state(self, part: range) -> Iterator[range]:
        """Parts of a range of worlds whose games begin at the same state."""
        if self._work.state_of is None:
            yield part
        else:
            yield from (range(place, place + 1) for place in part)

    def _play(self, decisions: np.ndarray, first_world: int, shares: np.ndarray, points: np.ndarray) -> None:
        arrays = (self._boards, self._works, self._bots, self._seatings, self._states, self._results, self._beliefs)
        work = self._work
        call = partial(self._roll_out, *arrays, decisions, work.knowledge, work.seed, first_world, shares, points)
        faulty = asking(call, self._works["state"]["public"].tobytes, self._where)
        if faulty != NO_FAULTY_GAME:
            raise RunError(self._explain())

    def _where(self) -> str:
        public = self._works[0]["state"]["public"]
        seat = int(public["asked"])
        at = f"turn {public['turn']}, seat {seat} ({self._work.policies[seat].name})"
        return f"{self._work.board.name}, seed {self._work.seed}, playing on, {at}"

    def _explain(self) -> str:
        result = self._results[0]
        seat, detail = int(result["fault_seat"]), int(result["fault_detail"])
        where = f"{self._work.board.name}, seed {self._work.seed}, playing on"
        if result["fault"] == FAULT_TAMPERED:
            return f"{where}: seat {seat} ({self._work.policies[seat].name}): {tampering(self._works, self._boards)}"
        if result["fault"] == FAULT_ILLEGAL:
            decision = self._work.board.describe_decision(detail)
            return f"{where}: seat {seat} ({self._work.policies[seat].name}) made an illegal decision: {decision}"
        violated = self._game.kernel.checks.get(detail, f"fault {int(result['fault'])}")
        return f"{where}: the state is broken: {violated} (a fault of ttrsim)"


def default_policy(game: Game) -> str:
    """The bot that plays on unless the user names another: the built-in one that new bots are measured against."""
    return game.opponents[-1]


def _policies(policy: str | Bot | Sequence[str | Bot] | None, position: Position) -> list[Bot]:
    policy = default_policy(position.game) if policy is None else policy
    chosen = [policy] * position.players if isinstance(policy, str | Bot) else list(policy)
    if len(chosen) != position.players:
        raise UserError(f"{position!r}: give one policy, or {position.players}, not {len(chosen)}")
    loaded = {spec: load_bot(spec, position.game) for spec in chosen if isinstance(spec, str)}
    return [loaded[bot] if isinstance(bot, str) else bot for bot in chosen]


def _number(decision: Decision | int) -> int:
    return decision if isinstance(decision, int) else decision.number


def _parts(worlds: range) -> Iterator[range]:
    size = max(1, min(WORLDS_PER_TASK, len(worlds) // TASKS))
    for first in range(worlds.start, worlds.stop, size):
        yield range(first, min(first + size, worlds.stop))
