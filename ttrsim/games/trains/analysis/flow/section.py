"""How do games go?"""

from __future__ import annotations

from math import comb

import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.measure import Measures
from ttrsim.reports.model import Column, ReportTable, Row, Section, rows_of
from ttrsim.reports.sections.phrases import by_key, only, say

WHAT = {
    "turns": "turns, of all seats",
    "lead_changes": "changes of the lead on the track",
    "flushes": "flushes of the market",
    "reshuffles": "reshuffles",
}


def flow(measures: Measures, facts: Facts) -> Section | None:
    tables = [_course(measures)]
    if "end_reasons" in measures:
        tables += [_ends(measures), _lengths(measures)]
    if "score_curve" in measures:
        tables.append(_curve(measures))
    if facts.board.parameters.tunnel_cards and "tunnel_extra_paid" in measures and len(measures["tunnel_extra_paid"]):
        tables.append(_tunnels(measures, facts))
    if not any(table.rows for table in tables):
        return None
    return Section("flow", "Flow: how do games go?", _answers(measures), tables)


def _course(measures: Measures) -> ReportTable:
    rows: list[Row] = []
    if "game_means" in measures:
        means = by_key(measures["game_means"], "what")
        rows += [{"name": text} | means[what] for what, text in WHAT.items() if what in means]
    single = {
        "margin": "points between the first and the second",
        "tunnel_extra_due": "extra cards asked for a tunnel",
    }
    rows += [{"name": text} | only(measures.get(name)) for name, text in single.items()]
    shares = {
        "close_games": "games decided by 10 points or fewer, %",
        "leader_wins": "games won by the last leader on the track, %",
        "lead_time": "when a winner took that lead, % of the turns",
        "tunnels_given_up": "tunnels tried and not claimed, %",
    }
    rows += [{"name": text} | _hundredfold(only(measures.get(name))) for name, text in shares.items()]
    kept = ("name", "value", "value_low", "value_high", "n")
    rows = [{key: row.get(key) for key in kept} for row in rows if row["value"] is not None]
    columns = (
        Column("name", "of a game", "text"),
        Column("value", "mean", "number", has_interval=True, decimals=2),
        Column("n", "n", "count"),
    )
    return ReportTable("course", "The course of a game", columns, rows)


def _hundredfold(row: Row) -> Row:
    keys = ("value", "value_low", "value_high")
    return row | {key: 100 * row[key] if row.get(key) is not None else None for key in keys}


def _ends(measures: Measures) -> ReportTable:
    frame = measures["end_reasons"].rename({"value": "share", "low": "share_low", "high": "share_high"})
    columns = (
        Column("end", "ends by", "text"),
        Column("share", "games", "share", has_interval=True, decimals=2),
        Column("n", "n", "count"),
    )
    return ReportTable("ends", "How games end", columns, rows_of(frame))


def _lengths(measures: Measures) -> ReportTable:
    frame = measures["turns_distribution"].select("turns", games=pl.col("value"))
    frame = frame.with_columns(share=pl.col("games") / pl.col("games").sum())
    columns = (
        Column("turns", "turns from", "count"),
        Column("games", "games", "count"),
        Column("share", "share", "share"),
    )
    return ReportTable("lengths", "Turns of a game, in steps of five", columns, rows_of(frame))


def _curve(measures: Measures) -> ReportTable:
    frame = measures["score_curve"].rename({"value": "points", "low": "points_low", "high": "points_high"})
    columns = (
        Column("result", "seat", "text"),
        Column("time", "time of the game", "share", decimals=0),
        Column("points", "route points so far", "number", has_interval=True),
        Column("n", "seats", "count"),
    )
    return ReportTable("curve", "Points for routes over the game", columns, rows_of(frame))


def _tunnels(measures: Measures, facts: Facts) -> ReportTable:
    from ttrsim.games.trains.analysis.controls.bounds import whole_deck

    parameters = facts.board.parameters
    cards, matching = whole_deck(parameters)
    turned = parameters.tunnel_cards
    frame = measures["tunnel_extra_paid"].select("extra", tunnels=pl.col("value"))
    frame = frame.with_columns(share=pl.col("tunnels") / pl.col("tunnels").sum())
    frame = frame.with_columns(
        theory=pl.Series(
            [comb(matching, k) * comb(cards - matching, turned - k) / comb(cards, turned) for k in frame["extra"]]
        )
    )
    columns = (
        Column("extra", "extra cards", "count"),
        Column("tunnels", "tunnels claimed", "count"),
        Column("share", "share", "share"),
        Column("theory", "whole deck", "share"),
    )
    note = (
        "Whole deck: cards turned for a first tunnel of one colour. In play the cards in hands are gone from the pile, "
        "and tunnels that ask for too much are given up."
    )
    return ReportTable("tunnels", "Extra cards for tunnels that were claimed", columns, rows_of(frame), note)


def _answers(measures: Measures) -> list[str]:
    answers = []
    if "game_means" in measures and len(measures["game_means"]):
        means = by_key(measures["game_means"], "what")
        answers.append(
            f"A game lasts {say(means['turns'], 'value', 'number', n='n')} turns of all seats together and sees "
            f"{say(means['lead_changes'], 'value', 'number')} changes of the lead on the track."
        )
    margin, close = only(measures.get("margin")), only(measures.get("close_games"))
    if margin["value"] is not None:
        answers.append(
            f"The winner is {say(margin, 'value', 'number', n='n')} points ahead of the second; "
            f"{say(close, 'value', 'share')} of games are decided by ten points or fewer."
        )
    leader, time = only(measures.get("leader_wins")), only(measures.get("lead_time"))
    if leader["value"] is not None:
        taken = f"; such a winner took the lead at {say(time, 'value', 'share')} of the turns"
        answers.append(
            f"Whoever leads on the track at the end wins {say(leader, 'value', 'share', n='n')} of games"
            f"{'' if time['value'] is None else taken}."
        )
    return answers
