"""The shape of the package: its folders, its layers, and names that stand for one thing each."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

import ttrsim
from tests.runs.helpers import ROOT

PACKAGE = Path(ttrsim.__file__).parent
FOLDERS = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
MOST_FOLDERS = 12
MOST_DOUBLES = 9  # class names that stand for several things
ABOVE_ALL = {"ttrsim", "ttrsim.__main__"}  # they start the command line and name the public functions


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}


def test_no_folder_hides_a_public_name() -> None:
    """A module that is imported becomes an attribute of its package, in the place of a function of that name."""
    assert not FOLDERS & set(ttrsim.__all__)


def test_the_top_has_few_folders() -> None:
    assert len(FOLDERS) <= MOST_FOLDERS


def layers() -> Iterator[str]:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    for contract in config["contracts"]:
        for layer in contract.get("layers", ()):
            names = layer.replace("|", ":").replace("(", "").replace(")", "").split(":")
            for container in contract.get("containers", [""]):
                yield from (".".join(filter(None, (container, name.strip()))) for name in names)
        yield from contract["modules"] if contract["type"] == "independence" else ()


def test_every_module_is_in_a_layer() -> None:
    known = [*layers(), "ttrsim.botkit"]
    packages = {name for name in MODULES if any(each.startswith(f"{name}.") for each in known)}
    outside = MODULES.keys() - packages - ABOVE_ALL
    assert not [name for name in outside if not any(f"{name}.".startswith(f"{each}.") for each in known)]


def test_most_class_names_stand_for_one_thing() -> None:
    names = Counter(node.name for tree in MODULES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    doubled = [name for name, n in names.items() if n > 1]
    assert len(doubled) <= MOST_DOUBLES, doubled


# ---- imports -------------------------------------------------------------------------------------


def imported(body: list[ast.stmt]) -> Iterator[str]:
    """The modules that are imported as soon as a module is."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.If | ast.Try) and "TYPE_CHECKING" not in ast.unparse(node).partition("\n")[0]:
            yield from imported(node.body)


def with_packages(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(2, len(parts) + 1)]


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    """Whether such an import works depends on which module comes first."""
    graph = nx.DiGraph()
    for module, tree in MODULES.items():
        for other in (each for found in imported(tree.body) if found in MODULES for each in with_packages(found)):
            if not f"{module}.".startswith(f"{other}."):
                graph.add_edge(module, other)
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []
