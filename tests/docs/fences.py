"""The examples of the pages: what they say, and how they are run.

All Python and console fences of a page are run in order in one folder. HTML comments above a fence say what a reader
would have or do:

    <!-- before: COMMAND; COMMAND -->   run these first
    <!-- file: NAME -->                 save the fence under this name, as the page tells the reader to
    <!-- not run: WHY -->               the fence cannot be run
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.runs.helpers import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"^(?P<notes>(?:<!-- [^\n]* -->\n)*)```(?P<language>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
NOTE = re.compile(r"<!-- (before|file|not run): (.*) -->")


@dataclass(frozen=True)
class Fence:
    page: Path
    line: int
    language: str
    text: str
    notes: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{os.path.relpath(self.page, ROOT)}:{self.line}"


@dataclass
class Command:
    """A line after `$`, and what the page shows beneath it."""

    text: str
    shown: str = ""


def fences_of(page: Path) -> Iterator[Fence]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        yield Fence(page, line, found["language"], found["text"], dict(NOTE.findall(found["notes"])))


def commands_of(fence: Fence) -> list[Command]:
    commands: list[Command] = []
    for line in fence.text.splitlines():
        if line.startswith("$ "):
            commands.append(Command(line.removeprefix("$ ")))
        else:
            assert commands, f"{fence}: begins with what no command has printed"
            commands[-1].shown += line + "\n"
    return commands


def saved_example(page: str, function: str) -> str:
    """The file that a page shows, by a function in it."""
    files = [fence.text for fence in fences_of(ROOT / page) if "file" in fence.notes]
    [example] = [text for text in files if f"def {function}(" in text]
    return example
