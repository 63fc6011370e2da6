"""What happened in a game, event by event. The kinds of events are each kernel's own."""

from __future__ import annotations

import numpy as np

from ttrsim.machine.jit import inner

# ---- levels: the set of kinds that are noted ------------------------------------------------------
LOG_NOTHING = np.int64(0)
LOG_EVERYTHING = np.int64(-1)

ZERO = np.int64(0)  # where a kind has fewer than three numbers


def log_record(size: int) -> np.dtype:
    return np.dtype(
        [
            ("level", np.int64),  # the kinds that are noted: LOG_…
            ("n", np.int64),
            ("events", np.int32, (size, 6)),  # kind, turn, seat, and three numbers of the kind
        ],
        align=True,
    )


@inner
def emit(log, kind, public, seat, first, second, third):
    if (log.level >> kind) & 1 == 0:
        return
    if log.n < len(log.events):
        event = log.events[log.n]
        event[0] = kind
        event[1] = public.turn
        event[2] = seat
        event[3] = first
        event[4] = second
        event[5] = third
    log.n += 1  # beyond the size of the log: a FAULT_LOG
