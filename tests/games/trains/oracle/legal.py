"""What a player may do, written from the rules text, with its rule numbers in the comments (`# T2`)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.games.trains.oracle.payments import GRAY, WILD, payments, pays_with_sets, set_payments
from tests.games.trains.oracle.table import Decision, Table


class LegalDecisions(Table):
    """The legal decisions of every question."""

    def legal(self) -> set[Decision]:
        """Every legal decision of the question that is asked."""
        if self._legal is None:
            self._legal = self.find_legal()
        return self._legal

    def find_legal(self) -> set[Decision]:
        match self.question:
            case "keep":
                return self.legal_keeps()
            case "action":
                return self.legal_actions()
            case "second_card":
                return self.legal_draws(first=False)
            case "tunnel":
                return self.legal_extras() | {("decline",)}  # T3
        return set()

    def legal_keeps(self) -> set[Decision]:
        minimum = self.rules["setup_keep"] if self.turn == 0 else self.rules["offer_keep"]  # S3, K1
        sizes = range(min(minimum, len(self.offer)), len(self.offer) + 1)
        must = self.must_keep()
        refused = self.must_refuse(minimum, must)
        choices = {kept for size in sizes for kept in combinations(self.offer, size) if self.long_limit(kept) >= 0}
        return {("keep", kept) for kept in choices if must <= set(kept) and not refused & set(kept)}

    def listed(self, restriction: str) -> Sequence[str]:
        """The tickets of a restriction, `keep` or `refuse`, of the asked seat; it differs in the set-up and later."""
        assert self.asked is not None
        key = restriction if self.turn == 0 else f"{restriction}_later"
        tickets: Sequence[str] = self.restrictions[self.asked].get(key, ())
        return tickets

    def long_limit(self, tickets: Iterable[str]) -> int:
        """X1: how many more long tickets may be kept beside these; below 0 if there are too many."""
        limit: int = self.rules.get("setup_most_long", len(self.offer)) if self.turn == 0 else len(self.offer)
        return limit - sum(ticket["long"] for ticket in self.board["tickets"] if ticket["id"] in set(tickets))

    def cheapest_first(self, tickets: Iterable[str]) -> list[str]:
        points = {ticket["id"]: ticket["points"] for ticket in self.board["tickets"]}
        return sorted(tickets, key=points.__getitem__)  # stable: the first of equals first

    def must_keep(self) -> set[str]:
        """R1: of the long tickets that the seat must keep, the cheapest ones are let off where X1 forbids them."""
        must = {ticket for ticket in self.offer if ticket in self.listed("keep")}
        long = {ticket["id"] for ticket in self.board["tickets"] if ticket["long"]}
        n_let_off = max(0, -self.long_limit(must))
        in_order = [ticket for ticket in self.offer if ticket in must & long]
        return must - set(self.cheapest_first(in_order)[:n_let_off])

    def must_refuse(self, minimum: int, must: set[str]) -> set[str]:
        """R2: the refused tickets of the offer, but for the cheapest ones that the minimum needs."""
        refused = [ticket for ticket in self.offer if ticket in self.listed("refuse") and ticket not in must]
        refused = self.cheapest_first(refused)
        while refused:
            others = [ticket for ticket in self.offer if ticket not in refused]
            if len(others) - max(0, -self.long_limit(others)) >= minimum:  # X1: not all of them can be kept
                break
            refused.pop(0)
        return set(refused)

    def may(self, restriction: str) -> bool:
        """Whether the restrictions of the player at turn allow it (R3–R6)."""
        return bool(self.restrictions[self.seat].get(restriction, True))

    def legal_actions(self) -> set[Decision]:
        actions = self.legal_draws(first=True) | self.legal_claims() | self.legal_stations()
        if self.ticket_pile and self.may("ticket_draws"):  # K1, R5
            actions.add(("tickets",))
        return actions

    def legal_draws(self, first: bool) -> set[Decision]:
        draws: set[Decision] = set()
        if self.pile.total() or self.discards.total():  # M4
            draws.add(("draw", "pile"))
        for slot, card in enumerate(self.market):
            ordinary = first or self.rules.get("face_up_wild", 2) == 1  # M2, NC2
            if card is not None and (card != WILD or (ordinary and self.may("open_wilds"))):  # R6
                draws.add(("draw", slot))
        return draws

    def legal_claims(self) -> set[Decision]:
        hand = self.hands[self.seat]
        ways: dict[tuple[Any, ...], list[tuple[str, int]]] = {}  # many routes cost the same
        claims: set[Decision] = set()
        for route in self.board["routes"]:
            if route["length"] > self.trains[self.seat] or not self.is_open(route):  # C1
                continue
            cost = (route["colour"], route["length"], route["wilds"], self.wilds_pay(route))
            if cost not in ways:
                ways[cost] = payments(hand, self.colours_of(route), *cost[1:])  # C1, C3
            claims.update(("claim", route["id"], colour, wilds) for colour, wilds in ways[cost])
            if route.get("any_set", 0):
                rules = (self.wilds_pay(route), self.most_sets(route))
                bags = set_payments(hand, self.colours_of(route), route, *rules)  # NC3, NC4
                claims.update(("claim", route["id"], cards) for cards in bags)
        return claims

    def colours_of(self, route: Mapping[str, Any]) -> list[str]:
        return self.colours if route["colour"] == GRAY else [route["colour"]]

    def most_sets(self, route: Mapping[str, Any]) -> int:
        """NC3–NC5: how many sets may pay for a route."""
        if not route.get("any_set", 0):
            return 0
        only_symbols = self.rules.get("ferry_sets", "any_space") == "symbols" and route["wilds"] > 0
        return route["wilds"] if only_symbols else route["length"]

    def is_set_payment(self, decision: Decision) -> bool:
        """Whether the decision pays for a route with sets. `legal` does not list all such payments (NC3–NC5)."""
        match decision:
            case ("claim", route_id, cards) if self.question == "action":
                route, hand = self.routes[route_id], self.hands[self.seat]
                return (
                    self.is_open(route)
                    and route["length"] <= self.trains[self.seat]
                    and all(hand[card] >= n for card, n in cards)
                    and pays_with_sets(
                        dict(cards), self.colours_of(route), route, self.wilds_pay(route), self.most_sets(route)
                    )
                )
        return False

    def wilds_pay(self, route: Mapping[str, Any] | None) -> bool:
        """NC1, W1: whether wilds may pay for a route; None is a station."""
        match self.rules.get("wild_use", "anywhere"):
            case "tunnels_and_ferries":
                return route is not None and (route["tunnel"] or route["wilds"] > 0)
            case "tunnels":
                return route is not None and bool(route["tunnel"])
        return True

    def is_open(self, route: Mapping[str, Any]) -> bool:
        """Whether the player at turn may claim the route, if there are enough cards and trains."""
        if route["id"] in self.owner:
            return False
        closed = self.restrictions[self.seat].get("closed", ())
        if route["id"] in closed or (route["tunnel"] and not self.may("tunnels")):  # R3
            return False
        halves = self.halves.get(route["double"], [])
        owners = [self.owner[half] for half in halves if half in self.owner]
        if owners and self.n_players <= self.rules["doubles_closed_up_to"]:
            return False  # C2, few players
        return self.seat not in owners  # C2

    def legal_stations(self) -> set[Decision]:
        if self.stations_left[self.seat] == 0 or not self.may("stations"):  # R4
            return set()
        ways = payments(self.hands[self.seat], self.colours, self.station_cost(), 0, self.wilds_pay(None))  # B1
        free = [city["id"] for city in self.board["cities"] if city["id"] not in self.stations] if ways else []
        return {("station", city, colour, wilds) for city in free for colour, wilds in ways}

    def station_cost(self) -> int:
        """The first station costs one card, the second two, the third three (B1)."""
        built = sum(1 for holder in self.stations.values() if holder == self.seat)
        return built + 1

    def legal_extras(self) -> set[Decision]:
        colours = [] if self.laid_colour == WILD else [self.laid_colour]  # T2, T1
        ways = payments(self.hands[self.seat], colours, self.extra, min_wilds=0)
        return {("pay", wilds) for _, wilds in ways}
