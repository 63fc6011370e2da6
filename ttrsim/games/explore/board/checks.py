"""What must hold between the parts of a board. Every check yields the faults it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttrsim.files.faults import Fault, Place, repeated
from ttrsim.games.explore.board.geometry import BLOCKS, CORNERS, Point
from ttrsim.games.explore.board.model import N_CARDS, Block, Board, Cafe, Card, Parameters


@dataclass
class ExploreDraft:
    """A board before it is known to be sound. What could not be read is None."""

    blocks: list[tuple[Place, Block]] | None
    cafes: list[tuple[Place, Cafe]] | None
    cards: list[tuple[Place, Card]] | None
    parameters: Parameters | None
    place: Place  # of the parameters


def all_faults(draft: ExploreDraft) -> Iterator[Fault]:
    yield from _blocks(draft)
    yield from _cafes(draft)
    yield from _cards(draft)
    yield from parameter_faults(draft)


def parameter_faults(draft: ExploreDraft) -> Iterator[Fault]:
    """The faults that other parameters could cure, looked for again under house rules."""
    if draft.parameters is not None:
        yield from _players(draft.parameters, draft.place)
        yield from _rounds(draft.parameters, draft.place)
        yield from _grey(draft.parameters, draft)


def house_rules(board: Board, parameters: Parameters, place: Place) -> ExploreDraft:
    """A sound board under other parameters: whatever is wrong now is wrong with them."""
    return ExploreDraft(
        blocks=[(place, block) for block in board.blocks],
        cafes=[(place, cafe) for cafe in board.cafes],
        cards=[(place, card) for card in board.cards],
        parameters=parameters,
        place=place,
    )


# Tables


def _twice(kind: str, rows: Sequence[tuple[Place, Block | Cafe]]) -> Iterator[Fault]:
    yield from repeated((place, f"a second {kind} at {_at(item.place)}") for place, item in rows)


def _blocks(draft: ExploreDraft) -> Iterator[Fault]:
    if draft.blocks is None:
        return
    yield from _twice("block", draft.blocks)
    there = {block.place for _, block in draft.blocks}
    missing = [_at(place) for place in BLOCKS if place not in there]
    if missing:
        named = ", ".join(missing[:6]) + (", …" if len(missing) > 6 else "")
        yield Fault(Place("map.csv"), f"{len(missing)} of {len(BLOCKS)} blocks missing: {named}")


def _cafes(draft: ExploreDraft) -> Iterator[Fault]:
    for place, cafe in draft.cafes or []:
        if cafe.place in CORNERS:
            yield Fault(
                place, f"a café at {_at(cafe.place)}, but the corners of the map are rounded: there is no crossing"
            )
    yield from _twice("café", draft.cafes or [])


def _cards(draft: ExploreDraft) -> Iterator[Fault]:
    if draft.cards is None:
        return
    if len(draft.cards) != N_CARDS:
        yield Fault(Place("cards.csv"), f"{len(draft.cards)} cards; the game has {N_CARDS}")
    yield from repeated((place, f"duplicate card '{card.id}'") for place, card in draft.cards)


def _at(place: Point) -> str:
    return f"({place[0]},{place[1]})"


# Parameters


def _players(parameters: Parameters, place: Place) -> Iterator[Fault]:
    if parameters.min_players > parameters.max_players:
        text = f"min_players is {parameters.min_players}, more than max_players, {parameters.max_players}"
        yield Fault(place, text)


def _rounds(parameters: Parameters, place: Place) -> Iterator[Fault]:
    for n_players in range(parameters.min_players, parameters.max_players + 1):
        if n_players not in parameters.boxed_cards:
            yield Fault(place, f"boxed_cards: no number for {n_players} players")
        elif parameters.rounds(n_players) < 1:
            yield Fault(place, f"boxed_cards: too few of {N_CARDS} cards are left for a round of {n_players} players")


def _grey(parameters: Parameters, draft: ExploreDraft) -> Iterator[Fault]:
    n_grey = sum(block.type == "grey" for _, block in draft.blocks or [])
    if n_grey >= len(parameters.grey_points):
        known = len(parameters.grey_points) - 1
        yield Fault(draft.place, f"grey_points ends at {known} grey blocks, but the map has {n_grey}")
