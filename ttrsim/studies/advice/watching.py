"""The page of a game, with its analysis if there is one."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from ttrsim.documents.document import cell_text
from ttrsim.documents.pages.game import Insight, Mark, game_page, page_digest
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.play.record.reader import RecordedGame
from ttrsim.play.replay import replayed
from ttrsim.studies.advice.analysis import Analysis
from ttrsim.studies.advice.saved import finished_analysis


def write_game_page(game: RecordedGame, path: Path) -> None:
    """The page to watch a game, with its analysis if `analyse` has finished for this game."""
    write_whole(path, game_page(game, known_insight(game)).encode())


def update_game_page(game: RecordedGame, path: Path) -> bool:
    """Writes the page unless the file already holds it. Returns whether it was written."""
    insight = known_insight(game)
    with suppress(FileNotFoundError):
        text = path.read_text(encoding="utf-8", errors="replace")
        if f'<meta name="ttrsim-page" content="{page_digest(game, insight)}">' in text:
            return False
        if '<meta name="ttrsim-page"' not in text:
            raise UserError(
                f"'{path}' exists and is not the page of a game; move it, or use `ttrsim replay --html FILE`"
            )
    write_whole(path, game_page(game, insight).encode())
    return True


def analysis_page(analysis: Analysis) -> str:
    return game_page(analysis.game, insight_of(analysis))


def known_insight(game: RecordedGame) -> Insight | None:
    """From the deepest finished analysis in the cache."""
    steps = replayed(game, None)
    finished = finished_analysis(game, len(steps))
    if finished is None:
        return None
    request, judged = finished
    return insight_of(Analysis(game, steps, judged, request.policy, request.depth))


def insight_of(analysis: Analysis) -> Insight:
    judged = analysis.judged
    marks = [
        Mark(place, judged[place].seat, label, _mark_text(analysis, place))
        for place, label in enumerate(analysis.labels)
        if label
    ]
    made_from = [analysis.policy, analysis.depth, [asdict(decision) for decision in judged]]
    digest = hashlib.sha256(json.dumps(made_from).encode()).hexdigest()
    values = [decision.value for decision in judged]
    return Insight(values, analysis.result, marks, analysis.method, analysis.tables(), digest)


def _mark_text(analysis: Analysis, place: int) -> str:
    decision = analysis.judged[place]
    loss = cell_text(analysis.loss(place), "pp")
    return f"better: {decision.best}; loss {loss}, n = {decision.n:,}"
