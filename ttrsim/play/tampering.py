"""What a bot wrote to that it may only read, by the names that its code uses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def tampering(works: np.ndarray, boards: np.ndarray) -> str:
    """Of the workspace in which a bot was caught (`machine/deciding.py`)."""
    work = next(work for work in works if work["is_tampered"])
    seat = int(work["before"]["public"]["asked"])
    return told([*_in_state(work["before"], work["state"], seat), *_on_boards(work["board"], boards)])


def tampered(before: np.ndarray, after: np.ndarray, boards_before: np.ndarray, boards: np.ndarray) -> str:
    """What a bot changed in a state other than its notes and random numbers, and on its board; empty if nothing."""
    seat, cleaned = int(before[0]["public"]["asked"]), after.copy()
    for notes in ("memory", "stream"):
        cleaned["seats"][notes][0, seat] = before["seats"][notes][0, seat]
    changed = [*_in_state(before[0], cleaned[0], seat), *_on_boards(boards_before[0], boards)]
    return told(changed) if changed else ""


def told(changed: list[str]) -> str:
    what = changed[0] if changed else "memory that is not its own"
    return f"the bot wrote to {what}; it may write to own.memory only, and draw from own.stream"


def _in_state(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    yield from (f"public.{name}" for name in changed_fields(before["public"], after["public"]))
    yield from (f"own.{name}" for name in changed_fields(before["seats"][seat], after["seats"][seat]))
    for other in range(len(before["seats"])):
        if other != seat:
            names = changed_fields(before["seats"][other], after["seats"][other])
            yield from (f"{name} of seat {other}, which it cannot see" for name in names)
    yield from (f"{name}, which nobody sees" for name in changed_fields(before["hidden"], after["hidden"]))


def _on_boards(kept: np.void, boards: np.ndarray) -> Iterator[str]:
    """A table for trials with other rules has two boards; it was on the one that is most like the copy."""
    changed = [[f"board.{name}" for name in changed_fields(kept, board)] for board in boards]
    yield from min(changed, key=len)


def changed_fields(before: np.void, after: np.void) -> list[str]:
    """The fields in which two records of one type differ, such as `hand[3]` or `rules.offer_keep`."""
    found: list[str] = []
    for name in before.dtype.names or ():
        one, other = before[name], after[name]
        if one.dtype.names and one.shape == ():
            found += [f"{name}.{inside}" for inside in changed_fields(one, other)]
        elif one.tobytes() != other.tobytes():
            found += [f"{name}{_place(one, other)}"]
    return found


def _place(one: np.ndarray, other: np.ndarray) -> str:
    """The first place of an array that differs, as an index."""
    if one.shape == ():
        return ""
    differs = np.array([a.tobytes() != b.tobytes() for a, b in zip(one.ravel(), other.ravel(), strict=True)])
    return str([int(place) for place in np.unravel_index(int(np.argmax(differs)), one.shape)])
