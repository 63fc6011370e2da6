"""Plays games of a board with bots, and explains what went wrong where something did."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttrsim.board.model import COLOURS, WILD, Board
from ttrsim.engine.bots import Bot
from ttrsim.errors import RunError, UserError
from ttrsim.limits import MAX_BOTS, MAX_CHUNK


@dataclass(frozen=True)
class LoggedGame:
    """One game with everything that happened in it."""

    board: Board
    bots: list[Bot]
    seed: int
    game: int
    result: Any  # a RESULT record
    events: np.ndarray  # rows of `kernel.log`


class Outcomes:
    """What up to MAX_CHUNK games leave for the tables of a run, one after the other."""

    def __init__(self) -> None:
        from ttrsim.kernel.records import RESULT
        from ttrsim.kernel.rows import ROWS, TALLY

        self.n_games = 0
        self._results = np.zeros(MAX_CHUNK, RESULT)
        self._tallies = np.zeros(MAX_CHUNK, TALLY)
        self._rows = np.zeros(1, ROWS)

    def next_games(self, n_games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where the kernel puts the games that are played next."""
        games = slice(self.n_games, self.n_games + n_games)
        return self._results[games], self._tallies[games], self._rows

    @property
    def results(self) -> np.ndarray:
        """A RESULT record for each game."""
        return self._results[: self.n_games]

    @property
    def tallies(self) -> np.ndarray:
        """A TALLY record for each game."""
        return self._tallies[: self.n_games]

    def column(self, table: str, name: str) -> np.ndarray:
        """A column of the rows of claims, tickets or stations."""
        columns = self._rows[0][table]
        column: np.ndarray = columns[name]
        return column[: columns["n"]]


class Table:
    """A board with its bots seated, ready to play. One thread at a time.

    `seatings` name the bot of each seat by its place among the bots, game by game in turn; without them
    every game has the bots in the order they are given. Each deal is played `n_rotations` times in a row.
    """

    def __init__(
        self, board: Board, bots: list[Bot], seatings: Sequence[Sequence[int]] | None = None, n_rotations: int = 1
    ) -> None:
        self.seatings = seatings or [range(len(bots))]
        self.n_seats = len(self.seatings[0])
        check_players(board, self.n_seats)
        announce_compilation()
        from ttrsim.engine.tables import board_record, seating_records
        from ttrsim.kernel.play import play_games
        from ttrsim.kernel.records import WORK

        self.board = board
        self.bots = bots
        self._play_games = play_games
        self._boards = board_record(board)
        self._works = np.zeros(1, WORK)
        functions = [bot.made.function for bot in bots]
        filled_up = tuple(functions + functions[:1] * (MAX_BOTS - len(bots)))
        self._seats = (filled_up, seating_records(bots, self.seatings), n_rotations, self.n_seats)

    def play(self, seed: int, first_game: int, n_games: int) -> np.ndarray:
        """Results of games `first_game` and on, a RESULT record each."""
        from ttrsim.kernel.records import RESULT
        from ttrsim.kernel.rows import ROWS, TALLY

        results = np.zeros(n_games, RESULT)
        self._play(seed, first_game, results, np.zeros(0, TALLY), np.zeros(0, ROWS))
        return results

    def play_into(self, outcomes: Outcomes, seed: int, first_game: int, n_games: int) -> None:
        """Adds games `first_game` and on to the outcomes."""
        from ttrsim.kernel.log import LOG_ACTIONS

        with self._logging(LOG_ACTIONS):
            self._play(seed, first_game, *outcomes.next_games(n_games))
        outcomes.n_games += n_games

    def play_logged(self, seed: int, game: int) -> LoggedGame:
        from ttrsim.kernel.log import LOG_EVERYTHING

        with self._logging(LOG_EVERYTHING) as log:
            result = self.play(seed, game, 1)[0]
            events = log["events"][: log["n"]].copy()
        return LoggedGame(self.board, self._seated(game), seed, game, result, events)

    def _play(self, seed: int, first_game: int, results: np.ndarray, tallies: np.ndarray, rows: np.ndarray) -> None:
        from ttrsim.kernel.play import NO_FAULTY_GAME

        arrays = (results, tallies, rows)
        faulty = self._play_games(self._boards, self._works, *self._seats, seed, first_game, *arrays)
        if faulty != NO_FAULTY_GAME:
            raise RunError(self._explain(results[faulty], seed, first_game + faulty))

    @contextmanager
    def _logging(self, level: np.int64) -> Iterator[Any]:
        from ttrsim.kernel.log import LOG_NOTHING

        log = self._works[0]["log"]
        log["level"] = level
        try:
            yield log
        finally:
            log["level"] = LOG_NOTHING

    def _seated(self, game: int) -> list[Bot]:
        return [self.bots[number] for number in self.seatings[game % len(self.seatings)]]

    def _explain(self, result: Any, seed: int, game: int) -> str:
        from ttrsim.kernel import records
        from ttrsim.kernel.checker import CHECKS

        seat, detail = int(result["fault_seat"]), int(result["fault_detail"])
        turn = int(self._works[0]["state"]["public"]["turn"])
        where = f"seed {seed}, game {game}, turn {turn}, seat {seat} ({self._seated(game)[seat].name})"
        if result["fault"] == records.FAULT_ILLEGAL:
            return f"{where}: the bot made an illegal decision: {describe_decision(self.board, detail)}"
        if result["fault"] == records.FAULT_TAMPERED:
            return f"{where}: the bot wrote to what all see; it may only write to own.memory"
        if result["fault"] == records.FAULT_LOG:
            return f"{where}: the game has more events than its log holds ({detail})"
        return f"{where}: the state is broken: {CHECKS[detail]} (a fault of ttrsim)"


def check_players(board: Board, n_players: int) -> None:
    low, high = board.parameters.min_players, board.parameters.max_players
    if not low <= n_players <= high:
        raise UserError(f"{board.name} is for {low} to {high} players, not {n_players}: give a bot per seat")


def announce_compilation() -> None:
    """A first start compiles the kernel, which takes long enough to say so."""
    from ttrsim.compiled.jit import is_compiled
    from ttrsim.kernel.records import SOURCES

    if "ttrsim.kernel.play" not in sys.modules and not is_compiled(SOURCES):
        print("compiling the game kernel, once for this version (about half a minute) …", file=sys.stderr, flush=True)


def describe_decision(board: Board, decision: int) -> str:
    """A decision in words; anything at all may come from a bot."""
    from ttrsim.kernel import decisions

    kind, where = decision & 15, (decision >> 4) & 0xFF
    colour, wilds = (decision >> 12) & 15, (decision >> 16) & 15
    cards = f"{wilds} wilds and the rest {_card_name(colour)}" if colour != len(COLOURS) else f"{wilds} wilds only"
    if decision < 0 or decision >> 20:
        return f"the number {decision}, which is no decision"
    if kind == decisions.DO_DRAW:
        return "draw from the pile" if where == decisions.FROM_PILE else f"draw the card of market slot {where}"
    if kind == decisions.DO_CLAIM:
        return f"claim {_name(board.routes, where, 'route')} with {cards}"
    if kind == decisions.DO_STATION:
        return f"build a station in {_name(board.cities, where, 'city')} with {cards}"
    if kind == decisions.DO_TICKETS:
        return "draw tickets"
    if kind == decisions.DO_KEEP:
        places = [str(place) for place in range(8) if (where >> place) & 1]
        return f"keep the tickets at places {', '.join(places) or 'none'} of the offer"
    if kind == decisions.DO_PAY:
        return f"pay a tunnel's extra cards with {wilds} wilds"
    if kind == decisions.DO_DECLINE:
        return "decline a tunnel"
    return f"the number {decision}, which is no decision"


def _name(things: tuple[Any, ...], number: int, word: str) -> str:
    return things[number].id if number < len(things) else f"{word} number {number}, which does not exist,"


def _card_name(colour: int) -> str:
    names = (*COLOURS, WILD)
    return names[colour] if colour < len(names) else f"colour number {colour}"
