"""What the prose of the pages names exists: files, modules, links, commands and their options."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_options import LEAVES, options
from tests.docs.fences import PAGES
from tests.runs.helpers import ROOT

PATH = re.compile(r"`((?:ttrsim|tests|bench|docs|scenarios|reports)/[\w./-]*)`")
MODULE = re.compile(r"`(?:python -m )?((?:ttrsim|bench|tests)(?:\.[a-z_]+)+)")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
COMMAND = re.compile(r"`(ttrsim [a-z][^`]*)`|(?:run: |- )(ttrsim .*)$", re.MULTILINE)

over_pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def commands_in(page: Path) -> Iterator[list[str]]:
    for inline, of_ci in COMMAND.findall(text_of(page)):
        yield shlex.split(inline or of_ci)[1:]


def leaf_of(words: list[str]) -> str | None:
    """The command that is named, such as `board show`."""
    return next((name for n in (2, 1) if (name := " ".join(words[:n])) in LEAVES), None)


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@over_pages
def test_files_are_there(page: Path) -> None:
    assert [path for path in PATH.findall(text_of(page)) if not (ROOT / path).exists()] == []


def exists(name: str) -> bool:
    """Whether there is such a module, or such a name in one."""
    parent, _, last = name.rpartition(".")
    return hasattr(importlib.import_module(parent), last) or importlib.util.find_spec(name) is not None


@over_pages
def test_modules_are_there(page: Path) -> None:
    assert [name for name in set(MODULE.findall(text_of(page))) if not exists(name)] == []


@over_pages
def test_links_lead_somewhere(page: Path) -> None:
    for target, place in LINK.findall(text_of(page)):
        there = page.parent / target if target else page
        assert there.exists(), target
        if place:
            anchors = {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text_of(there), re.MULTILINE)}
            assert place in anchors, f"{target}#{place}"


@over_pages
def test_commands_have_these_options(page: Path) -> None:
    for words in commands_in(page):
        leaf = leaf_of(words)
        if leaf is None:  # a verb alone, or several at once: `ttrsim baseline | compare`
            verbs = {name.split()[0] for name in LEAVES}
            assert {word for word in words if word.isalpha() and word.islower()} <= verbs | names_of_subcommands()
            continue
        given = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert given <= options(leaf).keys(), words


def names_of_subcommands() -> set[str]:
    return {name.split()[-1] for name in LEAVES}
