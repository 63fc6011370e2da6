"""Which tickets are worth their points?"""

from __future__ import annotations

import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.names import ticket_names
from ttrsim.metrics.measure import Measures
from ttrsim.report.model import Column, Row, Section, Table, rows_of, wide
from ttrsim.report.sections.phrases import known, named, noteworthy, say

OBSERVATIONAL = (
    "Effects compare seats that kept a ticket in the set-up with seats that were offered it and refused, by a "
    "regression on which other tickets were in the offer, within the same bot and seat. This is observational: the "
    "bot chose, and whatever else moved its choice is still in the number. For a bot that decides by the offer alone, "
    "it rests on the effects of tickets adding up."
)
FAIR = (
    "The fair value is the number of printed points at which keeping and refusing would bring the same score: what "
    "the ticket costs the rest of the score, divided by how much surer than not it is completed. It has an interval "
    "like every estimate, and is missing where the ticket is completed too rarely for any price to pay, or where "
    "too few seats kept or refused it."
)
COLUMNS = (
    Column("name", "ticket", "text"),
    Column("printed", "printed", "count"),
    Column("trains", "trains", "count"),
    Column("offers", "offers a game", "number", decimals=2),
    Column("kept", "kept", "share", has_interval=True),
    Column("completed", "completed", "share", has_interval=True),
    Column("net", "net points", "signed", has_interval=True),
    Column("win", "effect on win share", "signed_share", has_interval=True),
    Column("win_q", "q", "q"),
    Column("score", "effect on score", "signed", has_interval=True),
    Column("fair", "fair value", "number", has_interval=True),
    Column("time", "completed at", "share", has_interval=True),
    Column("points_per_train", "points per train", "number", decimals=2),
    Column("n", "set-up offers", "count"),
)


def tickets(measures: Measures, facts: Facts) -> Section | None:
    if "ticket_kept" not in measures:
        return None
    rows = _rows(measures, facts)
    section = Section("tickets", "Tickets: which are worth their points?", _answers(rows), notes=[OBSERVATIONAL, FAIR])
    title = "Tickets, the effect of keeping them, and their fair value"
    section.tables.append(Table("tickets", title, COLUMNS, rows, "trains: of a shortest path on the empty board"))
    section.tables.append(_phases(measures))
    if "ticket_draws_by_trains_left" in measures:
        section.tables.append(_draws(measures))
    return section


def _rows(measures: Measures, facts: Facts) -> list[Row]:
    frames: dict[str, pl.DataFrame | None] = {
        "offers": measures["ticket_offers"],
        "kept": measures["ticket_kept"],
        "completed": measures["ticket_completed"],
        "net": measures["ticket_net_points"],
        "time": measures.get("ticket_completion_time"),
        "keepers": measures.get("ticket_win_share"),
    }
    frame = wide(facts.tickets, "ticket", frames)
    if "ticket_effects" in measures.extras:
        frame = frame.join(measures.extras["ticket_effects"], on="ticket", how="left")
    frame = named(frame, "ticket", ticket_names(facts.board))
    if "win" in frame.columns:
        frame = frame.sort("win", descending=True, nulls_last=True)
    return rows_of(frame)


def _answers(rows: list[Row]) -> list[str]:
    answers = []
    judged = known(rows, "win")
    if judged:
        best, worst = judged[0], judged[-1]
        answers.append(
            f"Keeping {best['name']} goes with the greatest gain in win share, "
            f"{say(best, 'win', 'signed_share', n='n')}, and keeping {worst['name']} with the greatest loss, "
            f"{say(worst, 'win', 'signed_share', n='n')}; "
            f"{noteworthy(rows, 'win_q')} of {len(judged)} tickets differ from none (q ≤ .05)."
        )
    priced = known(rows, "fair")
    if priced:
        dear = max(priced, key=lambda row: row["printed"] - row["fair"])
        cheap = min(priced, key=lambda row: row["printed"] - row["fair"])
        under = sum(1 for row in priced if row["fair_low"] > row["printed"])
        over = sum(1 for row in priced if row["fair_high"] < row["printed"])
        answers.append(
            f"{over} of {len(priced)} tickets pay more than they cost and {under} pay less: {dear['name']} is printed "
            f"at {dear['printed']} and worth its cost at {say(dear, 'fair', 'number')}; {cheap['name']} is printed at "
            f"{cheap['printed']} and would have to pay {say(cheap, 'fair', 'number')}."
        )
    kept = known(rows, "kept", "completed")
    if kept:
        most, least = max(kept, key=lambda row: row["kept"]), min(kept, key=lambda row: row["kept"])
        answers.append(
            f"{most['name']} is kept most often, {say(most, 'kept', 'share', n='kept_n')}, "
            f"{least['name']} least, {say(least, 'kept', 'share', n='kept_n')}."
        )
    return answers


def _phases(measures: Measures) -> Table:
    kept, completed = measures["kept_by_phase"], measures["completed_by_phase"]
    frame = wide(kept.select("phase"), "phase", {"kept": kept, "completed": completed})
    columns = (
        Column("phase", "offered", "text"),
        Column("kept", "kept", "share", has_interval=True),
        Column("kept_n", "offered tickets", "count"),
        Column("completed", "completed", "share", has_interval=True),
        Column("completed_n", "kept tickets", "count"),
    )
    return Table("ticket_phases", "Tickets of the set-up and of later draws", columns, rows_of(frame))


def _draws(measures: Measures) -> Table:
    frame = measures["ticket_draws_by_trains_left"]
    frame = frame.rename({"value": "completed", "low": "completed_low", "high": "completed_high"})
    frame = frame.sort("trains_left", descending=True).with_columns(
        name=pl.format("{}–{}", "trains_left", pl.col("trains_left") + 9), share=pl.col("n") / pl.col("n").sum()
    )
    columns = (
        Column("name", "trains left", "text"),
        Column("n", "draws of tickets", "count"),
        Column("share", "share of the draws", "share"),
        Column("completed", "tickets of it completed", "number", has_interval=True, decimals=2),
    )
    return Table("ticket_draws", "Drawing tickets again, by the trains left", columns, rows_of(frame))
