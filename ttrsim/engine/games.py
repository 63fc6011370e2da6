"""Plays games of a board with bots, and explains what went wrong where something did."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttrsim.board.model import COLOURS, WILD, Board
from ttrsim.engine.bots import Bot
from ttrsim.errors import RunError, UserError


@dataclass(frozen=True)
class LoggedGame:
    """One game with everything that happened in it."""

    board: Board
    bots: list[Bot]
    seed: int
    game: int
    result: Any  # a RESULT record
    events: np.ndarray  # rows of `kernel.log`


class Table:
    """A board with its bots seated, ready to play. One thread at a time."""

    def __init__(self, board: Board, bots: list[Bot]) -> None:
        check_players(board, len(bots))
        announce_compilation()
        from ttrsim.engine.tables import board_record
        from ttrsim.kernel.play import play_games
        from ttrsim.kernel.records import MAX_SEATS, WORK

        self.board = board
        self.bots = bots
        self._play_games = play_games
        self._boards = board_record(board)
        self._works = np.zeros(1, WORK)
        for seat, bot in enumerate(bots):
            self._works[0]["state"]["seats"][seat]["weights"][: len(bot.weights)] = bot.weights
        functions = [bot.made.function for bot in bots]
        self._functions = tuple(functions + functions[:1] * (MAX_SEATS - len(bots)))

    def play(self, seed: int, first_game: int, n_games: int) -> np.ndarray:
        """Results of games `first_game` and on, a RESULT record each."""
        from ttrsim.kernel.play import NO_FAULTY_GAME
        from ttrsim.kernel.records import RESULT

        results = np.zeros(n_games, RESULT)
        faulty = self._play_games(self._boards, self._works, self._functions, len(self.bots), seed, first_game, results)
        if faulty != NO_FAULTY_GAME:
            raise RunError(self._explain(results[faulty], seed, first_game + faulty))
        return results

    def play_logged(self, seed: int, game: int) -> LoggedGame:
        from ttrsim.kernel.log import LOG_EVERYTHING, LOG_NOTHING

        log = self._works[0]["log"]
        log["level"] = LOG_EVERYTHING
        try:
            result = self.play(seed, game, 1)[0]
            events = log["events"][: log["n"]].copy()
        finally:
            log["level"] = LOG_NOTHING
        return LoggedGame(self.board, self.bots, seed, game, result, events)

    def _explain(self, result: Any, seed: int, game: int) -> str:
        from ttrsim.kernel import records
        from ttrsim.kernel.checker import CHECKS

        seat, detail = int(result["fault_seat"]), int(result["fault_detail"])
        turn = int(self._works[0]["state"]["public"]["turn"])
        where = f"seed {seed}, game {game}, turn {turn}, seat {seat} ({self.bots[seat].name})"
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
    from ttrsim.kernel.jit import is_compiled

    if "ttrsim.kernel.play" not in sys.modules and not is_compiled():
        print("compiling the game kernel, once for this version (about 20 seconds) …", file=sys.stderr, flush=True)


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
