"""Replays recorded games: the decisions come from the record, and the cards from its seed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ttrsim.errors import UserError
from ttrsim.games.registry import load_board
from ttrsim.machine.table import GAME_OVER
from ttrsim.play.position import Decision, Notes, Position
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import Answer, RecordedGame, RecordError, read_games
from ttrsim.play.stepper import Stepper
from ttrsim.play.table import LoggedGame
from ttrsim.wording import shortened

ENDING = ("score", "end")

Record = RecordedGame | str | os.PathLike[str]


class Replay(NamedTuple):
    """A game whose replay agrees with its record."""

    steps: list[tuple[Position, Decision]]  # every position with a decision, in order
    end: Position


def position_at(record: Record, turn: int, game: int | None) -> Position:
    """The first position of a turn, or the next one if that turn has no decision."""
    recorded = read_record(record, game)
    steps = play_again(recorded).steps
    first = next((position for position, _ in steps if position.turn >= turn), None)
    if first is None or turn < 0:
        raise UserError(f"{recorded.source}: turn should be from 0 to {steps[-1][0].turn}, not {turn}")
    return first


def replayed(record: Record, game: int | None) -> list[tuple[Position, Decision]]:
    return play_again(read_record(record, game)).steps


def with_notes_of(policy: str, game: RecordedGame, steps: list[tuple[Position, Decision]]) -> None:
    """Gives the positions of a game the notes of the seats in which a bot played, by asking it again."""
    kept: dict[int, Notes] = {}
    for position, _ in steps:
        seat = position.asked
        assert seat is not None
        for other, notes in kept.items():
            position.keep_notes(other, notes)
        if game.start["bots"][seat] == policy and (taken := position.ask(policy).notes):
            kept[seat] = taken


def read_record(record: Record, wanted: int | None) -> RecordedGame:
    """One game of a file. Its number is needed if there are several."""
    if isinstance(record, RecordedGame):
        return record
    path = os.fspath(record)
    try:
        with open(path, "rb") as lines:
            games = [game for game in read_games(lines, path, load_board) if wanted in (None, game.start["game"])]
    except OSError as failure:
        raise UserError(f"cannot read '{path}': {failure.strerror or failure}") from failure
    if not games:
        raise UserError(f"{path}: no game {wanted} in this record")
    if len(games) > 1:
        raise UserError(f"{path}: has {len(games)} games: choose one with --game (in Python: game=…)")
    return games[0]


def play_again(game: RecordedGame) -> Replay:
    """Replays the whole game. RecordError names the first line that differs."""
    logging, quiet = Stepper(game.board, is_logging=True), Stepper(game.board)
    states = logging.new_states()
    logging.set_up(states, game.n_seats, game.start["seed"], game.start["game"], game.restrictions)
    dealer = game.board.dealer(game) if game.imagined else None
    steps = []
    for answer in game.board.answers_of(game):
        if dealer:
            dealer.deal(states, answer.line)
        if answer.question == states[0]["public"]["question"]:  # otherwise there was no choice
            position = Position(quiet, states, [None] * game.n_seats).copy()
            decision = position.decision(answer.number)
            if decision is None:
                raise _first_difference(game, logging, states) or _illegal(game, answer, position)
            steps.append((position, decision))
            if dealer:
                dealer.stack(states, answer.line)
            logging.apply(states, decision.number)
    if difference := _first_difference(game, logging, states):
        raise difference
    if states[0]["public"]["question"] != GAME_OVER:
        raise game.error(game.events[-1][0], "the record ends here, but the game is not over")
    if dealer:
        dealer.deal(states, game.events[-1][0])  # the cards that came after the last decision
    return Replay(steps, Position(quiet, states, [None] * game.n_seats))


def _illegal(game: RecordedGame, answer: Answer, position: Position) -> RecordError:
    text = game.board.describe_decision(answer.number)
    return game.error(answer.line, f"not legal in {position!r}: {text}")


def _first_difference(game: RecordedGame, stepper: Stepper, states: np.ndarray) -> RecordError | None:
    """The first line in which the replay differs from the record, if it does.

    If cards are imagined, the kernel logs its own cards, which the dealer replaced. Then only the scores are compared.
    """
    start = game.start
    result, restrictions = stepper.score(states), [game.restrictions.get(seat) for seat in range(game.n_seats)]
    logged = LoggedGame(game.board, start["bots"], start["seed"], start["game"], result, stepper.events, restrictions)
    events, played = game.events, list(_events_so_far(logged, states[0]["public"]))
    deal = f"seed {start['seed']}, game {start['game']} on {game.board.name}"
    if game.imagined:
        events = [(line, event) for line, event in events if event["event"] in ENDING]
        played = [event for event in played if event["event"] in ENDING]
        deal = f"the rules of {game.board.name}"
    for (line, event), replayed_event in zip(events, played, strict=False):
        for key, value in replayed_event.items():
            if event.get(key) != value:
                wrong = f"{event['event']}: '{key}' is {shortened(event.get(key))}, but {deal} gives {shortened(value)}"
                return game.error(line, f"{wrong}: the record cannot be replayed")
    return None


def _events_so_far(logged: LoggedGame, public: Any) -> Iterator[Event]:
    """The events up to the current position; all events if the game is over."""
    is_over = public["question"] == GAME_OVER
    for event in logged.board.record_events(logged):
        if not is_over and (event["event"] in ENDING or event["turn"] == public["turn"] == 0):
            return
        yield event
