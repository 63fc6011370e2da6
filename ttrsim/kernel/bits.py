"""Sets as bit masks: routes in two 64-bit words, cities and tickets in one."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ttrsim.kernel.jit import inner

ONE = np.uint64(1)
NOTHING = np.uint64(0)
WORD_BITS = np.int64(64)


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """Number of members of a set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typing_context: Any, word: Any) -> Any:
    """Smallest member of a set that is not empty."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        never_empty = ir.Constant(ir.IntType(1), 1)
        return builder.cttz(args[0], never_empty)

    return types.int64(types.uint64), codegen


@inner
def bit(member):
    """The set of one member; for routes, within its word."""
    return ONE << np.uint64(member & 63)


@inner
def nth_member(word, n):
    """The n-th member of a set, counted from 0."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)
