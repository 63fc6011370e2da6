"""Plays games of a board with bots, and explains what went wrong if something did."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ttrsim.errors import RunError, UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.limits import MAX_BOTS, MAX_CHUNK
from ttrsim.machine.log import LOG_EVERYTHING, LOG_NOTHING
from ttrsim.machine.table import FAULT_ILLEGAL, FAULT_LOG, FAULT_TAMPERED, NO_FAULTY_GAME
from ttrsim.play.bots.finding import Bot
from ttrsim.play.chances import NO_CHANCES
from ttrsim.play.restrictions import Restricted, Restriction, restrict_seatings, restriction_of
from ttrsim.play.tampering import tampering
from ttrsim.workers.watch import asking

LEGAL_SHOWN = 8  # how many legal decisions a message lists
N_WORKS = 3  # for a game, for its state before a decision, and for a trial


@dataclass(frozen=True)
class LoggedGame:
    """One game with everything that happened in it."""

    board: Board
    bots: list[str]  # their names, by seat
    seed: int
    game: int
    result: Any  # a RESULT record
    events: np.ndarray  # rows of `kernel.log`
    restrictions: list[Restriction | None]  # [seat]


class Outcomes:
    """The rows that up to MAX_CHUNK games write for the tables of a run, one after the other."""

    def __init__(self, game: Game) -> None:
        self.n_games = 0
        self.kernel_seconds = 0.0  # processor time that the kernel took for them
        self.busy_seconds = 0.0  # the same by the clock
        self.chances = NO_CHANCES  # of the games that are sampled
        self._results = np.zeros(MAX_CHUNK, game.kernel.result)
        self._tallies = np.zeros(MAX_CHUNK, game.kernel.tally)
        self._rows = np.zeros(1, game.kernel.rows)

    def clear(self) -> None:
        """Empties it, to reuse the memory."""
        self._results[: self.n_games + 1] = 0  # trials use a place more
        self._tallies[: self.n_games] = 0
        for table in self._rows.dtype.names or ():
            _clear_columns(self._rows[table], int(self._rows[table]["n"][0]))
        self.n_games, self.kernel_seconds, self.busy_seconds = 0, 0.0, 0.0
        self.chances = NO_CHANCES

    def next_games(self, n_games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where the kernel puts the games that are played next."""
        games = slice(self.n_games, self.n_games + n_games)
        return self._results[games], self._tallies[games], self._rows

    def next_trials(self, n_games: int) -> tuple[np.ndarray, np.ndarray]:
        """The same with trials: they need a place more, for the trial at hand."""
        return self._results[self.n_games : self.n_games + n_games + 1], self._rows

    @property
    def results(self) -> np.ndarray:
        """A RESULT record for each game."""
        return self._results[: self.n_games]

    @property
    def tallies(self) -> np.ndarray:
        """A TALLY record for each game."""
        return self._tallies[: self.n_games]

    def column(self, table: str, *names: str) -> np.ndarray:
        """A column of a table of rows, e.g. with one row per claim; it may be part of a group of columns."""
        columns = self._rows[0][table]
        column: np.ndarray = columns
        for name in names:
            column = column[name]
        return column[: columns["n"]]


def _clear_columns(columns: np.ndarray, n_rows: int) -> None:
    """The rows of a table of rows, and how many there are."""
    for name in columns.dtype.names or ():
        column = columns[name]
        if column.dtype.names:
            _clear_columns(column, n_rows)
        else:
            column[..., :n_rows] = 0


@dataclass(frozen=True)
class Trials:
    """What is tried in addition to each game."""

    experiment: np.ndarray  # a record of the kernel; each thread needs its own
    board: Board  # of trials with other rules …
    seatings: Sequence[Sequence[int]]  # … and who sits where in them …
    restricted: Sequence[Restricted] = ()  # … under which restrictions


class SeatedTable:
    """A board with its bots seated, ready to play. One thread at a time.

    `seatings` name the bot of each seat by its place among the bots, game by game in turn; without them
    every game has the bots in the order they are given. Each deal is played `n_rotations` times in a row.
    """

    def __init__(
        self,
        board: Board,
        bots: list[Bot],
        seatings: Sequence[Sequence[int]] | None = None,
        n_rotations: int = 1,
        trials: Trials | None = None,
        restricted: Sequence[Restricted] = (),
    ) -> None:
        self.board = board
        self.restricted = restricted
        self.game = board.game
        check_players(board, len(seatings[0]) if seatings else len(bots))
        self._kernel = self.game.kernel
        self._boards = board.record()
        self._works = np.zeros(N_WORKS if trials else 1, self._kernel.work)
        self._trials = trials
        self.bot_timeout: float | None = None  # seconds for a decision, in games that the main thread plays
        if trials:
            self._boards = np.concatenate([self._boards, trials.board.record()])
        self.seat(bots, seatings or [range(len(bots))], n_rotations)

    def seat(self, bots: list[Bot], seatings: Sequence[Sequence[int]], n_rotations: int) -> None:
        """Seats other bots at the same board."""
        self.bots, self.seatings, self.n_seats = bots, seatings, len(seatings[0])
        functions = [bot.compiled.function for bot in bots]
        filled_up = tuple(functions + functions[:1] * (MAX_BOTS - len(bots)))
        seated = seating_records(self.board, bots, seatings)
        restrict_seatings(seated, self.board, seatings, self.restricted)
        if self._trials:
            others = seating_records(self._trials.board, bots, self._trials.seatings)
            restrict_seatings(others, self._trials.board, self._trials.seatings, self._trials.restricted)
            seated = np.concatenate([seated, others])
        self._seats = (filled_up, seated, n_rotations, self.n_seats)

    @property
    def seated(self) -> tuple[Any, np.ndarray, int, int]:
        """For functions of the kernel: the bots, who sits where, games of each deal, and seats."""
        return self._seats

    def play(self, seed: int, first_game: int, n_games: int) -> np.ndarray:
        """Results of games `first_game` and on, a RESULT record each."""
        results = np.zeros(n_games, self._kernel.result)
        self._play(seed, first_game, results, np.zeros(0, self._kernel.tally), np.zeros(0, self._kernel.rows))
        return results

    def play_into(self, outcomes: Outcomes, seed: int, first_game: int, n_games: int) -> None:
        """Adds games `first_game` and on to the outcomes."""
        cpu_start, start = time.thread_time(), time.perf_counter()
        if self._trials is not None:
            self._play_trials(seed, first_game, *outcomes.next_trials(n_games))
        else:
            with self._logging(self._kernel.log_actions):
                self._play(seed, first_game, *outcomes.next_games(n_games))
        outcomes.n_games += n_games
        outcomes.kernel_seconds += time.thread_time() - cpu_start
        outcomes.busy_seconds += time.perf_counter() - start

    def play_logged(self, seed: int, game: int) -> LoggedGame:
        with self._logging(LOG_EVERYTHING) as log:
            result = self.play(seed, game, 1)[0]
            events = log["events"][: log["n"]].copy()
        names = [bot.name for bot in self._seated(game)]
        restrictions = [restriction_of(self.restricted, seat, bot) for seat, bot in enumerate(self._seating(game))]
        return LoggedGame(self.board, names, seed, game, result, events, restrictions)

    def _play(self, seed: int, first_game: int, results: np.ndarray, tallies: np.ndarray, rows: np.ndarray) -> None:
        arrays = (self._boards, self._works, *self._seats, seed, first_game, results, tallies, rows)
        faulty = self._watched(partial(self._kernel.play_games, *arrays), seed, first_game, results)
        if faulty != NO_FAULTY_GAME:
            raise RunError(self._explain(results[faulty], seed, first_game + faulty))

    def _play_trials(self, seed: int, first_game: int, results: np.ndarray, rows: np.ndarray) -> None:
        assert self._trials is not None
        arrays = (self._boards, self._works, *self._seats, seed, first_game, self._trials.experiment, results, rows)
        faulty = self._watched(partial(self._kernel.play_trials, *arrays), seed, first_game, results)
        if faulty != NO_FAULTY_GAME:
            raise RunError(f"{self._explain(results[faulty], seed, first_game + faulty)} (in the game or in a trial)")

    def _watched(self, call: Callable[[], int], seed: int, first_game: int, results: np.ndarray) -> int:
        """A finished game has winners, so the results show which one is being played."""

        def where() -> str:
            game = first_game + int(np.count_nonzero(results["n_winners"]))
            public = self._works[0]["state"]["public"]
            if int(public["question"]) not in self.board.questions or public["asked"] >= self.n_seats:
                public = self._works[0]["before"]["public"]  # the bot has overwritten what it was asked
            question = self.board.questions[int(public["question"])]
            return f"{self._where(seed, game, int(public['asked']))}, asked {question}"

        return asking(call, self._works["state"]["public"].tobytes, where, self.bot_timeout)

    @contextmanager
    def _logging(self, level: np.int64) -> Iterator[Any]:
        log = self._works[0]["log"]
        log["level"] = level
        try:
            yield log
        finally:
            log["level"] = LOG_NOTHING

    def _seating(self, game: int) -> Sequence[int]:
        return self.seatings[game % len(self.seatings)]

    def _seated(self, game: int) -> list[Bot]:
        return [self.bots[number] for number in self._seating(game)]

    def _where(self, seed: int, game: int, seat: int) -> str:
        turn = int(self._works[0]["state"]["public"]["turn"])
        return f"seed {seed}, game {game}, turn {turn}, seat {seat} ({self._seated(game)[seat].name})"

    def _explain(self, result: Any, seed: int, game: int) -> str:
        seat, detail = int(result["fault_seat"]), int(result["fault_detail"])
        where = self._where(seed, game, seat)
        if result["fault"] == FAULT_ILLEGAL:
            return f"{where}: {explain_illegal(self.board, self._works['state'][:1], detail)}"
        if result["fault"] == FAULT_TAMPERED:
            return f"{where}: {tampering(self._works, self._boards)}"
        if result["fault"] == FAULT_LOG:
            return (
                f"{where}: the record breaks off here, since the game has {detail:,} events and a record holds "
                f"{len(self._works[0]['log']['events']):,}. Some rule repeats too often: see `ttrsim board check`. "
                "`ttrsim run` keeps no record and plays on"
            )
        violated = self._kernel.checks[detail]
        return f"{where}: the game state is inconsistent: {violated} (a bug in ttrsim)"


def explain_illegal(board: Board, states: np.ndarray, decision: int) -> str:
    """What a bot was asked, what it decided, and what would have been legal."""
    from ttrsim.play.stepper import Stepper  # it knows this module

    state = states[0]
    public = state["public"]
    view = board.view(public, state["seats"][public["asked"]])
    legal = [board.describe_decision(number, view) for number in Stepper(board).legal(states.copy())]
    listed = "; ".join(legal[:LEGAL_SHOWN]) + (f"; and {len(legal) - LEGAL_SHOWN} more" * (len(legal) > LEGAL_SHOWN))
    return (
        f"asked {board.questions[int(public['question'])]}, the bot made an illegal decision: "
        f"{board.describe_decision(decision, view)}\nlegal would have been: {listed}"
    )


def seating_records(board: Board, bots: Sequence[Bot], seatings: Sequence[Sequence[int]]) -> np.ndarray:
    """A SEATING record for each of the seatings."""
    records = np.zeros(len(seatings), board.game.kernel.seating)
    weights_of = [bot.weights_on(board, len(seatings[0])) for bot in bots]
    for record, seating in zip(records, seatings, strict=True):
        record["bot"][: len(seating)] = seating
        record["watched"][: len(seating)] = [bots[number].compiled.is_watched for number in seating]
        for seat, number in enumerate(seating):
            weights = weights_of[number]
            record["weights"][seat, : len(weights)] = weights
    return records


def check_players(board: Board, n_players: int) -> None:
    low, high = board.parameters.min_players, board.parameters.max_players
    if not low <= n_players <= high:
        raise UserError(f"{board.name} is for {low} to {high} players, not {n_players}: name one bot per seat")
