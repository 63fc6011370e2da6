"""Code of users and of packages: errors in it become one sentence that names its source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from ttrsim.errors import UserError
from ttrsim.play.bots.compile_faults import RETURNS, compile_fault, field_fault, name_fault
from ttrsim.play.bots.trust import UntrustedError

if TYPE_CHECKING:
    from ttrsim.machine.bots import BotFunction

GROUP = "ttrsim.bots"  # of entry points


@contextmanager
def blaming(source: str, path: Path | None = None) -> Iterator[None]:
    """Put it around loading such code from a file or a package."""
    from numba.core.errors import NumbaError

    try:
        yield
    except UntrustedError:
        raise
    except NumbaError as error:
        raise UserError(f"{source}: the bot does not compile: {compile_fault(error, path)}") from None
    except KeyError as error:
        raise UserError(f"{source}: the bot does not compile: {field_fault(str(error.args[0]), path)}") from None
    except (AttributeError, ImportError) as error:
        raise UserError(f"{source}: {name_fault(error, path)}") from None
    except SyntaxError as error:
        raise UserError(f"{source}: line {error.lineno}: {error.msg}") from None
    except Exception as error:
        raise UserError(f"{source}: {type(error).__name__}: {error}") from None


def as_bot(value: object, source: str, name: str) -> BotFunction:
    from ttrsim.machine.bots import BotFunction

    if not isinstance(value, BotFunction):
        raise UserError(f"{source}: {name} is not a bot: decorate it with @bot() from its game's botkit")
    if str(value.function.nopython_signatures[0].return_type) != "int64":
        raise UserError(f"{source}: {name} should {RETURNS}")
    return value


def installed_bots() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name. Nothing of them is imported."""
    return {point.name: point for point in entry_points(group=GROUP)}


def load_installed(point: EntryPoint) -> BotFunction:
    from ttrsim.machine.user_modules import loading_apart

    source = f"bot {point.name!r} of {origin(point)}"
    with blaming(source), loading_apart():
        value = point.load()
    return as_bot(value, source, point.value)


def origin(point: EntryPoint) -> str:
    """The package a bot comes with."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
