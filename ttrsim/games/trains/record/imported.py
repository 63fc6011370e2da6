"""Games of people, from the simple format that docs/import.md describes, as records.

The log of a game site says what every player did. It does not say what lay face up, so the market is imagined
(`imagined.py`) and the record says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ttrsim.errors import UserError
from ttrsim.games.trains.board.model import GRAY, WILD, Board, Route
from ttrsim.games.trains.record.events import CARDS, FORMAT
from ttrsim.games.trains.record.imagined import Cards, Paid, Step, Sweep, Take, Turned, imagine
from ttrsim.record.fields import Event
from ttrsim.wording import did_you_mean, shortened

PERSON = "person"  # in place of a bot's name
MAX_FAULTS = 8

Seat = Annotated[int, Field(ge=0, le=8)]
Hand = dict[str, Annotated[int, Field(ge=1)]]
strict = ConfigDict(extra="ignore", strict=True)


class SetUp(BaseModel):
    model_config = strict
    seat: Seat
    offered: list[str]
    kept: list[str]
    opening_hand_at_least: Hand = {}


class Draw(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["draw"]
    cards: Annotated[list[tuple[Literal["blind", "market"], str]], Field(min_length=1, max_length=2)]


class Claim(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["claim"]
    route: tuple[str, str]
    cards: Hand


class Tickets(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["tickets"]
    offered: list[str]
    kept: list[str]


Move = Annotated[Draw | Claim | Tickets, Field(discriminator="do")]
AfterCard = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=1, le=2)]]


class Final(BaseModel):
    model_config = strict
    seat: Seat
    completed: list[str]
    failed: list[str]
    longest: int
    longest_points: int
    tickets: int
    routes: int
    total: int


class SimpleGame(BaseModel):
    """A file of the format."""

    model_config = strict
    board: str
    players: Annotated[int, Field(ge=1, le=8)]
    setup: list[SetUp]
    moves: Annotated[list[Move], Field(min_length=1)]
    sweeps_after_move: list[AfterCard] = []
    reshuffles_after_move: list[AfterCard] = []
    final: list[Final]


def read_simple(text: bytes, source: str) -> SimpleGame:
    try:
        game = SimpleGame.model_validate_json(text)
    except ValidationError as error:
        faults = [_fault(details) for details in error.errors()]
        more = [f"… and {len(faults) - MAX_FAULTS} more"] if len(faults) > MAX_FAULTS else []
        raise UserError("\n".join(f"{source}: {fault}" for fault in faults[:MAX_FAULTS] + more)) from None
    seats = list(range(game.players))
    for name, listed in (("setup", game.setup), ("final", game.final)):
        if [entry.seat for entry in listed] != seats:
            raise UserError(f"{source}: {name}: should have one entry for each of the {game.players} seats, in order")
    return game


def _fault(details: Any) -> str:
    where = ".".join(str(part) for part in details["loc"] if part not in ("draw", "claim", "tickets"))
    if details["type"] == "json_invalid":
        return f"not JSON, or cut off in the middle: {details['msg'].removeprefix('Invalid JSON: ')}"
    if details["type"] == "missing":
        return f"{where}: is missing"
    return f"{where}: {details['msg'].replace('Input should', 'should')}, not {shortened(details['input'])}"


def import_game(board: Board, text: bytes, source: str, seed: int) -> list[Event]:
    """The events of a record; UserError says everything that is wrong with the file."""
    game = read_simple(text, source)
    return Importer(board, game, source).events(seed)


class Importer:
    def __init__(self, board: Board, game: SimpleGame, source: str) -> None:
        self.board, self.game, self.source = board, game, source
        self.sweeps = Counter(game.sweeps_after_move)
        self.owner: dict[str, int] = {}  # route: seat
        self.faults: list[str] = []

    def events(self, seed: int) -> list[Event]:
        self._check()
        routes = [self._half(place) if isinstance(move, Claim) else None for place, move in enumerate(self.game.moves)]
        self._stop_at_faults()
        cards = imagine(self.board, list(self._steps()), self.game.players, seed)
        if cards is None:
            raise UserError(
                f"{self.source}: no cards were found that fit the draws, sweeps and reshuffles of this game: "
                "check sweeps_after_move and the sources of cards"
            )
        events = list(Scribe(self.board, self.game, self.sweeps, routes, cards, seed).events())
        renewed = [event["turn"] - 1 for event in events if event["event"] == "reshuffle"]
        if renewed != (told := [move for move, _ in self.game.reshuffles_after_move]):
            raise UserError(f"{self.source}: reshuffles_after_move: moves {told}, but the pile runs out in {renewed}")
        return events

    # ---- what can be wrong -----------------------------------------------------------------------

    def _stop_at_faults(self) -> None:
        if self.faults:
            more = [f"… and {len(self.faults) - MAX_FAULTS} more"] if len(self.faults) > MAX_FAULTS else []
            raise UserError("\n".join(f"{self.source}: {fault}" for fault in self.faults[:MAX_FAULTS] + more))

    def _check(self) -> None:
        rules, game = self.board.parameters, self.game
        if not rules.min_players <= game.players <= rules.max_players:
            few, many = rules.min_players, rules.max_players
            self.faults.append(f"players: {self.board.name} is for {few} to {many} players, not {game.players}")
        if rules.stations or any(route.tunnel for route in self.board.routes):
            self.faults.append(f"board: {self.board.name} has tunnels or stations, which this format cannot describe")
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
                "of tickets, name a board that has them with --board",
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

    def _between(self, move: Claim) -> list[Route]:
        return [route for route in self.board.routes if {route.a, route.b} == set(move.route)]

    def _half(self, place: int) -> str:
        """The route that was claimed: of a double the half in the colour that was paid, or one that stays free."""
        move = self.game.moves[place]
        assert isinstance(move, Claim)
        routes = self._between(move)
        paid = next((card for card in move.cards if card != WILD), None)
        fitting = [route.id for route in routes if route.id not in self.owner and self._fits(route, paid)]
        if not fitting:
            names = " – ".join(move.route)
            reason = "there is no such route" if not routes else f"no half of it is free for {paid or WILD}"
            self.faults.append(f"moves.{place}.route: {names}: {reason}")
            return ""
        later = {self._colour_paid(other) for other in self.game.moves[place + 1 :] if self._is_same(other, move)}
        colours = {route.id: route.colour for route in routes}
        route = next((name for name in fitting if colours[name] not in later), fitting[0])
        self.owner[route] = move.seat
        return route

    def _fits(self, route: Route, paid: str | None) -> bool:
        return paid is None or route.colour in (GRAY, paid)

    def _is_same(self, other: Any, move: Claim) -> bool:
        return isinstance(other, Claim) and set(other.route) == set(move.route)

    def _colour_paid(self, move: Any) -> str | None:
        return next((card for card in move.cards if card != WILD), None)

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


class Scribe:
    """Writes the events of the record, with the imagined cards in their places."""

    def __init__(
        self, board: Board, game: SimpleGame, sweeps: Counter[Any], routes: list[str | None], cards: Cards, seed: int
    ) -> None:
        self.board, self.game, self.sweeps, self.routes, self.seed = board, game, sweeps, routes, seed
        self.colours, self.slots = iter(enumerate(cards.colours)), iter(cards.slots)
        self.reshuffles = set(cards.reshuffles)
        self.market: list[str] = []
        self.discards = 0

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
        yield from self._ending()

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

    def _ending(self) -> Iterator[Event]:
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
                "attraction_points": 0,
                "total": final.total,
            }
        best = max(final.total for final in self.game.final)
        winners = [final.seat for final in self.game.final if final.total == best]
        yield {"event": "end", "turn": turns, "reason": "trains", "winners": winners, "turns": turns}
