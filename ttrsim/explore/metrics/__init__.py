"""What a run of Explore New York tells beyond what every game does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ttrsim.explore.metrics.facts import Facts

SECTIONS = ("scores", "places", "cards", "colours", "shapes", "strategies", "fairness", "controls")  # as in a report


def accumulators(facts: Facts, tables: Collection[str]) -> dict[str, Any]:
    """What is summed batch by batch but is no metric, by name; those that a run with these tables has."""
    from ttrsim.explore.metrics.card_effects import CardEffects
    from ttrsim.explore.metrics.examples import Examples

    made: dict[str, Any] = {"card_effects": CardEffects(facts)} if {"cards", "seats"} <= set(tables) else {}
    return made | ({"examples": Examples(facts)} if {"turns", "seats"} <= set(tables) else {})
