"""`python -m bench.tuning [recovery|planners]`: does tuning find what was broken, and what do tuned planners gain?

The tables go to `docs/tuning.md` and `docs/measured/strategies.md`, between the marks `<!-- recovery -->` and
`<!-- tuned -->`.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

from bench.ladders import table_text
from ttrsim.documents.document import cell_text
from ttrsim.games.board import Board
from ttrsim.games.registry import boards_of, load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import share_by_deals
from ttrsim.studies.tournament.play import Tournament
from ttrsim.studies.tune.api import tune
from ttrsim.studies.tune.checks import Pool
from ttrsim.workers.executor import Threads

DOCS = Path(__file__).resolve().parents[1] / "docs"

# Two weights far from where they should be; all weights are tuned.
BOARD, SOUND = "new-york", "planner@default"
BROKEN = "planner@default(points=0.1, turn=2.3)"
POOL = ("planner@default", "rusher", "hoarder")
SEEDS, SEARCH_GAMES, FRESH_DEALS = range(1, 11), 500_000, 4_000
BAR = 0.9

MATCH_GAMES, MATCH_SEED = 20_000, 7_777
SPEED_GAMES, SPEED_ROUNDS = 120, 80


def put(page: str, mark: str, text: str) -> None:
    path = DOCS / page
    marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    path.write_text(marked.sub(lambda found: found[1] + text + found[2], path.read_text(encoding="utf-8")), "utf-8")


# ---- recovery ------------------------------------------------------------------------------------


def recovery() -> None:
    """The share of the lost wins that comes back, on fresh deals against the pool."""
    pool = Pool(load_board(BOARD), tuple(load_bot(spec, TRAINS) for spec in POOL), 2)
    rows, recovered = [], []
    for seed in SEEDS:
        start = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            tuned = tune(BROKEN, board=BOARD, against=POOL, games=SEARCH_GAMES, seed=seed, out=folder)
            bots = [load_bot(spec, TRAINS) for spec in (BROKEN, SOUND, tuned.spec)]
        seconds = time.process_time() - start
        shares = pool.win_shares(bots, FRESH_DEALS, 1_000 + seed, Threads())
        broken, sound, found = (share_by_deals(each, 2 * len(POOL)) for each in shares.T)
        recovered.append((found.value - broken.value) / (sound.value - broken.value))
        texts = (cell_text(each, "share") for each in (broken, sound, found))
        rows.append([str(seed), *texts, f"{100 * recovered[-1]:.0f}", f"{seconds:.0f}"])
        print(rows[-1], flush=True)
    n = sum(share >= BAR for share in recovered)
    heading = ["seed", "broken, %", "sound, %", "tuned, %", "recovered, %", "processor seconds"]
    head = (
        f"`{BROKEN}` on {BOARD}, two players, against {', '.join(POOL)}; all weights tuned in {SEARCH_GAMES:,} games; "
        f"win shares on {FRESH_DEALS:,} fresh deals in both seatings. At least {BAR:.0%} recovered in {n} of "
        f"{len(recovered)} seeds.\n\n"
    )
    put("tuning.md", "recovery", head + table_text(heading, rows))


# ---- tuned planners ------------------------------------------------------------------------------


def speed(board: Board, n_players: int) -> float:
    """Of the tuned planner, as a multiple of the previous one's: rounds of both in turn, processor time."""
    tables = [SeatedTable(board, [load_bot(spec, TRAINS)] * n_players) for spec in (SOUND, "planner")]
    ratios = []
    for _ in range(SPEED_ROUNDS):
        before, after = (processor_seconds(table) for table in tables)
        ratios.append(before / after)
    return median(ratios)


def processor_seconds(table: SeatedTable) -> float:
    start = time.thread_time()
    table.play(1, 0, SPEED_GAMES)
    return time.thread_time() - start


def alone(board: Board, one: str, others: str, n_players: int) -> str:
    """The win share of one bot among copies of another, every deal in all rotations."""
    line_up = np.array([[0] + [1] * (n_players - 1)])
    played = Tournament(
        board, [load_bot(spec, TRAINS) for spec in (one, others)], line_up, MATCH_GAMES // n_players, MATCH_SEED
    )
    played.play(Threads())
    return cell_text(share_by_deals(played.scores.wins[:, 0, 0], n_players), "share")


def planners() -> None:
    """Every board and number of players that has weights for the planner: strength and speed."""
    rows = []
    for name in boards_of(TRAINS):
        board = load_board(name)
        for n_players in sorted(board.weights.get("planner", {})):
            one = alone(board, "planner", SOUND, n_players)
            other = alone(board, SOUND, "planner", n_players) if n_players > 2 else ""
            rows.append([f"{name}, {n_players} players", one, other, f"{100 / n_players:.1f}"])
            rows[-1].append(f"{speed(board, n_players):.2f}")
            print(rows[-1], flush=True)
    heading = ["board", "tuned among previous, %", "previous among tuned, %", "fair share, %", "speed ÷ previous"]
    put("measured/strategies.md", "tuned", table_text(heading, rows))


if __name__ == "__main__":
    parts = {"recovery": recovery, "planners": planners}
    for part in sys.argv[1:] or parts:
        parts[part]()
