"""Two measured things, metric by metric: a run, a baseline, a point of a sweep.

Each has series with blocks of deals. What uses a comparison gives it a view of its own: verdicts beside tolerances
(`studies/regression`), findings in sentences (`documents/report/changes.py`), the cells of a sweep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttrsim.measures.blocks import Series, blocks_of
from ttrsim.stats.intervals import ALPHA, Estimate
from ttrsim.stats.sequential import paired, unpaired

Keys = tuple[str, ...]
Measured = Mapping[str, Sequence[Series]]  # by metric


@dataclass(frozen=True)
class Pair:
    """A metric for some keys in both. A side is None if it has no data for them."""

    metric: str
    keys: Keys
    before: Series | None
    after: Series | None

    @property
    def name(self) -> str:
        return full_name(self.metric, self.keys)

    @property
    def n(self) -> int:
        """Observations of the side with fewer."""
        return min(series.n if series else 0 for series in (self.before, self.after))

    @property
    def is_comparable(self) -> bool:
        return bool(self.before and self.after and self.before.blocks and self.after.blocks)

    @property
    def is_identical(self) -> bool:
        return bool(self.is_comparable and self.before and self.after and self.before.blocks == self.after.blocks)

    def difference(self, is_paired: bool, family: int = 1) -> Estimate | None:
        """The second estimate less the first; None if there is too little data.

        `is_paired`: both have the same deals. The intervals of a `family` of differences hold all at once (Bonferroni).
        """
        if not (self.before and self.after and self.is_comparable):
            return None
        if self.is_identical:
            return Estimate(0.0, 0.0, 0.0)
        judge = paired if is_paired else unpaired
        return judge(blocks_of(self.before), blocks_of(self.after), ALPHA / max(1, family))


def full_name(metric: str, keys: Keys) -> str:
    return f"{metric}[{', '.join(keys)}]" if keys else metric


def pairs_of(metric: str, before: Measured, after: Measured) -> Iterator[Pair]:
    """By keys; without what both have too little of."""
    old, new = ({one.keys: one for one in side.get(metric, ())} for side in (before, after))
    for keys in sorted({*old, *new}):
        if any(keys in side and side[keys].blocks for side in (old, new)):
            yield Pair(metric, keys, old.get(keys), new.get(keys))
