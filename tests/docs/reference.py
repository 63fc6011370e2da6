"""The reference of the Python API, made from docstrings: `make docs` writes it to docs/reference.md."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import ttrsim
from tests.cli.test_options import LEAVES

HEAD = """# Python reference

Made from the docstrings of `ttrsim` by `make docs`. [The Python API](api.md) shows how to use it.
"""
FOLLOWER = "called with a `Progress` whenever that has changed."
PARTS = {"Args": "argument", "Raises": "error"}


def reference_text() -> str:
    return "\n".join([HEAD, *(line for name in ttrsim.__all__ for line in _entry(name))])


def _entry(name: str) -> Iterator[str]:
    thing = getattr(ttrsim, name)
    yield from (f"## `ttrsim.{name}`", "", "```text", f"{name}{_signature(thing)}", "```", "")
    request = getattr(thing, "asks", None)
    yield from _lines(inspect.getdoc(thing) or "", _command(request.verb) if request else "")
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (text := inspect.getdoc(getattr(value, "__func__", value))):
                yield f"- `{name}.{member}`: {' '.join(text.partition(chr(10) * 2)[0].split())}"
        yield ""


def _command(verb: str) -> str:
    """Its command: `check-bot` is `bots check`."""
    if verb in LEAVES:
        return verb
    words = verb.split("-")
    [name] = [
        leaf for leaf in LEAVES if " " in leaf and all(any(part.startswith(w) for part in leaf.split()) for w in words)
    ]
    return name


def _signature(thing: object) -> str:
    if inspect.isclass(thing):
        return ""
    parameters = inspect.signature(thing).parameters.values()  # type: ignore[arg-type]
    names = ["*" * (each.kind is each.KEYWORD_ONLY) + each.name for each in parameters]
    first = next((place for place, name in enumerate(names) if name.startswith("*")), len(names))
    plain = [name.lstrip("*") for name in names]
    return f"({', '.join([*plain[:first], *(['*'] if first < len(plain) else []), *plain[first:]])})"


def _lines(text: str, verb: str = "") -> Iterator[str]:
    """Google's style as Markdown: each part of it becomes a list. What is asked of a verb stands in its reference."""
    part = ""
    for line in text.splitlines():
        if found := re.fullmatch(r"(Args|Returns|Raises):", line):
            part = found[1]
            yield from (f"**{part}**", "")
            if part == "Args" and verb:
                place = f"cli.md#ttrsim-{verb.replace(' ', '-')}"
                yield from (f"The options of [`ttrsim {verb}`]({place}), and `progress`, {FOLLOWER}", "")
        elif part == "Args" and verb:
            continue
        elif part in PARTS and (found := re.fullmatch(r" {4}(\w+): (.*)", line)):
            yield f"- `{found[1]}`: {found[2]}"
        elif part and line.startswith(" "):
            yield f"  {line.strip()}" if part in PARTS else line.strip()
        else:
            yield line
    yield ""
