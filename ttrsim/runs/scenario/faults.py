"""Faults of a scenario, each with the key it is about, and the error that reports all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ttrsim.errors import UserError
from ttrsim.files.faults import Fault, value_message
from ttrsim.runs.scenario.model import Scenario
from ttrsim.wording import did_you_mean


class ScenarioError(UserError):
    """A scenario that cannot be played: a line for each fault, `file: where: what`."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))


def validation_faults(error: ValidationError, known: Iterable[str] = tuple(Scenario.model_fields)) -> list[Fault]:
    """`known` are the keys that there are."""
    return [Fault(_key(details), _message(details, known)) for details in error.errors()]


def _key(details: ErrorDetails) -> str:
    return ".".join(str(part) for part in details["loc"])


def _message(details: ErrorDetails, known: Iterable[str]) -> str:
    if details["type"] == "extra_forbidden":
        return f"unknown key{did_you_mean(_key(details), known)}"
    if details["type"] == "missing":
        return "is missing"
    if details["type"] == "literal_error":
        choices = details["ctx"]["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return value_message(details) + did_you_mean(str(details["input"]), choices)
    return value_message(details)
