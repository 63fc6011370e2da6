"""What a rebalancing found: the new board, and every goal before and after."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ttrsim.documents.csv import flat_row
from ttrsim.documents.document import Column, Document, Figure, Part, Result, Table, cell_text
from ttrsim.documents.json import plain
from ttrsim.errors import CheckError, InconclusiveError
from ttrsim.games.levers import Lever
from ttrsim.stats.intervals import ALPHA, Estimate, z_critical
from ttrsim.studies.rebalance.goals import Goal, GoalState, Reading
from ttrsim.studies.rebalance.request import MAX_BAND
from ttrsim.studies.rebalance.search import Balance, Verdict
from ttrsim.wording import listed

OF_TICKETS = ("deck", "printed", "suggested")
TICKETS = (
    Column("name", "ticket", "text"),
    Column("deck", kind="text"),
    Column("printed", kind="count"),
    Column("suggested", kind="count"),
    Column("before", kind="signed_share"),
    Column("after", kind="signed_share"),
    Column("state", kind="verdict"),
)
TARGETS = (
    Column("name", "target", "text"),
    Column("before", decimals=3),
    Column("after", decimals=3),
    Column("n", "games", "count"),
    Column("state", kind="verdict"),
)
CHANGES = (
    Column("name", "number", "text"),
    Column("before", "printed", "count"),
    Column("after", "suggested", "count"),
)
NAMED = 3  # tickets that a sentence names
CAPTION = "Effect of each ticket against the median of its deck, before and after the changes; the band is grey."


@dataclass(frozen=True)
class GoalRow:
    """A ticket or another target: its value before and after, on fresh deals, with 95 % intervals."""

    name: str
    deck: str  # of a ticket, else ''
    printed: int | None  # points of a ticket
    suggested: int | None
    low: float  # the bounds that were asked for
    high: float
    before: Estimate
    after: Estimate
    n: int  # pairs of games for a ticket, else games
    state: GoalState  # after the changes

    def excess(self, which: str) -> float:
        """How far it is outside."""
        value: float = getattr(self, which).value
        return max(self.low - value, value - self.high, 0.0)

    @property
    def is_changed(self) -> bool:
        return self.printed != self.suggested


@dataclass(frozen=True)
class Change:
    name: str  # as house rules write it
    before: int
    after: int


@dataclass(frozen=True, repr=False)
class Rebalance(Result):
    """The suggested board and its check."""

    board: str
    title: str
    notice: str
    bots: tuple[str, ...]
    seed: int
    band: float | None  # percentage points, if tickets were to be balanced
    verdict: Verdict
    changes: list[Change]
    tickets: list[GoalRow]  # effects relative to the typical ticket of the deck
    targets: list[GoalRow]
    typical: dict[str, Estimate]  # by deck: the median effect of its tickets after the changes
    rounds: int
    games: int
    folder: Path  # of the new board
    slopes: dict[str, float] = field(default_factory=dict)  # by ticket: what a point is worth in wins
    is_strict: bool = False

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        rows = [*self.tickets, *self.targets]
        outside = [row.name for row in rows if row.state == GoalState.OUTSIDE]
        unclear = [row.name for row in rows if row.state == GoalState.UNCLEAR]
        n = f"{len(self.changes)} change{'' if len(self.changes) == 1 else 's'}"
        if self.verdict == "balanced":
            border = sum(row.state == GoalState.BORDER for row in rows)
            near = f"; {border} {'is' if border == 1 else 'are'} near a bound" if border else ""
            return f"balanced with {n}: nothing is significantly outside its bounds{near}"
        if self.verdict == "nearest":
            return f"{self._better}with {n}; {self._nearest}"
        if self.verdict == "stuck":
            what = f"no allowed change is known to bring {listed(outside)} into bounds; see --change"
            return f"{self._better}not balanced: {what}"
        open_goals = [f"{listed(outside)} outside"] if outside else []
        open_goals += [f"{listed(unclear)} unclear"] if unclear else []
        more = f"play more with --games{self._wider_band()}"
        return f"{self._better}inconclusive after {self.games:,} games and {n}: {'; '.join(open_goals)}; {more}"

    @property
    def saved(self) -> str:
        return f"new board in {self.folder}; report: {self.folder / 'rebalance.html'}"

    @property
    def failure(self) -> Exception | None:
        """A board that is better is a result, even if it does not reach every goal."""
        errors = {"nearest": CheckError, "stuck": CheckError, "inconclusive": InconclusiveError}
        if self.verdict not in errors or (self.is_better and not self.is_strict):
            return None
        return errors[self.verdict](self.sentence)

    @property
    def is_better(self) -> bool:
        """Whether the goals are nearer to their bounds on fresh deals, all in all; nothing to change is as good."""
        rows = [*self.tickets, *self.targets]
        before, after = (sum(row.excess(each) for row in rows) for each in ("before", "after"))
        return self.verdict == "nearest" if not self.changes else after < before

    @property
    def _better(self) -> str:
        rows = [*self.tickets, *self.targets]
        if not self.changes or not self.is_better:
            return ""
        before, after = (sum(row.excess(each) > 0 for row in rows) for each in ("before", "after"))
        return f"better: {after} of {len(rows)} are off, {before} were; "

    @property
    def _nearest(self) -> str:
        """What whole points cannot reach, and what would."""
        rows = [row for row in self.tickets if row.state == GoalState.NEAREST]
        told = [
            f"a point of {row.name} is worth {100 * self.slopes[row.name]:.1f} pp"
            + (f" ({fraction:.1f} points would do)" if (fraction := self._fraction(row)) >= 1 else "")
            for row in sorted(rows, key=lambda row: -abs(row.after.value))[:NAMED]
        ]
        more = f", and {len(rows) - NAMED} more" if len(rows) > NAMED else ""
        left = [row.name for row in self.tickets if row.state == GoalState.LEFT]
        parts = [f"{len(rows)} cannot be brought inside ± {self.band:g}: {listed(told)}{more}"] if rows else []
        parts += [f"left as they are, since they were inside before: {listed(left)}"] if left else []
        return "; ".join(parts)

    def _fraction(self, row: GoalRow) -> float:
        return float((row.suggested or 0) - row.after.value / self.slopes[row.name])

    def _wider_band(self) -> str:
        """The band that the check could settle: no interval is wider than the half of it."""
        if not self.tickets or self.band is None:
            return ""
        widest = max((row.after.high - row.after.low) / 2 for row in self.tickets)
        z = z_critical(ALPHA / (len(self.tickets) + len(self.targets))) / z_critical()
        settled = math.ceil(2 * 100 * z * widest) if math.isfinite(widest) else math.inf
        return f", or choose a wider band: these can settle {settled:g}" if self.band < settled <= MAX_BAND else ""

    def document(self) -> Document:
        from ttrsim.studies.rebalance.figure import picture

        notes = [
            f"{self.sentence[:1].upper()}{self.sentence[1:]}.",
            f"{self.games:,} games in {self.rounds} rounds, bots {', '.join(self.bots)}, seed {self.seed}.",
            "The check plays the board before and after the changes on the same deals, which the search has not seen.",
            "The answer is about these bots: other styles may value tickets otherwise.",
            *([self.notice] if self.notice else []),
        ]
        parts: list[Part] = []
        if self.tickets:
            parts += [Figure(partial(picture, self), CAPTION), self._ticket_table()]
        if self.targets:
            title = "Targets on fresh deals, 95 % intervals"
            parts.append(Table("targets", title, TARGETS, [vars(row) for row in self.targets]))
        if others := [vars(change) for change in self.changes if not change.name.startswith("tickets.")]:
            parts.append(Table("changes", "Other changes", CHANGES, others))
        return Document(f"{self.title}, rebalanced", notes, parts)

    def _ticket_table(self) -> Table:
        known = [f"{cell_text(each.value, 'signed_share')} ({deck})" for deck, each in self.typical.items()]
        note = (
            "Effect of keeping the ticket on the win share, less the median effect of its deck, on fresh deals; 95 % "
            f"intervals, {min(row.n for row in self.tickets):,} pairs of games or more for each. Median effect after "
            f"the changes: {listed(known) if known else 'unknown'}. Band: {self.band:g} pp to either side."
        )
        rows = [vars(row) | {"suggested": row.suggested if row.is_changed else None} for row in self.tickets]
        title = f"{len([row for row in self.tickets if row.is_changed])} of {len(rows)} tickets changed"
        columns = [column for column in TICKETS if column.id != "deck" or len(self.typical) > 1]
        return Table("tickets", title, tuple(columns), rows, note)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        names = (
            "board",
            "notice",
            "bots",
            "seed",
            "band",
            "verdict",
            "sentence",
            "changes",
            "rounds",
            "games",
            "folder",
        )
        values: dict[str, Any] = plain({name: getattr(self, name) for name in names})
        values |= {name: [_flat(row) for row in getattr(self, name)] for name in ("tickets", "targets")}
        return values | {"typical": {deck: flat_row({"effect": each}) for deck, each in self.typical.items()}}


def _flat(row: GoalRow) -> dict[str, Any]:
    values = flat_row(vars(row))
    return values if row.deck else {name: value for name, value in values.items() if name not in OF_TICKETS}


# ---- from the search -----------------------------------------------------------------------------


def rows_of(goals: Sequence[Goal], levers: Sequence[Lever], points: dict[str, int], found: Balance) -> list[GoalRow]:
    """The best first. `points` are those printed on all tickets."""
    names = {lever.ticket: lever.name for lever in levers if lever.ticket}
    rows = []
    for goal in goals:
        printed = points.get(goal.ticket)
        suggested = found.values[names[goal.ticket]] if goal.ticket in names else printed
        before, after = found.check.before[goal.name], found.check.after[goal.name]
        ends = goal.low, goal.high
        both = estimate_of(before), estimate_of(after)
        rows.append(GoalRow(goal.name, goal.deck, printed, suggested, *ends, *both, after.n, found.states[goal.name]))
    return sorted(rows, key=lambda row: (row.deck, -row.before.value)) if any(row.deck for row in rows) else rows


def estimate_of(reading: Reading) -> Estimate:
    """Too few deals have no interval."""
    deals = None if math.isfinite(reading.error) else 0
    return Estimate(reading.value, *reading.interval(z_critical()), deals=deals)
