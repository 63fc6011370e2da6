"""Files that commands write for CI systems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console

MarkdownFile = Annotated[
    Path | None,
    typer.Option(
        "--markdown", metavar="FILE", help="Also write Markdown, e.g. for a CI job summary (default: no file)."
    ),
]
JunitFile = Annotated[
    Path | None,
    typer.Option("--junit", metavar="FILE", help="Also write JUnit XML, e.g. for a CI test report (default: no file)."),
]


def write_for_ci(markdown: Path | None, markdown_text: str, junit: Path | None, junit_text: str) -> None:
    from ttrsim.files.whole import write_whole

    for path, text in ((markdown, markdown_text), (junit, junit_text)):
        if path is not None:
            with console.writing(path):
                write_whole(path, text.encode())
