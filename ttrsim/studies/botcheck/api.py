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
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.studies.botcheck.checks import Checked, Match, check_on_boards, play_match
from ttrsim.studies.botcheck.request import CheckBotRequest
from ttrsim.studies.botcheck.safe import check_safely

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

    @property
    def failure(self) -> Exception | None:
        """RunError for an illegal decision, CheckError for any other fault."""
        if illegal := [row.illegal for row in self.checks if row.illegal]:
            return RunError(illegal[0])
        faults = [fault for row in self.checks for fault in row.faults]
        return CheckError("\n".join(faults)) if faults else None

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


@takes(CheckBotRequest)
def check_bot(request: CheckBotRequest, progress: Progress) -> BotCheck:
    """Returns:
    What was found. `is_sound` says whether all checks passed; `failure` is what was wrong.
    Matches are played only if the bot is sound.

    """
    if request.safe:
        return check_safely(request, progress)
    report, pairs = BotCheck(request.bot), list(_with_boards(request.bot, request.board))
    for each, boards in pairs:
        for checked in check_on_boards(each, boards, request.seed, request.bot_timeout):
            report.checks.append(checked)
            progress.begin(f"{checked.board}, {checked.n_players} players: checked")
    if report.is_sound:
        seconds = {checked.board: checked.seconds for checked in reversed(report.checks)}  # with the fewest players
        for each, boards in pairs:
            report.notices |= {board.name: board.notice for board in boards if board.notice}
            for loaded in boards:
                for opponent in loaded.game.opponents:
                    how = seconds[loaded.name], request.seed, request.bot_timeout
                    report.matches.append(play_match(each, loaded, opponent, *how, progress))
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
