"""Bots that are set down in the middle of a game without their notes, against themselves with them.

The bot plays itself. At most one position of each game is played to the end twice: as it is, and with the notes of
the asked seat wiped out. The result is the difference in that seat's wins.
"""

from __future__ import annotations

import numpy as np

from bench.measure import TOO_SLOW, show
from ttrsim.games.board import Board
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES, load_board, maps_of
from ttrsim.limits import MAX_BOTS
from ttrsim.machine.table import NO_FAULTY_GAME
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.table import seating_records
from ttrsim.studies.botcheck.positions import Examiner

N_POSITIONS = 4_000
STRIDE = 211  # questions from one position to the next
WORST = -0.02  # that a bot may lose of its wins


def win_shares(game: Game, board: Board, bot: Bot, states: np.ndarray) -> np.ndarray:
    """[state]: of the seat that is asked there, with the bot in all seats."""
    n_seats = int(states[0]["public"]["n_seats"])
    works, results = np.zeros(1, game.kernel.work), np.zeros(len(states), game.kernel.result)
    seatings = seating_records(board, [bot], [(0,) * n_seats])
    bots = (bot.compiled.function,) * MAX_BOTS
    faulty = game.kernel.play_on(board.record(), works, bots, seatings, states, results)
    assert faulty == NO_FAULTY_GAME, f"{bot.name} on {board.name}: an illegal decision"
    wins = results["seats"]["wins"][np.arange(len(states)), states["public"]["asked"]]
    return np.asarray(wins / results["n_winners"])


def without_notes(states: np.ndarray) -> np.ndarray:
    wiped = states.copy()
    wiped["seats"]["memory"][np.arange(len(states)), states["public"]["asked"]] = 0
    return wiped


def differences(board: Board, bot: Bot, n_players: int, n_positions: int, stride: int, seed: int) -> np.ndarray:
    """[position]: wins without notes less wins with them."""
    game = board.game
    examiner = Examiner(board, board.record(), [bot, bot])
    states = examiner.positions([(0,) * n_players], seed, stride, n_positions)
    assert len(states) == n_positions
    with_notes = win_shares(game, board, bot, states)
    return win_shares(game, board, bot, without_notes(states)) - with_notes


def main() -> None:
    rows = []
    for game in GAMES.values():
        for name in (bot for bot in bots_of(game) if bot not in TOO_SLOW):
            for board_name in maps_of(game):
                board, bot = load_board(board_name), load_bot(name, game)
                for n_players in {board.parameters.min_players, board.parameters.max_players}:
                    pairs = differences(board, bot, n_players, N_POSITIONS, STRIDE, seed=1)
                    mean, error = pairs.mean(), pairs.std() / np.sqrt(len(pairs))
                    low, high = mean - 1.96 * error, mean + 1.96 * error
                    interval = f"{100 * mean:+.2f} ({100 * low:+.2f} … {100 * high:+.2f})"
                    verdict = "holds" if low > WORST else "SHORT"
                    rows.append([f"{name}, {board_name}, {n_players} players", f"{len(pairs):,}", interval, verdict])
    show(
        "Wins without notes less wins with them, percentage points",
        ["", "positions", "95 % interval", f"above {100 * WORST:.0f}"],
        rows,
    )


if __name__ == "__main__":
    main()
