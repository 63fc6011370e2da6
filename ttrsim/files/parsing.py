"""Values from the text of a file. Whatever it contains, the result is values or a ValueError."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

DEEPEST = 60  # levels of lists and tables; all that ttrsim reads has fewer than ten


def parse_toml(text: str) -> dict[str, Any]:
    values: dict[str, Any] = _parsed(tomllib.loads, text)
    return values


def parse_json(text: str | bytes) -> Any:
    return _parsed(json.loads, text)


def _parsed(parse: Callable[[Any], Any], text: str | bytes) -> Any:
    try:
        values = parse(text)
    except RecursionError:
        raise ValueError(f"nested more than {DEEPEST} levels deep") from None
    _refuse_deep(values)
    return values


def _refuse_deep(values: Any) -> None:
    """Step by step: what is nested deeply must not be gone through by functions that call themselves."""
    level = [values]
    for _ in range(DEEPEST):
        level = [inside for value in level if isinstance(value, dict | list) for inside in _items(value)]
        if not level:
            return
    raise ValueError(f"nested more than {DEEPEST} levels deep")


def _items(value: dict[str, Any] | list[Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value
