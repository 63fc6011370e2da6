"""Puts a bot through its checks, board by board and player count by player count."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ttrsim.errors import RunError
from ttrsim.games.board import Board
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.seatings import one_among_companions
from ttrsim.play.table import SeatedTable
from ttrsim.progress import Progress
from ttrsim.stats.intervals import Estimate, mean_by_deals, share_by_deals
from ttrsim.studies.botcheck.positions import Examiner
from ttrsim.studies.tournament.play import Tournament
from ttrsim.workers.executor import Threads
from ttrsim.workers.watch import BotCrashError, BotTimeoutError

ROW_SECONDS = 12.0  # seconds, roughly, for the checks of one board and player count
DECISIONS_PER_GAME = 60  # of one seat, about
PROBES = 20  # decisions timed to learn how fast a bot is
TIMING_ROUNDS = 5
REPEATS = 8  # when a bot is timed
COMPANION = "random"  # the other bot at the table: random play reaches positions that nobody else would


@dataclass(frozen=True)
class Effort:
    """How much is checked."""

    positions: int  # on each board, for each number of players
    stride: int  # one question in this many is kept, so that positions come from many games
    games: int
    deals: int  # of a match, each played in both seatings
    timed: int  # positions in which the bot is timed

    @property
    def decisions(self) -> int:
        """That the bot makes for it, matches apart."""
        examined = self.positions * (self.stride + 3) + TIMING_ROUNDS * REPEATS * self.timed
        return examined + 2 * DECISIONS_PER_GAME * self.games

    def for_a_bot(self, seconds: float) -> Effort:
        """Less work for a slow bot, given the seconds that it takes for a decision."""
        share = ROW_SECONDS / max(1e-9, seconds * self.decisions)
        if share >= 1.0:
            return self
        return Effort(
            positions=max(40, int(share * self.positions)),
            stride=min(self.stride, 5),
            games=max(4, int(share * self.games)),
            deals=max(10, int(share * self.deals)),
            timed=max(2, int(share * self.timed)),
        )


EFFORT = Effort(positions=3_000, stride=11, games=300, deals=500, timed=1_000)


@dataclass
class Checked:
    """What the checks of a bot found with one number of players on one board."""

    board: str
    n_players: int
    n_positions: int = 0
    wrote: int = 0  # positions
    unsteady: int = 0
    peeked: int = 0
    wrote_board: bool = False
    nanoseconds: float = 0.0  # a decision
    n_games: int = 0
    by_limit: int = 0  # games
    changed: int = 0  # games that differed when played again
    illegal: str = ""  # what the bot did, in words

    @property
    def seconds(self) -> float:
        """That a decision takes."""
        return 1e-9 * self.nanoseconds

    @property
    def has_written(self) -> bool:
        return self.wrote > 0 or self.wrote_board

    @property
    def faults(self) -> list[str]:
        where = f"{self.board}, {self.n_players} players"
        of_positions, of_games = f"of {self.n_positions:,} positions", f"of {self.n_games:,} games"
        faults = [
            (self.wrote, f"the bot wrote to more than own.memory and own.stream in {self.wrote:,} {of_positions}"),
            (self.wrote_board, "the bot wrote to the board"),
            (self.unsteady, f"the bot decided differently when asked twice in {self.unsteady:,} {of_positions}"),
            (
                self.peeked and not self.unsteady,
                f"its decision depended on hidden information in {self.peeked:,} {of_positions}",
            ),
            (self.changed, f"the same seed gave a different game in {self.changed:,} {of_games}"),
            (self.by_limit, f"{self.by_limit:,} {of_games} ended by the turn limit"),
        ]
        return [f"{where}: {text}" for is_found, text in faults if is_found]


@dataclass(frozen=True)
class Match:
    """A bot against one other, two players."""

    board: str
    opponent: str
    n_games: int
    win_share: Estimate
    points: Estimate
    opponent_points: Estimate


def check_on_boards(bot: Bot, boards: list[Board], seed: int, bot_timeout: float | None = None) -> Iterator[Checked]:
    """Checks the boards one after another. An illegal decision ends the check."""
    for board in boards:
        companion = load_bot(COMPANION, board.game)
        for n_players in range(board.parameters.min_players, board.parameters.max_players + 1):
            checked = Checked(board.name, n_players)
            effort = _examine_positions(checked, board, [bot, companion], seed, bot_timeout)
            if not checked.has_written:  # games of a bot that cheats would prove nothing
                _play_games(checked, board, [bot, companion], seed, effort.games, bot_timeout)
            yield checked
            if checked.illegal:
                return


# ---- positions -----------------------------------------------------------------------------------


def _examine_positions(checked: Checked, board: Board, bots: list[Bot], seed: int, bot_timeout: float | None) -> Effort:
    """Returns how much should be checked, by the time that the bot takes."""
    boards = board.record()
    before = boards.tobytes()
    where = f"{board.name}, {checked.n_players} players"
    examiner = Examiner(board, boards, bots, where, bot_timeout)
    effort = EFFORT.for_a_bot(_seconds_for_a_decision(examiner, checked.n_players, seed))
    positions = examiner.positions(one_among_companions(checked.n_players), seed, effort.stride, effort.positions)
    examination = examiner.examine(positions, seed)
    checked.n_positions, checked.wrote = examination.n_positions, examination.wrote
    checked.unsteady, checked.peeked = examination.unsteady, examination.peeked
    checked.wrote_board = boards.tobytes() != before
    if not checked.has_written:  # a bot that writes outside of its record would write to our own memory
        checked.nanoseconds = _nanoseconds(examiner, positions[: effort.timed])
    return effort


def _seconds_for_a_decision(examiner: Examiner, n_players: int, seed: int) -> float:
    """A rough estimate. The first decision may have to load the bot, so it does not count."""
    seatings, seconds = one_among_companions(n_players), 0.0
    for wanted in (1, PROBES):
        start = time.perf_counter()
        examiner.positions(seatings, seed, 1, wanted)
        seconds = time.perf_counter() - start
    return seconds / PROBES


def _nanoseconds(examiner: Examiner, positions: np.ndarray) -> float:
    """For a decision: the best of some rounds, less what the copying takes."""
    owns = np.zeros(1, examiner.kernel.own)
    best = {True: float("inf"), False: float("inf")}
    for _ in range(TIMING_ROUNDS):
        for is_asked in best:
            start = time.perf_counter()
            examiner.steps.time_each(examiner.boards, examiner.functions[:1], positions, owns, REPEATS, is_asked)
            best[is_asked] = min(best[is_asked], time.perf_counter() - start)
    return 1e9 * max(0.0, best[True] - best[False]) / max(1, REPEATS * len(positions))


# ---- games ---------------------------------------------------------------------------------------


def _play_games(
    checked: Checked, board: Board, bots: list[Bot], seed: int, n_games: int, bot_timeout: float | None
) -> None:
    table = SeatedTable(board, bots, one_among_companions(checked.n_players))
    table.bot_timeout = bot_timeout
    try:
        results = table.play(seed, 0, n_games)
        again = table.play(seed, 0, n_games)
    except (BotTimeoutError, BotCrashError):
        raise
    except RunError as error:
        checked.illegal = str(error)
        return
    checked.n_games = n_games
    checked.by_limit = table.board.ended_by_limit(results)
    checked.changed = sum(one.tobytes() != other.tobytes() for one, other in zip(results, again, strict=True))


# ---- strength ------------------------------------------------------------------------------------


def play_match(
    bot: Bot, board: Board, opponent: str, seconds: float, seed: int, bot_timeout: float | None, progress: Progress
) -> Match:
    """`seconds` that a decision of the bot takes tell how many deals are played."""
    n_deals = EFFORT.for_a_bot(seconds).deals
    pair = [bot, load_bot(opponent, board.game)]
    tournament = Tournament(board, pair, np.array([[0, 1]]), n_deals, seed)
    progress.begin(f"{board.name}: against {opponent}")
    tournament.play(Threads(bot_timeout=bot_timeout), progress)
    wins, points = tournament.scores.wins[:, 0], tournament.scores.points[:, 0]
    win_share = share_by_deals(wins[:, 0], games_per_deal=2)
    return Match(board.name, opponent, 2 * n_deals, win_share, mean_by_deals(points[:, 0]), mean_by_deals(points[:, 1]))
