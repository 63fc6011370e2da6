"""Reads the board of a folder."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import BoardError, Fault, Place, in_order, parameter_message
from ttrsim.files.overrides import overridden
from ttrsim.files.reading import Folder, Row
from ttrsim.games.board import HEADER
from ttrsim.games.explore.board.checks import ExploreDraft, all_faults, house_rules, parameter_faults
from ttrsim.games.explore.board.geometry import BLOCKS, SIZE
from ttrsim.games.explore.board.model import (
    ASSUMED,
    CARD_BASES,
    KINDS,
    MAP_BASES,
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
