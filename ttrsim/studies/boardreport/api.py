"""Reports on boards from Python: `ttrsim.board_report`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ttrsim.documents.html import html_page
from ttrsim.documents.json import json_text
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.report.sections.feel import feel
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.board import Board
from ttrsim.games.registry import load_board
from ttrsim.measures.gauges import Standing, published, standings
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.play.identity import code_digest
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import play
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.boardreport.pieces import RUN, BoardPiece, pieces_of
from ttrsim.studies.boardreport.request import BoardReportRequest
from ttrsim.studies.boardreport.result import BoardReport, RouteEffect, SeatAdvantage
from ttrsim.studies.boardreport.sentences import Placed, opening
from ttrsim.studies.boardreport.tickets import APART, effects_of, furthest, ticket_effects
from ttrsim.studies.study import Study, absolute, append_json, begin, read_lines
from ttrsim.workers.executor import Executor

RUNS, PLAYED = "runs", "played.jsonl"
NEVER_TRIED = "Not tried: other rules (`ttrsim experiment rules`) and other bots (`--bot`)."


class BoardReportStudy(Study[BoardReportRequest, BoardReport]):
    """Runs and experiments on a board, each a folder in `runs/`."""

    asks = BoardReportRequest

    def __init__(self, request: BoardReportRequest) -> None:
        board = load_board(request.board)
        rules = board.parameters
        players = request.players or tuple(range(rules.min_players, rules.max_players + 1))
        if wrong := [n for n in players if not rules.min_players <= n <= rules.max_players]:
            raise UserError(
                f"--players: {board.name} is for {rules.min_players} to {rules.max_players}, not {wrong[0]}"
            )
        bot = request.bot or board.game.opponents[-1]
        self.name = f"report-{Path(request.board).resolve().name}"
        self.request = request.model_copy(update={"board": absolute(request.board), "players": players, "bot": bot})
        self._board = board
        self._pieces = list(pieces_of(board.game, sorted(set(players))))
        self._setups = {piece: load_scenario(self._scenario(piece)) for piece in self._pieces}

    def identity(self) -> Any:
        return {"board": self._board.as_dict() | {"name": ""}, "code": code_digest(self._board.game)}

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> BoardReport:
        seconds: dict[str, float] = {each["piece"]: each["seconds"] for each in read_lines(path / PLAYED)}
        runs: dict[BoardPiece, Run] = {}
        for place, piece in enumerate(self._pieces, 1):
            if piece.name not in seconds and not self._has_time(piece, seconds):
                continue
            progress.begin(f"{piece.text} ({place} of {len(self._pieces)})")
            start = time.monotonic()
            folder = path / RUNS / piece.name
            runs[piece] = play(self._setups[piece], folder, executor, exist="reuse", progress=progress)
            if piece.name not in seconds:
                seconds[piece.name] = time.monotonic() - start
                append_json(path / PLAYED, {"piece": piece.name, "seconds": seconds[piece.name]})
        progress.begin("measuring")
        return _Reporter(self._board, self.request, runs).report(path, self._pieces)

    def write(self, found: BoardReport, path: Path) -> None:
        document = found.document()
        texts = {"md": markdown_page(document), "html": html_page(document), "json": json_text(found.as_dict())}
        for ending, text in texts.items():
            write_whole(path / f"board.{ending}", text.encode())

    def _scenario(self, piece: BoardPiece) -> dict[str, Any]:
        request = self.request
        return piece.scenario(request.board, request.bot, request.deals, request.seed)

    def _has_time(self, piece: BoardPiece, seconds: Mapping[str, float]) -> bool:
        """Whether it will end in time, as fast as those before it; the first one always begins."""
        if self.request.minutes is None or not seconds:
            return True
        weights = {each.name: each.weight for each in self._pieces}
        speed = sum(seconds.values()) / sum(weights[name] for name in seconds)
        return sum(seconds.values()) + speed * piece.weight <= 60 * self.request.minutes


class _Reporter:
    """Measures what was played."""

    def __init__(self, board: Board, request: BoardReportRequest, runs: Mapping[BoardPiece, Run]) -> None:
        self._board, self._request, self._runs = board, request, runs
        self._measures = {
            piece.players: measure(run, list(all_metrics(run.game).values()))
            for piece, run in runs.items()
            if piece.kind == RUN
        }
        self._tickets = {piece.players: ticket_effects(run) for piece, run in runs.items() if piece.kind == "tickets"}

    def report(self, path: Path, pieces: list[BoardPiece]) -> BoardReport:
        board = self._board
        standings = self._standings()
        most = max(self._measures)
        facts = next(run.facts for piece, run in self._runs.items() if piece == BoardPiece(RUN, most))
        tension = feel(self._measures[most], facts)
        done = [piece for piece in pieces if piece in self._runs]
        left = [piece for piece in pieces if piece not in self._runs]
        return BoardReport(
            title=board.title,
            notice=board.notice,
            warnings=[str(warning) for warning in board.warnings()],
            bot=self._request.bot,
            deals=self._request.deals,
            sentences=opening(standings),
            standings=standings,
            tickets=self._tickets,
            kept={n: _kept(measures) for n, measures in self._measures.items()},
            routes={piece.players: self._routes(piece) for piece in done if piece.kind == "routes"},
            seats=[seat for n, measures in self._measures.items() for seat in _seats(n, measures)],
            tension=[f"With {most} players: {answer}" for answer in tension.answers] if tension else [],
            tried=[f"{piece.text[:1].upper()}{piece.text[1:]}: {_size(self._runs[piece])}." for piece in done]
            + [f"All seats are {self._request.bot}; other styles of play may give other answers."],
            not_tried=[f"Not tried, for lack of time: {piece.text}." for piece in left] + [NEVER_TRIED],
            folder=path,
            draw=partial(board.draw, "png", 110),
        )

    def _standings(self) -> dict[str, list[Placed]]:
        game, found = self._board.game, dict[str, list[Placed]]()
        for n, measures in self._measures.items():
            for standing in standings(game.analysis.gauges, game.package, self._board, n, measures):
                found.setdefault(standing.gauge.name, []).append(Placed(n, standing))
        for n, effects in self._tickets.items():
            worst, among = furthest(effects), published(game.package, APART.name, n)
            if worst is not None and among:
                size = worst.apart if worst.apart.value > 0 else worst.apart.mirrored
                found.setdefault(APART.name, []).append(Placed(n, Standing(APART, size, among), worst))
        return found

    def _routes(self, piece: BoardPiece) -> list[RouteEffect]:
        run = self._runs[piece]
        frame = effects_of(run).drop_nulls("low")
        claimed = _by(self._measures[piece.players], "route_claimed", "route")
        effects = [RouteEffect(row["route"], _estimate(row), claimed.get(row["route"])) for row in frame.to_dicts()]
        return sorted(effects, key=lambda each: -each.effect.value)


def _kept(measures: Measures) -> dict[str, tuple[Estimate, Estimate]]:
    kept, completed = (_by(measures, name, "ticket") for name in ("ticket_kept", "ticket_completed"))
    return {ticket: (kept[ticket], completed[ticket]) for ticket in kept.keys() & completed.keys()}


def _seats(players: int, measures: Measures) -> Iterator[SeatAdvantage]:
    wins, points = (_by(measures, name, "seat") for name in ("seat_win_share", "seat_points"))
    yield from (SeatAdvantage(players, seat, wins[seat], 1 / players, points[seat]) for seat in sorted(wins))


def _by(measures: Measures, metric: str, key: str) -> dict[Any, Estimate]:
    if metric not in measures:
        return {}
    return {row[key]: _estimate(row) for row in measures[metric].drop_nulls("value").to_dicts()}


def _estimate(row: Mapping[str, Any]) -> Estimate:
    if row["low"] is None:
        return Estimate(row["value"], n=row["n"], deals=row["deals"])
    return Estimate(row["value"], row["low"], row["high"], row["n"], row["deals"])


def _size(run: Run) -> str:
    return f"{run.games_complete:,} games"


@takes(BoardReportRequest)
def board_report(request: BoardReportRequest, progress: Progress) -> BoardReport:
    """Returns:
    The sentences that matter most, and the tables that they rest on. The page is in the folder.

    """
    return begin(BoardReportStudy(request), progress)
