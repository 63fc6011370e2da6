"""From plain values to the record of a state. Values that follow from others are recomputed."""

from __future__ import annotations

from ttrsim.games.explore.board.geometry import BLOCKS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.engine import BLOCK_NUMBER, board_record
from ttrsim.games.explore.kernel import records
from ttrsim.games.explore.position.model import Map, Place, State
from ttrsim.games.explore.position.naming import QUESTIONS
from ttrsim.games.state_builder import StateBuilder
from ttrsim.machine.sets import members

QUESTION_NUMBERS = {name: number for number, name in QUESTIONS.items()}
SEGMENT_NUMBERS = {name: number for number, name in enumerate(SEGMENT_NAMES)}


class Builder(StateBuilder):
    def __init__(self, board: Board, state: State) -> None:
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
