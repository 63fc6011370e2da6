"""`python -m bench.beliefs [GAMES [WORLDS [TABLE …]]]`: is a stated chance to win true?

At decisions of games between bots, one in each of four phases, the deciding seat's share of the win is measured twice:

- stated: over worlds imagined from what the seat sees, as advice, analysis and `seer` do it;
- true: over worlds where all hands and tickets are the real ones, and only what lies face down is shuffled.

The same bots play on in both. Whatever the others hold, both must agree on average over positions of real games. So the
difference measures the belief, with a reference that shares none of its assumptions. In a table such as `usa-4-rusher`
the deciding seat is a planner and the others are rushers; the belief is not told.

Results are kept in build/bench-beliefs, by the code that played them, and the next call goes on from there.
No weight of a belief was fitted on games of this seed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from bench.measure import show
from ttrsim import Position
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.beliefs import BELIEF
from ttrsim.games.trains.kernel.imagine import believe, imagine
from ttrsim.machine.rng import STREAM
from ttrsim.machine.sets import numbers_in
from ttrsim.machine.sources import source_digest
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.rollouts import Rollouts
from ttrsim.stats.intervals import Estimate, t_critical
from ttrsim.workers.executor import Threads

TABLES = tuple(f"{board}-{players}" for board in ("usa", "europe", "new-york") for players in (2, 4))
STRANGERS = tuple(f"usa-4-{bot}" for bot in ("rusher", "racer", "path"))
PHASES = {"first turns": (0.0, 0.1), "30–50 %": (0.3, 0.5), "55–75 %": (0.55, 0.75), "last turns": (0.9, 1.0)}
KEPT = Path("build/bench-beliefs")
SEED = 20_261_119
GAMES, WORLDS = 200, 32
SORTING, STATED, TRUE, TICKETS = 1, 2, 3, 4  # seeds of worlds
GUESSES = 100  # worlds in which the tickets of others are counted
BINS = np.linspace(0.0, 1.0, 6)


class Asked(NamedTuple):
    """One decision of a game."""

    game: int
    phase: str
    sorting: float  # a stated share of its own, to sort by: a bin chosen by the luck of its worlds would be biased
    stated: float
    true: float
    won: float  # the share in the real game
    tickets: list[float]  # log score of each ticket that another seat holds …
    uniform: list[float]  # … and what it would be if every unseen ticket were as likely


# ---- games ---------------------------------------------------------------------------------------


def bots_of(table: str, game: int) -> tuple[str, list[str], int]:
    """The board, who sits where, and the seat that decides."""
    board, players, *others = table.removeprefix("new-").split("-")
    board = "new-york" if board == "york" else board
    seat = game % int(players)
    bots = [(others or ["planner"])[0]] * int(players)
    bots[seat] = "planner"
    return board, bots, seat


def play(board: str, bots: Sequence[str], seat: int, game: int) -> tuple[list[Position], float]:
    """The decisions of a seat after the set-up, and its share of the win."""
    loaded = {name: load_bot(name, TRAINS) for name in bots}
    position, found = Position.start(board, len(bots), seed=SEED, deal=game), []
    while not position.is_over:
        asked = position.asked
        assert asked is not None
        if asked == seat and position.turn > 0:
            found.append(position.copy())
        position.apply(position.ask(loaded[bots[asked]]))
    winners = position.score().winners
    return found, (seat in winners) / len(winners)


def decisions_of(found: list[Position], game: int) -> Iterator[tuple[str, Position]]:
    """One decision in each phase."""
    chance, n_turns = np.random.default_rng([SEED, game]), found[-1].turn
    for phase, (first, last) in PHASES.items():
        there = [position for position in found if first <= position.turn / n_turns <= last]
        if there:
            yield phase, there[chance.integers(len(there))]


# ---- one decision --------------------------------------------------------------------------------


def share(position: Position, bots: Sequence[str], knowing: Any, seed: int, n: int, executor: Threads) -> float:
    rollouts = Rollouts(position, bots, seed=seed, knowing=knowing, executor=executor)
    return float(rollouts.play(None, range(n)).wins.mean())


@numba.njit
def imagine_worlds(boards: Any, states: Any, beliefs: Any, streams: Any, dealt: Any) -> None:
    """Many worlds of one position."""
    public = states[0].public
    own = states[0].seats[public.asked]
    believe(boards[0], public, own, streams[0], beliefs[0])
    for number in range(len(dealt)):
        imagine(boards[0], public, own, beliefs[0], streams[0], dealt[number])


def ticket_scores(position: Position) -> tuple[list[float], list[float]]:
    """For each ticket that another seat holds: the logarithm of its part of the tickets of its kind imagined there."""
    boards, states = position.board.record(), position.state()
    state, seat = states[0], position.asked
    dealt, streams = np.zeros(GUESSES, states.dtype), np.zeros(1, STREAM)
    streams["state"] = TICKETS
    imagine_worlds(boards, states, np.zeros(1, BELIEF), streams, dealt)
    own, long = state["seats"][seat], set(numbers_in(*boards[0]["long_tickets"]))
    seen = {*numbers_in(*(own["tickets"] | own["left"])), *map(int, own["offer"][: own["n_offer"]])}
    seen |= {int(place) - 1 for place in own["in_pile"] if place}
    unseen = [ticket for ticket in range(int(boards[0]["n_tickets"])) if ticket not in seen]
    scores, uniform = [], []
    for other in range(position.players):
        held = numbers_in(*state["seats"][other]["tickets"])
        words = dealt["seats"][:, other]["tickets"]
        for ticket in held if other != seat else ():
            alike = [rival for rival in unseen if (rival in long) == (ticket in long)]
            n = {rival: (words[:, rival >> 6] >> np.uint64(rival & 63) & np.uint64(1)).sum() + 0.5 for rival in alike}
            scores.append(float(np.log(n[ticket] / sum(n.values()))))
            uniform.append(-float(np.log(len(alike))))
    return scores, uniform


def ask(table: str, game: int, n_worlds: int, executor: Threads) -> list[Asked]:
    board, bots, seat = bots_of(table, game)
    found, won = play(board, bots, seat, game)
    asked = []
    for phase, position in decisions_of(found, game):
        shares = [
            share(position, bots, knowing, seed, n_worlds, executor)
            for knowing, seed in (("seat", SORTING), ("seat", STATED), ("all", TRUE))
        ]
        sorting, stated, true = shares
        asked.append(Asked(game, phase, sorting, stated, true, won, *ticket_scores(position)))
    return asked


def asked_in(table: str, n_games: int, n_worlds: int) -> list[Asked]:
    """All decisions of a table, those kept and those of the games still missing."""
    path = KEPT / f"{table}-{n_worlds}-{source_digest(TRAINS.kernel.bot_sources)[:12]}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    games = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    executor = Threads()
    for game in range(len(games), n_games):
        games.append([tuple(decision) for decision in ask(table, game, n_worlds, executor)])
        with path.open("a") as file:
            file.write(json.dumps(games[-1]) + "\n")
    return [Asked(*decision) for decisions in games[:n_games] for decision in decisions]


# ---- what is shown -------------------------------------------------------------------------------


def mean_by_games(games: np.ndarray, values: np.ndarray) -> Estimate:
    """The mean of all values; the games are the independent units."""
    mean, n = values.mean(), len(np.unique(games))
    sums = np.array([(values[games == game] - mean).sum() for game in np.unique(games)])
    half = float(t_critical(n - 1)) * np.sqrt(n / (n - 1) * (sums**2).sum()) / len(values) if n > 1 else np.inf
    return Estimate(mean, mean - half, mean + half)


def points(estimate: Estimate) -> str:
    return f"{100 * estimate.value:+.1f} ± {50 * (estimate.high - estimate.low):.1f}"


def column(asked: Sequence[Asked], name: str) -> np.ndarray:
    return np.array([getattr(decision, name) for decision in asked])


def phase_rows(table: str, asked: list[Asked]) -> Iterator[list[str]]:
    for phase in PHASES:
        some = [decision for decision in asked if decision.phase == phase]
        stated, true, won = (column(some, name) for name in ("stated", "true", "won"))
        gains = [(d.game, score - even) for d in some for score, even in zip(d.tickets, d.uniform, strict=True)]
        gain = mean_by_games(*np.array(gains).T)
        yield [
            f"{table}, {phase}",
            str(len(some)),
            f"{100 * stated.mean():.1f}",
            f"{100 * true.mean():.1f}",
            points(mean_by_games(column(some, "game"), stated - true)),
            f"{np.mean((stated - won) ** 2):.3f}",
            f"{np.mean((true - won) ** 2):.3f}",
            f"{gain.value:.2f} ± {(gain.high - gain.low) / 2:.2f}",
        ]


def bin_rows(table: str, asked: list[Asked]) -> Iterator[list[str]]:
    place = np.clip(np.digitize(column(asked, "sorting"), BINS) - 1, 0, len(BINS) - 2)
    for number in range(len(BINS) - 1):
        some = [decision for decision, its_place in zip(asked, place, strict=True) if its_place == number]
        if len(some) < 2:
            continue
        stated, true = column(some, "stated"), column(some, "true")
        yield [
            f"{table}, {100 * BINS[number]:.0f}–{100 * BINS[number + 1]:.0f} %",
            str(len(some)),
            f"{100 * stated.mean():.1f}",
            f"{100 * true.mean():.1f}",
            points(mean_by_games(column(some, "game"), stated - true)),
        ]


def main(n_games: int = GAMES, n_worlds: int = WORLDS, tables: Sequence[str] = TABLES + STRANGERS) -> None:
    phases: list[list[str]] = []
    bins: list[list[str]] = []
    for table in tables:
        asked = asked_in(table, n_games, n_worlds)
        phases += phase_rows(table, asked)
        bins += bin_rows(table, asked)
    headings = ["", "n", "stated, %", "true, %", "difference, pp"]
    scores = ["Brier, stated", "Brier, true", "log score of a ticket above uniform"]
    show("The share of the win, stated and true (95 % by games)", [*headings, *scores], phases)
    show("Where so much is stated, by worlds of their own", headings, bins)


if __name__ == "__main__":
    n_games, n_worlds, *tables = [*sys.argv[1:], *(str(number) for number in (GAMES, WORLDS)[len(sys.argv) - 1 :])]
    main(int(n_games), int(n_worlds), tables or TABLES + STRANGERS)
