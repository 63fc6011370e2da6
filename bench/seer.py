"""`seer` against `planner` on fresh deals, every deal in all rotations: wins, points and processor time.

python -m bench.seer                      the promises and the skill curve, a minute each; it goes on next time
python -m bench.seer all                  the same to the end: an hour of processor time
python -m bench.seer NAME [MINUTES]       one of them, such as `usa-2`, for so many minutes; it goes on next time
python -m bench.seer match BOARD PLAYERS DEALS [SEER [OPPONENT]]   such as `match usa 2 50 "seer(rollouts=400)"`

`bench.departures` tells where it departs from planner, and what that gains.
Results are kept in build/bench-seer, by the code that played them.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.measure import show
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine.sources import source_digest
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import Estimate, share_by_deals

KEPT = Path("build/bench-seer")
SEED = 20_261_118  # no weight was chosen on these deals
PIECE = 4  # deals that are played and kept at a time
HEADINGS = ["", "games", "wins, % (95 % interval)", "points", "opponent", "s/game", "bar", ""]


class Bar(NamedTuple):
    board: str
    n_players: int
    deals: int
    share: float  # of wins that was promised …
    clear_of: float  # … and where the interval must lie above
    bot: str = "seer"
    opponent: str = "planner"  # with the weights of the board, as seer itself


BARS = {
    "new-york-2": Bar("new-york", 2, 400, 0.70, 0.65),
    "usa-2": Bar("usa", 2, 200, 0.80, 0.75),
    "europe-2": Bar("europe", 2, 200, 0.70, 0.65),
    "usa-4": Bar("usa", 4, 40, 0.35, 0.30, "seer(rollouts=400)"),
    "europe-4": Bar("europe", 4, 40, 0.35, 0.30, "seer(rollouts=400)"),
    "curve-60": Bar("new-york", 2, 400, 0.5, 0.5, "seer(rollouts=60)"),
    "curve-250": Bar("new-york", 2, 400, 0.5, 0.5, "seer(rollouts=250)"),
    "four-times": Bar("new-york", 2, 400, 0.5, 0.5, "seer", "seer(rollouts=250)"),
}


class Match(NamedTuple):
    """[deal, rotation] what the bot in one seat did against the opponent in all others."""

    wins: np.ndarray
    points: np.ndarray
    opponent_points: np.ndarray  # the mean of the others
    seconds: np.ndarray  # of processor time, the mean of its piece

    @property
    def share(self) -> Estimate:
        return share_by_deals(self.wins.mean(axis=1), games_per_deal=self.wins.shape[1])


def kept_in(bar: Bar) -> Path:
    code = source_digest(TRAINS.kernel.bot_sources)[:12]
    who = re.sub(r"[^a-z0-9]+", "-", f"{bar.board}-{bar.n_players}-{bar.bot}-{bar.opponent}")
    return KEPT / f"{who}-{code}.npz"


def play(bar: Bar, minutes: float = 1e9) -> Match:
    """The deals of a match, as many as the minutes allow, after those that were played before."""
    path, end = kept_in(bar), time.monotonic() + 60 * minutes
    path.parent.mkdir(parents=True, exist_ok=True)
    empty = np.zeros((0, bar.n_players))
    match = Match(**np.load(path)) if path.exists() else Match(empty, empty, empty, empty)
    table = seated(bar)
    table.play(SEED - 1, 0, 1)  # whatever is compiled or loaded the first time
    while len(match.wins) < bar.deals and time.monotonic() < end:
        piece = play_piece(table, bar, len(match.wins), min(PIECE, bar.deals - len(match.wins)))
        match = Match(*(np.concatenate(both) for both in zip(match, piece, strict=True)))
        np.savez(path, **match._asdict())
        share = match.share
        print(
            f"{match.wins.size} games: {100 * share.value:.1f} ({100 * share.low:.1f} … {100 * share.high:.1f})",
            flush=True,
        )
    return Match(*(part[: bar.deals] for part in match))


def seated(bar: Bar) -> SeatedTable:
    board = load_board(bar.board)
    bots = [load_bot(spec, board.game) for spec in (bar.bot, bar.opponent)]
    seatings = [tuple(int(seat != own) for seat in range(bar.n_players)) for own in range(bar.n_players)]
    return SeatedTable(board, bots, seatings, n_rotations=bar.n_players)


def play_piece(table: SeatedTable, bar: Bar, first_deal: int, n_deals: int) -> Match:
    start, n = time.process_time(), bar.n_players
    results = table.play(SEED, first_deal * n, n_deals * n)
    seconds = (time.process_time() - start) / len(results)
    shares = results["seats"]["wins"][:, :n] / results["n_winners"][:, None]
    points, games = results["seats"]["total"][:, :n].astype(float), np.arange(len(results))
    own = games % n
    others = (points.sum(axis=1) - points[games, own]) / (n - 1)
    columns = shares[games, own], points[games, own], others, np.full(len(results), seconds)
    return Match(*(column.reshape(n_deals, n) for column in columns))


def row(name: str, bar: Bar, match: Match) -> list[str]:
    share, (wins, points, others, seconds) = match.share, match
    holds = share.value >= bar.share and share.low > bar.clear_of
    return [
        f"{name}: {bar.bot} against {bar.opponent}",
        str(wins.size),
        f"{100 * share.value:.1f} ({100 * share.low:.1f} … {100 * share.high:.1f})",
        f"{points.mean():.1f}",
        f"{others.mean():.1f}",
        f"{seconds.mean():.2f}",
        f"{100 * bar.share:.0f}, above {100 * bar.clear_of:.0f}",
        "SHORT" if not holds else "holds" if len(wins) == bar.deals else "holds so far",
    ]


def measure(bars: dict[str, Bar], minutes: float = 1e9) -> None:
    rows = [row(name, bar, match) for name, bar in bars.items() if len((match := play(bar, minutes)).wins) > 0]
    show("seer against planner", HEADINGS, rows)


def main() -> None:
    measure(BARS, minutes=1)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main()
        case ["all"]:
            measure(BARS)
        case ["match", board, players, deals, *specs]:
            measure({board: Bar(board, int(players), int(deals), 0.5, 0.5, *specs)})
        case [name, *minutes]:
            measure({name: BARS[name]}, *map(float, minutes))
