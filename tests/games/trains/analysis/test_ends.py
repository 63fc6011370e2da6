"""W4: metrics of tickets with several ends, against the records of the same games."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable
from ttrsim.runs.api import open_run
from ttrsim.runs.plan import make_plan
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.run.api import run

SCENARIO = {"board": "switzerland", "seats": ["greedy", "greedy"], "deals": 40, "seed": 4}
METRICS = ("ticket_net_points", "ticket_paid", "ticket_points_not_accounted", "ticket_ways")


def gains_of(board: Board, score: dict[str, Any]) -> dict[str, int]:
    """What each ticket of a seat brought, by its record."""
    tickets = {ticket.id: ticket for ticket in board.tickets}
    gains = {name: -min(end.points for end in tickets[name].alternatives) for name in score["failed"]}
    for name in score["completed"]:
        points = {end.to: end.points for end in tickets[name].alternatives}
        gains[name] = points[score["ends"].get(name, tickets[name].b)]
    return gains


@pytest.fixture(scope="module")
def measures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = run(SCENARIO, out=tmp_path_factory.mktemp("ends") / "run").path
    return measure(open_run(folder), [all_metrics(TRAINS)[name] for name in METRICS])


def test_gains_are_those_of_the_records(measures: dict[str, Any]) -> None:
    setup = load_scenario(SCENARIO)
    board, found = setup.board, defaultdict(list)
    plan = make_plan(setup)
    table = SeatedTable(setup.board, list(setup.bots), plan.seatings, plan.n_rotations)
    for game in range(plan.n_games):
        for event in record_events(table.play_logged(4, game)):
            if event["event"] == "score":
                gains = gains_of(board, event)
                assert event["tickets"] == sum(gains.values())
                for name, gain in gains.items():
                    found[name].append(gain)
    rows = {row["ticket"]: row for row in measures["ticket_net_points"].to_dicts()}
    assert {name: row["n"] for name, row in rows.items()} == {name: len(gains) for name, gains in found.items()}
    for name, gains in found.items():
        assert rows[name]["value"] == pytest.approx(sum(gains) / len(gains)), name
    assert measures["ticket_points_not_accounted"]["value"].item() == 0.0


def test_ways_of_a_country_ticket_end_at_a_border(measures: dict[str, Any]) -> None:
    """Each completion of a ticket from a city to a country runs over exactly one border route."""
    board = load_scenario(SCENARIO).board
    border = {city.id for city in board.cities if city.country}
    routes = {route.id for route in board.routes if {route.a, route.b} & border}
    used: dict[str, float] = defaultdict(float)
    for row in measures["ticket_ways"].to_dicts():
        if row["route"] in routes:
            used[row["ticket"]] += row["value"]
    from_city = [t.id for t in board.tickets if t.ends and t.a not in {city.country for city in board.cities}]
    assert {ticket: used[ticket] for ticket in from_city if ticket in used} != {}
    assert all(used[ticket] >= 1.0 - 1e-9 for ticket in from_city if ticket in used)


def test_facts_of_tickets_with_several_ends() -> None:
    """The fewest points, and the fewest trains to any end."""
    board = load_scenario(SCENARIO).board
    rows = {row["ticket"]: row for row in TrainsFacts(board, (), 2, 1).tickets.to_dicts()}
    chur = rows["Chur-countries"]
    assert (chur["printed"], chur["trains"], chur["has_ends"]) == (3, 3, True)
    assert not rows["Bern-Zurich"]["has_ends"]
