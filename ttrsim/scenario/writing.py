"""A scenario as text: TOML for people, a JSON schema for their editors."""

from __future__ import annotations

import json
import re
from typing import Any

from ttrsim.scenario.model import Scenario


def scenario_toml(scenario: Scenario) -> str:
    """The scenario with every key it has, as a file that reads back equal."""
    values = scenario.model_dump(mode="json", exclude_none=True)
    board = values.pop("board")
    lines = [f"{key} = {toml(value)}" for key, value in values.items()]
    lines += ["", "[board]"] + [f"{key} = {toml(value)}" for key, value in board.items()]
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # texts, numbers and true are written alike


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def scenario_schema() -> dict[str, Any]:
    """For editors that complete and check TOML by a JSON schema."""
    schema = Scenario.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": "ttrsim scenario"}
