"""`ttrsim advise`: which choice is best, and how sure is that?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, Json, ThreadCount
from ttrsim.errors import UserError
from ttrsim.limits import MAX_GAME, MAX_SEED
from ttrsim.wording import did_you_mean, listed

if TYPE_CHECKING:
    from ttrsim.play.position import Decision, Position
    from ttrsim.studies.decisions.advice import Advice
    from ttrsim.studies.decisions.opening import Opening
    from ttrsim.studies.decisions.trial import Trial

app = typer.Typer(add_completion=False)


Policy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="BOT",
        help="Bot that finishes the games in all seats (default: the one that `bots check` measures others against).",
    ),
]
PolicySeed = Annotated[
    int,
    typer.Option(
        "--world-seed", min=0, max=MAX_SEED, help="Random seed for the hidden cards of each game (default: 1)."
    ),
]


@app.command()
def advise(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[BOARD|POSITION]",
            help="A position, written or saved, or a board together with --offer, or with --bots and --turn.",
        ),
    ] = None,
    offer: Annotated[
        str | None,
        typer.Option("--offer", metavar="TICKET,…", help="Opening: the offered tickets (default: no opening)."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Opening: number of players, required with --offer (default: none)."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Opening or turn 0: the seat that decides (default: 0).")
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="CARD,…", help="Opening: the cards in hand (default: dealt at random)."),
    ] = None,
    market: Annotated[
        str | None,
        typer.Option("--market", metavar="CARD,…", help="Opening: the face-up cards (default: dealt at random)."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Record file with the game of the decision (default: none)."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,…",
            help="With a board: bots that play the game up to the decision (default: none).",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="With --bots: random seed of the game.")
    ] = DEFAULT_SEED,
    game: Annotated[
        int | None,
        typer.Option("--game", min=0, max=MAX_GAME, help="Number of the game in the record or run (default: 0)."),
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="Turn of the decision (default: none).")] = None,
    nth: Annotated[
        int,
        typer.Option(
            "--decision", min=1, max=9, help="Number of the decision in that turn, e.g. 2 for the second card."
        ),
    ] = 1,
    policy: Policy = None,
    confidence: Annotated[
        float, typer.Option("--confidence", help="Confidence at which the best choice counts as clear.")
    ] = 0.95,
    tolerance: Annotated[
        float,
        typer.Option(
            "--tolerance",
            min=0,
            max=0.5,
            help="Choices whose win shares differ by less than this count as equally good.",
        ),
    ] = 0.01,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            min=0.0005,
            max=0.5,
            help="Continue until the best win share is known within this (default: stop once the best is clear).",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="Time limit in seconds, without compiling.")
    ] = 20.0,
    rollouts: Annotated[
        int | None, typer.Option("--rollouts", min=1, help="Maximum number of games to play (default: no limit).")
    ] = None,
    world_seed: PolicySeed = 1,
    threads: ThreadCount = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Also write an HTML page to this file (default: no page)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Rank the choices of a decision: each is played to the end of the game many times, with the same hidden cards.

    It stops when the best choice is clear or a limit is reached. On Ctrl-C, it prints the results so far.
    """
    from dataclasses import replace

    from ttrsim.cli.progress import StatusLine
    from ttrsim.studies.decisions import api

    _check_options(source, offer, record, bots, {"--players": players, "--hand": hand, "--market": market}, turn)
    console.check_target(html)
    played: Decision | None = None
    imagined: tuple[str, ...] = ()
    position: Position | Opening
    if offer is not None:
        position = _opening(source, players, seat, offer, hand, market, world_seed)
    elif record is not None or bots is not None:
        position, played, imagined = _decision_of_game(source, record, bots, seed, game, turn, nth, seat)
    else:
        position, imagined = _saved(source)
    with StatusLine() as line:
        line.show("playing the first games …")
        advice = api.advise(
            position,
            policy=policy,
            confidence=confidence,
            tolerance=tolerance,
            precision=precision,
            seconds=seconds,
            rollouts=rollouts,
            seed=world_seed,
            threads=threads,
            progress=lambda trial: line.show(_status(trial)),
        )
    advice = replace(advice, played=played, imagined=advice.imagined + imagined)
    _show(advice, as_json, html)
    if advice.ending == "interrupted":
        raise KeyboardInterrupt("interrupted: the table shows what is known so far")


# ---- the decision --------------------------------------------------------------------------------


def _check_options(
    source: str | None,
    offer: str | None,
    record: Path | None,
    bots: str | None,
    of_opening: dict[str, object],
    turn: int | None,
) -> None:
    """Refuses options that would have no effect: the user means another question than would be answered."""
    ways = [name for name, value in (("--offer", offer), ("--record", record), ("--bots", bots)) if value is not None]
    if len(ways) > 1:
        raise UserError(f"{listed(ways)} cannot be combined: each of them says what the advice is about")
    if record is not None and source is not None:
        raise UserError(f"--record names a game with its board, so leave out '{source}'")
    useless = [name for name, value in of_opening.items() if value is not None and offer is None]
    if useless and ways:
        raise UserError(f"{listed(useless)} can only be used with --offer")
    if turn is not None and offer is not None:
        raise UserError("--turn cannot be combined with --offer: an opening is before the first turn")


def _opening(
    board: str | None,
    players: int | None,
    seat: int | None,
    offer: str,
    hand: str | None,
    market: str | None,
    seed: int,
) -> Opening:
    from ttrsim.studies.decisions.opening import opening

    if board is None or players is None:
        raise UserError("--offer needs a board and --players, e.g. ttrsim advise europe --players 3 --offer …")
    return opening(board, players, seat or 0, _listed(offer), hand=_listed(hand), market=_listed(market), seed=seed)


def _listed(text: str | None) -> Any:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _decision_of_game(
    board: str | None,
    record: Path | None,
    bots: str | None,
    seed: int,
    game: int | None,
    turn: int | None,
    nth: int,
    seat: int | None,
) -> tuple[Position, Decision, tuple[str, ...]]:
    from ttrsim.cli.trace import set_table
    from ttrsim.play.record.reader import recorded
    from ttrsim.play.record.writer import record_events
    from ttrsim.play.replay import read_record, replayed

    if turn is None:
        raise UserError("--turn says which turn of the game the advice is about")
    if record is not None:
        played = read_record(record, game)
    elif board is None or bots is None:
        raise UserError("--bots needs a board, e.g. ttrsim advise usa --bots planner,planner --turn 10")
    else:
        table = set_table(board, bots)
        played = recorded(table.board, record_events(table.play_logged(seed, game or 0)))
    where = str(record) if record is not None else f"game {game or 0} of seed {seed} on {board}"
    steps = replayed(played, None)
    in_turn = [step for step in steps if step[0].turn == turn]
    if not in_turn:
        raise UserError(f"{where}: nothing is decided in turn {turn}; the game has turns 0 to {steps[-1][0].turn}")
    by_seat = [step for step in in_turn if seat is None or step[0].asked == seat]
    if not by_seat:
        seats = listed(sorted({str(position.asked) for position, _ in in_turn}), "or")
        raise UserError(f"{where}: seat {seat} decides nothing in turn {turn}; --seat should be {seats}")
    if len(by_seat) < nth:
        raise UserError(f"{where}: turn {turn} has {len(by_seat)} decisions, so --decision {nth} does not exist")
    return *by_seat[nth - 1], tuple(played.imagined)


def _saved(source: str | None) -> tuple[Position, tuple[str, ...]]:
    from ttrsim.play.position import Position

    if source is None:
        raise UserError("name a board with --offer, a game with --record and --turn, or a saved position")
    from ttrsim.games.registry import board_names

    if source in board_names() or Path(source).is_dir():
        raise UserError(f"'{source}' is a board: add --offer for an opening, or --bots and --turn for a game on it")
    if not Path(source).exists():
        raise UserError(f"'{source}' is neither a board nor a saved position{did_you_mean(source, board_names())}")
    from ttrsim.play.position_files import IMAGINED, is_table

    position = Position.load(source)
    return position, IMAGINED if is_table(Path(source).read_bytes()) else ()


# ---- output --------------------------------------------------------------------------------------


def _status(trial: Trial) -> str:
    best = trial.race.best
    return (
        f"{trial.n_rollouts:,} games in {trial.seconds:.0f} s; {int(trial.race.is_in.sum())} of {len(trial.decisions)} "
        f"choices left; best so far: {trial.decisions[best].text} ({trial.race.means[best]:.1%})"
    )


def _show(advice: Advice, as_json: bool, html: Path | None) -> None:
    if html is not None:
        from ttrsim.documents.html import html_page
        from ttrsim.files.whole import write_whole

        with console.writing(html):
            write_whole(html, html_page(advice.document()).encode())
    if as_json:
        console.say_json(advice.as_dict())
        return
    console.show(advice.document())
