"""What changed between two runs: the clear differences, the largest and surest first, in one sentence each.

Every metric that has a tolerance is compared for each of its keys by blocks of deals (`metrics/blocks.py`), paired
where both runs have the same deals. All intervals hold at once (Bonferroni), so two runs of the same thing show a
difference in at most one comparison in twenty. The tolerance says how much of a metric matters: differences of all
metrics are ranked by the part of them that is beyond doubt, in tolerances.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ttrsim.documents.report.model import number_text
from ttrsim.errors import UserError
from ttrsim.games.differences import board_differences
from ttrsim.measures.blocks import Series, blocks_of, by_keys, measure_blocks
from ttrsim.measures.measure import Progress
from ttrsim.measures.registry import Metric
from ttrsim.measures.tolerances import Tolerances
from ttrsim.runs.run import Run
from ttrsim.stats.equivalence import Difference, paired, unpaired
from ttrsim.stats.intervals import ALPHA, CONFIDENCE

MIN_DEALS = 400  # of both runs: with fewer, blocks of deals are too small to tell anything
SHOWN = 12  # findings shown to people; JSON has all
OF_PLAYERS = ("bot_win_share", "seat_win_share", "seat_advantage")  # what another number of players changes in any case


class Finding(NamedTuple):
    """A clear difference of a metric for some keys."""

    metric: str
    keys: tuple[str, ...]
    before: Series
    after: Series
    difference: Difference
    size: float  # the part of the difference that is beyond doubt, in tolerances
    text: str

    @property
    def subject(self) -> tuple[str, ...]:
        """The ticket, route, bot … it is about. Each gets one sentence."""
        return self.keys[:1] or (self.metric,)

    def json(self) -> dict[str, Any]:
        values = {"before": self.before.value, "after": self.after.value, **self.difference._asdict()}
        values["difference"] = values.pop("value")
        n = {"n_before": self.before.n, "n_after": self.after.n}
        return {"metric": self.metric, "keys": list(self.keys), **values, **n, "size": self.size, "text": self.text}


@dataclass(frozen=True)
class Changes:
    """From one run to another."""

    before: str
    after: str
    board: tuple[str, ...]  # what was changed about the board, a sentence each
    notes: tuple[str, ...]
    headings: tuple[str, ...]  # what was compared, and both runs
    is_paired: bool
    n_compared: int
    findings: tuple[Finding, ...]  # the largest first

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

    def lines(self) -> list[str]:
        """For the terminal."""
        board = [f"Changed on the board: {text}" for text in self.board]
        return [*self.headings, *board, *self.notes, *self.sentences(), self.footnote]

    def markdown(self) -> str:
        title, *headings = self.lines()
        return "\n".join([f"## {title}", "", *(f"- {text}" for text in headings)]) + "\n"

    @property
    def footnote(self) -> str:
        deals = "the same deals" if self.is_paired else "different deals"
        return (
            f"{self.n_compared} numbers of both runs compared, on {deals}; their intervals hold all at once with "
            f"{CONFIDENCE:.0%} confidence."
        )

    def json(self) -> dict[str, Any]:
        return {
            "before": self.before,
            "after": self.after,
            "board": list(self.board),
            "notes": list(self.notes),
            "paired": self.is_paired,
            "compared": self.n_compared,
            "alpha": ALPHA,
            "findings": [finding.json() for finding in self.findings],
        }


def find_changes(before: Run, after: Run, progress: Progress = lambda share: None) -> Changes:
    """Of two runs of the same game."""
    if before.game is not after.game:
        raise UserError(f"'{before.path}' and '{after.path}' are runs of different games: they cannot be compared")
    few = [run for run in (before, after) if run.deals_complete < MIN_DEALS]
    is_paired = have_same_deals(before, after)
    notes = tuple(_notes(before, after, few))
    board = tuple(_of_boards(before, after))
    pairs = [] if few else list(_pairs(before, after, progress))
    findings = sorted(_findings(pairs, is_paired, before, after), key=lambda finding: -finding.size)
    names = (before.name, after.name) if before.name != after.name else (str(before.path), str(after.path))
    headings = (f"What changed: {names[0]} → {names[1]}", *map(_heading, names, (before, after)))
    return Changes(*names, board, notes, headings, is_paired, len(pairs), tuple(findings))


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


def have_same_deals(before: Run, after: Run) -> bool:
    """Whether deals of the two runs can be compared one by one."""
    return all(
        getattr(before.manifest, key) == getattr(after.manifest, key) for key in ("seed", "deals", "seats", "rotations")
    ) and (before.deals_complete == after.deals_complete)


def _notes(before: Run, after: Run, few: Sequence[Run]) -> Iterator[str]:
    for run in few:
        yield f"{run.name} has {run.deals_complete:,} deals, too few to compare: at least {MIN_DEALS} are needed."
    old, new = (", ".join(run.facts.bots) for run in (before, after))
    if old != new:
        yield f"Bots: {old} → {new}."
    if before.facts.n_seats != after.facts.n_seats:
        yield f"Players: {before.facts.n_seats} → {after.facts.n_seats}; shares of the win are not compared."


# ---- pairs ---------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    metric: Metric
    keys: tuple[str, ...]
    before: Series
    after: Series
    tolerance: float


def _pairs(before: Run, after: Run, progress: Progress) -> Iterator[_Pair]:
    tolerances = Tolerances(after.game, {})
    metrics = tolerances.metrics()
    if before.facts.n_seats != after.facts.n_seats:
        metrics = [metric for metric in metrics if metric.name not in OF_PLAYERS]
    old = measure_blocks(before, metrics, lambda share: progress(share / 2))
    new = measure_blocks(after, metrics, lambda share: progress((1 + share) / 2))
    for metric in metrics:
        if metric.name in old and metric.name in new:
            first, second = _renamed(metric, by_keys(old[metric.name]), before, after), by_keys(new[metric.name])
            for keys in sorted(first.keys() & second.keys()):
                tolerance = tolerances.find(metric.name, keys)
                if tolerance and first[keys].blocks and second[keys].blocks:  # 0: what no play can change
                    yield _Pair(metric, keys, first[keys], second[keys], tolerance)


def _renamed(
    metric: Metric, series: Mapping[tuple[str, ...], Series], before: Run, after: Run
) -> Mapping[tuple[str, ...], Series]:
    """A bot of the first run under the name of the one that takes its place in the second."""
    old, new = before.facts.bots, after.facts.bots
    if "bot" not in metric.by or len(old) != len(new):
        return series
    names = dict(zip(old, new, strict=True)) if not set(old) & set(new) else {}
    place = metric.by.index("bot")
    return {
        (*keys[:place], names.get(keys[place], keys[place]), *keys[place + 1 :]): one for keys, one in series.items()
    }


# ---- findings ------------------------------------------------------------------------------------


def _findings(pairs: Sequence[_Pair], is_paired: bool, before: Run, after: Run) -> Iterator[Finding]:
    phrases = after.game.analysis.phrases
    for pair in pairs:
        judge = paired if is_paired else unpaired
        difference = judge(blocks_of(pair.before), blocks_of(pair.after), ALPHA / len(pairs))
        sure = max(difference.low, -difference.high)
        if sure > 0 and difference.low < difference.high:
            text = sentence(phrases.get(pair.metric.name), pair, difference)
            yield Finding(pair.metric.name, pair.keys, pair.before, pair.after, difference, sure / pair.tolerance, text)


def sentence(phrase: str | None, pair: _Pair, difference: Difference) -> str:
    """`phrase` has `{value}` and the keys as `{0}`, `{1}` …, of seats as `{seat}`."""
    is_share = pair.metric.kind == "share"
    before, after = (
        number_text(series.value, "share" if is_share else "number", 1 if is_share else 2)
        for series in (pair.before, pair.after)
    )
    ends = [number_text(end, "signed_share" if is_share else "signed", 1 if is_share else 2) for end in difference]
    value, low, high = (ends[0], *(end.split(" ")[0] for end in ends[1:]))
    seat = str(int(pair.keys[0]) + 1) if pair.metric.by[:1] == ("seat",) else ""
    keys = [
        key.replace("_", " ") if name != "bot" else key for name, key in zip(pair.metric.by, pair.keys, strict=True)
    ]
    listed = f"[{', '.join(pair.keys)}]" if pair.keys else ""
    told = phrase.format(*keys, value=after, seat=seat) if phrase else f"{pair.metric.name}{listed} is {after}"
    n = min(pair.before.n, pair.after.n)
    return f"{told}, was {before}: {value} ({low} … {high}), n = {n:,}."
