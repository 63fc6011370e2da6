"""The log of a game on Board Game Arena, as its replay page shows it and people copy or save it, as a game.

The site writes colours as numbers. Each line is one thing that happened; lines of chat and of the page are passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Literal

from ttrsim.games.trains.board.model import WILD, Board
from ttrsim.games.trains.record.simple_format import (
    Claim,
    Draw,
    Final,
    Move,
    SetUp,
    SimpleGame,
    Station,
    Tickets,
    faults_error,
)
from ttrsim.games.trains.record.spelling import Names
from ttrsim.wording import did_you_mean, shortened

CODES = (WILD, "pink", "white", "blue", "yellow", "orange", "black", "red", "green")  # the site's numbers of colours
CARDS = r"(?P<cards>\d(?:\s*,\s*\d)*)"
WHO = r"(?P<who>\S.*?)"
ENDS = r"(?P<a>.+?) to (?P<b>.+?)"
FORMS: dict[str, str] = {  # what a line says: its form
    "move": r"Move (?P<n>\d+)\s*:.*",
    "sweep": r"Three locomotives have been revealed, visible train cards are replaced",
    "stay": r"Three locomotives have been revealed multiple?s? times in a row.*",
    "reshuffle": r"The train car deck has been reshuffled",
    "over": r"End of game.*",
    "free": r"No train car card in deck or discard, tunnel is free",
    "extra": r"(?P<n>\d+) extra cards? over the (?P<of>\d+) train car cards? revealed from the deck .*",
    "completed": r"You completed a new destination ?: (?P<a>.+?) - (?P<b>.+?)(?P<by> using station.*)?",
    "blind": rf"You take hidden train car card(?:\(s\)|s)? {CARDS}",
    "offered": rf"{WHO} was offered (?P<tickets>.+)",
    "keeps": rf"{WHO} keeps (?P<n>\d+) destination(?:\(s\)|s)?",
    "hidden": rf"{WHO} takes (?P<n>\d+) hidden train car card(?:\(s\)|s)?",
    "takes": rf"{WHO} takes (?P<cards>\d)",
    "takes_nothing": rf"{WHO} takes",
    "claims": rf"{WHO} gains (?P<points>\d+) point(?:\(s\)|s)? by claiming route from {ENDS} with (?P<n>\d+) train "
    rf"car(?:\(s\)|s)? ?: ?{CARDS}",
    "claims_nothing": rf"{WHO} gains \d+ point(?:\(s\)|s)? by claiming route from .*",
    "tries": rf"{WHO} tries to build a tunnel from {ENDS} with color (?P<cards>\d)",
    "skips": rf"{WHO} skips? (?:the )?tunnel claim",
    "builds": rf"{WHO} builds a Train Station on (?P<a>.+?) with (?P<n>\d+) train car(?:\(s\)|s)? ?: ?{CARDS}",
    "last": rf"{WHO} has (?P<n>\d+) train cars or less, starting final turn ?!?",
    "reveals": rf"{WHO} reveals {ENDS} destination",
    "scores": rf"{WHO} (?P<how>gains|loses) (?P<points>\d+) points? with {ENDS} destination",
    "longest": rf"{WHO} longest continuous path is (?P<n>\d+) train-cars long",
    "longest_points": rf"{WHO} gains (?P<points>\d+) points? with longest continuous path ?: ?\d+ train cars",
    "globetrotter_points": rf"{WHO} gains (?P<points>\d+) points? with Globetrotter ?: ?\d+ completed destinations",
    "stations": rf"{WHO} gains (?P<points>\d+) points? with (?P<n>\d+) remaining station(?:\(s\)|s)?",
    "mandala_points": rf"{WHO} gains (?P<points>\d+) points? for (?P<n>\d+) completed Grand Tour.*",
}
PATTERNS = {name: re.compile(form) for name, form in FORMS.items()}
VERBS = re.compile(r" (keeps|takes|gains|loses|tries|skips?|builds|reveals|has|longest|was offered)\b")


def is_log(text: str) -> bool:
    """Whether a text is a log, or a page with one."""
    return any(PATTERNS[form].search(text) for form in ("keeps", "hidden", "claims_nothing", "sweep", "reshuffle"))


# ---- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    number: int
    move: str  # of the site
    form: str
    match: re.Match[str]

    @property
    def where(self) -> str:
        return f"line {self.number}" + (f" (Move {self.move})" if self.move else "")

    def __getitem__(self, name: str) -> str:
        return self.match[name]

    def cards(self) -> list[str]:
        return [CODES[int(code)] for code in re.findall(r"[0-8]", self.match["cards"])]


class _Text(HTMLParser):
    """The lines of a saved page."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("div", "p", "br", "li", "tr", "h3"):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.handle_starttag(tag, None)

    def handle_data(self, data: str) -> None:
        self.parts.append(" ".join(data.split("\n")))


def as_text(text: str) -> str:
    if not re.match(r"\s*<", text):
        return text
    page = _Text()
    page.feed(text)
    return "".join(page.parts)


def _lines(text: str, faults: list[str]) -> Iterator[Line]:
    move = ""
    for number, words in enumerate(as_text(text).splitlines(), start=1):
        words = " ".join(words.split())
        matches = ((form, pattern.fullmatch(words)) for form, pattern in PATTERNS.items())
        form, match = next(((form, match) for form, match in matches if match), ("", None))
        if match is None:
            if VERBS.search(words) and ": " not in words.split(" ", 2)[0] and _is_like_a_line(words):
                faults.append(f"line {number}: is not understood: {shortened(words, 70)}")
        elif form == "move":
            move = match["n"]
        else:
            yield Line(number, move, form, match)


def _is_like_a_line(words: str) -> bool:
    """Not chat: it has the words of the site."""
    return bool(re.search(r"destination|train ?car|card|route|tunnel|station|point|path|takes \S+$", words, re.I))


# ---- the game ------------------------------------------------------------------------------------


def read_log(board: Board, text: str, source: str) -> SimpleGame:
    """UserError says all that cannot be understood."""
    reader = _Reader(board)
    game = reader.read(text)
    if reader.faults or game is None:
        raise faults_error(source, reader.faults)
    return game


@dataclass
class _Seat:
    n_setup: int = 0
    setup_offer: list[str] = field(default_factory=list)
    setup_where: str = "set-up"
    completed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    said: dict[str, int] = field(default_factory=dict)


class _Reader:
    def __init__(self, board: Board) -> None:
        self.names = Names(board)
        self.board = board
        self.faults: list[str] = []
        self.seats: dict[str, _Seat] = {}  # by player
        self.order: list[str] = []  # the players in the order of their first turns
        self.moves: list[Move] = []
        self.who: list[str] = []  # [move]
        self.places: dict[str, str] = {}
        self.sweeps: list[tuple[int, int]] = []
        self.reshuffles: list[tuple[int, int]] = []
        self.completions: dict[tuple[int, str], Line] = {}  # by move and ticket
        self.pending_blind: list[str] = []
        self.pending_offer: dict[str, list[str]] = {}
        self.pending_completed: list[Line] = []
        self.pending_reshuffle = 0
        self.tunnel: Claim | None = None
        self.move_of_last = ""
        self.is_over = False

    def read(self, text: str) -> SimpleGame | None:
        for line in _lines(text, self.faults):
            handler: Callable[[Line], None] = getattr(self, f"_{line.form}")
            handler(line)
        if not self.moves:
            self.faults.append(
                "no turn of a game is in it. Copy the log of the replay page (Game → Replay → Game log), which writes "
                "cards as numbers"
            )
            return None
        if not self.is_over:
            self.faults.append("the log ends before the game does: 'End of game' is missing")
        return None if self.faults else self._game()

    # ---- the table ---------------------------------------------------------------------------------

    def _sweep(self, line: Line) -> None:
        last = self.moves[-1] if self.moves else None
        if isinstance(last, Draw):
            self.sweeps.append((len(self.moves) - 1, len(last.cards)))
        else:
            self.faults.append(f"{line.where}: the market is replaced, but nobody has just taken a card")

    def _stay(self, line: Line) -> None:
        self.faults.append(f"{line.where}: the site left three wilds face up, which the printed rules (M3) do not")

    def _reshuffle(self, line: Line) -> None:
        if self.moves and line.move == self.move_of_last:
            self._note_reshuffle()
        else:
            self.pending_reshuffle += 1  # the site says so before it says what the card was turned for

    def _note_reshuffle(self) -> None:
        last = self.moves[-1]
        self.reshuffles.append((len(self.moves) - 1, len(last.cards) if isinstance(last, Draw) else 1))

    def _over(self, line: Line) -> None:
        self.is_over = True

    # ---- turns -------------------------------------------------------------------------------------

    def _begin(self, who: str, line: Line, move: Move) -> None:
        if who not in self.seats:
            known = f"; players are {', '.join(self.seats)}" if self.seats else ""
            hint = did_you_mean(who, self.seats) or known
            self.faults.append(f"{line.where}: {shortened(who)} kept no tickets in the set-up{hint}")
            self.seats[who] = _Seat()
        if self.tunnel is not None:
            self.faults.append(f"{line.where}: the tunnel before it was neither claimed nor given up")
            self.tunnel = None
        if who not in self.order:
            self.order.append(who)
        self.places[f"moves.{len(self.moves)}"] = line.where
        self.moves.append(move)
        self.who.append(who)
        self._acted(line)

    def _acted(self, line: Line) -> None:
        self.move_of_last = line.move
        for _ in range(self.pending_reshuffle):
            self._note_reshuffle()
        self.pending_reshuffle = 0
        for completed in self.pending_completed:
            if ticket := self._ticket(completed, f"{completed['a']} - {completed['b']}"):
                self.completions[len(self.moves) - 1, ticket] = completed
        self.pending_completed = []

    def _offered(self, line: Line) -> None:
        offer = [self._ticket(line, text) for text in line["tickets"].split(",")]
        self.pending_offer[line["who"]] = [ticket for ticket in offer if ticket]

    def _ticket(self, line: Line, text: str) -> str:
        ticket, fault = self.names.ticket(text)
        if fault:
            self.faults.append(f"{line.where}: {fault}")
        return ticket

    def _keeps(self, line: Line) -> None:
        who, n = line["who"], int(line["n"])
        if not self.moves and (who not in self.seats or line.move == self.move_of_last):
            if who not in self.seats:
                self.seats[who] = _Seat(n, self.pending_offer.pop(who, []), line.where)
                self.move_of_last = line.move
            elif self.seats[who].n_setup != n:
                self.faults.append(f"{line.where}: {who} keeps {n} tickets, but {self.seats[who].n_setup} before")
        elif self.moves and self.who[-1] == who and isinstance(last := self.moves[-1], Tickets):
            if last.n_kept != n:
                self.faults.append(f"{line.where}: {who} keeps {n} tickets, but {last.n_kept} before")
            self._acted(line)
        else:
            self._begin(who, line, Tickets(seat=0, offered=self.pending_offer.pop(who, []), n_kept=n))

    def _blind(self, line: Line) -> None:
        self.pending_blind = line.cards()

    def _hidden(self, line: Line) -> None:
        n = int(line["n"])
        cards: list[str | None] = list(self.pending_blind) or [None] * n
        if len(cards) != n:
            self.faults.append(f"{line.where}: takes {n} cards, but the line before it has {len(cards)}")
        self.pending_blind = []
        self._draw(line, "blind", cards)

    def _takes(self, line: Line) -> None:
        if cards := line.cards():
            self._draw(line, "market", [cards[0]])
        else:
            self.faults.append(f"{line.where}: {line['cards']} is no colour: the site numbers them from 0 to 8")

    def _takes_nothing(self, line: Line) -> None:
        self.faults.append(
            f"{line.where}: the card is missing. The page of the table shows cards as pictures: copy "
            "the log of the replay page"
        )

    _claims_nothing = _takes_nothing

    def _draw(self, line: Line, origin: Literal["blind", "market"], cards: Sequence[str | None]) -> None:
        who, last = line["who"], self.moves[-1] if self.moves else None
        drawn = [(origin, card) for card in cards]
        if isinstance(last, Draw) and self.who[-1] == who and len(last.cards) + len(drawn) <= 2:
            last.cards += drawn
            self._acted(line)
        elif not 1 <= len(drawn) <= 2:
            self.faults.append(f"{line.where}: takes {len(drawn)} cards at once")
        else:
            self._begin(who, line, Draw(seat=0, cards=drawn))

    def _tries(self, line: Line) -> None:
        move = Claim(seat=0, route=self._route(line), cards={}, turned=None, n_turned=0, extra=0, claimed=False)
        self._begin(line["who"], line, move)
        move.cards = dict.fromkeys(line.cards(), 1)  # the colour; how many of it follows from the hand
        self.tunnel = move

    def _free(self, line: Line) -> None:
        """T4: the line comes before the claim of the tunnel; nothing is turned."""

    def _extra(self, line: Line) -> None:
        if self.tunnel is None:
            self.faults.append(f"{line.where}: cards are turned, but nobody tries a tunnel")
            return
        self.tunnel.extra, self.tunnel.n_turned = int(line["n"]), int(line["of"])

    def _skips(self, line: Line) -> None:
        if self.tunnel is None or self.who[-1] != line["who"]:
            self.faults.append(f"{line.where}: {line['who']} is not trying a tunnel")
        self.tunnel = None
        self._acted(line)

    def _claims(self, line: Line) -> None:
        ends, cards = self._route(line), Counter(line.cards())
        if cards.total() != int(line["n"]):
            self.faults.append(f"{line.where}: {line['n']} cards are paid, but {cards.total()} are listed")
        if self.tunnel is not None and self.who[-1] == line["who"]:
            tunnel, self.tunnel = self.tunnel, None
            if set(tunnel.route) != set(ends):
                self.faults.append(f"{line.where}: the tunnel that was tried is {' – '.join(tunnel.route)}")
            tunnel.claimed, tunnel.cards, tunnel.points = True, dict(cards), int(line["points"])
            self._acted(line)
            return
        self._begin(line["who"], line, Claim(seat=0, route=ends, cards=dict(cards), points=int(line["points"])))

    def _route(self, line: Line) -> tuple[str, str]:
        ends, faults = self.names.route(line["a"], line["b"])
        self.faults += [f"{line.where}: {fault}" for fault in faults]
        return ends

    def _builds(self, line: Line) -> None:
        city, fault = self.names.city(line["a"])
        if fault:
            self.faults.append(f"{line.where}: {fault}")
        self._begin(line["who"], line, Station(seat=0, city=city, cards=dict(Counter(line.cards()))))

    def _completed(self, line: Line) -> None:
        if not line["by"]:  # with a station it is said at the end, to all at once
            self.pending_completed.append(line)

    def _last(self, line: Line) -> None:
        """E1: the rules say so too."""

    # ---- the end -----------------------------------------------------------------------------------

    def _reveals(self, line: Line) -> None:
        """The next line says what the ticket scores."""

    def _scores(self, line: Line) -> None:
        ticket = self._ticket(line, f"{line['a']} - {line['b']}")
        seat = self._seat(line)
        if not ticket or seat is None:
            return
        shown = [name for each in self.seats.values() for name in (*each.completed, *each.failed)]
        ticket = next((name for name in self.names.copies(ticket) if name not in shown), ticket)
        (seat.completed if line["how"] == "gains" else seat.failed).append(ticket)
        points = self.names.tickets[ticket].points
        if int(line["points"]) != points and not self.names.tickets[ticket].ends:
            self.faults.append(f"{line.where}: {ticket} is worth {points} on {self.board.name}, not {line['points']}")

    def _seat(self, line: Line) -> _Seat | None:
        if line["who"] not in self.seats:
            hint = did_you_mean(line["who"], self.seats)
            self.faults.append(f"{line.where}: {shortened(line['who'])} is no player of this game{hint}")
        return self.seats.get(line["who"])

    def _says(self, line: Line, **values: int) -> None:
        if seat := self._seat(line):
            seat.said |= values

    def _longest(self, line: Line) -> None:
        self._says(line, longest=int(line["n"]))

    def _longest_points(self, line: Line) -> None:
        self._says(line, longest_points=int(line["points"]))

    def _globetrotter_points(self, line: Line) -> None:
        self._says(line, globetrotter_points=int(line["points"]))

    def _stations(self, line: Line) -> None:
        self._says(line, stations_left=int(line["n"]), station_points=int(line["points"]))

    def _mandala_points(self, line: Line) -> None:
        self._says(line, mandalas=int(line["n"]), mandala_points=int(line["points"]))

    # ---- as a whole --------------------------------------------------------------------------------

    def _game(self) -> SimpleGame | None:
        missing = [who for who in self.seats if who not in self.order]
        if missing:
            self.faults.append(f"{', '.join(missing)} kept tickets, but never had a turn")
            return None
        number = {who: seat for seat, who in enumerate(self.order)}
        for who, move in zip(self.who, self.moves, strict=True):
            move.seat = number[who]
        seats = [self.seats[who] for who in self.order]
        setup = [SetUp(seat=place, offered=seat.setup_offer, n_kept=seat.n_setup) for place, seat in enumerate(seats)]
        final = [
            Final.model_validate({"seat": place, "completed": seat.completed, "failed": seat.failed, **seat.said})
            for place, seat in enumerate(seats)
        ]
        game = SimpleGame.model_construct(
            board=self.board.name,
            players=len(seats),
            setup=setup,
            moves=self.moves,
            sweeps_after_move=self.sweeps,
            reshuffles_after_move=self.reshuffles,
            final=final,
        )
        game._places = self.places | {f"setup.{place}": seat.setup_where for place, seat in enumerate(seats)}
        game._places |= {f"final.{place}": f"the score of {who}" for place, who in enumerate(self.order)}
        game._completions = {(self.moves[place].seat, ticket): place for place, ticket in self.completions}
        return game if not self.faults else None
