"""Plays a tournament on threads: pieces of some deals of one line-up, each put where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.engine.bots import Bot
from ttrsim.engine.games import Table
from ttrsim.engine.seatings import orders
from ttrsim.games.contract import Board

DEALS_PER_PIECE = 250  # a fraction of a second, which is how long an interrupt waits


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


class Interrupted(KeyboardInterrupt):
    """A tournament was interrupted; its scores are those of the first deals, as far as all line-ups played them."""

    def __init__(self, scores: Scores) -> None:
        super().__init__()
        self.scores = scores


def play_tournament(
    board: Board,
    bots: list[Bot],
    line_ups: NDArray[np.intp],
    n_deals: int,
    seed: int,
    n_threads: int,
    report: Callable[[int], None],
) -> Scores:
    """All line-ups play the same deals. `report` is told the number of games played so far."""
    shape = (n_deals, *line_ups.shape)
    scores = Scores(line_ups, np.zeros(shape, np.float32), np.zeros(shape, np.float32))
    is_played = np.zeros((n_deals, len(line_ups)), np.bool_)

    def play(piece: Piece) -> int:
        lined_up = [bots[number] for number in line_ups[piece.line_up]]
        wins, points = _play_deals(board, lined_up, seed, piece.first_deal, piece.n_deals)
        deals = slice(piece.first_deal, piece.first_deal + piece.n_deals)
        scores.wins[deals, piece.line_up], scores.points[deals, piece.line_up] = wins, points
        is_played[deals, piece.line_up] = True
        return piece.n_deals * len(lined_up)

    n_games = 0
    with ThreadPoolExecutor(n_threads) as pool:
        try:
            for played in as_completed([pool.submit(play, piece) for piece in _pieces(len(line_ups), n_deals)]):
                n_games += played.result()
                report(n_games)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)  # when it returns, what was under way has been played
            n_complete = int(np.logical_and.accumulate(is_played.all(axis=1)).sum())
            raise Interrupted(Scores(line_ups, scores.wins[:n_complete], scores.points[:n_complete])) from None
        finally:  # a bot that broke a rule: what has not begun is dropped
            pool.shutdown(wait=False, cancel_futures=True)
    return scores


def _pieces(n_line_ups: int, n_deals: int) -> Iterator[Piece]:
    """The first deals of all line-ups first, so that an interrupt leaves a tournament of fewer deals."""
    for first_deal in range(0, n_deals, DEALS_PER_PIECE):
        for line_up in range(n_line_ups):
            yield Piece(line_up, first_deal, min(DEALS_PER_PIECE, n_deals - first_deal))


def _play_deals(
    board: Board, bots: list[Bot], seed: int, first_deal: int, n_deals: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Wins and points [deal, place], means over the rotations of each deal."""
    n_players = len(bots)
    seated = orders(n_players)
    first_game, n_games = first_deal * n_players, n_deals * n_players
    results = Table(board, bots, seated, n_rotations=n_players).play(seed, first_game, n_games)
    seats_of = np.argsort(seated, axis=1)[np.arange(first_game, first_game + n_games) % len(seated)]  # [game, place]
    seats = results["seats"][:, :n_players]

    def by_place(values: NDArray[np.floating]) -> NDArray[np.float32]:
        of_places = np.take_along_axis(values, seats_of, axis=1)
        means: NDArray[np.float32] = of_places.reshape(n_deals, n_players, n_players).mean(axis=1, dtype=np.float32)
        return means

    return by_place(seats["wins"] / results["n_winners"][:, None]), by_place(seats["total"])
