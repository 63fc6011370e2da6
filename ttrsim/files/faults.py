"""Faults of users' files, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic_core import ErrorDetails

from ttrsim.errors import UserError
from ttrsim.wording import did_you_mean, shortened


@dataclass(frozen=True)
class Place:
    """A file of a board and, in a table, its line."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}: line {self.line}"


@dataclass(frozen=True)
class Fault:
    """What is wrong, and where."""

    place: Place | str  # of a board; of a scenario the key, as in `seats.1`, empty if it is about the whole
    text: str
    of_records: bool = False  # it makes the record of a game useless

    @property
    def where(self) -> str:
        return str(self.place)

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class BoardError(UserError):
    """A board that cannot be played on: one line for each fault."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__("\n".join([f"board {source}: {count}", *map(str, faults)]))


def repeated(described: Iterable[tuple[Place, str]]) -> Iterator[Fault]:
    """A fault for each row of a table that is described like an earlier one."""
    first: dict[str, Place] = {}
    for place, text in described:
        if text in first:
            yield Fault(place, f"{text}, already on line {first[text].line}")
        first.setdefault(text, place)


NO_SHARE = "coordinates must be from 0 to 1"  # the end of a fault of one coordinate
MANY = 4  # coordinates outside of the board are no slips of the pen


def in_order(faults: Iterable[Fault], files: Sequence[str]) -> list[Fault]:
    """File by file, line by line."""

    def order(fault: Fault) -> tuple[int, int]:
        place = fault.place if isinstance(fault.place, Place) else Place(fault.place)
        return files.index(place.file), place.line or 0

    return sorted(_pixels_once(faults), key=order)


def _pixels_once(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Where many coordinates of a file lie outside of the board, the first stands for all."""
    faults = list(faults)
    outside = Counter(_file_of(fault) for fault in faults if fault.text.endswith(NO_SHARE))
    for fault in faults:
        n = outside[_file_of(fault)]
        if 0 <= n < MANY or not fault.text.endswith(NO_SHARE):
            yield fault
        elif n > 0:
            outside[_file_of(fault)] = -1
            pixels = f"so must {n - 1} others. They look like pixels: divide them by the size of the picture"
            yield Fault(fault.place, f"{fault.text}, and {pixels}")


def _file_of(fault: Fault) -> str:
    return fault.place.file if isinstance(fault.place, Place) else fault.place


# ---- faults that pydantic finds ------------------------------------------------------------------


def parameter_message(details: ErrorDetails, known: Iterable[str]) -> str:
    """What is wrong with a parameter of a board."""
    path = ".".join(str(part) for part in details["loc"] if part != "[key]")
    if details["type"] == "extra_forbidden":
        return f"unknown parameter '{path}'{did_you_mean(path, known)}"
    if details["type"] == "missing":
        return f"missing parameter '{path}'"
    return f"{path} {value_message(details)}"


def value_message(details: ErrorDetails) -> str:
    """What is wrong with a value, in words that fit a TOML file: `should be …, not …`."""
    should = details["msg"].removeprefix("Value error, ")
    should = should.replace("Input should", "should").replace("Tuple should", "should")
    should = should.replace("an object", "a table").replace("a valid array", "a list")
    return f"{should}, not {shortened(details['input'])}"
