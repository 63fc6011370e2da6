"""Asks before code from a folder runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from ttrsim.cli import console
from ttrsim.play.bots.trust import UntrustedError

Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Run the code of bots in the folder, even if it has not run on this machine before: read it first.",
    ),
]
Result = TypeVar("Result")


def asking_first(action: Callable[[bool], Result], trust: bool) -> Result:
    """The result of an action, which is told whether code is trusted. On a terminal the user can say so."""
    try:
        return action(trust)
    except UntrustedError as refusal:
        if not sys.stdin.isatty() or not sys.stderr.isatty():
            raise
        console.note(str(refusal))
        if not typer.confirm("Run it now?", err=True):
            raise
    return action(True)
