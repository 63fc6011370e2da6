"""Experiments that several tests look at, played once."""

from __future__ import annotations

from pathlib import Path

import pytest

import ttrsim

NEW_YORK = {"board": "new-york", "seats": ["planner", "planner"], "seed": 5}


def scenario(kind: str, deals: int, **choice: object) -> dict[str, object]:
    return NEW_YORK | {"deals": deals, "experiment": {"kind": kind, **choice}}


@pytest.fixture(scope="session")
def tickets(tmp_path_factory: pytest.TempPathFactory) -> ttrsim.Run:
    out: Path = tmp_path_factory.mktemp("experiments") / "tickets"
    return ttrsim.run(scenario("tickets", 300), out=out)
