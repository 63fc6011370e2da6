"""The points of a sweep: a grid of `board.wilds=8:20:2` and `seats.0.block=0,0.2,0.5`, or Sobol points in it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.texts import toml
from ttrsim.measures.blocks import Series, measure_blocks
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.measure import Tell
from ttrsim.measures.registry import Metric
from ttrsim.measures.thresholds import ThresholdError, read_measured
from ttrsim.play.bots.specs import bot_label
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import parsed
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.studies.sweep.request import MAX_POINTS
from ttrsim.wording import finite_number, shortened

SHAPE = "KEY=FROM:TO:STEP or KEY=VALUE,VALUE,…, e.g. board.wilds=8:20:2"
DIGITS = 10  # decimals of a value in a range, so that 0.1 + 0.2 is 0.3
SAMPLED_DIGITS = 5

Point = tuple[Any, ...]  # a value for each variable


@dataclass(frozen=True)
class Variable:
    """A key of the scenario that is varied."""

    key: str
    values: tuple[Any, ...]  # of a grid; of a sample from a range only its ends
    is_range: bool

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values)

    def setting(self, value: Any) -> str:
        return f"{self.key}={value if isinstance(value, str) else toml(value)}"


def settings_text(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{key}={shortened(value) if isinstance(value, str) else value}" for key, value in values.items())


def read_variables(texts: Sequence[str], is_sample: bool) -> list[Variable]:
    variables = [_read(text, is_sample) for text in texts]
    keys = [variable.key for variable in variables]
    for key in keys:
        if keys.count(key) > 1:
            raise UserError(f"--vary {key}: is varied twice")
        if key in ("seed", "deals"):
            raise UserError(f"--vary {key}: all points of a sweep play the same deals")
    if not variables:
        raise UserError(f"--vary: give at least one variable, {SHAPE}")
    return variables


def _read(text: str, is_sample: bool) -> Variable:
    key, equals, given = (part.strip() for part in text.partition("="))
    if not equals or not key or not given:
        raise UserError(f"--vary {text}: should be {SHAPE}")
    if ":" in given and all(finite_number(part) is not None for part in given.split(":")):
        return _range(text, key, [parsed(part) for part in given.split(":")], is_sample)
    values = tuple(parsed(part) for part in re.split(r",(?![^(\[]*[)\]])", given))
    if len(set(map(str, values))) < len(values):
        raise UserError(f"--vary {text}: a value is given twice")
    return Variable(key, values, is_range=False)


def _range(text: str, key: str, numbers: list[Any], is_sample: bool) -> Variable:
    low, high = numbers[:2]
    if len(numbers) > 3 or low >= high:
        raise UserError(f"--vary {text}: should be FROM:TO:STEP, with FROM less than TO")
    if is_sample:
        return Variable(key, (low, high), is_range=True)
    if len(numbers) == 2:
        raise UserError(f"--vary {text}: a grid needs a step, FROM:TO:STEP; only --sample takes FROM:TO")
    step = numbers[2]
    if step <= 0:
        raise UserError(f"--vary {text}: the step should be more than 0, not {step}")
    n = math.floor((high - low) / step + 1e-9) + 1
    if n > MAX_POINTS:
        raise UserError(f"--vary {text}: has {n:,} values; the maximum is {MAX_POINTS:,} points")
    values = (low + step * place for place in range(n))
    return Variable(key, tuple(round(value, DIGITS) if isinstance(value, float) else value for value in values), True)


def grid(variables: Sequence[Variable]) -> list[Point]:
    n_points = math.prod(len(variable.values) for variable in variables)
    if n_points > MAX_POINTS:
        raise UserError(f"--vary: {n_points:,} points; the maximum is {MAX_POINTS:,}. `--sample N` tries only some")
    return list(product(*(variable.values for variable in variables)))


def sobol(variables: Sequence[Variable], n_points: int, seed: int) -> list[Point]:
    """Points that fill the space evenly. Points that rounding makes equal are tried once."""
    from scipy.stats import qmc  # slow to import

    sampler = qmc.Sobol(len(variables), seed=seed % 2**32)
    units = sampler.random_base2(math.ceil(math.log2(n_points)))[:n_points]
    points = (tuple(_at(variable, unit) for variable, unit in zip(variables, row, strict=True)) for row in units)
    return list(dict.fromkeys(points))


def _at(variable: Variable, unit: float) -> Any:
    if not variable.is_range:
        return variable.values[min(int(unit * len(variable.values)), len(variable.values) - 1)]
    low, high = variable.values
    if isinstance(low, int) and isinstance(high, int):
        return min(high, low + int(unit * (high - low + 1)))
    return float(f"{low + unit * (high - low):.{SAMPLED_DIGITS}g}")


def find_point(text: str, variables: Sequence[Variable], points: Sequence[Point]) -> int:
    """The number of the point that `KEY=VALUE;KEY=VALUE` names."""
    keys = [variable.key for variable in variables]
    wanted = {}
    for setting in text.split(";"):
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or key not in keys:
            raise UserError(f"--reference {text}: should be KEY=VALUE for each variable: {'; '.join(keys)}")
        wanted[key] = parsed(value)
    for number, point in enumerate(points):
        if all(dict(zip(keys, point, strict=True))[key] == value for key, value in wanted.items()):
            return number
    raise UserError(f"--reference {text}: no point of the sweep has {settings_text(wanted)}")


# ---- What is measured at each point: metrics as thresholds name them, e.g. `win_share[planner]` or `mean(turns)` ----
#
# A bot whose weights are varied has another name at every point. `win_share[planner]` means the bot in the
# seat where the scenario has `planner`, and `win_share[seats.0]` the bot in seat 0.


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


def measure_responses(run: Run, responses: Sequence[Response], progress: Tell = lambda share: None) -> list[Series]:
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
