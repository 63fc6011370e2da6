"""How many tickets to keep of a set-up offer, and which go together."""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import rows_of, wide
from ttrsim.games.trains.analysis.effects.sentences import change, effect_columns, is_significant, sentence, significant
from ttrsim.games.trains.analysis.facts import TrainsFacts, ticket_names
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
