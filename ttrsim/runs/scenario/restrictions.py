"""Restrictions as users write them: who is restricted and to what, checked against the board and the bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import Fault
from ttrsim.files.parsing import parse_toml
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.play.bots.specs import bot_label
from ttrsim.play.restrictions import Restricted, Restriction
from ttrsim.runs.scenario.faults import ScenarioError, validation_faults
from ttrsim.runs.scenario.model import RestrictionChoice
from ttrsim.wording import did_you_mean

Place = tuple[int, int]  # a seat, and a bot that can sit there


@dataclass(frozen=True)
class Company:
    """Who can be restricted."""

    labels: Sequence[str]  # of the bots
    places: frozenset[Place]

    @property
    def n_seats(self) -> int:
        return 1 + max((seat for seat, _ in self.places), default=-1)


def read_restrictions(
    choices: Sequence[Mapping[str, Any] | None], board: Board, company: Company, faults: list[Fault]
) -> list[Restricted]:
    """The restrictions without faults. Adds each fault with its place in the list of choices. None is skipped."""
    if not choices:
        return []
    model, n_faults = board.game.restriction, len(faults)
    if model is None:
        faults.append(Fault("", f"{board.game.title} has no restrictions"))
        return []
    read: list[list[Restricted]] = []
    for place, values in enumerate(choices):
        if values is None:
            continue
        choice = RestrictionChoice.model_validate(values)
        bots = list(_numbers(choice, company, str(place), faults))
        restriction = _restriction(model, choice, board, str(place), faults)
        if restriction is not None:
            read.append([Restricted(restriction, choice.seat, bot) for bot in bots])
    if len(faults) == n_faults and None not in choices:
        faults += _conflicts(read, board, company)
    return [restricted for each in read for restricted in each]


def parse_restrictions(texts: Sequence[str], board: Board, bots: Sequence[str]) -> list[Restricted]:
    """Those of the command line, each a TOML table without its braces, for bots that keep their seats."""
    faults: list[Fault] = []
    choices = [_table(text, place, faults) for place, text in enumerate(texts)]
    company = Company([bot_label(spec) for spec in bots], frozenset((seat, seat) for seat in range(len(bots))))
    restricted = [] if faults else read_restrictions(choices, board, company, faults)
    if faults:
        raise ScenarioError("--restrict", faults)
    return restricted


def _table(text: str, place: int, faults: list[Fault]) -> dict[str, Any]:
    try:
        table: dict[str, Any] = parse_toml(f"table = {{{text}}}")["table"]
        RestrictionChoice.model_validate(table)
    except ValidationError as error:
        faults += [Fault(f"{place}.{fault.where}", fault.text) for fault in validation_faults(error)]
    except ValueError:
        faults.append(Fault(str(place), "should be keys and values as in TOML, e.g. seat = 0, stations = false"))
    else:
        return table
    return {}


def _numbers(choice: RestrictionChoice, company: Company, where: str, faults: list[Fault]) -> Iterator[int | None]:
    """The bots of the name that is given, or None: any."""
    if choice.seat is not None and company.places and choice.seat >= company.n_seats:
        faults.append(Fault(f"{where}.seat", f"seats are 0 to {company.n_seats - 1}, not {choice.seat}"))
    if choice.bot is None:
        yield None
        return
    label = bot_label(choice.bot)
    if label not in company.labels:
        hint = did_you_mean(label, company.labels)
        faults.append(Fault(f"{where}.bot", f"no bot {choice.bot!r} in this game{hint}"))
    yield from (number for number, other in enumerate(company.labels) if other == label)


def _restriction(
    model: type[Restriction], choice: RestrictionChoice, board: Board, where: str, faults: list[Fault]
) -> Restriction | None:
    """None if there is something wrong with it."""
    terms, own_faults = choice.terms, []
    try:
        model.model_validate_json(json.dumps(terms, default=str))
    except ValidationError as error:
        known = (*RestrictionChoice.model_fields, *model.model_fields)
        own_faults = [Fault(f"{where}.{fault.where}", fault.text) for fault in validation_faults(error, known)]
        faulty = {details["loc"][0] for details in error.errors()}
        terms = {key: value for key, value in terms.items() if key not in faulty}
    restriction = model.model_validate_json(json.dumps(terms, default=str))
    own_faults += [Fault(f"{where}.{key}", text) for key, text in restriction.unknown_names(board)]
    faults += own_faults
    return None if own_faults else restriction


def _conflicts(read: Sequence[Sequence[Restricted]], board: Board, company: Company) -> Iterator[Fault]:
    """Conflicts within a restriction, and between restrictions of the same seat."""
    alone = [list(restricted[0].restriction.conflicts(board)) for restricted in read]
    for place, conflicts in enumerate(alone):
        yield from (Fault(str(place), text) for text in conflicts)
    sound = [[] if alone[place] else restricted for place, restricted in enumerate(read)]
    for places in sorted(set(_meetings(sound, company.places))):
        together = reduce(Restriction.joined, (read[place][0].restriction for place in places))
        others = " and ".join(str(place) for place in places[:-1])
        yield from (
            Fault(str(places[-1]), f"together with restriction {others}: {text}") for text in together.conflicts(board)
        )


def _meetings(read: Sequence[Sequence[Restricted]], places: Iterable[Place]) -> Iterator[tuple[int, ...]]:
    """The places of restrictions that apply together, for each bot and seat that has two or more."""
    for seat, bot in places:
        concerned = [place for place, each in enumerate(read) if any(one.concerns(seat, bot) for one in each)]
        if len(concerned) > 1:
            yield tuple(concerned)


def describe(game: Game, choices: Sequence[RestrictionChoice]) -> str:
    """The restrictions of a sound scenario in words."""
    model = game.restriction
    if model is None:
        return ""
    read = [(_who(choice), model.model_validate_json(json.dumps(choice.terms)).words()) for choice in choices]
    return "; ".join(f"{who} {', '.join(words)}" for who, words in read if words)


def _who(choice: RestrictionChoice) -> str:
    seat = "" if choice.seat is None else f"seat {choice.seat}"
    bot = "" if choice.bot is None else bot_label(choice.bot)
    return f"{bot} in {seat}" if seat and bot else seat or bot or "everybody"
