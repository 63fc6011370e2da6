"""The kernel, step by step from Python, in the oracle's words.

The inner functions of the kernel can only be called by compiled code; `call` is the one compiled door to them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import types

from tests.explore.oracle.game import Decision
from ttrsim.compiled.jit import array_of, entry
from ttrsim.compiled.log import LOG_EVERYTHING
from ttrsim.compiled.table import ALL_WELL, GAME_OVER
from ttrsim.games.explore.board.export import board_as_dict
from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import Board
from ttrsim.games.explore.engine import board_record
from ttrsim.games.explore.kernel import decisions, records
from ttrsim.games.explore.kernel.checker import CHECKS, check_state
from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.kernel.legal import is_legal, list_legal
from ttrsim.games.explore.kernel.route import MOST_SETS, best_route, route_bound
from ttrsim.games.explore.kernel.scoring import score_game
from ttrsim.games.explore.kernel.turns import apply, set_up
from ttrsim.games.registry import load_board

QUESTIONS = {
    GAME_OVER: "over",
    records.DISCARD: "discard",
    records.CHOOSE_BLOCK: "block",
    records.DRAW: "draw",
    records.EXTRA: "extra",
}
KINDS = "RGB"
SEGMENT_NUMBER = {name: number for number, name in enumerate(SEGMENT_NAMES)}
PLAYERS = (2, 3, 4)
N_ENCODINGS = 1 << 20  # a decision has 20 bits
DO_JOINED, DO_SINGLE = int(decisions.DO_JOINED), int(decisions.DO_SINGLE)
START, APPLY, LEGAL, SCAN, SCORE, ROUTE, BOUND, CHECK = (np.int64(n) for n in range(8))
BY_SETS, BY_TRAILS = int(MOST_SETS), 0  # how the solver searches a part that is no single line


@entry(
    types.int64(
        array_of(KERNEL.board),
        array_of(KERNEL.work),
        array_of(KERNEL.result),
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
    ),
    KERNEL.sources,
)
def call(boards, works, results, numbers, what, first, second, third):
    """One step of the kernel: `what` says which, three numbers are its arguments, `numbers` takes lists."""
    board, work = boards[0], works[0]
    state, scratch = work.state, work.scratch
    own = state.seats[state.public.asked]
    if what == START:
        set_up(board, state, work.log, first, second, third)
    elif what == APPLY:
        apply(board, state, work.log, first)
    elif what == LEGAL:
        return list_legal(board, state.public, own, numbers)
    elif what == SCAN:
        for decision in range(first, second):
            numbers[decision - first] = is_legal(board, state.public, own, decision)
    elif what == SCORE:
        score_game(board, state, results[0], scratch)
    elif what == ROUTE:
        return best_route(board, state.public.maps[first], second, scratch.route)
    elif what == BOUND:
        return route_bound(board, state.public.maps[first], scratch.route)
    elif what == CHECK:
        return check_state(board, state)
    return np.int64(0)


@cache
def built_in() -> Board:
    return load_board("explore-new-york")


def members(word: int) -> list[int]:
    left, found = int(word), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def segments_in(words: Iterable[int]) -> set[str]:
    return {SEGMENT_NAMES[number + 64 * place] for place, word in enumerate(words) for number in members(word)}


def as_words(names: Iterable[str]) -> list[np.uint64]:
    mask = sum(1 << SEGMENT_NUMBER[name] for name in set(names))
    return [np.uint64(mask & (2**64 - 1)), np.uint64(mask >> 64)]


class Kernel:
    """One game of the kernel. `advance` takes decisions as the oracle does, and checks the state after each."""

    def __init__(self, n_players: int = 2, seed: int = 1, deal: int = 0, board: Board | None = None) -> None:
        self.board = board or built_in()
        self.oracle_board = board_as_dict(self.board)
        self.n_players = n_players
        self.boards = board_record(self.board)
        self.works = np.zeros(1, KERNEL.work)
        self.results = np.zeros(1, records.RESULT)
        self.numbers = np.zeros(16_384, np.int64)
        self.public = self.works[0]["state"]["public"]
        self.hidden = self.works[0]["state"]["hidden"]
        self.log = self.works[0]["log"]
        self.log["level"] = LOG_EVERYTHING
        self.call(START, n_players, seed, deal)

    def call(self, what: np.int64, first: int = 0, second: int = 0, third: int = 0) -> int:
        return int(call(self.boards, self.works, self.results, self.numbers, what, first, second, third))

    def advance(self, decision: Decision) -> None:
        number = self.encoded(decision)
        self.call(SCAN, number, number + 1)
        assert self.numbers[0] == 1, f"{decision} is not legal"
        self.call(APPLY, number)
        violation = self.check()
        assert violation == ALL_WELL, CHECKS[violation]

    def check(self) -> int:
        return self.call(CHECK)

    # ---- what is asked ---------------------------------------------------------------------------

    @property
    def question(self) -> str:
        return QUESTIONS[int(self.public["question"])]

    def open_cards(self) -> list[str]:
        return [self.board.cards[number].id for number in self.public["open"][: self.public["n_open"]]]

    def order_of_cards(self) -> list[str]:
        return [self.board.cards[number].id for number in self.hidden["pile"]]

    def legal_numbers(self) -> set[int]:
        listed = self.numbers[: self.call(LEGAL)].tolist()
        assert len(set(listed)) == len(listed), "a decision is listed twice"
        return set(listed)

    def legal(self) -> set[Decision]:
        return {self.decoded(number) for number in self.legal_numbers()}

    def accepted_numbers(self) -> set[int]:
        """Every number that `is_legal` lets pass."""
        accepted: set[int] = set()
        for first in range(0, N_ENCODINGS, len(self.numbers)):
            self.call(SCAN, first, first + len(self.numbers))
            accepted.update((np.flatnonzero(self.numbers) + first).tolist())
        return accepted

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

    def tourists(self, seat: int) -> dict[tuple[int, int], dict[str, int]]:
        counts = self.public["maps"][seat]["tourists"].tolist()
        return {
            block: {kind: n for kind, n in zip(KINDS, counts[number], strict=True) if n}
            for number, block in enumerate(BLOCKS)
            if any(counts[number])
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as the oracle writes its own."""
        public, maps = self.public, self.public["maps"][: self.n_players]
        is_over, block = self.question == "over", int(public["block"])
        return {
            "question": self.question,
            "asked": None if is_over else int(public["asked"]),
            "round": int(public["round"]),
            "turn": int(public["turn"]),
            "open": self.open_cards(),
            "seen": {self.board.cards[number].id for number in members(public["seen"])},
            "block": None if block == records.NO_BLOCK else BLOCKS[block],
            "fallback": public["fallback"] == 1,
            "extras": int(public["extras_left"]),
            "drawn": [segments_in(map_["drawn"]) for map_ in maps],
            "tourists": [self.tourists(seat) for seat in range(self.n_players)],
            "cafes": [{CROSSINGS[number] for number in members(map_["cafes"])} for map_ in maps],
            "fallbacks": [len(members(map_["fallbacks"])) for map_ in maps],
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
        points = self.call(ROUTE, seat, how)
        return points, segments_in(self.works[0]["scratch"]["route"]["best"])

    def bound(self) -> int:
        return self.call(BOUND, 0)
