"""A board of Explore New York: its blocks, cafés, cards and the parameters of its rules.

Everything here is read-only. `loader.py` makes boards from folders of plain files,
`ttrsim.games.explore.engine` turns them into the record the kernel plays on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field

from ttrsim.files.reading import BoardWeights
from ttrsim.games.board import Board as AnyBoard
from ttrsim.games.explore.board.geometry import Point

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.documents.report.atlas import Atlas
    from ttrsim.games.board import Stage
    from ttrsim.games.contract import Game
    from ttrsim.games.explore.position.model import ExploreState, ExploreView
    from ttrsim.play.record.fields import Event, LogEntry, Test
    from ttrsim.play.record.reader import Answer, RecordedGame
    from ttrsim.play.table import LoggedGame

KINDS = "RGB"  # tourists: R likes lively places, G parks, B culture
TYPES = ("red", "green", "blue", "yellow", "grey", "white")  # of blocks; the first three are those of KINDS
N_CARDS = 27
STAR = "*"  # printed in place of a number

ASSUMED = "assumed"
MAP_BASES = ("rules", "example", "inferred", "assumed", "board")
CARD_BASES = ("assumed", "card")
COPIED = ("board", "card")  # of a row that was copied from the printed game

Points = Annotated[int, Field(ge=0, le=100)]


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Parameters(_Frozen):
    """The numbers of the rules. A scenario may override each of them."""

    min_players: int = Field(2, ge=2, le=4)
    max_players: int = Field(4, ge=2, le=4)
    cards_per_round: int = Field(3, ge=3, le=6)  # §4.1: turned up; all but two are discarded
    boxed_cards: dict[int, Annotated[int, Field(ge=0, le=N_CARDS)]] = {
        2: 3,
        3: 0,
        4: 3,
    }  # by the number of players, left out unseen
    plus_connections: int = Field(1, ge=0, le=1)  # §4.4: for each + on an action card
    cafe_points: Points = 3
    yellow_points: Points = 6
    grey_points: tuple[Points, ...] = Field(
        (0, 4, 12, 24, 36), min_length=1, max_length=37
    )  # for 0, 1, 2, … grey blocks

    def rounds(self, n_players: int) -> int:
        """§4: until the cards run out."""
        return (N_CARDS - self.boxed_cards[n_players]) // self.cards_per_round


class _Placed(_Frozen):
    """A row of the map."""

    x: int
    y: int
    type_basis: str  # where the row's facts come from, one of MAP_BASES
    place_basis: str

    @property
    def place(self) -> Point:
        return self.x, self.y


class Block(_Placed):
    type: str  # one of TYPES
    name: str = ""


class Cafe(_Placed):
    """It lies on the crossing (x, y)."""

    tourists: str  # two letters of KINDS


class Card(_Frozen):
    id: str
    number: int | None  # None: a star
    plus: bool
    tourists: str  # one or two letters of KINDS
    basis: str  # one of CARD_BASES

    @property
    def face(self) -> str:
        """The card as it is told: number, plus and tourists, like `2+ B`."""
        return f"{self.number or STAR}{'+' if self.plus else ''} {self.tourists}"


class Board(_Frozen, AnyBoard):
    name: str  # as typed on the command line
    title: str
    blocks: tuple[Block, ...]  # in reading order
    cafes: tuple[Cafe, ...]
    cards: tuple[Card, ...]
    parameters: Parameters
    weights: BoardWeights = {}  # of bots that were tuned for it

    @property
    def notice(self) -> str:
        """A notice to show with every result on a board that is not the printed one."""
        places: list[_Placed] = [*self.blocks, *self.cafes]
        assumed_places = sum(not {row.type_basis, row.place_basis}.issubset(COPIED) for row in places)
        assumed_cards = sum(card.basis not in COPIED for card in self.cards)
        if assumed_places + assumed_cards == 0:
            return ""
        return (
            f"stand-in board: {assumed_places} of {len(places)} places and {assumed_cards} of {len(self.cards)} cards "
            "are not copied from the printed game"
        )

    @property
    def game(self) -> Game:
        from ttrsim.games.explore.game import EXPLORE

        return EXPLORE

    # ---- its data --------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        from ttrsim.games.explore.board.wording import board_as_dict

        return board_as_dict(self)

    def override_parameters(self, overrides: Mapping[str, Any], where: str = "parameters") -> Board:
        from ttrsim.games.explore.board.loader import override_parameters

        return override_parameters(self, overrides, where)

    def counts(self) -> str:
        from ttrsim.games.explore.board.wording import counts

        return counts(self)

    def sheets(self) -> list[Table]:
        from ttrsim.games.explore.board.wording import sheets

        return sheets(self)

    def draw(self, image_format: str, dpi: int) -> bytes:
        from ttrsim.games.explore.board.draw import render_board

        return render_board(self, image_format, dpi)

    def atlas(self) -> Atlas:
        from ttrsim.games.explore.analysis.atlas import atlas

        return atlas(self)

    # ---- play ------------------------------------------------------------------------------------

    def record(self) -> np.ndarray:
        from ttrsim.games.explore.engine import board_record

        return board_record(self)

    # ---- positions -------------------------------------------------------------------------------

    @property
    def questions(self) -> Mapping[int, str]:
        from ttrsim.games.explore.position.model import QUESTIONS

        return QUESTIONS

    @property
    def state_schema(self) -> type[ExploreState]:
        from ttrsim.games.explore.position.model import ExploreState

        return ExploreState

    def view(self, public: Any, own: Any) -> dict[str, Any]:
        from ttrsim.games.explore.position.model import public_of

        return {"seat": int(own["seat"]), "public": public_of(self, public), "own": {}}

    def state_as_dict(self, state: Any) -> dict[str, Any]:
        from ttrsim.games.explore.position.model import state_of

        return {**state_of(self, state)}

    def build_state(self, values: Mapping[str, Any]) -> np.ndarray:
        from ttrsim.games.explore.position.model import ExploreBuilder

        return ExploreBuilder(self, cast("ExploreState", values)).built()

    def score(self, state: Any, result: Any) -> list[dict[str, Any]]:
        from ttrsim.games.explore.record.writer import score_of

        return [score_of(line) for line in result["seats"][: state["public"]["n_seats"]]]

    def describe_decision(self, decision: int, view: Mapping[str, Any] | None = None) -> str:
        from ttrsim.games.explore.position.wording import describe_decision

        return describe_decision(self, decision, cast("ExploreView | None", view))

    def headline(self, view: Mapping[str, Any]) -> str:
        from ttrsim.games.explore.position.wording import headline

        return headline(cast("ExploreView", view))

    def tell(self, view: Mapping[str, Any]) -> Iterator[str]:
        from ttrsim.games.explore.position.wording import tell_table

        return tell_table(self, cast("ExploreView", view))

    def draw_table(self, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes:
        from ttrsim.games.explore.position.drawing import render_table

        return render_table(self, cast("ExploreView", view), image_format, dpi)

    def stage(self) -> Stage:
        from ttrsim.games.explore.position.stage import ExploreStage

        return ExploreStage(self)

    # ---- the game record -------------------------------------------------------------------------

    @property
    def record_format(self) -> int:
        from ttrsim.games.explore.record.events import FORMAT

        return FORMAT

    @property
    def events(self) -> Mapping[str, Mapping[str, str]]:
        from ttrsim.games.explore.record.events import FIELDS

        return FIELDS

    def fields_of(self, event: Event) -> dict[str, str]:
        from ttrsim.games.explore.record.events import fields_of

        return fields_of(event)

    def field_tests(self, n_seats: int) -> dict[str, Test]:
        from ttrsim.games.explore.record.events import field_tests

        return field_tests(self, n_seats)

    def record_start(self) -> Event:
        from ttrsim.games.explore.record.writer import start_of

        return start_of(self)

    def record_events(self, game: LoggedGame) -> Iterator[Event]:
        from ttrsim.games.explore.record.writer import events_of

        return events_of(self, game)

    def tell_game(self, game: RecordedGame) -> Iterator[str]:
        from ttrsim.games.explore.record.text import ExploreNarrator

        return ExploreNarrator(self, game).lines()

    def log_of(self, game: RecordedGame) -> Iterator[LogEntry]:
        from ttrsim.games.explore.record.text import log

        return log(self, game)

    def score_sheet(self, game: RecordedGame) -> Table:
        from ttrsim.games.explore.record.text import score_sheet

        return score_sheet(game)

    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        from ttrsim.games.explore.record.writer import answers_of

        return answers_of(game)
