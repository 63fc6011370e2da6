"""The whole numbers of a board that a designer may move to balance it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pydantic import BaseModel

FIXED = ("min_players", "max_players", "turn_limit")  # no matter of balance


@dataclass(frozen=True)
class Lever:
    """A number of a board."""

    name: str  # as house rules write it: `longest_points`, `route_points.6`, `tickets.Boston-Miami`
    group: str  # one word for several that go together: `tickets`
    value: int
    low: int  # what the rules of the game allow
    high: int
    ticket: str = ""  # the ticket whose points it is
    deck: str = ""  # the deck of that ticket
    expected: int | None = None  # what players would expect: the trains of the ticket's shortest path


def parameter_levers(parameters: BaseModel, left_out: Collection[str] = ()) -> Iterator[Lever]:
    """Every parameter that is one whole number, with the bounds that its model sets."""
    for name, field in type(parameters).model_fields.items():
        value = getattr(parameters, name)
        if type(value) is not int or name in FIXED or name in left_out:
            continue
        low = next((limit.ge for limit in field.metadata if hasattr(limit, "ge")), None)
        high = next((limit.le for limit in field.metadata if hasattr(limit, "le")), None)
        if low is not None and high is not None:
            yield Lever(name, name, value, int(low), int(high))
