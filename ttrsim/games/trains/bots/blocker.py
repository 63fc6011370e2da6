"""`blocker`: `planner` that also takes routes between cities where another player already is."""

from __future__ import annotations

from ttrsim.games.trains.bots.planner import planner

blocker = planner.variant("Like planner, but also claims routes that others need, as far as all can see.", block=6.0)
