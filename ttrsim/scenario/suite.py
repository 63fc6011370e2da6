"""Suites: several scenarios in one file, each a table `[[scenario]]` with a `name`; a plain one is a suite of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.faults import Fault
from ttrsim.scenario.faults import ScenarioError
from ttrsim.scenario.reading import Member, Setup, Source, read_toml
from ttrsim.wording import did_you_mean, shortened

KEYS = ("about", "scenario")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")  # it names a folder


def members_of(source: Source) -> Sequence[Source]:
    """The scenarios of a suite, or the one scenario that it is."""
    if not isinstance(source, str | Path):
        return [source]
    path = Path(source)
    values = read_toml(path)
    if "scenario" not in values:
        return [source]
    faults = [Fault(key, f"unknown key of a suite{did_you_mean(key, KEYS)}") for key in values if key not in KEYS]
    tables = values["scenario"]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        faults.append(Fault("scenario", "should be tables [[scenario]]"))
        raise ScenarioError(str(path), faults)
    faults += _name_faults([table.get("name") for table in tables])
    if faults:
        raise ScenarioError(str(path), faults)
    return [Member(path, table["name"], {key: table[key] for key in table if key != "name"}) for table in tables]


def load_all(sources: Sequence[Source], load: Callable[[Source], Setup]) -> list[Setup]:
    """Every scenario of a suite, or all faults of all of them."""
    setups, errors = [], []
    for source in sources:
        try:
            setups.append(load(source))
        except ScenarioError as error:
            errors.append(error)
    if errors:
        raise UserError("\n".join(map(str, errors)))
    return setups


def _name_faults(names: Sequence[Any]) -> list[Fault]:
    faults = []
    for place, name in enumerate(names):
        where = f"scenario.{place}.name"
        if name is None:
            faults.append(Fault(where, "is missing"))
        elif not isinstance(name, str) or not NAME.fullmatch(name):
            faults.append(Fault(where, f"should be small letters, digits, - and _, not {shortened(name)}"))
        elif names.index(name) < place:
            faults.append(Fault(where, f"{name!r} stands there more than once"))
    return faults
