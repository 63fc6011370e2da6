"""`ttrsim import`: logs of games that people played, as game records."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, Json
from ttrsim.cli.progress import TerminalProgress
from ttrsim.errors import UserError
from ttrsim.limits import MAX_SEED

if TYPE_CHECKING:
    from ttrsim.play.record.fields import Event

app = typer.Typer(add_completion=False)


@app.command("import")
def import_games(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="Logs of games: copies of Board Game Arena's replay page, or JSON (docs/import.md). - reads a paste.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Output file (default: standard output)."),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option("--board", metavar="BOARD", help="Board of the games (default: the one the file names or fits)."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Random seed for the imagined cards.")
    ] = DEFAULT_SEED,
    as_json: Json = False,
) -> None:
    """Convert logs of games into records for `replay`, `advise` and `analyse`.

    Every move is checked against the rules, and the final scores against the log. Logs lack the face-up cards,
    so the market is made up to fit; the record and everything based on it say so.
    """
    from ttrsim.play.importing import import_file
    from ttrsim.play.record.writer import record_line

    console.check_target(output)
    games: list[list[Event]] = []
    faults: list[str] = []
    with TerminalProgress() as line:
        for number, path in enumerate(files):
            done = f" ({number} of {len(files)} games done)" if len(files) > 1 else ""
            report = partial(_report, line, f"{path}: looking for cards that fit{done}")
            try:
                games.append(import_file(path, board, seed, game=number, report=report))
            except UserError as failure:
                faults.append(str(failure))
    if faults:
        raise UserError("\n".join(faults))
    text = "".join(record_line(event) + "\n" for game in games for event in game)
    if output is None and not as_json:
        console.say(text.rstrip("\n"))
        return
    if output is not None:
        from ttrsim.files.whole import write_whole

        with console.writing(output):
            write_whole(output, text.encode())
    if as_json:
        summaries = [_summary(path, game) for path, game in zip(files, games, strict=True)]
        console.say_json({"output": str(output) if output else None, "games": summaries})
        return
    for path, game in zip(files, games, strict=True):
        console.tell(_message(path, game))


def _report(line: TerminalProgress, about: str, what: str) -> None:
    line.begin(f"{about}: {what}")


def _summary(path: Path, game: list[Event]) -> dict[str, object]:
    start, end = game[0], game[-1]
    totals = [event["total"] for event in game if event["event"] == "score"]
    return {
        "file": str(path),
        "board": start["map"],
        "players": start["players"],
        "game": start["game"],
        "turns": end["turns"],
        "totals": totals,
        "winners": end["winners"],
        "imagined": start["imagined"],
    }


def _message(path: Path, game: list[Event]) -> str:
    values = _summary(path, game)
    totals = " ".join(map(str, values["totals"]))  # type: ignore[call-overload]
    imagined = "; ".join(values["imagined"])  # type: ignore[arg-type]
    return (
        f"{path}: game {values['game']}, {values['turns']} turns on {values['board']}, points by seat {totals}: "
        f"every move is legal, the scores agree\n  imagined, since nobody wrote it down: {imagined}"
    )
