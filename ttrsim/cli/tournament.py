"""`ttrsim tournament`: bots against one another, and the ladder that comes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, BoardName, Json, Seed, ThreadCount
from ttrsim.errors import Interrupted, UserError
from ttrsim.limits import MAX_PLAYERS
from ttrsim.wording import with_interval

if TYPE_CHECKING:
    from rich.table import Table

    from ttrsim.engine.bots import Bot
    from ttrsim.engine.executor import Executor
    from ttrsim.stats.intervals import Estimate
    from ttrsim.tournaments.ladder import Ladder
    from ttrsim.tournaments.play import Tournament

app = typer.Typer(add_completion=False)

DEFAULT_DEALS = 1_000
MIN_DEALS, MAX_DEALS = 2, 1_000_000  # an interval needs two


@app.command()
def tournament(
    board: BoardName,
    bots: Annotated[str, typer.Option("--bots", metavar="BOT,BOT,…", help="The bots of the field.")],
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=MAX_PLAYERS, help="Players at a table.")] = 2,
    gauntlet: Annotated[
        str | None, typer.Option("--gauntlet", metavar="BOT", help="Play only tables with this bot (default: all).")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Number of games in all, rounded up to whole deals.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals", min=MIN_DEALS, max=MAX_DEALS, help=f"Deals of each line-up of bots (default: {DEFAULT_DEALS:,})."
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    threads: ThreadCount = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Also write CSV, JSON and a heat map to this folder."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play bots against one another and rank them. Every line-up plays each deal in all rotations over the seats.

    Ctrl-C prints the ladder of the deals that all line-ups have played.
    """
    from ttrsim.engine.executor import Threads

    if games is not None and deals is not None:
        raise UserError("give the number of games or of deals, not both")
    tournament = prepare(board, bots, players, gauntlet, games, deals, seed)
    ladder = play(tournament, Threads(threads))
    if output is not None:
        from ttrsim.tournaments.files import write_tournament

        with console.writing(output):
            write_tournament(ladder, output)
    if as_json:
        from ttrsim.tournaments.ladder import as_dict

        console.say_json(as_dict(ladder))
    else:
        out = console.rich_console()
        for table in (_ladder_table(ladder), _matrix_table(ladder)):
            out.print(table)
            out.print()
    if ladder.n_deals < tournament.n_deals:
        raise Interrupted(f"interrupted: this is the ladder of {ladder.n_deals:,} of {tournament.n_deals:,} deals")


def prepare(
    board: str, bots: str, players: int, gauntlet: str | None, games: int | None, deals: int | None, seed: int
) -> Tournament:
    from ttrsim.engine.bots import load_bots
    from ttrsim.engine.seatings import line_ups_of_tournament
    from ttrsim.engine.table import check_players
    from ttrsim.games.registry import game_of, load_board
    from ttrsim.tournaments.play import Tournament

    loaded = load_board(board)
    check_players(loaded, players)
    field = load_bots(bots, game_of(loaded))
    line_ups = line_ups_of_tournament(len(field), players, _place(_distinct_names(field), gauntlet), seed)
    if games is not None:
        deals = min(MAX_DEALS, max(MIN_DEALS, -(-games // line_ups.size)))
    return Tournament(loaded, field, line_ups, deals or DEFAULT_DEALS, seed)


def play(tournament: Tournament, executor: Executor) -> Ladder:
    """Of fewer deals if it was interrupted."""
    from ttrsim.cli.progress import Counter
    from ttrsim.tournaments.ladder import make_ladder

    with Counter(tournament.line_ups.size * tournament.n_deals) as counter:
        try:
            tournament.play(executor, counter.count)
        except KeyboardInterrupt:
            if len(tournament.scores.wins) < MIN_DEALS:
                raise
    return make_ladder(tournament.board, [bot.name for bot in tournament.bots], tournament.scores, tournament.seed)


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
        f"{ladder.n_deals:,} deals of {ladder.n_line_ups} line-ups in all rotations, seed {ladder.seed}; 95 % intervals"
    )
    caption += f"\n{ladder.notice}" if ladder.notice else ""
    table = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    table.add_column("bot", overflow="fold")
    for heading in ("strength", "wins, %", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, standing in enumerate(ladder.standings, 1):
        cells = [number_text(standing.strength), share_text(standing.win_share), number_text(standing.points)]
        table.add_row(f"{rank} {standing.bot}", *cells)
    return table


def _matrix_table(ladder: Ladder) -> Table:
    from rich.table import Table

    table = Table(
        title="Wins of the row against the column, %, 95 % intervals",
        title_justify="left",
        padding=(0, 0, 0, 1),
    )
    table.add_column("bot", overflow="fold")
    for rank in range(1, len(ladder.bots) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    for rank, bot in enumerate(ladder.bots, 1):
        table.add_row(f"{rank} {bot}", *(cell_text(ladder, bot, opponent) for opponent in ladder.bots))
    return table


def cell_text(ladder: Ladder, bot: str, opponent: str) -> str:
    """Only the interval, so that a field of a dozen fits a terminal; the CSV and JSON files have the value too."""
    meeting = ladder.meetings.get((bot, opponent))
    if meeting is None:
        return "·"
    _, low, high = (f"{100 * number:.0f}" for number in meeting.win_share)
    return low if low == high else f"{low}…{high}"


def number_text(estimate: Estimate) -> str:
    return with_interval(*(f"{number:.0f}" for number in estimate))


def share_text(estimate: Estimate) -> str:
    return with_interval(*(f"{100 * number:.1f}" for number in estimate))
