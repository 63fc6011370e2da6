"""Random numbers: SplitMix64 streams keyed by (seed, deal, stream).

Each stream of a game has its own purpose, so a bot that draws more random
numbers does not change the cards, and any game of a run can be played alone.
"""

from __future__ import annotations

import numpy as np

from ttrsim.machine.jit import inlined, inner

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
LOW_32 = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

STREAM = np.dtype([("state", np.uint64)], align=True)


@inlined
def mix(word):
    word = (word ^ (word >> SHIFT_1)) * MIX_1
    word = (word ^ (word >> SHIFT_2)) * MIX_2
    return word ^ (word >> SHIFT_3)


@inner
def open_stream(stream, seed, deal, number):
    """Sets a stream to its start: hashing between the keys keeps streams of near keys apart."""
    key = mix(np.uint64(seed) + GAMMA)
    key = mix((key ^ np.uint64(deal)) + GAMMA)
    stream.state = mix((key ^ np.uint64(number)) + GAMMA)


@inlined
def next_word(stream):
    stream.state += GAMMA
    return mix(stream.state)


@inlined
def below(stream, n):
    """A whole number 0 … n − 1, each exactly as likely (Lemire's method: the rare biased draws are thrown again)."""
    bound = np.uint64(n)
    product = (next_word(stream) >> HALF) * bound
    if product & LOW_32 < bound:
        threshold = ((LOW_32 - bound) + np.uint64(1)) % bound
        while product & LOW_32 < threshold:
            product = (next_word(stream) >> HALF) * bound
    return np.int64(product >> HALF)


@inner
def uniform(stream):
    """A real number in [0, 1)."""
    return np.float64(next_word(stream) >> np.uint64(11)) * 1.1102230246251565e-16
