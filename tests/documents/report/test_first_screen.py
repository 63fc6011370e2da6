"""What people see first: the answer, in the terminal and on the page, whole words and no more than a screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.documents.report.html import html_page
from ttrsim.documents.report.model import Summary
from ttrsim.documents.terminal import document_lines

SCREEN = 32  # lines


@pytest.mark.parametrize("width", [80, 100])
def test_the_first_screen_has_the_answers_in_whole_words(summary: Summary, width: int) -> None:
    shown = [line.plain for line in document_lines(summary.document(), width)]
    assert len(shown) <= SCREEN * 100 // width + 6
    assert all(len(line) <= width or line.startswith("$ ") for line in shown)
    told = " ".join(" ".join(shown).split())
    for section in summary.runs[0].sections:
        if section.id != "strategies":  # the table of bots answers it
            assert section.answers[0] in told
    everything = "\n".join(line.plain for line in document_lines(summary.document(), width, everything=True))
    tables = [table for section in summary.runs[0].sections for table in section.tables if table.rows]
    assert all(table.title in " ".join(everything.split()) for table in tables)
    named = {row["name"] for table in tables for row in table.rows if isinstance(row.get("name"), str)}
    broken = [name for name in named if not all(word in everything for word in re.split(r"[ –/,;]", name))]
    assert not broken


def test_everything_is_printed_on_demand(run_folder: Path) -> None:
    short, whole = (CliRunner().invoke(app, ["summary", str(run_folder), *more]) for more in ([], ["--all"]))
    assert (short.exit_code, whole.exit_code) == (0, 0)
    assert "--all" in short.stdout
    assert len(whole.stdout.splitlines()) > 5 * len(short.stdout.splitlines())


def test_the_page_opens_with_the_answers(summary: Summary) -> None:
    """Before anything to choose and any map."""
    html = html_page(summary, {})
    body = html.index("<main>")
    first = min(html.index(mark, body) for mark in ("<select", "<svg", 'id="atlas"'))
    for section in summary.runs[0].sections:
        assert html.index(f'href="#{summary.runs[0].name}-{section.id}"', body) < first


def test_a_result_is_one_line(summary: Summary) -> None:
    assert repr(summary) == f"<Summary: {summary.document().title}>"
    assert "\n" not in repr(summary)
