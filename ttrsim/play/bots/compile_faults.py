"""What Numba says about a bot that does not compile, in a few lines: what is wrong, the user's line, and a hint."""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ttrsim.wording import nearest

NOISE = ("Failed in", "During:", "This error", "To see", "https://", "Use of", "There are", "- Of which", "Overload")
PLACE = re.compile(r'File "([^"]+)", line (\d+):')
NONE = re.compile(r"OptionalType|Literal\[None\]|none\b")
NO_RETURN = re.compile(r"No conversion from none to int64 for '\$?\w*return_value")
RETURNS = "return a decision: a way through it ends without `return`"
MISSING_NAME = re.compile(r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'")
MISSING_IMPORT = re.compile(r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'")
# part of Numba's message: what helps
HINTS = {
    r"Untyped global name '(\w+)'.*<class 'function'>": "put @helper on {0}: a bot can call only compiled functions",
    NONE.pattern: "None and numbers do not mix: use a named number instead, e.g. NO_ROUTE",
    r"Cannot unify": "a variable keeps one type: use another variable, or convert with int(…) or np.int64(…)",
    r"unicode_type|reflected list|ListType|DictType": "use numbers, tuples and np.zeros(n), not lists, dicts and text",
    r"Untyped global name '(\w+)'": "{0} is no number, array or compiled function: a bot can use nothing else",
    r"NameError: name '(\w+)'": "{0} is not defined: import it from the botkit, or define it above the bot",
    r"Unknown attribute '(\w+)'": "there is no {0} here: `docs/bots.md` lists the fields and the helpers",
    r"cannot (?:cast|convert)|No conversion": "return a decision made by a function of the botkit, e.g. kit.draw(slot)",
}


def compile_fault(error: Exception, path: Path | None) -> str:
    """For an error of Numba."""
    text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith(NOISE)]
    if NO_RETURN.search(text):
        return "\n".join([f"it does not always {RETURNS}", *_line(text, error, path)])
    what = " ".join(useful[:1] + [line for line in useful[1:3] if line.startswith(">>>")])
    where = [*_line_of_none(text, path)] or [*_line(text, error, path)]
    return "\n".join([what, *where, *_hint(text)])


def name_fault(error: Exception, path: Path | None) -> str:
    """For a name that a module does not have: its line, and the nearest that there is."""
    found = MISSING_NAME.search(str(error)) or MISSING_IMPORT.search(str(error))
    if found is None:
        return f"{type(error).__name__}: {error}"
    module, name = found["module"], found["name"]
    near = nearest(name, dir(sys.modules.get(module)))
    hint = [f"hint: did you mean {near!r}?"] if near else []
    return "\n".join([f"{module} has no {name!r}", *_first_line_with(name, path), *hint])


def field_fault(name: str, path: Path | None) -> str:
    """For a field that neither the board nor a player's view has: Numba raises a bare KeyError."""
    near = nearest(name, _fields())
    return "\n".join(
        [
            f"no field {name!r} of board, public or own",
            *_first_line_with(f".{name}", path),
            *([f"hint: did you mean {near!r}?"] if near else []),
        ]
    )


def _line_of_none(text: str, path: Path | None) -> Iterator[str]:
    """Where a variable is None at first: Numba names only the place where its value is used, often in a caller."""
    if path is None or not NONE.search(text):
        return
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None:
            yield f"  line {node.lineno}: {source.splitlines()[node.lineno - 1].strip()}"
            return


def _line(text: str, error: Exception, path: Path | None) -> Iterator[str]:
    """The last line that Numba names in the user's file, or the line of the error."""
    location = getattr(error, "loc", None)
    names = {path.name} if path else set()
    places = [(file, int(line)) for file, line in PLACE.findall(text) if Path(file).name in names]
    if places and path:
        yield f"  line {places[-1][1]}: {linecache.getline(str(path), places[-1][1]).strip()}"
    elif location is not None:
        source = linecache.getline(location.filename, location.line).strip()
        yield f"  {location.filename}, line {location.line}: {source}"


def _first_line_with(text: str, path: Path | None) -> Iterator[str]:
    if path is not None:
        pattern = re.compile(re.escape(text) + r"\b")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                yield f"  line {number}: {line.strip()}"
                return


def _hint(text: str) -> Iterator[str]:
    for pattern, hint in HINTS.items():
        if found := re.search(pattern, text):
            yield "hint: " + hint.format(*found.groups())
            return


def _fields() -> set[str]:
    from ttrsim.games.registry import GAMES

    records = [record for game in GAMES.values() for record in (game.kernel.board, game.kernel.public, game.kernel.own)]
    return {name for record in records for name in record.names or ()}
