"""The events of an imported game, with the imagined cards in their places. Its scores are left to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ttrsim.games.trains.board.model import WILD, Board, Route
from ttrsim.games.trains.record.events import FORMAT
from ttrsim.games.trains.record.imagined import Cards
from ttrsim.games.trains.record.simple_format import Claim, Draw, Offer, SimpleGame, Station, Tickets
from ttrsim.play.record.fields import Event

PERSON = "person"  # in place of a bot's name


class EventWriter:
    def __init__(
        self,
        board: Board,
        game: SimpleGame,
        sweeps: Counter[Any],
        routes: list[Route | None],
        cards: Cards,
        seed: int,
    ) -> None:
        """`sweeps` counts those after each card of a move. `routes` has that of each claim or try."""
        self.board, self.game, self.sweeps, self.routes, self.seed = board, game, sweeps, routes, seed
        self.colours, self.slots = iter(enumerate(cards.colours)), iter(cards.slots)
        self.reshuffles = set(cards.reshuffles)
        self.market: list[str] = []
        self.discards = 0
        self.turned = ""  # the card that left the pile last

    def events(self, n_unknown: int, n_offers: int) -> Iterator[Event]:
        """All but the scores and the end. `n_unknown` cards and `n_offers` offers are imagined."""
        rules = self.board.parameters
        yield self._start(n_unknown, n_offers)
        for entry in self.game.setup:
            cards = [next(self.colours)[1] for _ in range(rules.hand)]
            yield {"event": "hand", "turn": 0, "player": entry.seat, "cards": cards}
        self.market = [""] * rules.market
        yield from self._refill_all(0)
        for entry in self.game.setup:
            yield self._tickets(entry.seat, entry, 0)
        trains = [rules.trains] * self.game.players
        is_last = False
        for place, move in enumerate(self.game.moves):
            yield from self._move(place, move, trains)
            if not is_last and trains[move.seat] <= rules.end_trains:  # E1
                is_last = True
                yield {"event": "last_round", "turn": place + 1, "player": move.seat}

    def _start(self, n_unknown: int, n_offers: int) -> Event:
        imagined = ["the market, but for the cards taken from it", "the order of the pile and of the ticket pile"]
        if n_unknown:
            imagined.append("1 card of a hand" if n_unknown == 1 else f"{n_unknown} cards of the hands")
        if n_offers:
            imagined.append("the tickets that were refused, and when the kept ones were offered")
        if any(isinstance(move, Claim) and move.n_turned for move in self.game.moves):
            imagined.append("the cards turned for tunnels")
        return {
            "event": "start",
            "turn": 0,
            "format": FORMAT,
            "map": self.board.name,
            "players": self.game.players,
            "bots": [PERSON] * self.game.players,
            "seed": self.seed,
            "game": 0,
            "imagined": imagined,
        }

    def _move(self, place: int, move: object, trains: list[int]) -> Iterator[Event]:
        turn, route = place + 1, self.routes[place]
        if isinstance(move, Tickets):
            yield self._tickets(move.seat, move, turn)
        elif isinstance(move, Claim) and route is not None:
            if move.claimed:
                trains[move.seat] -= route.length
            yield from self._tunnel(turn, move, route) if route.tunnel else self._claim(turn, move, route)
        elif isinstance(move, Station):
            self.discards += sum(move.cards.values())
            yield {"event": "station", "turn": turn, "player": move.seat, "city": move.city, "cards": move.cards}
        elif isinstance(move, Draw):
            for number, (origin, card) in enumerate(move.cards, start=1):
                yield from self._draw(turn, move.seat, origin, card)
                for _ in range(self.sweeps[place, number]):
                    yield {"event": "flush", "turn": turn, "cards": list(self.market)}
                    self.discards += len(self.market)
                    yield from self._refill_all(turn)
        else:
            yield {"event": "pass", "turn": turn, "player": self.game.moves[place].seat}

    # ---- routes --------------------------------------------------------------------------------------

    def _claim(self, turn: int, move: Claim, route: Route) -> Iterator[Event]:
        self.discards += sum(move.cards.values())
        yield {"event": "claim", "turn": turn, "player": move.seat, "route": route.id, "cards": dict(move.cards)}

    def _tunnel(self, turn: int, move: Claim, route: Route) -> Iterator[Event]:
        """T1–T3. Of all that was paid, as much as can be was laid out first in the colour, and the rest is extra."""
        event = {"turn": turn, "player": move.seat, "route": route.id}
        colour = next((card for card in move.cards if card != WILD), WILD)
        n = min(route.length, move.cards.get(colour, 0))
        laid = Counter({colour: n})
        laid[WILD] += route.length - n
        paid = Counter(move.cards) - laid if move.claimed else Counter[str]()
        yield {"event": "tunnel", **event, "cards": _without_zeros(laid)}
        for _ in range(move.n_turned or 0):
            yield from self._turn_card(turn)
            yield {"event": "reveal", "turn": turn, "card": self.turned}
        self.discards += (move.n_turned or 0) + (sum(move.cards.values()) if move.claimed else 0)
        yield {"event": "tunnel_end", **event, "claimed": move.claimed, "paid": _without_zeros(paid)}

    # ---- cards ---------------------------------------------------------------------------------------

    def _draw(self, turn: int, seat: int, origin: str, card: str | None) -> Iterator[Event]:
        event: Event = {"event": "draw", "turn": turn, "player": seat}
        if origin == "blind":
            yield from self._turn_card(turn)
            yield event | {"from": "pile", "card": self.turned}
            return
        slot = next(self.slots)
        yield event | {"from": "market", "slot": slot, "card": card}
        yield from self._refill(turn, slot)

    def _refill_all(self, turn: int) -> Iterator[Event]:
        for slot in range(len(self.market)):
            yield from self._refill(turn, slot)

    def _refill(self, turn: int, slot: int) -> Iterator[Event]:
        yield from self._turn_card(turn)
        self.market[slot] = self.turned
        yield {"event": "refill", "turn": turn, "slot": slot, "card": self.turned}

    def _turn_card(self, turn: int) -> Iterator[Event]:
        number, self.turned = next(self.colours)
        if number in self.reshuffles:
            yield {"event": "reshuffle", "turn": turn, "cards": self.discards}
            self.discards = 0

    # ---- tickets -------------------------------------------------------------------------------------

    def _tickets(self, seat: int, offer: Offer, turn: int) -> Event:
        return {"event": "tickets", "turn": turn, "player": seat, "offered": offer.offered, "kept": offer.kept}


def _without_zeros(cards: Counter[str]) -> dict[str, int]:
    return {card: n for card, n in cards.items() if n}
