"""The score of a finished game, by plain exhaustive search (rules, section 4).

All functions take the board as a plain dict and the final position as plain dicts:
`owner` is route id -> seat (claimed routes only), `stations` is city id -> seat.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

Link = tuple[str, str]  # two cities joined by a route


def longest_trail(routes: Iterable[Mapping[str, Any]]) -> int:
    """The longest trail over these routes: each used once, cities as often as wanted (E6)."""
    routes_at: dict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for number, route in enumerate(routes):
        routes_at[route["a"]].append((1 << number, route["b"], route["length"]))
        routes_at[route["b"]].append((1 << number, route["a"], route["length"]))

    @cache
    def longest_from(city: str, used: int) -> int:
        unused = [(bit, other, length) for bit, other, length in routes_at[city] if not used & bit]
        return max((length + longest_from(other, used | bit) for bit, other, length in unused), default=0)

    return max((longest_from(city, 0) for city in list(routes_at)), default=0)


def connected_groups(links: Iterable[Link]) -> dict[str, str]:
    """Each linked city -> one city that stands for everything it is connected with."""
    group: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for a, b in links:
        for city in (a, b):
            if city not in group:
                group[city] = city
                members[city] = [city]
        if group[a] != group[b]:
            absorbed = members.pop(group[b])
            members[group[a]] += absorbed
            group.update(dict.fromkeys(absorbed, group[a]))
    return group


Ends = dict[str, tuple[str, int]]  # ticket -> the end it scores and its points


def stands_for(board: Mapping[str, Any], name: str) -> list[str]:
    """A country stands for any of its cities (W3, W4), a city for itself."""
    return [city["id"] for city in board["cities"] if city.get("country") == name] or [name]


def ends_of(ticket: Mapping[str, Any]) -> list[tuple[str, int]]:
    return [(end["to"], end["points"]) for end in ticket.get("ends", ())] or [(ticket["b"], ticket["points"])]


def ends_scored(board: Mapping[str, Any], links: Iterable[Link], tickets: Iterable[Mapping[str, Any]]) -> Ends:
    """The completed tickets (E3), in the order given, each with the end of most points that the links reach (W4)."""
    group = connected_groups(links)
    scored: Ends = {}
    for ticket in tickets:
        starts = {group.get(city, city) for city in stands_for(board, ticket["a"])}
        reached = [
            (name, points)
            for name, points in ends_of(ticket)
            if any(group.get(city, city) in starts for city in stands_for(board, name))
        ]
        if reached:
            scored[ticket["id"]] = max(reached, key=lambda end: end[1])
    return scored


def net_points(tickets: Iterable[Mapping[str, Any]], scored: Ends) -> int:
    """Points of the completed tickets less the fewest points of the others (E3, W4)."""
    return sum(scored[t["id"]][1] if t["id"] in scored else -min(points for _, points in ends_of(t)) for t in tickets)


def routes_of(board: Mapping[str, Any], owner: Mapping[str, int], seat: int) -> list[dict[str, Any]]:
    return [route for route in board["routes"] if owner.get(route["id"]) == seat]


def borrowable(board: Mapping[str, Any], owner: Mapping[str, int], city: str, seat: int) -> list[dict[str, Any]]:
    """The routes of other players that end in the city: what a station of this seat there may use (E4)."""
    ending_here = [route for route in board["routes"] if city in (route["a"], route["b"])]
    return [route for route in ending_here if owner.get(route["id"], seat) != seat]


def best_borrowing(
    board: Mapping[str, Any],
    owner: Mapping[str, int],
    stations: Mapping[str, int],
    seat: int,
    tickets: Sequence[Mapping[str, Any]],
) -> tuple[dict[str, str], Ends]:
    """The best joint use of all stations of the seat: ({city: borrowed route}, completed tickets and ends) (E4).

    Best is most points; among equals the choice that completes more tickets (it can only help, E8), and
    among those the first found, which never borrows a route without need.
    """
    group = connected_groups((route["a"], route["b"]) for route in routes_of(board, owner, seat))
    own_links = [(city, centre) for city, centre in group.items() if city != centre]
    cities = [city for city, holder in stations.items() if holder == seat]
    choices = [[None, *borrowable(board, owner, city, seat)] for city in cities]
    best: tuple[tuple[int, int], dict[str, str], Ends] | None = None
    for choice in product(*choices):
        lent = [(route["a"], route["b"]) for route in choice if route is not None]
        scored = ends_scored(board, own_links + lent, tickets)
        value = (net_points(tickets, scored), len(scored))
        if best is None or value > best[0]:
            borrowed = {c: route["id"] for c, route in zip(cities, choice, strict=True) if route is not None}
            best = (value, borrowed, scored)
    assert best is not None  # the choice of borrowing nothing always exists
    return best[1], best[2]


def attractions_touched(board: Mapping[str, Any], owner: Mapping[str, int], seat: int) -> int:
    """How many attractions at least one own route of the seat ends in (E7)."""
    touched = {city for route in routes_of(board, owner, seat) for city in (route["a"], route["b"])}
    return sum(1 for city in board["cities"] if city["attraction"] and city["id"] in touched)


def districts_joined(board: Mapping[str, Any], owner: Mapping[str, int], seat: int) -> list[str]:
    """The districts all of whose cities lie in one network of the seat's own routes (L1, L2)."""
    group = connected_groups((route["a"], route["b"]) for route in routes_of(board, owner, seat))
    joined = []
    for district in board["parameters"].get("district_points", {}):
        cities = [city["id"] for city in board["cities"] if city.get("district") == district]
        if all(city in group for city in cities) and len({group[city] for city in cities}) == 1:
            joined.append(district)
    return joined


def mandalas(board: Mapping[str, Any], owner: Mapping[str, int], seat: int, completed: Iterable[str]) -> int:
    """How many completed tickets between two cities stay joined whichever single own route is taken away (I1)."""
    own, done = [(route["a"], route["b"]) for route in routes_of(board, owner, seat)], set(completed)
    qualifying = [ticket for ticket in board["tickets"] if ticket["id"] in done and not ticket.get("ends")]
    groups = [connected_groups(own[:gone] + own[gone + 1 :]) for gone in range(len(own))]
    return sum(all(t["a"] in g and g[t["a"]] == g.get(t["b"]) for g in groups) for t in qualifying) if own else 0


def points_for_mandalas(table: Sequence[int], n: int) -> int:
    """0 for none; more than the table has score its last entry (I1)."""
    return [0, *table][min(n, len(table))]


def longest_matters(parameters: Mapping[str, Any]) -> bool:
    """Whether the board has a rule about the longest path; without one the record shows a length of 0."""
    return parameters["longest_points"] != 0 or "longest_path" in parameters["tie_breaks"]


def points_for_length(parameters: Mapping[str, Any], length: int) -> int:
    table: Mapping[int | str, int] = parameters["route_points"]
    return table[length] if length in table else table[str(length)]


def score(
    board: Mapping[str, Any],
    n_players: int,
    owner: Mapping[str, int],
    stations: Mapping[str, int],
    kept: Sequence[Iterable[str]],
) -> list[dict[str, Any]]:
    """One dict per seat with the fields of the record's `score` event; `kept` is the ticket ids of each seat.

    `completed` and `failed` are in the order of the board's tickets.
    """
    parameters = board["parameters"]
    scores = []
    for seat in range(n_players):
        own = routes_of(board, owner, seat)
        held = set(kept[seat])
        tickets = [ticket for ticket in board["tickets"] if ticket["id"] in held]
        borrowed, scored = best_borrowing(board, owner, stations, seat, tickets)
        stations_left = parameters["stations"] - sum(1 for holder in stations.values() if holder == seat)
        scores.append(
            {
                "routes": sum(points_for_length(parameters, route["length"]) for route in own),  # E2
                "completed": list(scored),
                "failed": [ticket["id"] for ticket in tickets if ticket["id"] not in scored],
                "tickets": net_points(tickets, scored),
                "stations_left": stations_left,
                "station_points": stations_left * parameters["station_points"],  # E5
                "borrowed": borrowed,
                "longest": longest_trail(own) if longest_matters(parameters) else 0,
                "longest_points": 0,
                "attraction_points": attractions_touched(board, owner, seat) * parameters["attraction_points"],
            }
        )
        if any(ticket.get("ends") for ticket in board["tickets"]):  # W4
            several = {ticket["id"] for ticket in tickets if ticket.get("ends")}
            scores[seat]["ends"] = {name: end for name, (end, _) in scored.items() if name in several}
    for seat in longest_holders(scores):
        scores[seat]["longest_points"] = parameters["longest_points"]
    if globetrotter_points := parameters.get("globetrotter_points"):
        for seat, line in enumerate(scores):
            line["globetrotter_points"] = globetrotter_points if seat in globetrotters(scores) else 0
    if district_points := parameters.get("district_points"):  # L1
        for seat, line in enumerate(scores):
            line["districts"] = districts_joined(board, owner, seat)
            line["district_points"] = sum(district_points[district] for district in line["districts"])
    if any(table := parameters.get("mandala_points", ())):  # I1
        for seat, line in enumerate(scores):
            line["mandalas"] = mandalas(board, owner, seat, line["completed"])
            line["mandala_points"] = points_for_mandalas(table, line["mandalas"])
    for line in scores:
        parts = ("routes", "tickets", "station_points", "longest_points", "attraction_points")
        parts += ("globetrotter_points", "district_points", "mandala_points")
        line["total"] = sum(line.get(part, 0) for part in parts)
    return scores


def longest_holders(scores: Sequence[Mapping[str, Any]]) -> list[int]:
    """All seats that tie for the longest path (E6); nobody where nobody has a route."""
    most = max(line["longest"] for line in scores)
    return [seat for seat, line in enumerate(scores) if most > 0 and line["longest"] == most]


def globetrotters(scores: Sequence[Mapping[str, Any]]) -> list[int]:
    """All seats that tie for most completed tickets (G1); nobody where nobody completed one (G2)."""
    most = max(len(line["completed"]) for line in scores)
    return [seat for seat, line in enumerate(scores) if most > 0 and len(line["completed"]) == most]


def winners(scores: Sequence[Mapping[str, Any]], tie_breaks: Iterable[str]) -> list[int]:
    """The seats that win: most points, then the board's tie-breaks in their order, then shared (E8)."""
    holders = longest_holders(scores)
    tie_break_value: dict[str, Callable[[int], int]] = {
        "completed_tickets": lambda seat: len(scores[seat]["completed"]),
        "fewest_stations": lambda seat: scores[seat]["stations_left"],  # all begin with the same number
        "longest_path": lambda seat: int(seat in holders),
    }
    most = max(line["total"] for line in scores)
    tied = [seat for seat, line in enumerate(scores) if line["total"] == most]
    for value in (tie_break_value[name] for name in tie_breaks):
        best = max(value(seat) for seat in tied)
        tied = [seat for seat in tied if value(seat) == best]
    return tied
