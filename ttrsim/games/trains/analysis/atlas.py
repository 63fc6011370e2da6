"""The live map of a report: routes and cities on the drawn board, tickets beside it."""

from __future__ import annotations

import numpy as np

from ttrsim.documents.report.atlas import Atlas, AtlasPlace, AtlasWays, Measure
from ttrsim.games.trains.analysis.effects.wording import OUTCOMES
from ttrsim.games.trains.analysis.facts import city_names, route_names, routes_on_ways, ticket_names
from ttrsim.games.trains.board.distances import distances_of, nearest_ends
from ttrsim.games.trains.board.layout import layout_of
from ttrsim.games.trains.board.model import Board, Route, Ticket, cities_of_ticket
from ttrsim.games.trains.board.wording import ends_in_words

EFFECTS = tuple(Measure("effects", key, outcome.label, 0.0, "effects_by_bot") for key, outcome in OUTCOMES.items())
SEEN = (
    Measure("routes", "claimed", "routes claimed, share of games", by_bot="routes_by_bot"),
    Measure("routes", "contested", "routes contested (on a short way of another seat), share of games"),
    Measure("routes", "time", "when routes are claimed, share of the game's turns", by_bot="routes_by_bot"),
    Measure("routes", "lift", "lift of routes: how often owners win", reference=1.0, by_bot="routes_by_bot"),
    Measure("routes", "wilds", "wilds paid per space of a route"),
    Measure("tickets", "kept", "tickets kept, share of their offers", by_bot="tickets_by_bot"),
    Measure("tickets", "completed", "tickets completed, share of those kept", by_bot="tickets_by_bot"),
    Measure("tickets", "net", "net points of kept tickets", reference=0.0),
    Measure("cities", "used", "cities used, share of games"),
    Measure("cities", "stations", "stations built in a city, per game"),
)
BEND = 0.14  # of a bow: the height of its middle, in lengths of it
NEAR = {
    "route": "Its cities",
    "city": "Its routes and tickets",
    "ticket": "Its shortest ways on the empty board (too few completions seen in play)",
}
WAYS = AtlasWays("ticket_ways", "ticket", "route", "share", "Its usual ways, seen in play")


def atlas(board: Board) -> Atlas:
    places = (*_routes(board), *_cities(board), *_tickets(board))
    return Atlas(_drawing(board), places, (*EFFECTS, *SEEN), NEAR, WAYS)


def _drawing(board: Board) -> str:
    """The map with a bow for each ticket, which a page shows when it is asked for tickets."""
    from ttrsim.games.trains.board.svg import SCALE, map_svg  # it measures names with Matplotlib

    centres = {city: SCALE * centre for city, centre in layout_of(board).centres.items()}
    bows = []
    for number, ticket in enumerate(board.tickets):
        a, b = (centres[city] for city in nearest_ends(board, ticket))
        top = (a + b) / 2 + BEND * np.array([b[1] - a[1], a[0] - b[0]])
        path = f"M{a[0]:.0f} {a[1]:.0f}Q{top[0]:.0f} {top[1]:.0f} {b[0]:.0f} {b[1]:.0f}"
        bows.append(f'<g class="ticket" data-key="t{number}"><path d="{path}"/></g>')
    routes, first_city, rest = map_svg(board, f"Map of {board.title}").partition('<g class="city"')
    return f"{routes}{''.join(bows)}{first_city}{rest}"


def _routes(board: Board) -> list[AtlasPlace]:
    names, cities = route_names(board), _numbers(board)
    return [
        AtlasPlace(f"r{number}", "route", route.id, names[route.id], _about(route), (cities[route.a], cities[route.b]))
        for number, route in enumerate(board.routes)
    ]


def _about(route: Route) -> str:
    kinds = (["tunnel"] if route.tunnel else []) + ([f"ferry with {route.wilds} wilds"] if route.wilds else [])
    kinds += [f"any {route.any_set} cards as one"] if route.any_set else []
    return ", ".join([f"route of length {route.length}", route.colour, *kinds])


def _cities(board: Board) -> list[AtlasPlace]:
    names, places = city_names(board), []
    ends_of_tickets = [cities_of_ticket(board, ticket) for ticket in board.tickets]
    for number, city in enumerate(board.cities):
        routes = [f"r{place}" for place, route in enumerate(board.routes) if city.id in (route.a, route.b)]
        tickets = [f"t{place}" for place, ends in enumerate(ends_of_tickets) if city.id in ends]
        about = f"city with {len(routes)} routes and {len(tickets)} tickets"
        places.append(AtlasPlace(f"c{number}", "city", city.id, names[city.id], about, (*routes, *tickets)))
    return places


def _tickets(board: Board) -> list[AtlasPlace]:
    names, cities, distances = ticket_names(board), _numbers(board), distances_of(board)
    routes = {route.id: f"r{number}" for number, route in enumerate(board.routes)}
    return [
        AtlasPlace(
            f"t{number}",
            "ticket",
            ticket.id,
            names[ticket.id],
            _about_ticket(board, ticket),
            (
                *(routes[route.id] for route in routes_on_ways(board, ticket, distances)),
                *(cities[city] for city in cities_of_ticket(board, ticket)),
            ),
        )
        for number, ticket in enumerate(board.tickets)
    ]


def _about_ticket(board: Board, ticket: Ticket) -> str:
    if ticket.ends:
        return f"ticket with several ends: {ends_in_words(board, ticket)}"
    return f"{'long ' if ticket.long else ''}ticket of {ticket.points} points"


def _numbers(board: Board) -> dict[str, str]:
    return {city.id: f"c{number}" for number, city in enumerate(board.cities)}
