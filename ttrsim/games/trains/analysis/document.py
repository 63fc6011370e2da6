"""What `docs/metrics.md` says of this game besides its metrics."""

from __future__ import annotations

from ttrsim.games.trains.analysis.tickets import effects

BATCH = """\
A batch has the tables `games`, `seats`, `tickets`, `claims` and `stations`; the last three also have the seat's
`bot`, `points`, `win_share` and `won`, tickets their `printed` points and `gain`, claims the route's `length`,
`colour`, `kind` and `route_value`.

### Ticket effects

"""
FAIR = """
**Fair value.** With β_score and β_rest the effects on the score and on the rest of it, the ticket itself brings
β_score − β_rest = (2p − 1)·V, where V is its printed value and p its chance of being completed. The fair value F is
the printed value at which keeping would change the score by nothing, all else as it was played:

    (2p − 1)·F + β_rest = 0, hence F = −β_rest / (2p − 1)

It is missing where 2p − 1 is below 0.2, where fewer than 100 seats kept or refused the ticket, or where the rest of
the offer explains the choice all but completely.

**Points per train** are (V + route points of a shortest path) / its trains, on the empty board.
"""


TEXT = (BATCH + (effects.__doc__ or "").strip() + "\n" + FAIR).strip()
