"""Rebalancing finds planted faults: five tickets of a balanced board are mispriced by ±4, and named again.

`python -m bench.rebalance [BOARD …]`. A printed board is not balanced, so it is balanced first. Faults are planted into
that board; whatever else changes is a false change. The last row of New York plants nothing: every change there is
false. A point of a ticket is worth about 3.5 percentage points on New York, so no board is within ±2 there; the faults
are looked for with a band that is wider than what is left over. On USA a point is worth about 1.2.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import ttrsim
from bench.measure import show
from ttrsim.games.new_board import write_moved_board
from ttrsim.games.registry import load_board

MISPRICED, BY = 5, 4
BOTS = ["planner@default", "planner@default"]
MINUTES = 10  # on two cores


class Case(NamedTuple):
    narrow: float  # the band of the balanced board, percentage points
    games: int | None  # for it; None: as many as that band needs
    wide: float  # that of the search for faults
    plants: tuple[int | None, ...]  # seeds of the faults; None plants nothing


BOARDS = {"new-york": Case(2.0, 2_400_000, 5.0, (11, 12, 13, None)), "usa": Case(2.0, None, 2.0, (11,))}
QUICK = "new-york"  # a minute; USA takes a quarter of an hour of processor time


def main(*boards: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for board in boards or [QUICK]:
            planted(Path(folder) / board, board, BOARDS[board])


def planted(folder: Path, board: str, case: Case) -> None:
    rows = []
    options: dict[str, Any] = {"bots": BOTS, "threads": 2}
    balanced = ttrsim.rebalance(board, band=case.narrow, games=case.games, seed=1, **options, out=folder / "balanced")
    for seed in case.plants:
        faults = plant(folder / "balanced", folder / f"planted-{seed}", seed) if seed else {}
        source = folder / (f"planted-{seed}" if faults else "balanced")
        start, cpu = time.perf_counter(), time.process_time()
        found = ttrsim.rebalance(
            source, band=case.wide, seed=100 + (seed or 0), **options, out=folder / f"found-{seed}"
        )
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        changed = {row.name: (row.suggested or 0) - (row.printed or 0) for row in found.tickets if row.is_changed}
        named = sum(changed.get(ticket, 0) * fault < 0 for ticket, fault in faults.items())
        false = len(set(changed) - set(faults))
        errors = [abs(changed.get(ticket, 0) + fault) for ticket, fault in faults.items()]
        left = f"{sum(errors) / len(errors):.1f}" if errors else ""
        name = f"{board}: {f'faults of seed {seed}' if faults else 'no faults'}"
        rows.append([name, f"{named} of {len(faults)}", str(false), left, found.verdict, f"{found.games:,}"])
        rows[-1] += [f"{seconds:.0f}", f"{cpu:.0f}"]
        print(name, rows[-1], changed, faults, flush=True, file=sys.stderr)
    heading = ["", "found", "false changes", "points left over", "verdict", "games", "seconds", "processor seconds"]
    note = (
        f"{MISPRICED} tickets mispriced by ±{BY}; bar: 4 of 5 found, at most 1 false change, {MINUTES} minutes on "
        f"two cores. The balanced board: {len(balanced.changes)} changes, {balanced.verdict}."
    )
    show("Rebalancing a board with planted faults", heading, rows, note)


def plant(source: Path, target: Path, seed: int) -> dict[str, int]:
    """Writes the board with faults; by how much each is off."""
    board = load_board(source)
    levers = [lever for lever in board.levers() if lever.ticket]
    chosen = random.Random(seed).sample(levers, MISPRICED)
    signs = {lever.ticket: (-1) ** place if lever.value > BY else 1 for place, lever in enumerate(chosen)}
    faults = {lever.name: lever.value + BY * signs[lever.ticket] for lever in chosen}
    write_moved_board(target, str(source), faults, f"{board.title}, mispriced")
    return {ticket: BY * sign for ticket, sign in signs.items()}


if __name__ == "__main__":
    main(*sys.argv[1:])
