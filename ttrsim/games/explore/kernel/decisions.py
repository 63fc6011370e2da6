"""A decision of a bot is one whole number: its kind, and up to two choices.

Bots make decisions with the functions of this file; the rules take them apart again.
"""

from __future__ import annotations

import numpy as np

from ttrsim.machine.jit import inner

# ---- kinds ---------------------------------------------------------------------------------------
DO_DISCARD = np.int64(1)
DO_BLOCK = np.int64(2)
DO_JOINED = np.int64(3)
DO_SINGLE = np.int64(4)

DECISION_BITS = np.int64(20)  # a number that needs more bits is no decision


@inner
def kind_of(decision):
    return decision & 15


@inner
def first_of(decision):
    """The place among the open cards, the block, or the (first) segment."""
    return (decision >> 4) & 0xFF


@inner
def second_of(decision):
    """The kind of the one tourist of a fallback turn, or the second segment."""
    return (decision >> 12) & 0xFF


@inner
def discard(place):
    """§4.1: discard the card `public.open[place]`."""
    return DO_DISCARD | (np.int64(place) << 4)


@inner
def choose_block(block, kind):
    """§4.2–3: the block, and in a fallback turn the kind of its one tourist, else NO_KIND."""
    return DO_BLOCK | (np.int64(block) << 4) | (np.int64(kind) << 12)


@inner
def draw_joined(first, second):
    """§4.4 (a): the first along a side of the block, the second on from either end of the first."""
    return DO_JOINED | (np.int64(first) << 4) | (np.int64(second) << 12)


@inner
def draw_single(segment):
    """§4.4 (b) and (c), and the connection for a `+`: on any road."""
    return DO_SINGLE | (np.int64(segment) << 4)
