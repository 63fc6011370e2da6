"""What the passes over the games of a batch add up, by name: sets of keys, and the columns of each besides its rows.

The passes and what describes the keys (`analysis/tallies.py`) look up both by these names.
"""

from __future__ import annotations

CURVE_STEPS = 10  # of a score curve
STEPS = tuple(f"step {step}" for step in range(1, CURVE_STEPS + 1))

SETS: dict[str, tuple[str, ...]] = {
    "routes": ("share", "time", "turn", "wilds"),
    "bot_routes": ("share", "time"),
    "colours": ("share",),  # a pass counts this and the next two as one
    "lengths": ("share",),
    "kinds": ("share",),
    "plain_colours": ("wilds", "length"),
    "contested": (),
    "extra": (),
    "cities": ("claims", "shares", "visitors"),
    "results": STEPS,
    "offers": ("kept",),
    "bot_offers": ("kept",),
    "set_up": (),
    "phases": ("kept",),
    "kept": ("share", "completed", "gain"),
    "bot_kept": ("completed",),
    "kept_phases": ("completed",),
    "completed": ("gain",),
    "done": ("time",),
    "draws": ("completed",),
}


def number_of(of: str) -> int:
    return list(SETS).index(of)


def column_of(of: str, name: str) -> int:
    """Counted from the column with the number of rows."""
    return 1 + SETS[of].index(name)
