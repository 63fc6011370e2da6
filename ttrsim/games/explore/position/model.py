"""Positions of Explore New York as plain values: what they are made of, from records of the kernel and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # that of `typing` cannot be validated before Python 3.12

from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES, SIZE
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.engine import BLOCK_NUMBER, board_record
from ttrsim.games.explore.kernel import records
from ttrsim.games.state_builder import StateBuilder
from ttrsim.machine.sets import members, numbers_in
from ttrsim.machine.table import GAME_OVER

Count = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[list[Annotated[int, Field(ge=0, le=SIZE)]], Field(min_length=2, max_length=2)]
Question = Literal["discard", "choose_block", "draw", "extra", "game_over"]
Word = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]  # where a stream of random numbers stands
strict = with_config(ConfigDict(extra="forbid", strict=True))


@strict
class DrawnTurn(TypedDict):
    """What a seat chose in a round."""

    block: Place
    tourists: Annotated[str, Field(pattern=r"^R{0,99}G{0,99}B{0,99}$")]  # in the block by now, those of cafés too
    fallback: bool


@strict
class Map(TypedDict):
    turns: list[DrawnTurn]  # by round
    segments: list[str]  # drawn
    cafes: list[Place]  # reached


@strict
class ExplorePublic(TypedDict):
    turn: Annotated[int, Field(ge=1, le=100)]  # over all seats
    round: Count
    rounds: Count
    question: Question
    asked: Count | None
    open: list[str]  # cards turned up and not discarded
    action: list[list[str]]  # by round: the two cards that were played
    seen: list[str]  # all cards turned up so far, in order
    pile: Count
    extras: Count  # §4.4: connections still due for `+`
    maps: Annotated[list[Map], Field(min_length=2, max_length=4)]  # by seat


@strict
class ExploreOwn(TypedDict):
    """Nothing: the maps lie open (§6.16)."""


@strict
class ExploreHidden(TypedDict):
    pile: list[str]  # the cards to come, and then those in the box
    card_stream: Word


@strict
class ExploreState(TypedDict):
    public: ExplorePublic
    seats: list[ExploreOwn]
    hidden: ExploreHidden


class ExploreView(TypedDict):
    """What one seat sees."""

    seat: int
    public: ExplorePublic
    own: ExploreOwn


# ---- from the records of a state to plain values ---------------------------------------------------

QUESTIONS: dict[int, Question] = {
    int(GAME_OVER): "game_over",
    int(records.DISCARD): "discard",
    int(records.CHOOSE_BLOCK): "choose_block",
    int(records.DRAW): "draw",
    int(records.EXTRA): "extra",
}


def state_of(board: Board, state: Any) -> ExploreState:
    public, hidden = state["public"], state["hidden"]
    n_turned = int(hidden["n_turned"])
    order = _cards(board, hidden["pile"])
    return {
        "public": public_of(board, public) | {"seen": order[:n_turned]},
        "seats": [{} for _ in range(int(public["n_seats"]))],
        "hidden": {"pile": order[n_turned:], "card_stream": f"{int(hidden['card_stream']['state']):016x}"},
    }


def public_of(board: Board, public: Any) -> ExplorePublic:
    question, round_ = QUESTIONS[int(public["question"])], int(public["round"])
    n_played = round_ - (question == "discard")
    return {
        "turn": int(public["turn"]),
        "round": round_,
        "rounds": int(public["n_rounds"]),
        "question": question,
        "asked": None if question == "game_over" else int(public["asked"]),
        "open": _cards(board, public["open"][: public["n_open"]]),
        "action": [_cards(board, pair) for pair in public["action"][:n_played]],
        "seen": _cards(board, numbers_in(public["seen"])),
        "pile": int(public["pile_size"]),
        "extras": int(public["extras_left"]),
        "maps": [_map(map_) for map_ in public["maps"][: public["n_seats"]]],
    }


def _map(map_: Any) -> Map:
    return {
        "turns": [_turn(map_, place) for place, block in enumerate(map_["chosen"]) if block != records.NO_BLOCK],
        "segments": [SEGMENT_NAMES[number] for number in numbers_in(*map_["drawn"])],
        "cafes": [list(CROSSINGS[number]) for number in numbers_in(map_["cafes"])],
    }


def _turn(map_: Any, place: int) -> DrawnTurn:
    block = int(map_["chosen"][place])
    tourists = "".join(kind * int(n) for kind, n in zip(KINDS, map_["tourists"][block], strict=True))
    fallback = bool(int(map_["fallbacks"]) >> (place + 1) & 1)
    return {"block": list(BLOCKS[block]), "tourists": tourists, "fallback": fallback}


def _cards(board: Board, numbers: Iterable[int]) -> list[str]:
    return [board.cards[number].id for number in numbers]


# ---- from plain values -----------------------------------------------------------------------------
# From plain values to the record of a state. Values that follow from others are recomputed.

QUESTION_NUMBERS = {name: number for number, name in QUESTIONS.items()}
SEGMENT_NUMBERS = {name: number for number, name in enumerate(SEGMENT_NAMES)}


class ExploreBuilder(StateBuilder):
    def __init__(self, board: Board, state: ExploreState) -> None:
        cards = {card.id: number for number, card in enumerate(board.cards)}
        super().__init__(records.STATE, {"card": cards, "segment": SEGMENT_NUMBERS})
        self.board = board
        self.record = board_record(board)[0]
        self.source = state
        self.n_seats = len(state["public"]["maps"])

    def fill_in(self) -> None:
        self._check_shape()
        if self.faults:
            return
        self._put_turn()
        self._put_cards()
        for seat in range(self.n_seats):
            self.states[0]["seats"][seat]["seat"] = seat
            self._put_map(seat, self.source["public"]["maps"][seat])
        self._put_block()

    # ---- what can be wrong -----------------------------------------------------------------------

    def _block(self, place: Place) -> int:
        self._expect(tuple(place) in BLOCKS, f"there is no block {place}")
        return BLOCK_NUMBER.get((place[0], place[1]), 0)

    def _check_shape(self) -> None:
        """Everything that must hold before numbers can be put into the record."""
        public, hidden, rules = self.source["public"], self.source["hidden"], self.board.parameters
        low, high, n_seats = rules.min_players, rules.max_players, self.n_seats
        if not low <= n_seats <= high:
            self.faults.append(f"{self.board.name} is for {low} to {high} players, not {n_seats}")
            return
        n_turns = n_seats * rules.rounds(n_seats)
        self._expect(len(self.source["seats"]) == n_seats, "public and seats have different numbers of seats")
        self._expect(public["turn"] <= n_turns, f"the game has {n_turns} turns")
        self._expect(public["question"] != "game_over" or public["turn"] == n_turns, "the game cannot be over")
        self._expect(len(public["open"]) <= rules.cards_per_round, "more cards are open than a round has")
        self._expect(
            len(public["seen"]) + len(hidden["pile"]) == len(self.board.cards), "some cards are neither seen nor hidden"
        )
        self._expect(
            len(public["action"]) <= rules.rounds(n_seats), "cards were played in more rounds than the game has"
        )
        self._expect(all(len(pair) == 2 for pair in public["action"]), "two cards are played in a round")
        for map_ in public["maps"]:
            self._expect(len(map_["turns"]) <= rules.rounds(n_seats), "a map has more turns than rounds")

    # ---- turn and cards --------------------------------------------------------------------------

    def _put_turn(self) -> None:
        public, source = self.public, self.source["public"]
        rounds, place = divmod(source["turn"] - 1, self.n_seats)
        public["n_seats"], public["turn"], public["round"] = self.n_seats, source["turn"], rounds + 1
        public["n_rounds"] = self.board.parameters.rounds(self.n_seats)
        public["first"] = rounds % self.n_seats
        public["asked"] = (rounds + place) % self.n_seats
        public["question"] = QUESTION_NUMBERS[source["question"]]

    def _put_cards(self) -> None:
        public, hidden, source = self.public, self.states[0]["hidden"], self.source["public"]
        seen = self._numbers("card", source["seen"])
        hidden["pile"] = seen + self._numbers("card", self.source["hidden"]["pile"])
        hidden["n_turned"] = len(seen)
        hidden["card_stream"]["state"] = int(self.source["hidden"]["card_stream"], 16)
        public["seen"] = members(set(seen))[0]
        public["pile_size"] = public["n_rounds"] * self.board.parameters.cards_per_round - len(seen)
        public["open"][: len(source["open"])] = self._numbers("card", source["open"])
        public["n_open"] = len(source["open"])
        for place, pair in enumerate(source["action"]):
            public["action"][place] = self._numbers("card", pair)

    # ---- maps ------------------------------------------------------------------------------------

    def _put_map(self, seat: int, source: Map) -> None:
        map_ = self.public["maps"][seat]
        segments = {self._number("segment", name) for name in source["segments"]}
        map_["drawn"], map_["n_drawn"] = members(segments, words=2), len(segments)
        ends = 0
        for segment in segments:
            ends |= int(self.record["ends"][segment])
        map_["cafes"] = ends & int(self.record["cafes"])  # §4.5
        map_["chosen"][:] = records.NO_BLOCK
        for place, turn in enumerate(source["turns"]):
            block = self._block(turn["block"])
            map_["chosen"][place] = block
            map_["tourists"][block] = [turn["tourists"].count(kind) for kind in KINDS]
            map_["fallbacks"] |= turn["fallback"] << (place + 1)
        map_["occupied"] = members({self._block(turn["block"]) for turn in source["turns"]})[0]

    def _put_block(self) -> None:
        """Of the turn that is being played."""
        public, turns = self.public, self.source["public"]["maps"][self.public["asked"]]["turns"]
        has_chosen = len(turns) == public["round"]
        is_drawing = self.source["public"]["question"] in ("draw", "extra", "game_over")
        self._expect(has_chosen == is_drawing, "question does not fit the block of this turn")
        public["block"] = self._block(turns[-1]["block"]) if has_chosen else records.NO_BLOCK
        public["fallback"] = has_chosen and turns[-1]["fallback"]
        public["extras_left"] = self.source["public"]["extras"]
