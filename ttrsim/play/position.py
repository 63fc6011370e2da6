"""A position of a game: the open question, the legal decisions, and what follows from them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ttrsim.errors import RunError, UserError
from ttrsim.files.images import format_of
from ttrsim.files.whole import write_whole
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.record.reader import read_restrictions
from ttrsim.play.restrictions import Restriction
from ttrsim.play.stepper import Stepper
from ttrsim.play.table import check_players
from ttrsim.play.tampering import tampered
from ttrsim.workers.watch import asking

if TYPE_CHECKING:
    from ttrsim.play.record.reader import RecordedGame

GAME_OVER = "game_over"


@dataclass(frozen=True)
class Notes:
    """The notes of a bot after its decision, and the state of its random numbers."""

    bot: str
    own: Any = field(repr=False)  # an OWN record


@dataclass(frozen=True)
class Decision:
    """A legal decision, in words and as the kernel's number; `str` gives the words."""

    number: int
    text: str
    notes: Notes | None = field(default=None, repr=False, compare=False)  # of the bot that was asked

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Score:
    """For each seat the parts of its score and the `total`. It reveals hidden tickets, so no seat may see it."""

    is_final: bool  # otherwise these are the points as if the game ended here
    seats: tuple[dict[str, Any], ...]
    winners: tuple[int, ...]  # none before the end

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat["total"] for seat in self.seats)


class Position:
    """A position of a game. `apply` changes it; `copy` it to try something.

    >>> position = Position.start("usa", 2, seed=1)
    >>> position.apply(position.legal()[0])
    """

    def __init__(self, stepper: Stepper, states: np.ndarray, bots: list[str | None]) -> None:
        """Use `start`, `from_record` or `load`."""
        self._stepper = stepper
        self._states = states  # one STATE record
        self._bots = bots  # [seat] the bot whose notes the state holds

    @classmethod
    def start(
        cls,
        board: str | os.PathLike[str] | Board,
        players: int,
        *,
        seed: int = 1,
        deal: int = 0,
        house_rules: Mapping[str, Any] | None = None,
        restrictions: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> Position:
        """The first question of a game: the same cards as in deal `deal` of a run with this seed.

        `house_rules` are parameters of the board, and `restrictions` those of each seat, as in a scenario.
        """
        loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
        if house_rules:
            loaded = loaded.override_parameters(house_rules, "house_rules")
        check_players(loaded, players)
        restricted = _restrictions(loaded, players, restrictions or {})
        stepper = Stepper(loaded)
        states = stepper.new_states()
        stepper.set_up(states, players, seed, deal, restricted)
        return cls(stepper, states, [None] * players)

    @classmethod
    def from_record(
        cls, record: RecordedGame | str | os.PathLike[str], turn: int, *, game: int | None = None
    ) -> Position:
        """The first question of a turn of a recorded game; `game` chooses among several in a file.

        The decisions come from the record, and the cards from its seed. If the replay differs from the record, a
        UserError says where.
        """
        from ttrsim.play.replay import position_at

        return position_at(record, turn, game)

    @classmethod
    def replay(
        cls, record: RecordedGame | str | os.PathLike[str], *, game: int | None = None
    ) -> Iterator[tuple[Position, Decision]]:
        """Every position of a recorded game that has a decision, with that decision."""
        from ttrsim.play.replay import replayed

        return iter(replayed(record, game))

    # ---- the question ----------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self._stepper.board

    @property
    def game(self) -> Game:
        return self._stepper.game

    @property
    def players(self) -> int:
        return int(self._public["n_seats"])

    @property
    def turn(self) -> int:
        """1, 2, … over the turns of all seats; 0 in a set-up that asks something."""
        return int(self._public["turn"])

    @property
    def question(self) -> str:
        """The open question, named as in the botkit, or `game_over`."""
        return self.board.questions[int(self._public["question"])]

    @property
    def asked(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return None if self.is_over else int(self._public["asked"])

    @property
    def is_over(self) -> bool:
        return self.question == GAME_OVER

    @property
    def _public(self) -> Any:
        return self._states[0]["public"]

    # ---- decisions -------------------------------------------------------------------------------

    def legal(self) -> list[Decision]:
        """Every legal decision. For a route that takes sets of any cards (NC3, NC4), only some payments are listed."""
        return [] if self.is_over else self._decisions(self._stepper.legal(self._states))

    def candidates(self) -> list[Decision]:
        """The legal decisions worth comparing: one of each group with the same effect."""
        return [] if self.is_over else self._decisions(self._stepper.candidates(self._states))

    def decision(self, number: int) -> Decision | None:
        """The decision with this number, if it is legal here."""
        if self.is_over or not self._is_legal(number):
            return None
        return self._decisions([number])[0]

    def _decisions(self, numbers: list[int]) -> list[Decision]:
        view = self._view_of_asked()
        return [Decision(number, self._describe(number, view)) for number in numbers]

    def apply(self, decision: Decision | int) -> None:
        """Carries out a legal decision and moves on to the next question."""
        number = decision if isinstance(decision, int) else decision.number
        seat = self._seat_to_decide()
        if not self._is_legal(number):
            raise UserError(f"{self!r}: not legal: {self._describe(number, self.view(seat))}")
        if isinstance(decision, Decision) and decision.notes is not None:
            self.keep_notes(seat, decision.notes)
        self._stepper.apply(self._states, number)

    def ask(self, bot: str | Bot) -> Decision:
        """What a bot decides here. The position does not change.

        A bot has no notes at first. After one of its own decisions has been applied, it has the notes it took then.
        """
        seat = self._seat_to_decide()
        seated = load_bot(bot, self.game) if isinstance(bot, str) else bot
        states = _copied(self._states)
        own = states[0]["seats"][seat]
        if self._bots[seat] != seated.name:
            own["memory"] = 0
        own["weights"] = 0
        own["weights"][: len(seated.weights)] = seated.weights_on(self.board, self.players)
        number = self._answer(seated, states)
        text = self._describe(number, self.view(seat))
        if not self._is_legal(number):
            raise RunError(f"{self!r}: the bot {seated.name} made an illegal decision: {text}")
        return Decision(number, text, Notes(seated.name, own))

    def _answer(self, bot: Bot, states: np.ndarray) -> int:
        """The number of its decision. What it may only read must be as it was afterwards."""
        function, boards = bot.compiled.function, self._stepper.boards

        def call() -> int:
            state = states[0]
            return int(function(boards[0], state["public"], state["seats"][state["public"]["asked"]]))

        if not bot.compiled.is_watched:
            return call()
        before, kept = _copied(states), boards.copy()
        number = asking(call, lambda: b"", lambda: f"{self!r}: {bot.name}")
        if changed := tampered(before, states, kept, boards):
            boards[:] = kept
            raise RunError(f"{self!r}: {bot.name}: {changed}")
        return number

    def notes_of(self, seat: int) -> str | None:
        """The bot whose notes the position holds for a seat."""
        return self._bots[seat]

    def keep_notes(self, seat: int, notes: Notes) -> None:
        """Gives a seat the notes that a bot took at an earlier decision of its own."""
        own = self._states[0]["seats"][seat]
        own["memory"], own["stream"] = notes.own["memory"], notes.own["stream"]
        self._bots[seat] = notes.bot

    def state(self) -> np.ndarray:
        """A copy of the state for compiled code: an array of one STATE record."""
        return _copied(self._states)

    def copy(self) -> Position:
        return Position(self._stepper, _copied(self._states), list(self._bots))

    def _seat_to_decide(self) -> int:
        if self.is_over:
            raise UserError(f"{self!r}: the game is over, so no decision is open")
        return int(self._public["asked"])

    def _is_legal(self, number: int) -> bool:
        return 0 <= number < 2**62 and bool(self._stepper.are_legal(self._states, number, number + 1)[0])

    # ---- views and scores ------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Exactly what a seat may see, in plain values: `seat`, `public` and `own`."""
        if not 0 <= seat < self.players:
            raise UserError(f"{self!r}: no seat {seat}; seats are 0 to {self.players - 1}")
        return self.board.view(self._public, self._states[0]["seats"][seat])

    def score(self) -> Score:
        """The result of the game; before its end, the points as if it ended here."""
        result = self._stepper.score(self._states)
        seats = self.board.score(self._states[0], result)
        winners = np.flatnonzero(result["seats"]["wins"][: self.players]).tolist() if self.is_over else []
        return Score(self.is_over, tuple(seats), tuple(winners))

    def _describe(self, number: int, view: Mapping[str, Any]) -> str:
        return self.board.describe_decision(number, view)

    def _view_of_asked(self) -> dict[str, Any]:
        return self.view(int(self._public["asked"]))

    def __repr__(self) -> str:
        headline = self.board.headline(self._view_of_asked())
        return f"<Position {self.board.name}, {self.players} players, {headline}>"

    def __str__(self) -> str:
        """The table as the asked seat sees it."""
        view = self._view_of_asked()
        title = f"{self.board.title}, {self.players} players, {self.board.headline(view)}"
        return "\n".join(filter(None, [title, self.board.notice, *self.board.tell(view)]))

    def draw(self, path: str | os.PathLike[str], dpi: int = 110) -> None:
        """A picture of the table as the asked seat sees it: a .png, .svg or .pdf file."""
        target = Path(path)
        image = self.board.draw_table(self._view_of_asked(), format_of(target), dpi)
        try:
            write_whole(target, image)
        except OSError as error:
            raise UserError(f"cannot write '{target}': {error.strerror or error}") from error

    # ---- files -----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the whole position as JSON, including everything hidden."""
        from ttrsim.play.position_files import save

        save(self, Path(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, board: str | os.PathLike[str] | None = None) -> Position:
        """A saved position. `board` is the folder of its board, if that has moved."""
        from ttrsim.play.position_files import load

        return load(Path(path), board)

    def __eq__(self, other: object) -> bool:
        """Whether both would be saved as the same file."""
        from ttrsim.play.position_files import as_dict

        return as_dict(self) == as_dict(other) if isinstance(other, Position) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # it changes


def _restrictions(board: Board, players: int, terms: Mapping[int, Mapping[str, Any]]) -> dict[int, Restriction]:
    listed = [{"player": seat, **of_seat} for seat, of_seat in terms.items()]
    try:
        restrictions = read_restrictions({"players": players, "restrictions": listed}, board)
    except ValueError as error:
        raise UserError(f"restrictions {error}") from None
    for seat, restriction in restrictions.items():
        for conflict in restriction.conflicts(board):
            raise UserError(f"restrictions of seat {seat}: {conflict}")
    return restrictions


def _copied(states: np.ndarray) -> np.ndarray:
    """A copy byte by byte: NumPy copies records field by field, which takes ten times as long."""
    copy = np.empty_like(states)
    copy.view(np.uint8)[:] = states.view(np.uint8)
    return copy
