"""How users name a bot: `planner`, `PATH.py:NAME` or `planner@weights/usa-2p.toml`, also with `(weight=value, …)`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ttrsim.errors import UserError
from ttrsim.files.faults import Fault
from ttrsim.files.parsing import parse_toml
from ttrsim.wording import did_you_mean, is_finite, shortened

SHAPE = re.compile(r"(.*?)(?:\(([^()]*)\)\s*)?", re.DOTALL)
DECLARED = "default"  # after the @: the weights that the bot declares, even if the board has others
KEYS = ("about", "bot", "board", "players", "weights")  # of a weights file


class Spec(NamedTuple):
    """The parts of a bot's name."""

    file: str  # of a user's own bot, or nothing
    bot: str
    weights: str  # a weights file, or DECLARED, or nothing
    settings: str | None  # between the parentheses

    def __str__(self) -> str:
        file = f"{self.file}:" if self.file else ""
        weights = f"@{self.weights}" if self.weights else ""
        settings = "" if self.settings is None else f"({self.settings})"
        return f"{file}{self.bot}{weights}{settings}"

    @property
    def weights_file(self) -> str:
        return "" if self.weights == DECLARED else self.weights


def parse_spec(text: str) -> Spec:
    match = SHAPE.fullmatch(text)
    assert match is not None  # it matches any text
    name, weights = match[1].strip(), ""
    before, at, after = name.rpartition("@")
    if at and (after == DECLARED or after.endswith(".toml")):
        name, weights = before.strip(), after
    file, _, bot = name.rpartition(":")
    return Spec(file, bot, weights, match[2])


def with_setting(spec: str, weight: str, value: str) -> str:
    """The name of the same bot with this value of a weight."""
    parts = parse_spec(spec)
    others = [each.strip() for each in (parts.settings or "").split(",") if each.strip()]
    kept = [each for each in others if each.partition("=")[0].strip() != weight]
    return str(parts._replace(settings=", ".join([*kept, f"{weight}={value}"])))


def split_specs(specs: str) -> list[str]:
    """The specs of a comma-separated list; commas between weights belong to a spec."""
    return [spec.strip() for spec in re.split(r",(?![^()]*\))", specs)]


def bot_label(spec: str) -> str:
    """How tables and messages name a bot: files without their folders."""
    parts = parse_spec(spec)
    return str(parts._replace(file=_name(parts.file), weights=_name(parts.weights)))


def _name(path: str) -> str:
    return Path(path).name if path else ""


def read_weights(path: Path, known: dict[str, float]) -> dict[str, float]:
    """The weights of a file; `known` are those that the bot declares. UserError lists everything wrong with it."""
    try:
        values = parse_toml(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise UserError(f"{path}: no such weights file") from None
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else f"not valid TOML: {error}"
        raise UserError(f"{path}: {what}") from None
    faults = [Fault(key, f"unknown key{did_you_mean(key, KEYS)}") for key in values if key not in KEYS]
    weights = values.get("weights")
    if not isinstance(weights, dict):
        faults.append(Fault("weights", "is missing: it should be a table, [weights]"))
        weights = {}
    for name, value in weights.items():
        if name not in known:
            faults.append(Fault(f"weights.{name}", f"unknown weight{did_you_mean(name, known)}"))
        elif not is_finite(value):
            faults.append(Fault(f"weights.{name}", f"should be a number, not {shortened(value)}"))
    if faults:
        raise UserError("\n".join(f"{path}: {fault}" for fault in faults))
    return {name: float(value) for name, value in weights.items()}
