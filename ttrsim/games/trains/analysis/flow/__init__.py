"""How do games unfold?"""

from __future__ import annotations

from math import comb

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import Section, rows_of
from ttrsim.documents.report.sections.phrases import by_key, only, say
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.measures.measure import Measures
from ttrsim.stats.intervals import ENOUGH_DEALS, wilson

WHAT = {
    "turns": "turns (all seats together)",
    "lead_changes": "lead changes in route points",
    "flushes": "market flushes",
    "reshuffles": "reshuffles",
}


def flow(measures: Measures, facts: TrainsFacts) -> Section | None:
    tables = [_course(measures)]
    if "end_reasons" in measures:
        tables += [_ends(measures), _lengths(measures)]
    if "score_curve" in measures:
        tables.append(_curve(measures))
    if facts.board.parameters.tunnel_cards and _has_tunnels(measures):
        tables.append(_tunnels(measures, facts))
    if not any(table.rows for table in tables):
        return None
    return Section("flow", "Flow: how do games unfold?", _answers(measures), tables)


def _has_tunnels(measures: Measures) -> bool:
    return "tunnel_extra_paid" in measures and bool(only(measures.get("tunnel_extra_due")).get("n"))


def _course(measures: Measures) -> Table:
    rows: list[Row] = []
    if "game_means" in measures:
        means = by_key(measures["game_means"], "what")
        rows += [{"name": text} | means[what] for what, text in WHAT.items() if what in means]
    single = {
        "margin": "points between first and second place",
        "tunnel_extra_due": "extra cards due for a tunnel",
    }
    rows += [{"name": text} | only(measures.get(name)) for name, text in single.items()]
    shares = {
        "close_games": "games decided by 10 points or fewer, %",
        "leader_wins": "games won by the last leader in route points, %",
        "lead_time": "when a leader who won took the lead, % of the turns",
        "tunnels_given_up": "tunnels tried but not claimed, %",
    }
    rows += [{"name": text} | _hundredfold(only(measures.get(name))) for name, text in shares.items()]
    kept = ("name", "value", "value_low", "value_high", "n")
    rows = [{key: row.get(key) for key in kept} for row in rows if row["value"] is not None]
    columns = (
        Column("name", "per game", "text"),
        Column("value", "mean", "number", decimals=2),
        Column("n", "n", "count"),
    )
    return Table("course", "The course of a game", columns, rows)


def _hundredfold(row: Row) -> Row:
    keys = ("value", "value_low", "value_high")
    return row | {key: 100 * row[key] if row.get(key) is not None else None for key in keys}


def _ends(measures: Measures) -> Table:
    frame = measures["end_reasons"].rename({"value": "share", "low": "share_low", "high": "share_high"})
    columns = (
        Column("end", "reason", "text"),
        Column("share", "games", "share", decimals=2),
        Column("n", "n", "count"),
    )
    return Table("ends", "How games end", columns, rows_of(frame))


def _lengths(measures: Measures) -> Table:
    frame = measures["turns_distribution"].select("turns", games=pl.col("value"))
    frame = frame.with_columns(share=pl.col("games") / pl.col("games").sum())
    columns = (
        Column("turns", "turns from", "count"),
        Column("games", "games", "count"),
        Column("share", "share", "share"),
    )
    return Table("lengths", "Turns per game, in steps of five", columns, rows_of(frame))


def _curve(measures: Measures) -> Table:
    frame = measures["score_curve"].rename({"value": "points", "low": "points_low", "high": "points_high"})
    columns = (
        Column("result", "seat", "text"),
        Column("time", "share of the game's turns", "share", decimals=0),
        Column("points", "route points so far", "number"),
        Column("n", "seats", "count"),
    )
    return Table("curve", "Route points over the game", columns, rows_of(frame))


def _tunnels(measures: Measures, facts: TrainsFacts) -> Table:
    from ttrsim.games.trains.analysis.controls.bounds import whole_deck

    parameters = facts.board.parameters
    cards, matching = whole_deck(parameters)
    turned = parameters.tunnel_cards
    due = only(measures.get("tunnel_extra_due"))
    tried, deals = due["n"], due["deals"]
    frame = measures["tunnel_extra_paid"]
    free = int(frame.filter(pl.col("extra") == 0)["value"].sum())
    chance = comb(cards - matching, turned) / comb(cards, turned)
    rows: list[Row] = [
        {"extra": "none", "tunnels": free, "theory": chance},
        {"extra": "one or more", "tunnels": tried - free, "theory": 1 - chance},
    ]
    for row in rows:
        row["share"] = row["tunnels"] / tried
        # Tunnels of one deal are not independent: with deals as trials the interval is wide rather than narrow.
        bounds = wilson(row["share"], deals)
        ends = (bounds.low, bounds.high) if deals >= ENOUGH_DEALS else (None, None)
        row |= {"share_low": ends[0], "share_high": ends[1], "share_deals": deals}
    columns = (
        Column("extra", "extra cards due", "text"),
        Column("tunnels", "tunnels tried", "count"),
        Column("share", "share", "share"),
        Column("theory", "whole deck", "share"),
    )
    note = (
        "All tunnels tried count, claimed or given up. Whole deck: the chance on a full deck, paid in one colour. "
        "In play it differs a little, because the cards in the hands are not in the pile."
    )
    return Table("tunnels", "Tunnels tried, by extra cards due", columns, rows, note)


def _answers(measures: Measures) -> list[str]:
    answers = []
    if "game_means" in measures and len(measures["game_means"]):
        means = by_key(measures["game_means"], "what")
        answers.append(
            f"A game lasts {say(means['turns'], 'value', 'number', n='n')} turns, all seats together, and the lead in "
            f"route points changes {say(means['lead_changes'], 'value', 'number')} times."
        )
    margin, close = only(measures.get("margin")), only(measures.get("close_games"))
    if margin["value"] is not None:
        answers.append(
            f"The winner finishes {say(margin, 'value', 'number', n='n')} points ahead of second place; "
            f"{say(close, 'value', 'share')} of games are decided by ten points or fewer."
        )
    leader, time = only(measures.get("leader_wins")), only(measures.get("lead_time"))
    if leader["value"] is not None:
        taken = f" A leader who wins took the lead after {say(time, 'value', 'share')} of the turns, on average."
        answers.append(
            f"The leader in route points before the final count wins {say(leader, 'value', 'share', n='n')} of games."
            f"{'' if time['value'] is None else taken}"
        )
    return answers
