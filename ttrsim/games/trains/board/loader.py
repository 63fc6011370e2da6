"""Reads the board of a folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from ttrsim.files.faults import BoardError, Place, in_order
from ttrsim.files.reading import UNREADABLE, Folder, Row
from ttrsim.games.board import DECK, HEADER
from ttrsim.games.trains.board.model import MAX_TICKET_POINTS, Board, City, End, Route, Ticket
from ttrsim.games.trains.board.parameter_checks import parameter_faults, read_parameters
from ttrsim.games.trains.board.table_checks import Draft, table_faults
from ttrsim.games.trains.kernel.limits import MAX_LENGTH, MAX_SET
from ttrsim.wording import shortened

CITY_COLUMNS = ("name", "display", "x", "y", "attraction", "district", "country")
ROUTE_COLUMNS = ("id", "a", "b", "length", "colour", "tunnel", "wilds", "double", "any_set")
TICKET_COLUMNS = ("id", "a", "b", "points", "long", "ends")
OPTIONAL = {
    "id",
    "display",
    "attraction",
    "district",
    "country",
    "tunnel",
    "wilds",
    "double",
    "any_set",
    "long",
    "ends",
}  # columns
DEFAULT_ASPECT = 1.5
FILES = (HEADER, DECK, "cities.csv", "routes.csv", "tickets.csv")

Item = TypeVar("Item")


def read_board(name: str, folder: Folder, header: dict[str, Any] | None, bots: Collection[str]) -> Board:
    """The board in that folder; BoardError lists everything wrong with it. `bots` are those of the game."""
    header = header or {}
    folder.check_header(HEADER, header, own=("aspect", "notice"))
    if not _is_aspect(aspect := header.get("aspect", DEFAULT_ASPECT)):
        folder.note(HEADER, f"aspect should be a number from 0.2 to 5, not {shortened(aspect)}")
    if not isinstance(notice := header.get("notice", ""), str):
        folder.note(HEADER, f"notice should be a string, not {shortened(notice)}")
    draft = _draft(folder, header.get("parameters", {}))
    weights = folder.weights(HEADER, header, bots)
    faults = [*folder.faults, *table_faults(draft), *parameter_faults(draft)]
    if faults:
        raise BoardError(name, in_order(faults, FILES))
    assert draft.cities
    assert draft.routes
    assert draft.tickets
    assert draft.parameters
    return Board(
        name=name,
        title=header.get("title", Path(name).resolve().name),
        aspect=float(aspect),
        cities=tuple(city for _, city in draft.cities),
        routes=tuple(route for _, route in draft.routes),
        tickets=tuple(ticket for _, ticket in draft.tickets),
        parameters=draft.parameters,
        weights=weights,
        notice=notice,
    )


def _is_aspect(value: object) -> bool:
    # TOML's true is Python's 1, and the comparison also refuses TOML's inf and nan.
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.2 <= value <= 5


def _draft(folder: Folder, parameters: object) -> Draft:
    place = Place(DECK if DECK in folder.contents else HEADER)
    draft = Draft(
        cities=_rows(folder, "cities.csv", CITY_COLUMNS, _city),
        routes=_completed(_rows(folder, "routes.csv", ROUTE_COLUMNS, _route)),
        tickets=_rows(folder, "tickets.csv", TICKET_COLUMNS, _ticket),
        parameters=None,
        place=place,
    )
    if isinstance(parameters, dict):
        draft.parameters, draft.faulty, faults = read_parameters(parameters, place)
        folder.faults += faults
    return draft


def _rows(
    folder: Folder, file: str, columns: tuple[str, ...], read: Callable[[Row], Item]
) -> list[tuple[Place, Item]] | None:
    rows = folder.table(file, columns, OPTIONAL)
    return None if rows is None else [(row.place, read(row)) for row in rows]


def _completed(rows: list[tuple[Place, Route]] | None) -> list[tuple[Place, Route]] | None:
    """Routes with the ids, and the names of doubles, that the table left out."""
    if rows is None:
        return None
    halves: dict[frozenset[str], list[Route]] = defaultdict(list)
    for _, route in rows:
        halves[_ends(route)].append(route)
    return [(place, _complete(route, halves[_ends(route)])) for place, route in rows]


def _complete(route: Route, halves: list[Route]) -> Route:
    """`halves` are all routes between its cities, usually one. The id of a half ends with its colour or a number."""
    pair, suffix = f"{route.a}-{route.b}", ""
    if len(halves) > 1:
        alike = [half for half in halves if half.colour == route.colour]
        number = 1 + next(place for place, half in enumerate(alike) if half is route)
        suffix = f"-{route.colour}" if len(alike) == 1 else f"-{number}"
    double = None
    if route.double is None and len(halves) > 1:
        double = "-".join(sorted(_ends(route)))
    return replace(route, id=route.id or pair + suffix, double=route.double or double)


def _ends(route: Route) -> frozenset[str]:
    return frozenset((route.a, route.b))


def _city(row: Row) -> City:
    name = row.text("name")
    return City(
        id=name,
        name=name,
        display=row.cells.get("display") or name,
        x=row.share("x"),
        y=row.share("y"),
        attraction=row.flag("attraction"),
        district=row.cells.get("district", ""),
        country=row.cells.get("country", ""),
    )


def _route(row: Row) -> Route:
    return Route(
        id=row.cells.get("id", ""),
        a=row.text("a"),
        b=row.text("b"),
        length=row.integer("length", 1, MAX_LENGTH),
        colour=row.text("colour"),
        tunnel=row.flag("tunnel"),
        wilds=row.integer("wilds", 0, MAX_LENGTH, blank=0),
        double=row.cells.get("double"),  # None: the file has no such column
        any_set=row.integer("any_set", 0, MAX_SET, blank=0),
    )


def _ticket(row: Row) -> Ticket:
    if row.cells.get("ends"):
        return _ticket_with_ends(row)
    a, b = row.text("a"), row.text("b")
    return Ticket(
        id=row.cells.get("id") or f"{a}-{b}",
        a=a,
        b=b,
        points=row.integer("points", 1, MAX_TICKET_POINTS),
        long=row.flag("long"),
    )


def _ticket_with_ends(row: Row) -> Ticket:
    """W4: `France:5|Italia:8` in place of the second city and the points."""
    for column in ("b", "points"):
        if row.cells[column]:
            row.note(f"{column} is {shortened(row.cells[column])}; a ticket with ends leaves it empty")
    a = row.text("a")
    ends = tuple(_end(row, text.strip()) for text in row.cells["ends"].split("|"))
    return Ticket(
        id=row.cells.get("id") or f"{a}-{'/'.join(end.to for end in ends)}",
        a=a,
        b="",
        points=min(end.points for end in ends),
        long=row.flag("long"),
        ends=ends,
    )


def _end(row: Row, text: str) -> End:
    to, _, points = (part.strip() for part in text.rpartition(":"))
    if not to or not points.isdecimal() or not 1 <= int(points[:9]) <= MAX_TICKET_POINTS:
        row.note(
            f"ends has {shortened(text)}; it must be a city or country and its points from 1 to {MAX_TICKET_POINTS}, "
            "e.g. France:5|Italia:8"
        )
        return End(to, UNREADABLE)
    return End(to, int(points[:9]))
