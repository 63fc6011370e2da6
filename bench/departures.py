"""Where a searched decision differs from the planner's, and what it gains: what to teach the planner next.

python -m bench.departures [MINUTES]                  every table for so many minutes; it goes on next time
python -m bench.departures BOARD PLAYERS [MINUTES]    one table

Planners play. At one decision in a few, `seer` searches with many rollouts. Where it decides otherwise, both decisions
are played out in worlds that the search has not seen, with planners in all seats. The gain is the difference in wins.
Results are kept in build/bench-departures, by the code that played them.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.measure import show
from ttrsim import Position
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine.sources import source_digest
from ttrsim.play.position import Decision
from ttrsim.play.rollouts import Rollouts
from ttrsim.stats.intervals import t_critical
from ttrsim.workers.executor import Threads

KEPT = Path("build/bench-departures")
TABLES = (("usa", 2), ("europe", 2), ("new-york", 2), ("usa", 4), ("europe", 4))
MINUTES = 4.0
SEED = 41
SEARCH = "seer(rollouts=2000)"
PLANNER = "seer(rollouts=0)"  # planner, without notes as the one who searches
WORLDS = 1000  # in which a departure is played out
EVERY = 5  # one of so many decisions is searched
FEWEST = 5  # departures of a kind that make a row


class Searched(NamedTuple):
    """A decision of a game that was searched."""

    deal: int
    phase: str
    planner: str  # what it would do, in a word
    choice: str  # what the search says
    gain: float  # in wins, 0 if both say the same
    points: float  # of margin
    texts: tuple[str, str]


# ---- playing -------------------------------------------------------------------------------------


def manner(position: Position, decision: Decision) -> str:
    """The kind of a decision, in a word or two."""
    if position.question != "choose_action":
        return {"second_card": "second card", "keep_tickets": "keep tickets"}.get(position.question, "tunnel")
    if decision.text == "draw tickets":
        return decision.text
    return {"draw": "draw cards", "build": "station"}.get(decision.text.split()[0], "claim")


def choice_beside(position: Position, other: Decision, own: Decision) -> tuple[str, str]:
    """What planner does and what the search does."""
    first, second = manner(position, other), manner(position, own)
    return first, f"{second}, but others" if first == second and other.number != own.number else second


def phase(position: Position) -> str:
    seat = position.asked or 0
    trains = position.view(seat)["public"]["seats"][seat]["trains"]
    share = trains / position.board.parameters.model_dump()["trains"]
    return "first third" if share > 2 / 3 else "second third" if share > 1 / 3 else "last third"


def search(position: Position, deal: int, executor: Threads) -> Searched:
    own, other = position.ask(SEARCH), position.ask(PLANNER)
    gain = points = 0.0
    if own.number != other.number:
        outcomes = Rollouts(position, seed=SEED, executor=executor).play([own, other], range(WORLDS))
        gain = float((outcomes.wins[:, 0] - outcomes.wins[:, 1]).mean())
        points = float((outcomes.margins[:, 0] - outcomes.margins[:, 1]).mean())
    both = choice_beside(position, other, own)
    return Searched(deal, phase(position), *both, gain, points, (other.text, own.text))


def play_game(board: str, n_players: int, deal: int, executor: Threads) -> list[Searched]:
    position, found = Position.start(board, n_players, seed=SEED, deal=deal), []
    n_asked = deal  # so that games begin at different decisions
    while not position.is_over:
        n_asked += 1
        if n_asked % EVERY == 0 and len(position.candidates()) > 1:
            found.append(search(position, deal, executor))
        position.apply(position.ask("planner"))
    return found


def play(board: str, n_players: int, minutes: float) -> list[Searched]:
    """All games so far, after as many more as the minutes allow."""
    path = KEPT / f"{board}-{n_players}-{source_digest(TRAINS.kernel.bot_sources)[:12]}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    games = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    executor, end = Threads(), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        games.append(play_game(board, n_players, len(games), executor))
        with path.open("a") as file:
            file.write(json.dumps(games[-1]) + "\n")
    return [Searched(*searched) for game in games for searched in game]


# ---- the table -----------------------------------------------------------------------------------


def per_game(found: Iterable[Searched], n_games: int) -> str:
    """Percentage points of wins that these departures would gain a game, each alone; interval by games."""
    gains = np.zeros(n_games)
    for searched in found:
        gains[searched.deal] += 100 * EVERY * searched.gain
    half = t_critical(n_games - 1) * gains.std(ddof=1) / np.sqrt(n_games)
    return f"{gains.mean():.1f} ± {half:.1f}"


def rows(found: list[Searched], n_games: int) -> list[list[str]]:
    asked: dict[tuple[str, str], int] = defaultdict(int)
    departed: dict[tuple[str, str, str], list[Searched]] = defaultdict(list)
    for searched in found:
        asked[searched.planner, searched.phase] += 1
        if searched.planner != searched.choice:
            departed[searched.planner, searched.choice, searched.phase].append(searched)
    lines = []
    by_gain = sorted(departed.items(), key=lambda item: -sum(searched.gain for searched in item[1]))
    for (planner, choice, when), some in by_gain:
        if len(some) >= FEWEST:
            n, gain = asked[planner, when], 100 * float(np.mean([searched.gain for searched in some]))
            cells = [str(n), f"{100 * len(some) / n:.0f}", f"{gain:.1f}", per_game(some, n_games)]
            lines.append([planner, choice, when, *cells])
    return lines


def measure(board: str, n_players: int, minutes: float) -> None:
    found = play(board, n_players, minutes)
    n_games = found[-1].deal + 1
    every = [searched for searched in found if searched.planner != searched.choice]
    headings = ["planner", "search", "trains left", "decisions", "departs, %", "gain, pp", "pp a game (95 %)"]
    total = ["all", "", "", str(len(found)), f"{100 * len(every) / len(found):.0f}"]
    gain = 100 * float(np.mean([searched.gain for searched in every]))
    total += [f"{gain:.1f}", per_game(every, n_games)]
    title = f"{board}, {n_players} players: {n_games} games, one of {EVERY} decisions searched by {SEARCH}"
    show(title, headings, [total, *rows(found, n_games)])


def main(minutes: float = MINUTES) -> None:
    for board, n_players in TABLES:
        measure(board, n_players, minutes)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [board, players, *minutes]:
            measure(board, int(players), *(map(float, minutes) if minutes else [MINUTES]))
        case minutes:
            main(*map(float, minutes))
