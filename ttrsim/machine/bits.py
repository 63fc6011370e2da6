"""Sets as bit masks: routes and tickets in two 64-bit words, cities in one."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ttrsim.machine.jit import inner

ONE = np.uint64(1)
NOTHING = np.uint64(0)


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


@intrinsic
def without_lowest(typing_context: Any, word: Any) -> Any:
    """A set that is not empty, but for its smallest member."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        one = ir.Constant(args[0].type, 1)
        return builder.and_(args[0], builder.sub(args[0], one))

    return types.uint64(types.uint64), codegen


@intrinsic
def same_record(typing_context: Any, one: Any, other: Any) -> Any:
    """Whether two records of one type hold the same bytes."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, size = ir.IntType(8).as_pointer(), ir.IntType(64)
        compare_type = ir.FunctionType(ir.IntType(32), [pointer, pointer, size])
        compare = cgutils.get_or_insert_function(builder.module, compare_type, "memcmp")
        pointers = [builder.bitcast(record, pointer) for record in args]
        difference = builder.call(compare, [*pointers, size(one.size)])
        return builder.icmp_signed("==", difference, difference.type(0))

    return types.boolean(one, one), codegen


@inner
def bit(member):
    """The set of one member; of a set of two words, within its word."""
    return ONE << np.uint64(member & 63)


@inner
def is_in(words, member):
    """Whether a set of two words has a member."""
    return words[member >> 6] & bit(member) != 0


@inner
def with_member(word_0, word_1, member):
    """A set of two words with one more member."""
    return (word_0 | bit(member), word_1) if member < 64 else (word_0, word_1 | bit(member))


@inner
def without_member(word_0, word_1, member):
    """A set of two words with one member fewer."""
    return (word_0 & ~bit(member), word_1) if member < 64 else (word_0, word_1 & ~bit(member))


@inner
def popcount_of_two(words):
    """Number of members of a set of two words."""
    return popcount(words[0]) + popcount(words[1])


@inner
def first_members(n):
    """The word with the first n members: empty below 1, full from 64 on."""
    if n <= 0:
        return NOTHING
    return ~NOTHING if n >= 64 else bit(n) - ONE


@inner
def nth_member(word, n):
    """The n-th member of a set, counted from 0."""
    for _ in range(n):
        word = without_lowest(word)
    return lowest(word)
