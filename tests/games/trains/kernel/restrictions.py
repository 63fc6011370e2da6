"""Random restrictions, in the oracle's words, that somebody could play under."""

from collections.abc import Mapping
from random import Random
from typing import Any

Terms = dict[str, Any]
FLAGS = ("stations", "ticket_draws", "tunnels", "open_wilds")


def some_restrictions(board: Mapping[str, Any], n_players: int, rng: Random) -> list[Terms]:
    """For each seat, `board` being as the oracle has it; some seats have none."""
    return [some_restriction(board, rng) if rng.random() < 0.7 else {} for _ in range(n_players)]


def some_restriction(board: Mapping[str, Any], rng: Random) -> Terms:
    tickets = [ticket["id"] for ticket in board["tickets"]]
    routes = [route["id"] for route in board["routes"]]
    terms: Terms = {}
    for later in ("", "_later"):
        kept = some_of(tickets, rng)
        terms[f"keep{later}"] = kept
        terms[f"refuse{later}"] = [ticket for ticket in some_of(tickets, rng) if ticket not in kept]
    terms["closed"] = some_of(routes, rng)
    terms = {key: names for key, names in terms.items() if names and rng.random() < 0.6}
    return terms | {flag: False for flag in FLAGS if rng.random() < 0.3}


def some_of(names: list[str], rng: Random) -> list[str]:
    """A few, about half or nearly all."""
    share = rng.choice((0.1, 0.5, 0.9))
    return [name for name in names if rng.random() < share]
