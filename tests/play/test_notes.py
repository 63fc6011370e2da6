"""Every bot can be set down in the middle of a game without its notes. `bench/notes.py` measures more of it."""

from __future__ import annotations

import numpy as np
import pytest

from bench.measure import TOO_SLOW
from bench.notes import differences
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES, load_board, maps_of
from ttrsim.play.bots.finding import load_bot

N_POSITIONS = 250  # of each bot on each board
STRIDE = 53


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_bots_play_soundly_without_their_notes(game: Game) -> None:
    """To the end of the game, always legally, and no worse than 2 percentage points of wins."""
    found = []
    for place, board in enumerate(map(load_board, maps_of(game))):
        n_players = board.parameters.min_players + place % 2
        for name in (bot for bot in bots_of(game) if bot not in TOO_SLOW):
            found.append(differences(board, load_bot(name, game), n_players, N_POSITIONS, STRIDE, seed=2))
    all_found = np.concatenate(found)
    error = all_found.std() / np.sqrt(len(all_found))
    assert len(all_found) >= 1_000
    assert all_found.mean() - 2 * error > -0.02
