"""Runs the examples of a page where what they name exists, with few games."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.docs.fences import Command, Fence, commands_of, fences_of, saved_example
from tests.runs.helpers import ROOT
from ttrsim.cli.app import app
from ttrsim.errors import CheckError, InconclusiveError, UserError

FEW = 20
NUMBERS = re.compile(r"(?<= )(-n|--games|--deals) \d+")
DEALS = re.compile(r"^deals = [\d_]+", re.MULTILINE)
# What a command gets if it names no number itself. A report without pictures still computes everything.
SMALLER = {
    "tune": "--games 1 --deals 30",
    "tournament": f"--deals {FEW}",
    "sprt": f"--games {FEW}",
    "experiment": f"--deals {FEW}",
    "report": "--parts md",
    "rebalance": "--games 5000",
    "advise": "--rollouts 1000",
    "analyse": "--depth 20",
}
VERDICTS = (CheckError.exit_code, InconclusiveError.exit_code)  # with so few games a search may end with any of them
TARGET = re.compile(r"^(\w[\w-]*):", re.MULTILINE)


def set_up(folder: Path) -> None:
    """The checkout as a reader has it, but every scenario is small; and the files that other pages tell him to save."""
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    for path in (folder / "scenarios").glob("*.toml"):
        path.write_text(DEALS.sub(f"deals = {FEW}", path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "mine.py").write_text(saved_example("docs/bots.md", "connector"), encoding="utf-8")
    (folder / "my_metrics.py").write_text(saved_example("docs/metrics.md", "no_ticket_failed"), encoding="utf-8")


class Reader:
    """Does in the current folder what a page shows, fence by fence."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def read(self, page: Path) -> None:
        printed = None  # by the Python fence before; a text fence after it shows this
        for fence in fences_of(page):
            if "not run" in fence.notes:
                continue
            for text in filter(None, fence.notes.get("before", "").split("; ")):
                self.do(Command(text), str(fence))
            if "file" in fence.notes:
                Path(fence.notes["file"]).write_text(fence.text, encoding="utf-8")
            elif fence.language == "python":
                printed = self.execute(fence)
                continue
            elif fence.language == "console":
                for command in commands_of(fence):
                    self.do(command, str(fence))
            elif fence.language == "text" and printed is not None:
                assert fence.text == printed, str(fence)
            printed = None

    def execute(self, fence: Fence) -> str:
        """What it prints, and the value of its last expression, as a notebook shows it."""
        body = ast.parse(fence.text).body
        end = body.pop() if isinstance(body[-1], ast.Expr) else None
        with redirect_stdout(StringIO()) as printed:
            exec(compile(ast.Module(body, []), str(fence), "exec"), self.names)
            if isinstance(end, ast.Expr):
                value = eval(compile(ast.Expression(end.value), str(fence), "eval"), self.names)
                if value is not None:
                    print(repr(value))
        return printed.getvalue()

    def do(self, command: Command, where: str) -> None:
        program, *arguments = shlex.split(command.text, comments=True)
        if program == "ttrsim":
            call(arguments, command.shown, f"{where}: {command.text}")
        elif program == "make":
            targets = TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
            assert set(arguments) <= set(targets), f"{where}: {command.text}"
        else:  # `…` stands for where the package is
            subprocess.run(command.text.replace("…", str(ROOT)), shell=True, check=True)


def call(arguments: list[str], shown: str, where: str) -> None:
    """Runs a command with few games; it ends with 0, or with 2 where the page shows an error."""
    expected = UserError.exit_code if shown.startswith("error: ") else 0
    if arguments[0] == "sprt":
        expected = InconclusiveError.exit_code  # as docs/regression.md says of so few games
    done = CliRunner().invoke(app, smaller(arguments))
    codes = (0, *VERDICTS) if arguments[0] == "rebalance" else (expected,)
    assert done.exit_code in codes, f"{where}: exit code {done.exit_code}\n{done.output}\n{done.exception!r}"
    assert shown in done.output, f"{where}:\n{done.output}"


def smaller(arguments: list[str]) -> list[str]:
    few = 100 if arguments[:2] == ["board", "report"] else FEW  # with fewer it has nothing to say
    text, n_numbers = NUMBERS.subn(rf"\1 {few}", shlex.join(arguments))
    return shlex.split(text if n_numbers else f"{text} {SMALLER.get(arguments[0], '')}")
