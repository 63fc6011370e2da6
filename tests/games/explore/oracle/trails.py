"""Points of a route, and the best route by trying every trail (§5)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.games.explore.oracle.roads import AT, BESIDE, ENDS, Block, Crossing, other_end

Tourists = Mapping[Block, Counter[str]]
COLOURS = {"red": "R", "green": "G", "blue": "B"}


class Scorer:
    """The points of sets of segments on one map."""

    def __init__(self, board: Mapping[str, Any], tourists: Tourists) -> None:
        self.rules = board["parameters"]
        self.types = {(block["x"], block["y"]): block["type"] for block in board["blocks"]}
        self.cafes = {(cafe["x"], cafe["y"]) for cafe in board["cafes"]}
        self.tourists = tourists

    def boxes(self, route: Iterable[str]) -> dict[str, int]:
        """The boxes of the score strip."""
        route = list(route)
        blocks = {block for name in route for block in BESIDE[name]}
        crossings = {crossing for name in route for crossing in ENDS[name]}
        n_of = Counter(self.types[block] for block in blocks)
        there = [self.tourists[block] for block in blocks if block in self.tourists]
        boxes = {colour: sum(n[kind] for n in there) * n_of[colour] for colour, kind in COLOURS.items()}
        boxes["cafes"] = self.rules["cafe_points"] * len(crossings & self.cafes)
        boxes["yellow"] = self.rules["yellow_points"] * n_of["yellow"]
        boxes["grey"] = self.rules["grey_points"][n_of["grey"]]
        return boxes

    def points(self, route: Iterable[str]) -> int:
        return sum(self.boxes(route).values())


def best_points(board: Mapping[str, Any], drawn: Iterable[str], tourists: Tourists) -> int:
    """Over all trails from all crossings: a route never loses by growing, so those that cannot grow are enough."""
    drawn = set(drawn)
    scorer = Scorer(board, tourists)
    best = 0
    for part in parts(drawn):
        ceiling = scorer.points(part)
        if ceiling <= best:
            continue
        for start in sorted({crossing for name in part for crossing in ENDS[name]}):
            best = max(best, best_from(scorer, start, part, ceiling))
            if best == ceiling:
                break
    return best


def best_from(scorer: Scorer, start: Crossing, part: set[str], ceiling: int) -> int:
    best, seen = 0, set()
    trails: list[tuple[Crossing, frozenset[str]]] = [(start, frozenset())]
    while trails:
        crossing, used = trails.pop()
        onward = [name for name in AT[crossing] if name in part and name not in used]
        for name in onward:
            longer = (other_end(name, crossing), used | {name})
            if longer not in seen:  # the same segments in another order end in the same place
                seen.add(longer)
                trails.append(longer)
        if not onward:
            best = max(best, scorer.points(used))
            if best == ceiling:
                return best
    return best


def parts(drawn: set[str]) -> list[set[str]]:
    """The connected parts."""
    left, found = set(drawn), []
    while left:
        part, new = set(), [left.pop()]
        while new:
            name = new.pop()
            part.add(name)
            joined = {other for crossing in ENDS[name] for other in AT[crossing]} & left
            left -= joined
            new += joined
        found.append(part)
    return found


def is_trail(route: list[str]) -> bool:
    """Whether the segments, in this order, are one continuous line that uses none twice."""
    if len(set(route)) != len(route):
        return False
    for start in ENDS[route[0]] if route else ():
        crossing = start
        for name in route:
            if crossing not in ENDS[name]:
                break
            crossing = other_end(name, crossing)
        else:
            return True
    return not route
