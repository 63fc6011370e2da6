"""Plays a tournament: pieces of some deals of one line-up, each put where it belongs."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.games.board import Board
from ttrsim.play.bots.finding import Bot
from ttrsim.play.identity import identity_of, test_games
from ttrsim.play.seatings import orders
from ttrsim.play.table import SeatedTable
from ttrsim.progress import Progress
from ttrsim.runs.folder import FolderError
from ttrsim.studies.study import append_json, read_lines
from ttrsim.workers.executor import Executor, Pulse, Slices

FIRST_PIECE, LARGEST_PIECE = 2, 256  # deals: small pieces first, since an interrupt loses those under way
SECONDS = 1.0  # how often scores are written; a kill loses no more


@dataclass(frozen=True)
class Scores:
    """What the games gave, as means over the rotations of each deal."""

    line_ups: NDArray[np.intp]  # [line-up, place] bot
    wins: NDArray[np.float32]  # [deal, line-up, place] share of wins, shared wins in parts
    points: NDArray[np.float32]  # [deal, line-up, place]


class Piece(NamedTuple):
    line_up: int
    first_deal: int
    n_deals: int


class PieceScores(NamedTuple):
    """[deal, place], means over the rotations of each deal."""

    wins: NDArray[np.float32]
    points: NDArray[np.float32]


def _deals(piece: Piece) -> tuple[slice, int]:
    return slice(piece.first_deal, piece.first_deal + piece.n_deals), piece.line_up


class KeptScores:
    """A file of the pieces that are played: a line each, written a few at a time."""

    def __init__(self, path: Path) -> None:
        self._path, self._waiting, self._written = path, list[dict[str, Any]](), time.monotonic()

    def read(self, n_places: int) -> Iterator[tuple[Piece, PieceScores]]:
        for number, line in enumerate(read_lines(self._path), 1):
            try:
                numbers = np.frombuffer(b64decode(line.pop("scores")), "<f4").reshape(2, -1, n_places)
                yield Piece(**line), PieceScores(*numbers)
            except (AttributeError, KeyError, TypeError, ValueError):
                raise FolderError(f"{self._path}: line {number} is damaged. Restore it, or begin again") from None

    def add(self, piece: Piece, scores: PieceScores) -> None:
        numbers = np.stack(scores).astype("<f4")
        self._waiting.append(piece._asdict() | {"scores": b64encode(numbers.tobytes()).decode()})
        if time.monotonic() > self._written + SECONDS:
            self.write()

    def write(self) -> None:
        append_json(self._path, *self._waiting)
        self._waiting, self._written = [], time.monotonic()


class Tournament:
    """All line-ups play the same deals."""

    def __init__(self, board: Board, bots: Sequence[Bot], line_ups: NDArray[np.intp], n_deals: int, seed: int) -> None:
        shape = (n_deals, *line_ups.shape)
        self.board, self.bots, self.line_ups, self.n_deals, self.seed = board, bots, line_ups, n_deals, seed
        self._work = PlayPieces(board, bots, line_ups, seed)
        self._scores = Scores(line_ups, np.zeros(shape, np.float32), np.zeros(shape, np.float32))
        self._is_played = np.zeros(shape[:2], np.bool_)

    def play(self, executor: Executor, progress: Progress | None = None, kept: KeptScores | None = None) -> None:
        """Plays what `kept` does not hold already, and adds it there."""
        for piece, scores in kept.read(self.line_ups.shape[1]) if kept else ():
            self._enter(piece, scores)
        progress = progress or Progress()
        n_places, total = self.line_ups.shape[1], self.line_ups.size * self.n_deals
        progress.expect(total, int(self._is_played.sum()) * n_places)
        todo = (piece for piece in self._pieces() if not self._is_played[_deals(piece)].all())
        try:
            with closing(executor.map(self._work, todo, count=progress.count)) as results:
                for piece, scores in results:
                    self._enter(piece, scores)
                    if kept:
                        kept.add(piece, scores)
        finally:
            if kept:
                kept.write()

    def _enter(self, piece: Piece, scores: PieceScores) -> None:
        place = _deals(piece)
        self._scores.wins[place], self._scores.points[place], self._is_played[place] = *scores, True

    @property
    def scores(self) -> Scores:
        """The scores of all deals. After an interrupt: of the first deals, as far as all line-ups have played them."""
        n = int(np.logical_and.accumulate(self._is_played.all(axis=1)).sum())
        return Scores(self._scores.line_ups, self._scores.wins[:n], self._scores.points[:n])

    def _pieces(self) -> Iterator[Piece]:
        """The first deals of all line-ups first, so that an interrupt leaves a tournament of fewer deals."""
        first_deal, size = 0, FIRST_PIECE
        while first_deal < self.n_deals:
            n_deals = min(size, self.n_deals - first_deal)
            for line_up in range(len(self._scores.line_ups)):
                yield Piece(line_up, first_deal, n_deals)
            first_deal, size = first_deal + n_deals, min(2 * size, LARGEST_PIECE)


@dataclass(frozen=True)
class PlayPieces:
    """The work of a tournament."""

    board: Board
    bots: Sequence[Bot]
    line_ups: NDArray[np.intp]
    seed: int

    def identity(self) -> dict[str, str]:
        return identity_of(self.board, self.bots)

    def test(self) -> str:
        return test_games(self.board)

    def start(self) -> Callable[[Piece, Pulse], PieceScores]:
        return _LineUpPlayer(self).play


class _LineUpPlayer:
    """Has one table, where the line-ups sit down in turn."""

    def __init__(self, work: PlayPieces) -> None:
        self._work = work
        self._seatings = orders(work.line_ups.shape[1])
        self._table = SeatedTable(work.board, self._bots(0), self._seatings)
        self._slices = Slices()

    def _bots(self, line_up: int) -> list[Bot]:
        return [self._work.bots[number] for number in self._work.line_ups[line_up]]

    def play(self, piece: Piece, pulse: Pulse) -> PieceScores:
        table, n_players = self._table, len(self._seatings[0])
        table.seat(self._bots(piece.line_up), self._seatings, n_rotations=n_players)
        first_game, n_games = piece.first_deal * n_players, piece.n_deals * n_players
        slices = self._slices.of(n_games, pulse)
        played = [table.play(self._work.seed, first_game + games.start, len(games)) for games in slices]
        return _scores(np.concatenate(played), np.array(self._seatings), first_game)


def _scores(results: np.ndarray, seatings: NDArray[np.intp], first_game: int) -> PieceScores:
    n_players = seatings.shape[1]
    seats_of = np.argsort(seatings, axis=1)[np.arange(first_game, first_game + len(results)) % len(seatings)]
    seats = results["seats"][:, :n_players]

    def by_place(values: NDArray[np.floating]) -> NDArray[np.float32]:
        of_places = np.take_along_axis(values, seats_of, axis=1)  # [game, place]
        means: NDArray[np.float32] = of_places.reshape(-1, n_players, n_players).mean(axis=1, dtype=np.float32)
        return means

    return PieceScores(by_place(seats["wins"] / results["n_winners"][:, None]), by_place(seats["total"]))
