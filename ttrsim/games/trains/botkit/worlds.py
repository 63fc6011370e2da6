"""For bots that search: worlds imagined from what the seat sees, and games played out in them.

SEARCH is the memory of a search, about 800 kB. Make it once for a decision with `np.empty(1, SEARCH)`, and pass the
array around: its memory is freed after the last use of the array, even if a record in it is still in use.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit.guesses import GUESSES, exchange_tickets, guess_tickets
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.records import OWN
from ttrsim.machine.jit import inner
from ttrsim.machine.policies import policy_record
from ttrsim.machine.rng import STREAM, open_stream
from ttrsim.machine.rollouts import (
    ASK_THE_POLICY,
    begin_search,
    imagine_world,
    margin,
    play_out,
    search_record,
    win_share,
)
from ttrsim.machine.stack import record_on_stack

__all__ = [
    "ASK_THE_POLICY",
    "GUESSES",
    "OWN",
    "SEARCH",
    "begin_search",
    "guess_tickets",
    "imagine_likely_world",
    "imagine_world",
    "margin",
    "play_out",
    "policy_record",
    "win_share",
]

SEARCH = search_record(KERNEL)
STREAM_GUESSES = np.int64(1025)  # the random stream of guesses; worlds have another one


@inner
def imagine_likely_world(board, public, own, searches, guesses, seed, number):
    """World `number` as `imagine_world` makes it, with the tickets of others exchanged by how likely they are."""
    stream = record_on_stack(STREAM)
    open_stream(stream, seed, number, STREAM_GUESSES)
    imagine_world(board, public, own, searches, seed, number)
    exchange_tickets(board, public, own, guesses, stream, searches[0].world)
