"""A board as it was read, before it is known to be sound."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from ttrsim.files.faults import Place
from ttrsim.games.trains.board.model import City, Parameters, Route, Ticket
from ttrsim.wording import nearest


@dataclass
class Draft:
    """A board before it is known to be sound. A table that could not be read is None."""

    cities: list[tuple[Place, City]] | None
    routes: list[tuple[Place, Route]] | None
    tickets: list[tuple[Place, Ticket]] | None
    parameters: Parameters | None
    place: Place  # of the parameters
    faulty: set[str] = field(default_factory=set)  # parameters that were faulty themselves

    @property
    def city_ids(self) -> list[str]:
        return [city.id for _, city in self.cities or []]

    @property
    def countries(self) -> dict[str, list[str]]:
        """W3: the cities of each country."""
        members: dict[str, list[str]] = defaultdict(list)
        for _, city in self.cities or []:
            if city.country:
                members[city.country].append(city.id)
        return dict(members)

    def links(self) -> list[tuple[str, str]]:
        """The pairs of cities that routes join, misspelt cities put right.

        One misspelt route should be one fault, not also a city cut off and tickets without a way.
        """
        ids = self.city_ids
        known = {city: city for city in ids}
        for _, route in self.routes or []:
            for end in {route.a, route.b} - known.keys():
                known[end] = nearest(end, ids) or end
        return [(known[route.a], known[route.b]) for _, route in self.routes or []]
