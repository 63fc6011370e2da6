"""Book-keeping over one game record, line by line, without the game class.

The ledger knows where every card, train, ticket and station is and checks each line against the rules that
can be judged from the line and the books alone. It says nothing about things that ought to have happened
and did not (a missing refill, say): that is found by the replay in `referee`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

WILD = "wild"
GRAY = "gray"
Event = Mapping[str, Any]

ACTIONS = {"draw", "claim", "tunnel", "station", "tickets", "pass"}


class Ledger:
    def __init__(self, board: Mapping[str, Any], n_players: int) -> None:
        self.rules = board["parameters"]
        self.n_players = n_players
        self.routes = {route["id"]: route for route in board["routes"]}
        self.cities = {city["id"] for city in board["cities"]}
        self.ticket_points = {ticket["id"]: ticket["points"] for ticket in board["tickets"]}
        self.ends = {
            ticket["id"]: {end["to"]: end["points"] for end in ticket["ends"]}
            for ticket in board["tickets"]
            if ticket.get("ends")
        }
        self.pile = Counter({**self.rules["cards_per_colour"], WILD: self.rules["wilds"]})
        self.discards: Counter[str] = Counter()
        self.market: list[str | None] = [None] * self.rules["market"]
        self.hands: list[Counter[str]] = [Counter() for _ in range(n_players)]
        self.long = {ticket["id"] for ticket in board["tickets"] if ticket["long"]}
        self.globetrotters: list[bool] = []
        self.completed: list[int] = []
        self.kept: list[list[str]] = [[] for _ in range(n_players)]
        self.owner: dict[str, int] = {}
        self.stations: dict[str, int] = {}
        self.turn = 0
        self.action: list[Event] = []  # the action events of this turn
        self.tunnel: Event | None = None
        self.turned: list[str] = []
        self.totals: list[int] = []
        self.last_round_turn: int | None = None
        self.faults: list[str] = []

    def expect(self, holds: bool, message: str) -> None:
        if not holds:
            self.faults.append(message)

    def enter(self, event: Event) -> list[str]:
        """Book one event; the fouls in it."""
        self.faults = []
        self.check_turn(event)
        getattr(self, f"enter_{event['event']}")(event)
        return self.faults

    # ------------------------------------------------------------------ whose turn, one action (rules 3)

    def check_turn(self, event: Event) -> None:
        kind, turn = event["event"], event["turn"]
        if turn != self.turn:
            self.expect(turn == self.turn + 1, f"turn {turn} follows turn {self.turn}")
            self.expect(self.turn == 0 or bool(self.action), f"no action in turn {self.turn}")
            self.expect(self.tunnel is None, "the tunnel of the last turn has no end")
            self.turn, self.action = turn, []
        if turn == 0:
            self.expect(kind in {"hand", "refill", "flush", "reshuffle", "tickets"}, f"{kind} in set-up")
        elif "player" in event and kind != "score":
            self.expect(event["player"] == (turn - 1) % self.n_players, "not this player's turn")  # S4
        if turn > 0 and kind in ACTIONS:
            self.action.append(event)
            draws_only = all(action["event"] == "draw" for action in self.action)
            self.expect(len(self.action) == 1 or (draws_only and len(self.action) == 2), "more than one action")

    # ------------------------------------------------------------------ cards

    def leave_pile(self, card: str) -> None:
        self.expect(self.pile[card] > 0, f"no {card} card is left in the pile")
        self.pile[card] -= 1

    def enter_hand(self, event: Event) -> None:
        for card in event["cards"]:
            self.leave_pile(card)
        self.expect(not self.hands[event["player"]], "a second starting hand")
        self.hands[event["player"]].update(event["cards"])

    def enter_refill(self, event: Event) -> None:
        self.expect(self.market[event["slot"]] is None, "the slot is not empty")
        self.expect(self.tunnel is None, "a refill while a tunnel is turned")
        self.leave_pile(event["card"])
        self.market[event["slot"]] = event["card"]

    def enter_flush(self, event: Event) -> None:
        self.expect(event["cards"] == self.market, "the flushed cards are not the market")
        self.expect(event["cards"].count(WILD) >= self.rules["flush_wilds"], "too few wilds for a flush")  # M3
        self.discards.update(card for card in self.market if card is not None)
        self.market = [None] * len(self.market)

    def enter_reshuffle(self, event: Event) -> None:
        self.expect(self.pile.total() == 0, "a reshuffle while the pile has cards")  # M4
        self.expect(event["cards"] == self.discards.total() > 0, "not the number of discards")
        self.pile, self.discards = self.discards, Counter()

    def enter_draw(self, event: Event) -> None:
        card = event["card"]
        counts_as_two = self.rules.get("face_up_wild", 2) == 2  # M2, NC2
        face_up_wild = event["from"] == "market" and card == WILD and counts_as_two
        self.expect(not face_up_wild or len(self.action) == 1, "a face-up wild as second card")  # M2
        if len(self.action) == 2:
            first = self.action[0]
            was_wild = first.get("from") == "market" and first.get("card") == WILD and counts_as_two
            self.expect(not was_wild, "a second card after a face-up wild")  # M2
            self.expect(None not in self.market or not self.pile.total(), "the market is not refilled")  # M1
        if event["from"] == "pile":
            self.leave_pile(card)
        else:
            self.expect(self.market[event["slot"]] == card, "the slot holds another card")
            self.market[event["slot"]] = None
        self.hands[event["player"]][card] += 1

    def pay(self, seat: int, cards: Mapping[str, int]) -> None:
        """Take cards out of a hand; where they go is the caller's business."""
        self.expect(all(count > 0 for count in cards.values()), "a payment with a zero entry")
        for colour, count in cards.items():
            self.expect(self.hands[seat][colour] >= count, f"the hand has fewer than {count} {colour} cards")
            self.hands[seat][colour] -= count

    def expect_one_colour(self, cards: Mapping[str, int]) -> None:
        self.expect(len(cards.keys() - {WILD}) <= 1, "cards of two colours")  # C1, B1

    # ------------------------------------------------------------------ routes

    def pay_route(self, event: Event) -> None:
        seat, cards, route = event["player"], event["cards"], self.routes[event["route"]]
        self.pay(seat, cards)
        if route.get("any_set", 0) and sum(cards.values()) > route["length"]:
            self.expect(self.is_paid_with_sets(route, cards), "not a payment with sets of any cards")  # NC3, NC4
        else:
            self.expect_single_cards(route, cards)
        self.expect(route["id"] not in self.owner, "the route is taken")  # C1
        self.expect(self.trains(seat) >= route["length"], "too few trains")  # C1
        if route["double"] is not None:  # C2
            owners = [s for r, s in self.owner.items() if self.are_one_double(self.routes[r], route)]
            self.expect(seat not in owners, "both halves of a double route")
            closed = bool(owners) and self.n_players <= self.rules["doubles_closed_up_to"]
            self.expect(not closed, "the second half is closed")

    def are_one_double(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        is_alike = all(one[field] == other[field] for field in ("length", "tunnel", "wilds"))
        return one["double"] == other["double"] and (is_alike or self.rules.get("unlike_doubles", True))  # NC6

    def expect_single_cards(self, route: Mapping[str, Any], cards: Mapping[str, int]) -> None:
        self.expect_one_colour(cards)
        self.expect(sum(cards.values()) == route["length"], "not as many cards as the route is long")  # C1
        right = {WILD, route["colour"]} if route["colour"] != GRAY else {WILD, *self.rules["cards_per_colour"]}
        self.expect(cards.keys() <= right, f"the route is {route['colour']}")  # C1
        self.expect(cards.get(WILD, 0) >= route["wilds"], "too few wilds for the ferry")  # C3
        self.expect(WILD not in cards or self.wilds_pay(route), "wilds on a route that takes none")  # NC1, W1

    def is_paid_with_sets(self, route: Mapping[str, Any], cards: Mapping[str, int]) -> bool:
        """NC3–NC4: n = wilds + coloured + sets, and all cards beyond the single ones are in whole sets."""
        more, size = sum(cards.values()) - route["length"], route["any_set"]
        sets, rest = divmod(more, size - 1)
        singles = route["length"] - sets
        wilds = min(cards.get(WILD, 0), singles) if self.wilds_pay(route) else 0
        colours = self.rules["cards_per_colour"] if route["colour"] == GRAY else [route["colour"]]
        most = max(cards.get(colour, 0) for colour in colours)
        only_symbols = self.rules.get("ferry_sets", "any_space") == "symbols" and route["wilds"] > 0
        most_sets = route["wilds"] if only_symbols else route["length"]
        return rest == 0 and sets <= most_sets and wilds + sets >= route["wilds"] and wilds + most >= singles

    def wilds_pay(self, route: Mapping[str, Any]) -> bool:
        use = self.rules.get("wild_use", "anywhere")
        return use == "anywhere" or route["tunnel"] or (use == "tunnels_and_ferries" and route["wilds"] > 0)

    def trains(self, seat: int) -> int:
        lengths: list[int] = [self.routes[route]["length"] for route, holder in self.owner.items() if holder == seat]
        all_trains: int = self.rules["trains"]
        return all_trains - sum(lengths)

    def enter_claim(self, event: Event) -> None:
        self.expect(not self.routes[event["route"]]["tunnel"], "a tunnel is claimed as a plain route")
        self.pay_route(event)
        self.discards.update(event["cards"])
        self.owner[event["route"]] = event["player"]

    def enter_tunnel(self, event: Event) -> None:
        self.expect(bool(self.routes[event["route"]]["tunnel"]), "not a tunnel")
        self.pay_route(event)
        self.tunnel, self.turned = event, []

    def enter_reveal(self, event: Event) -> None:
        self.expect(self.tunnel is not None, "a card is turned without a tunnel")
        self.leave_pile(event["card"])
        self.turned.append(event["card"])
        self.expect(len(self.turned) <= self.rules["tunnel_cards"], "too many cards turned")  # T1

    def enter_tunnel_end(self, event: Event) -> None:
        if self.tunnel is None or self.tunnel["route"] != event["route"]:
            self.faults.append("the end of a tunnel that was not begun")
            return
        laid_out, paid, seat = self.tunnel["cards"], event["paid"], event["player"]
        left = self.pile.total() + self.discards.total()
        all_turned = len(self.turned) == self.rules["tunnel_cards"] or left == 0
        self.expect(all_turned, "too few cards turned")  # T4
        extra = sum(1 for card in self.turned if card == WILD or card in laid_out)  # T1, T2
        if event["claimed"]:
            self.pay(seat, paid)
            self.expect_one_colour(paid)
            self.expect(sum(paid.values()) == extra, f"{extra} extra cards are due")
            self.expect(paid.keys() <= laid_out.keys() | {WILD}, "extra cards of another colour")  # T1, T2
            self.discards.update(laid_out)
            self.discards.update(paid)
            self.owner[event["route"]] = seat
        else:
            self.expect(extra > 0, "a tunnel without extra cost is declined")
            self.expect(paid == {}, "extra cards paid for a declined tunnel")  # T3
            self.hands[seat].update(laid_out)
        self.discards.update(self.turned)  # T3
        self.tunnel = None

    # ------------------------------------------------------------------ stations and tickets

    def enter_station(self, event: Event) -> None:
        seat, city, cards = event["player"], event["city"], event["cards"]
        built = sum(1 for holder in self.stations.values() if holder == seat)
        self.pay(seat, cards)
        self.expect_one_colour(cards)
        self.expect(WILD not in cards or self.rules.get("wild_use", "anywhere") == "anywhere", "a wild for a station")
        self.expect(built < self.rules["stations"], "no station left")  # B1
        self.expect(sum(cards.values()) == built + 1, f"this station costs {built + 1}")  # B1
        self.expect(city in self.cities and city not in self.stations, "the city has a station or is unknown")
        self.discards.update(cards)
        self.stations[city] = seat

    def enter_tickets(self, event: Event) -> None:
        offered, kept = event["offered"], event["kept"]
        minimum = self.rules["setup_keep"] if self.turn == 0 else self.rules["offer_keep"]
        held = {ticket for tickets in self.kept for ticket in tickets}
        self.expect(len(set(offered)) == len(offered), "a ticket is offered twice")
        self.expect(set(offered) <= self.ticket_points.keys() - held, "a ticket that is not in the pile")
        self.expect(kept == [ticket for ticket in offered if ticket in kept], "kept is not part of the offer")
        self.expect(len(kept) >= min(minimum, len(offered)), "too few tickets kept")  # S3, K1
        most_long = self.rules.get("setup_most_long", len(offered))
        self.expect(self.turn > 0 or len(self.long & set(kept)) <= most_long, "too many long tickets kept")  # X1
        self.expect(self.turn == 0 or len(offered) > 0, "an empty offer")  # K1
        self.kept[event["player"]] += kept

    def enter_pass(self, event: Event) -> None:
        nothing_to_draw = not self.pile.total() and not self.discards.total() and not any(self.market)
        self.expect(nothing_to_draw, "a pass while cards can be drawn")  # N1

    # ------------------------------------------------------------------ the end

    def enter_last_round(self, event: Event) -> None:
        self.expect(self.last_round_turn is None, "a second last round")
        self.expect(self.trains(event["player"]) <= self.rules["end_trains"], "too many trains for the end")  # E1
        self.last_round_turn = self.turn

    def enter_score(self, event: Event) -> None:
        seat = event["player"]
        self.expect(seat == len(self.totals), "the scores are not in seat order")
        table = {int(length): points for length, points in self.rules["route_points"].items()}
        own = [self.routes[route]["length"] for route, holder in self.owner.items() if holder == seat]
        self.expect(event["routes"] == sum(table[length] for length in own), "route points")  # E2
        done, failed = event["completed"], event["failed"]
        self.expect(sorted(done + failed) == sorted(self.kept[seat]), "the scored tickets are not the kept ones")
        scored = event.get("ends", {})
        self.expect(("ends" in event) == bool(self.ends), "ends where no ticket has several, or the reverse")
        self.expect(scored.keys() == self.ends.keys() & set(done), "the ends are not those of the completed tickets")
        self.expect(all(end in self.ends.get(t, ()) for t, end in scored.items()), "an end that the ticket has not")
        won = sum(self.ends[t].get(scored.get(t, ""), 0) if t in self.ends else self.ticket_points[t] for t in done)
        lost = sum(min(self.ends[t].values()) if t in self.ends else self.ticket_points[t] for t in failed)
        self.expect(event["tickets"] == won - lost, "ticket points")  # E3, W4
        left = self.rules["stations"] - sum(1 for holder in self.stations.values() if holder == seat)
        self.expect(event["stations_left"] == left, "stations left")
        self.expect(event["station_points"] == left * self.rules["station_points"], "station points")  # E5
        globetrotter = event.get("globetrotter_points", 0)
        self.expect(globetrotter in (0, self.rules.get("globetrotter_points", 0)), "Globetrotter points")  # G1
        self.globetrotters.append(globetrotter > 0)
        self.completed.append(len(done))
        districts = self.rules.get("district_points", {})
        self.expect(("districts" in event) == bool(districts), "districts where the board has none, or the reverse")
        in_districts = sum(districts[district] for district in event.get("districts", ()))
        self.expect(event.get("district_points", 0) == in_districts, "district points")  # L1
        for_mandalas = self._mandala_points(event)
        bonuses = event["station_points"] + event["longest_points"] + event["attraction_points"]
        bonuses += in_districts + globetrotter + for_mandalas
        self.expect(event["total"] == event["routes"] + event["tickets"] + bonuses, "the total")
        self.totals.append(event["total"])

    def _mandala_points(self, event: Event) -> int:
        """I1: by their number, of which the replay says whether it is right."""
        table, n = self.rules.get("mandala_points", ()), event.get("mandalas", 0)
        self.expect(("mandalas" in event) == any(table), "mandalas where the board has none, or the reverse")
        self.expect(n <= len(event["completed"]), "more mandalas than completed tickets")
        points = [0, *table][min(n, len(table))]
        self.expect(event.get("mandala_points", 0) == points, "mandala points")
        return points

    def enter_end(self, event: Event) -> None:
        self.expect(len(self.totals) == self.n_players, "a score is missing")
        if self.rules.get("globetrotter_points", 0):
            most = max(self.completed)  # G2: of nothing there is no most
            self.expect(self.globetrotters == [0 < n == most for n in self.completed], "who is the Globetrotter")
        leaders = {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}
        self.expect(bool(event["winners"]) and leaders >= set(event["winners"]), "not the most points")  # E8
        self.expect(event["turns"] == self.turn, "the number of turns")
        by_trains = self.last_round_turn is not None and self.turn == self.last_round_turn + self.n_players  # E1
        self.expect((event["reason"] == "trains") == by_trains, "the reason of the end")


def check_books(events: Sequence[Event], board: Mapping[str, Any], n_players: int) -> list[tuple[int, str]]:
    """The fouls of one record, as (index of the event, message); `events` is without the start line."""
    ledger = Ledger(board, n_players)
    fouls: list[tuple[int, str]] = []
    for index, event in enumerate(events):
        try:
            fouls += [(index, fault) for fault in ledger.enter(event)]
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            return [*fouls, (index, f"malformed event: {error!r}")]
    return fouls
