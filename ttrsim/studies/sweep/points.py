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
from ttrsim.runs.scenario.changes import parsed
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
