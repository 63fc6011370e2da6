"""The events of one turn in words, in the order in which they happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ttrsim.games.trains.record.position import FollowedTable
from ttrsim.play.record.fields import Event

NEW_CARDS = "the market gets "


def in_words(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {card}" for card, n in cards.items()) or "no cards"


def counted(cards: Iterable[str]) -> str:
    """The same for a list of cards."""
    return in_words(Counter(cards))


def by_slot(market: Iterable[str | None]) -> str:
    return ", ".join(card or "–" for card in market)


def name_tickets(names: Iterable[str], points_of: Mapping[str, str]) -> str:
    """`points_of` is what stands beside each name."""
    return ", ".join(f"{name} ({points_of[name]})" for name in names) or "none"


def points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"


class Turn:
    """Collects the lines of a turn. An event is described while the position is still the one before it.

    With `is_secret`, the lines are what the other seats see: cards of the pile and tickets have no names.
    """

    def __init__(self, position: FollowedTable, ticket_points: Mapping[str, str], is_secret: bool = False) -> None:
        self.position = position
        self.ticket_points = ticket_points
        self.is_secret = is_secret
        self.lines: list[str] = []
        self._has_drawn = False
        self._is_drawing = False  # the last line is about a draw, and more may be said on it
        self._empty_slot: int | None = None  # by the draw of that line

    def tell(self, event: Event) -> None:
        match event["event"]:
            case "draw":
                self._draw(event)
            case "refill":
                self._refill(event)
            case kind if line := self._line(kind, event):
                self.lines.append(line)
                self._is_drawing = False

    def _line(self, kind: str, event: Event) -> str | None:
        match kind:
            case "flush":
                return f"too many wilds: {by_slot(event['cards'])} are discarded"  # M3
            case "reshuffle":
                return f"{event['cards']} discards are shuffled into a new pile"  # M4
            case "tickets" if event["turn"] > 0:
                return f"draws tickets: {self.offer(event)}"
            case "claim":
                return f"claims {self._paid_route(event)} → {points(self.position.points(event['route']))}"
            case "tunnel":
                return f"tries the tunnel {self._paid_route(event)}"
            case "tunnel_end":
                return f"{self._turned_cards()}; {self._outcome(event)}"
            case "station":
                return f"builds a station in {event['city']} with {in_words(event['cards'])}"
            case "pass":
                return "passes: there is no legal action"  # N1
            case "last_round":
                trains = self.position.seats[event["player"]].trains
                return f"trains left: {trains}; every player has one more turn"  # E1
        return None

    def offer(self, event: Event) -> str:
        if self.is_secret:
            return f"keeps {len(event['kept'])} of {len(event['offered'])} tickets"
        refused = [ticket for ticket in event["offered"] if ticket not in event["kept"]]
        kept = f"keeps {name_tickets(event['kept'], self.ticket_points)}"
        return f"{kept}; refuses {name_tickets(refused, self.ticket_points)}" if refused else kept

    # ---- cards -----------------------------------------------------------------------------------

    def _draw(self, event: Event) -> None:
        origin = "the pile" if event["from"] == "pile" else f"slot {event['slot']}"
        name = "a card" if self.is_secret and event["from"] == "pile" else event["card"]
        card = f"{name} from {origin}"
        if self._is_drawing:
            self.lines[-1] += f", then {card}"
        else:
            self.lines.append(f"{'then ' if self._has_drawn else ''}draws {card}")
        self._has_drawn = self._is_drawing = True
        self._empty_slot = event.get("slot")

    def _refill(self, event: Event) -> None:
        if self._is_drawing and event["slot"] == self._empty_slot:  # M1: the replacement of the card just drawn
            self.lines[-1] += f" (now {event['card']})"
            self._empty_slot = None
        elif self.lines and self.lines[-1].startswith(NEW_CARDS):
            self.lines[-1] += f", {event['card']}"
        else:
            self.lines.append(f"{NEW_CARDS}{event['card']}")
            self._is_drawing = False

    # ---- routes ----------------------------------------------------------------------------------

    def _paid_route(self, event: Event) -> str:
        length = self.position.routes[event["route"]].length
        return f"{event['route']} ({length}) with {in_words(event['cards'])}"

    def _turned_cards(self) -> str:
        turned = ", ".join(self.position.turned) or "no card"  # T4
        return f"turned: {turned} → {self.position.extra()} extra"

    def _outcome(self, event: Event) -> str:
        if not event["claimed"]:
            return "does not pay; the cards return to the hand"  # T3
        payment = f"pays {in_words(event['paid'])} and " if event["paid"] else ""
        return f"{payment}claims it → {points(self.position.points(event['route']))}"
