"""Games that are played step by step, and what compiled games make of them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.update_goldens import combinations
from ttrsim import Position
from ttrsim.games.board import Board
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.record.reader import RecordedGame, recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import LoggedGame, SeatedTable

COMBINATIONS = combinations()
MIXED = {"trains": ("random", "planner", "hungry", "greedy", "path"), "explore": ("random", "architect", "greedy")}


def bots_of(board: Board, n_players: int) -> list[str]:
    mixed = MIXED[board.game.key]
    return [mixed[seat % len(mixed)] for seat in range(n_players)]


def logged(board: Board, bots: Sequence[str], seed: int = 3, game: int = 0) -> LoggedGame:
    """The same game, played by compiled code."""
    return SeatedTable(board, [load_bot(bot, board.game) for bot in bots]).play_logged(seed, game)


def record_of(board: Board, bots: Sequence[str], seed: int = 3, game: int = 0) -> RecordedGame:
    return recorded(board, record_events(logged(board, bots, seed, game)))


def play_on(position: Position, bots: Sequence[str], n_decisions: int = 10**6) -> Position:
    """With each bot in its seat, to the end or for so many decisions."""
    for _ in range(n_decisions):
        if position.asked is None:
            break
        position.apply(position.ask(bots[position.asked]))
    return position
