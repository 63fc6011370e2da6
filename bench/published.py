"""`python -m bench.published [--tickets] [BOARD …]`: measures the built-in boards, as a reference for others.

Writes `ttrsim/games/trains/analysis/published.csv`: a row for each board, or deck, and number of players, with planners
in all seats. Rows of boards that are not named stay as they are. `--tickets` measures only the ticket that is furthest
off, by an experiment with the fewest players.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path
from typing import Any

import ttrsim
from ttrsim.games.registry import board_names, load_board
from ttrsim.games.trains.analysis import gauges
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.gauges import KEYS, values_of
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics
from ttrsim.studies.boardreport.tickets import APART, furthest, ticket_effects

FILE = Path(gauges.__file__).with_name("published.csv")
DEALS, CHANCES, SEED = 3_000, 100, 30
NAMES = [name for name in board_names() if load_board(name).game is TRAINS]
TRIED = 6_000  # deals of the experiments with tickets


def main() -> None:
    boards = [name for name in sys.argv[1:] if name != "--tickets"] or NAMES
    kept = list(csv.DictReader(FILE.open(encoding="utf-8"))) if FILE.exists() else []
    if "--tickets" in sys.argv:
        write([row | _apart(row) if row["board"] in boards else row for row in kept])
        return
    rows = [row for row in kept if row["board"] not in boards]
    for name in boards:
        rules = load_board(name).parameters
        for players in range(rules.min_players, rules.max_players + 1):
            rows.append(row_of(name, players))
            print(name, players, flush=True)
    write(rows)


def write(rows: list[dict[str, Any]]) -> None:
    order = NAMES
    rows.sort(key=lambda row: (order.index(row["board"]), int(row["players"])))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(
            file, [*KEYS, *(gauge.name for gauge in gauges.GAUGES), APART.name], lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(rows)


def row_of(name: str, players: int) -> dict[str, Any]:
    scenario = {"board": name, "seats": ["planner"] * players, "deals": DEALS, "chances": CHANCES, "seed": SEED}
    with tempfile.TemporaryDirectory() as folder:
        run = ttrsim.run(scenario | {"tables": []}, out=Path(folder) / "run")
        measures = measure(run, list(all_metrics(run.game).values()))
    values = values_of(gauges.GAUGES, load_board(name), players, measures)
    numbers = {gauge.name: f"{value.value:.4g}" for gauge, value in values if value is not None}
    return {"board": name, "players": players, "games": DEALS} | numbers


def _apart(row: dict[str, Any]) -> dict[str, str]:
    name, players = row["board"], int(row["players"])
    if players != load_board(name).parameters.min_players:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        bots = ["planner"] * players
        run = ttrsim.experiment("tickets", name, bots=bots, deals=TRIED, seed=SEED, tables=[], out=Path(folder) / "run")
        worst = furthest(ticket_effects(run))
    print(name, worst, flush=True)
    return {APART.name: f"{abs(worst.apart.value):.4g}"} if worst else {}


if __name__ == "__main__":
    main()
