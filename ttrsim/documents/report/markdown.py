"""The report in Markdown, for the summary of a CI job or a repository."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ttrsim.documents.report.headlines import alarms, headline, page_title
from ttrsim.documents.report.model import ReportTable, RunSummary, Section, Summary
from ttrsim.wording import visible

MAX_ROWS = 10
MARKUP = re.compile(r"[\[\]*$\\]|(?<!\w)_|_(?!\w)")


def plain(text: str) -> str:
    """A text with names in it: HTML and Markdown in these is shown, not obeyed. Code stays in backticks."""
    escaped = re.sub(MARKUP, lambda match: f"\\{match[0]}", visible(text).replace("\n", " "))
    return escaped.replace("<", "&lt;")


def cell(text: str) -> str:
    return plain(text).replace("|", "\\|").replace("`", "\\`")


def markdown_page(summary: Summary, figures: dict[str, dict[str, tuple[str, str, str]]]) -> str:
    """`figures`: run: name: section, title and path of its file."""
    title = page_title(summary)
    lines = [f"# {plain(title[:1].upper() + title[1:])}", ""]
    for run in summary.experiments:
        lines += _run(run, figures.get(run.name, {}))
    for section in summary.comparison:
        lines += _section(section, figures.get("", {}), level=2)
    for run in summary.seen_in_play:
        lines += _run(run, figures.get(run.name, {}))
    return "\n".join(lines).rstrip() + "\n"


def _run(run: RunSummary, figures: dict[str, tuple[str, str, str]]) -> Iterator[str]:
    yield from (plain(headline(run)) + ". Brackets hold 95 % intervals, with deals as the independent units.", "")
    for alarm in alarms(run):
        yield from (f"> [!CAUTION]\n> {plain(alarm)}", "")
    if run.standouts:
        yield from ("## What stands out", "", *(f"- {plain(standout)}" for standout in run.standouts), "")
    for note in run.notes:
        yield from (f"> {plain(note)}", "")
    for section in run.sections:
        yield from _section(section, figures, level=2)
    yield from ("## Provenance", "", "```console", f"$ {visible(run.provenance['reproduce'])}", "```", "")
    versions = ", ".join(f"{name} {version}" for name, version in run.provenance["versions"].items())
    yield f"Rules version {run.provenance['rules_version']}, code `{run.provenance['code']}`; {versions}."
    if run.controls:
        kept = sum(control.is_ok for control in run.controls)
        yield f"{kept} of {len(run.controls)} controls are within their bounds."
    yield ""


def _section(section: Section, figures: dict[str, tuple[str, str, str]], level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {plain(section.title)}", "")
    for answer in section.answers:
        yield from (plain(answer), "")
    for of_section, title, path in figures.values():
        if of_section == section.id:
            yield from (f"![{plain(title)}]({path})", "")
    for table in section.tables:
        yield from _table(table)
    for note in section.notes:
        yield from (f"*{plain(note)}*", "")


def _table(table: ReportTable) -> Iterator[str]:
    if not table.rows:
        return
    yield from (f"**{plain(table.title)}**", "")
    yield "| " + " | ".join(cell(column.label) for column in table.columns) + " |"
    yield "|" + "|".join("---" if column.kind == "text" else "---:" for column in table.columns) + "|"
    for row in table.rows[:MAX_ROWS]:
        yield "| " + " | ".join(cell(column.text(row)) for column in table.columns) + " |"
    more = len(table.rows) - MAX_ROWS
    yield from ((f"\n… and {more} more, in `summary.json`.", "") if more > 0 else ("",))
