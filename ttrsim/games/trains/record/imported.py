"""Games of people, from the simple format that docs/import.md describes, as records.

The log of a game site says what every player did. It does not say which cards lay face up. So the market is imagined
(`imagined.py`), and the record says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from ttrsim.errors import UserError
from ttrsim.games.trains.board.model import GRAY, WILD, Board, Route
from ttrsim.games.trains.record.events import CARDS, score_fields
from ttrsim.games.trains.record.imagined import Paid, Step, Sweep, Take, Turned, imagine
from ttrsim.games.trains.record.imported_events import EventWriter
from ttrsim.games.trains.record.simple_format import Claim, Draw, SimpleGame, Tickets, faults_error, read_simple
from ttrsim.play.record.fields import Event
from ttrsim.wording import did_you_mean, shortened


def import_game(board: Board, text: bytes, source: str, seed: int) -> list[Event]:
    """The events of a record; UserError says everything that is wrong with the file."""
    game = read_simple(text, source)
    return Importer(board, game, source).events(seed)


class Importer:
    """Checks a game against a board, finds the routes and imagines the cards that the file does not name."""

    def __init__(self, board: Board, game: SimpleGame, source: str) -> None:
        self.board, self.game, self.source = board, game, source
        self.sweeps = Counter(game.sweeps_after_move)
        self.owner: dict[str, int] = {}  # route: seat
        self.faults: list[str] = []

    def events(self, seed: int) -> list[Event]:
        self._check()
        routes = [
            self._claimed_route(place, move) if isinstance(move, Claim) else None
            for place, move in enumerate(self.game.moves)
        ]
        self._stop_at_faults()
        cards = imagine(self.board, list(self._steps()), self.game.players, seed)
        if cards is None:
            raise UserError(
                f"{self.source}: no cards were found that fit the draws, sweeps and reshuffles of this game: "
                "check sweeps_after_move and the sources of cards"
            )
        events = list(EventWriter(self.board, self.game, self.sweeps, routes, cards, seed).events())
        self._check_reshuffles(events)
        return events

    # ---- what can be wrong -----------------------------------------------------------------------

    def _stop_at_faults(self) -> None:
        if self.faults:
            raise faults_error(self.source, self.faults)

    def _check_reshuffles(self, events: list[Event]) -> None:
        listed = [move for move, _ in self.game.reshuffles_after_move]
        needed = [event["turn"] - 1 for event in events if event["event"] == "reshuffle"]
        if needed != listed:
            raise UserError(f"{self.source}: reshuffles_after_move: moves {listed}, but the pile runs out in {needed}")

    def _check(self) -> None:
        rules, game = self.board.parameters, self.game
        if not rules.min_players <= game.players <= rules.max_players:
            few, many = rules.min_players, rules.max_players
            self.faults.append(f"players: {self.board.name} is for {few} to {many} players, not {game.players}")
        if rules.stations or any(route.tunnel for route in self.board.routes):
            self.faults.append(f"board: {self.board.name} has tunnels or stations, which this format cannot describe")
        for place, final in enumerate(game.final):
            missing = [field for field in score_fields(self.board) if getattr(final, field, None) is None]
            self.faults += [f"final.{place}.{field}: is missing: {self.board.name} scores it" for field in missing]
        self._check_tickets()
        for place, entry in enumerate(game.setup):
            self._check_cards(f"setup.{place}.opening_hand_at_least", entry.opening_hand_at_least)
            if sum(entry.opening_hand_at_least.values()) > rules.hand:
                self.faults.append(f"setup.{place}.opening_hand_at_least: has more than {rules.hand} cards")
        for place, move in enumerate(game.moves):
            if move.seat != place % game.players:  # S4
                self.faults.append(f"moves.{place}: is seat {place % game.players}'s turn, not seat {move.seat}'s")
            if isinstance(move, Draw):
                self._check_cards(f"moves.{place}.cards", {card: 1 for _, card in move.cards})
            elif isinstance(move, Claim):
                self._check_cards(f"moves.{place}.cards", move.cards)
        self._stop_at_faults()

    def _check_tickets(self) -> None:
        known = {ticket.id for ticket in self.board.tickets}
        offers = [(f"setup.{place}", entry.offered, entry.kept) for place, entry in enumerate(self.game.setup)]
        offers += [
            (f"moves.{place}", move.offered, move.kept)
            for place, move in enumerate(self.game.moves)
            if isinstance(move, Tickets)
        ]
        unknown = [(where, ticket) for where, offered, _ in offers for ticket in offered if ticket not in known]
        for where, ticket in unknown[:3]:
            self.faults.append(f"{where}.offered: unknown ticket {shortened(ticket)}{did_you_mean(ticket, known)}")
        if unknown:
            self.faults.insert(
                0,
                f"{len(unknown)} offered tickets are not on {self.board.name}: if the game was played with another set "
                "of tickets, name a board that has them with --board; `ttrsim board list` shows the decks of each map",
            )
            return
        rules = self.board.parameters
        for where, offered, kept in offers:
            n = rules.setup_offer_long + rules.setup_offer if where.startswith("setup") else rules.offer
            if len(offered) != n:
                self.faults.append(f"{where}.offered: should be {n} tickets on {self.board.name}, not {len(offered)}")
            if strange := set(kept) - set(offered):
                self.faults.append(f"{where}.kept: not among the offered tickets: {', '.join(sorted(strange))}")

    def _check_cards(self, where: str, cards: dict[str, int]) -> None:
        for card in cards:
            if card not in CARDS:
                self.faults.append(f"{where}: unknown card {shortened(card)}{did_you_mean(card, CARDS)}")

    # ---- routes ----------------------------------------------------------------------------------

    def _claimed_route(self, place: int, move: Claim) -> str:
        """Of a double: the half in the colour that was paid, or one that no later claim needs."""
        routes = [route for route in self.board.routes if {route.a, route.b} == set(move.route)]
        paid = _colour_paid(move)
        fitting = [route for route in routes if route.id not in self.owner and _takes(route, paid)]
        if not fitting:
            reason = "there is no such route" if not routes else f"no half of it is free for {paid or WILD}"
            self.faults.append(f"moves.{place}.route: {' – '.join(move.route)}: {reason}")
            return ""
        later = {_colour_paid(other) for other in self.game.moves[place + 1 :] if _is_same_claim(other, move)}
        route = next((route for route in fitting if route.colour not in later), fitting[0])
        self.owner[route.id] = move.seat
        return route.id

    # ---- cards -----------------------------------------------------------------------------------

    def _steps(self) -> Iterator[Step]:
        for entry in self.game.setup:
            hand = [card for card, n in entry.opening_hand_at_least.items() for _ in range(n)]
            yield from (Turned(card) for card in hand)
            yield from (Turned(None) for _ in range(self.board.parameters.hand - len(hand)))
        for place, move in enumerate(self.game.moves):
            if isinstance(move, Claim):
                yield Paid(move.cards)
            elif isinstance(move, Draw):
                for number, (origin, card) in enumerate(move.cards, start=1):
                    yield Turned(card) if origin == "blind" else Take(card)
                    yield from (Sweep() for _ in range(self.sweeps[place, number]))


def _takes(route: Route, colour: str | None) -> bool:
    return colour is None or route.colour in (GRAY, colour)


def _is_same_claim(move: Draw | Claim | Tickets, claim: Claim) -> TypeGuard[Claim]:
    return isinstance(move, Claim) and set(move.route) == set(claim.route)


def _colour_paid(move: Claim) -> str | None:
    """None if only wilds were paid."""
    return next((card for card in move.cards if card != WILD), None)
