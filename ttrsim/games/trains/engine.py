"""What the engine asks of this game: a board as the record its kernel plays on."""

from __future__ import annotations

from typing import Any

import numpy as np

from ttrsim.games.trains.board.distances import nearest_ends
from ttrsim.games.trains.board.model import COLOURS, Board, Parameters, doubles_of
from ttrsim.games.trains.board.model import GRAY as GRAY_NAME
from ttrsim.games.trains.kernel.records import (
    BOARD,
    BY_COMPLETED,
    BY_FEWEST_STATIONS,
    BY_LONGEST_PATH,
    END_LIMIT,
    GRAY,
    MAX_PAYABLE,
    NO_ROUTE,
    RULES,
    WILD,
)
from ttrsim.limits import MAX_PLAYERS
from ttrsim.machine.sets import members

TIE_BREAKS = {
    "completed_tickets": BY_COMPLETED,
    "fewest_stations": BY_FEWEST_STATIONS,
    "longest_path": BY_LONGEST_PATH,
}
IN_ANOTHER_FORM = ("mandala_points", "tie_breaks")  # of the parameters that the rules have under the same name
COPIED = [name for name in Parameters.model_fields if name in (RULES.names or ()) and name not in IN_ANOTHER_FORM]


def board_record(board: Board) -> np.ndarray:
    """An array of one BOARD record."""
    boards = np.zeros(1, BOARD)
    record = boards[0]
    _fill_rules(record["rules"], board)
    _fill_routes(record, board)
    _fill_route_sets(record, board)
    _fill_tickets_and_cities(record, board)
    return boards


def played_record(board: Board, n_players: int) -> np.ndarray:
    """The same, where every number that changes no game of that many players has one value."""
    boards = board_record(board)
    record, rules = boards[0], boards[0]["rules"]
    has_doubles, has_tunnels = (record["sibling"] != NO_ROUTE).any(), record["tunnel"].any()
    rules["doubles_closed_up_to"] = MAX_PLAYERS * int(has_doubles and n_players <= rules["doubles_closed_up_to"])  # C2
    rules["setup_most_long"] = min(rules["setup_most_long"], rules["setup_offer_long"])  # X1
    if rules["flush_wilds"] > min(rules["market"], rules["deck"][WILD]):  # M3: never
        rules["flush_wilds"] = rules["settling_colours"] = 0
    for name, counts in (
        ("tunnel_cards", has_tunnels),
        ("station_points", rules["stations"]),
        ("attraction_points", record["attractions"]),
        ("face_up_wild", rules["deck"][WILD]),
    ):
        rules[name] *= bool(counts)
    return boards


def _fill_rules(rules: Any, board: Board) -> None:
    parameters = board.parameters
    for name in COPIED:
        rules[name] = getattr(parameters, name)
    for colour, n_cards in parameters.cards_per_colour.items():
        rules["deck"][COLOURS.index(colour)] = n_cards
    rules["deck"][WILD] = parameters.wilds
    rules["wilds_anywhere"] = parameters.wild_use == "anywhere"
    # M3's guard: a market with fewer than flush_wilds wilds has at least so many coloured cards
    rules["settling_colours"] = parameters.market - parameters.flush_wilds + 1
    rules["setup_refused_leave"] = parameters.setup_refused == "removed"
    rules["offer_refused_leave"] = parameters.offer_refused == "removed"
    rules["longest_counts"] = parameters.longest_points > 0 or "longest_path" in parameters.tie_breaks
    rules["has_mandalas"] = any(parameters.mandala_points)
    for n in range(1, len(rules["mandala_points"])):
        rules["mandala_points"][n] = [0, *parameters.mandala_points][min(n, len(parameters.mandala_points))]
    for place, name in enumerate(parameters.tie_breaks):
        rules["tie_breaks"][place] = TIE_BREAKS[name]


def _fill_routes(record: Any, board: Board) -> None:
    city_number = {city.id: number for number, city in enumerate(board.cities)}
    halves: dict[str, list[int]] = {}
    doubles = doubles_of(board)
    record["sibling"][:] = NO_ROUTE
    for number, route in enumerate(board.routes):
        record["a"][number] = city_number[route.a]
        record["b"][number] = city_number[route.b]
        record["length"][number] = route.length
        record["points"][number] = board.parameters.route_points[route.length]
        record["colour"][number] = GRAY if route.colour == GRAY_NAME else COLOURS.index(route.colour)
        record["wilds"][number] = route.wilds
        record["any_set"][number] = route.any_set
        record["most_sets"][number] = board.parameters.most_sets(route)
        record["most_wilds"][number] = route.length if board.parameters.takes_wilds(route) else 0
        record["tunnel"][number] = route.tunnel
        for city in (city_number[route.a], city_number[route.b]):
            record["at_city"][city] |= np.array(members([number], words=2), np.uint64)
        if route.double in doubles:
            halves.setdefault(str(route.double), []).append(number)
    for one, other in halves.values():
        record["sibling"][one], record["sibling"][other] = other, one


def _fill_route_sets(record: Any, board: Board) -> None:
    numbered = list(enumerate(board.routes))
    take_wilds = {number for number, route in numbered if board.parameters.takes_wilds(route)}
    record["all_routes"] = members((number for number, _ in numbered), words=2)
    record["take_sets"] = members((number for number, route in numbered if route.any_set), words=2)
    record["rules"]["has_sets"] = any(route.any_set for route in board.routes)
    record["take_wilds"] = members(take_wilds, words=2)
    for n in range(MAX_PAYABLE + 1):
        record["not_longer"][n] = members((i for i, route in numbered if route.length <= n), words=2)
        ferries = (i for i, route in numbered if route.wilds <= (n if i in take_wilds else 0))
        record["ferry_payable"][n] = members(ferries, words=2)
        for number, colour in enumerate(COLOURS):
            fits = (i for i, route in numbered if route.length <= n and route.colour in (colour, GRAY_NAME))
            record["payable"][number, n] = members(fits, words=2)


def _fill_tickets_and_cities(record: Any, board: Board) -> None:
    _fill_tickets(record, board)
    record["long_tickets"] = members((i for i, ticket in enumerate(board.tickets) if ticket.long), words=2)
    record["all_cities"] = members(range(len(board.cities)))[0]
    record["attractions"] = members(i for i, city in enumerate(board.cities) if city.attraction)[0]
    record["n_districts"] = len(board.parameters.district_points)
    for number, (name, points) in enumerate(board.parameters.district_points.items()):
        record["district_cities"][number] = members(i for i, c in enumerate(board.cities) if c.district == name)[0]
        record["district_points"][number] = points
    record["n_cities"] = len(board.cities)
    record["n_routes"] = len(board.routes)
    record["n_tickets"] = len(board.tickets)


def _fill_tickets(record: Any, board: Board) -> None:
    city_number = {city.id: number for number, city in enumerate(board.cities)}

    def cities(end: str) -> list[int]:
        return [city_number[city] for city in board.cities_of(end)]

    several = []
    for number, ticket in enumerate(board.tickets):
        starts, ends = cities(ticket.a), [cities(end.to) for end in ticket.alternatives]
        a, b = nearest_ends(board, ticket)
        record["ticket_a"][number], record["ticket_b"][number] = city_number[a], city_number[b]
        record["ticket_points"][number] = ticket.points
        record["n_ends"][number] = len(ends)
        record["ticket_starts"][number] = members(starts)[0]
        record["ticket_goals"][number] = members({city for end in ends for city in end})[0]
        for place, end in enumerate(ends):
            record["ticket_ends"][number, place] = members(end)[0]
            record["end_points"][number, place] = ticket.alternatives[place].points
        if len(starts) > 1 or len(ends) > 1 or len(ends[0]) > 1:
            several.append(number)
    record["country_tickets"] = members(several, words=2)


def ended_by_limit(results: np.ndarray) -> int:
    """How many games ended by the limit of turns (N2)."""
    return int((results["reason"] == END_LIMIT).sum())
