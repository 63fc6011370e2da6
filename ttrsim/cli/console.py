"""Output of all commands. Only this module prints errors and chooses exit codes."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from ttrsim.cli import interrupts
from ttrsim.errors import CheckError, RunError, UserError
from ttrsim.wording import CONTROLS, visible

if TYPE_CHECKING:
    from rich.console import Console

    from ttrsim.documents.document import Document

INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
PIPE_CLOSED = 141  # 128 + SIGPIPE

_quiet = False  # whether the command was called with --quiet


@contextmanager
def tidy_errors() -> Iterator[None]:
    """Ends a command that fails with a message and an exit code instead of a traceback."""
    try:
        with interrupts.raised():
            try:
                yield
            finally:
                sys.stdout.flush()  # so that a closed pipe raises here and not when Python shuts down
    except (UserError, RunError, CheckError) as failure:
        error(str(failure))
        raise typer.Exit(failure.exit_code) from failure
    except KeyboardInterrupt as failure:
        error(str(failure) or interrupts.to_begin_again())
        raise typer.Exit(interrupts.exit_code()) from failure
    except BrokenPipeError as failure:
        _forget_stdout()
        raise typer.Exit(PIPE_CLOSED) from failure
    except OSError as failure:
        error(_os_message(failure))
        raise typer.Exit(RunError.exit_code) from failure


@contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Around writing to a path the user gave: if it cannot be written, that is a mistake of the user."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as failure:
        if path is None:
            raise
        raise UserError(f"cannot write '{path}': {failure.strerror or failure}") from failure


def check_target(path: Path | None) -> None:
    """Before a long computation: fails if its result could not be written to this path afterwards."""
    from ttrsim.files.whole import check_file

    if path is None:
        return
    check_file(path)
    if path.exists() and not path.is_file() and not path.is_dir():  # a device or a pipe
        return
    with writing(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with TemporaryFile(dir=path.resolve().parent):
            pass


def error(message: str) -> None:
    typer.secho("error: ", fg=typer.colors.RED, bold=True, err=True, nl=False)
    typer.echo(visible(message), err=True)


def note(message: str) -> None:
    """Prints to stderr, so that programs can still read the result on stdout."""
    typer.secho(visible(message), fg=typer.colors.YELLOW, err=True)


def log(line: str) -> None:
    """Prints to stderr what matters only meanwhile."""
    typer.echo(visible(line), err=True)


def say(text: str) -> None:
    """Prints a result."""
    typer.echo(visible(text))


def tell(text: str) -> None:
    """Prints what is useful but not a result; `--quiet` suppresses it."""
    if not is_quiet():
        typer.echo(visible(text))


def be_quiet(is_wanted: bool) -> None:
    global _quiet
    _quiet = is_wanted


def is_quiet() -> bool:
    return _quiet


def say_json(values: Any) -> None:
    text = json.dumps(values, indent=2, ensure_ascii=False)
    typer.echo(CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text))  # JSON leaves some control characters


def rich_console(stderr: bool = False) -> Console:
    """For documents."""
    from ttrsim.documents.terminal import PlainConsole

    return PlainConsole(stderr)


def show(document: Document, everything: bool = False) -> None:
    """Prints a result."""
    from ttrsim.documents.terminal import print_document

    print_document(document, rich_console(), everything)


def show_any_letter() -> None:
    """A letter that the terminal cannot show is printed as an escape sequence instead of raising an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def end_at_once(code: Any) -> NoReturn:
    """Ends the process without waiting for its threads."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


def _forget_stdout() -> None:
    # Python flushes stdout again when it ends, so give it something that it can flush.
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is no real file, as under a test runner
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (it stays open to the end)


def _os_message(failure: OSError) -> str:
    reason = failure.strerror or str(failure)
    return f"{reason}: '{failure.filename}'" if failure.filename else reason
