"""What can be tried in Ticket to Ride, and an experiment as the record its kernel works with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ttrsim.games.contract import ExperimentChoice, Prices, Treatment
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel import records
from ttrsim.machine.sets import members
from ttrsim.wording import did_you_mean

NOTHING_BARRED = np.int64(0)
ANY = (2**64 - 1, 2**64 - 1)


@dataclass(frozen=True)
class Kind(Treatment):
    number: np.int64 = records.BAN_TRIAL  # the kernel's
    barred: np.int64 = NOTHING_BARRED  # what the treated seat may not do
    closes_tunnels: bool = False


WHOLE_DEALS = (
    Kind(
        "tickets",
        "keep each ticket of the set-up offer, or refuse it",
        "ticket",
        "ticket_effect",
        prices=Prices("ticket_effect_on_score", "ticket_break_even"),
        number=records.SETUP_TICKETS_TRIAL,
    ),
    Kind(
        "keep-sets",
        "keep each possible set of the set-up offer",
        None,
        keeps_sets=True,
        number=records.KEEP_SETS_TRIAL,
    ),
    Kind("routes", "close each route to one player", "route", "route_effect", number=records.ROUTE_TRIAL),
    Kind("route-exists", "close each route to everybody", "route", number=records.ROUTE_EXISTS_TRIAL),
    Kind("stations", "let one player build no stations", barred=records.BARRED_STATIONS),
    Kind("ticket-draws", "let one player draw no more tickets", barred=records.BARRED_TICKET_DRAWS),
    Kind("open-wilds", "let one player take no face-up wilds", barred=records.BARRED_OPEN_WILDS),
    Kind("tunnels", "close all tunnels to one player", closes_tunnels=True),
    Kind("rules", "other rules, or other weights of bots", None, number=records.RULES_TRIAL),
)
SINGLE_DECISIONS = (
    Kind(
        "later-tickets",
        "keep each ticket of a later offer, or refuse it",
        "ticket",
        every=1,
        number=records.LATER_TICKETS_TRIAL,
    ),
    Kind("draw-now", "draw tickets in this turn, or not", None, every=16, number=records.TICKET_DRAW_TRIAL),
    Kind("tempo", "claim a route in this turn, or leave it", "route", every=4, number=records.TEMPO_TRIAL),
    Kind("station-now", "build a station in this turn, or not", "city", every=1, number=records.STATION_TRIAL),
    Kind("pay-tunnel", "pay the extra cards of a tunnel, or decline", "route", every=1, number=records.TUNNEL_TRIAL),
    Kind("take-wild", "take a face-up wild, or two other cards", None, every=4, number=records.WILD_TRIAL),
    Kind("face-up", "take a face-up card, or a blind one", None, every=8, number=records.FACE_UP_TRIAL),
)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (*WHOLE_DEALS, *SINGLE_DECISIONS)}


def experiment_record(board: Board, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
    """An array of one EXPERIMENT record, for a choice without faults."""
    kind = KINDS[choice.kind]
    experiments = np.zeros(1, records.EXPERIMENT)
    record = experiments[0]
    record["kind"], record["barred"] = kind.number, kind.barred
    record["seats"] = members(choice.seats or range(n_seats))[0]
    record["subjects"] = _subjects(board, kind, choice.subjects) if choice.subjects else ANY
    record["per_game"] = choice.per_game
    record["every"] = (choice.every or kind.every) if kind.every else 0
    if kind.closes_tunnels:
        record["closed"] = members((i for i, route in enumerate(board.routes) if route.tunnel), words=2)
    return experiments


def experiment_faults(board: Board, choice: ExperimentChoice, n_seats: int) -> Iterator[str]:
    """What is wrong with a choice, if anything."""
    kind = KINDS.get(choice.kind)
    if kind is None:
        hint = f"{did_you_mean(choice.kind, KINDS)}; there are: {', '.join(KINDS)}"
        yield f"kind: no such experiment {choice.kind!r}{hint}"
        return
    if choice.subjects and kind.subject is None:
        yield f"subjects: an experiment with {kind.name} has none"
    elif kind.subject is not None:
        known = names_of(board, kind.subject)
        yield from (
            f"subjects: no {kind.subject} {name!r} on {board.name}{did_you_mean(name, known)}"
            for name in choice.subjects
            if name not in known
        )
    yield from (f"seats: seats are 0 to {n_seats - 1}, not {seat}" for seat in choice.seats if seat >= n_seats)
    if choice.every is not None and not kind.every:
        yield f"every: an experiment with {kind.name} plays whole deals; it takes no sample of decisions"
    if (choice.kind == "rules") != bool(choice.settings):
        yield 'settings: an experiment with rules, and no other, needs what changes, e.g. settings = ["board.wilds=12"]'
    yield from _without_object(board, kind)


def _without_object(board: Board, kind: Kind) -> Iterator[str]:
    """An experiment with what the board does not have would find exactly nothing."""
    if kind.name in ("stations", "station-now") and board.parameters.stations == 0:
        yield f"kind: {board.name} has no stations"
    if kind.name in ("tunnels", "pay-tunnel") and not any(route.tunnel for route in board.routes):
        yield f"kind: {board.name} has no tunnels"


def names_of(board: Board, subject: str) -> list[str]:
    things: Sequence[object] = {"ticket": board.tickets, "route": board.routes, "city": board.cities}[subject]
    return [thing.id for thing in things]  # type: ignore[attr-defined] # all three have one


def _subjects(board: Board, kind: Kind, names: Iterable[str]) -> list[int]:
    known = names_of(board, kind.subject or "")
    return members((known.index(name) for name in names), words=2)
