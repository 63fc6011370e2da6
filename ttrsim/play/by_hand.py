"""A game in which a person holds one seat and bots the others: taken back, saved and resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.position import Decision, Position
from ttrsim.play.position_files import as_dict, from_dict
from ttrsim.play.record.fields import Event
from ttrsim.play.record.writer import record_events
from ttrsim.play.restrictions import Restriction
from ttrsim.play.stepper import Stepper
from ttrsim.play.table import LoggedGame, check_players
from ttrsim.wording import shortened

FORMAT = "ttrsim game"
VERSION = 1
PERSON = "person"  # in place of a bot's name
KEYS = ("board", "seed", "seat", "bots", "decisions", "position")

Told = Callable[[str], None]


class GameByHand:
    """Every position so far; the last one is that of the person, or the end."""

    def __init__(self, board: str, seed: int, seat: int, bots: Sequence[str]) -> None:
        """`bots` hold the other seats, in order. Bots are loaded here, so a misspelt one is named at once."""
        self.board_name, self.seed, self.seat, self.bots = board, seed, seat, list(bots)
        self.board = load_board(board)
        check_players(self.board, len(bots) + 1)
        if not 0 <= seat <= len(bots):
            raise UserError(f"--seat: should be from 0 to {len(bots)}, not {seat}")
        self.seated = [load_bot(name, self.board.game) for name in self.bots]
        self.positions = [Position.start(self.board, len(bots) + 1, seed=seed)]
        self.decisions: list[int] = []

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    def name_of(self, seat: int) -> str:
        names = [*self.bots[: self.seat], PERSON, *self.bots[self.seat :]]
        return names[seat]

    # ---- play --------------------------------------------------------------------------------------

    def let_bots_play(self) -> Iterator[tuple[int, str]]:
        """Up to the person's next decision: the seat of each bot, and what all see of its decision."""
        while not self.is_over and self.position.asked != self.seat:
            seat = self.position.asked or 0
            decision = self.position.ask(self.seated[seat - (seat > self.seat)])
            words = self._seen_by_others(seat, decision)
            self._apply(decision)
            yield seat, words

    def _seen_by_others(self, seat: int, decision: Decision) -> str:
        """Without the seat's own cards and tickets."""
        if self.position.turn == 0:
            return "chooses tickets"  # S3: unseen by the others
        view = self.position.view(seat) | {"own": {}}
        return self.board.describe_decision(decision.number, view)

    def decide(self, decision: Decision) -> None:
        self._apply(decision)

    def _apply(self, decision: Decision) -> None:
        following = self.position.copy()
        following.apply(decision)
        self.positions.append(following)
        self.decisions.append(decision.number)

    def take_back(self) -> bool:
        """To the person's decision before this one, if there is one."""
        own = [place for place, position in enumerate(self.positions[:-1]) if position.asked == self.seat]
        if not own:
            return False
        del self.positions[own[-1] + 1 :]
        del self.decisions[own[-1] :]
        return True

    # ---- files -------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """With everything hidden, and the notes of the bots."""
        values = {
            "format": FORMAT,
            "version": VERSION,
            "board": self.board_name,
            "seed": self.seed,
            "seat": self.seat,
            "bots": self.bots,
            "decisions": self.decisions,
            "position": as_dict(self.position),
        }
        try:
            write_whole(path, (json.dumps(values) + "\n").encode())
        except OSError as error:
            raise UserError(f"cannot write '{path}': {error.strerror or error}") from error

    @classmethod
    def load(cls, path: Path) -> GameByHand:
        values = _read(path)
        try:
            game = cls(str(values["board"]), int(values["seed"]), int(values["seat"]), [str(b) for b in values["bots"]])
            for number in values["decisions"]:
                decision = game.position.decision(number)
                if decision is None:
                    raise UserError(f"decision {shortened(number)} is not legal in {game.position!r}")
                game._apply(decision)
            game.positions[-1] = _with_notes(game.position, from_dict(values["position"]))
        except UserError as error:
            raise UserError("\n".join(f"{path}: {line}" for line in str(error).splitlines())) from None
        except (TypeError, ValueError, KeyError) as error:
            raise UserError(f"{path}: is damaged: {error}") from None
        return game

    def record(self) -> list[Event]:
        """The game record, of a game that is over."""
        stepper = Stepper(self.board, is_logging=True)
        states = stepper.new_states()
        stepper.set_up(states, len(self.bots) + 1, self.seed, 0)
        for number in self.decisions:
            stepper.apply(states, number)
        names = [self.name_of(seat) for seat in range(len(self.bots) + 1)]
        nobody: list[Restriction | None] = [None] * len(names)
        result = stepper.score(states)
        return list(record_events(LoggedGame(self.board, names, self.seed, 0, result, stepper.events, nobody)))


def is_game(path: str | os.PathLike[str]) -> bool:
    """Whether a path is that of a saved game, and no board."""
    return Path(path).is_file()


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_bytes())
    except OSError as failure:
        raise UserError(f"cannot read '{path}': {failure.strerror or failure}") from failure
    except (ValueError, RecursionError):
        raise UserError(f"{path}: is damaged or not a saved game: it is not JSON") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise UserError(f"{path}: is not a game that `ttrsim play` saved")
    if values.get("version") != VERSION:
        raise UserError(f"{path}: has version {shortened(values.get('version'))}; this ttrsim reads {VERSION}")
    if missing := [key for key in KEYS if key not in values]:
        raise UserError(f"{path}: is damaged: without {', '.join(missing)}")
    return values


def _with_notes(played: Position, saved: Position) -> Position:
    """The saved position, which has the notes of the bots; it must be the one that the decisions lead to."""
    states = [each.board.state_as_dict(each._states[0]) for each in (played, saved)]
    if states[0] != states[1]:
        raise UserError("is damaged: its decisions lead to another position")
    return saved
