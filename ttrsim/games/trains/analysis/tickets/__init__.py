"""Which tickets are kept and completed?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import fact, measured, measured_by_bot, n, of
from ttrsim.documents.report.model import Section, rows_of
from ttrsim.documents.report.sections.phrases import WORTH_TELLING, extremes, say
from ttrsim.games.trains.analysis.facts import TrainsFacts, route_names, ticket_names
from ttrsim.games.trains.analysis.tickets import metrics
from ttrsim.measures.measure import Measures

SEEN = (
    "Seen in play: bots keep the tickets that fit. How often a ticket is kept, completed or held by winners does not "
    "show what keeping it changes. `ttrsim experiment tickets` measures that."
)
USUAL = 0.1  # share of the completions from which a route is on the usual ways of a ticket
ENOUGH = 30  # completions to call anything usual
COLUMNS = (
    Column("name", "ticket", "text"),
    fact("printed"),
    fact("trains"),
    of(metrics.ticket_offers, "offers", "offers per game", 2, has_interval=False),
    of(metrics.ticket_kept, "kept"),
    of(metrics.ticket_completed, "completed"),
    of(metrics.ticket_net_points, "net", "net points", kind="signed"),
    of(metrics.ticket_win_share, "keepers", "keepers win"),
    of(metrics.ticket_completion_time, "time", "completed at", kind="share"),
    Column("points_per_train", "points per train", decimals=2),
    n("kept", "offers"),
)
BY_BOT = (
    Column("name", "ticket", "text"),
    Column("bot", kind="text"),
    of(metrics.bot_ticket_kept, "kept"),
    of(metrics.bot_ticket_completed, "completed"),
    n("kept", "offers"),
)
PHASES = (
    Column("phase", "offered", "text"),
    of(metrics.kept_by_phase, "kept"),
    n("kept", "offered tickets"),
    of(metrics.completed_by_phase, "completed"),
    n("completed", "kept tickets"),
)


def tickets(measures: Measures, facts: TrainsFacts) -> Section | None:
    if "ticket_kept" not in measures:
        return None
    rows = measured(measures, COLUMNS, "ticket", facts.tickets, ticket_names(facts.board), by="kept")
    section = Section("tickets", "Tickets, seen in play: which are kept and completed?", _answers(rows), notes=[SEEN])
    note = "trains: length of a shortest path on the empty board" + _note_on_ends(facts)
    section.tables.append(Table("tickets", "Tickets: offered, kept and completed", COLUMNS, rows, note))
    section.tables.extend(_by_bot(measures, facts))
    section.tables.append(_phases(measures))
    section.tables.extend(_ways(measures, facts))
    if "ticket_draws_by_trains_left" in measures:
        section.tables.append(_draws(measures))
    return section


def _note_on_ends(facts: TrainsFacts) -> str:
    """W4: what the columns mean for tickets with several ends."""
    if not facts.tickets["has_ends"].any():
        return ""
    return "; of a ticket with several ends, to the nearest, and printed is the lowest value, lost if none is reached"


def _by_bot(measures: Measures, facts: TrainsFacts) -> list[Table]:
    rows = measured_by_bot(measures, BY_BOT, "ticket", ticket_names(facts.board))
    return [Table("tickets_by_bot", "Tickets by bot", BY_BOT, rows)] if rows else []


def _answers(rows: list[Row]) -> list[str]:
    answers = []
    if ends := extremes(rows, "kept", WORTH_TELLING):
        most, least = ends
        answers.append(
            f"Bots keep {most['name']} most often, in {say(most, 'kept', 'share', n='kept_n')} of the offers that have "
            f"it, and {least['name']} least often, in {say(least, 'kept', 'share', n='kept_n')}."
        )
    if ends := extremes(rows, "completed", WORTH_TELLING):
        best, worst = ends
        answers.append(
            f"Of the tickets kept, {best['name']} is completed most often, "
            f"{say(best, 'completed', 'share', n='completed_n')}, and {worst['name']} least often, "
            f"{say(worst, 'completed', 'share', n='completed_n')}."
        )
    offered = sum(row["kept_n"] or 0 for row in rows)
    return answers or [f"No ticket is clearly kept or completed more often than another ({offered:,} offered tickets)."]


def _phases(measures: Measures) -> Table:
    rows = measured(measures, PHASES, "phase")
    return Table("ticket_phases", "Tickets from the set-up and from later draws", PHASES, rows)


def _ways(measures: Measures, facts: TrainsFacts) -> list[Table]:
    frame = measures.get("ticket_ways")
    if frame is None:
        return []
    usual = frame.filter(pl.col("n") >= ENOUGH, pl.col("value") >= USUAL)
    usual = usual.sort("ticket", "value", descending=[False, True], maintain_order=True)
    usual = usual.rename({"value": "share", "low": "share_low", "high": "share_high"}).with_columns(
        between=pl.col("ticket").cast(pl.String).replace_strict(ticket_names(facts.board), return_dtype=pl.String),
        over=pl.col("route").cast(pl.String).replace_strict(route_names(facts.board), return_dtype=pl.String),
    )
    columns = (
        Column("between", "ticket", "text"),
        Column("over", "route", "text"),
        Column("share", "share of the completions", "share"),
        Column("n", "completions", "count"),
    )
    note = (
        f"routes on the shortest way through a seat's own routes, in at least {USUAL:.0%} of the completions; only "
        f"tickets with at least {ENOUGH} completions by own routes in the first games of the run (`ticket_ways`)"
    )
    title = "Usual ways of tickets, seen in play"
    return [Table("ticket_ways", title, columns, rows_of(usual), note)] if len(usual) else []


def _draws(measures: Measures) -> Table:
    frame = measures["ticket_draws_by_trains_left"]
    frame = frame.rename({"value": "completed", "low": "completed_low", "high": "completed_high"})
    frame = frame.sort("trains_left", descending=True).with_columns(
        name=pl.format("{}–{}", "trains_left", pl.col("trains_left") + 9), share=pl.col("n") / pl.col("n").sum()
    )
    columns = (
        Column("name", "trains left", "text"),
        Column("n", "ticket draws", "count"),
        Column("share", "share of the draws", "share"),
        Column("completed", "tickets completed per draw", "number", decimals=2),
    )
    return Table("ticket_draws", "Drawing more tickets, by trains left", columns, rows_of(frame))
