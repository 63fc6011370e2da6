"""Faults of a board, each with its place, and the error that reports all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pydantic_core import ErrorDetails

from ttrsim.errors import UserError


@dataclass(frozen=True)
class Place:
    """Where a fault is: a file and, in a table, its line."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}: line {self.line}"


@dataclass(frozen=True)
class Fault:
    place: Place
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class BoardError(UserError):
    """A board that cannot be played on: one line for each fault."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__("\n".join([f"board {source}: {count}", *map(str, faults)]))


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, if any is near."""
    near = nearest(word, choices)
    return f" — did you mean '{near}'?" if near else ""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    by_lower_case = {choice.lower(): choice for choice in choices}
    matches = get_close_matches(word.lower(), by_lower_case, n=1)
    return by_lower_case[matches[0]] if matches else None


def shortened(value: object, limit: int = 40) -> str:
    """A value as it is shown in a message; a wrong file may hold very long ones."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def parameter_message(details: ErrorDetails, known: Iterable[str]) -> str:
    """What pydantic found wrong with a parameter, in the words of a board's faults."""
    path = ".".join(str(part) for part in details["loc"] if part != "[key]")
    if details["type"] == "extra_forbidden":
        return f"unknown parameter '{path}'{did_you_mean(path, known)}"
    if details["type"] == "missing":
        return f"missing parameter '{path}'"
    should = details["msg"].replace("Input should", "should").replace("an object", "a table")
    return f"{path} {should}, not {shortened(details['input'])}"
