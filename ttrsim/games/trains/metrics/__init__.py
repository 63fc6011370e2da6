"""What a run of Ticket to Ride tells beyond what every game does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ttrsim.games.trains.metrics.facts import Facts

SECTIONS = ("tickets", "routes", "cities", "strategies", "fairness", "flow", "controls")  # in the order of a report

# By how much a run may differ from a baseline. 0 is for what no game may change: what a rule or the board fixes.
TOLERANCES = {
    "ticket_kept": 0.05,
    "ticket_completed": 0.05,
    "ticket_paid": 0,
    "route_claimed": 0.05,
    "route_paid": 0,
    "both_halves": 0,
    "bot_points": 1,
    "bot_habits[turns]": 0.5,
    "bot_habits[draws]": 0.5,
    "bot_habits[claims]": 0.25,
    "bot_habits[ticket_draws]": 0.1,
    "bot_habits[stations_built]": 0.1,
    "bot_habits[tickets_completed]": 0.1,
    "bot_habits[tickets_failed]": 0.1,
    "bot_habits[longest]": 0.5,
    "bot_habits[trains_left]": 0.25,
    "bot_habits[wilds_spent]": 0.15,
    "game_means[turns]": 1,
    "game_means[flushes]": 0.1,
    "game_means[reshuffles]": 0.1,
    "end_reasons": 0.01,
    "trains_of_ender": 0.1,
    "longest_bonuses": 0.02,
    "margin": 1,
    "tunnel_extra_due": 0.05,
    "tunnels_given_up": 0.03,
    "route_points_not_accounted": 0,
    "ticket_points_not_accounted": 0,
    "trains_not_accounted": 0,
}


def accumulators(facts: Facts, tables: Collection[str]) -> dict[str, Any]:
    """What is summed batch by batch but is no metric, by name; those that a run with these tables has."""
    from ttrsim.games.trains.metrics.ticket_effects import TicketEffects

    return {"ticket_effects": TicketEffects(facts)} if {"tickets", "seats"} <= set(tables) else {}
