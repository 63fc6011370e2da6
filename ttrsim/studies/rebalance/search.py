"""The search: measure, change as little as possible, measure again, and check the result on fresh deals.

Nothing is stored but the runs: the same search on the same folder finds them there, and goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ttrsim.games.levers import Lever
from ttrsim.progress import Progress
from ttrsim.stats.intervals import ALPHA, z_critical
from ttrsim.studies.rebalance.budget import CHECK, FIRST, LATER, SLOPES, Budget
from ttrsim.studies.rebalance.goals import Goal, GoalState, Reading
from ttrsim.studies.rebalance.knowledge import Knowledge, readings_of, relative
from ttrsim.studies.rebalance.proposal import propose
from ttrsim.studies.rebalance.trials import Measured, Rounds, Values

LOOKS = 12  # the significance level is divided over this many measurements
LITTLE = 1.0  # half widths of the band: a ticket that was fine and is so far outside is better left alone
STEP = 2  # of a shared lever whose slope is measured
BEFORE, AFTER = "check-before", "check-after"

Verdict = Literal["balanced", "nearest", "stuck", "inconclusive"]


class FreshCheck(NamedTuple):
    """All goals on fresh deals, the same for both boards."""

    before: dict[str, Reading]
    after: dict[str, Reading]
    after_effects: dict[str, Reading]  # of tickets, not relative to anything


@dataclass(frozen=True)
class Balance:
    values: Values
    check: FreshCheck
    states: dict[str, GoalState]  # of the goals after the changes
    verdict: Verdict
    rounds: int
    games: int
    slopes: dict[str, float]  # by ticket: what a point is worth


class Search:
    def __init__(
        self,
        trials: Rounds,
        levers: Sequence[Lever],
        goals: Sequence[Goal],
        games: int | None,
        minutes: float | None,
        progress: Progress,
        path: float = 0.0,
    ) -> None:
        self._path, self._by_name = path, {lever.name: lever for lever in levers}
        self._trials, self._levers, self._goals, self._progress = trials, levers, goals, progress
        self._tickets = [goal.ticket for goal in goals if goal.ticket]
        self._knowledge = Knowledge(goals, levers)
        self._values: dict[str, int] = {lever.name: lever.value for lever in levers}
        self._z = z_critical(ALPHA / (len(goals) * LOOKS))
        self._rounds, self._undone = 0, set[str]()
        progress.begin("pilot")
        self._budget = Budget(trials, games, minutes, goals)

    def run(self) -> Balance:
        self._measure(self._tickets, FIRST, f"first measurement of at most {self._budget.limit:,} games")
        self._knowledge.note_fine(self._values, self._z)
        self._measure_slopes()
        n_checks = 0
        while True:
            is_stuck = self._settle()
            n_checks += 1
            after = self._check(n_checks)
            states = self._checked_states(after)
            is_done = not any(state in (GoalState.OUTSIDE, GoalState.UNCLEAR) for state in states.values())
            if is_done or is_stuck or not self._budget.allows(LATER):
                break
            self._knowledge.learn(after, self._values)
        verdict: Verdict = "balanced" if is_done else "inconclusive"
        if is_done and {GoalState.NEAREST, GoalState.LEFT} & set(states.values()):
            verdict = "nearest"
        if is_stuck and GoalState.OUTSIDE in states.values():
            verdict = "stuck"
        check = self._with_before(after, n_checks)
        slopes = {ticket: self._knowledge.ticket_slope(ticket, self._values) for ticket in self._own_tickets}
        return Balance(self._values, check, states, verdict, self._rounds, self._trials.games, slopes)

    @property
    def _own_tickets(self) -> list[str]:
        return [lever.ticket for lever in self._levers if lever.ticket in self._tickets]

    def _states(self) -> dict[str, GoalState]:
        """What cannot be brought nearer is settled."""
        states, readings = self._knowledge.states(self._values, self._z), self._knowledge.readings(self._values)
        return self._with_nearest(states, readings)

    def _with_nearest(self, states: Mapping[str, GoalState], readings: Mapping[str, Reading]) -> dict[str, GoalState]:
        known, found = self._knowledge, dict(states)
        for goal in self._goals:
            if states[goal.name] != GoalState.OUTSIDE:
                continue
            is_printed = all(
                self._values[lever.name] == lever.value for lever in self._levers if lever.ticket == goal.ticket
            )
            if goal.name in known.fine and is_printed and goal.excess(readings[goal.name].value) <= LITTLE:
                found[goal.name] = GoalState.LEFT
            elif known.is_nearest(goal, readings[goal.name], self._values, self._by_name):
                found[goal.name] = GoalState.NEAREST
        return found

    # ---- steps -----------------------------------------------------------------------------------

    def _measure(self, tickets: Collection[str], share: float, what: str) -> Measured:
        self._rounds += 1
        n = f"{len(tickets)} of {len(self._tickets)} tickets" if self._tickets else f"{len(self._goals)} targets"
        self._progress.begin(f"round {self._rounds}: {what}, {n}")
        name = f"{self._rounds:02}-round"
        measured = self._trials.play(name, self._values, tickets, self._budget.deals(share, tickets))
        self._knowledge.learn(measured, self._values)
        return measured

    def _settle(self) -> bool:
        """Changes and measures until every goal is settled or the games run out. Returns whether no change can help."""
        while True:
            states = self._states()
            unclear = [goal.ticket for goal in self._goals if goal.ticket and states[goal.name] == GoalState.UNCLEAR]
            is_outside, moved = GoalState.OUTSIDE in states.values(), set[str]()
            if is_outside:
                moved = self._move()
                if not moved and GoalState.UNCLEAR not in states.values():
                    return True
            elif GoalState.UNCLEAR not in states.values():
                moved = self._undo()
                if not moved:
                    return False
            if not self._budget.allows(LATER):
                return False
            # A change moves the effects of all tickets a little: their median tells by how much.
            what = f"after {len(moved)} change{'s'[: len(moved) != 1]}" if moved else "more deals"
            self._measure(self._tickets if moved else unclear, LATER, what)

    def _move(self) -> set[str]:
        """Makes the proposed changes. Returns the names of what moved."""
        expected = self._knowledge.expected(self._values, self._states())
        active = {name for each in expected for name, slope in each.slopes.items() if slope}
        levers = [lever for lever in self._levers if lever.name in active]
        proposal = self._values | propose(levers, self._values, expected, self._path)
        moved = {name for name, value in proposal.items() if value != self._values[name]}
        self._values = proposal
        return moved

    def _undo(self) -> set[str]:
        """Takes back changes that are no longer needed, each once. Returns the names of what moved."""
        if not self._budget.allows(LATER):
            return set()
        undone = self._knowledge.needless(self._values, self._trials.printed) - self._undone
        self._undone |= undone
        self._values = self._values | {name: self._trials.printed[name] for name in undone}
        return undone

    def _measure_slopes(self) -> None:
        """How the goals answer to each shared lever: the same deals with the lever moved."""
        shared = [lever for lever in self._levers if not lever.ticket and lever.low < lever.high]
        states = self._knowledge.states(self._values, self._z)
        if not shared or GoalState.OUTSIDE not in states.values():
            return
        share = SLOPES / (len(shared) + 1)
        deals = self._budget.deals(share, self._tickets)
        self._progress.begin("slopes: as it is")
        before = self._trials.play("slope-none", self._values, self._tickets, deals)
        for lever in shared:
            step = STEP if lever.value + STEP <= lever.high else -STEP if lever.value - STEP >= lever.low else 1
            step = step if lever.low <= lever.value + step <= lever.high else -1
            self._progress.begin(f"slopes: {lever.name} {step:+}")
            values = self._values | {lever.name: lever.value + step}
            after = self._trials.play(f"slope-{lever.name}", values, self._tickets, deals, like="slope-none")
            self._knowledge.learn_slopes(lever.name, step, before, after)

    # ---- the check -------------------------------------------------------------------------------

    def _check(self, number: int) -> Measured:
        """The new board on fresh deals."""
        self._progress.begin("check on fresh deals: after")
        return self._trials.play(_numbered(AFTER, number), self._values, self._tickets, self._check_deals)

    def _with_before(self, after: Measured, number: int) -> FreshCheck:
        """The old board on the deals of the last check."""
        before = after
        if self._values != self._trials.printed:
            self._progress.begin("check on fresh deals: before")
            name, like = _numbered(BEFORE, number), _numbered(AFTER, number)
            before = self._trials.play(name, self._trials.printed, self._tickets, self._check_deals, like)
        first, second = (readings_of(self._goals, measured) for measured in (before, after))
        return FreshCheck(relative(self._goals, first), relative(self._goals, second), second)

    @property
    def _check_deals(self) -> int:
        return self._budget.deals(CHECK, self._tickets)

    def _checked_states(self, after: Measured) -> dict[str, GoalState]:
        """Measured once on fresh deals. If the interval of a goal is too wide there, all measurements count."""
        z = z_critical(ALPHA / len(self._goals))
        pooled = self._knowledge.states(self._values, self._z)
        checked = relative(self._goals, readings_of(self._goals, after))
        states = {goal.name: goal.state(checked[goal.name], z) for goal in self._goals}
        states = {name: pooled[name] if state == GoalState.UNCLEAR else state for name, state in states.items()}
        return self._with_nearest(states, self._knowledge.readings(self._values))


def _numbered(name: str, number: int) -> str:
    return f"{name}-{number}" if number > 1 else name
