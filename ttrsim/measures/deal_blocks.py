"""The deals of a run in equal blocks, by which runs are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.measures.places import Places


class Blocks(NamedTuple):
    n_blocks: int
    n_deals: int
    compared: frozenset[str]  # the metrics that have sums for each block


@dataclass(frozen=True)
class BlocksOfDeals:
    """The blocks that the deals of a batch are in."""

    first_deal: int
    block_of: Places  # [deal] both counted from the first
    first_block: int | None  # None if there are no blocks

    @classmethod
    def of(cls, deals: NDArray[np.uint32], blocks: Blocks | None) -> BlocksOfDeals:
        """`deals` are some of the batch, in any order."""
        if not len(deals):
            return cls(0, np.zeros(1, np.int32), None if blocks is None else 0)
        first, last = int(deals.min()), int(deals.max())
        if blocks is None:
            return cls(first, np.zeros(last - first + 1, np.int32), None)
        numbers = np.arange(first, last + 1) * blocks.n_blocks // blocks.n_deals
        return cls(first, (numbers - numbers[0]).astype(np.int32), int(numbers[0]))

    @property
    def n_blocks(self) -> int:
        return int(self.block_of[-1]) + 1
