"""Reads `--change` and `--most`: which numbers of a board may change, and by how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ttrsim.errors import UserError
from ttrsim.games.levers import Lever
from ttrsim.wording import did_you_mean, listed

SHAPE = re.compile(r"(?P<name>[^=]+?)\s*(?:=\s*(?P<low>-?\d+)\s*:\s*(?P<high>-?\d+))?")


def allowed_levers(levers: Sequence[Lever], changes: Sequence[str], most: int | None) -> list[Lever]:
    """The levers that may move, each with how far.

    A change is a group (`tickets`), a single number (`route_points.6`, `longest_points`) or a ticket, and may have
    bounds: `longest_points=5:15`. `most` limits how far each may move from where it is.
    """
    chosen: dict[str, Lever] = {}
    faults = []
    for text in changes:
        match = SHAPE.fullmatch(text.strip())
        if match is None:
            faults.append(f"--change {text!r}: should be NAME or NAME=LOW:HIGH, e.g. longest_points=5:15")
            continue
        found = [lever for lever in levers if match["name"] in (lever.name, lever.group, lever.ticket)]
        if not found:
            faults.append(f"--change {text!r}: {_unknown(match['name'], levers)}")
        for lever in found:
            low, high = (int(match["low"]), int(match["high"])) if match["low"] else (lever.low, lever.high)
            if low > high:
                faults.append(f"--change {text!r}: the lower bound is above the upper one")
                break
            if not lever.low <= low <= high <= lever.high:
                faults.append(f"--change {text!r}: {lever.name} can be from {lever.low} to {lever.high}")
                break
            chosen[lever.name] = replace(lever, low=min(low, lever.value), high=max(high, lever.value))
    if faults:
        raise UserError("\n".join(faults))
    if most is None:
        return list(chosen.values())
    return [
        replace(lever, low=max(lever.low, lever.value - most), high=min(lever.high, lever.value + most))
        for lever in chosen.values()
    ]


def _unknown(name: str, levers: Sequence[Lever]) -> str:
    groups = list(dict.fromkeys(lever.group for lever in levers))
    known = [*groups, *(lever.name for lever in levers), *(lever.ticket for lever in levers if lever.ticket)]
    return f"nothing of that name to change{did_you_mean(name, known)}; there are: {listed(groups)}"
