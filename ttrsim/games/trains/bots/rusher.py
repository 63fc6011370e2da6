"""`rusher`: like `planner`, but ends the game early: long routes and few tickets."""

from __future__ import annotations

from ttrsim.games.trains.bots.planner import planner

rusher = planner.variant(
    "Like planner, but ends the game early: few tickets, long routes, wilds spent sooner.",
    points=1.0,
    eager=1.0,
    tickets=-20.0,
    each_ticket=-5.0,
    ending=1.5,
    risk=0.3,
)
