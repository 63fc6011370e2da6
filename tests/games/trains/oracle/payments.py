"""Ways to pay for routes and stations, written from the rules text (C1, NC1, NC3–NC5)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WILD = "wild"
GRAY = "gray"
ALL_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")

Cards = Counter[str]
Bag = tuple[tuple[str, int], ...]  # cards of any kinds, as a decision has them: sorted, no zero entries


def payments(
    hand: Mapping[str, int], colours: Iterable[str], number: int, min_wilds: int, wilds_pay: bool = True
) -> list[tuple[str, int]]:
    """Every way to pay `number` cards, all of one of the colours, wilds standing for any where they may (C1, NC1).

    A way is (colour of the cards that are not wild, number of wilds); with wilds only it is ("wild", number).
    """
    ways, most_wilds = [], hand[WILD] if wilds_pay else 0
    for colour in colours:
        fewest = max(min_wilds, number - hand[colour])
        ways += [(colour, wilds) for wilds in range(fewest, min(most_wilds, number - 1) + 1)]
    if most_wilds >= number:
        ways.append((WILD, number))
    return ways


def bag(cards: Mapping[str, int]) -> Bag:
    return tuple(sorted((card, n) for card, n in cards.items() if n > 0))


def pays_with_sets(
    cards: Mapping[str, int], colours: Iterable[str], route: Mapping[str, Any], wilds_pay: bool, most_sets: int
) -> bool:
    """Whether cards pay for a route with at least one set of any cards (NC3, NC4), tried in every way."""
    size, length = route["any_set"], route["length"]
    for sets in range(1, most_sets + 1):
        for wilds in range(min(cards.get(WILD, 0), length - sets) + 1 if wilds_pay else 1):
            coloured = length - sets - wilds
            enough = coloured == 0 or any(cards.get(colour, 0) >= coloured for colour in colours)
            in_sets = sum(cards.values()) - wilds - coloured
            if enough and wilds + sets >= route["wilds"] and in_sets == size * sets:
                return True
    return False


def set_payments(
    hand: Mapping[str, int], colours: Sequence[str], route: Mapping[str, Any], wilds_pay: bool, most_sets: int
) -> set[Bag]:
    """The payments with sets that are listed (NC5): one for each colour, number of wilds and number of sets."""
    bags = set()
    for sets in range(1, most_sets + 1):
        for wilds in range(hand[WILD] + 1 if wilds_pay else 1):
            coloured = route["length"] - sets - wilds
            if coloured < 0 or wilds + sets < route["wilds"]:
                continue
            for colour in colours if coloured else [WILD]:
                singles = Counter({WILD: wilds}) + Counter({colour: coloured})
                if all(hand[card] >= n for card, n in singles.items()):
                    fill = cards_for_sets(Counter(hand) - singles, route["any_set"] * sets)
                    bags |= {bag(singles + fill)} if fill is not None else set()
    return bags


def cards_for_sets(rest: Cards, number: int) -> Cards | None:
    """NC5: colour by colour, those with fewest cards left first, in the order of the deck; wilds last."""
    coloured = sorted((card for card in ALL_COLOURS if rest[card] > 0), key=lambda card: rest[card])
    in_order = [card for name in [*coloured, WILD] for card in [name] * rest[name]]
    return Counter(in_order[:number]) if len(in_order) >= number else None


def cards_paid(colour: str, number: int, wilds: int) -> Cards:
    """The cards of one payment, without zero entries."""
    return +(Counter({colour: number - wilds}) + Counter({WILD: wilds}))
