"""A scenario as text: TOML for people, a JSON schema for their editors."""

from __future__ import annotations

from typing import Any

from ttrsim.files.texts import toml
from ttrsim.runs.scenario.model import Scenario


def scenario_toml(scenario: Scenario) -> str:
    """The scenario with every key it has, as a file that reads back equal."""
    values = scenario.model_dump(mode="json", exclude_none=True)
    board = values.pop("board")
    lines = [f"{key} = {toml(value)}" for key, value in values.items()]
    lines += ["", "[board]"] + [f"{key} = {toml(value)}" for key, value in board.items()]
    return "\n".join(lines) + "\n"


def scenario_schema() -> dict[str, Any]:
    """For editors that complete and check TOML by a JSON schema."""
    schema = Scenario.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": "ttrsim scenario"}
