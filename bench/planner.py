"""Games a second on one core with `planner` in all seats, and how much slower than `random` that is."""

from __future__ import annotations

from functools import partial

from bench.measure import best_seconds, show, verdict
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

N_GAMES = 1_000
ROUNDS = 20
BARS = {("usa", 2): 10_000, ("europe", 4): 4_000, ("new-york", 2): 50_000}


def main() -> None:
    contenders = {}
    for board, n_players in BARS:
        for bot in ("planner", "random"):
            table = SeatedTable(load_board(board), [load_bot(bot, TRAINS)] * n_players)
            contenders[board, n_players, bot] = partial(table.play, 1, 0, N_GAMES)
    seconds = best_seconds(contenders, ROUNDS)
    rows = []
    for (board, n_players), bar in BARS.items():
        rate = N_GAMES / seconds[board, n_players, "planner"]
        ratio = seconds[board, n_players, "planner"] / seconds[board, n_players, "random"]
        rows.append([f"{board} {n_players} players", f"{rate:,.0f}", f"{bar:,}", verdict(rate, bar), f"× {ratio:.1f}"])
    note = f"best of {ROUNDS} rounds of {N_GAMES:,} games"
    show("Games a second, one core, planner in all seats", ["", "games/s", "bar", "", "time of random"], rows, note)
