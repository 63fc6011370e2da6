"""Faults of a scenario, each with the key it is about, and the error that reports all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import ValidationError

from ttrsim.errors import UserError
from ttrsim.files.faults import did_you_mean, shortened
from ttrsim.scenario.model import Scenario


class Fault(NamedTuple):
    where: str  # a key, as in `seats.1`; empty if it is about the whole
    what: str


class ScenarioError(UserError):
    """A scenario that cannot be played: a line for each fault, `file: where: what`."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(": ".join(filter(None, (source, *fault))) for fault in faults))


def validation_faults(error: ValidationError) -> list[Fault]:
    faults = []
    for details in error.errors():
        where = ".".join(str(part) for part in details["loc"])
        should = details["msg"].replace("Input should", "should").replace("Tuple should", "should")
        should = should.replace("an object", "a table").replace("a valid array", "a list")
        if details["type"] == "extra_forbidden":
            what = f"unknown key{did_you_mean(where, Scenario.model_fields)}"
        elif details["type"] == "missing":
            what = "is missing"
        elif details["type"] == "literal_error":
            choices = details["ctx"]["expected"].replace("'", "").replace(" or ", ", ").split(", ")
            what = f"{should}, not {shortened(details['input'])}{did_you_mean(str(details['input']), choices)}"
        else:
            what = f"{should}, not {shortened(details['input'])}"
        faults.append(Fault(where, what))
    return faults
