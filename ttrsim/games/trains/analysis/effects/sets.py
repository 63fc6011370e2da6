"""How many tickets to keep of a set-up offer, and which go together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import rows_of, wide
from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.analysis.effects.wording import change, effect_columns, is_significant, sentence, significant
from ttrsim.games.trains.analysis.facts import TrainsFacts, ticket_names
from ttrsim.measures.codes import Ints
from ttrsim.measures.measure import Measures

INTERACTIONS = {  # in the order of the table
    "together": ("pair_interaction_on_score", "interaction, score"),
    "together_win": ("pair_interaction", "interaction, win share"),
}
EFFECTS = {
    "score": ("pair_effect_on_score", "both against one, score"),
    "win": ("pair_effect", "both against one, win share"),
}
NOTE = (
    "Both against one: keeping the two against keeping one of them, the other tickets the same. Interaction: how much "
    "more a ticket brings beside the other than without it. All pairs with a q ≤ .05 are here, the largest first."
)


def sizes_table(measures: Measures, facts: TrainsFacts) -> Table:
    frames = {"win": measures["set_size_effect"], "score": measures["set_size_effect_on_score"]}
    frame = wide(measures["set_size_effect"].select("tickets_kept", "n"), "tickets_kept", frames)
    least = facts.board.parameters.setup_keep
    frame = frame.with_columns(name=pl.format(f"{{}} instead of {least}", "tickets_kept"))
    columns = (Column("name", "tickets kept", "text"), *effect_columns("win", keys=("win", "score")))
    note = "Every set of the size counts equally, also those that no bot would keep."
    title = "How many tickets to keep of the set-up offer"
    return Table("set_sizes", title, (*columns, Column("n", "offers", "count")), rows_of(frame), note)


def pairs_table(measures: Measures, facts: TrainsFacts) -> Table:
    """The significant pairs."""
    shown = (INTERACTIONS if len(measures["pair_interaction"]) else {}) | EFFECTS
    rows = _pairs(measures, facts, shown)
    clear = [row for row in rows if any(is_significant(row, key) for key in shown)]
    clear.sort(key=lambda row: -abs(row[next(iter(shown))]))
    columns = [Column("name", "tickets", "text")]
    for key, (metric, label) in shown.items():
        columns.append(Column(key, label, "signed" if "score" in metric else "signed_share"))
        columns.append(Column(f"{key}_q", "q", "q"))
    columns.append(Column("n", "offers", "count"))
    title = f"Pairs of tickets: {len(clear)} of {len(rows):,} are significant"
    return Table("pairs", title, tuple(columns), clear, NOTE)


def _pairs(measures: Measures, facts: TrainsFacts, shown: dict[str, tuple[str, str]]) -> list[Row]:
    names = ticket_names(facts.board)
    frames: dict[str, pl.DataFrame | None] = {}
    for key, (metric, _) in shown.items():
        both = (pl.col(name).cast(pl.String).replace_strict(names) for name in ("ticket", "other"))
        frames[key] = measures[metric].with_columns(name=pl.concat_str(both, separator=" + "))
    base = frames[next(iter(shown))]
    assert base is not None
    return rows_of(wide(base.select("name", "n"), "name", frames))


def set_answers(sizes: Table, pairs: Table) -> list[str]:
    answers = [sentence(f"keeping {row['name']} tickets {change(row, 'win', 'offers')}") for row in sizes.rows]
    good, bad = significant(pairs.rows, "together")
    if good:
        answers.append(f"{good[0]['name']} go together best: each brings {_amount(good[0])} more beside the other.")
    if bad:
        answers.append(f"{bad[0]['name']} go together worst: each brings {_amount(bad[0])} less beside the other.")
    return answers


def _amount(row: Row) -> str:
    near, far = sorted(abs(row[f"together_{end}"]) for end in ("low", "high"))
    return f"{abs(row['together']):.1f} points ({near:.1f} … {far:.1f}, n = {row['n']:,} offers)"


# ---- Which tickets go together: every set that may be kept of a set-up offer is played on the same deal ----
#
# With Y(S) what came of keeping the set S, two tickets t and u of an offer, and R any set of its other tickets:
#
# - the effect of keeping both against one of them is the mean of Y(R+t+u) − (Y(R+t) + Y(R+u)) / 2,
# - their interaction is the mean of Y(R+t+u) − Y(R+t) − Y(R+u) + Y(R),
#
# over all R for which each of these sets may be kept. An offer counts once, however many such R it has. Where the rules
# ask to keep all but one ticket of an offer, no two may be refused: there the interaction is not defined.


Floats = NDArray[np.float64]
Sets = NDArray[np.uint64]  # [offer, word] of tickets, a bit each
Schema = dict[str, pl.DataType]

OBSERVED: Schema = {"deal": pl.Int64(), "value": pl.Float64()}


@dataclass(frozen=True)
class SetOffers:
    """Set-up offers. Their sets are numbered by the places of the tickets kept, a bit each."""

    deals: Ints  # [offer]
    tickets: Ints  # [offer, place] in board order
    outcomes: Floats  # [offer, set]; NaN where the set may not be kept

    @property
    def n_places(self) -> int:
        return int(self.tickets.shape[1])


def offers_of(batch: TrainsBatch, outcome: str) -> SetOffers:
    """The game kept one set of each offer, and each of its trials another."""
    rows = batch.effects.filter(pl.col("offered") | pl.col("offered_high") != 0).sort("game", "seat").collect()
    offer = rows.select(pl.struct("game", "seat").rle_id()).to_series().to_numpy()
    firsts = np.searchsorted(offer, np.arange(offer[-1] + 1)) if len(offer) else np.zeros(0, np.intp)
    offered, kept, base_kept = (
        np.stack([rows[name].to_numpy(), rows[f"{name}_high"].to_numpy()], axis=1)
        for name in ("offered", "kept", "base_kept")
    )
    tickets = tickets_of(offered[firsts])
    outcomes = np.full((len(firsts), 2 ** tickets.shape[1]), np.nan)
    outcomes[offer, places_of(kept, offered)] = rows[f"{outcome}_without"].to_numpy()
    outcomes[offer[firsts], places_of(base_kept, offered)[firsts]] = rows[f"{outcome}_with"].to_numpy()[firsts]
    return SetOffers(rows["deal"].to_numpy()[firsts].astype(np.int64), tickets, outcomes)


def tickets_of(offered: Sets) -> Ints:
    """[offer, place] the number of the ticket on the board."""
    columns = [
        np.where(words[:, 0] != 0, _place(words[:, 0]), 64 + _place(words[:, 1])) for words in _one_by_one(offered)
    ]
    return np.stack(columns, axis=1).astype(np.int64) if columns else np.zeros((len(offered), 0), np.int64)


def _place(words: Sets) -> Ints:
    """[offer] the number of the only member of a word."""
    places: Ints = np.bitwise_count(words - np.uint64(1)).astype(np.int64)
    return places


def places_of(kept: Sets, offered: Sets) -> Ints:
    """[offer] which places of the offer were kept, a bit each."""
    places = np.zeros(len(kept), np.int64)
    for place, lowest in enumerate(_one_by_one(offered)):
        places |= (kept & lowest).any(axis=1).astype(np.int64) << place
    return places


def _one_by_one(offered: Sets) -> Iterator[Sets]:
    """The tickets at each place as sets of one, empty where an offer has no such place."""
    left = offered.copy()
    while left.any():
        lowest = left & (~left + np.uint64(1))
        lowest[lowest[:, 0] != 0, 1] = 0
        yield lowest
        left ^= lowest


# ---- what comes of it ----------------------------------------------------------------------------


def pair_effects(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    """Of keeping both tickets of a pair against one of them: a row for each pair of each offer."""
    return _of_pairs(batch, outcome, lambda both, one, none: both - one)


def pair_interactions(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    """How much more a ticket of a pair brings beside the other than without it: a row for each pair of each offer."""
    return _of_pairs(batch, outcome, lambda both, one, none: both - 2 * one + none)


def _of_pairs(batch: TrainsBatch, outcome: str, contrast: Callable[[Floats, Floats, Floats], Floats]) -> pl.LazyFrame:
    """`contrast` is given the outcomes [offer, R] of keeping both of a pair, one (the mean of the two) and none."""
    offers, names = offers_of(batch, outcome), batch.facts.tickets["ticket"]
    keys: Schema = {"ticket": names.dtype, "other": names.dtype}
    frames = [pl.DataFrame(schema=keys | OBSERVED)]
    for first, second in combinations(range(offers.n_places), 2):
        t, u = 1 << first, 1 << second
        rests = np.array([rest for rest in range(2**offers.n_places) if not rest & (t | u)])
        both, with_t, with_u, none = (offers.outcomes[:, rests | kept] for kept in (t | u, t, u, 0))
        values = mean_of_known(contrast(both, (with_t + with_u) / 2, none))
        known = np.flatnonzero(~np.isnan(values))
        pair = {key: names.gather(offers.tickets[known, at]) for key, at in (("ticket", first), ("other", second))}
        frames.append(pl.DataFrame(pair | {"deal": offers.deals[known], "value": values[known]}))
    return pl.concat(frames).lazy()


def size_effects(outcome: str, batch: TrainsBatch) -> pl.LazyFrame:
    """Of keeping so many tickets against as few as may be kept: a row for each size and offer."""
    offers, least = offers_of(batch, outcome), batch.facts.board.parameters.setup_keep
    sizes = np.bitwise_count(np.arange(2**offers.n_places))
    means = {size: mean_of_known(offers.outcomes[:, sizes == size]) for size in range(least, offers.n_places + 1)}
    keys: Schema = {"tickets_kept": pl.Int64()}
    frames = [pl.DataFrame(schema=keys | OBSERVED)]
    for size in range(least + 1, offers.n_places + 1):
        values = pl.Series(means[size] - means[least]).fill_nan(None)
        rows = pl.DataFrame({"deal": offers.deals, "value": values})
        frames.append(rows.select(pl.lit(size, pl.Int64).alias("tickets_kept"), "deal", "value"))
    return pl.concat(frames).lazy()


def mean_of_known(values: Floats) -> Floats:
    """[row] the mean of its numbers; NaN if it has none."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.nansum(values, axis=1) / (~np.isnan(values)).sum(axis=1))
