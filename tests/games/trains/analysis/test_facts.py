"""What is known of a board beforehand."""

from __future__ import annotations

import networkx
import pytest

from ttrsim.games.registry import load_board
from ttrsim.games.trains.analysis.facts import TrainsFacts


@pytest.mark.parametrize("name", ["europe", "usa", "new-york"])
def test_trains_are_those_of_shortest_paths(name: str) -> None:
    board = load_board(name)
    graph = networkx.Graph()
    for route in board.routes:
        graph.add_edge(route.a, route.b, weight=route.length)
    rows = TrainsFacts(board, (), 2, 1).tickets.to_dicts()
    for ticket, row in zip(board.tickets, rows, strict=True):
        assert row["trains"] == networkx.shortest_path_length(graph, ticket.a, ticket.b, "weight")


def test_published_sums_of_the_long_tickets() -> None:
    """Ticket and route points of a shortest path: 54 53 50 50 50 48 (Chintha)."""
    rows = [row for row in TrainsFacts(load_board("europe"), (), 4, 1).tickets.to_dicts() if row["is_long"]]
    sums = sorted((round(row["points_per_train"] * row["trains"]) for row in rows), reverse=True)
    assert sums == [54, 53, 50, 50, 50, 48]
