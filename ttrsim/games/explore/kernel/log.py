"""The kinds of events in a game. `ttrsim.games.explore.record` turns them into the game record."""

from __future__ import annotations

import numpy as np

# kind                    seat?  three numbers
REVEALED = np.int64(1)  # seat   card                         the seat is the round's first player
DISCARDED = np.int64(2)  # seat   card
CHOSE = np.int64(3)  # seat   block, kind of the one tourist of a fallback turn or NO_KIND
DREW = np.int64(4)  # seat   segment, how: AS_…
CAFE = np.int64(5)  # seat   crossing                     reached by the connection before

# ---- how a connection was drawn (§4.4) -----------------------------------------------------------
AS_JOINED = np.int64(0)  # (a), both of them
AS_SINGLE = np.int64(1)  # (b) and (c)
AS_EXTRA = np.int64(2)  # for a `+`

LOG_ACTIONS = np.int64(  # a level of the log: what the tables of a run need
    sum(1 << kind for kind in (REVEALED, DISCARDED, CHOSE, DREW, CAFE))
)
