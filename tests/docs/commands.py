"""The reference of the command line, and the types of the Python API: both follow from the requests."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Collection, Iterator
from importlib import import_module
from typing import Any

import ttrsim
from tests.cli.test_options import LEAVES
from ttrsim.request import Request

HEAD = """# Command line

Every command with its options, made from the requests by `make docs`. `ttrsim COMMAND --help` says the same.
`--quiet` prints only results and errors; exit codes: 0 all is well, 1 a run failed, 2 a mistake in what was typed, 3 a
check or comparison failed, 4 too few games to tell, 5 no usable baseline, 130 interrupted.
"""
EVERYWHERE = ("--quiet", "--help")  # options of every command
MANY = 4  # an option that so many commands have in the same words is described once
SHARED = """## Options of many commands

| option | meaning |
|---|---|"""


def commands_text() -> str:
    every = (each for command in LEAVES.values() for each in _options(command) if each.param_type_name == "option")
    rows, taken = Counter((_row(each), each.opts[0]) for each in every), set[str]()
    shared = []
    for (row, name), n in rows.most_common():
        if n >= MANY and name not in taken:  # in the words that most commands have
            shared.append(row)
            taken.add(name)
    commands = (line for name in LEAVES for line in _command(name, shared))
    return "\n".join([HEAD, SHARED, *shared, "", *commands])


def _options(command: Any) -> list[Any]:
    return [each for each in command.params if each.opts[0] not in EVERYWHERE]


def _command(name: str, shared: Collection[str]) -> Iterator[str]:
    command = LEAVES[name]
    about, _, more = inspect.cleandoc(command.help).partition("\n\n")
    yield from (f"## `ttrsim {name}`", "", " ".join(about.split()))
    yield from ("", *more.splitlines()) if more else ()
    rows = [_row(each) for each in _options(command)]
    own, others = ([row for row in rows if (row in shared) == is_shared] for is_shared in (False, True))
    yield from ("", "| option | meaning |", "|---|---|", *own) if own else ()
    names = [re.match(r"\| `(\S+?)[ `]", row)[1] for row in others]  # type: ignore[index]
    yield from ("", f"And: {', '.join(f'`{each}`' for each in names)}.", "") if names else ("",)


def _row(option: Any) -> str:
    is_argument = option.param_type_name == "argument"
    metavar = option.metavar if option.metavar or getattr(option, "is_flag", False) else None
    names = [option.metavar or option.human_readable_name] if is_argument else [*option.opts]
    value = f" {metavar}" if metavar and not is_argument and not option.is_flag else ""
    name = ", ".join(f"`{each}`" for each in [*names[:-1], f"{names[-1]}{value}"])
    text = " ".join(option.help.replace(r"\[", "[").split()).replace("|", r"\|")
    return f"| {name.replace('|', '&#124;')} | {text}{' Required.' if option.required and not is_argument else ''} |"


# ---- ttrsim/__init__.pyi -------------------------------------------------------------------------

STUB_HEAD = '''"""The types of the Python API, made from the requests by `make docs`."""
'''
PLACES = {  # of types that hints name
    "Any": "typing",
    "Literal": "typing",
    "Sequence": "collections.abc",
    "PathLike": "os",
    "Path": "pathlib",
    "Progress": "ttrsim.progress",
    "Follower": "ttrsim.progress",
    "Executor": "ttrsim.workers.executor",
    "Source": "ttrsim.runs.scenario.sources",
    "Board": "ttrsim.games.board",
    "Bot": "ttrsim.play.bots.finding",
    "Position": "ttrsim.play.position",
    "Opening": "ttrsim.studies.advice.opening",
    "RecordedGame": "ttrsim.play.record.reader",
    "Run": "ttrsim.runs.run",
}
WORD = re.compile(r"[A-Za-z_]\w*")


def stub_text() -> str:
    imports: dict[str, set[str]] = {"typing": {"overload"}}
    lines: list[str] = []
    for name, module in ttrsim._MODULES.items():
        thing = getattr(ttrsim, name)
        request = getattr(thing, "asks", None)
        if request is None:
            imports.setdefault(module, set()).add(f"{name} as {name}")
        else:
            lines += _overloads(name, thing, request, imports)
    told = [f"from {place} import {', '.join(sorted(names))}" for place, names in sorted(imports.items())]
    return "\n".join([STUB_HEAD, *told, "", "__version__: str", "__all__: list[str]", "", *lines])


def _overloads(name: str, function: Any, request: type[Request], imports: dict[str, set[str]]) -> Iterator[str]:
    signature = inspect.signature(function)
    result = str(signature.return_annotation)
    parameters = list(signature.parameters.values())
    hints = [result, *(str(each.annotation) for each in parameters), request.__name__]
    own = vars(import_module(function.__module__))
    for word in {word for hint in hints for word in WORD.findall(re.sub(r"'[^']*'", "", hint))}:
        thing = own.get(word)
        place = PLACES.get(word) or getattr(thing, "__module__", "")
        if word in PLACES or inspect.isclass(thing):
            real = getattr(thing, "__name__", word)
            imports.setdefault(place, set()).add(word if real == word or word in PLACES else f"{real} as {word}")
    progress = str(parameters[-1])
    yield from ("@overload", f"def {name}(request: {request.__name__}, *, {progress}) -> {result}: ...")
    texts = [
        str(each) if each.default is each.empty else f"{each.name}: {each.annotation} = ..." for each in parameters
    ]
    first = sum(each.kind is not each.KEYWORD_ONLY for each in parameters)
    joined = ", ".join([*texts[:first], "*", *texts[first:]])
    yield from ("@overload", f"def {name}({joined}) -> {result}: ...")
