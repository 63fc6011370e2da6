"""Finds bots: built-in ones by name, a user's own by `PATH.py:NAME`."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ttrsim.errors import UserError

if TYPE_CHECKING:
    from ttrsim.botkit import BotFunction

BUILT_IN_FOLDER = Path(__file__).resolve().parent.parent / "bots"


@dataclass(frozen=True)
class Bot:
    """A strategy as it sits down at a table."""

    name: str  # as the user wrote it
    made: BotFunction
    weights: tuple[float, ...] = ()


def built_in_names() -> list[str]:
    return sorted(path.stem for path in BUILT_IN_FOLDER.glob("*.py") if not path.stem.startswith("_"))


def load_bots(specs: str) -> list[Bot]:
    """Bots from a comma-separated list, one per seat."""
    return [load_bot(spec.strip()) for spec in specs.split(",")]


def load_bot(spec: str) -> Bot:
    if ":" in spec:
        return _seated(spec, _user_bot(spec))
    if spec not in built_in_names():
        raise UserError(f"unknown bot {spec!r}{_did_you_mean(spec)}; there are: {', '.join(built_in_names())}")
    module = importlib.import_module(f"ttrsim.bots.{spec}")
    return _seated(spec, getattr(module, spec))


def _seated(name: str, made: BotFunction) -> Bot:
    return Bot(name, made, tuple(weight.default for weight in made.weights))


def _did_you_mean(name: str) -> str:
    near = difflib.get_close_matches(name, built_in_names(), n=1)
    return f" — did you mean {near[0]!r}?" if near else ""


def _user_bot(spec: str) -> BotFunction:
    path_text, _, name = spec.rpartition(":")
    path = Path(path_text)
    if not path.is_file():
        raise UserError(f"{path_text}: no such file (a bot of your own is written PATH.py:NAME)")
    made = getattr(_import_file(path), name, None)
    if made is None:
        raise UserError(f"{path_text}: has no {name!r}")
    from ttrsim.botkit import BotFunction

    if not isinstance(made, BotFunction):
        raise UserError(f"{path_text}: {name} is not a bot: it needs the decorator @bot() of ttrsim.botkit")
    return made


def _import_file(path: Path) -> ModuleType:
    from numba.core.errors import NumbaError

    specification = importlib.util.spec_from_file_location(f"ttrsim_user_{path.stem}", path.resolve())
    if specification is None or specification.loader is None:
        raise UserError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    try:
        specification.loader.exec_module(module)
    except NumbaError as error:
        raise UserError(f"{path}: the bot does not compile: {_essence(error)}") from None
    except SyntaxError as error:
        raise UserError(f"{path}: line {error.lineno}: {error.msg}") from None
    except Exception as error:
        raise UserError(f"{path}: {type(error).__name__}: {error}") from None
    return module


def _essence(error: Exception) -> str:
    """Numba's messages are long; the part that names the user's line is short."""
    lines = [line.strip() for line in str(error).splitlines()]
    skip = ("Failed in", "During:", "This error", "To see", "https://", "Use of", "^", "During ")
    useful = [line for line in lines if line and not line.startswith(skip)]
    return "\n  ".join(useful[:6])
