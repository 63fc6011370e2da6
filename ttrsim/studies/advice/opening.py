"""The first decision of a seat: which tickets to keep, as a player describes the offer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ttrsim.games.board import Board, FirstOffer
from ttrsim.games.registry import load_board
from ttrsim.play.position import Position
from ttrsim.play.rollouts import StateOfWorld
from ttrsim.play.stepper import Stepper


@dataclass(frozen=True)
class Opening:
    """The first offer of a seat. Cards that are not given are dealt at random in each world."""

    position: Position  # in one of the worlds
    state_of: StateOfWorld
    dealt: tuple[str, ...]  # what is dealt at random, in words


def opening(
    board: str | os.PathLike[str] | Board,
    players: int,
    seat: int,
    offer: Sequence[str],
    *,
    hand: Sequence[str] | None = None,
    market: Sequence[str] | None = None,
    seed: int = 1,
) -> Opening:
    """Describes the choice of tickets at the start of a game, for `ttrsim.advise`.

    Args:
        board: A built-in board, or the folder of your own.
        players: Number of players.
        seat: The seat that chooses, from 0.
        offer: The tickets that it is offered.
        hand: The cards of its hand (default: dealt at random).
        market: The cards that lie face up (default: dealt at random).
        seed: Seed of the cards that are dealt.

    """
    loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
    state_of = loaded.openings(FirstOffer(players, seat, offer, hand, market, seed))
    unknown = [name for name, cards in (("the hand", hand), ("the market", market)) if cards is None]
    dealt = tuple(f"{name} (dealt at random for each game)" for name in unknown)
    return Opening(Position(Stepper(loaded), state_of(0), [None] * players), state_of, dealt)
