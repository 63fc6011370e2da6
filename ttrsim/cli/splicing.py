"""Adds options to a command. Typer reads them from its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any


def with_options(
    command: Callable[..., None],
    name: str,
    options: Mapping[str, tuple[Any, Any]],
    make: Callable[..., Any],
    is_last: bool = False,
) -> Callable[..., None]:
    """Adds options, each with its default, to a command, which gets what is made of them as its argument `name`."""

    @wraps(command)
    def with_options(**given: Any) -> None:
        values = {option: given.pop(option) for option in options}
        command(**given, **{name: make(**values)})

    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_evaluated(parameter.annotation, command))
        for parameter in inspect.signature(command).parameters.values()
        if parameter.name != name
    ]
    spliced = [
        inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        for option, (hint, default) in options.items()
    ]
    place = len(own) if is_last else sum(parameter.default is inspect.Parameter.empty for parameter in own)
    parameters = [*own[:place], *spliced, *own[place:]]
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def _evaluated(annotation: Any, command: Callable[..., None]) -> Any:
    """An annotation is a string. This one comes from our own code, so it is safe to evaluate."""
    return eval(annotation, command.__globals__) if isinstance(annotation, str) else annotation
