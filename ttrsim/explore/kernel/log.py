"""What happened in a game, event by event. `ttrsim.explore.record` turns it into the game record."""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.jit import inner
from ttrsim.explore.kernel.records import LOG_SIZE

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

ZERO = np.int64(0)

# ---- levels: the set of kinds that are noted ------------------------------------------------------
LOG_NOTHING = np.int64(0)
LOG_EVERYTHING = np.int64(-1)
LOG_ACTIONS = np.int64(  # what the tables of a run need
    sum(1 << kind for kind in (REVEALED, DISCARDED, CHOSE, DREW, CAFE))
)


@inner
def emit(log, kind, public, seat, first, second):
    if (log.level >> kind) & 1 == 0:
        return
    if log.n < LOG_SIZE:
        event = log.events[log.n]
        event[0] = kind
        event[1] = public.turn
        event[2] = seat
        event[3] = first
        event[4] = second
        event[5] = 0
    log.n += 1  # beyond LOG_SIZE: the engine reports FAULT_LOG
