"""House rules: values that replace those of a board. `route_points.8` is one value of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ttrsim.wording import did_you_mean, shortened


def overridden(parameters: Mapping[str, Any], overrides: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The parameters with the overrides, not checked yet, and what is wrong with keys that lead to a single value."""
    values = {key: _open(value) for key, value in parameters.items()}
    values |= {key: _open(value) for key, value in overrides.items() if "." not in key}
    faults = []
    for path, value in overrides.items():
        name, dot, key = path.partition(".")
        if dot and (fault := _put(values, name, key, value)):
            faults.append(fault)
    return values, faults


def _open(value: Any) -> Any:
    """A table or list that can be changed; keys are texts, as in TOML and JSON."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _put(values: dict[str, Any], name: str, key: str, value: Any) -> str | None:
    table = values.get(name)
    if name not in values:
        return f"unknown parameter '{name}'{did_you_mean(name, values)}"
    if isinstance(table, dict):
        table[key] = value
    elif not isinstance(table, list):
        return f"{name} is one value, {shortened(table)}: there is no '{key}' in it"
    elif key.isdecimal() and len(key) < 10 and int(key) < len(table):
        table[int(key)] = value
    else:
        return f"{name} has no place '{key}': places are 0 to {len(table) - 1}"
    return None


def single_values(overrides: Mapping[str, Any], table: str) -> dict[str, Any]:
    """What is said of the things of a table, such as tickets: of each by its id, whichever way it is written."""
    given = overrides.get(table, {})
    whole = dict(given) if isinstance(given, Mapping) else {}
    prefix = f"{table}."
    return whole | {key.removeprefix(prefix): value for key, value in overrides.items() if key.startswith(prefix)}


def without_tables(overrides: Mapping[str, Any], tables: Iterable[str]) -> dict[str, Any]:
    """The overrides of parameters alone."""
    left_out = set(tables)
    return {key: value for key, value in overrides.items() if key.partition(".")[0] not in left_out}
