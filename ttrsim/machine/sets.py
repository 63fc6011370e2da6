"""Sets of numbers, as kernels store them."""

from __future__ import annotations

from collections.abc import Iterable


def members(numbers: Iterable[int], words: int = 1) -> list[int]:
    """A set as words of 64 bits."""
    mask = sum(1 << number for number in numbers)
    return [(mask >> 64 * word) & (2**64 - 1) for word in range(words)]


def numbers_in(*words: int) -> list[int]:
    """The numbers of a set, in order."""
    mask, numbers = sum(int(word) << 64 * place for place, word in enumerate(words)), []
    while mask:
        lowest = mask & -mask
        numbers.append(lowest.bit_length() - 1)
        mask ^= lowest
    return numbers
