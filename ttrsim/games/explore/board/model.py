"""A board of Explore New York: its blocks, cafés, cards and the parameters of its rules.

Everything here is read-only. `loader.py` makes boards from folders of plain files,
`ttrsim.games.explore.engine` turns them into the record the kernel plays on.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from ttrsim.files.reading import BoardWeights
from ttrsim.games.contract import Board as AnyBoard
from ttrsim.games.explore.board.geometry import Point

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


class Board(_Frozen):
    game: ClassVar[str] = "explore"

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

    def with_parameters(self, **overrides: Any) -> Board:
        """The same board under house rules; faults in them are reported like those of a board."""
        from ttrsim.games.explore.board.loader import override_parameters

        return override_parameters(self, overrides, "parameters")


def own_board(board: AnyBoard) -> Board:
    """A board of this game, with all that such a board has."""
    assert isinstance(board, Board)
    return board
