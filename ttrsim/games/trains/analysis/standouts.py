"""What stands out in games of Ticket to Ride: games that do not end, bots and things that never get anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import polars as pl

from ttrsim.documents.report.sections.phrases import say
from ttrsim.documents.report.standouts import estimates_of, hardly_ever, named_few
from ttrsim.games.trains.analysis.facts import TrainsFacts, city_names, route_names, ticket_names
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.warnings import spaces
from ttrsim.measures.measure import Measures

MANY = 0.01  # of games, that end otherwise than by the trains
FEW_COMPLETED = 0.10  # of the tickets that a bot keeps


def standouts(measures: Measures, facts: TrainsFacts) -> Iterator[str]:
    yield from _ends(measures, facts)
    yield from _bots(measures)
    yield from _dead_things(measures, facts)


def _ends(measures: Measures, facts: TrainsFacts) -> Iterator[str]:
    rules = facts.board.parameters
    there, trains = spaces(facts.board, facts.n_seats), facts.n_seats * rules.trains
    reasons = {
        "stalemate": "end in a stalemate (N1): nobody can move, and nobody has run out of trains",
        "limit": f"end by the limit of {rules.turn_limit:,} turns (N2)",
    }
    for row in estimates_of(measures.get("end_reasons")):
        if row["end"] in reasons and row["value_low"] > MANY:
            why = f" The board has {there} spaces for {trains} trains." if there < trains else ""
            yield f"{say(row, 'value', 'share', n='n')} of games {reasons[row['end']]}.{why}"


def _bots(measures: Measures) -> Iterator[str]:
    if "bot_habits" not in measures:
        return
    habits = measures["bot_habits"]
    for bot in habits["bot"].unique(maintain_order=True):
        rows = {row["habit"]: row for row in estimates_of(habits.filter(pl.col("bot") == bot))}
        completed, failed = rows.get("tickets_completed"), rows.get("tickets_failed")
        if completed and failed and completed["value_high"] < FEW_COMPLETED * (completed["value"] + failed["value"]):
            kept = completed["value"] + failed["value"]
            yield (
                f"{bot} hardly completes a ticket: {say(completed, 'value', 'number', 2, n='n')} per game, of the "
                f"{kept:.1f} that it keeps."
            )


def _dead_things(measures: Measures, facts: TrainsFacts) -> Iterator[str]:
    """What is in hardly any game, whoever plays."""
    board = facts.board
    things = (
        ("ticket_completed", "ticket", ticket_names(board), "Hardly anybody who keeps it completes {}"),
        ("ticket_kept", "ticket", ticket_names(board), "Hardly anybody keeps {}"),
        ("route_claimed", "route", route_names(board), "Hardly anybody claims {}"),
        ("city_used", "city", city_names(board), "Hardly anybody goes to {}"),
    )
    for metric, key, names, text in things:
        dead = hardly_ever(measures.get(metric), key)
        if key == "route":
            dead = _without_lively_twins(dead, board)
        if dead:
            dead = [names[thing] for thing in dead]
            yield f"{text.format(named_few(dead, len(names)))}: in less than 1 % of cases."


def _without_lively_twins(dead: list[str], board: Board) -> list[str]:
    """Without halves of doubles whose other half is claimed: with few players the second half closes (C2)."""
    halves = Counter(route.double for route in board.routes if route.id in dead)
    return [route.id for route in board.routes if route.id in dead and (not route.double or halves[route.double] == 2)]
