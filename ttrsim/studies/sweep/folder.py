"""The folder of a sweep: `sweep.json` says what is varied, and `points/` has a run folder for each point."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_serializer

from ttrsim.errors import UserError
from ttrsim.files.links import refuse_links_in
from ttrsim.files.whole import write_whole
from ttrsim.runs.folder import FolderError
from ttrsim.runs.scenario.faults import validation_faults
from ttrsim.runs.scenario.model import Scenario

SETTINGS, POINTS, RESULT = "sweep.json", "points", "result.json"
FORMAT: Literal["ttrsim sweep"] = "ttrsim sweep"


class Settings(BaseModel):
    """What is varied and measured."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["ttrsim sweep"] = FORMAT
    source: str
    scenario: Scenario  # as it is before anything is varied
    games: int | None  # of each point; None: the deals of the scenario
    vary: tuple[str, ...]
    sample: int | None
    of: tuple[str, ...]
    reference: str | None

    @field_serializer("scenario")
    def _scenario(self, scenario: Scenario) -> dict[str, Any]:
        return scenario.model_dump(mode="json", exclude_none=True)


def is_sweep(path: Path) -> bool:
    return (path / SETTINGS).is_file()


def save_settings(path: Path, settings: Settings) -> None:
    """A folder with the same sweep is continued; one with another is an error."""
    refuse_links_in(path)
    if is_sweep(path):
        if read_settings(path) != settings:
            raise UserError(f"'{path}' holds another sweep: choose another folder, or `{resume_command(path)}`")
        return
    write_whole(path / SETTINGS, settings.model_dump_json(indent=2).encode() + b"\n")


def read_settings(path: Path) -> Settings:
    refuse_links_in(path)
    try:
        # By way of JSON, where strict types still admit a list for a tuple.
        return Settings.model_validate_json((path / SETTINGS).read_bytes())
    except ValidationError as error:
        faults = "; ".join(map(str, validation_faults(error, ())))
        raise FolderError(f"{path / SETTINGS} is damaged: {faults}. Restore it, or sweep again") from None


def point_folder(path: Path, number: int) -> Path:
    return path / POINTS / f"{number:04}"


def resume_command(path: Path) -> str:
    return f"ttrsim resume {shlex.quote(str(path))}"


def json_bytes(values: dict[str, Any]) -> bytes:
    return json.dumps(values, indent=2, ensure_ascii=False).encode() + b"\n"
