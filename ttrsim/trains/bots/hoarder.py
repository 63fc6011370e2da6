"""`hoarder`: `planner` that looks for more tickets while it is still building."""

from __future__ import annotations

from ttrsim.trains.bots.planner import planner

hoarder = planner.variant(
    "Like planner, but collects tickets, while it still builds and on thinner hopes.",
    tickets=6.0,
    each_ticket=4.0,
    early_tickets=11.0,
)
