"""`--set KEY=VALUE`: changes to a scenario before it is checked."""

from __future__ import annotations

import tomllib
from typing import Any

from ttrsim.files.faults import Fault


def override(values: dict[str, Any], setting: str) -> Fault | None:
    """Puts a value into the scenario, e.g. `board.wilds=12` or `seats.1=hoarder`; says what is wrong if it cannot."""
    key, equals, text = setting.partition("=")
    path = key.strip().split(".")
    if not equals or not all(path):
        return Fault(f"--set {setting}", "should be KEY=VALUE, e.g. board.wilds=12")
    if path[0] == "board" and len(path) > 1 and isinstance(values.get("board"), str):
        values["board"] = {"name": values["board"]}
    return _put(values, path, _value(text), f"--set {setting}")


def _value(text: str) -> Any:
    """As TOML has it; what is no TOML value is a text, so that nobody has to quote a bot's name for TOML and shell."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text.strip()


def _put(values: Any, path: list[str], value: Any, where: str) -> Fault | None:
    *parents, last = path
    for key in parents:
        if isinstance(values, dict):
            values = values.setdefault(key, {})
        elif isinstance(values, list) and _is_place(key, values):
            values = values[int(key)]
        else:
            return Fault(where, f"there is no {key!r} to set")
    if isinstance(values, dict):
        values[last] = value
    elif isinstance(values, list) and _is_place(last, values):
        values[int(last)] = value
    elif isinstance(values, list):
        return Fault(where, f"there is no place {last!r}: places are 0 to {len(values) - 1}")
    else:
        return Fault(where, f"there is no {last!r} to set")
    return None


def _is_place(key: str, values: list[Any]) -> bool:
    return key.isdecimal() and len(key) < 10 and int(key) < len(values)
