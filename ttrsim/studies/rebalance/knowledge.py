"""What all trials together say of the goals, and how goals answer to levers.

A ticket is measured by the effect of keeping it on the win share, less the median effect of its deck: how much better
it is than the typical ticket. The median, unlike the mean, stays where it is when a few tickets are far off.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

import numpy as np

from ttrsim.games.levers import Lever
from ttrsim.studies.rebalance.goals import NOTHING, Goal, GoalState, Reading
from ttrsim.studies.rebalance.proposal import Expected
from ttrsim.studies.rebalance.trials import Measured, Values

MEDIAN_ERROR = math.sqrt(math.pi / 2)  # of a median, in errors of a mean
PRIOR_SPREAD = 0.5  # how far off the slope as played may be, as a share of it
LEAST_SLOPE = 0.4  # of the slope as played: noise must neither turn a slope around nor make a change far too large
FALLBACK_SLOPE = 0.01  # of the win share for each point, if play says nothing
WORST_FIRST = 0.5  # share of the worst ticket's distance from the band, from which tickets are moved together with it
SURE = 3.0  # the slope of a shared lever counts only if it is this many standard errors from 0

Place = tuple[int, ...]  # the values of all levers


class Knowledge:
    """Readings by the values of levers under which they were taken."""

    def __init__(self, goals: Sequence[Goal], levers: Sequence[Lever]) -> None:
        self.goals = goals
        self._places = {lever.name: place for place, lever in enumerate(levers)}
        self._shared = [place for place, lever in enumerate(levers) if not lever.ticket]
        self._own = {lever.ticket: lever.name for lever in levers if lever.ticket}
        self._readings: dict[Place, dict[str, Reading]] = defaultdict(dict)  # by goal, not relative
        self._as_played: dict[str, float] = {}  # slopes
        self._shared_slopes: dict[str, dict[str, float]] = defaultdict(dict)  # by goal and lever
        self.fine: set[str] = set()  # tickets that were not outside before anything was moved

    def learn(self, measured: Measured, values: Values) -> None:
        known = self._readings[self._place(values)]
        for name, reading in readings_of(self.goals, measured).items():
            if math.isfinite(reading.error):
                known[name] = _pooled([known[name], reading]) if name in known else reading
        if measured.effects and not self._as_played:
            self._as_played = slopes_as_played(measured)

    def _place(self, values: Values) -> Place:
        return tuple(values[name] for name in self._places)

    # ---- where the goals stand -------------------------------------------------------------------

    def readings(self, values: Values) -> dict[str, Reading]:
        """Of each goal; tickets relative to the typical ticket of their deck.

        A ticket that had the same points on another board counts from there too, with an error for what has changed
        besides.
        """
        place = self._place(values)
        here = self._relative(place)
        return {goal.name: self._with_others(goal, place, here.get(goal.name, NOTHING)) for goal in self.goals}

    def _with_others(self, goal: Goal, place: Place, here: Reading) -> Reading:
        if not goal.ticket:
            return here
        others = [
            self._from(other, place, goal.ticket)
            for other, known in self._readings.items()
            if other != place and goal.name in known and self._is_like(goal, place, other)
        ]
        return _pooled([here, *others]) if others else here

    def _from(self, other: Place, place: Place, ticket: str) -> Reading:
        """The reading of a ticket on another board.

        What other tickets gained or lost in points may have moved this one by as much as the same points, spread over
        all tickets, would.
        """
        reading = self._relative(other)[ticket]
        own = self._places.get(self._own.get(ticket, ""), -1)
        moved = sum(abs(a - b) for at, (a, b) in enumerate(zip(place, other, strict=True)) if at != own)
        error = self._as_played.get(ticket, FALLBACK_SLOPE) * moved / len(self._as_played)
        return Reading(reading.value, math.hypot(reading.error, error), reading.n)

    def _is_like(self, goal: Goal, place: Place, other: Place) -> bool:
        """Whether the ticket's own points and all shared levers are the same in two places."""
        own = [self._places[self._own[goal.ticket]]] if goal.ticket in self._own else []
        return all(place[at] == other[at] for at in (*self._shared, *own))

    def _relative(self, place: Place) -> dict[str, Reading]:
        known = self._readings.get(place, {})
        return relative([goal for goal in self.goals if goal.name in known], known)

    def states(self, values: Values, z: float) -> dict[str, GoalState]:
        readings = self.readings(values)
        return {goal.name: goal.state(readings[goal.name], z) for goal in self.goals}

    def note_fine(self, values: Values, z: float) -> None:
        """Remembers the tickets that are not outside their band as the board is printed."""
        states = self.states(values, z)
        self.fine = {goal.name for goal in self.goals if goal.ticket and states[goal.name] != GoalState.OUTSIDE}

    # ---- how they answer -------------------------------------------------------------------------

    def learn_slopes(self, lever: str, step: int, before: Measured, after: Measured) -> None:
        """From the same deals with a shared lever moved. What may be noise counts as no slope."""
        both = [relative(self.goals, readings_of(self.goals, measured)) for measured in (before, after)]
        for goal in self.goals:
            first, second = (readings[goal.name] for readings in both)
            difference, error = second.value - first.value, math.hypot(first.error, second.error)
            is_sure = math.isfinite(error) and abs(difference) > SURE * error
            self._shared_slopes[goal.name][lever] = difference / step if is_sure else 0.0

    def expected(self, values: Values, states: Mapping[str, GoalState]) -> list[Expected]:
        """What a proposal is made from. The worst come first.

        A ticket that is far off makes others look a little better or worse, and these return when it is mended. So
        only tickets that are at least half as far outside as the worst are to be moved.
        """
        readings = self.readings(values)
        excess = {goal.name: goal.excess(readings[goal.name].value) for goal in self.goals if goal.ticket}
        due = {name for name, state in states.items() if state == GoalState.OUTSIDE}
        due = (due - self.fine) or due  # what was not outside before anything moved may only seem to be
        worst = max((excess[name] for name in excess if name in due), default=0.0)
        found = []
        for goal in self.goals:
            is_due = goal.name in due and excess.get(goal.name, worst) >= WORST_FIRST * worst
            found.append(Expected(goal, readings[goal.name].value, is_due, self._slopes(goal, is_due, values)))
        return found

    def is_nearest(self, goal: Goal, reading: Reading, values: Values, levers: Mapping[str, Lever]) -> bool:
        """Whether no other number of points would bring a ticket nearer to the middle of its band."""
        lever = levers.get(self._own.get(goal.ticket, ""))
        if lever is None or not math.isfinite(reading.error):
            return False
        now = values[lever.name]
        best = now + (goal.middle - reading.value) / self.ticket_slope(goal.ticket, values)
        return min(max(round(best), lever.low), lever.high) == now

    def needless(self, values: Values, printed: Values) -> set[str]:
        """Levers of tickets that should stay within their band if they got their printed points back.

        While other tickets were far off, such a ticket only looked as if it were outside.
        """
        readings, found = self.readings(values), set()
        for goal in self.goals:
            name = self._own.get(goal.ticket, "")
            if not name or values[name] == printed[name] or not math.isfinite(readings[goal.name].error):
                continue
            back = self.ticket_slope(goal.ticket, values) * (printed[name] - values[name])
            if goal.excess(readings[goal.name].value + back) == 0:
                found.add(name)
        return found

    def _slopes(self, goal: Goal, is_due: bool, values: Values) -> dict[str, float]:
        """The points of a ticket move only if it is due."""
        slopes = dict(self._shared_slopes.get(goal.name, {}))
        if is_due and goal.ticket in self._own:
            slopes[self._own[goal.ticket]] = self.ticket_slope(goal.ticket, values)
        return slopes

    def ticket_slope(self, ticket: str, values: Values) -> float:
        """Change of the effect for each point: as played to begin with, then as its moves have shown."""
        prior, here = self._as_played.get(ticket, FALLBACK_SLOPE), self._place(values)
        own = self._places[self._own[ticket]]
        known = [place for place, readings in self._readings.items() if ticket in readings]
        points = [(place[own], self._from(place, here, ticket)) for place in known]
        return max(fitted_slope(prior, points), LEAST_SLOPE * prior)


def relative(goals: Sequence[Goal], readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """Effects of tickets less the median of their deck, with the error of both."""
    centres, found = deck_centres(goals, readings), {}
    for goal in goals:
        reading = readings[goal.name]
        if goal.ticket and goal.deck in centres:
            centre = centres[goal.deck]
            reading = Reading(reading.value - centre.value, math.hypot(reading.error, centre.error), reading.n)
        found[goal.name] = reading
    return found


def deck_centres(goals: Sequence[Goal], readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """The median effect of the tickets of each deck. Tickets without a measured effect do not count."""
    decks: dict[str, list[Reading]] = defaultdict(list)
    for goal in goals:
        if goal.ticket and math.isfinite(readings[goal.name].error):
            decks[goal.deck].append(readings[goal.name])
    return {deck: _centre(known) for deck, known in decks.items()}


def _centre(readings: Sequence[Reading]) -> Reading:
    error = MEDIAN_ERROR * math.sqrt(sum(reading.error**2 for reading in readings)) / len(readings)
    return Reading(median(reading.value for reading in readings), error, sum(reading.n for reading in readings))


def _pooled(readings: Sequence[Reading]) -> Reading:
    """Those with the smallest errors weigh most."""
    weights = [1 / max(reading.error, 1e-9) ** 2 for reading in readings]
    if not any(weights):
        return readings[0]
    value = float(np.average([reading.value for reading in readings], weights=weights))
    return Reading(value, 1 / math.sqrt(sum(weights)), sum(reading.n for reading in readings))


def slopes_as_played(measured: Measured) -> dict[str, float]:
    """What a point of each ticket would change, if the games were played as they were.

    A point counts as often as the ticket is completed more than failed, and wins come with points as they do over all
    tickets.
    """
    tickets = list(measured.effects)
    wins = np.array([measured.effects[ticket].value for ticket in tickets])
    scores = np.array([measured.on_score[ticket] for ticket in tickets])
    rate = float(wins @ scores / (scores @ scores)) if scores.any() else 0.0
    rate = rate if rate > 0 else FALLBACK_SLOPE
    times = {ticket: measured.times[ticket] for ticket in tickets}
    typical = median(times.values())
    return {ticket: rate * (count if count > 0 else max(typical, 0.1)) for ticket, count in times.items()}


def fitted_slope(prior: float, points: Sequence[tuple[int, Reading]]) -> float:
    """The slope of a line through what was measured at several points, held near the prior as far as noise allows."""
    at = np.array([point for point, _ in points], dtype=float)
    values = np.array([reading.value for _, reading in points])
    weights = np.array([1 / max(reading.error, 1e-9) ** 2 for _, reading in points])
    if len(points) < 2 or not weights.any():
        return prior
    centred = at - np.average(at, weights=weights)
    confidence = (PRIOR_SPREAD * prior) ** -2
    return float((weights @ (centred * values) + confidence * prior) / (weights @ centred**2 + confidence))


def readings_of(goals: Sequence[Goal], measured: Measured) -> dict[str, Reading]:
    """Of each goal in one trial, not yet relative to a deck."""
    return {
        goal.name: (measured.effects if goal.ticket else measured.metrics).get(goal.ticket or goal.name, NOTHING)
        for goal in goals
    }
