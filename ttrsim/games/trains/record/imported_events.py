"""The events of an imported game, with the imagined cards in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.record.events import FORMAT, SCORE_OF_SOME_BOARDS
from ttrsim.games.trains.record.imagined import Cards
from ttrsim.games.trains.record.simple_format import Claim, Draw, Final, SetUp, SimpleGame, Tickets
from ttrsim.play.record.fields import Event

PERSON = "person"  # in place of a bot's name


class EventWriter:
    def __init__(
        self, board: Board, game: SimpleGame, sweeps: Counter[Any], routes: list[str | None], cards: Cards, seed: int
    ) -> None:
        """`sweeps` counts those after each card of a move. `routes` has the route of each move that is a claim."""
        self.board, self.game, self.sweeps, self.routes, self.seed = board, game, sweeps, routes, seed
        self.colours, self.slots = iter(enumerate(cards.colours)), iter(cards.slots)
        self.reshuffles = set(cards.reshuffles)
        self.market: list[str] = []
        self.discards = 0
        self.turned = ""  # the card that left the pile last

    def events(self) -> Iterator[Event]:
        rules = self.board.parameters
        yield self._start()
        for entry in self.game.setup:
            cards = [next(self.colours)[1] for _ in range(rules.hand)]
            yield {"event": "hand", "turn": 0, "player": entry.seat, "cards": cards}
        self.market = [""] * rules.market
        yield from self._refill_all(0)
        for entry in self.game.setup:
            yield self._tickets(entry, 0)
        trains = [rules.trains] * self.game.players
        is_last = False
        for place, move in enumerate(self.game.moves):
            yield from self._move(place, move, trains)
            if not is_last and trains[move.seat] <= rules.end_trains:  # E1
                is_last = True
                yield {"event": "last_round", "turn": place + 1, "player": move.seat}
        yield from self._scores_and_end()

    def _start(self) -> Event:
        unknown = sum(self.board.parameters.hand - sum(e.opening_hand_at_least.values()) for e in self.game.setup)
        imagined = ["the market, but for the cards taken from it", "the order of the pile and of the ticket pile"]
        if unknown:
            imagined.append("1 card of an opening hand" if unknown == 1 else f"{unknown} cards of the opening hands")
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

    def _move(self, place: int, move: Draw | Claim | Tickets, trains: list[int]) -> Iterator[Event]:
        turn = place + 1
        if isinstance(move, Tickets):
            yield self._tickets(move, turn)
        elif isinstance(move, Claim):
            route = self.routes[place]
            self.discards += sum(move.cards.values())
            trains[move.seat] -= sum(move.cards.values())
            yield {"event": "claim", "turn": turn, "player": move.seat, "route": route, "cards": dict(move.cards)}
        else:
            for number, (origin, card) in enumerate(move.cards, start=1):
                yield from self._draw(turn, move.seat, origin, card)
                for _ in range(self.sweeps[place, number]):
                    yield {"event": "flush", "turn": turn, "cards": list(self.market)}
                    self.discards += len(self.market)
                    yield from self._refill_all(turn)

    def _draw(self, turn: int, seat: int, origin: str, card: str) -> Iterator[Event]:
        event: Event = {"event": "draw", "turn": turn, "player": seat}
        if origin == "blind":
            yield from self._turn_card(turn)
            yield event | {"from": "pile", "card": card}
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

    def _tickets(self, entry: SetUp | Tickets, turn: int) -> Event:
        return {"event": "tickets", "turn": turn, "player": entry.seat, "offered": entry.offered, "kept": entry.kept}

    def _scores_and_end(self) -> Iterator[Event]:
        turns = len(self.game.moves)
        order = {ticket.id: place for place, ticket in enumerate(self.board.tickets)}
        for final in self.game.final:
            yield {
                "event": "score",
                "turn": turns,
                "player": final.seat,
                "routes": final.routes,
                "completed": sorted(final.completed, key=lambda ticket: order.get(ticket, 0)),
                "failed": sorted(final.failed, key=lambda ticket: order.get(ticket, 0)),
                "tickets": final.tickets,
                "stations_left": 0,
                "station_points": 0,
                "borrowed": {},
                "longest": final.longest,
                "longest_points": final.longest_points,
                "attraction_points": final.attraction_points,
                **{key: value for key in SCORE_OF_SOME_BOARDS if (value := getattr(final, key, None)) is not None},
                "total": final.total,
            }
        ranks = [self._rank(final) for final in self.game.final]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        yield {"event": "end", "turn": turns, "reason": "trains", "winners": winners, "turns": turns}

    def _rank(self, final: Final) -> list[int]:
        """E8: larger is better. Nobody has stations in this format, so they break no tie."""
        longest = max(each.longest for each in self.game.final)
        by = {
            "completed_tickets": len(final.completed),
            "fewest_stations": 0,
            "longest_path": int(0 < longest == final.longest),
        }
        return [final.total, *(by[name] for name in self.board.parameters.tie_breaks)]
