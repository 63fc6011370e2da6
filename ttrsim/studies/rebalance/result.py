"""What a rebalancing found: the new board, and every goal before and after."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ttrsim.errors import CheckError, InconclusiveError
from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.games.levers import Lever
from ttrsim.stats.intervals import ALPHA, Estimate, z_critical
from ttrsim.studies.rebalance.goals import Goal, Reading, State
from ttrsim.studies.rebalance.request import MAX_BAND
from ttrsim.studies.rebalance.search import Outcome, Verdict
from ttrsim.wording import listed


@dataclass(frozen=True)
class Row:
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
    state: State  # after the changes

    @property
    def is_changed(self) -> bool:
        return self.printed != self.suggested


@dataclass(frozen=True)
class Change:
    name: str  # as house rules write it
    before: int
    after: int


@dataclass(frozen=True)
class Rebalance(Notebook):
    """The suggested board and its check."""

    board: str
    title: str
    notice: str
    bots: tuple[str, ...]
    seed: int
    band: float | None  # percentage points, if tickets were to be balanced
    verdict: Verdict
    changes: list[Change]
    tickets: list[Row]  # effects relative to the typical ticket of the deck
    targets: list[Row]
    typical: dict[str, Estimate]  # by deck: the median effect of its tickets after the changes
    rounds: int
    games: int
    folder: Path  # of the new board

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        rows = [*self.tickets, *self.targets]
        outside = [row.name for row in rows if row.state == State.OUTSIDE]
        unclear = [row.name for row in rows if row.state == State.UNCLEAR]
        n = f"{len(self.changes)} change{'' if len(self.changes) == 1 else 's'}"
        if self.verdict == "balanced":
            border = sum(row.state == State.BORDER for row in rows)
            near = f"; {border} {'is' if border == 1 else 'are'} near a bound" if border else ""
            return f"balanced with {n}: nothing is significantly outside its bounds{near}"
        if self.verdict == "stuck":
            return f"not balanced: no allowed change is known to bring {listed(outside)} into bounds; see --change"
        open_goals = [f"{listed(outside)} outside"] if outside else []
        open_goals += [f"{listed(unclear)} unclear"] if unclear else []
        more = f"play more with --games{self._wider_band()}"
        return f"inconclusive after {self.games:,} games and {n}: {'; '.join(open_goals)}; {more}"

    @property
    def saved(self) -> str:  # type: ignore[override]
        return f"new board in {self.folder}; report: {self.folder / 'rebalance.html'}"

    @property
    def failure(self) -> Exception | None:  # type: ignore[override]
        errors = {"stuck": CheckError, "inconclusive": InconclusiveError}
        return errors[self.verdict](self.sentence) if self.verdict in errors else None

    def lines(self) -> list[str]:
        """What a terminal shows below the tables."""
        return [] if self.failure else [self.sentence]

    def _wider_band(self) -> str:
        """The band that the check could settle: no interval is wider than the half of it."""
        if not self.tickets or self.band is None:
            return ""
        widest = max((row.after.high - row.after.low) / 2 for row in self.tickets)
        z = z_critical(ALPHA / (len(self.tickets) + len(self.targets))) / z_critical()
        settled = math.ceil(2 * 100 * z * widest) if math.isfinite(widest) else math.inf
        return f", or choose a wider band: these can settle ±{settled:g}" if self.band < settled <= MAX_BAND else ""

    def sheets(self) -> Iterator[Sheet]:
        """The table of tickets, then that of other targets and other changes."""
        if self.tickets:
            yield self._ticket_sheet()
        if self.targets:
            columns = ("target", "before", "after", "games", "state")
            rows = [(r.name, _number(r.before), _number(r.after), f"{r.n:,}", r.state) for r in self.targets]
            yield Sheet("Targets on fresh deals, 95 % intervals", columns, rows, columns[1:4])
        others = [change for change in self.changes if not change.name.startswith("tickets.")]
        if others:
            lines = [(change.name, str(change.before), str(change.after)) for change in others]
            yield Sheet("Other changes", ("number", "printed", "suggested"), lines, ("printed", "suggested"))

    def _ticket_sheet(self) -> Sheet:
        columns = ("ticket", "printed", "suggested", "before, pp", "after, pp", "state")
        rows = [
            (
                f"{row.name} ({row.deck})" if len(self.typical) > 1 else row.name,
                str(row.printed),
                f"{row.suggested} ({(row.suggested or 0) - (row.printed or 0):+})" if row.is_changed else "",
                _points(row.before),
                _points(row.after),
                row.state,
            )
            for row in self.tickets
        ]
        known = [f"{100 * each.value:+.1f} pp ({deck})" for deck, each in self.typical.items()]
        centres = listed(known) if known else "unknown"
        note = (
            "Effect of keeping the ticket on the win share, less the median effect of its deck, on fresh deals; 95 % "
            f"intervals, {min(row.n for row in self.tickets):,} pairs of games or more for each. Median effect after "
            f"the changes: {centres}. Band: ±{self.band:g} pp."
        )
        title = f"{self.title}: {len([row for row in self.tickets if row.is_changed])} of {len(rows)} tickets changed"
        return Sheet(title, columns, rows, columns[1:5], f"{note}\n{self.notice}" if self.notice else note)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "board": self.board,
            "notice": self.notice,
            "bots": list(self.bots),
            "seed": self.seed,
            "band": self.band,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "changes": [asdict(change) for change in self.changes],
            "tickets": [_row_dict(row) for row in self.tickets],
            "targets": [_row_dict(row) for row in self.targets],
            "typical": {deck: _estimate_dict("effect", each) for deck, each in self.typical.items()},
            "rounds": self.rounds,
            "games": self.games,
            "folder": str(self.folder),
        }


def _points(estimate: Estimate) -> str:
    """In percentage points."""
    if not math.isfinite(estimate.low):
        return f"{100 * estimate.value:+.1f} (too few)"
    return f"{100 * estimate.value:+.1f} ± {50 * (estimate.high - estimate.low):.1f}"


def _number(estimate: Estimate) -> str:
    if not math.isfinite(estimate.low):
        return f"{estimate.value:.3f} (too few)"
    return f"{estimate.value:.3f} ± {(estimate.high - estimate.low) / 2:.3f}"


def _row_dict(row: Row) -> dict[str, Any]:
    points = {"deck": row.deck, "printed": row.printed, "suggested": row.suggested} if row.deck else {}
    values: dict[str, Any] = {"name": row.name, **points, "low": _finite(row.low), "high": _finite(row.high)}
    values |= _estimate_dict("before", row.before) | _estimate_dict("after", row.after)
    return values | {"n": row.n, "state": row.state}


def _estimate_dict(name: str, estimate: Estimate) -> dict[str, float | None]:
    names = (name, f"{name}_low", f"{name}_high")
    return {key: _finite(number) for key, number in zip(names, estimate, strict=True)}


def _finite(number: float) -> float | None:
    return round(number, 6) if math.isfinite(number) else None


# ---- from the search -----------------------------------------------------------------------------


def rows_of(goals: Sequence[Goal], levers: Sequence[Lever], points: dict[str, int], found: Outcome) -> list[Row]:
    """The best first. `points` are those printed on all tickets."""
    names = {lever.ticket: lever.name for lever in levers if lever.ticket}
    rows = []
    for goal in goals:
        printed = points.get(goal.ticket)
        suggested = found.values[names[goal.ticket]] if goal.ticket in names else printed
        before, after = found.check.before[goal.name], found.check.after[goal.name]
        ends = goal.low, goal.high
        both = estimate_of(before), estimate_of(after)
        rows.append(Row(goal.name, goal.deck, printed, suggested, *ends, *both, after.n, found.states[goal.name]))
    return sorted(rows, key=lambda row: (row.deck, -row.before.value)) if any(row.deck for row in rows) else rows


def estimate_of(reading: Reading) -> Estimate:
    return Estimate(reading.value, *reading.interval(z_critical()))
