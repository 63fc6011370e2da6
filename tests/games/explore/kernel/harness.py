"""The kernel, step by step from Python, in the oracle's words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import types

from tests.games.explore.oracle.game import Decision
from tests.games.stepping import SteppedGame
from ttrsim.games.explore.board.geometry import BLOCKS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.kernel import decisions, records
from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.kernel.route import MAX_SETS, best_route, route_bound
from ttrsim.games.registry import load_board
from ttrsim.machine.jit import array_of, entry
from ttrsim.machine.sets import members as as_words_of
from ttrsim.machine.sets import numbers_in

QUESTIONS = {"game_over": "over", "discard": "discard", "choose_block": "block", "draw": "draw", "extra": "extra"}
SEGMENT_NUMBER = {name: number for number, name in enumerate(SEGMENT_NAMES)}
PLAYERS = (2, 3, 4)
DO_JOINED, DO_SINGLE = int(decisions.DO_JOINED), int(decisions.DO_SINGLE)
ROUTE, BOUND = (np.int64(n) for n in range(2))
BY_SETS, BY_TRAILS = int(MAX_SETS), 0  # how the solver searches a part that is no single line


@entry(
    types.int64(*map(array_of, (KERNEL.board, KERNEL.state, KERNEL.scratch)), *[types.int64] * 3),
    KERNEL.sources,
)
def probe(boards, states, scratches, what, first, second):
    """What only tests ask of the kernel: `what` says which, two numbers are its arguments."""
    map_, route = states[0].public.maps[first], scratches[0].route
    return best_route(boards[0], map_, second, route) if what == ROUTE else route_bound(boards[0], map_, route)


@cache
def built_in() -> Board:
    return load_board("explore-new-york")


def segments_in(words: Iterable[int]) -> set[str]:
    return {SEGMENT_NAMES[number] for number in numbers_in(*words)}


def as_words(names: Iterable[str]) -> list[int]:
    return as_words_of({SEGMENT_NUMBER[name] for name in names}, words=2)


class Kernel(SteppedGame):
    """One game of the kernel. `advance` takes decisions as the oracle does, and checks the state after each."""

    def __init__(self, n_players: int = 2, seed: int = 1, deal: int = 0, board: Board | None = None) -> None:
        super().__init__(board or built_in(), n_players, seed, deal)
        self.scratches = np.zeros(1, KERNEL.scratch)

    def probe(self, what: np.int64, first: int, second: int = 0) -> int:
        return int(probe(self.boards, self.states, self.scratches, what, first, second))

    def advance(self, decision: Decision) -> None:
        self.apply_legal(self.encoded(decision), decision)

    # ---- what is asked ---------------------------------------------------------------------------

    @property
    def question(self) -> str:
        return QUESTIONS[self.words.questions[int(self.public["question"])]]

    def open_cards(self) -> list[str]:
        return self.state["public"]["open"]

    def order_of_cards(self) -> list[str]:
        return self.state["public"]["seen"] + self.state["hidden"]["pile"]

    def legal(self) -> set[Decision]:
        return {self.decoded(number) for number in self.legal_numbers()}

    def decoded(self, number: int) -> Decision:
        kind, first, second = number & 15, number >> 4 & 0xFF, number >> 12
        if kind == DO_JOINED:
            return ("joined", SEGMENT_NAMES[first], SEGMENT_NAMES[second])
        if kind == DO_SINGLE:
            return ("single", SEGMENT_NAMES[first])
        if kind == decisions.DO_DISCARD:
            return ("discard", self.open_cards()[first])
        return ("block", BLOCKS[first], None if second == records.NO_KIND else KINDS[second])

    def encoded(self, decision: Decision) -> int:
        match decision:
            case ("discard", card):
                return int(decisions.DO_DISCARD) | self.open_cards().index(card) << 4
            case ("block", block, kind):
                second = int(records.NO_KIND) if kind is None else KINDS.index(kind)
                return int(decisions.DO_BLOCK) | BLOCKS.index(block) << 4 | second << 12
            case ("joined", first, second):
                return int(decisions.DO_JOINED) | SEGMENT_NUMBER[first] << 4 | SEGMENT_NUMBER[second] << 12
        return int(decisions.DO_SINGLE) | SEGMENT_NUMBER[decision[1]] << 4

    # ---- the state -------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The state as the oracle writes its own."""
        public, maps = self.state["public"], self.state["public"]["maps"]
        block = int(self.public["block"])
        return {
            "question": self.question,
            "asked": public["asked"],
            "round": public["round"],
            "turn": public["turn"],
            "open": public["open"],
            "seen": set(public["seen"]),
            "block": None if block == records.NO_BLOCK else BLOCKS[block],
            "fallback": self.public["fallback"] == 1,
            "extras": public["extras"],
            "drawn": [set(map_["segments"]) for map_ in maps],
            "tourists": [{tuple(turn["block"]): Counter(turn["tourists"]) for turn in map_["turns"]} for map_ in maps],
            "cafes": [set(map(tuple, map_["cafes"])) for map_ in maps],
            "fallbacks": [sum(turn["fallback"] for turn in map_["turns"]) for map_ in maps],
        }

    # ---- routes ----------------------------------------------------------------------------------

    def draw_map(self, drawn: Iterable[str], tourists: Mapping[tuple[int, int], str]) -> "Kernel":
        """Writes a map over that of seat 0."""
        map_ = self.public["maps"][0]
        names = set(drawn)
        map_["drawn"], map_["n_drawn"] = as_words(names), len(names)
        map_["tourists"] = 0
        map_["occupied"] = np.uint64(sum(1 << BLOCKS.index(block) for block in tourists))
        for block, letters in tourists.items():
            map_["tourists"][BLOCKS.index(block)] = [Counter(letters)[kind] for kind in KINDS]
        return self

    def best_route(self, how: int = BY_SETS, seat: int = 0) -> tuple[int, set[str]]:
        """Points and segments of the final route of a seat."""
        points = self.probe(ROUTE, seat, how)
        return points, segments_in(self.scratches[0]["route"]["best"])

    def bound(self) -> int:
        return self.probe(BOUND, 0)
