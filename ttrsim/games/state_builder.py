"""What games share in making the record of a state from plain values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

import numpy as np

from ttrsim.errors import UserError
from ttrsim.wording import did_you_mean, shortened


class StateBuilder(ABC):
    """Fills in a STATE record, and collects everything that is wrong with the values."""

    def __init__(self, record: np.dtype[np.void], numbers: Mapping[str, Mapping[str, int]]) -> None:
        """`numbers` has the number of each thing on the board: by its kind, then by its name."""
        self.states = np.zeros(1, record)
        self.public = self.states[0]["public"]
        self.numbers = numbers
        self.faults: list[str] = []

    @abstractmethod
    def fill_in(self) -> None: ...

    def built(self) -> np.ndarray:
        """An array of one STATE record; UserError lists all faults of the values."""
        self.fill_in()
        if self.faults:
            raise UserError("\n".join(self.faults))
        return self.states

    def _expect(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    def _number(self, kind: str, name: str) -> int:
        known = self.numbers[kind]
        if name not in known:
            self.faults.append(f"there is no {kind} {shortened(name)}{did_you_mean(name, known)}")
        return known.get(name, 0)

    def _numbers(self, kind: str, names: Iterable[str]) -> list[int]:
        return [self._number(kind, name) for name in names]
