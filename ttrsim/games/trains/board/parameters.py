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
