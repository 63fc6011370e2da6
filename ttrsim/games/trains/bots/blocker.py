"""`blocker`: like `planner`, but also claims routes between cities that other players have reached."""

from __future__ import annotations

from ttrsim.games.trains.bots.planner import planner

blocker = planner.variant("Like planner, but also claims routes that opponents seem to need.", block=6.0)
