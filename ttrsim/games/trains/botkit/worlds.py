"""For bots that search: worlds imagined from what the seat sees, and games played out in them.

SEARCH is the memory of a search, about 800 kB. Make it once for a decision with `np.empty(1, SEARCH)`, and pass the
array around: its memory is freed after the last use of the array, even if a record in it is still in use.
"""

from __future__ import annotations

from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.records import OWN
from ttrsim.machine.policies import policy_record
from ttrsim.machine.rollouts import (
    ASK_THE_POLICY,
    begin_search,
    imagine_world,
    margin,
    play_out,
    search_record,
    win_share,
)

__all__ = [
    "ASK_THE_POLICY",
    "OWN",
    "SEARCH",
    "begin_search",
    "imagine_world",
    "margin",
    "play_out",
    "policy_record",
    "win_share",
]

SEARCH = search_record(KERNEL)
