"""Errors a user can cause or meet, each with the exit code it ends in."""

from __future__ import annotations


class UserError(Exception):
    """A mistake in what the user typed or wrote: shown as a message, never as a traceback."""

    exit_code = 2


class RunError(Exception):
    """Something went wrong while games were played, e.g. a bot made an illegal decision."""

    exit_code = 1


class Interrupted(KeyboardInterrupt):
    """The user has interrupted a command; the text says what was done, and how to go on."""


class CheckError(Exception):
    """All was played as it should be, and a check of the outcome failed."""

    exit_code = 3


class InconclusiveError(CheckError):
    """A check could not be decided with the games there were."""

    exit_code = 4


class BaselineError(UserError):
    """A baseline that is missing, damaged, or of something else than what it is compared with."""

    exit_code = 5
