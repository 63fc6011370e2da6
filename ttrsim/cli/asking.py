"""Makes commands of requests: an option for each field."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from importlib import import_module
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from pydantic.fields import FieldInfo

from ttrsim.cli import console, naming
from ttrsim.cli.output import Output, with_outputs
from ttrsim.cli.splicing import with_options
from ttrsim.errors import Interrupted, UserError
from ttrsim.request import (
    Request,
    RequestError,
    flags_of,
    help_of,
    named_in_commands,
    option_of,
    parameters,
    plain_type,
    separated,
)


def asks(request: type[Request], **fixed: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the options of a request, which it gets as its argument `request`."""
    options = {name: _option(name, field) for name, field in parameters(request) if name not in fixed}
    return lambda command: with_options(command, "request", options, partial(request_of, request, **fixed))


def request_of(request: type[Request], **given: Any) -> Request:
    """From the options of a command. What was not given is left to the request."""
    try:
        return request(**{name: value for name, value in given.items() if value is not None})
    except RequestError as error:
        raise UserError(error.text(partial(named_in_commands, request))) from None


def _option(name: str, field: FieldInfo) -> tuple[Any, Any]:
    """The annotation and the default of a parameter, as Typer wants them."""
    own, kind = option_of(field), _type(field)
    text = help_of(field).replace("[", r"\[")  # which Typer would take for a style
    how: dict[str, Any] = {"help": text, "metavar": own.metavar, "show_default": False}
    if own.names:
        how["autocompletion"] = getattr(naming, own.names)
    is_required = field.is_required()
    if own.is_argument:
        info: Any = typer.Argument(**how)
    else:
        info = typer.Option(*flags_of(name, field), **how)
    hint = kind if is_required else kind | None
    return Annotated[hint, info], inspect.Parameter.empty if is_required else None


def _type(field: FieldInfo) -> Any:
    """One that Typer knows."""
    kind, own = plain_type(field), option_of(field)
    if own.type is not None:
        return own.type
    if separated(field) or get_origin(kind) is Literal:
        return str
    return list[get_args(kind)[0]] if get_origin(kind) is tuple else kind  # type: ignore[misc]


# ---- the commands of studies ---------------------------------------------------------------------


def study_command(place: str, name: str = "") -> typer.Typer:
    """The command of a study, whose request is at `module:class`; below another verb it has a name of its own."""
    module, _, kind = place.partition(":")
    request = getattr(import_module(module), kind)
    app = typer.Typer(add_completion=False)

    @wraps(request, updated=())
    def command(request: Request, to: Output) -> None:
        show_result(request, to)

    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY) for each in ("request", "to")]
    )
    with_result = with_outputs(command, request.has_junit)
    app.command(name or request.verb, help=inspect.getdoc(request))(asks(request)(with_result))
    return app


def show_result(request: Request, to: Output) -> None:
    """Carries out what a request asks, and shows the result: of what is complete, if it is interrupted."""
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    to.check()
    do = getattr(ttrsim, request.verb.replace("-", "_"))
    try:
        with TerminalProgress() as progress, console.writing(getattr(request, "out", None)):
            result = do(request, progress=progress)
    except Interrupted as interrupted:
        if interrupted.result is not None:
            to.show(interrupted.result)
        raise
    to.show(result)
