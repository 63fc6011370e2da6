"""The first lines of every output: which run it is about."""

from __future__ import annotations

from ttrsim.documents.report.model import RunSummary, Summary


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
