"""What must hold between the cities, routes and tickets of a board. Every check yields the faults it finds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ttrsim.files.faults import Fault, Place, repeated
from ttrsim.files.reading import UNREADABLE
from ttrsim.games.trains.board.model import COLOURS, GRAY, City, Parameters, Route, Ticket
from ttrsim.games.trains.kernel.limits import (
    MAX_CITIES,
    MAX_DISTRICTS,
    MAX_ENDS,
    MAX_ROUTES,
    MAX_SET_ROUTES,
    MAX_TICKETS,
)
from ttrsim.wording import did_you_mean, nearest


def table_faults(draft: Draft) -> Iterator[Fault]:
    for check in CHECKS:
        yield from check(draft)


def _sizes(draft: Draft) -> Iterator[Fault]:
    tables = (
        ("cities", draft.cities, MAX_CITIES),
        ("routes", draft.routes, MAX_ROUTES),
        ("tickets", draft.tickets, MAX_TICKETS),
    )
    for name, rows, limit in tables:
        place = Place(f"{name}.csv")
        if rows is not None and len(rows) > limit:
            yield Fault(place, f"{len(rows)} {name}; a board can have at most {limit}")
        if rows is not None and not rows:
            yield Fault(place, f"no {name}")


def _duplicate_ids(draft: Draft) -> Iterator[Fault]:
    for kind, rows in (("city", draft.cities), ("route", draft.routes), ("ticket", draft.tickets)):
        yield from repeated((place, f"duplicate {kind} '{item.id}'") for place, item in rows or [])


def _unknown_cities(draft: Draft) -> Iterator[Fault]:
    if draft.cities is None:
        return
    cities, ends = draft.city_ids, [*draft.city_ids, *draft.countries]  # W4: a ticket may name a country
    named: list[tuple[Place, tuple[str, ...], list[str]]]
    named = [(place, (route.a, route.b), cities) for place, route in draft.routes or []]
    named += [(place, (t.a, *(end.to for end in t.alternatives)), ends) for place, t in draft.tickets or []]
    for place, names, known in named:
        for name in dict.fromkeys(names):
            if name and name not in known:
                yield Fault(place, f"unknown city '{name}'{did_you_mean(name, known)}")


def _same_ends(draft: Draft) -> Iterator[Fault]:
    for place, route in draft.routes or []:
        if route.a and route.a == route.b:
            yield Fault(place, f"route '{route.id}' goes from '{route.a}' to itself")
    countries = draft.countries
    for place, ticket in draft.tickets or []:
        for end in ticket.alternatives:
            starts, goals = (set(countries.get(name, [name])) for name in (ticket.a, end.to))
            if ticket.a and starts & goals:
                yield Fault(place, f"ticket '{ticket.id}' goes from '{ticket.a}' to itself")
                break


def _several_ends(draft: Draft) -> Iterator[Fault]:
    """W4."""
    for place, ticket in draft.tickets or []:
        names = [end.to for end in ticket.ends]
        if len(names) == 1:
            yield Fault(place, f"ticket '{ticket.id}' has one end only; give it as b and points")
        if len(names) > MAX_ENDS:
            yield Fault(place, f"ticket '{ticket.id}' has {len(names)} ends; a ticket can have at most {MAX_ENDS}")
        for name in sorted({name for name in names if name and names.count(name) > 1}):
            yield Fault(place, f"ticket '{ticket.id}' has the end '{name}' twice")


def _countries(draft: Draft) -> Iterator[Fault]:
    """W3: the name of a country stands for its cities, so that no city may be called the same."""
    for place, city in draft.cities or []:
        if city.id in draft.countries:
            yield Fault(place, f"'{city.id}' is the name of a city and of a country")


def _isolated_cities(draft: Draft) -> Iterator[Fault]:
    if draft.routes is None:
        return
    linked = {end for a, b in draft.links() if a != b for end in (a, b)}
    for place, city in draft.cities or []:
        if city.id not in linked:
            yield Fault(place, f"no route leads to city '{city.id}'")


def _tickets_without_way(draft: Draft) -> Iterator[Fault]:
    if draft.routes is None or draft.cities is None:
        return
    region, countries = _regions(draft), draft.countries
    for place, ticket in draft.tickets or []:
        for end in ticket.alternatives:
            starts, goals = (countries.get(name, [name]) for name in (ticket.a, end.to))
            ends_known = all(city in region for city in (*starts, *goals))
            if ends_known and not {region[city] for city in starts} & {region[city] for city in goals}:
                yield Fault(place, f"ticket '{ticket.id}': no routes connect '{ticket.a}' and '{end.to}'")


def _regions(draft: Draft) -> dict[str, str]:
    """For each city one city of its connected region, the same for all cities of the region."""
    region = {city: city for city in draft.city_ids}
    for a, b in draft.links():
        if a in region and b in region and region[a] != region[b]:
            old, new = region[a], region[b]
            region = {city: new if root == old else root for city, root in region.items()}
    return region


def _colours(draft: Draft) -> Iterator[Fault]:
    for place, route in draft.routes or []:
        if route.colour and route.colour not in (*COLOURS, GRAY):
            yield Fault(place, f"unknown colour '{route.colour}'{did_you_mean(route.colour, (*COLOURS, GRAY))}")


def _ferries(draft: Draft) -> Iterator[Fault]:
    for place, route in draft.routes or []:
        if route.wilds > route.length != UNREADABLE:
            yield Fault(place, f"a ferry with {route.wilds} wilds on only {route.length} spaces")


def _sets(draft: Draft) -> Iterator[Fault]:
    """NC5, and what the kernel can hold."""
    takers = [(place, route) for place, route in draft.routes or [] if route.any_set not in (0, UNREADABLE)]
    for place, route in takers:
        if route.any_set == 1:
            yield Fault(place, "any_set should be 0 or at least 2: a set of 1 would let any card pay for the route")
        if route.tunnel:
            yield Fault(place, "a tunnel cannot be paid with sets of any cards (any_set)")
    if len(takers) > MAX_SET_ROUTES:
        text = f"{len(takers)} routes take sets of any cards (any_set); a board can have at most {MAX_SET_ROUTES}"
        yield Fault(Place("routes.csv"), text)


def _doubles(draft: Draft) -> Iterator[Fault]:
    halves: dict[str, list[tuple[Place, Route]]] = defaultdict(list)
    for place, route in draft.routes or []:
        if route.double:
            halves[route.double].append((place, route))
    for word, rows in halves.items():
        place = rows[0][0]
        if len(rows) != 2:
            count = "only 1 half" if len(rows) == 1 else f"{len(rows)} halves"
            yield Fault(place, f"double '{word}' has {count}; a double route has exactly 2")
            continue
        one, two = (route for _, route in rows)
        if {one.a, one.b} != {two.a, two.b}:
            yield Fault(place, f"double '{word}': '{one.id}' and '{two.id}' do not connect the same cities")
        is_alike = (one.tunnel, one.wilds > 0) == (two.tunnel, two.wilds > 0)  # NC6: unlike halves may differ
        if one.length != two.length and is_alike and UNREADABLE not in (one.length, two.length):
            yield Fault(place, f"double '{word}': its halves have lengths {one.length} and {two.length}")


def _unmarked_doubles(draft: Draft) -> Iterator[Fault]:
    """C2: nobody may own two routes between the same cities, so such routes must be a double."""
    seen: dict[frozenset[str], Route] = {}
    for place, route in draft.routes or []:
        ends = frozenset((route.a, route.b))
        other = seen.setdefault(ends, route)
        if other is route or (route.double and route.double == other.double):
            continue
        # Two rows with one id are one fault, and it has been reported as a duplicate.
        if len(ends) == 2 and other.id != route.id:
            yield Fault(
                place,
                f"'{route.id}' connects the same cities as '{other.id}': mark both as one double",
            )


def _districts(draft: Draft) -> Iterator[Fault]:
    """L1: a district joins at least two cities."""
    members: dict[str, list[Place]] = defaultdict(list)
    for place, city in draft.cities or []:
        if city.district:
            members[city.district].append(place)
    for name, places in members.items():
        if len(places) == 1:
            yield Fault(places[0], f"district '{name}' has only this city; a district needs at least 2")
    if len(members) > MAX_DISTRICTS:
        yield Fault(Place("cities.csv"), f"{len(members)} districts; a board can have at most {MAX_DISTRICTS}")


CHECKS: tuple[Callable[[Draft], Iterator[Fault]], ...] = (
    _sizes,
    _duplicate_ids,
    _unknown_cities,
    _same_ends,
    _several_ends,
    _countries,
    _isolated_cities,
    _tickets_without_way,
    _colours,
    _ferries,
    _sets,
    _doubles,
    _unmarked_doubles,
    _districts,
)


# ---- a board as it was read, before it is known to be sound ----------------------------------------


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
