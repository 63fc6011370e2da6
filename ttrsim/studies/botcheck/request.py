"""What `ttrsim bots check` is asked."""

from __future__ import annotations

from typing import Any

from ttrsim.request import argument, option
from ttrsim.studies.requests import Seeded


class CheckBotRequest(Seeded):
    """Check a bot on every board and player count: is it legal, honest and fast, and how strong is it?

    Exit code 1: the bot made an illegal decision. 3: another check failed.
    """

    verb = "check-bot"

    bot: str = argument("Name of a bot, or PATH.py:NAME for a bot in your own file.", "NAME|PATH.py:NAME", names="bots")
    board: Any = option(
        "Check only on this board.",
        None,
        metavar="BOARD",
        says="all built-in boards of its game",
        names="boards",
        type=str,
        hint="str | PathLike[str] | Board | None",
    )
    safe: bool = option(
        "Compile with bounds checks, in a process of its own: reports an index out of bounds with its line. The first "
        "such check compiles everything again.",
        False,
    )
    bot_timeout: float | None = option(
        "Seconds that a bot may need for a decision before the check stops.",
        10.0,
        bounds=(0.1, None),
        metavar="SECONDS",
    )
