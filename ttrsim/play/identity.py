"""Whether two processes would play the same games: versions and digests of everything that affects play."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.machine.sources import source_digest
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.table import SeatedTable

N_TEST_GAMES = 4


def code_digest(game: Game) -> str:
    """Digest of all files that affect play."""
    return source_digest(game.kernel.bot_sources)[:16]


def bot_digest(bot: Bot) -> str:
    """Of the file of a bot, or of all files of a user's own bot."""
    code = bot.compiled.user_code
    if code is not None:
        files = [(path, hashlib.sha256(content).hexdigest()) for path, content in sorted(code.contents.items())]
        return hashlib.sha256(repr(files).encode()).hexdigest()
    return hashlib.sha256(Path(bot.compiled.function.py_func.__code__.co_filename).read_bytes()).hexdigest()


def test_games(board: Board) -> str:
    """A digest of what some games of random bots come to on this machine."""
    game, n_seats = board.game, board.parameters.min_players
    table = SeatedTable(board, [load_bot("random", game)] * n_seats, [tuple(range(n_seats))])
    results = table.play(0, 0, N_TEST_GAMES)
    seats = results["seats"][:, :n_seats]
    return hashlib.sha256(repr((seats["total"].tolist(), seats["wins"].tolist())).encode()).hexdigest()[:16]


def identity_of(board: Board, bots: Sequence[Bot]) -> dict[str, str]:
    """By name, for messages."""
    from ttrsim import __version__

    game = board.game
    content = json.dumps(board.as_dict() | {"name": ""}, sort_keys=True, default=str)
    return {
        "ttrsim": __version__,
        "rules version": str(game.kernel.rules_version),
        "code": code_digest(game),
        "board": hashlib.sha256(content.encode()).hexdigest()[:16],
        **{f"bot {bot.name}": bot_digest(bot)[:16] for bot in bots},
    }
