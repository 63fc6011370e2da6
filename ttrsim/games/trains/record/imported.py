"""Games of people, as records: from the log of a game site, or the simple format (docs/import.md).

A log says what every player did. It does not say which cards lay face up, so the market is imagined (`imagined.py`),
and the record says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from ttrsim.errors import UserError
from ttrsim.games.board import Imported
from ttrsim.games.trains.board.model import GRAY, WILD, Board, Route, Ticket
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.imagined import (
    QUICK,
    MarketSweep,
    NoCardLeftError,
    Paid,
    Revealed,
    Step,
    Take,
    Turned,
    imagine,
    lay_out,
)
from ttrsim.games.trains.record.imported_events import EventWriter
from ttrsim.games.trains.record.imported_tickets import OfferImaginer, occasions
from ttrsim.games.trains.record.simple_format import (
    Claim,
    Draw,
    SimpleGame,
    Station,
    faults_error,
    read_simple,
)
from ttrsim.games.trains.record.site_log import is_log, read_log
from ttrsim.play.record.fields import Event
from ttrsim.wording import did_you_mean, listed, shortened

Report = Callable[[str], None]


def import_game(board: Board, text: bytes, source: str, seed: int, report: Report) -> Imported:
    """The events of a record, and what the file says of the scores; UserError says everything that is wrong with it."""
    words = text.decode("utf-8", errors="replace")
    game = read_log(board, words, source) if is_log(words) else read_simple(text, source)
    events = Importer(board, game, source, report).events(seed)
    said = [final.model_dump(exclude={"seat"}, exclude_none=True) for final in game.final]
    return Imported(events, said, [game.place(f"final.{seat}") for seat in range(game.players)])


class Importer:
    """Checks a game against a board, finds the routes and imagines what the file does not name."""

    def __init__(self, board: Board, game: SimpleGame, source: str, report: Report = lambda text: None) -> None:
        self.board, self.game, self.source, self.report = board, game, source, report
        self.sweeps = Counter(game.sweeps_after_move)
        self.owner: dict[str, int] = {}  # route: seat
        self.routes: list[Route | None] = []  # [move] that it claims or tries
        self.faults: list[str] = []

    def events(self, seed: int) -> list[Event]:
        self._check()
        hands = Hands(self.board, self.game)
        for place, move in enumerate(self.game.moves):
            self._play(place, move, hands)
        self._check_end()
        self._stop_at_faults()
        tickets = OfferImaginer(self.board, self.game, self._joined(), seed)
        n_imagined = tickets.imagine()
        self.faults += tickets.faults
        self._check_offers()
        self._stop_at_faults()
        steps, moves = self._steps(hands)
        self._check_reshuffles(steps, moves)
        cards = imagine(self.board, steps, self.game.players, seed, lambda n: self.report(f"try {n + 1}"))
        if cards is None:
            raise self._where_cards_fail(steps, moves, seed)
        writer = EventWriter(self.board, self.game, self.sweeps, self.routes, cards, seed)
        return list(writer.events(hands.n_unknown, n_imagined))

    # ---- what can be wrong -------------------------------------------------------------------------

    def _fault(self, part: str, text: str) -> None:
        self.faults.append(f"{self.game.place(part)}: {text}")

    def _stop_at_faults(self) -> None:
        if self.faults:
            raise faults_error(self.source, self.faults)

    def _check(self) -> None:
        rules, game = self.board.parameters, self.game
        if not rules.min_players <= game.players <= rules.max_players:
            few, many = rules.min_players, rules.max_players
            self._fault("players", f"{self.board.name} is for {few} to {many} players, not {game.players}")
        self._check_tickets()
        for place, entry in enumerate(game.setup):
            self._check_cards(f"setup.{place}.opening_hand_at_least", entry.opening_hand_at_least)
            if sum(entry.opening_hand_at_least.values()) > rules.hand:
                self._fault(f"setup.{place}.opening_hand_at_least", f"has more than {rules.hand} cards")
        for place, move in enumerate(game.moves):
            if move.seat != place % game.players:  # S4
                self._fault(f"moves.{place}", f"is seat {place % game.players}'s turn, not seat {move.seat}'s")
            if isinstance(move, Draw):
                self._check_cards(f"moves.{place}.cards", {card: 1 for _, card in move.cards if card})
            elif isinstance(move, Claim | Station):
                self._check_cards(f"moves.{place}.cards", move.cards)
        self._stop_at_faults()

    def _check_tickets(self) -> None:
        """That the board has all tickets that are named."""
        known = {ticket.id for ticket in self.board.tickets}
        named = [(f"{each.part}.offered", each.offer.offered) for each in occasions(self.game)]
        named += [(f"final.{n}", [*final.completed, *final.failed]) for n, final in enumerate(self.game.final)]
        unknown = [(where, ticket) for where, tickets in named for ticket in tickets if ticket not in known]
        for where, ticket in unknown[:3]:
            self._fault(where, f"unknown ticket {shortened(ticket)}{did_you_mean(ticket, known)}")
        if unknown:
            self.faults.insert(
                0,
                f"{len(unknown)} tickets are not on {self.board.name}: if the game was played with another set "
                "of tickets, name a board that has them with --board; `ttrsim board list` shows the decks of each map",
            )

    def _check_offers(self) -> None:
        rules = self.board.parameters
        for each in occasions(self.game):
            offered, kept, is_setup = each.offer.offered, each.offer.kept, each.move < 0
            n, fewest = rules.offer, rules.offer_keep
            if is_setup:
                n, fewest = rules.setup_offer_long + rules.setup_offer, rules.setup_keep
            if len(offered) > n or (is_setup and len(offered) < n):
                self._fault(f"{each.part}.offered", f"should be {n} tickets on {self.board.name}, not {len(offered)}")
            if strange := set(kept) - set(offered):
                self._fault(f"{each.part}.kept", f"not among the offered tickets: {', '.join(sorted(strange))}")
            if len(kept) < min(fewest, len(offered)):
                self._fault(f"{each.part}.kept", f"should be at least {fewest} tickets, not {len(kept)}")
        times = Counter(ticket for each in occasions(self.game) for ticket in each.offer.kept)
        for ticket, n in times.items():
            if n > 1:
                self.faults.append(f"{ticket} is kept {n} times, but there is one such ticket")

    def _check_cards(self, where: str, cards: Mapping[str, int]) -> None:
        for card in cards:
            if card not in CARDS:
                self._fault(where, f"unknown card {shortened(card)}{did_you_mean(card, CARDS)}")

    # ---- move by move ------------------------------------------------------------------------------

    def _play(self, place: int, move: object, hands: Hands) -> None:
        route = None
        if isinstance(move, Draw):
            hands.draw(place, move)
        elif isinstance(move, Station):
            self._build(place, move, hands)
        elif isinstance(move, Claim):
            route = self._claim(place, move, hands)
        self.routes.append(route)

    def _claim(self, place: int, move: Claim, hands: Hands) -> Route | None:
        where = f"moves.{place}"
        route = self._claimed_route(place, move)
        if route is None:
            return None
        if move.n_turned is not None and not route.tunnel:
            self._fault(where, f"{route.id} is no tunnel")
        if route.tunnel:
            if move.n_turned is None:
                self._fault(where, f"{route.id} is a tunnel, but the cards that were turned for it are missing")
            hands.lay_out(place, move, route.length)
        self._check_payment(where, move, route)
        if move.claimed:
            hands.pay(place, move.seat, move.cards)
            points = self.board.parameters.route_points[route.length]
            if move.points not in (None, points):
                self._fault(where, f"{route.id} scores {points} points, not {move.points}")
        self.faults += hands.take_faults(where, self.game)
        return route

    def _check_payment(self, where: str, move: Claim, route: Route) -> None:
        """C1, C3. What sets of any cards pay for (NC3, NC4) is left to the rules of the game."""
        n, colours = sum(move.cards.values()), [card for card in move.cards if card != WILD]
        if route.any_set or (move.n_turned is not None and not move.claimed):
            return
        length = route.length + (move.extra or 0)
        if n != length:
            extra = f" and {move.extra} extra" if move.extra else ""
            self._fault(where, f"{route.id} costs {route.length} cards{extra}, not {n}")
        if len(colours) > 1:
            self._fault(where, f"{listed(colours)} are paid together: a route takes one colour and wilds")
        if move.cards.get(WILD, 0) < route.wilds:
            self._fault(where, f"{route.id} takes at least {route.wilds} wilds, not {move.cards.get(WILD, 0)}")

    def _build(self, place: int, move: Station, hands: Hands) -> None:
        where, rules = f"moves.{place}", self.board.parameters
        if move.city not in {city.id for city in self.board.cities}:
            self._fault(where, f"there is no city {shortened(move.city)}")
        before = [m for m in self.game.moves[:place] if isinstance(m, Station)]
        if any(other.city == move.city for other in before):
            self._fault(where, f"{move.city} already has a station")
        cost = 1 + sum(other.seat == move.seat for other in before)
        if cost > rules.stations:
            self._fault(where, f"{self.board.name} has {rules.stations} stations a player; this is number {cost}")
        elif sum(move.cards.values()) != cost:
            self._fault(where, f"station number {cost} costs {cost} cards, not {sum(move.cards.values())}")
        hands.pay(place, move.seat, move.cards)
        self.faults += hands.take_faults(where, self.game)

    def _claimed_route(self, place: int, move: Claim) -> Route | None:
        """Of a double: the half in the colour that was paid, or one that no later claim needs."""
        routes = [route for route in self.board.routes if {route.a, route.b} == set(move.route)]
        paid = _colour_paid(move)
        free = [route for route in routes if route.id not in self.owner]
        fitting = [route for route in free if _takes(route, move.cards)] or [route for route in free if route.any_set]
        if not fitting:
            reason = "there is no such route" if not routes else f"no half of it is free for {paid or WILD}"
            self._fault(f"moves.{place}.route", f"{' – '.join(move.route)}: {reason}")
            return None
        later = [other for other in self.game.moves[place + 1 :] if _is_same_claim(other, move)]
        leaving = (
            route
            for route in fitting
            if all(any(_takes(half, other.cards) for half in free if half is not route) for other in later)
        )
        route = next(leaving, fitting[0])
        if move.claimed:
            self.owner[route.id] = move.seat
        return route

    def _check_end(self) -> None:
        """E1: nobody runs out of trains, and the game ends when it should."""
        rules, n, players = self.board.parameters, len(self.game.moves), self.game.players
        trains = [rules.trains] * players
        last = None
        for place, (move, route) in enumerate(zip(self.game.moves, self.routes, strict=True)):
            if isinstance(move, Claim) and move.claimed and route is not None:
                trains[move.seat] -= route.length
                if trains[move.seat] < 0:
                    self._fault(
                        f"moves.{place}", f"seat {move.seat} has {trains[move.seat] + route.length} trains left"
                    )
            if last is None and trains[move.seat] <= rules.end_trains:
                last = place
        if last is None:
            self.faults.append(f"no player comes down to {rules.end_trains} trains, so the game is not over")
        elif n != last + players + 1:
            where = self.game.place(f"moves.{last}")
            self.faults.append(
                f"after {where}, which leaves seat {self.game.moves[last].seat} {rules.end_trains} trains or fewer, "
                f"{players} turns follow, not {n - last - 1}"
            )

    def _joined(self) -> dict[tuple[int, str], int]:
        """The move with which a seat's own routes first joined the ends of a ticket of its own."""
        joined: dict[tuple[int, str], int] = {}
        group = [{city.id: city.id for city in self.board.cities} for _ in range(self.game.players)]
        tickets = {ticket.id: ticket for ticket in self.board.tickets}
        for place, (move, route) in enumerate(zip(self.game.moves, self.routes, strict=True)):
            if route is None or not isinstance(move, Claim) or not move.claimed:
                continue
            own = group[move.seat]
            old, new = own[route.b], own[route.a]
            own.update({city: new for city, name in own.items() if name == old})
            for name in self.game.final[move.seat].completed:
                if (move.seat, name) not in joined and _is_joined(self.board, tickets[name], own):
                    joined[move.seat, name] = place
        return joined

    # ---- cards -------------------------------------------------------------------------------------

    def _steps(self, hands: Hands) -> tuple[list[Step], list[int]]:
        """What happens to the pile, and the move of each step: -1 is the set-up."""
        steps: list[Step] = []
        moves: list[int] = []
        for place, step in self._numbered_steps(hands):
            steps.append(step)
            moves.append(place)
        return steps, moves

    def _numbered_steps(self, hands: Hands) -> Iterator[tuple[int, Step]]:
        for entry in self.game.setup:
            yield from ((-1, Turned(card)) for card in hands.opening[entry.seat])
        for place, (move, route) in enumerate(zip(self.game.moves, self.routes, strict=True)):
            if isinstance(move, Draw):
                for number, (origin, card) in enumerate(move.cards, start=1):
                    yield place, Turned(card) if origin == "blind" or card is None else Take(card)
                    yield from ((place, MarketSweep()) for _ in range(self.sweeps[place, number]))
            elif isinstance(move, Claim) and route is not None:
                if move.n_turned:
                    yield place, Revealed(move.n_turned, _colour_paid(move) or WILD, move.extra or 0)
                if move.claimed:
                    yield place, Paid(move.cards)
            elif isinstance(move, Station):
                yield place, Paid(move.cards)

    def _check_reshuffles(self, steps: list[Step], moves: list[int]) -> None:
        """M4: the pile runs out where the file says. If it does not, sweeps or cards are missing before."""
        n_hands = self.game.players * self.board.parameters.hand
        try:
            deal = lay_out(self.board, steps, n_hands)
        except NoCardLeftError as failure:
            self._fault(f"moves.{moves[failure.step]}", "no card is left to turn: more cards are taken than there are")
            self._stop_at_faults()
            return
        listed_moves = self.game.reshuffles_after_move
        needed = [moves[place] for place in deal.at]
        said = None if listed_moves is None else [move for move, _ in listed_moves]
        if said is None or said == needed:
            return
        at = next((n for n, pair in enumerate(zip(said, needed, strict=False)) if pair[0] != pair[1]), -1)
        at = min(len(said), len(needed)) if at < 0 else at
        since = self.game.place(f"moves.{needed[at - 1]}") if at else "the start"
        if at >= len(needed) or (at < len(said) and said[at] < needed[at]):
            place = self.game.place(f"moves.{said[at]}")
            self.faults.append(
                f"{place}: the pile is renewed, but by the cards taken since {since} it has some left: "
                f"sweeps are missing after {since}"
            )
        else:
            place = self.game.place(f"moves.{needed[at]}")
            self.faults.append(
                f"{place}: by the cards taken since {since} the pile runs out here, but the file does not say so: "
                "a reshuffle is missing, or there is a sweep or a draw too many"
            )
        self._stop_at_faults()

    def _where_cards_fail(self, steps: list[Step], moves: list[int], seed: int) -> UserError:
        """The first move with which no cards are found, by halving."""
        ends = [place for place, move in enumerate(moves) if place + 1 == len(moves) or moves[place + 1] != move]
        ends = [place for place in ends if moves[place] >= 0]
        fits, fails = -1, len(ends) - 1
        while fails - fits > 1:
            middle = (fits + fails) // 2
            self.report(f"no cards fit; looking for the move with which that begins ({fails - fits} left)")
            found = imagine(self.board, steps[: ends[middle] + 1], self.game.players, seed, tries=QUICK)
            fits, fails = (middle, fails) if found else (fits, middle)
        where = self.game.place(f"moves.{moves[ends[fails]]}")
        before = f"up to {self.game.place(f'moves.{moves[ends[fits]]}')} " if fits >= 0 else ""
        text = (
            f"{where}: no face-up cards were found that fit the draws, sweeps and reshuffles {before}and this move too"
        )
        return faults_error(
            self.source, [f"{text}: near here a sweep is missing or too many, or a card came from elsewhere"]
        )


class Hands:
    """What each seat is known to hold. A card that is paid before it was drawn was dealt, or drawn unseen."""

    def __init__(self, board: Board, game: SimpleGame) -> None:
        self.hands = [Counter(entry.opening_hand_at_least) for entry in game.setup]
        self.opening: list[list[str | None]] = [
            [*Counter(entry.opening_hand_at_least).elements(), *[None] * board.parameters.hand][: board.parameters.hand]
            for entry in game.setup
        ]
        self.unseen: list[list[tuple[list[tuple[str, str | None]], int]]] = [[] for _ in game.setup]  # draws, cards
        self.faults: list[str] = []

    @property
    def n_unknown(self) -> int:
        return sum(card is None for hand in self.opening for card in hand) + sum(map(len, self.unseen))

    def draw(self, place: int, move: Draw) -> None:
        for number, (_, card) in enumerate(move.cards):
            if card is None:
                self.unseen[move.seat].append((move.cards, number))  # type: ignore[arg-type]
            else:
                self.hands[move.seat][card] += 1

    def pay(self, place: int, seat: int, cards: Mapping[str, int]) -> None:
        for card, n in cards.items():
            held = self.hands[seat][card]
            unknown = self.opening[seat].count(None) + len(self.unseen[seat])
            if n > held + unknown:
                self.faults.append(f"seat {seat} pays {n} {card}, but can hold {held + unknown} at most")
            else:
                self._find(seat, card, n - held)
            self.hands[seat][card] -= n

    def _find(self, seat: int, card: str, n: int) -> bool:
        """Unknown cards become these."""
        for _ in range(n):
            if self.unseen[seat]:  # the last one before: so cards that come back after a reshuffle stay possible
                cards, number = self.unseen[seat].pop()
                cards[number] = ("blind", card)
            elif None in self.opening[seat]:
                self.opening[seat][self.opening[seat].index(None)] = card
            else:
                return False
            self.hands[seat][card] += 1
        return True

    def lay_out(self, place: int, move: Claim, length: int) -> None:
        """T1: of a tunnel that was given up the log says the colour alone."""
        if move.claimed or sum(move.cards.values()) >= length:
            return
        colour = _colour_paid(move) or WILD
        hand = self.hands[move.seat]
        n = min(length, hand[colour])
        wilds = min(length - n, hand[WILD]) if colour != WILD else 0
        short = length - n - wilds
        if short and not self._find(move.seat, colour, short):
            self.faults.append(f"seat {move.seat} tries a tunnel of {length} with {length - short} cards")
        move.cards = {card: k for card, k in ((colour, n + short), (WILD, wilds)) if k}

    def take_faults(self, where: str, game: SimpleGame) -> list[str]:
        faults, self.faults = [f"{game.place(where)}: {fault}" for fault in self.faults], []
        return faults


def _is_joined(board: Board, ticket: Ticket, group: Mapping[str, str]) -> bool:
    starts = {group[city] for city in board.cities_of(ticket.a)}
    return any(group[city] in starts for end in ticket.alternatives for city in board.cities_of(end.to))


def _takes(route: Route, cards: Mapping[str, int]) -> bool:
    """C1, C3: without sets of any cards."""
    colours = [card for card in cards if card != WILD]
    return route.colour in (GRAY, *colours, *([] if colours else [route.colour])) and (
        not route.any_set or (len(colours) <= 1 and cards.get(WILD, 0) >= route.wilds)
    )


def _is_same_claim(move: object, claim: Claim) -> TypeGuard[Claim]:
    return isinstance(move, Claim) and move.claimed and set(move.route) == set(claim.route)


def _colour_paid(move: Claim) -> str | None:
    """None if only wilds were paid."""
    return next((card for card in move.cards if card != WILD), None)
