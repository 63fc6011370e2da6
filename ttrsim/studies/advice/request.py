"""What `ttrsim advise` and `ttrsim analyse` are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ttrsim.limits import MAX_GAME, MAX_SEED
from ttrsim.request import Names, Request, argument, option
from ttrsim.runs.scenario.changes import Bots
from ttrsim.studies.requests import DEFAULT_SEED, Exist, Kept
from ttrsim.workers.crew import ThreadCount

DEPTH = 2_000
CONFIDENCE = 0.95
TOLERANCE = 0.01
SECONDS = 20.0


class PlayedOn(Request):
    """How games are played on from a decision."""

    policy: Any = option(
        "Bot that finishes the games in all seats.",
        None,
        metavar="BOT",
        says="the one that `bots check` measures others against",
        names="bots",
        type=str,
        hint="str | Bot | Sequence[str | Bot] | None",
    )
    world_seed: int = option("Random seed for the hidden cards of each game.", 1, bounds=(0, MAX_SEED))


class AdviseRequest(PlayedOn, ThreadCount):
    """Rank the choices of a decision: each is played to the end of the game many times, with the same hidden cards.

    It stops when the best choice is clear or a limit is reached. On Ctrl-C, it prints the results so far.
    """

    verb = "advise"

    source: Any = argument(
        "A position, written or saved, or a board together with --offer, or with --bots and --turn.",
        "[BOARD|POSITION]",
        None,
        says="see --record",
        names="boards",
        type=str,
        hint="str | PathLike[str] | Position | Opening | None",
    )
    offer: Names | None = option("Opening: the offered tickets.", None, metavar="TICKET,…", says="no opening")
    players: int | None = option(
        "Opening: number of players, required with --offer.", None, "--players -p", says="none"
    )
    seat: int | None = option("Opening or turn 0: the seat that decides.", None, bounds=(0, None), says="0")
    hand: Names | None = option("Opening: the cards in hand.", None, metavar="CARD,…", says="dealt at random")
    market: Names | None = option("Opening: the face-up cards.", None, metavar="CARD,…", says="dealt at random")
    record: Path | None = option("Record file with the game of the decision.", None, metavar="FILE", says="none")
    bots: Bots | None = option(
        "With a board: bots that play the game up to the decision.",
        None,
        metavar="BOT,BOT,…",
        says="none",
        names="bots",
    )
    seed: int = option("With --bots: random seed of the game.", DEFAULT_SEED, "--seed -s", bounds=(0, MAX_SEED))
    game: int | None = option("Number of the game in the record or run.", None, bounds=(0, MAX_GAME), says="0")
    turn: int | None = option("Turn of the decision.", None, bounds=(0, None), says="none")
    decision: int = option("Number of the decision in that turn, e.g. 2 for the second card.", 1, bounds=(1, 9))
    confidence: float = option("Confidence at which the best choice counts as clear.", CONFIDENCE)
    tolerance: float = option(
        "Choices whose win shares differ by less than this count as equally good.", TOLERANCE, bounds=(0, 0.5)
    )
    precision: float | None = option(
        "Continue until the best win share is known within this.",
        None,
        bounds=(0.0005, 0.5),
        says="stop once the best is clear",
    )
    seconds: float = option("Time limit in seconds, without compiling.", SECONDS, bounds=(0.1, None))
    rollouts: int | None = option("Maximum number of games to play.", None, bounds=(1, None), says="no limit")


class AnalyseRequest(PlayedOn, Kept):
    """Evaluate every decision of a recorded game, and separate luck from skill.

    Finished evaluations are saved: after an interruption, the same command resumes there, and so does `ttrsim resume`.
    """

    verb = "analyse"

    record: Any = argument(
        "Record file, as written by `ttrsim trace` or `ttrsim import`.",
        "RECORD",
        type=str,
        hint="str | PathLike[str] | RecordedGame",
    )
    game: int | None = option("Number of the game in the record.", None, bounds=(0, MAX_GAME), says="the only one")
    depth: int = option(
        "Number of sampled worlds in which the played option is compared with the best alternative.",
        DEPTH,
        bounds=(2, 1_000_000),
    )
    out: Path | None = option(
        "Folder of the evaluations.", None, "--output -o", metavar="DIR", says="one in the cache", is_how=True
    )
    exist: Exist = Kept.field("exist", "reuse")
