"""From scores to the ladder: strength, wins and points of each bot, and the win matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttrsim.documents.document import Column, Document, Figure, Result, Table
from ttrsim.games.board import Board
from ttrsim.stats.bootstrap import percentile_interval, resampled_means
from ttrsim.stats.fields import elo
from ttrsim.stats.intervals import Estimate, mean_by_deals, share_by_deals
from ttrsim.studies.tournament.field import Field, field_table, make_field
from ttrsim.studies.tournament.play import Scores

N_SAMPLES = 1_000
LADDER = (
    Column("rank", "#", "count"),
    Column("bot", kind="text"),
    Column("strength", decimals=0),
    Column("win_share", "wins", "share"),
    Column("points", decimals=0),
    Column("games", kind="count"),
)
MIN_PART = 1e-6  # of a virtual win: gamma variates of small shape come out as 0


@dataclass(frozen=True)
class Standing:
    """A bot's place on the ladder."""

    bot: str
    strength: Estimate  # Elo units, 0 is the average winner
    win_share: Estimate  # of its games, shared wins in parts
    points: Estimate  # a game
    games: int


@dataclass(frozen=True)
class Meeting:
    """A cell of the win matrix: what `bot` won of the games in which both played."""

    bot: str
    opponent: str
    win_share: Estimate
    games: int


@dataclass(frozen=True, repr=False)
class Ladder(Result):
    """Everything a tournament found, the strongest bot first."""

    board: str
    notice: str  # notice to show with every result on the board, or nothing
    players: int
    deals: int
    seed: int
    line_ups: int
    standings: list[Standing]
    meetings: list[Meeting]  # without pairs that never met
    field: Field | None  # of three bots or more that have all met
    said = ("games",)

    @property
    def bots(self) -> list[str]:
        return [standing.bot for standing in self.standings]

    @property
    def games(self) -> int:
        return self.line_ups * self.deals * self.players

    def document(self) -> Document:
        """The ladder, the win matrix and the field."""
        size = f"{self.deals:,} deals of {self.line_ups} line-ups in all rotations, seed {self.seed}; 95 % intervals."
        title = f"{self.board}, {self.players} players: {self.games:,} games"
        rows = [{"rank": rank} | vars(each) for rank, each in enumerate(self.standings, 1)]
        tables = [Table("ladder", "Ladder", LADDER, rows), self._matrix()]
        tables += [field_table(self.field)] if self.field else []
        picture = Figure(lambda: _picture(self), "The win matrix: wins of the row against the column, in percent.")
        return Document(title, [size, *([self.notice] if self.notice else [])], [*tables, picture])

    def _matrix(self) -> Table:
        """Only intervals, so that a field of a dozen bots fits into a terminal."""
        against = [Column(bot, str(rank), "ends") for rank, bot in enumerate(self.bots, 1)]
        rows = [{"bot": f"{rank} {bot}"} | self._wins(bot) for rank, bot in enumerate(self.bots, 1)]
        columns = (Column("bot", kind="text"), *against)
        return Table("matrix", "Wins of the row against the column, %, 95 % intervals", columns, rows)

    def _wins(self, bot: str) -> dict[str, Estimate]:
        return {each.opponent: each.win_share for each in self.meetings if each.bot == bot}


def _picture(ladder: Ladder) -> bytes:
    from ttrsim.studies.tournament.heat_map import heat_map  # Matplotlib is slow to import

    return heat_map(ladder)


def make_ladder(board: Board, bots: list[str], scores: Scores, seed: int) -> Ladder:
    n_deals, n_line_ups, n_players = scores.wins.shape
    strengths = _strengths(scores, len(bots), seed)
    ranking = sorted(range(len(bots)), key=lambda number: -strengths[number].value)
    standings = [_standing(scores, number, bots[number], strengths[number]) for number in ranking]
    pairs = [(a, b) for a in range(len(bots)) for b in range(len(bots)) if a != b]
    met = [meeting for a, b in pairs if (meeting := _meeting(scores, bots, a, b))]
    field = make_field(bots, ranking, scores, seed)
    return Ladder(board.name, board.notice, n_players, n_deals, seed, n_line_ups, standings, met, field)


def _strengths(scores: Scores, n_bots: int, seed: int) -> list[Estimate]:
    """Strengths, with intervals by the bootstrap over deals.

    Virtual games, their wins shared by all, give every bot about half a win more, so that one that never won
    has a strength at all. In the samples of the bootstrap the parts are drawn from gamma distributions of that
    mean: with them 0 wins of 500 get as wide an interval as Jeffreys' for a share, where a bootstrap alone
    would see nothing vary and be sure.
    """
    n_deals, n_line_ups, n_players = scores.wins.shape
    shares = scores.wins.reshape(n_deals, -1).astype(np.float64)
    part = n_bots / (2 * n_line_ups * n_players)  # of a virtual win, for each place of each line-up

    def wins_of(mean_shares: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(n_deals * n_players * mean_shares.reshape(-1, n_line_ups, n_players))

    wins = wins_of(shares.mean(axis=0)) + part
    weights = np.zeros(n_bots)
    np.add.at(weights, scores.line_ups, wins[0])
    parts = np.random.default_rng(seed).gamma(part, size=(N_SAMPLES, n_line_ups, n_players))
    sampled_wins = wins_of(resampled_means(shares, N_SAMPLES, seed)) + np.maximum(parts, MIN_PART)
    values = _from_average_winner(elo(scores.line_ups, wins, n_bots), weights)[0]
    lows, highs = percentile_interval(_from_average_winner(elo(scores.line_ups, sampled_wins, n_bots), weights))
    numbers = zip(values, lows, highs, strict=True)
    return [Estimate(float(value), float(low), float(high)) for value, low, high in numbers]


def _from_average_winner(strengths: NDArray[np.float64], wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Counted from the mean over all wins: from the mean over bots, one that never wins would move all others."""
    return strengths - np.average(strengths, axis=1, weights=wins)[:, None]


def _standing(scores: Scores, number: int, bot: str, strength: Estimate) -> Standing:
    of_bot = scores.line_ups == number
    n_tables = int(of_bot.sum())
    n_deals, _, n_players = scores.wins.shape
    win_share = share_by_deals(scores.wins[:, of_bot].mean(axis=1), n_tables * n_players)
    points = mean_by_deals(scores.points[:, of_bot].mean(axis=1))
    return Standing(bot, strength, win_share, points, n_tables * n_deals * n_players)


def _meeting(scores: Scores, bots: list[str], bot: int, opponent: int) -> Meeting | None:
    both = (scores.line_ups == opponent).any(axis=1, keepdims=True) & (scores.line_ups == bot)
    n_tables = int(both.sum())
    n_deals, _, n_players = scores.wins.shape
    if n_tables == 0:
        return None
    win_share = share_by_deals(scores.wins[:, both].mean(axis=1), n_tables * n_players)
    return Meeting(bots[bot], bots[opponent], win_share, n_tables * n_deals * n_players)
