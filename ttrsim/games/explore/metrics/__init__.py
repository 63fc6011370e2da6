"""What a run of Explore New York tells beyond what every game does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ttrsim.games.explore.metrics.facts import Facts

SECTIONS = ("scores", "places", "cards", "colours", "shapes", "strategies", "fairness", "controls")  # as in a report

# By how much a run may differ from a baseline. 0 is for what no game may change: what a rule or the board fixes.
TOLERANCES = {
    "box_points": 1,
    "block_visited": 0.05,
    "block_chosen": 0.05,
    "cafe_visited": 0.05,
    "card_kept": 0.05,
    "best_colour_share": 0.02,
    "bot_points": 3,
    "draw_ways": 0.05,
    "rounds_not_accounted": 0,
    "tourists_not_accounted": 0,
    "connections_not_accounted": 0,
}


def accumulators(facts: Facts, tables: Collection[str]) -> dict[str, Any]:
    """What is summed batch by batch but is no metric, by name; those that a run with these tables has."""
    from ttrsim.games.explore.metrics.card_effects import CardEffects
    from ttrsim.games.explore.metrics.examples import Examples

    made: dict[str, Any] = {"card_effects": CardEffects(facts)} if {"cards", "seats"} <= set(tables) else {}
    return made | ({"examples": Examples(facts)} if {"turns", "seats"} <= set(tables) else {})
