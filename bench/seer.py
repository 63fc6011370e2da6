"""`seer` against `planner` on fresh deals, every deal in all rotations: wins, points and processor time.

python -m bench.seer             the promises, table by table (hours)
python -m bench.seer BOARD PLAYERS DEALS [SEER [OPPONENT]]   one match, such as `usa 2 50 "seer(rollouts=400)"`
python -m bench.seer departures BOARD PLAYERS GAMES   how often seer departs from planner, by question and phase
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from bench.measure import show
from ttrsim import Position
from ttrsim.engine.bots import load_bot
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import game_of, load_board
from ttrsim.stats.intervals import Estimate, share_by_deals

SEED = 20_261_118  # no weight was chosen on these deals
HEADINGS = ["", "games", "wins, % (95 % interval)", "points", "opponent", "s/game", "bar", ""]


class Bar(NamedTuple):
    board: str
    n_players: int
    deals: int
    share: float  # of wins that was promised …
    clear_of: float  # … and where the interval must lie above


BARS = (
    Bar("usa", 2, 200, 0.80, 0.75),
    Bar("europe", 2, 200, 0.70, 0.65),
    Bar("new-york", 2, 200, 0.70, 0.65),
    Bar("usa", 4, 100, 0.35, 0.30),
    Bar("europe", 4, 100, 0.35, 0.30),
)


class Match(NamedTuple):
    wins: Estimate
    points: float
    opponent_points: float
    seconds: float  # of processor time, a game


def play(board_name: str, n_players: int, deals: int, bot: str = "seer", opponent: str = "planner") -> Match:
    """The bot in one seat, the opponent in all others."""
    board = load_board(board_name)
    bots = [load_bot(spec, game_of(board)) for spec in (bot, opponent)]
    seatings = [tuple(int(seat != own) for seat in range(n_players)) for own in range(n_players)]
    table = SeatedTable(board, bots, seatings, n_rotations=n_players)
    start = time.thread_time()
    results = table.play(SEED, 0, deals * n_players)
    seconds = (time.thread_time() - start) / len(results)
    seats, own = results["seats"][:, :n_players], np.arange(len(results)) % n_players
    rows = np.arange(len(results))
    wins = (seats["wins"][rows, own] / results["n_winners"]).reshape(deals, n_players)
    points, others = seats["total"][rows, own], seats["total"][rows, (own + 1) % n_players]
    share = share_by_deals(wins.mean(axis=1), games_per_deal=n_players)
    return Match(share, float(points.mean()), float(others.mean()), seconds)


def row(name: str, n_games: int, match: Match, bar: Bar | None = None) -> list[str]:
    wins = match.wins
    interval = f"{100 * wins.value:.1f} ({100 * wins.low:.1f} … {100 * wins.high:.1f})"
    cells = [
        name,
        str(n_games),
        interval,
        f"{match.points:.1f}",
        f"{match.opponent_points:.1f}",
        f"{match.seconds:.2f}",
    ]
    if bar is None:
        return [*cells, "", ""]
    holds = wins.value >= bar.share and wins.low > bar.clear_of
    return [*cells, f"{100 * bar.share:.0f}, above {100 * bar.clear_of:.0f}", "holds" if holds else "SHORT"]


def departures(board_name: str, n_players: int, n_games: int) -> None:
    """Seer in all seats: at each of its decisions, whether planner would have decided the same."""
    asked: dict[tuple[str, str], int] = defaultdict(int)
    departed: dict[tuple[str, str], int] = defaultdict(int)
    for deal in range(n_games):
        position = Position.start(board_name, n_players, seed=SEED, deal=deal)
        while not position.is_over:
            seat = position.asked or 0
            trains = position.view(seat)["public"]["seats"][seat]["trains"]
            share = trains / load_board(board_name).parameters.model_dump()["trains"]
            phase = "first third" if share > 2 / 3 else "second third" if share > 1 / 3 else "last third"
            own, other = position.ask("seer"), position.ask("planner")
            kind = f"{position.question}: {other.text.split()[0]}"
            asked[kind, phase] += 1
            departed[kind, phase] += own.number != other.number
            position.apply(own)
    rows = [[*key, str(n), f"{100 * departed[key] / n:.0f}"] for key, n in sorted(asked.items())]
    show(
        f"Departures from planner, {board_name}, {n_players} players, {n_games} games",
        ["what planner would do", "trains left", "decisions", "departures, %"],
        rows,
    )


def main() -> None:
    rows = []
    for bar in BARS:
        match = play(bar.board, bar.n_players, bar.deals)
        rows.append(row(f"{bar.board}, {bar.n_players} players", bar.deals * bar.n_players, match, bar))
    for rollouts in (100, 400, 1600):
        match = play("new-york", 2, 200, f"seer(rollouts={rollouts})")
        rows.append(row(f"new-york, 2 players, {rollouts} rollouts", 400, match))
    match = play("new-york", 2, 200, "seer(rollouts=1600)", "seer(rollouts=400)")
    rows.append(row("new-york, 1600 rollouts against 400", 400, match))
    show("seer against planner", HEADINGS, rows)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main()
        case ["departures", board, players, games]:
            departures(board, int(players), int(games))
        case [board, players, deals, *specs]:
            found = play(board, int(players), int(deals), *specs)
            show("A match", HEADINGS, [row(f"{board}, {players} players", int(deals) * int(players), found)])
