"""Who decides in a game: one of the bots at the table, or inside a bot that searches the one function that plays on.

A function cannot be handed on as a value in code that is cached, since its address changes. So a policy is a record
with nothing in it, whose type leads to the function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from ttrsim.machine.jit import INLINED


def ask(bots, number, board, public, own):
    """The decision of bot `number`. A policy ignores the number."""


@overload(ask, strict=False, jit_options=INLINED)
def _ask_a_bot(bots, number, board, public, own):
    if isinstance(bots, types.BaseTuple):
        return lambda bots, number, board, public, own: bots[number](board, public, own)
    return None


def policy_record(function: Callable[..., Any]) -> np.dtype:
    """The type of a policy: in compiled code, `record_on_stack` of it stands where bots do."""
    policy = np.dtype([(f"{function.__module__}.{function.__name__}", np.int8)])
    policy_type = numba.from_dtype(policy)

    @overload(ask, strict=False, jit_options=INLINED)
    def _ask_the_policy(bots, number, board, public, own):
        if bots == policy_type:
            return lambda bots, number, board, public, own: function(board, public, own)
        return None

    return policy
