"""Requests: what a command, or a call from Python, asks for. Each of its options is said once, here, as a field.

From the fields come the options of the command, the keywords of the function, their help and reference, the check of
what was given with all faults in one message, and `request.json` in the folder of a study. This module and those with
the requests import nothing that is slow: help appears at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Concatenate, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from ttrsim.errors import UserError
from ttrsim.files.faults import value_message
from ttrsim.progress import Follower, Progress
from ttrsim.wording import did_you_mean

SHOWN_LIMIT = 10**9  # larger bounds say nothing to a reader


@dataclass(frozen=True)
class Option:
    """How a command takes a field, where its name and its type do not say that."""

    flags: tuple[str, ...] = ()  # default: its name; empty for an argument
    metavar: str | None = None
    says: str = ""  # the default in words, if it is no plain value
    names: str = ""  # what a shell completes: boards, bots, scenarios, settings or metrics
    type: Any = None  # in a command, if Python takes more
    hint: str = ""  # in Python, if it takes more than the field holds
    is_argument: bool = False
    is_how: bool = False  # how it is carried out, and where: the result is the same, so `request.json` leaves it out


def option(
    text: str,
    default: Any = ...,
    flag: str = "",
    *,
    bounds: Sequence[float | None] = (None, None),
    above: float | None = None,
    **how: Any,
) -> Any:
    """A field. `flag` is as in "--seed -s"; `bounds` are the least and the greatest value; `how` is for `Option`."""
    extra: Any = {"option": Option(tuple(flag.split()), **how)}
    least, most = bounds
    return Field(default, description=text, gt=above, ge=least, le=most, json_schema_extra=extra)


def argument(text: str, metavar: str, default: Any = ..., **how: Any) -> Any:
    """A field that a command takes without a flag."""
    return option(text, default, metavar=metavar, is_argument=True, **how)


class Separated(BeforeValidator):
    """Makes a list of a text, as a command gets it; from Python, a list will do as well."""

    def __init__(self, split: Callable[[str], Sequence[str]]) -> None:
        super().__init__(lambda value: tuple(split(value)) if isinstance(value, str) else value)


def names(text: str) -> list[str]:
    """Of a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


Names = Annotated[tuple[str, ...], Separated(names)]


class RequestError(UserError):
    """A request that cannot be carried out: every fault, with the field that it is about."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.text(lambda name: name))

    def text(self, named: Callable[[str], str]) -> str:
        return "\n".join(f"{named(name)}: {fault}" if name else fault for name, fault in self.faults)


class Request(BaseModel):
    """Everything that a verb is asked for. A subclass says in its docstring what the verb does."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    verb: ClassVar[str] = ""
    has_junit: ClassVar[bool] = False  # whether its result can be written as JUnit XML
    first: ClassVar[tuple[str, ...]] = ()  # fields that go before those of the classes above

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise RequestError(list(_faults(type(self), error))) from None

    @classmethod
    def field(cls, name: str, default: Any) -> Any:
        """A field of this request for another one, with another default."""
        field = cls.model_fields[name]
        return Field(default, description=field.description, json_schema_extra=field.json_schema_extra)

    def asked(self) -> dict[str, Any]:
        """What decides the result, as plain values: two requests that ask the same are equal here."""
        how = {name for name, field in type(self).model_fields.items() if option_of(field).is_how}
        return self.model_dump(mode="json", exclude=how)


def option_of(field: FieldInfo) -> Option:
    extra = field.json_schema_extra
    known = extra.get("option") if isinstance(extra, dict) else None
    return known if isinstance(known, Option) else Option()


def parameters(request: type[Request]) -> list[tuple[str, FieldInfo]]:
    """The fields in the order of help: arguments, then what is required, what is asked, and how it is carried out."""

    def place(item: tuple[str, FieldInfo]) -> tuple[bool, ...]:
        name, field = item
        own = option_of(field)
        return not own.is_argument, not field.is_required(), own.is_how, name not in request.first

    return sorted(request.model_fields.items(), key=place)


def flags_of(name: str, field: FieldInfo) -> tuple[str, ...]:
    return option_of(field).flags or (f"--{name.replace('_', '-')}",)


def named_in_commands(request: type[Request], name: str) -> str:
    """How a command calls a field: `--seed`, or BOARD."""
    field = request.model_fields.get(name)
    if field is None:
        return f"--{name}"
    own = option_of(field)
    return own.metavar or name.upper() if own.is_argument else flags_of(name, field)[0]


def plain_type(field: FieldInfo) -> Any:
    """Without `None`."""
    kinds = [field.annotation]
    if get_origin(field.annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(field.annotation) if kind is not NoneType]
    return kinds[0]


def separated(field: FieldInfo) -> bool:
    """Whether a text stands for several values."""
    inner = get_args(plain_type(field)) if get_origin(plain_type(field)) is Annotated else ()
    return any(isinstance(each, Separated) for each in (*field.metadata, *inner))


def help_of(field: FieldInfo) -> str:
    """What it is, with its bounds and its default."""
    text = field.description or ""
    facts = [*_bounds_text(field), *_default_text(field)]
    return f"{text.removesuffix('.')} ({'; '.join(facts)})." if facts else text


def _bounds_text(field: FieldInfo) -> Iterator[str]:
    kinds = ("gt", "ge", "le")
    found = {kind: getattr(each, kind) for each in field.metadata for kind in kinds if hasattr(each, kind)}
    least, most = found.get("ge"), found.get("le")
    if "gt" in found:
        yield f"above {found['gt']:g}"
    if most is not None and most < SHOWN_LIMIT:
        yield f"{_number(least)} to {_number(most)}" if least is not None else f"at most {_number(most)}"
    elif least:
        yield f"at least {_number(least)}"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _default_text(field: FieldInfo) -> Iterator[str]:
    own, default = option_of(field), field.default
    if field.is_required() or (default is False and not own.says):
        return
    if own.says:
        yield f"default: {own.says}"
    elif isinstance(default, int | float):
        yield f"default: {_number(default)}"
    else:
        yield f"default: {','.join(default) if isinstance(default, tuple) else default}"


def _faults(request: type[Request], error: ValidationError) -> Iterator[tuple[str, str]]:
    for details in error.errors():
        name = str(details["loc"][0]) if details["loc"] else ""
        if details["type"] == "extra_forbidden":
            yield name, f"unknown{did_you_mean(name, request.model_fields)}"
        elif details["type"] == "missing":
            yield name, "is missing"
        elif details["type"] == "literal_error":
            choices = get_args(request.model_fields[name].annotation)
            yield name, value_message(details) + did_you_mean(str(details["input"]), choices)
        elif details["type"] == "value_error":
            yield name, details["msg"].removeprefix("Value error, ")
        else:
            yield name, value_message(details)


# ---- functions of the Python API -----------------------------------------------------------------

Given = ParamSpec("Given")
Asked = TypeVar("Asked", bound=Request)
Result = TypeVar("Result")


def takes(
    request: type[Asked],
) -> Callable[[Callable[Concatenate[Asked, Progress, Given], Result]], Callable[..., Result]]:
    """Makes a function of a request one of the Python API, which takes the request or its fields as keywords."""

    def decorate(function: Callable[Concatenate[Asked, Progress, Given], Result]) -> Callable[..., Result]:
        @wraps(function)
        def call(*values: Any, progress: Progress | Follower | None = None, **fields: Any) -> Result:
            is_made = len(values) == 1 and isinstance(values[0], request) and not fields
            asked = values[0] if is_made else _made(request, values, fields)
            return function(asked, Progress.of(progress))  # type: ignore[call-arg]

        call.__doc__ = _docstring(request, function.__doc__ or "")
        call.__signature__ = _signature(request, function)  # type: ignore[attr-defined]
        call.asks = request  # type: ignore[attr-defined]
        return call

    return decorate


def _made(request: type[Asked], values: tuple[Any, ...], fields: dict[str, Any]) -> Asked:
    """What is required, and what a command takes without a flag, may go by its place."""
    by_place = [name for name, field in parameters(request) if goes_by_place(field)]
    if len(values) > len(by_place):
        raise TypeError(f"only these go by their places: {', '.join(by_place)}")
    return request(**dict(zip(by_place, values, strict=False)), **fields)


def goes_by_place(field: FieldInfo) -> bool:
    return field.is_required() or option_of(field).is_argument


PROGRESS = "Called with a `Progress`, which says how far it is, whenever that has changed."


def _docstring(request: type[Request], more: str) -> str:
    lines = [inspect.getdoc(request) or "", "", "Args:"]
    lines += [f"    {name}: {' '.join(help_of(field).split())}" for name, field in parameters(request)]
    lines += [f"    progress: {PROGRESS}", "", dedent(f"    {more}").strip(), ""]
    return "\n".join(lines)


def _signature(request: type[Request], function: Callable[..., Any]) -> inspect.Signature:
    kind = inspect.Parameter
    own = [
        kind(
            name,
            kind.POSITIONAL_OR_KEYWORD if goes_by_place(field) else kind.KEYWORD_ONLY,
            default=kind.empty if field.is_required() else field.default,
            annotation=accepted(field),
        )
        for name, field in parameters(request)
    ]
    follower = kind("progress", kind.KEYWORD_ONLY, default=None, annotation="Progress | Follower | None")
    return inspect.Signature([*own, follower], return_annotation=function.__annotations__["return"])


def accepted(field: FieldInfo) -> str:
    """The type hint of what Python may give."""
    own, kind = option_of(field), plain_type(field)
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if own.hint:
        text = own.hint
    elif get_origin(kind) is tuple:
        item = get_args(kind)[0]
        text = f"Sequence[{item.__name__}]"
    elif get_origin(kind) is Literal:
        text = f"Literal[{', '.join(map(repr, get_args(kind)))}]"
    else:
        text = "str | Path" if kind.__name__ == "Path" else kind.__name__
    if separated(field):
        text = f"str | {text}"
    return f"{text} | None" if field.default is None and "None" not in text else text
