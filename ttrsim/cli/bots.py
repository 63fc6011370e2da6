"""`ttrsim bots`: list, show and check bots."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, Json, Seed
from ttrsim.cli.progress import StatusLine
from ttrsim.cli.tournament import number_text, share_text
from ttrsim.errors import CheckError, RunError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from ttrsim.botcheck.checks import Checked, Match
    from ttrsim.engine.bots import Bot
    from ttrsim.games.contract import Board

app = typer.Typer(no_args_is_help=True, add_completion=False)

Spec = Annotated[str, typer.Argument(metavar="NAME|PATH.py:NAME", help="A bot by its name, or in a file of your own.")]


@app.command("list")
def list_bots(as_json: Json = False) -> None:
    """List all bots that have a name: the built-in ones of each game, and those of installed packages."""
    from rich.table import Table

    rows = [*_named_bots()]
    if as_json:
        console.say_json([{"bot": bot, "about": about, "origin": origin} for bot, about, origin in rows])
        return
    table = Table("bot", "about", "origin")
    for row in rows:
        table.add_row(*row)
    console.rich_console().print(table)


def _named_bots() -> Iterator[tuple[str, str, str]]:
    from ttrsim.engine.bots import built_in_about
    from ttrsim.engine.user_code import installed_bots, origin
    from ttrsim.games.registry import GAMES

    for game in GAMES.values():
        for name in game.bot_names():
            yield name, built_in_about(game, name), f"built-in, {game.title}"
    built_in = {name for game in GAMES.values() for name in game.bot_names()}
    for name, point in sorted(installed_bots().items()):
        if name not in built_in:
            yield name, "", origin(point)


@app.command()
def show(spec: Spec, as_json: Json = False) -> None:
    """Show a bot: what it does, its weights and its file."""
    from ttrsim.engine.bots import find_bots
    from ttrsim.games.registry import GAMES

    bots = find_bots(spec)
    if as_json:
        console.say_json([_as_dict(bot) for bot in bots])
        return
    out = console.rich_console()
    for bot in bots:
        out.print(f"{bot.name} ({GAMES[bot.compiled.game].title})", style="bold")
        out.print(bot.compiled.about or "(its function has no docstring)")
        out.print(f"file: {bot.compiled.function.py_func.__code__.co_filename}", soft_wrap=True)
        if bot.compiled.weights:
            out.print()
            out.print(_weight_table(bot))


@app.command()
def check(
    spec: Spec,
    board: Annotated[
        str | None,
        typer.Option("--board", metavar="BOARD", help="Check on this board only, built-in or your own (default: all)."),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    as_json: Json = False,
) -> None:
    """Check a bot on every board and player count: is it legal, honest and fast, and how strong is it?

    Exit code 1: it made an illegal decision. 3: another check failed.
    """
    from ttrsim.engine.bots import find_bots, load_bot
    from ttrsim.games.registry import GAMES, game_of, load_board

    if board is not None:
        loaded = load_board(board)
        _check(load_bot(spec, game_of(loaded)), [loaded], seed, as_json)
        return
    for bot in find_bots(spec):
        _check(bot, [load_board(name) for name in GAMES[bot.compiled.game].board_names()], seed, as_json)


def _check(bot: Bot, boards: list[Board], seed: int, as_json: bool) -> None:
    from ttrsim.botcheck.checks import check_bot

    rows: list[Checked] = []
    with StatusLine() as line:
        for checked in check_bot(bot, boards, seed):
            rows.append(checked)
            line.show(f"{checked.board}, {checked.n_players} players: checked")
    if as_json:
        is_sound = not any(row.illegal or row.faults for row in rows)
        matches = _matches(bot, boards, seed) if is_sound else []
        console.say_json({"checks": [*map(asdict, rows)], "matches": [*map(asdict, matches)]})
        _judge(rows)
        return
    out = console.rich_console()
    out.print(_check_table(rows))
    _judge(rows)
    out.print()
    out.print(_match_table(_matches(bot, boards, seed)))
    for board in boards:
        if board.notice:
            out.print(f"{board.name}: {board.notice}", style="yellow")


def _judge(rows: list[Checked]) -> None:
    for row in rows:
        if row.illegal:
            raise RunError(row.illegal)
    faults = [fault for row in rows for fault in row.faults]
    if faults:
        raise CheckError("\n".join(faults))


def _matches(bot: Bot, boards: list[Board], seed: int) -> list[Match]:
    from ttrsim.botcheck.checks import play_match
    from ttrsim.games.registry import game_of

    matches = []
    with StatusLine() as line:
        for board in boards:
            for opponent in game_of(board).opponents:
                line.show(f"{board.name}: against {opponent}")
                matches.append(play_match(bot, board, opponent, seed))
    return matches


def _as_dict(bot: Bot) -> dict[str, Any]:
    weights = [
        weight._asdict() | {"value": value} for weight, value in zip(bot.compiled.weights, bot.weights, strict=True)
    ]
    file = bot.compiled.function.py_func.__code__.co_filename
    return {"bot": bot.name, "game": bot.compiled.game, "about": bot.compiled.about, "file": file, "weights": weights}


def _weight_table(bot: Bot) -> Table:
    from rich.table import Table

    table = Table(title="Weights", title_justify="left")
    table.add_column("weight")
    table.add_column("value", justify="right")
    table.add_column("meaning")
    for weight, value in zip(bot.compiled.weights, bot.weights, strict=True):
        table.add_row(weight.name, f"{value:g}", weight.meaning)
    return table


def _check_table(rows: list[Checked]) -> Table:
    """A row for each: `ok`, or how often a check failed; a dash where a fault before it left nothing to check."""
    from rich.table import Table

    table = Table()
    table.add_column("board")
    for heading in ("players", "legal", "ends", "same\ngame", "blind to\nhidden", "writes\nnothing"):
        table.add_column(heading, no_wrap=True)
    table.add_column("ns each", justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row.board, str(row.n_players), *_check_cells(row))
    table.caption = f"{rows[0].n_positions:,} positions and {rows[0].n_games:,} games in each row"
    table.caption_justify = "left"
    return table


def _check_cells(row: Checked) -> list[str]:
    def of_games(failed: int) -> str:
        return _verdict(failed) if row.n_games else "–"

    return [
        "NO" if row.illegal else of_games(0),
        of_games(row.by_limit),
        _verdict(row.unsteady) if row.unsteady else of_games(row.changed),
        "–" if row.unsteady else _verdict(row.peeked),
        _verdict(row.wrote + row.wrote_board),
        "–" if row.has_written else f"{row.nanoseconds:,.0f}",
    ]


def _verdict(failed: int) -> str:
    return f"NO: {failed:,}" if failed else "ok"


def _match_table(matches: list[Match]) -> Table:
    from rich.table import Table

    table = Table(title="Two players, each deal in both seatings", title_justify="left", pad_edge=False)
    for heading in ("board", "against"):
        table.add_column(heading)
    for heading in ("wins, %", "points", "its points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for match in matches:
        points = [number_text(match.points), number_text(match.opponent_points)]
        table.add_row(match.board, match.opponent, share_text(match.win_share), *points)
    table.caption = f"{matches[0].n_games:,} games in each row; 95 % intervals"
    table.caption_justify = "left"
    return table
