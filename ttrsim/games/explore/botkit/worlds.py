"""For bots that search: worlds imagined from what the seat sees, and games played out in them.

SEARCH is the memory that a search works in, some 800 kB. Make it once for a decision, by `np.empty(1, SEARCH)`, and
hand the array on: its memory is freed after the last use of the array, whoever still has the record in it.
"""

from __future__ import annotations

from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.kernel.records import OWN
from ttrsim.machine.policies import policy_record
from ttrsim.machine.rollouts import begin_search, imagine_world, margin, play_out, search_record, win_share

__all__ = ["OWN", "SEARCH", "begin_search", "imagine_world", "margin", "play_out", "policy_record", "win_share"]

SEARCH = search_record(KERNEL)
