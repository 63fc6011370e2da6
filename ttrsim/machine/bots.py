"""What a bot is to every game: a compiled function with its weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ttrsim.machine.jit import entry, user_entry
from ttrsim.machine.kernel import Kernel
from ttrsim.machine.user_modules import UserCode


class Weight(NamedTuple):
    """A number that sets how a bot plays; weight i of a bot is `own.weights[i]`."""

    name: str
    default: float
    meaning: str
    low: float | None = None  # `ttrsim tune` searches from here …
    high: float | None = None  # … to here; a weight with both ends equal is not tuned

    @property
    def bounds(self) -> tuple[float, float]:
        """As declared. An end that is not declared lies twice the default away from it, or 1 if the default is 0."""
        reach = 2 * abs(self.default) or 1.0
        low = self.default - reach if self.low is None else self.low
        high = self.default + reach if self.high is None else self.high
        return min(low, self.default), max(high, self.default)


@dataclass(frozen=True)
class BotFunction:
    """What `@bot` makes of a function."""

    game: str  # the key of the game it plays
    function: Any  # compiled, of the game's signature
    about: str  # one or two sentences
    weights: tuple[Weight, ...] = ()
    user_code: UserCode | None = field(default=None, repr=False)  # of a user's own bot
    is_watched: bool = False  # it is no built-in bot, so what it writes to is looked at
    built_on: str = (
        ""  # the bot whose weights it declares too: those that a board has for that bot are also for this one
    )

    def variant(self, about: str, **defaults: float) -> BotFunction:
        """The same bot with other default weights, as a bot of its own."""
        unknown = set(defaults) - {weight.name for weight in self.weights}
        if unknown:
            raise ValueError(f"no such weights: {', '.join(sorted(unknown))}")
        weights = tuple(weight._replace(default=defaults.get(weight.name, weight.default)) for weight in self.weights)
        return replace(self, about=about, weights=weights, built_on="")


Decorator = Callable[[Callable[..., Any]], BotFunction]


def bot_decorator(kernel: Kernel) -> Callable[..., Decorator]:
    """The `@bot` of a game."""

    def bot(weights: Sequence[Weight] = (), built_on: str = "") -> Decorator:
        """Compiles a bot, or takes it from the cache. The weights that boards have for `built_on` are also for it."""

        def decorate(function: Callable[..., Any]) -> BotFunction:
            if len(weights) > kernel.n_weights:
                raise ValueError(f"a bot has at most {kernel.n_weights} weights")
            is_built_in = function.__module__.startswith(f"{kernel.package}.bots.")
            compiler = (entry if is_built_in else user_entry)(kernel.bot_signature, kernel.bot_sources)
            about = (function.__doc__ or "").strip()
            return BotFunction(
                kernel.game,
                compiler(function),
                about,
                tuple(weights),
                is_watched=not is_built_in,
                built_on=built_on,
            )

        return decorate

    return bot
