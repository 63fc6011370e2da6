"""Where the result of a command goes: the terminal, and files that the user names. The same for every study."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ttrsim.cli import console
from ttrsim.cli.splicing import with_options

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON (docs/json.md).")]
Markdown = Annotated[
    Path | None,
    typer.Option("--markdown", metavar="FILE", help="Also write it as Markdown (default: no file)."),
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Also write it as a page (default: no file).")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="DIR", help="Also write each table as CSV here (default: no tables).")
]
Junit = Annotated[
    Path | None,
    typer.Option("--junit", metavar="FILE", help="Also write JUnit XML, e.g. for a CI test report (default: no file)."),
]
OUTPUTS = {"json": (Json, False), "markdown": (Markdown, None), "html": (Html, None), "csv": (Csv, None)}


def shows_result(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that say where a result goes to a command, which gets them as its argument `to`."""
    return with_outputs(command)


def with_outputs(command: Callable[..., None], has_junit: bool = False) -> Callable[..., None]:
    options = OUTPUTS | ({"junit": (Junit, None)} if has_junit else {})
    return with_options(command, "to", options, Output, is_last=True)


class Output(NamedTuple):
    """Made of what the options of `OUTPUTS` were given."""

    json: bool = False
    markdown: Path | None = None
    html: Path | None = None
    csv: Path | None = None
    junit: Path | None = None

    def check(self) -> None:
        """Before a long computation: fails if a file could not be written afterwards."""
        from ttrsim.files.links import refuse_link

        for path in (self.markdown, self.html, self.junit):
            console.check_target(path)
        if self.csv is not None:
            refuse_link(self.csv)

    def show(self, result: Any) -> None:
        """Prints the result, and writes the files. A verdict that is not the wanted one is raised."""
        from ttrsim.runs.run import Run

        runs = {"": result} if isinstance(result, Run) else result
        if isinstance(runs, dict):  # they are on the disk, and say only where
            from ttrsim.cli.run import say_runs

            say_runs(runs.values(), self.json)
            return
        self._write(result)
        if result.saved and not self.json:
            console.tell(result.saved)
        if result.failure is not None:
            raise result.failure

    def _write(self, result: Any) -> None:
        from ttrsim.documents import csv, json, markdown
        from ttrsim.documents.terminal import print_document
        from ttrsim.files.whole import write_whole

        document = result.document()
        texts = [(self.markdown, partial(markdown.markdown_page, document)), (self.html, result.html_text)]
        if self.junit is not None:
            texts.append((self.junit, result.junit))
        for path, text in texts:
            if path is not None:
                with console.writing(path):
                    write_whole(path, text().encode())
        if self.csv is not None:
            with console.writing(self.csv):
                csv.write_tables(document, self.csv)
        if self.json:
            typer.echo(json.json_text(result.as_dict()))
        else:
            print_document(document, console.rich_console())
