"""The recipes for clusters cannot all be run here, but their shell scripts, YAML and command lines must be sound."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator

import click
import pytest
import typer

from tests.docs.fences import Fence, fences_of
from tests.runs.helpers import ROOT
from ttrsim.cli.app import app

DASK = {"scheduler": "dask_scheduler", "worker": "dask_worker", "ssh": "dask_ssh"}
PAGE = ROOT / "docs" / "cluster.md"
FENCES = [fence for fence in fences_of(PAGE) if fence.language in ("text", "console", "yaml")]
SHELL = [fence for fence in FENCES if fence.language == "text"]


def lines_of(fence: Fence) -> Iterator[str]:
    """The command lines of a fence, without comments, variables before a command, and text for other programs."""
    text = re.sub(r"<<'END'.*?^END$", "", fence.text.replace("\\\n", " "), flags=re.DOTALL | re.MULTILINE)
    for line in text.splitlines():
        yield re.sub(r"\$SLURM_ARRAY_TASK_ID", "7", line.removeprefix("$ ").split(" #")[0]).strip()


def commands(program: str) -> list[list[str]]:
    """The arguments of each command line that calls the program, also of those that run in a container."""
    found = []
    for fence in FENCES:
        for line in lines_of(fence):
            words = shlex.split(line, comments=True)
            before = words[: words.index(program)] if program in words else words
            if len(before) < len(words) and all("=" in word or before[0] == "kubectl" for word in before):
                found.append(words[len(before) + 1 :])
    return found


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("fence", SHELL, ids=str)
def test_a_recipe_is_a_script_that_the_shell_can_read(fence: Fence) -> None:
    read = subprocess.run(["bash", "-n"], input=fence.text, text=True, capture_output=True, check=False)
    assert read.returncode == 0, read.stderr


def test_every_ttrsim_command_line_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = commands("ttrsim")
    assert len(lines) >= 6
    for line in lines:
        group = typer.main.get_command(app)
        context = group.make_context("ttrsim", [line[0]])
        name, command, arguments = group.resolve_command(context, line)  # type: ignore[attr-defined]
        command.make_context(name, arguments, parent=context)


def dask_command(name: str) -> click.Command:
    pytest.importorskip("distributed")
    main: click.Command = importlib.import_module(f"distributed.cli.{DASK[name]}").main
    return main


def test_every_dask_command_line_is_understood() -> None:
    in_text = re.findall(r"`[A-Z_=0-9]*\s?dask ((?:ssh|scheduler|worker)[^`]*)`", PAGE.read_text(encoding="utf-8"))
    lines = [*commands("dask"), *map(shlex.split, in_text)]
    assert {name for name, *_ in lines} == set(DASK)
    for name, *arguments in lines:
        dask_command(name).make_context(name, arguments)


def test_containers_of_kubernetes_start_dask_as_it_wants_to_be_started() -> None:
    yaml = pytest.importorskip("yaml")
    [fence] = [fence for fence in FENCES if fence.language == "yaml"]
    spec = yaml.safe_load(fence.text)["spec"]
    for part in ("worker", "scheduler"):
        [container] = spec[part]["spec"]["containers"]
        program, name, *arguments = container["args"]
        assert (program, name) == ("dask", part)
        dask_command(name).make_context(name, arguments)
    ports = {port["name"] for port in spec["scheduler"]["spec"]["containers"][0]["ports"]}
    assert {port["targetPort"] for port in spec["scheduler"]["service"]["ports"]} == ports


def test_the_driver_of_dask_jobqueue_is_python() -> None:
    [script] = [found for fence in SHELL for found in re.findall(r"<<'END'\n(.*?)^END$", fence.text, re.DOTALL | re.M)]
    compile(script, "recipe", "exec")
