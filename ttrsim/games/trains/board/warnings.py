"""What will go wrong in play on a board that can be played: every check yields its warnings."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import comb

from ttrsim.files.faults import Fault, Place
from ttrsim.games.trains.board.model import COLOURS, Board, Route, Ticket, doubles_of
from ttrsim.wording import listed

MIN_SETTLED = 0.5  # share of the markets from the full deck that stay; on printed boards more than 0.98
SCARCE = 2.0  # times as many spaces for each card of a colour as the other colours have
MAX_SHARE_OF_A_COLOUR = 0.75  # of its cards in the deck, wilds aside, that one route takes; printed boards stay at half

HEADER, CITIES, ROUTES, TICKETS = (Place(file) for file in ("board.toml", "cities.csv", "routes.csv", "tickets.csv"))


def warnings_of(board: Board) -> list[Fault]:
    """In the order of harm."""
    return [warning for check in CHECKS for warning in check(board)]


# ---- games that do not end -----------------------------------------------------------------------


def spaces(board: Board, players: int) -> int:
    """Train spaces that can be claimed in a game of that many players: C2 closes half of a double for few of them."""
    is_closed = players <= board.parameters.doubles_closed_up_to
    lengths: dict[str, int] = {}
    doubles = doubles_of(board) if is_closed else set()
    for route in board.routes:
        name = route.double if route.double in doubles else route.id
        lengths[name] = max(lengths.get(name, 0), route.length)  # NC6: the halves may differ
    return sum(lengths.values())


def _too_few_spaces(board: Board) -> Iterator[Fault]:
    rules = board.parameters
    for players in _player_counts(board):
        there = spaces(board, players)
        if there < players * (rules.trains - rules.end_trains):
            yield Fault(
                ROUTES,
                f"{players} players: {there} spaces for {players * rules.trains} trains. If they share the spaces "
                f"evenly, nobody gets down to {rules.end_trains} trains, and the game ends in a stalemate (N1)",
            )


def _turn_limit(board: Board) -> Iterator[Fault]:
    """Cards come two a turn, and each claim takes a turn: nobody can be faster than that."""
    rules = board.parameters
    to_place = rules.trains - rules.end_trains
    longest = max(route.length for route in board.routes)
    turns = max(0, to_place - rules.hand) / 2 + to_place / longest
    for players in _player_counts(board):
        if rules.turn_limit < players * turns:
            yield Fault(
                HEADER,
                f"{players} players: turn_limit {rules.turn_limit} ends the game too early. A player needs at least "
                f"{turns:.0f} turns to place {to_place} trains, so together they need {players * turns:.0f}",
            )


def _sweeps(board: Board) -> Iterator[Fault]:
    """M3: a market that is swept again and again fills the record of a game, and leaves the players no choice."""
    rules = board.parameters
    coloured = sum(rules.cards_per_colour.values())
    deck = coloured + rules.wilds
    n_open = min(rules.market, deck)
    settled = sum(
        comb(rules.wilds, wilds) * comb(coloured, n_open - wilds) for wilds in range(min(rules.flush_wilds, n_open + 1))
    ) / comb(deck, n_open)
    if settled < MIN_SETTLED:
        yield Fault(
            HEADER,
            f"{rules.flush_wilds} face-up {'wild sweeps' if rules.flush_wilds == 1 else 'wilds sweep'} a market of "
            f"{rules.market} (flush_wilds): with the full deck, {1 - settled:.0%} of markets are swept at once, and "
            "many more when hands are full. A game may have too many sweeps for its record",
            of_records=True,
        )


def _small_pile(board: Board) -> Iterator[Fault]:
    rules = board.parameters
    deck = sum(rules.cards_per_colour.values()) + rules.wilds
    pile = deck - rules.max_players * rules.hand - rules.market
    if pile < 2 * rules.max_players:
        yield Fault(
            HEADER,
            f"{rules.max_players} players: only {pile} of {deck} cards are left in the pile after the set-up, "
            "less than one draw of two cards for each player",
        )


# ---- what nobody can use -------------------------------------------------------------------------


def _unclaimable(board: Board) -> dict[str, str]:
    """Routes that nobody can ever claim, each with its reason."""
    rules, reasons = board.parameters, {}
    most = max(rules.cards_per_colour.values(), default=0)
    for route in board.routes:
        cards = most if route.colour not in COLOURS else rules.cards_per_colour.get(route.colour, 0)
        colour = "one colour" if route.colour not in COLOURS else route.colour
        wilds = rules.wilds if rules.takes_wilds(route) else 0
        if route.length > rules.trains:
            reasons[route.id] = f"it takes {route.length} trains, and a player has {rules.trains}"
        elif route.any_set:
            continue  # any cards pay for it
        elif route.wilds > 0 and not rules.takes_wilds(route):
            reasons[route.id] = f"the ferry takes wilds, which pay only for tunnels (wild_use = '{rules.wild_use}')"
        elif route.wilds > rules.wilds:
            reasons[route.id] = f"the ferry takes {route.wilds} wilds, and the deck has {rules.wilds}"
        elif route.length > cards + wilds:
            reasons[route.id] = f"the deck has {cards} cards of {colour} and {wilds} wilds"
    return reasons


def _unclaimable_routes(board: Board) -> Iterator[Fault]:
    for route, reason in _unclaimable(board).items():
        yield Fault(ROUTES, f"nobody can claim {route}: {reason}")


def _dead_cities(board: Board) -> Iterator[Fault]:
    closed = _unclaimable(board)
    alive = {end for route in board.routes if route.id not in closed for end in (route.a, route.b)}
    for city in board.cities:
        if city.id not in alive:
            yield Fault(CITIES, f"nobody can reach {city.id}: none of its routes can be claimed")


def _hopeless_tickets(board: Board) -> Iterator[Fault]:
    closed = _unclaimable(board)
    ways = [route for route in board.routes if route.id not in closed]
    trains, stations = board.parameters.trains, board.parameters.stations
    for ticket in board.tickets:
        goals = {city for end in ticket.alternatives for city in board.cities_of(end.to)}
        needed = fewest_trains(ways, board.cities_of(ticket.a), goals, stations)
        if needed is None:
            yield Fault(TICKETS, f"nobody can complete {ticket.id}: routes that can be claimed do not join its cities")
        elif needed > trains:
            borrowed = f", even with {stations} stations" if stations else ""
            yield Fault(TICKETS, f"nobody can complete {ticket.id}: it takes {needed} of {trains} trains{borrowed}")


def fewest_trains(
    routes: Sequence[Route], starts: Iterable[str], goals: Collection[str], stations: int = 0
) -> int | None:
    """Own trains that join any two of these cities, where each station borrows one route (E4); None if nothing does."""
    ways: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for route in routes:
        ways[route.a].append((route.b, route.length))
        ways[route.b].append((route.a, route.length))
    reached: set[tuple[str, int]] = set()
    ahead = [(0, start, stations) for start in sorted(starts)]
    while ahead:
        trains, city, left = heapq.heappop(ahead)
        if city in goals:
            return trains
        if (city, left) in reached:
            continue
        reached.add((city, left))
        for other, length in ways[city]:
            heapq.heappush(ahead, (trains + length, other, left))
            if left:
                heapq.heappush(ahead, (trains, other, left - 1))
    return None


def _doubles_never_open(board: Board) -> Iterator[Fault]:
    rules = board.parameters
    doubles = {route.double for route in board.routes if route.double}
    if doubles and rules.doubles_closed_up_to >= rules.max_players:
        yield Fault(
            HEADER,
            f"the second half of {'the double' if len(doubles) == 1 else f'all {len(doubles)} doubles'} never opens: "
            f"doubles_closed_up_to is {rules.doubles_closed_up_to}, and at most {rules.max_players} can play",
        )


# ---- cards and tickets ---------------------------------------------------------------------------


def _scarce_colours(board: Board) -> Iterator[Fault]:
    wanted: Counter[str] = Counter()
    for route in board.routes:
        wanted[route.colour] += route.length
    deck = {colour: n for colour, n in board.parameters.cards_per_colour.items() if n and wanted[colour]}
    for colour, cards in deck.items():
        others = sum(deck.values()) - cards
        spaces_of_others = sum(wanted[other] for other in deck if other != colour)
        if others and wanted[colour] / cards > SCARCE * spaces_of_others / others:
            yield Fault(
                HEADER,
                f"{colour} is scarce: {wanted[colour]} spaces for {cards} cards, "
                f"while the other colours have {spaces_of_others} spaces for {others} cards",
            )
    closed = _unclaimable(board)
    for route in board.routes:
        cards = deck.get(route.colour, 0)
        if route.id not in closed and cards and not route.any_set and route.length > MAX_SHARE_OF_A_COLOUR * cards:
            yield Fault(ROUTES, f"{route.id} takes {route.length} {route.colour} cards, and the deck has {cards}")


def _unused_colours(board: Board) -> Iterator[Fault]:
    deck = board.parameters.cards_per_colour
    used = {route.colour for route in board.routes}
    if idle := [colour for colour, cards in deck.items() if cards and colour not in used]:
        yield Fault(HEADER, f"no route is {listed(idle, 'or')}: such cards pay only for gray routes")


def _few_tickets(board: Board) -> Iterator[Fault]:
    rules = board.parameters
    pile = len(board.tickets) - sum(ticket.long for ticket in board.tickets if rules.setup_offer_long)
    left = pile - rules.max_players * (rules.setup_offer if rules.setup_refused == "removed" else rules.setup_keep)
    if left < rules.offer:
        yield Fault(
            TICKETS,
            f"{rules.max_players} players: {max(left, 0)} tickets may be left after the set-up, too few for one "
            f"offer of {rules.offer}",
        )


def _twin_tickets(board: Board) -> Iterator[Fault]:
    seen: dict[frozenset[str], Ticket] = {}
    for ticket in board.tickets:
        if ticket.ends:
            continue  # W5: several copies of a ticket are usual
        other = seen.setdefault(frozenset((ticket.a, ticket.b)), ticket)
        if other is not ticket:
            yield Fault(TICKETS, f"{ticket.id} and {other.id} join the same cities")


# ---- rules without effect ------------------------------------------------------------------------


def _idle_rules(board: Board) -> Iterator[Fault]:
    rules = board.parameters
    attractions = any(city.attraction for city in board.cities)
    if attractions and not rules.attraction_points:
        yield Fault(HEADER, "cities are marked as attractions, but attraction_points is 0")
    if rules.attraction_points and not attractions:
        yield Fault(CITIES, f"attraction_points is {rules.attraction_points}, but no city is an attraction")
    for district in dict.fromkeys(city.district for city in board.cities if city.district):
        if not rules.district_points.get(district):
            yield Fault(HEADER, f"cities are in district '{district}', but it has no district_points")
    if rules.station_points and not rules.stations:
        yield Fault(HEADER, f"station_points is {rules.station_points}, but players have no stations")
    if any(route.tunnel for route in board.routes) and not rules.tunnel_cards:
        yield Fault(HEADER, "routes are marked as tunnels, but tunnel_cards is 0: they are as good as plain routes")


def _player_counts(board: Board) -> Iterable[int]:
    return range(board.parameters.min_players, board.parameters.max_players + 1)


CHECKS: tuple[Callable[[Board], Iterator[Fault]], ...] = (
    _too_few_spaces,
    _turn_limit,
    _sweeps,
    _small_pile,
    _unclaimable_routes,
    _dead_cities,
    _hopeless_tickets,
    _doubles_never_open,
    _scarce_colours,
    _unused_colours,
    _few_tickets,
    _twin_tickets,
    _idle_rules,
)
