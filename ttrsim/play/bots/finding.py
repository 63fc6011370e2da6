"""Finds bots: built-in and installed by name, users' own by `PATH.py:NAME`, each with its weights."""

from __future__ import annotations

import ast
import getpass
import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ttrsim.errors import UserError
from ttrsim.files.whole import make_folder, make_own_folder, write_whole
from ttrsim.games.board import HEADER, Board
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES
from ttrsim.play.bots.specs import Spec, parse_spec, read_weights, split_specs
from ttrsim.play.bots.trust import note_trusted, permit
from ttrsim.play.bots.user_code import as_bot, blaming, installed_bots, load_installed
from ttrsim.wording import did_you_mean, finite_number

if TYPE_CHECKING:
    from ttrsim.machine.bots import BotFunction
    from ttrsim.machine.user_modules import UserCode


@dataclass(frozen=True)
class Bot:
    """A bot with its weights, ready to take a seat."""

    name: str  # as the user wrote it
    compiled: BotFunction
    weights: tuple[float, ...] = ()  # as declared, or from a file, with those that its name gives
    copy: str = ""  # the file that it was loaded from, if that is not the one in its name
    given: frozenset[str] | None = None  # weights in its name; a board may set all others. None: it may set none

    def weights_on(self, board: Board, n_players: int) -> tuple[float, ...]:
        """The weights it plays with: those of the board if it was tuned there, overridden by those in its name."""
        if self.given is None:
            return self.weights
        values = dict(zip([weight.name for weight in self.compiled.weights], self.weights, strict=True))
        for bot in self._tuned_as():
            for name, value in board.weights.get(bot, {}).get(n_players, {}).items():
                if name not in values:
                    hint = did_you_mean(name, values)
                    raise UserError(f"{board.name}: {HEADER}: weights.{bot}.{n_players}: unknown weight {name!r}{hint}")
                if name not in self.given:
                    values[name] = value
        return tuple(values.values())

    def _tuned_as(self) -> list[str]:
        """The bots whose weights on a board it uses, the most important last. Boards have none for users' bots."""
        itself = parse_spec(self.name).bot if self.compiled.user_code is None else ""
        return [bot for bot in (self.compiled.built_on, itself) if bot]

    def __reduce__(self) -> tuple[object, ...]:
        """Compiled code cannot be sent to another process. So a bot is sent by name, and a user's own bot as source."""
        return _load_again, (self.name, GAMES[self.compiled.game], self.compiled.user_code, self.weights, self.given)


def _load_again(
    name: str, game: Game, code: UserCode | None, weights: tuple[float, ...], given: frozenset[str] | None
) -> Bot:
    copy = str(unpacked(code)) if code is not None else ""
    function = bot_function(str(_without_weights(name, copy)), game)
    return Bot(name, function, weights, copy, given)


def unpacked(code: UserCode) -> Path:
    """The file of a user's bot in a folder of its own, with everything that it imports, named by their content."""
    digest = hashlib.sha256(repr(sorted(code.contents.items())).encode()).hexdigest()[:32]
    folder = make_own_folder(Path(tempfile.gettempdir()) / f"ttrsim-bots-{getpass.getuser()}") / digest
    for name, content in code.contents.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            make_folder(path.parent)
            write_whole(path, content)
    return folder / code.file


def built_in_about(game: Game, name: str) -> str:
    """What a built-in bot does, read from the top of its file: loading it might compile it."""
    source = files(f"{game.package}.bots").joinpath(f"{name}.py").read_text(encoding="utf-8")
    text = ast.get_docstring(ast.parse(source)) or ""
    return " ".join(text.partition("\n\n")[0].removeprefix(f"`{name}`: ").split())


def load_bots(specs: str, game: Game) -> list[Bot]:
    """Bots from a comma-separated list, one per seat."""
    find = cache(bot_function)
    return [load_bot(spec, game, find) for spec in split_specs(specs)]


Find = Callable[[str, Game], "BotFunction"]


def bot_function(name: str, game: Game) -> BotFunction:
    """Finding a user's bot runs its file and may compile it, so callers that load several bots cache this."""
    return _user_bot(name) if ":" in name else _named_bot(name, game)


def load_bot(spec: str, game: Game, find: Find = bot_function, weights_file: Path | None = None) -> Bot:
    """Loads the bot that a spec names. `weights_file` replaces the weights file in the spec, e.g. by a copy of it."""
    compiled = find(str(_without_weights(spec)), game)
    if compiled.game != game.key:
        raise UserError(f"bot {spec!r} plays {GAMES[compiled.game].title}, not {game.title}")
    return _with_weights(spec, compiled, weights_file)


def load_copy(spec: str, game: Game, copy: str, find: Find = bot_function, weights_file: Path | None = None) -> Bot:
    """The same for a user's own bot, loaded from a copy of its file."""
    bot = load_bot(spec, game, lambda _, game: find(str(_without_weights(spec, copy)), game), weights_file)
    return replace(bot, copy=copy)


def _without_weights(spec: str, copy: str = "") -> Spec:
    """The bot alone, in the file that it is loaded from."""
    parts = parse_spec(spec)
    return Spec(copy or parts.file, parts.bot, "", None)


def find_bots(spec: str) -> list[Bot]:
    """The bots of all games that a spec stands for: several games may have a bot of this name."""
    name = str(_without_weights(spec))
    if ":" in name:
        return [_with_weights(spec, _user_bot(name))]
    games = [game for game in GAMES.values() if name in bots_of(game)]
    if games:
        return [load_bot(spec, game) for game in games]
    installed = installed_bots()
    if name in installed:
        return [_with_weights(spec, load_installed(installed[name]))]
    names = [*(name for game in GAMES.values() for name in bots_of(game)), *sorted(installed)]
    raise unknown_bot(name, names)


def unknown_bot(name: str, names: list[str]) -> UserError:
    return UserError(f"unknown bot {name!r}{did_you_mean(name, names)}; known bots: {', '.join(names)}")


def _with_weights(spec: str, compiled: BotFunction, weights_file: Path | None = None) -> Bot:
    parts = parse_spec(spec)
    weights = {weight.name: weight.default for weight in compiled.weights}
    given = _settings(spec, weights, parts.settings or "")
    if parts.weights_file:
        weights |= read_weights(weights_file or Path(parts.weights_file), weights)
    return Bot(
        spec.strip(), compiled, tuple((weights | given).values()), "", None if parts.weights else frozenset(given)
    )


def _settings(spec: str, known: dict[str, float], text: str) -> dict[str, float]:
    """The weights between the parentheses."""
    given = {}
    for setting in filter(None, map(str.strip, text.split(","))):
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UserError(f"bot {spec!r}: a weight should be name=value, not {setting!r}")
        if name not in known:
            weights = f"its weights: {', '.join(known)}" if known else "it has no weights"
            raise UserError(f"bot {spec!r}: unknown weight {name!r}{did_you_mean(name, known)}; {weights}")
        given[name] = _number(spec, name, value)
    return given


def _number(spec: str, name: str, text: str) -> float:
    value = finite_number(text)
    if value is None:
        raise UserError(f"bot {spec!r}: {name} should be a number, not {text!r}")
    return value


def _named_bot(name: str, game: Game) -> BotFunction:
    """A built-in bot, or one of an installed package; a built-in name always means the built-in bot."""
    if name in bots_of(game):
        return game.load_bot(name)
    installed = installed_bots()
    if name in installed:
        return load_installed(installed[name])
    raise unknown_bot(name, [*bots_of(game), *sorted(installed)])


def _user_bot(spec: str) -> BotFunction:
    path_text, _, name = spec.rpartition(":")
    path = Path(path_text)
    if not path.is_file():
        raise UserError(f"{path_text}: no such file (name a bot in a file as PATH.py:NAME)")
    module, code = _import_file(path)
    value = getattr(module, name, None)
    if value is None:
        raise UserError(f"{path_text}: defines no {name!r}")
    return replace(as_bot(value, path_text, name), user_code=code)


def _import_file(path: Path) -> tuple[ModuleType, UserCode]:
    from ttrsim.machine.user_modules import load_file

    if path.suffix != ".py":
        raise UserError(f"{path}: not a Python file")
    with blaming(str(path), path):
        module, code = load_file(path, permit)
    note_trusted(code)
    return module, code
