"""The check of a bot from Python: `ttrsim.check_bot`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.errors import CheckError, RunError
from ttrsim.games.board import Board
from ttrsim.games.registry import GAMES, load_board, maps_of
from ttrsim.play.bots.finding import Bot, find_bots, load_bot
from ttrsim.studies.botcheck.checks import Checked, Match, Progress, check_on_boards, play_match
from ttrsim.studies.botcheck.safe import check_safely

BOT_TIMEOUT = 10.0
CHECKS = (
    Column("board", kind="text"),
    Column("players", kind="count"),
    *(Column(name, kind="text") for name in ("legal", "ends", "same game", "blind to hidden", "writes nothing")),
    Column("nanoseconds", "ns each", "count"),
)
MATCHES = (
    Column("board", kind="text"),
    Column("opponent", "against", "text"),
    Column("win_share", "wins", "share"),
    Column("points", decimals=0),
    Column("opponent_points", "its points", decimals=0),
)


@dataclass(repr=False)
class BotCheck(Result):
    """What the checks of a bot found, board by board, and its matches if it passed them all."""

    bot: str
    checks: list[Checked] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    notices: dict[str, str] = field(default_factory=dict)  # notice to show with every result on a board

    @property
    def is_sound(self) -> bool:
        return not any(row.illegal or row.faults for row in self.checks)

    def raise_faults(self) -> None:
        """RunError for an illegal decision, CheckError for any other fault; nothing if the bot is sound."""
        for row in self.checks:
            if row.illegal:
                raise RunError(row.illegal)
        if faults := [fault for row in self.checks for fault in row.faults]:
            raise CheckError("\n".join(faults))

    def document(self) -> Document:
        """The checks, then the matches if there are any."""
        positions, games = ({getattr(row, of) for row in self.checks} for of in ("n_positions", "n_games"))
        note = f"{_range(positions)} positions and {_range(games)} games in each row"
        tables = [Table.of("checks", "", CHECKS, map(_check_cells, self.checks), note)]
        if self.matches:
            games = {match.n_games for match in self.matches}
            note = f"{_range(games)} games in each row; 95 % intervals"
            title = "Two players, each deal in both seatings"
            tables.append(Table("matches", title, MATCHES, [vars(match) for match in self.matches], note))
        notices = [f"{board}: {notice}" for board, notice in self.notices.items()]
        return Document(f"{self.bot}: {'every check passed' if self.is_sound else 'a check failed'}", notices, tables)

    def as_dict(self) -> dict[str, Any]:
        values: dict[str, Any] = plain({"checks": self.checks, "matches": self.matches})
        return values


def check_bot(
    bot: str,
    *,
    board: str | os.PathLike[str] | Board | None = None,
    seed: int = 1,
    bot_timeout: float | None = BOT_TIMEOUT,
    safe: bool = False,
    progress: Progress = lambda text: None,
) -> BotCheck:
    """Checks a bot on every board and player count, as `ttrsim bots check` does.

    Args:
        bot: A bot by its name, or as `PATH.py:NAME`; weights may follow in parentheses.
        board: Check on this board only (default: every built-in board of the bot's game).
        seed: Seed of the games.
        bot_timeout: Seconds that a decision may take before the check ends with a BotTimeoutError (default: 10).
        safe: Compile with bounds checks, in a process of its own: an index outside of an array is reported with its
            line. The first safe check compiles everything again, which takes about half a minute.
        progress: Called with a line about each step when it is done.

    Returns:
        What was found. `is_sound` says whether all checks passed; `raise_faults()` raises what was wrong.
        Matches are played only if the bot is sound.

    """
    if safe:
        return check_safely(bot, progress, board=board, seed=seed, bot_timeout=bot_timeout)
    report = BotCheck(bot)
    pairs = list(_with_boards(bot, board))
    for each, boards in pairs:
        for checked in check_on_boards(each, boards, seed, bot_timeout):
            report.checks.append(checked)
            progress(f"{checked.board}, {checked.n_players} players: checked")
    if report.is_sound:
        seconds = {checked.board: checked.seconds for checked in reversed(report.checks)}  # with the fewest players
        for each, boards in pairs:
            report.notices |= {board.name: board.notice for board in boards if board.notice}
            for loaded in boards:
                for opponent in loaded.game.opponents:
                    report.matches.append(
                        play_match(each, loaded, opponent, seconds[loaded.name], seed, bot_timeout, progress)
                    )
    return report


def _with_boards(spec: str, board: str | os.PathLike[str] | Board | None) -> Iterator[tuple[Bot, list[Board]]]:
    """The bot with the boards it is checked on; a built-in name may belong to a bot of each game."""
    if board is not None:
        loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
        yield load_bot(spec, loaded.game), [loaded]
        return
    for bot in find_bots(spec):
        yield bot, [load_board(name) for name in maps_of(GAMES[bot.compiled.game])]


# ---- in words ------------------------------------------------------------------------------------


def _range(numbers: set[int]) -> str:
    """One number, or the least and the largest: a slow bot is checked with fewer."""
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _check_cells(row: Checked) -> tuple[Any, ...]:
    """`ok`, or how often a check failed; a dash where a fault before it left nothing to check."""

    def of_games(failed: int) -> str:
        return _verdict(failed) if row.n_games else "–"

    return (
        row.board,
        row.n_players,
        "NO" if row.illegal else of_games(0),
        of_games(row.by_limit),
        _verdict(row.unsteady) if row.unsteady else of_games(row.changed),
        "–" if row.unsteady else _verdict(row.peeked),
        _verdict(row.wrote + row.wrote_board),
        None if row.has_written else row.nanoseconds,
    )


def _verdict(failed: int) -> str:
    return f"NO: {failed:,}" if failed else "ok"
