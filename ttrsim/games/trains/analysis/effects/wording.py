"""What is tried, in words: for the titles, sentences and notes of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ttrsim.documents.document import Column, Kind, Row, cell_of, estimate_texts
from ttrsim.documents.report.sections.phrases import NOTEWORTHY, known
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


# ---- Effects in tables and sentences: what adds how much to what, and how sure that is ------------


MIN_N = 30  # trials, for a place in a ranking


@dataclass(frozen=True)
class OutcomeWords:
    label: str  # of a column
    what: str  # is changed
    unit: str
    kind: Kind

    @property
    def scale(self) -> int:
        return 100 if self.kind == "signed_share" else 1


OUTCOMES = {  # by the column of a table
    "win": OutcomeWords("effect on win share", "the win share", "pp", "signed_share"),
    "score": OutcomeWords("effect on score", "the score", "points", "signed"),
    "others": OutcomeWords("on the others' mean score", "the mean score of the others", "points", "signed"),
    "turns": OutcomeWords("on turns of the game", "the length of the game", "turns", "signed"),
}


def effect_columns(main: str, has_q: bool = False, keys: Sequence[str] = tuple(OUTCOMES)) -> tuple[Column, ...]:
    """The main outcome comes first: figures draw the first column with an interval."""
    columns = []
    for key in sorted(keys, key=lambda key: key != main):
        columns.append(Column(key, OUTCOMES[key].label, OUTCOMES[key].kind))
        columns += [Column(f"{key}_q", "q", "q")] if has_q and key in ("win", "score") else []
    return tuple(columns)


def change(row: Row, key: str, of: str = "pairs") -> str:
    """E.g. "adds 6.1 pp to the win share (4.9 … 7.3, n = 12,300 pairs)"."""
    outcome, value, low, high = OUTCOMES[key], row[key], row[f"{key}_low"], row[f"{key}_high"]
    pairs = f"n = {row['n']:,} {of}"
    if low is None or low <= 0 <= high:
        details = [*estimate_texts(cell_of(row, key), outcome.kind), pairs]
        return f"makes no significant difference to {outcome.what} ({', '.join(filter(None, details))})"
    amount = f"{abs(value) * outcome.scale:,.1f} {outcome.unit}"
    near, far = sorted(abs(end) * outcome.scale for end in (low, high))
    done = f"adds {amount} to" if value > 0 else f"takes {amount} off"
    return f"{done} {outcome.what} ({near:,.1f} … {far:,.1f}, {pairs})"


def ranked(rows: list[Row], key: str) -> list[Row]:
    """Those with enough trials, the largest effect first."""
    enough = [row for row in known(rows, key, f"{key}_low") if row["n"] >= MIN_N]
    return sorted(enough, key=lambda row: -row[key])


def is_significant(row: Row, key: str) -> bool:
    q = row.get(f"{key}_q")
    return q is not None and q <= NOTEWORTHY


def significant(rows: list[Row], key: str) -> tuple[list[Row], list[Row]]:
    """Those with effects above 0, and those below."""
    sure = [row for row in rows if is_significant(row, key)]
    return [row for row in sure if row[key] > 0], [row for row in sure if row[key] < 0]


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
