"""What every output says of a run before anything else."""

from __future__ import annotations

from ttrsim.report.model import RunSummary


def headline(run: RunSummary) -> str:
    title = f"{run.board.title} ({run.board.notice})" if run.board.notice else run.board.title
    size = f"{run.games:,} games of {run.deals:,} deals"
    return f"{run.name}: {title}, {run.players} players ({', '.join(run.bots)}), {size}"


def alarms(run: RunSummary) -> list[str]:
    """The controls that are out of their bounds."""
    return [
        f"CONTROL OUT OF BOUNDS: {control.name} is {control.value:.4g}, "
        f"should be from {control.low:.4g} to {control.high:.4g}"
        for control in run.controls
        if not control.is_ok
    ]
