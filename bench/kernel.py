"""Games a second on one core with `random` bots, scored and recorded; two threads against one; equal bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from bench.measure import best_seconds, show, verdict
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

N_GAMES = 4_000
ROUNDS = 25
THREAD_GAMES = 60_000
PEERS = {  # games a second of others, one core of this kind of machine, as published beside their engines
    ("usa", 2): "Rust 25,600 unscored, 7,540 scored",
    ("usa", 4): "Rust 12,600 unscored",
    ("europe", 2): "Python 13",
    ("europe", 4): "C++ 249, Java 250–350 (3 players)",
    ("new-york", 2): "none found",
}
BARS = {("usa", 2): 50_000, ("usa", 4): 25_000, ("europe", 2): 45_000, ("europe", 4): 22_000, ("new-york", 2): 120_000}


def main() -> None:
    speed()
    threads()


def table_for(board: str, n_players: int) -> SeatedTable:
    return SeatedTable(load_board(board), [load_bot("random", TRAINS)] * n_players)


def speed() -> None:
    contenders = {key: partial(table_for(*key).play, 1, 0, N_GAMES) for key in BARS}
    seconds = best_seconds(contenders, ROUNDS)
    rows = []
    for (board, n_players), bar in BARS.items():
        rate = N_GAMES / seconds[board, n_players]
        peers = PEERS[board, n_players]
        rows.append([f"{board} {n_players} players", f"{rate:,.0f}", f"{bar:,}", verdict(rate, bar), peers])
    note = f"best of {ROUNDS} rounds of {N_GAMES:,} games; a state takes {KERNEL.state.itemsize:,} bytes"
    show("Games a second, one core, random bots", ["", "games/s", "bar", "", "peers"], rows, note)


def threads() -> None:
    """One thread plays all, two threads half each."""
    tables = [table_for("europe", 2), table_for("europe", 2)]
    half = THREAD_GAMES // 2

    def alone() -> np.ndarray:
        return tables[0].play(1, 0, THREAD_GAMES)

    def together() -> list[np.ndarray]:
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(lambda place: tables[place].play(1, place * half, half), (0, 1)))

    seconds = best_seconds({"one": alone, "two": together}, 6)
    ratio = seconds["one"] / seconds["two"]
    equal = "equal" if alone().tobytes() == b"".join(part.tobytes() for part in together()) else "DIFFERENT"
    rows = [
        ["two threads against one", f"× {ratio:.2f}", "× 1.85", verdict(ratio, 1.85)],
        ["bytes of results", equal, "equal", ""],
    ]
    show("Threads (europe, 2 players)", ["", "measured", "bar", ""], rows)
