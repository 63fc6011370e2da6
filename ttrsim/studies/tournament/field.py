"""The field as a whole: the mixture of bots that nobody beats, the bots that last in the long run, and cycles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ttrsim.documents.document import Column, Table
from ttrsim.stats.bootstrap import percentile_interval, resampled_means
from ttrsim.stats.fields import alpha_rank, cycles, nash_mixture
from ttrsim.stats.intervals import ALPHA, Estimate, Floats, z_critical
from ttrsim.studies.tournament.play import Scores

N_SAMPLES = 200
MIN_BOTS = 3


@dataclass(frozen=True)
class FieldMember:
    """A bot's part in the field."""

    bot: str
    nash: Estimate  # its share in the mixture that no bot of the field has a lead over
    alpha_rank: Estimate  # how much of the time a population plays it in the long run


@dataclass(frozen=True)
class Field:
    """The members in the order of the ladder, and every significant cycle."""

    members: list[FieldMember]
    cycles: list[tuple[str, str, str]]  # each beats the next, and the last beats the first


def make_field(bots: list[str], ranking: list[int], scores: Scores, seed: int) -> Field | None:
    """None of fewer than three bots, and if some never met, as in a gauntlet: then nobody knows who would win."""
    if len(bots) < MIN_BOTS:
        return None
    pairs = list(combinations(range(len(bots)), 2))
    leads = [_leads_by_deal(scores, a, b) for a, b in pairs]
    if any(lead is None for lead in leads):
        return None
    by_deal = np.column_stack([lead for lead in leads if lead is not None])  # [deal, pair]
    measured = _matrices(by_deal.mean(axis=0, keepdims=True), pairs, len(bots))[0]
    samples = _matrices(resampled_means(by_deal, N_SAMPLES, seed), pairs, len(bots))
    nash = _estimates(nash_mixture(measured), np.array([nash_mixture(sample) for sample in samples]))
    ranks = _estimates(alpha_rank(measured), np.array([alpha_rank(sample) for sample in samples]))
    members = [FieldMember(bots[number], nash[number], ranks[number]) for number in ranking]
    rings = cycles(_beats(by_deal, measured, pairs))
    return Field(members, [(bots[a], bots[b], bots[c]) for a, b, c in rings])


def _leads_by_deal(scores: Scores, a: int, b: int) -> Floats | None:
    """[deal] how much more often a won than b, over the line-ups with both; None if there are none."""
    places_a, places_b = scores.line_ups == a, scores.line_ups == b
    both = places_a.any(axis=1, keepdims=True) & places_b.any(axis=1, keepdims=True)
    if not both.any():
        return None
    wins_a = scores.wins[:, both & places_a].mean(axis=1, dtype=np.float64)
    wins_b = scores.wins[:, both & places_b].mean(axis=1, dtype=np.float64)
    return np.asarray(wins_a - wins_b)


def _matrices(leads: Floats, pairs: list[tuple[int, int]], n_bots: int) -> Floats:
    """[sample, bot, bot] from leads [sample, pair]."""
    matrices = np.zeros((len(leads), n_bots, n_bots))
    for column, (a, b) in enumerate(pairs):
        matrices[:, a, b], matrices[:, b, a] = leads[:, column], -leads[:, column]
    return matrices


def _estimates(values: Floats, samples: Floats) -> list[Estimate]:
    lows, highs = percentile_interval(samples)
    return [
        Estimate(float(value), float(min(low, value)), float(max(high, value)))
        for value, low, high in zip(values, lows, highs, strict=True)
    ]


def _beats(by_deal: Floats, measured: Floats, pairs: list[tuple[int, int]]) -> np.ndarray:
    """[bot, bot] whether the lead is significant. The level is shared out over all pairs (Bonferroni)."""
    errors = by_deal.std(axis=0, ddof=1) / np.sqrt(len(by_deal))
    clear = z_critical(ALPHA / len(pairs)) * errors
    beats = np.zeros_like(measured, dtype=bool)
    for column, (a, b) in enumerate(pairs):
        beats[a, b] = measured[a, b] > clear[column]
        beats[b, a] = measured[b, a] > clear[column]
    return beats


def field_table(field: Field) -> Table:
    columns = (
        Column("rank", "#", "count"),
        Column("bot", kind="text"),
        Column("nash", "Nash share", "share"),
        Column("alpha_rank", "α-Rank", "share"),
    )
    rings = [" beats ".join((*cycle, cycle[0])) for cycle in field.cycles]
    note = (
        "Cycles: " + "; ".join(rings) if rings else "No significant cycle, such as A beats B, B beats C and C beats A"
    )
    rows = [{"rank": rank} | vars(member) for rank, member in enumerate(field.members, 1)]
    return Table("field", "The field as a whole, 95 % intervals", columns, rows, note)
