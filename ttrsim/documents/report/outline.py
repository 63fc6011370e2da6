"""A summary as a document: the answer first, then section by section what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from ttrsim.documents.document import Document, Figure, Part, Table, Text
from ttrsim.documents.report.model import RunSummary, Section, Summary

Figures = Mapping[str, Mapping[str, tuple[str, Figure]]]  # run: name: its section, and the figure
WHO_WINS = "strategies"  # the section whose first answer the table of bots gives
TOLD = 6  # differences between runs, or effects, on the first screen
BRACKETS = "Brackets hold 95 % intervals, with deals as the independent units."


def document_of(summary: Summary, figures: Figures) -> Document:
    """Of a single run the first screen has the answers; of several, what differs."""
    (lone, *others), comparison = summary.runs, summary.comparison
    told = {section.title: section.answers[:TOLD] for section in comparison if section.answers}
    parts: list[Part] = [Text(answers, title, "points") for title, answers in told.items()]
    for run in summary.runs:
        parts += _in_short(run, bool(others))
    more = [part for run in summary.experiments for part in _of_run(run, figures.get(run.name, {}))]
    for section in comparison:
        rest = [Text(section.answers[TOLD:], section.title, "points")] if section.answers[TOLD:] else []
        more += [*rest, *_figures(section, figures.get("", {})), *section.tables]
    more += [part for run in summary.seen_in_play for part in _of_run(run, figures.get(run.name, {}))]
    title = page_title(summary) if others else headline(lone)
    return Document(title[:1].upper() + title[1:], [BRACKETS], parts, more)


def _in_short(run: RunSummary, is_one_of_several: bool) -> Iterator[Part]:
    if is_one_of_several:
        yield Text([f"{headline(run)}."])
    if found := alarms(run):
        yield Text(found, style="alarm")
    if run.standouts:
        yield Text(run.standouts, "What stands out", "points")
    if run.notes:
        yield Text(run.notes)
    if not is_one_of_several:
        bots = [table for name, table in run.tables.items() if name == "bots" and len(table.rows) > 1]
        yield from bots
        answered = [
            section.answers for section in run.sections if section.answers and not (bots and section.id == WHO_WINS)
        ]
        told = [answers[0] for answers in answered] if len(answered) > 1 else [*chain(*answered)]
        yield from [Text(told, "In short", "points")] if told else []
        if run.tried and (first := next(iter(run.tables.values()), None)):
            yield _narrow(first)
        yield Text([f"$ {run.provenance['reproduce']}"], style="code")


def _narrow(table: Table) -> Table:
    """Its names, its first estimate and its n."""
    place = next((place for place, column in enumerate(table.columns) if table.has_interval(column)), 0)
    return replace(table, columns=(*table.columns[: place + 1], table.columns[-1]), most=TOLD, note="")


def _of_run(run: RunSummary, figures: Mapping[str, tuple[str, Figure]]) -> Iterator[Part]:
    for section in run.sections:
        yield from _section(section, figures)
    versions = ", ".join(f"{name} {version}" for name, version in run.provenance["versions"].items())
    lines = [f"Rules version {run.provenance['rules_version']}, code {run.provenance['code']}; {versions}."]
    if run.controls:
        kept = sum(control.is_ok for control in run.controls)
        lines.append(f"{kept} of {len(run.controls)} controls are within their bounds.")
    yield Text(lines, "Provenance")


def _section(section: Section, figures: Mapping[str, tuple[str, Figure]]) -> Iterator[Part]:
    yield Text(section.answers, section.title, "points")
    yield from _figures(section, figures)
    yield from section.tables
    if section.notes:
        yield Text(section.notes)


def _figures(section: Section, figures: Mapping[str, tuple[str, Figure]]) -> list[Figure]:
    return [figure for of_section, figure in figures.values() if of_section == section.id]


def headline(run: RunSummary) -> str:
    what = f"Experiment {run.name}: {run.tried}" if run.tried else f"Run {run.name}"
    size = f"{run.games:,} games of {run.deals:,} deals" + (", and their trials" if run.tried else "")
    return f"{what}; {run.board_title}, {run.players} players ({', '.join(run.bots)}), {size}"


def page_title(summary: Summary) -> str:
    kinds = {"experiment": summary.experiments, "run": summary.seen_in_play}
    named = (
        f"{kind}{'s' if len(runs) > 1 else ''} {', '.join(run.name for run in runs)}"
        for kind, runs in kinds.items()
        if runs
    )
    return "; ".join(named)


def failed_controls(summary: Summary) -> list[str]:
    """Of all runs, each with its name."""
    return [f"{run.name}: {alarm}" for run in summary.runs for alarm in alarms(run)]


def alarms(run: RunSummary) -> list[str]:
    """The controls that are out of their bounds."""
    return [
        f"CONTROL OUT OF BOUNDS: {control.name} is {control.value:.4g}, "
        f"should be from {control.low:.4g} to {control.high:.4g}"
        for control in run.controls
        if not control.is_ok
    ]
