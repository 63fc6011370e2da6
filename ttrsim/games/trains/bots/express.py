"""`express`: like `planner`, but aims for the longest path: it joins its networks and extends them."""

from __future__ import annotations

from ttrsim.games.trains.bots.planner import planner

express = planner.variant("Like planner, but joins its networks and extends them for the longest path.", longest=3.0)
