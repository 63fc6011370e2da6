"""The boards and bots that scenarios name, each loaded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.games.registry import load_board_and_files, read_board
from ttrsim.play.bots.finding import Bot, bot_function, load_bot, load_copy
from ttrsim.play.bots.specs import parse_spec
from ttrsim.runs.scenario.model import BoardChoice


class Shelf:
    """Loads boards and bots, from the copies in a run folder if there are any.

    `boards` has the folder of the copy for the name of a board. `bots` and `weights` have the copy for each file that
    the name of a bot contains. Anything without a copy is loaded from where its name says.
    """

    def __init__(
        self,
        boards: Mapping[str, Path] | None = None,
        bots: Mapping[str, Path] | None = None,
        weights: Mapping[str, Path] | None = None,
    ) -> None:
        self._boards, self._bots, self._weights = boards or {}, bots or {}, weights or {}
        self._printed_board = cache(self._load_board)
        self._bot_function = cache(bot_function)

    def board(self, choice: BoardChoice) -> Board:
        """The board under its house rules."""
        board, house_rules = self._printed_board(choice.name)[0], choice.house_rules
        return board.override_parameters(house_rules) if house_rules else board

    def board_files(self, name: str) -> dict[str, bytes]:
        """The files that a board was read from."""
        return self._printed_board(name)[1]

    def _load_board(self, name: str) -> tuple[Board, dict[str, bytes]]:
        return read_board(name, self._boards[name]) if name in self._boards else load_board_and_files(name)

    def bot(self, games: Sequence[Game], spec: str) -> Bot:
        """From the first of the games that knows the bot."""
        *others, last = games
        for game in others:
            with suppress(UserError):
                return self._bot(spec, game)
        return self._bot(spec, last)

    def _bot(self, spec: str, game: Game) -> Bot:
        parts = parse_spec(spec)
        copy, weights = self._bots.get(parts.file), self._weights.get(parts.weights_file)
        if copy is None:
            return load_bot(spec, game, self._bot_function, weights)
        return load_copy(spec, game, str(copy), self._bot_function, weights)
