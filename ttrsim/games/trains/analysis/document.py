"""What `docs/metrics.md` says of this game besides its metrics."""

from __future__ import annotations

TEXT = """\
A batch has the tables `games`, `seats`, `tickets`, `claims` and `stations`; the last three also have the seat's
`bot`, `points`, `win_share` and `won`, tickets their `printed` points and `gain`, claims the route's `length`,
`colour`, `kind` and `route_value`. The batch of an experiment has `effects` instead.

**Effects** are measured by [experiments](experiments.md), where the same deal is played with a thing and without it.
All other metrics tell what was seen in play, and nothing of cause.

**Points per train** are (V + route points of a shortest path) / its trains, on the empty board."""
