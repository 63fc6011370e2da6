"""Tournaments from Python: `ttrsim.tournament` and `ttrsim.skill_ladder`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttrsim.documents.csv import write_tables
from ttrsim.documents.document import Result
from ttrsim.documents.json import json_text
from ttrsim.errors import Interrupted, UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.registry import load_board
from ttrsim.play.ahead import compile_ahead
from ttrsim.play.bots.finding import Bot, bot_function, load_bot
from ttrsim.play.identity import identity_of
from ttrsim.play.seatings import line_ups_of_tournament
from ttrsim.play.table import check_players
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.studies.study import Study, absolute, begin
from ttrsim.studies.tournament.ladder import Ladder, make_ladder
from ttrsim.studies.tournament.play import KeptScores, Scores, Tournament
from ttrsim.studies.tournament.request import MIN_DEALS, MatchesRequest, SkillLadderRequest, TournamentRequest
from ttrsim.studies.tournament.skill import SkillLadder, line_ups_of_ladder, make_steps, read_ladder
from ttrsim.workers.executor import Executor

Asked = TypeVar("Asked", bound=MatchesRequest)
Found = TypeVar("Found", bound=Result)


class MatchesStudy(Study[Asked, Found]):
    """Line-ups that all play the same deals. What is played is kept in `scores.jsonl`."""

    def __init__(self, request: Asked, specs: Sequence[str], n_players: int) -> None:
        where = absolute(request.board) if request.out is not None else request.board
        board = load_board(where)
        check_players(board, n_players)
        compile_ahead(board.game, specs)
        find = cache(bot_function)
        bots = [load_bot(spec, board.game, find) for spec in specs]
        self.names = _distinct_names(bots)
        self.request = request.model_copy(update={"board": where})
        line_ups = self.line_ups()
        self.tournament = Tournament(board, bots, line_ups, request.n_deals(line_ups.size), request.seed)

    @abstractmethod
    def line_ups(self) -> NDArray[np.intp]:
        """[line-up, place] bot"""

    @abstractmethod
    def result(self, scores: Scores) -> Found:
        """Of the deals that are complete."""

    def identity(self) -> Any:
        return identity_of(self.tournament.board, self.tournament.bots)

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Found:
        tournament = self.tournament
        try:
            tournament.play(executor, progress, KeptScores(path / "scores.jsonl"))
        except KeyboardInterrupt:
            n_deals = len(tournament.scores.wins)
            if n_deals < MIN_DEALS:
                raise
            text = f"interrupted: the result is based on {n_deals:,} of {tournament.n_deals:,} deals"
            raise Interrupted(text, self.result(tournament.scores)) from None
        return self.result(tournament.scores)


class TournamentStudy(MatchesStudy[TournamentRequest, Ladder]):
    asks = TournamentRequest

    def __init__(self, request: TournamentRequest) -> None:
        super().__init__(request, request.bots, request.players)

    def line_ups(self) -> NDArray[np.intp]:
        request, gauntlet = self.request, self.request.gauntlet
        if gauntlet is not None and gauntlet not in self.names:
            raise UserError(f"--gauntlet {gauntlet!r} is not one of the bots: {', '.join(self.names)}")
        place = None if gauntlet is None else self.names.index(gauntlet)
        return line_ups_of_tournament(len(self.names), request.players, place, request.seed)

    def result(self, scores: Scores) -> Ladder:
        return make_ladder(self.tournament.board, self.names, scores, self.request.seed)

    def write(self, found: Ladder, path: Path) -> None:
        from ttrsim.studies.tournament.heat_map import heat_map  # Matplotlib is slow to import

        write_tables(found.document(), path)
        write_whole(path / "matrix.png", heat_map(found))
        write_whole(path / "tournament.json", json_text(found.as_dict()).encode())


class SkillLadderStudy(MatchesStudy[SkillLadderRequest, SkillLadder]):
    asks = SkillLadderRequest

    def __init__(self, request: SkillLadderRequest) -> None:
        specs, self._numbers = read_ladder(request.bots)
        super().__init__(request, specs, n_players=2)

    def line_ups(self) -> NDArray[np.intp]:
        return line_ups_of_ladder(len(self.names))

    def result(self, scores: Scores) -> SkillLadder:
        board, steps = self.tournament.board, make_steps(self.names, self._numbers, scores)
        return SkillLadder(board.name, board.notice, len(scores.wins), self.request.seed, steps)

    def write(self, found: SkillLadder, path: Path) -> None:
        write_tables(found.document(), path)
        write_whole(path / "skill.json", json_text(found.as_dict()).encode())


@takes(TournamentRequest)
def tournament(request: TournamentRequest, progress: Progress) -> Ladder:
    """Returns:
        The ladder: strength, wins and points of each bot with 95 % intervals, and the win matrix.

    Raises:
        Interrupted: After Ctrl-C. Its `result` is the ladder of the deals that are complete.

    """
    return begin(TournamentStudy(request), progress)


@takes(SkillLadderRequest)
def skill_ladder(request: SkillLadderRequest, progress: Progress) -> SkillLadder:
    """Returns:
        For each step the share of wins, the lead in Elo and the Elo for each doubling, with 95 % intervals.

    Raises:
        Interrupted: After Ctrl-C. Its `result` has the steps over the deals that are complete.

    """
    return begin(SkillLadderStudy(request), progress)


def _distinct_names(field: list[Bot]) -> list[str]:
    names = [bot.name for bot in field]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name!r} is listed twice")
    return names
