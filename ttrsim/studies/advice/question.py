"""Which decision the advice is about: an opening, one of a game, or one that was saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ttrsim.errors import UserError
from ttrsim.games.registry import board_names
from ttrsim.play.position import Decision, Position
from ttrsim.play.position_files import IMAGINED, is_table
from ttrsim.play.record.reader import RecordedGame, recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.replay import read_record, replayed
from ttrsim.runs.api import set_table
from ttrsim.studies.advice.opening import Opening, opening
from ttrsim.studies.advice.request import AdviseRequest
from ttrsim.wording import did_you_mean, listed


class Question(NamedTuple):
    position: Position | Opening
    played: Decision | None = None  # what was decided in the game
    imagined: tuple[str, ...] = ()  # what nobody wrote down, in words


def question_of(request: AdviseRequest) -> Question:
    """Refuses options that would have no effect: the user means another question than would be answered."""
    if isinstance(request.source, Position | Opening):
        return Question(request.source)
    if faults := list(_faults(request)):
        raise UserError("\n".join(faults))
    if request.offer is not None:
        return Question(_opening(request))
    if request.record is not None or request.bots is not None:
        return _decision_of_game(request)
    return _saved(request.source)


def _faults(request: AdviseRequest) -> Iterator[str]:
    given = {"--offer": request.offer, "--record": request.record, "--bots": request.bots}
    of_opening = {"--players": request.players, "--hand": request.hand, "--market": request.market}
    ways = [name for name, value in given.items() if value is not None]
    if len(ways) > 1:
        yield f"{listed(ways)} cannot be combined: each of them says what the advice is about"
    if request.record is not None and request.source is not None:
        yield f"--record names a game with its board, so leave out '{request.source}'"
    useless = [name for name, value in of_opening.items() if value is not None and request.offer is None]
    if useless and ways:
        yield f"{listed(useless)} can only be used with --offer"
    if request.turn is not None and request.offer is not None:
        yield "--turn cannot be combined with --offer: an opening is before the first turn"


def _opening(request: AdviseRequest) -> Opening:
    if request.source is None or request.players is None:
        raise UserError("--offer needs a board and --players, e.g. ttrsim advise europe --players 3 --offer …")
    cards = {"hand": request.hand, "market": request.market}
    return opening(
        request.source, request.players, request.seat or 0, request.offer or (), seed=request.world_seed, **cards
    )


def _decision_of_game(request: AdviseRequest) -> Question:
    turn, seat, nth = request.turn, request.seat, request.decision
    if turn is None:
        raise UserError("--turn says which turn of the game the advice is about")
    game, where = _game(request)
    steps = replayed(game, None)
    in_turn = [step for step in steps if step[0].turn == turn]
    if not in_turn:
        raise UserError(f"{where}: nothing is decided in turn {turn}; the game has turns 0 to {steps[-1][0].turn}")
    by_seat = [step for step in in_turn if seat is None or step[0].asked == seat]
    if not by_seat:
        seats = listed(sorted({str(position.asked) for position, _ in in_turn}), "or")
        raise UserError(f"{where}: seat {seat} decides nothing in turn {turn}; --seat should be {seats}")
    if len(by_seat) < nth:
        raise UserError(f"{where}: turn {turn} has {len(by_seat)} decisions, so --decision {nth} does not exist")
    return Question(*by_seat[nth - 1], tuple(game.imagined))


def _game(request: AdviseRequest) -> tuple[RecordedGame, str]:
    """The game, and what messages call it."""
    if request.record is not None:
        return read_record(request.record, request.game), str(request.record)
    if request.source is None or request.bots is None:
        raise UserError("--bots needs a board, e.g. ttrsim advise usa --bots planner,planner --turn 10")
    table, number = set_table(request.source, request.bots), request.game or 0
    game = recorded(table.board, record_events(table.play_logged(request.seed, number)))
    return game, f"game {number} of seed {request.seed} on {request.source}"


def _saved(source: str | None) -> Question:
    if source is None:
        raise UserError("name a board with --offer, a game with --record and --turn, or a saved position")
    if source in board_names() or Path(source).is_dir():
        raise UserError(f"'{source}' is a board: add --offer for an opening, or --bots and --turn for a game on it")
    if not Path(source).exists():
        raise UserError(f"'{source}' is neither a board nor a saved position{did_you_mean(str(source), board_names())}")
    imagined = IMAGINED if is_table(Path(source).read_bytes()) else ()
    return Question(Position.load(Path(source)), imagined=imagined)
