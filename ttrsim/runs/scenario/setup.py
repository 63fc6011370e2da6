"""A scenario with everything that it names, ready to be played."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.measures.facts import Facts, facts_of
from ttrsim.measures.thresholds import Threshold
from ttrsim.play.bots.finding import Bot
from ttrsim.play.bots.specs import bot_label
from ttrsim.play.restrictions import Restricted
from ttrsim.play.seatings import Seating, line_ups_of_field, rotations
from ttrsim.runs.scenario.model import MAX_DEALS, Scenario


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
