"""What is measured at each point: metrics as thresholds name them, e.g. `win_share[planner]` or `mean(turns)`.

A bot whose weights are varied has another name at every point. `win_share[planner]` means the bot in the
seat where the scenario has `planner`, and `win_share[seats.0]` the bot in seat 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ttrsim.errors import UserError
from ttrsim.measures.blocks import Series, measure_blocks
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.measure import Progress
from ttrsim.measures.registry import Metric
from ttrsim.measures.thresholds import ThresholdError, read_measured
from ttrsim.play.bots.specs import bot_label
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.scenario.setup import Setup

KEY = re.compile(r"(.*)\[\s*(.*?)\s*\]\s*", re.DOTALL)
SEAT = re.compile(r"(?:seats|field)\.(\d+)")


@dataclass(frozen=True)
class Response:
    """A metric at one point."""

    text: str  # as the user wrote it
    metric: Metric
    key: str


def read_responses(texts: Sequence[str], base: Scenario, setup: Setup) -> list[Response]:
    """At one point. UserError lists everything wrong with them."""
    responses, faults = [], []
    for text in texts:
        try:
            responses.append(Response(text, *read_measured(_with_name_here(text, base, setup), setup.facts)))
        except ThresholdError as error:
            faults.append(f"--of {text}: {error}")
    if faults:
        raise UserError("\n".join(faults))
    if not responses:
        raise UserError("--of: give at least one metric, e.g. win_share[planner] or mean(turns)")
    return responses


def _with_name_here(text: str, base: Scenario, setup: Setup) -> str:
    match = KEY.fullmatch(text)
    if match is None:
        return text
    here = [bot_label(spec) for spec in setup.scenario.seats or setup.scenario.field or ()]
    there = [bot_label(spec) for spec in base.seats or base.field or ()]
    name, key = match.groups()
    if seat := SEAT.fullmatch(key):
        if int(seat[1]) >= len(here):
            raise ThresholdError(f"there is no {key}: places are 0 to {len(here) - 1}")
        return f"{name}[{here[int(seat[1])]}]"
    named = dict.fromkeys(label for label, old in zip(here, there, strict=False) if old == key)
    if len(named) > 1:
        places = [f"seats.{place}" for place, old in enumerate(there) if old == key]
        raise ThresholdError(f"{key} stands for several bots when one of them is varied: write {name}[{places[0]}]")
    return f"{name}[{next(iter(named), key)}]"


def needed_tables(responses: Sequence[Response]) -> list[str]:
    return sorted({table for response in responses for table in response.metric.needs})


def measure_responses(run: Run, responses: Sequence[Response], progress: Progress = lambda share: None) -> list[Series]:
    """The estimates of a run, each with its blocks of deals."""
    metrics = {response.metric.name + str(response.metric.by): response.metric for response in responses}
    found = measure_blocks(run, list(metrics.values()), progress)
    return [_series(run, response, found.get(response.metric.name, [])) for response in responses]


def _series(run: Run, response: Response, found: Sequence[Series]) -> Series:
    for series in found:
        if response.key in (", ".join(series.keys), KEY_SEPARATOR.join(series.keys)):
            return series
    seen = "; ".join(", ".join(series.keys) for series in found[:20])
    raise UserError(f"--of {response.text}: no data in '{run.path}'{f'; it has {seen}' if seen else ''}")
