"""A board under house rules: other parameters, other points of tickets, other routes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ttrsim.files.faults import BoardError, Fault, Place
from ttrsim.files.overrides import overridden, single_values, without_tables
from ttrsim.games.trains.board.model import COLOURS, GRAY, MAX_TICKET_POINTS, Board, Parameters, Route
from ttrsim.games.trains.board.parameter_checks import parameter_faults, read_parameters
from ttrsim.games.trains.board.table_checks import Draft, table_faults
from ttrsim.games.trains.kernel.limits import MAX_LENGTH
from ttrsim.wording import did_you_mean, shortened

TICKETS, ROUTES = "tickets", "routes"  # things of a board that house rules may change besides its parameters
ROUTE_FIELDS = ("length", "colour", "tunnel", "wilds", "any_set")

RouteChange = tuple[str, str, Any]  # route, field and value


def override_parameters(board: Board, overrides: Mapping[str, Any], where: str) -> Board:
    """The same board under house rules; `where` names their place in messages, e.g. a scenario file."""
    place = Place(where)
    values, key_faults = overridden(board.parameters.model_dump(), without_tables(overrides, (TICKETS, ROUTES)))
    parameters, faulty, faults = read_parameters(values, place)
    points, changes = single_values(overrides, TICKETS), list(_route_changes(overrides))
    texts = [
        *key_faults,
        *_not_tables(overrides),
        *_faults_of_points(board, points),
        *_faults_of_routes(board, changes),
    ]
    faults += [Fault(place, text) for text in texts]
    if not texts:
        board = _with_things(board, points, changes)
    draft = _draft(board, parameters, faulty, place)
    if changes and not texts:
        faults += table_faults(draft)
    faults += parameter_faults(draft)
    if faults:
        raise BoardError(board.name, list(dict.fromkeys(faults)))
    return replace(board, parameters=parameters)


def _draft(board: Board, parameters: Parameters, faulty: set[str], place: Place) -> Draft:
    """The board with other parameters. It was sound without them, so every fault is a fault of the house rules."""
    return Draft(
        cities=[(place, city) for city in board.cities],
        routes=[(place, route) for route in board.routes],
        tickets=[(place, ticket) for ticket in board.tickets],
        parameters=parameters,
        place=place,
        faulty=faulty,
    )


def _with_things(board: Board, points: Mapping[str, int], changes: Sequence[RouteChange]) -> Board:
    tickets = tuple(replace(ticket, points=points.get(ticket.id, ticket.points)) for ticket in board.tickets)
    fields: dict[str, dict[str, Any]] = {route.id: {} for route in board.routes}
    for name, field, value in changes:
        for route in _routes_called(board, name):
            fields[route.id][field] = bool(value) if field == "tunnel" else value
    return replace(board, tickets=tickets, routes=tuple(replace(route, **fields[route.id]) for route in board.routes))


def _not_tables(overrides: Mapping[str, Any]) -> Iterator[str]:
    examples = {TICKETS: "tickets and their points", ROUTES: "routes and what changes of each"}
    for name, example in examples.items():
        if not isinstance(given := overrides.get(name, {}), Mapping):
            yield f"{name}: should be a table of {example}, not {shortened(given)}"


def _faults_of_points(board: Board, points: Mapping[str, Any]) -> Iterator[str]:
    known, ends = [ticket.id for ticket in board.tickets], {ticket.id for ticket in board.tickets if ticket.ends}
    for ticket, value in points.items():
        if ticket not in known:
            yield f"{TICKETS}: no ticket {shortened(ticket)} on {board.name}{did_you_mean(ticket, known)}"
        elif ticket in ends:
            yield f"{TICKETS}.{ticket}: has several ends, each with its own points; change them in tickets.csv"
        elif not _is_number(value, 1, MAX_TICKET_POINTS):
            yield f"{TICKETS}.{ticket}: should be a whole number from 1 to {MAX_TICKET_POINTS}, not {shortened(value)}"


# ---- routes --------------------------------------------------------------------------------------


def _route_changes(overrides: Mapping[str, Any]) -> Iterator[RouteChange]:
    """From `routes.Paris-Zurich.length = 3` and from a table of the route; ids may have dots."""
    for name, value in single_values(overrides, ROUTES).items():
        if isinstance(value, Mapping):
            yield from ((name, field, item) for field, item in value.items())
        else:
            route, _, field = name.rpartition(".")
            yield (route, field, value) if route else (name, "", value)


def _faults_of_routes(board: Board, changes: Sequence[RouteChange]) -> Iterator[str]:
    ids = [route.id for route in board.routes]
    doubles = [route.double for route in board.routes if route.double]
    for name, field, value in changes:
        where = f"{ROUTES}.{name}"
        if field and field not in ROUTE_FIELDS and _routes_called(board, f"{name}.{field}"):
            where, field = f"{where}.{field}", ""
        elif not _routes_called(board, name):
            yield f"{ROUTES}: no route {shortened(name)} on {board.name}{did_you_mean(name, [*ids, *doubles])}"
            continue
        if not field:
            yield f"{where}: say what changes: {', '.join(ROUTE_FIELDS)}, e.g. {where}.length=3"
        elif field not in ROUTE_FIELDS:
            yield f"{where}: no '{field}' to change{did_you_mean(field, ROUTE_FIELDS)}"
        elif should := _fault_of_field(field, value):
            yield f"{where}.{field}: should be {should}, not {shortened(value)}{_hint(field, value)}"


def _fault_of_field(field: str, value: Any) -> str:
    """What the value should be; nothing if it is."""
    if field == "colour":
        return "" if value in (*COLOURS, GRAY) else "a colour or gray"
    if field == "tunnel":
        return "" if isinstance(value, bool | int) and value in (0, 1) else "1 or 0"
    low = 1 if field == "length" else 0
    return "" if _is_number(value, low, MAX_LENGTH) else f"a whole number from {low} to {MAX_LENGTH}"


def _hint(field: str, value: Any) -> str:
    return did_you_mean(str(value), (*COLOURS, GRAY)) if field == "colour" else ""


def _routes_called(board: Board, name: str) -> list[Route]:
    """The route of that id, or both halves of the double of that name."""
    own = [route for route in board.routes if route.id == name]
    return own or [route for route in board.routes if route.double == name]


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
