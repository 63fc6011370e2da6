"""Bots on several threads that share one heap: whoever uses memory after giving it back shows there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ttrsim.games.contract import bots_of
from ttrsim.games.registry import GAMES, maps_of

SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tests.games.trains.bots.quick import quick_bot
from ttrsim.play.table import SeatedTable
from ttrsim.games.contract import bots_of
from ttrsim.games.registry import GAMES, load_board, maps_of

game, threads = GAMES[sys.argv[1]], 4
for name in bots_of(game):
    bot = quick_bot(name, game)
    n_games = 1 if "rollouts" in bot.name else 40
    for board in map(load_board, maps_of(game)):
        tables = [SeatedTable(board, [bot] * 3) for _ in range(threads)]
        alone = tables[0].play(5, 0, n_games).tobytes()
        with ThreadPoolExecutor(threads) as pool:
            together = list(pool.map(lambda table: table.play(5, 0, n_games).tobytes(), tables))
        print(name, board.name, together == [alone] * threads)
"""


@pytest.mark.parametrize("key", GAMES)
def test_threads_do_not_disturb_each_other(key: str) -> None:
    one_heap = os.environ | {"MALLOC_ARENA_MAX": "1"}  # glibc otherwise gives the first threads a heap each
    done = subprocess.run([sys.executable, "-c", SCRIPT, key], capture_output=True, text=True, env=one_heap)
    assert done.returncode == 0, done.stderr
    game = GAMES[key]
    expected = [f"{bot} {board} True" for bot in bots_of(game) for board in maps_of(game)]
    assert done.stdout.splitlines() == expected
