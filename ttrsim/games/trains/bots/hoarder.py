"""`hoarder`: like `planner`, but draws more tickets while it is still building."""

from __future__ import annotations

from ttrsim.games.trains.bots.planner import planner

hoarder = planner.variant(
    "Like planner, but draws more and riskier tickets while it is still building, whatever the opponents do.",
    tickets=9.0,
    each_ticket=1.0,
    early_tickets=11.0,
    company=100.0,
)
