"""`ttrsim tournament`: bots against one another, and the ladder that comes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.run import ThreadCount
from ttrsim.cli.trace import DEFAULT_SEED, BoardName, Progress, Seed
from ttrsim.errors import Interrupted, UserError

if TYPE_CHECKING:
    from rich.table import Table

    from ttrsim.engine.bots import Bot
    from ttrsim.engine.executor import Executor
    from ttrsim.stats.intervals import Estimate
    from ttrsim.tournament.ladder import Ladder

app = typer.Typer(add_completion=False)

DEFAULT_DEALS = 1_000
FEWEST_DEALS, MOST_DEALS = 2, 1_000_000  # a range needs two


@app.command()
def tournament(
    board: BoardName,
    bots: Annotated[str, typer.Option("--bots", metavar="BOT,BOT,…", help="The field.")],
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=5, help="Players at a table.")] = 2,
    gauntlet: Annotated[
        str | None, typer.Option("--gauntlet", metavar="BOT", help="Only tables with this bot of the field.")
    ] = None,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=FEWEST_DEALS, max=MOST_DEALS, help="Deals of each line-up of bots.")
    ] = DEFAULT_DEALS,
    seed: Seed = DEFAULT_SEED,
    threads: ThreadCount = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Write CSV, JSON and a heat map there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Play bots against one another: every combination of the field, each deal in all rotations over the seats.

    Ctrl-C ends it with the ladder of the deals that all have played.
    """
    from ttrsim.engine.executor import Threads

    ladder = hold(board, bots, players, gauntlet, deals, seed, Threads(threads))
    if output is not None:
        from ttrsim.tournament.files import write_tournament

        with console.writing(output):
            write_tournament(ladder, output)
    if as_json:
        from ttrsim.tournament.ladder import as_dict

        console.say_json(as_dict(ladder))
    else:
        out = console.rich_console()
        for table in (_ladder_table(ladder), _matrix_table(ladder)):
            out.print(table)
            out.print()
    if ladder.n_deals < deals:
        raise Interrupted(f"interrupted: this is the ladder of {ladder.n_deals:,} of {deals:,} deals")


def hold(
    board: str, bots: str, players: int, gauntlet: str | None, deals: int, seed: int, executor: Executor
) -> Ladder:
    """A tournament as the command line describes it; of fewer deals if it was interrupted."""
    from ttrsim.engine.bots import load_bots
    from ttrsim.engine.games import check_players
    from ttrsim.engine.seatings import line_ups_of_tournament
    from ttrsim.games.registry import game_of, load_board
    from ttrsim.tournament.ladder import make_ladder
    from ttrsim.tournament.play import Tournament

    loaded = load_board(board)
    check_players(loaded, players)
    field = load_bots(bots, game_of(loaded))
    names = _distinct_names(field)
    drawn = line_ups_of_tournament(len(field), players, _place(names, gauntlet), seed)
    tournament = Tournament(loaded, field, drawn, deals, seed)
    progress = Progress(drawn.size * deals)
    try:
        tournament.play(executor, progress.show)
    except KeyboardInterrupt:
        if len(tournament.scores.wins) < FEWEST_DEALS:
            raise
    finally:
        progress.clear()
    return make_ladder(loaded, names, tournament.scores, seed)


def _distinct_names(field: list[Bot]) -> list[str]:
    names = [bot.name for bot in field]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name!r} is in the field twice")
    return names


def _place(names: list[str], gauntlet: str | None) -> int | None:
    if gauntlet is None:
        return None
    if gauntlet not in names:
        raise UserError(f"--gauntlet {gauntlet!r} is not in the field: {', '.join(names)}")
    return names.index(gauntlet)


def _ladder_table(ladder: Ladder) -> Table:
    from rich.table import Table

    title = f"{ladder.board}, {ladder.n_players} players: {ladder.n_games:,} games"
    caption = (
        f"{ladder.n_deals:,} deals of {ladder.n_line_ups} line-ups in all rotations, seed {ladder.seed}; ranges: 95 %"
    )
    caption += f"\n{ladder.notice}" if ladder.notice else ""
    table = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    table.add_column("bot")
    for heading in ("strength", "wins, %", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, standing in enumerate(ladder.standings, 1):
        cells = [number_text(standing.strength), share_text(standing.win_share), number_text(standing.points)]
        table.add_row(f"{rank} {standing.bot}", *cells)
    return table


def _matrix_table(ladder: Ladder) -> Table:
    from rich.table import Table

    table = Table(title="Wins of the row, %, at tables with the column", title_justify="left", padding=(0, 0, 0, 1))
    table.add_column("bot")
    for rank in range(1, len(ladder.bots) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    for rank, bot in enumerate(ladder.bots, 1):
        table.add_row(f"{rank} {bot}", *(cell_text(ladder, bot, opponent) for opponent in ladder.bots))
    return table


def cell_text(ladder: Ladder, bot: str, opponent: str) -> str:
    """Short, so that a field of a dozen fits a terminal."""
    meeting = ladder.meetings.get((bot, opponent))
    if meeting is None:
        return "·"
    share, low, high = (100 * number for number in meeting.win_share)
    half = f"{(high - low) / 2:.0f}"
    return f"{share:.0f}" if half == "0" else f"{share:.0f}±{half}"


def number_text(estimate: Estimate) -> str:
    value, low, high = (f"{number:.0f}" for number in estimate)
    return f"{value} [{low}, {high}]"


def share_text(estimate: Estimate) -> str:
    value, low, high = (f"{100 * number:.1f}" for number in estimate)
    return f"{value} [{low}, {high}]"
