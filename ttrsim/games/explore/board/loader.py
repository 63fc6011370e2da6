"""Reads the board of a folder."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import BoardError, Fault, Place, in_order, parameter_message, repeated
from ttrsim.files.overrides import overridden
from ttrsim.files.reading import Folder, Row
from ttrsim.games.board import HEADER
from ttrsim.games.explore.board.geometry import BLOCKS, CORNERS, SIZE, Point
from ttrsim.games.explore.board.model import (
    ASSUMED,
    CARD_BASES,
    KINDS,
    MAP_BASES,
    N_CARDS,
    STAR,
    TYPES,
    Block,
    Board,
    Cafe,
    Card,
    Parameters,
)
from ttrsim.wording import did_you_mean, shortened

MAP_COLUMNS = ("kind", "x", "y", "type", "tourists", "name", "type_basis", "place_basis")
CARD_COLUMNS = ("card", "number", "plus", "tourists", "basis")
OPTIONAL = {"tourists", "name", "type_basis", "place_basis", "plus", "basis"}  # columns; a row without basis is assumed
FILES = (HEADER, "map.csv", "cards.csv")


def read_board(name: str, folder: Folder, header: dict[str, Any] | None, bots: Collection[str]) -> Board:
    """The board in that folder; BoardError lists everything wrong with it. `bots` are those of the game."""
    header = header or {}
    folder.check_header(HEADER, header)
    draft = _draft(folder, header.get("parameters", {}))
    weights = folder.weights(HEADER, header, bots)
    faults = [*folder.faults, *all_faults(draft)]
    if faults:
        raise BoardError(name, in_order(faults, FILES))
    assert draft.blocks
    assert draft.cafes is not None
    assert draft.cards
    assert draft.parameters
    return Board(
        name=name,
        title=header.get("title", Path(name).resolve().name),
        blocks=tuple(sorted((block for _, block in draft.blocks), key=lambda block: BLOCKS.index(block.place))),
        cafes=tuple(cafe for _, cafe in draft.cafes),
        cards=tuple(card for _, card in draft.cards),
        parameters=draft.parameters,
        weights=weights,
    )


def override_parameters(board: Board, overrides: Mapping[str, Any], where: str) -> Board:
    """The same board under house rules; `where` names their place in messages, e.g. a scenario file."""
    place = Place(where)
    values, texts = overridden(board.parameters.model_dump(), overrides)
    parameters, faults = _read_parameters(values, place)
    faults += [Fault(place, text) for text in texts]
    if parameters is not None:
        faults += parameter_faults(house_rules(board, parameters, place))
    if faults or parameters is None:
        raise BoardError(board.name, faults)
    return board.model_copy(update={"parameters": parameters})


def _read_parameters(values: Mapping[str, Any], place: Place) -> tuple[Parameters | None, list[Fault]]:
    """The parameters, or None with what is wrong with them."""
    try:
        # By way of JSON, where strict types still admit a list for a tuple and a string for the key of a table.
        return Parameters.model_validate_json(json.dumps(values, default=str)), []
    except ValidationError as error:
        messages = (parameter_message(details, Parameters.model_fields) for details in error.errors())
        return None, [Fault(place, message) for message in messages]


def _draft(folder: Folder, values: object) -> ExploreDraft:
    place = Place(HEADER)
    rows = folder.table("map.csv", MAP_COLUMNS, OPTIONAL)
    cards = folder.table("cards.csv", CARD_COLUMNS, OPTIONAL)
    kinds = [_one_of(row, "kind", ("block", "cafe")) for row in rows or []]
    by_kind = list(zip(kinds, rows or [], strict=True))
    draft = ExploreDraft(
        blocks=None if rows is None else [(row.place, _block(row)) for kind, row in by_kind if kind == "block"],
        cafes=None if rows is None else [(row.place, _cafe(row)) for kind, row in by_kind if kind == "cafe"],
        cards=None if cards is None else [(row.place, _card(row)) for row in cards],
        parameters=None,
        place=place,
    )
    if isinstance(values, dict):
        draft.parameters, faults = _read_parameters(values, place)
        folder.faults += faults
    return draft


def _block(row: Row) -> Block:
    return Block(
        x=row.integer("x", 1, SIZE),
        y=row.integer("y", 1, SIZE),
        type=_one_of(row, "type", TYPES),
        name=row.cells.get("name", ""),
        type_basis=_one_of(row, "type_basis", MAP_BASES, ASSUMED),
        place_basis=_one_of(row, "place_basis", MAP_BASES, ASSUMED),
    )


def _cafe(row: Row) -> Cafe:
    _one_of(row, "type", ("cafe",))
    return Cafe(
        x=row.integer("x", 0, SIZE),
        y=row.integer("y", 0, SIZE),
        tourists=_tourists(row, (2,)),
        type_basis=_one_of(row, "type_basis", MAP_BASES, ASSUMED),
        place_basis=_one_of(row, "place_basis", MAP_BASES, ASSUMED),
    )


def _card(row: Row) -> Card:
    return Card(
        id=row.text("card"),
        number=None if row.cells["number"] == STAR else row.integer("number", 1, SIZE),
        plus=row.flag("plus"),
        tourists=_tourists(row, (1, 2)),
        basis=_one_of(row, "basis", CARD_BASES, ASSUMED),
    )


def _one_of(row: Row, column: str, words: Iterable[str], default: str = "") -> str:
    """The word of a cell, the default if there is no such column; the first of the words where it has none of them."""
    known, cell = tuple(words), row.cells.get(column, default)
    if cell in known:
        return cell
    row.note(f"{column} is {shortened(cell)}; it must be one of {', '.join(known)}{did_you_mean(cell, known)}")
    return known[0]


def _tourists(row: Row, sizes: tuple[int, ...]) -> str:
    cell = row.cells.get("tourists", "")
    if len(cell) not in sizes or any(letter not in KINDS for letter in cell):
        count = " or ".join(map(str, sizes))
        row.note(f"tourists is {shortened(cell)}; it must be {count} of the letters {', '.join(KINDS)}")
    return cell


# ---- What must hold between the parts of a board. Every check yields the faults it finds ----------


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
