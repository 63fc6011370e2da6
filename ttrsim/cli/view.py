"""`ttrsim view`: open the page of a run, an experiment or a game in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, RecordBoard, at_most
from ttrsim.cli.progress import TerminalProgress
from ttrsim.cli.replay import recorded_games
from ttrsim.cli.trusting import Trust, asking_first
from ttrsim.errors import UserError
from ttrsim.limits import MAX_GAME

if TYPE_CHECKING:
    from ttrsim.play.record.reader import RecordedGame

app = typer.Typer(add_completion=False)


class Page(NamedTuple):
    path: Path
    is_new: bool  # it was written now, since there was none or an older one


@app.command()
def view(
    target: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|GAME|EXPERIMENT",
            help="A run folder, a game record, the folder of an experiment, or a page itself.",
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option(
            "--game",
            min=0,
            callback=at_most(MAX_GAME),
            help="Number of a game: of a record with several games, or of a run, which plays it again "
            "(default: the report of a run, the only game of a record).",
        ),
    ] = None,
    board: RecordBoard = None,
    is_opened: Annotated[
        bool,
        typer.Option("--open/--no-open", help="Open the page in the browser, or only write it and print its path."),
    ] = True,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Open the page of a run, an experiment or a game in the browser.

    A page that does not exist or is out of date is written first: a report in the run folder, a game beside its record.
    A game of a run (--game) is played again, so the code of its bots runs; nothing else here runs code of a folder.
    """
    page = asking_first(lambda trust: _page(target, game, board, trust), trust)
    opened = is_opened and _open(page.path)
    if as_json:
        console.say_json({"page": str(page.path), "written": page.is_new, "opened": opened})
    else:
        console.say(str(page.path))


def _page(target: Path, game: int | None, board: str | None, trust: bool) -> Page:
    if not target.exists():
        raise UserError(f"no file or folder '{target}'")
    if target.is_dir():
        if board is not None:
            raise UserError("--board is only for records: a run has its own copy of its board")
        return _page_of_folder(target) if game is None else _page_of_played(target, game, trust)
    if target.suffix.lower() in (".html", ".htm"):
        return Page(target, False)
    return _page_of_record(target, game, board)


def _page_of_folder(folder: Path) -> Page:
    from ttrsim.documents.report.current import current_report
    from ttrsim.runs.suites import run_folders

    if (folder / "report.html").is_file():
        return Page(folder / "report.html", False)
    runs = run_folders(folder)
    with console.writing(folder), TerminalProgress() as progress:
        return Page(*current_report(list(runs.values()), folder / "report", progress.analysed))


def _page_of_played(folder: Path, game: int, trust: bool) -> Page:
    from ttrsim.play.record.reader import recorded
    from ttrsim.play.record.writer import record_events
    from ttrsim.runs.api import play_again

    logged = play_again(folder, game, trust)
    return _page_of_game(recorded(logged.board, record_events(logged)), folder / "report" / f"game-{game}.html")


def _page_of_record(path: Path, game: int | None, board: str | None) -> Page:
    games = list(recorded_games(str(path), game, board))
    if len(games) > 1:
        numbers = [str(each.start["game"]) for each in games]
        some = ", ".join(numbers[:5]) + (", …" if len(numbers) > 5 else "")
        raise UserError(f"{path}: has {len(games)} games: choose one with --game ({some})")
    name = path.stem if game is None else f"{path.stem}-{game}"
    return _page_of_game(games[0], path.with_name(f"{name}.html"))


def _page_of_game(game: RecordedGame, path: Path) -> Page:
    from ttrsim.files.whole import make_folder
    from ttrsim.studies.advice.watching import update_game_page

    with console.writing(path), TerminalProgress() as line:
        line.begin("playing the game again")
        make_folder(path.parent)
        return Page(path, update_game_page(game, path))


def _open(path: Path) -> bool:
    """Whether a browser took the page. A machine without one is no fault of the user."""
    try:
        is_open = webbrowser.open(path.resolve().as_uri())
    except (webbrowser.Error, OSError):
        is_open = False
    if not is_open:
        console.note(f"no browser could be started; open this file yourself: {path}")
    return is_open
