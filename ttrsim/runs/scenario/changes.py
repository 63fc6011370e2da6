"""Changes to a scenario before it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import model_validator

from ttrsim.files.faults import Fault
from ttrsim.files.parsing import parse_toml
from ttrsim.play.bots.specs import split_specs, with_setting
from ttrsim.request import Request, Separated, names, option


def table_names(text: str) -> list[str]:
    return [] if text == "none" else names(text)


Bots = Annotated[tuple[str, ...], Separated(split_specs)]
Tables = Annotated[tuple[str, ...], Separated(table_names)]


class Changes(Request):
    """What a command, or a call from Python, changes of a scenario. None leaves the scenario as it is.

    A field that is not among `OWN` is a key of scenarios.
    """

    OWN: ClassVar = ("bots", "games", "settings")

    bots: Bots | None = option(
        "One bot for each seat; seat 0 comes first.",
        None,
        metavar="BOT,BOT,…",
        says="from the scenario",
        names="bots",
    )
    games: int | None = option(
        "Number of games, rounded up to complete deals.", None, "--games -n", says="from the scenario"
    )
    deals: int | None = option("Number of deals.", None, says="from the scenario")
    seed: int | None = option("Random seed for all deals.", None, "--seed -s", says="from the scenario")
    settings: tuple[str, ...] = option(
        "Override a value of the scenario, e.g. board.wilds=12, seats.1=greedy or seats.0.block=0.2; repeatable.",
        (),
        "--set",
        metavar="KEY=VALUE",
        says="none",
        names="settings",
    )
    tables: Tables | None = option(
        "Tables to save; none saves only sums.", None, metavar="TABLE,…", says="from the scenario, or all"
    )

    chances: int | None = option(
        "Number of games whose chances to win are played out.",
        None,
        bounds=(0, None),
        says="from the scenario, or one deal in 10,000",
    )

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        if self.games is not None and self.deals is not None:
            raise ValueError("give the number of games or the number of deals, not both")
        return self

    def experiment(self) -> Mapping[str, Any] | None:
        """What to try on the deals."""
        return None

    def apply(self, values: dict[str, Any]) -> list[Fault]:
        """Applies them to the values of a scenario, and returns the faults."""
        keys = {key: getattr(self, key) for key in Changes.model_fields if key not in self.OWN}
        keys["experiment"] = self.experiment()
        values |= {key: value for key, value in keys.items() if value is not None}
        if self.bots is not None:
            values["seats"] = list(self.bots)
            for key in ("field", "players"):
                values.pop(key, None)
        return [fault for setting in self.settings if (fault := _set(values, setting))]


NO_CHANGES = Changes()


def _set(values: dict[str, Any], setting: str) -> Fault | None:
    key, equals, text = setting.partition("=")
    path = key.strip().split(".")
    if not equals or not all(path):
        return Fault(f"--set {setting}", "should be KEY=VALUE, e.g. board.wilds=12")
    if path[0] == "board" and len(path) > 1 and isinstance(values.get("board"), str):
        values["board"] = {"name": values["board"]}
    if path[0] == "board" and len(path) > 1 and isinstance(values.get("board"), dict):
        path = ["board", ".".join(path[1:])]  # the board knows which of its values that is
    if path[0] in ("seats", "field") and len(path) == 3:
        return _set_weight(values, path, text.strip(), f"--set {setting}")
    return _put(values, path, parsed(text), f"--set {setting}")


def _set_weight(values: dict[str, Any], path: list[str], text: str, where: str) -> Fault | None:
    """`seats.0.block=0.2` sets a weight of the bot in seat 0, and keeps the other weights in its name."""
    key, place, weight = path
    specs = values.get(key)
    if not isinstance(specs, list) or not _is_place(place, specs) or not isinstance(specs[int(place)], str):
        return Fault(where, f"no bot at {key}.{place} whose weight could be set")
    specs[int(place)] = with_setting(specs[int(place)], weight, text)
    return None


def parsed(text: str) -> Any:
    """The TOML value of a text. Anything else stays a text, so that users need not quote a bot's name for TOML."""
    try:
        return parse_toml(f"value = {text}")["value"]
    except ValueError:
        return text.strip()


def _put(values: Any, path: list[str], value: Any, where: str) -> Fault | None:
    *parents, last = path
    for key in parents:
        if isinstance(values, dict):
            values = values.setdefault(key, {})
        elif isinstance(values, list) and _is_place(key, values):
            values = values[int(key)]
        else:
            return Fault(where, f"no key {key!r} to set")
    if isinstance(values, dict):
        values[last] = value
    elif isinstance(values, list) and _is_place(last, values):
        values[int(last)] = value
    elif isinstance(values, list):
        return Fault(where, f"no position {last!r}: positions are 0 to {len(values) - 1}")
    else:
        return Fault(where, f"no key {last!r} to set")
    return None


def _is_place(key: str, values: list[Any]) -> bool:
    return key.isdecimal() and len(key) < 10 and int(key) < len(values)
