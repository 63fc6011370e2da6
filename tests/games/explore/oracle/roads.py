"""The grid by the words of the rules (§3): what the names of road segments mean."""

from itertools import product

Crossing = tuple[int, int]
Block = tuple[int, int]

BENT = {
    "CNW": ((1, 0), (0, 1), (1, 1)),
    "CNE": ((5, 0), (6, 1), (6, 1)),
    "CSW": ((1, 6), (0, 5), (1, 6)),
    "CSE": ((5, 6), (6, 5), (6, 6)),
}


def is_corner(crossing: Crossing) -> bool:
    return crossing[0] in (0, 6) and crossing[1] in (0, 6)


def on_map(block: Block) -> bool:
    return 1 <= block[0] <= 6 and 1 <= block[1] <= 6


def ends(name: str) -> tuple[Crossing, Crossing]:
    if name in BENT:
        return BENT[name][:2]
    i, j = int(name[1]), int(name[2])
    return (i, j), (i + 1, j) if name[0] == "H" else (i, j + 1)


def beside(name: str) -> set[Block]:
    """The blocks a segment runs along."""
    if name in BENT:
        return {BENT[name][2]}
    i, j = int(name[1]), int(name[2])
    both = {(i + 1, j), (i + 1, j + 1)} if name[0] == "H" else {(i, j + 1), (i + 1, j + 1)}
    return {block for block in both if on_map(block)}


def all_roads() -> list[str]:
    names = [f"H{i}{j}" for i, j in product(range(6), range(7))] + [f"V{i}{j}" for i, j in product(range(7), range(6))]
    return [name for name in names if not any(map(is_corner, ends(name)))] + list(BENT)


ROADS = all_roads()
ENDS = {name: ends(name) for name in ROADS}
BESIDE = {name: beside(name) for name in ROADS}
AT = {place: [name for name in ROADS if place in ENDS[name]] for place in product(range(7), range(7))}
ONWARD = {name: {other for crossing in ENDS[name] for other in AT[crossing]} - {name} for name in ROADS}


def other_end(name: str, crossing: Crossing) -> Crossing:
    one, other = ENDS[name]
    return other if crossing == one else one
