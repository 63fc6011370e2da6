"""What differs between two boards, and what a board is called when it is not the printed one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.games.registry import board_names

PARAMETER = "parameter"
NOT_COMPARED = ("name", "notice")  # how it was typed, and what follows from the rest
HIDDEN = ("id", "name", "display")  # of a thing that is new or gone: its heading names it

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Difference:
    """Of one thing: a route, a ticket, a city, a parameter …"""

    kind: str
    id: str
    change: Literal["added", "removed", "changed"]
    before: Values  # only what differs, if it is changed
    after: Values

    @property
    def text(self) -> str:
        if self.kind == PARAMETER:
            return f"{self.id}: {_plain(self.before.get(self.id))} → {_plain(self.after.get(self.id))}."
        thing = f"{self.kind.capitalize()} {self.id}"
        if self.change == "added":
            return f"{thing} is new: {_listed(self.after)}."
        if self.change == "removed":
            return f"{thing} is gone: {_listed(self.before)}."
        changes = (f"{key} {_plain(self.before[key])} → {_plain(self.after[key])}" for key in self.before)
        return f"{thing}: {', '.join(changes)}."

    def json(self) -> dict[str, Any]:
        sides = {"before": dict(self.before), "after": dict(self.after)}
        return {"kind": self.kind, "id": self.id, "change": self.change, **sides, "text": self.text}


def board_differences(before: Board, after: Board) -> list[Difference]:
    """Parameters first, then everything on the board, table by table."""
    if before.game != after.game:
        games = [f"'{board.name}' is a board of {board.game.title}" for board in (before, after)]
        raise UserError(f"{games[0]}, {games[1]}: boards of different games cannot be compared")
    old, new = (board.as_dict() for board in (before, after))
    keys = [key for key in old if key not in NOT_COMPARED]
    tables = sorted((key for key in keys if _is_table(old[key])), key=_importance)
    header = [key for key in keys if key not in (*tables, "parameters")]
    values = [_flat({key: board[key] for key in header} | board["parameters"]) for board in (old, new)]
    differences = list(_of_parameters(*values))
    for key in tables:
        differences += _of_table(_singular(key), old[key], new[key])
    return differences


def board_title(board: Board, name: str, house_rules: Values | None = None) -> str:
    """For headlines: with the name of a board that is not built in, and its house rules. `name` is as it was typed."""
    text = special_title(board, name, house_rules) or board.title
    return f"{text} ({board.notice})" if board.notice else text


def special_title(board: Board, name: str, house_rules: Values | None = None) -> str:
    """The same without the board's notice; nothing for a built-in board under its own rules."""
    text = "" if name in board_names() else f"{board.title} (own board {Path(name).resolve().name})"
    if rules := _flat(house_rules or {}):
        listed = ", ".join(f"{key} = {_plain(value)}" for key, value in rules.items())
        text = f"{text or board.title} with house rules {listed}"
    return text


# ---- tables --------------------------------------------------------------------------------------


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _importance(table: str) -> tuple[bool, str]:
    """Where things lie comes after what they are."""
    return table == "cities", table


def _singular(table: str) -> str:
    return table[:-3] + "y" if table.endswith("ies") else table.removesuffix("s")


def _id(row: Values) -> str:
    return str(row["id"]) if "id" in row else f"({row['x']}, {row['y']})"


def _ends(row: Values) -> frozenset[Any] | None:
    return frozenset((row["a"], row["b"])) if "a" in row and "b" in row else None


def _of_table(kind: str, before: Sequence[Values], after: Sequence[Values]) -> Iterator[Difference]:
    old, new = {_id(row): row for row in before}, {_id(row): row for row in after}
    partners = {key: key for key in old if key in new} | _by_ends(old, new)
    for key, row in old.items():
        if key not in partners:
            yield Difference(kind, key, "removed", _described(row), {})
        elif changed := [field for field in row if row[field] != new[partners[key]].get(field)]:
            other = new[partners[key]]
            yield Difference(kind, key, "changed", {f: row[f] for f in changed}, {f: other.get(f) for f in changed})
    for key in [key for key in new if key not in partners.values()]:
        yield Difference(kind, key, "added", {}, _described(new[key]))


def _by_ends(old: Mapping[str, Values], new: Mapping[str, Values]) -> dict[str, str]:
    """Things under another id between the same two cities, as far as there is one on each board."""
    left = [
        {key: _ends(row) for key, row in one.items() if key not in other} for one, other in ((old, new), (new, old))
    ]
    found = {}
    for key, ends in left[0].items():
        same = [[k for k, e in side.items() if e == ends] for side in left]
        if ends is not None and len(same[0]) == len(same[1]) == 1:
            found[key] = same[1][0]
    return found


def _described(row: Values) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in HIDDEN and value not in (None, False, "")}


def _listed(values: Values) -> str:
    ends = f"from {values['a']} to {values['b']}, " if values.get("b") else ""
    values = {key: value for key, value in values.items() if key not in ("a", "b")}
    return ends + ", ".join(f"{key} {_plain(value)}" if value is not True else key for key, value in values.items())


# ---- parameters ----------------------------------------------------------------------------------


def _of_parameters(before: Values, after: Values) -> Iterator[Difference]:
    for key in dict.fromkeys([*before, *after]):
        if key not in after:
            yield Difference(PARAMETER, key, "removed", {key: before[key]}, {})
        elif key not in before:
            yield Difference(PARAMETER, key, "added", {}, {key: after[key]})
        elif before[key] != after[key]:
            yield Difference(PARAMETER, key, "changed", {key: before[key]}, {key: after[key]})


def _flat(values: Values, prefix: str = "") -> dict[str, Any]:
    """Tables within tables by dotted keys, e.g. `route_points.6`."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {f"{prefix}{key}": value}
    return flat


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return f"[{', '.join(' '.join(map(str, v.values())) if isinstance(v, Mapping) else str(v) for v in value)}]"
    return "none" if value is None else str(value)
