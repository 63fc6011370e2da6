"""For bots that search: worlds imagined from what the seat sees, and games played out in them.

SEARCH is the paper a search is done on, some 800 kB: make it once for a decision, by `np.empty(1, SEARCH)[0]`.
"""

from __future__ import annotations

from ttrsim.compiled.policies import policy_record
from ttrsim.compiled.rollouts import begin_search, imagine_world, margin, play_out, search_record, win_share
from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.kernel.records import OWN

__all__ = ["OWN", "SEARCH", "begin_search", "imagine_world", "margin", "play_out", "policy_record", "win_share"]

SEARCH = search_record(KERNEL)
