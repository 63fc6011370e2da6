"""What changed between two runs: the clear differences, the largest and surest first, in one sentence each.

Every metric that has a tolerance is compared for each of its keys by blocks of deals (`metrics/blocks.py`), paired
where both runs have the same deals. All intervals hold at once (Bonferroni), so two runs of the same thing show a
difference in at most one comparison in twenty. The tolerance says how much of a metric matters: differences of all
metrics are ranked by the part of them that is beyond doubt, in tolerances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ttrsim.documents.csv import flat_row
from ttrsim.documents.document import Column, Document, Kind, Result, Table, Text, cell_text
from ttrsim.documents.json import plain
from ttrsim.errors import CheckError, UserError
from ttrsim.games.differences import board_differences
from ttrsim.measures.blocks import Series, measure_blocks
from ttrsim.measures.comparison import Pair, pairs_of
from ttrsim.measures.measure import Tell
from ttrsim.measures.registry import Metric
from ttrsim.measures.thresholds import Tolerances
from ttrsim.runs.run import Run
from ttrsim.stats.intervals import ALPHA, CONFIDENCE, Estimate

MIN_DEALS = 400  # of both runs: with fewer, blocks of deals are too small to tell anything
SHOWN = 12  # findings shown to people; JSON has all
COLUMNS = (
    Column("text", "what changed", "text"),
    Column("difference", kind="signed", decimals=3),
    Column("n", kind="count"),
)
OF_PLAYERS = ("bot_win_share", "seat_win_share", "seat_advantage")  # what another number of players changes in any case


@dataclass(frozen=True)
class Finding:
    """A clear difference of a metric for some keys."""

    pair: Pair
    difference: Estimate
    size: float  # the part of the difference that is beyond doubt, in tolerances
    text: str

    @property
    def subject(self) -> tuple[str, ...]:
        """The ticket, route, bot … it is about. Each gets one sentence."""
        return self.pair.keys[:1] or (self.pair.metric,)

    def as_dict(self) -> dict[str, Any]:
        pair, sides = self.pair, {"before": self.pair.before, "after": self.pair.after}
        return {
            "metric": pair.metric,
            "keys": pair.keys,
            **{side: series and series.value for side, series in sides.items()},
            "difference": self.difference.value,
            "low": self.difference.low,
            "high": self.difference.high,
            **{f"n_{side}": series and series.n for side, series in sides.items()},
            "size": self.size,
            "text": self.text,
        }


@dataclass(frozen=True, repr=False)
class RunChanges(Result):
    """From one run to another."""

    before: str
    after: str
    board: tuple[str, ...]  # what was changed about the board, a sentence each
    notes: tuple[str, ...]
    headings: tuple[str, ...]  # what was compared, and both runs
    is_paired: bool
    n_compared: int
    findings: tuple[Finding, ...]  # the largest first
    identical: bool | None = None  # every game, if that was asked
    may_differ: bool = True

    @property
    def failure(self) -> Exception | None:
        if self.identical is False:
            return CheckError(f"the games of '{self.after}' are not those of '{self.before}'")
        if self.findings and not self.may_differ:
            told = f"{len(self.findings)} differences between '{self.before}' and '{self.after}' are clear"
            return CheckError(told)
        return None

    def told(self) -> list[Finding]:
        """The largest of each ticket, route, bot …"""
        largest: dict[tuple[str, ...], Finding] = {}
        for finding in self.findings:
            largest.setdefault(finding.subject, finding)
        return list(largest.values())

    def sentences(self, most: int = SHOWN) -> list[str]:
        """For people: the largest, and how many more there are."""
        if not self.findings:
            return ["No difference in play is clear."]
        texts = [finding.text for finding in self.told()[:most]]
        n_more = len(self.findings) - len(texts)
        return [*texts, f"And {n_more} more differences are clear."] if n_more else texts

    def document(self) -> Document:
        board = [f"Changed on the board: {text}" for text in self.board]
        title, *runs = self.headings
        found = Text([*board, *self.notes, *self.sentences()], style="points")
        return Document(title, [*runs, self.footnote], [found], self.tables())

    def tables(self) -> list[Table]:
        """All findings, if there are any."""
        rows = [
            {"text": each.text, **flat_row({"difference": each.difference}), "n": each.pair.n} for each in self.findings
        ]
        return [Table("changes", "All clear differences", COLUMNS, rows)] if rows else []

    @property
    def footnote(self) -> str:
        deals = "the same deals" if self.is_paired else "different deals"
        return (
            f"{self.n_compared} numbers of both runs compared, on {deals}; their intervals hold all at once with "
            f"{CONFIDENCE:.0%} confidence."
        )

    def as_dict(self) -> dict[str, Any]:
        values: dict[str, Any] = plain(
            {
                "before": self.before,
                "after": self.after,
                "board": self.board,
                "notes": self.notes,
                "paired": self.is_paired,
                "compared": self.n_compared,
                "alpha": ALPHA,
                "findings": [finding.as_dict() for finding in self.findings],
            }
        )
        return values if self.identical is None else values | {"identical": self.identical}


def find_changes(before: Run, after: Run, progress: Tell = lambda share: None) -> RunChanges:
    """Of two runs of the same game."""
    if before.game is not after.game:
        raise UserError(f"'{before.path}' and '{after.path}' are runs of different games: they cannot be compared")
    few = [run for run in (before, after) if run.deals_complete < MIN_DEALS]
    is_paired = before.dealt == after.dealt
    notes = tuple(_notes(before, after, few))
    board = tuple(_of_boards(before, after))
    pairs = [] if few else list(_pairs(before, after, progress))
    findings = sorted(_findings(pairs, is_paired, after), key=lambda finding: -finding.size)
    names = (before.name, after.name) if before.name != after.name else (str(before.path), str(after.path))
    headings = (f"What changed: {names[0]} → {names[1]}", *map(_heading, names, (before, after)))
    return RunChanges(*names, board, notes, headings, is_paired, len(pairs), tuple(findings))


def _heading(name: str, run: Run) -> str:
    bots = ", ".join(run.facts.bots)
    return f"{name}: {run.board_title}, {run.facts.n_seats} players ({bots}), {run.games_complete:,} games"


def _of_boards(before: Run, after: Run) -> Iterator[str]:
    """Every difference of similar boards; the titles of others."""
    differences = board_differences(before.board, after.board)
    if len(differences) <= SHOWN:
        yield from (difference.text for difference in differences)
    else:
        titles = f"{before.board_title} → {after.board_title}"
        yield f"{titles}: they differ in {len(differences)} places, which `ttrsim board diff` lists."


def _notes(before: Run, after: Run, few: Sequence[Run]) -> Iterator[str]:
    for run in few:
        yield f"{run.name} has {run.deals_complete:,} deals, too few to compare: at least {MIN_DEALS} are needed."
    old, new = (", ".join(run.facts.bots) for run in (before, after))
    if old != new:
        yield f"Bots: {old} → {new}."
    if before.facts.n_seats != after.facts.n_seats:
        yield f"Players: {before.facts.n_seats} → {after.facts.n_seats}; shares of the win are not compared."


# ---- pairs ---------------------------------------------------------------------------------------


def _pairs(before: Run, after: Run, progress: Tell) -> Iterator[tuple[Pair, Metric, float]]:
    """With their metrics and tolerances."""
    tolerances = Tolerances(after.game, {})
    metrics = tolerances.metrics()
    if before.facts.n_seats != after.facts.n_seats:
        metrics = [metric for metric in metrics if metric.name not in OF_PLAYERS]
    old = measure_blocks(before, metrics, lambda share: progress(share / 2))
    new = measure_blocks(after, metrics, lambda share: progress((1 + share) / 2))
    for metric in metrics:
        renamed = {metric.name: _renamed(metric, old.get(metric.name, ()), before, after)}
        for pair in pairs_of(metric.name, renamed, new):
            tolerance = tolerances.find(metric.name, pair.keys)
            if tolerance and pair.is_comparable:  # 0: what no play can change
                yield pair, metric, tolerance


def _renamed(metric: Metric, series: Sequence[Series], before: Run, after: Run) -> Sequence[Series]:
    """A bot of the first run under the name of the one that takes its place in the second."""
    old, new = before.facts.bots, after.facts.bots
    if "bot" not in metric.by or len(old) != len(new) or set(old) & set(new):
        return series
    names, place = dict(zip(old, new, strict=True)), metric.by.index("bot")

    def renamed(keys: tuple[str, ...]) -> tuple[str, ...]:
        return (*keys[:place], names.get(keys[place], keys[place]), *keys[place + 1 :])

    return [one.model_copy(update={"keys": renamed(one.keys)}) for one in series]


# ---- findings ------------------------------------------------------------------------------------


def _findings(pairs: Sequence[tuple[Pair, Metric, float]], is_paired: bool, after: Run) -> Iterator[Finding]:
    phrases = after.game.analysis.phrases
    for pair, metric, tolerance in pairs:
        difference = pair.difference(is_paired, len(pairs))
        assert difference is not None  # all pairs are comparable
        sure = max(difference.low, -difference.high)
        if sure > 0 and difference.low < difference.high:
            text = sentence(phrases.get(metric.name), pair, metric, difference)
            yield Finding(pair, difference, sure / tolerance, text)


def sentence(phrase: str | None, pair: Pair, metric: Metric, difference: Estimate) -> str:
    """`phrase` has `{value}` and the keys as `{0}`, `{1}` …, of seats as `{seat}`."""
    kind: tuple[Kind, Kind, int] = ("share", "signed_share", 1) if metric.kind == "share" else ("number", "signed", 2)
    before, after = (cell_text(series and series.value, kind[0], kind[2]) for series in (pair.before, pair.after))
    seat = str(int(pair.keys[0]) + 1) if metric.by[:1] == ("seat",) else ""
    keys = [key.replace("_", " ") if name != "bot" else key for name, key in zip(metric.by, pair.keys, strict=True)]
    told = phrase.format(*keys, value=after, seat=seat) if phrase else f"{pair.name} is {after}"
    return f"{told}, was {before}: {cell_text(difference, kind[1], kind[2])}, n = {pair.n:,}."
