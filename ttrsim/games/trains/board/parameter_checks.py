"""What must hold between the parameters of a board, and between them and its tables.

Every check yields the faults it finds. Other parameters could cure them, so house rules are checked again.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import Fault, Place, parameter_message
from ttrsim.files.reading import UNREADABLE
from ttrsim.games.trains.board.model import COLOURS, Parameters, Route
from ttrsim.games.trains.board.table_checks import Draft
from ttrsim.games.trains.kernel.limits import MAX_LENGTH, MAX_OFFER
from ttrsim.wording import did_you_mean


def parameter_faults(draft: Draft) -> Iterator[Fault]:
    if draft.parameters is None:
        return
    for reads, check in CHECKS:
        if not draft.faulty.intersection(reads):
            yield from check(draft, draft.parameters)


def _players(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    low, high = parameters.min_players, parameters.max_players
    if low > high:
        yield Fault(draft.place, f"min_players ({low}) is greater than max_players ({high})")


def _deck_size(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    deck = sum(parameters.cards_per_colour.values()) + parameters.wilds
    needed = parameters.max_players * parameters.hand + parameters.market
    if needed > deck:
        yield Fault(
            draft.place,
            f"hands of {parameters.hand} for {parameters.max_players} players and a market of "
            f"{parameters.market} need {needed} cards; the deck has {deck}",
        )


def _deck_colours(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    routes: dict[str, list[tuple[Place, Route]]] = defaultdict(list)
    for place, route in draft.routes or []:
        if route.colour in COLOURS and not parameters.cards_per_colour.get(route.colour):
            routes[route.colour].append((place, route))
    for colour, rows in routes.items():
        place, route = rows[0]
        text = f"route '{route.id}'{_and_more(rows)} is {colour}, but the deck has no {colour} cards"
        yield Fault(place, text)


def _points_of_lengths(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    routes: dict[int, list[tuple[Place, Route]]] = defaultdict(list)
    for place, route in draft.routes or []:
        if route.length != UNREADABLE and route.length not in parameters.route_points:
            routes[route.length].append((place, route))
    for length, rows in routes.items():
        place, route = rows[0]
        text = f"route '{route.id}'{_and_more(rows)} has length {length}, which has no route_points"
        yield Fault(place, text)


def _and_more(rows: list[tuple[Place, Route]]) -> str:
    return f" (and {len(rows) - 1} more)" if len(rows) > 1 else ""


def _setup_keep(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    offered = parameters.setup_offer + parameters.setup_offer_long
    if parameters.setup_keep > offered:
        yield Fault(
            draft.place,
            f"setup_keep is {parameters.setup_keep}, but the set-up offer has {offered} tickets",
        )
    elif parameters.setup_keep > (most := offered - max(0, parameters.setup_offer_long - parameters.setup_most_long)):
        yield Fault(
            draft.place,
            f"setup_keep is {parameters.setup_keep}, but setup_most_long = {parameters.setup_most_long} lets a player "
            f"keep at most {most} of the {offered} tickets offered",
        )
    if offered > MAX_OFFER:
        yield Fault(
            draft.place, f"setup_offer and setup_offer_long add up to {offered} tickets; the maximum is {MAX_OFFER}"
        )


def _offer_keep(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    if parameters.offer_keep > parameters.offer:
        yield Fault(draft.place, f"offer_keep is {parameters.offer_keep}, but an offer has {parameters.offer} tickets")


def _district_points(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    districts = {city.district for _, city in draft.cities or []} - {""}
    for name in parameters.district_points if draft.cities is not None else ():
        if name not in districts:
            yield Fault(draft.place, f"district_points: no city is in district '{name}'{did_you_mean(name, districts)}")


def _tie_breaks(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    for name in sorted({name for name in parameters.tie_breaks if parameters.tie_breaks.count(name) > 1}):
        yield Fault(draft.place, f"tie_breaks lists '{name}' twice")


def _short_tickets(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    yield from _tickets_for_setup(draft, parameters, "setup_offer", parameters.setup_offer, long=False)


def _long_tickets(draft: Draft, parameters: Parameters) -> Iterator[Fault]:
    yield from _tickets_for_setup(draft, parameters, "setup_offer_long", parameters.setup_offer_long, long=True)


def _tickets_for_setup(draft: Draft, parameters: Parameters, name: str, offer: int, *, long: bool) -> Iterator[Fault]:
    if draft.tickets is None:
        return
    there = sum(ticket.long == long for _, ticket in draft.tickets)
    needed = offer * parameters.max_players
    if needed > there:
        kind = "long" if long else "short"
        yield Fault(
            draft.place,
            f"{name} of {offer} for {parameters.max_players} players needs {needed} {kind} tickets; there are {there}",
        )


# Each with the parameters that it reads. If one of them is faulty, the check is skipped.
CHECKS: tuple[tuple[tuple[str, ...], Callable[[Draft, Parameters], Iterator[Fault]]], ...] = (
    (("min_players", "max_players"), _players),
    (("max_players", "hand", "market", "cards_per_colour", "wilds"), _deck_size),
    (("cards_per_colour",), _deck_colours),
    (("route_points",), _points_of_lengths),
    (("setup_offer", "setup_offer_long", "setup_keep", "setup_most_long"), _setup_keep),
    (("offer", "offer_keep"), _offer_keep),
    (("district_points",), _district_points),
    (("tie_breaks",), _tie_breaks),
    (("max_players", "setup_offer"), _short_tickets),
    (("max_players", "setup_offer_long"), _long_tickets),
)


# ---- Reads the parameters of a board, or of house rules, and says everything that is wrong with them ----


def read_parameters(values: Mapping[str, Any], place: Place) -> tuple[Parameters, set[str], list[Fault]]:
    """The parameters, the names of the faulty ones, and their faults.

    A faulty one has its default, so that the others can still be checked; checks that would read it are left out.
    """
    try:
        parameters = _validate(values)
    except ValidationError as error:
        faults = [Fault(place, parameter_message(details, Parameters.model_fields)) for details in error.errors()]
        faulty = {str(details["loc"][0]) for details in error.errors()}
        sound = {key: value for key, value in values.items() if key not in faulty}
        parameters = _validate(sound)
    else:
        faults, faulty = [], set()
    faults += [Fault(place, text) for text in _bad_keys(parameters)]
    return parameters, faulty, faults


def _validate(values: Mapping[str, Any]) -> Parameters:
    # By way of JSON, where strict types still admit what TOML cannot say otherwise: a list for
    # a tuple and a string for the key of `route_points`.
    return Parameters.model_validate_json(json.dumps(values, default=str))


def _bad_keys(parameters: Parameters) -> list[str]:
    colours = [
        f"cards_per_colour: unknown colour '{colour}'{did_you_mean(colour, COLOURS)}"
        for colour in parameters.cards_per_colour
        if colour not in COLOURS
    ]
    lengths = [
        f"route_points: length {length} is not from 1 to {MAX_LENGTH}"
        for length in parameters.route_points
        if not 1 <= length <= MAX_LENGTH
    ]
    return colours + lengths
