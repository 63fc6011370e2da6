"""What is tried, in words: for the titles, sentences and notes of a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ttrsim.games.contract import ExperimentChoice

Main = Literal["win", "score"]


@dataclass(frozen=True)
class Words:
    """Of a kind of experiment. `{}` stands for the name of a ticket, route or city, or for other rules."""

    title: str
    what: str  # is compared with what
    doing: str  # the subject of a sentence
    tried: str  # how the two sides of a pair differ
    main: Main = "win"  # the outcome that is told first
    any: str = ""  # in place of a name: a ticket, a route …

    @property
    def doing_any(self) -> str:
        return self.doing.format(self.any)


ONCE_MORE = "Each deal was played freely, and once more"
FROM_HERE = "The game went on twice from the same position:"

WORDS = {
    "tickets": Words(
        "Tickets of the set-up: which are worth keeping?",
        "Keeping a ticket of the set-up offer, against refusing it",
        "keeping {}",
        f"{ONCE_MORE} for each ticket of each set-up offer: the seat had to refuse it where its bot had kept it, "
        "and to keep it where its bot had refused it. The bot chose its other tickets, and its plan, for that.",
        any="a ticket",
    ),
    "keep-sets": Words(
        "Sets of tickets: how many to keep, and which go together?",
        "What the bot keeps of the set-up offer, against the other possible sets",
        "keeping what the bot keeps",
        f"{ONCE_MORE} for each other set of tickets that a seat could have kept of its set-up offer.",
    ),
    "routes": Words(
        "Routes: what is access to each worth?",
        "A route open to a player, against closed to that player alone",
        "access to {}",
        f"{ONCE_MORE} for some of the routes, each closed to one seat for the whole game. Its bot planned "
        "around it, and the others could still claim it.",
        any="a route",
    ),
    "route-exists": Words(
        "Routes: what does each do to the game?",
        "A route on the board, against closed to everybody",
        "{} on the board",
        f"{ONCE_MORE} for some of the routes, each closed to all seats for the whole game.",
        "score",
        "a route",
    ),
    "stations": Words(
        "Stations: what are they worth?",
        "A player who may build stations, against one who may not",
        "being allowed to build stations",
        f"{ONCE_MORE} for each seat, which could build no stations. Stations not built count as always (E5).",
    ),
    "ticket-draws": Words(
        "Drawing tickets: is it worth it at all?",
        "A player who may draw more tickets, against one who has those of the set-up alone",
        "being allowed to draw more tickets",
        f"{ONCE_MORE} for each seat, which could draw no tickets after the set-up.",
    ),
    "open-wilds": Words(
        "Face-up wilds: what are they worth?",
        "A player who may take face-up wilds, against one who may not",
        "being allowed to take face-up wilds",
        f"{ONCE_MORE} for each seat, which could take no wild from the market.",
    ),
    "tunnels": Words(
        "Tunnels: what is access to them worth?",
        "Tunnels open to a player, against closed to that player alone",
        "access to tunnels",
        f"{ONCE_MORE} for each seat, to which all tunnels were closed.",
    ),
    "rules": Words(
        "Other rules: what do they change?",
        "Playing by {}, against as it is",
        "playing by {}",
        f"{ONCE_MORE} with {{}}, known to all bots.",
        "score",
    ),
    "later-tickets": Words(
        "Tickets of later offers: which are worth keeping?",
        "Keeping a ticket of a later offer, against refusing it",
        "keeping {}",
        f"{FROM_HERE} at offers of tickets after the set-up, for each ticket of the offer, with that ticket "
        "kept and with it refused. The bot chose the rest of the offer.",
        any="a ticket",
    ),
    "draw-now": Words(
        "Drawing tickets in this turn: is it worth it?",
        "Drawing tickets in this turn, against the best other action",
        "drawing tickets in this turn",
        f"{FROM_HERE} at some turns, with tickets drawn and with what the bot liked best of all other actions. "
        "Later it could draw tickets either way.",
    ),
    "tempo": Words(
        "Routes: which must be claimed at once?",
        "Claiming a route in this turn, against the best other action",
        "claiming {} at once",
        f"{FROM_HERE} at some claims, with the claim and with what the bot liked best of all other actions. "
        "Later it could claim the route either way, if it was still free.",
        any="a route",
    ),
    "station-now": Words(
        "Stations: is it worth building one in this turn?",
        "Building a station in this turn, against the best other action",
        "building a station in {}",
        f"{FROM_HERE} where a bot built a station, with it and with what the bot liked best of all other "
        "actions. Later it could build stations either way.",
        any="a city",
    ),
    "pay-tunnel": Words(
        "Tunnels: pay the extra cards, or decline?",
        "Paying the extra cards of a tunnel, against declining",
        "paying the extra cards for {}",
        f"{FROM_HERE} where a tunnel asked for extra cards that the seat could pay, with them paid and with the "
        "claim given up.",
        any="a tunnel",
    ),
    "take-wild": Words(
        "A face-up wild, or two other cards?",
        "Taking a face-up wild, against another draw",
        "taking a face-up wild",
        f"{FROM_HERE} at some turns with cards drawn and a wild in the market, with the wild taken and with the "
        "draw that the bot liked best of all others.",
    ),
    "face-up": Words(
        "The first card: face up, or blind?",
        "Taking a face-up card first, against one from the pile",
        "taking a face-up card first",
        f"{FROM_HERE} where a bot took a face-up colour first, with that card and with one from the pile.",
    ),
}


def words_of(choice: ExperimentChoice) -> Words:
    words = WORDS[choice.kind]
    if not choice.settings:
        return words
    settings = ", ".join(choice.settings)
    texts = (words.what.format(settings), words.doing.format(settings), words.tried.format(settings))
    return Words(words.title, *texts, words.main, words.any)
