"""A game of people, imported once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.runs.helpers import ROOT
from ttrsim.play.importing import import_file

EXAMPLE = ROOT / "examples" / "people-usa-4p.json"


@pytest.fixture(scope="session")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its record."""
    path = tmp_path_factory.mktemp("people") / "people.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in import_file(EXAMPLE)))
    return path
