"""What a run of Ticket to Ride tells beyond what every game does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ttrsim.trains.metrics.facts import Facts

SECTIONS = ("tickets", "routes", "cities", "strategies", "fairness", "flow", "controls")  # in the order of a report


def accumulators(facts: Facts, tables: Collection[str]) -> dict[str, Any]:
    """What is summed batch by batch but is no metric, by name; those that a run with these tables has."""
    from ttrsim.trains.metrics.ticket_effects import TicketEffects

    return {"ticket_effects": TicketEffects(facts)} if {"tickets", "seats"} <= set(tables) else {}
