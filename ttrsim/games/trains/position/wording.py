"""Decisions and positions in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.wording import points_of_tickets
from ttrsim.games.trains.kernel import decisions
from ttrsim.games.trains.position.model import View
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.phrases import by_slot, in_words, name_tickets
from ttrsim.games.trains.record.text import END_REASONS
from ttrsim.games.trains.record.writer import mixed_payment, payment
from ttrsim.machine.sets import numbers_in

ASKED = {
    "keep_tickets": "chooses tickets",
    "choose_action": "chooses an action",
    "second_card": "draws a second card",
    "pay_tunnel": "pays for a tunnel or gives it up",
}


def describe_decision(board: Board, decision: int, view: View | None = None) -> str:
    """In words: any number at all may come from a bot. What the seat sees gives cards and tickets their names."""
    kind, where, colour, wilds = (
        int(part.py_func(decision))
        for part in (decisions.kind_of, decisions.where_of, decisions.colour_of, decisions.wilds_of)
    )
    if 0 <= decision < 1 << int(decisions.DECISION_BITS):
        if kind == decisions.DO_DRAW:
            return _draw(where, view)
        if kind == decisions.DO_CLAIM:
            if colour == decisions.MIXED:
                cards = mixed_payment(int(decisions.cards_of.py_func(decision)), 0)
                return f"claim {_name(board.routes, where, 'route')} with {in_words(cards)}"
            length = board.routes[where].length if where < len(board.routes) else None
            return f"claim {_name(board.routes, where, 'route')} with {_cards(length, colour, wilds)}"
        if kind == decisions.DO_STATION:
            cost = len(view["public"]["seats"][view["seat"]]["stations"]) + 1 if view else None  # B1
            return f"build a station in {_name(board.cities, where, 'city')} with {_cards(cost, colour, wilds)}"
        if kind == decisions.DO_KEEP:
            return _keep(board, where, view)
        if kind == decisions.DO_PAY:
            return _pay(wilds, view)
        if kind in (decisions.DO_TICKETS, decisions.DO_DECLINE):
            return "draw tickets" if kind == decisions.DO_TICKETS else "decline a tunnel"
    return f"the number {decision}, which is no decision"


def takes_card(decision: int) -> bool:
    return int(decisions.kind_of.py_func(decision)) == decisions.DO_DRAW


def _draw(slot: int, view: View | None) -> str:
    if slot == decisions.FROM_PILE:
        return "draw from the pile"
    market = view["public"]["market"] if view else []
    return f"draw {market[slot]} from slot {slot}" if slot < len(market) else f"draw the card of market slot {slot}"


def _keep(board: Board, places: int, view: View | None) -> str:
    offer = view["own"].get("offer", []) if view else []
    if any(place >= len(offer) for place in numbers_in(places)):
        return f"keep the tickets at places {', '.join(map(str, numbers_in(places)))} of the offer"
    kept = name_tickets((offer[place] for place in numbers_in(places)), points_of_tickets(board))
    return f"keep {kept}"


def _pay(wilds: int, view: View | None) -> str:
    tunnel = view["public"]["tunnel"] if view else None
    if tunnel is None:
        return f"pay a tunnel's extra cards with {wilds} wilds"
    colour = next((CARDS.index(card) for card in tunnel["cards"]), 0)
    return f"pay {in_words(payment(tunnel['extra'], colour, wilds))} for the tunnel {tunnel['route']}"


def _cards(cost: int | None, colour: int, wilds: int) -> str:
    if cost is not None and colour < len(CARDS) and wilds <= cost:
        return in_words(payment(cost, colour, wilds))
    name = CARDS[colour] if colour < len(CARDS) else f"colour number {colour}"
    return f"{wilds} wilds and the rest {name}"


def _name(things: tuple[Any, ...], number: int, word: str) -> str:
    return things[number].id if number < len(things) else f"{word} number {number}, which does not exist,"


# ---- the table -----------------------------------------------------------------------------------


def headline(view: View) -> str:
    """What is asked of whom."""
    public = view["public"]
    if public["end"]:
        return f"the end after turn {public['turn']}: {END_REASONS[public['end']]}"
    turn = f"turn {public['turn']}" if public["turn"] else "set-up"
    return f"{turn}: seat {public['asked']} {ASKED[public['question']]}"


def tell_table(board: Board, view: View) -> Iterator[str]:
    """What the seat of the view sees, line by line."""
    public, own = view["public"], view["own"]
    has_stations = board.parameters.stations > 0
    columns = ["trains", *(["stations"] if has_stations else []), "cards", "tickets", "route points"]
    yield f"        {'  '.join(columns)}"
    for seat, player in enumerate(public["seats"]):
        stations = [player["stations_left"]] if has_stations else []
        numbers = [player["trains"], *stations, player["cards"], player["tickets"], player["route_points"]]
        cells = (f"{number:>{len(column)}}" for number, column in zip(numbers, columns, strict=True))
        yield f"seat {seat}  {'  '.join(cells)}"
    pile, discards = public["pile"], sum(public["discards"].values())
    yield f"market: {by_slot(public['market'])}; pile {pile}, discards {discards}, ticket pile {public['ticket_pile']}"
    yield f"seat {view['seat']} holds {in_words(own['hand'])}"
    yield from _own_tickets(board, "tickets", own["tickets"])
    yield from _own_tickets(board, "is offered", own["offer"])


def _own_tickets(board: Board, title: str, tickets: Iterable[str]) -> Iterator[str]:
    if tickets:
        yield f"  {title}: {name_tickets(tickets, points_of_tickets(board))}"
