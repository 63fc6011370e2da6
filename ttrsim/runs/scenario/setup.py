"""A scenario with everything that it names, ready to be played."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.games.registry import load_board_and_files, read_board
from ttrsim.measures.facts import Facts, facts_of
from ttrsim.measures.thresholds import Threshold
from ttrsim.play.bots.finding import Bot, bot_function, load_bot, load_copy
from ttrsim.play.bots.specs import bot_label, parse_spec
from ttrsim.play.restrictions import Restricted
from ttrsim.play.seatings import Seating, line_ups_of_field, rotations
from ttrsim.runs.scenario.model import MAX_DEALS, BoardChoice, Scenario


@dataclass(frozen=True)
class Setup:
    """A scenario with its board and bots, ready to be played."""

    scenario: Scenario
    source: str  # where it was read
    board: Board  # under the scenario's house rules
    board_files: dict[str, bytes]  # that the board was read from
    bots: tuple[Bot, ...]  # each once, in order of appearance
    thresholds: tuple[Threshold, ...] = ()  # its checks
    restricted: tuple[Restricted, ...] = ()
    other: Setup | None = None  # in an experiment with rules: the scenario with the other rules

    @property
    def game(self) -> Game:
        return self.board.game

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables to keep."""
        is_trial = self.scenario.experiment is not None
        if self.scenario.tables is not None:
            return self.scenario.tables
        return tuple(table.name for table in self.game.tables.values() if table.is_of_trials == is_trial)

    @property
    def n_seats(self) -> int:
        seats = self.scenario.seats
        return len(seats) if seats else self.scenario.players or 0

    @property
    def labels(self) -> list[str]:
        """How the tables name the bots: a user's own bot by its file, without the folder."""
        return [bot_label(bot.name) for bot in self.bots]

    @cached_property
    def line_ups(self) -> list[Seating]:
        """The line-ups: the seats as given, or every choice from the field."""
        if self.scenario.seats is None:
            return line_ups_of_field(len(self.bots), self.n_seats)
        number = {bot.name: place for place, bot in enumerate(self.bots)}
        return [tuple(number[spec.strip()] for spec in self.scenario.seats)]

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings of all games in turn; `n_rotations` in a row belong to one deal."""
        if self.scenario.rotations == "none":
            return tuple(self.line_ups)
        return tuple(seating for line_up in self.line_ups for seating in rotations(line_up))

    @property
    def n_rotations(self) -> int:
        """Games of each deal."""
        return len(self.seatings) // len(self.line_ups)

    @cached_property
    def facts(self) -> Facts:
        experiment = self.scenario.experiment
        return facts_of(self.board, tuple(self.labels), self.n_seats, self.n_rotations, experiment)

    def with_games(self, n_games: int) -> Setup:
        """The same with this number of games, rounded up to whole deals."""
        n_deals = math.ceil(n_games / self.n_rotations)
        if not 1 <= n_deals <= MAX_DEALS:
            raise UserError(f"the number of games should be from 1 to {MAX_DEALS:,}, not {n_games:,}")
        return replace(self, scenario=self.scenario.model_copy(update={"deals": n_deals}))


# ---- the boards and bots that scenarios name, each loaded once -------------------------------------


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
