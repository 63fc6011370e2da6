"""Errors that users can cause or meet, each with its exit code."""

from __future__ import annotations


class UserError(Exception):
    """A mistake in what the user typed or wrote: shown as a message, never as a traceback."""

    exit_code = 2


class RunError(Exception):
    """Something went wrong while games were played, e.g. a bot made an illegal decision."""

    exit_code = 1


class Interrupted(KeyboardInterrupt):
    """The user interrupted a command; the text says what is done and how to resume."""

    def __init__(self, text: str, result: object = None) -> None:
        self.result = result  # of what was done, if that is worth showing
        super().__init__(text)


class CheckError(Exception):
    """All games were played, but a check of the results failed."""

    exit_code = 3


class InconclusiveError(CheckError):
    """There were too few games to decide a check."""

    exit_code = 4


class BaselineError(UserError):
    """A baseline is missing, damaged, or belongs to something else than the run it is compared with."""

    exit_code = 5
