"""Reads the parameters of a board, or of house rules, and says everything that is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import Fault, Place, parameter_message
from ttrsim.games.trains.board.model import COLOURS, Parameters
from ttrsim.games.trains.kernel.limits import MAX_LENGTH
from ttrsim.wording import did_you_mean

# Valid values to put in the place of faulty ones, so that the sound parameters can still be checked.
# Checks that would read a stand-in are left out.
STAND_INS: dict[str, Any] = {
    "min_players": 2,
    "max_players": 2,
    "trains": 1,
    "cards_per_colour": {},
    "wilds": 0,
    "hand": 0,
    "market": 1,
    "setup_offer": 0,
    "setup_keep": 0,
    "setup_refused": "bottom",
    "offer": 1,
    "offer_keep": 1,
    "doubles_closed_up_to": 0,
    "route_points": {},
    "end_trains": 0,
    "tie_breaks": [],
}


def read_parameters(values: Mapping[str, Any], place: Place) -> tuple[Parameters, set[str], list[Fault]]:
    """The parameters, the names of those that are only stand-ins, and the faults."""
    try:
        parameters = _validate(values)
    except ValidationError as error:
        faults = [Fault(place, parameter_message(details, Parameters.model_fields)) for details in error.errors()]
        faulty = {str(details["loc"][0]) for details in error.errors()}
        sound = {key: value for key, value in values.items() if key not in faulty}
        stand_ins = {key: value for key, value in STAND_INS.items() if key in faulty}
        parameters = _validate(sound | stand_ins)
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
