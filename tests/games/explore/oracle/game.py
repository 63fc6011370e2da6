"""The game by the rules (§4), decision by decision, with the record it leaves."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from tests.games.explore.oracle.roads import BESIDE, ENDS, ONWARD, ROADS, Block, Crossing

Decision = tuple[Any, ...]
Event = dict[str, Any]
ALL_BLOCKS = [(x, y) for x, y in product(range(1, 7), range(1, 7))]


class Foul(Exception):  # noqa: N818 (the word of the rules)
    """Something the rules do not allow."""


def check(holds: bool, message: str) -> None:
    if not holds:
        raise Foul(message)


class PlayerMap:
    """One player's erasable map."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.tourists: dict[Block, Counter[str]] = {}
        self.cafes: list[Crossing] = []
        self.fallbacks = 0


class Game:
    """`next_card` gives the cards in the order in which they are turned up."""

    def __init__(self, board: Mapping[str, Any], n_players: int, next_card: Callable[[], str]) -> None:
        self.rules = board["parameters"]
        self.cards = {card["id"]: card for card in board["cards"]}
        self.cafe_tourists = {(cafe["x"], cafe["y"]): cafe["tourists"] for cafe in board["cafes"]}
        self.n_players, self.next_card = n_players, next_card
        n_boxed = {int(n): boxed for n, boxed in self.rules["boxed_cards"].items()}[n_players]
        self.n_rounds = (len(self.cards) - n_boxed) // self.rules["cards_per_round"]
        self.maps = [PlayerMap() for _ in range(n_players)]
        self.seen: list[str] = []
        self.events: list[Event] = []
        self.round = self.turn = 0
        self.begin_round()

    # ------------------------------------------------------------------ the course of the game

    def note(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, "turn": self.turn, "round": self.round, **fields})

    def begin_round(self) -> None:
        self.first = self.round % self.n_players
        self.round += 1
        self.open = [self.next_card() for _ in range(self.rules["cards_per_round"])]
        check(not set(self.open) & set(self.seen) and len(set(self.open)) == len(self.open), "a card came twice")
        check(set(self.open) <= set(self.cards), "no such card")
        self.seen += self.open
        self.begin_turn(self.first)
        self.question = "discard"
        self.note("reveal", player=self.first, cards=list(self.open))

    def begin_turn(self, seat: int) -> None:
        self.turn += 1
        self.asked: int | None = seat
        self.block: Block | None = None
        self.fallback, self.extras = False, 0
        self.question = "block"

    def end_turn(self) -> None:
        following = (self.asked + 1) % self.n_players
        if following != self.first:
            self.begin_turn(following)
        elif self.round < self.n_rounds:
            self.begin_round()
        else:
            self.question, self.asked = "over", None

    # ------------------------------------------------------------------ what is allowed

    def offered(self) -> set[Block]:
        """The empty blocks that the action cards offer."""
        one, other = (self.cards[card]["number"] for card in self.open)
        xs, ys = ([number] if number else range(1, 7) for number in (one, other))
        offered = {*product(xs, ys), *product(ys, xs)}
        return {block for block in offered if block not in self.my_map.tourists}

    @property
    def my_map(self) -> PlayerMap:
        return self.maps[self.asked]

    def legal(self) -> set[Decision]:
        if self.question == "discard":
            return {("discard", card) for card in self.open}
        if self.question == "block":
            if offered := self.offered():
                return {("block", block, None) for block in offered}
            empty = [block for block in ALL_BLOCKS if block not in self.my_map.tourists]
            return {("block", block, kind) for block in empty for kind in "RGB"}
        free = {name for name in ROADS if name not in self.my_map.drawn}
        decisions: set[Decision] = {("single", name) for name in free}
        if self.question == "draw" and not self.fallback:
            for first in (name for name in free if self.block in BESIDE[name]):
                decisions |= {("joined", first, second) for second in ONWARD[first] & free}
        return decisions

    # ------------------------------------------------------------------ decisions

    def apply(self, decision: Decision) -> None:
        check(decision in self.legal(), f"{decision} is not allowed")
        getattr(self, f"do_{decision[0]}")(*decision[1:])

    def do_discard(self, card: str) -> None:
        self.open.remove(card)
        self.note("discard", player=self.asked, card=card)
        if len(self.open) == 2:
            self.question = "block"

    def do_block(self, block: Block, kind: str | None) -> None:
        self.fallback = kind is not None
        tourists = kind or "".join(self.cards[card]["tourists"] for card in self.open)
        self.my_map.fallbacks += self.fallback
        self.my_map.tourists[block] = Counter(tourists)
        self.block = block
        self.extras = self.rules["plus_connections"] * sum(self.cards[card]["plus"] for card in self.open)
        self.question = "draw"
        self.note("block", player=self.asked, block=list(block), tourists=in_order(tourists), fallback=self.fallback)

    def do_joined(self, first: str, second: str) -> None:
        self.draw(first, "joined")
        self.draw(second, "joined")
        self.go_on()

    def do_single(self, name: str) -> None:
        is_extra = self.question == "extra"
        self.draw(name, "extra" if is_extra else "single")
        self.extras -= is_extra
        self.go_on()

    def go_on(self) -> None:
        if self.extras:
            self.question = "extra"
        else:
            self.end_turn()

    def draw(self, name: str, how: str) -> None:
        self.my_map.drawn.append(name)
        self.note("draw", player=self.asked, segment=name, how=how)
        for crossing in sorted(ENDS[name], key=lambda place: (place[1], place[0])):
            if crossing in self.cafe_tourists and crossing not in self.my_map.cafes:
                self.my_map.cafes.append(crossing)
                tourists = self.cafe_tourists[crossing]
                self.my_map.tourists[self.block] += Counter(tourists)
                self.note("cafe", player=self.asked, crossing=list(crossing), tourists=in_order(tourists))

    # ------------------------------------------------------------------ the state

    def snapshot(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "asked": self.asked,
            "round": self.round,
            "turn": self.turn,
            "open": list(self.open),
            "seen": set(self.seen),
            "block": self.block,
            "fallback": self.fallback,
            "extras": self.extras,
            "drawn": [set(map_.drawn) for map_ in self.maps],
            "tourists": [{block: dict(+n) for block, n in map_.tourists.items()} for map_ in self.maps],
            "cafes": [set(map_.cafes) for map_ in self.maps],
            "fallbacks": [map_.fallbacks for map_ in self.maps],
        }


def in_order(tourists: str) -> str:
    return "".join(sorted(tourists, key="RGB".index))
