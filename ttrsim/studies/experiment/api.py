"""Experiments from Python: `ttrsim.experiment` and `ttrsim.break_even`."""

from __future__ import annotations

from ttrsim.errors import UserError
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import play
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.experiment.break_even import BreakEvens
from ttrsim.studies.experiment.break_even import break_even as find_break_even
from ttrsim.studies.experiment.request import MAX_UNTIL_DEALS, BreakEvenRequest, ExperimentRequest
from ttrsim.wording import did_you_mean


@takes(ExperimentRequest)
def experiment(request: ExperimentRequest, progress: Progress) -> Run:
    """Returns:
    The run. `ttrsim.summary` and `ttrsim.report` say what it found.

    """
    if request.until is not None and request.deals is None and request.games is None:
        request = request.model_copy(update={"deals": MAX_UNTIL_DEALS})
    setup = load_scenario(request.scenario, request)
    with request.crew(progress) as executor:
        return play(setup, request.out, executor, shard=request.shard, exist=request.exist, progress=progress)


@takes(BreakEvenRequest)
def break_even(request: BreakEvenRequest, progress: Progress) -> BreakEvens:
    """Returns:
    For each ticket the points at which keeping it neither gains nor loses wins, with an interval.

    """
    setup = load_scenario(request.scenario, request)
    tickets = setup.board.as_dict()["tickets"]
    printed = {ticket["id"]: ticket["points"] for ticket in tickets if not ticket.get("ends")}
    if several := [ticket["id"] for ticket in tickets if ticket.get("ends") and ticket["id"] in request.only]:
        raise UserError("\n".join(f"--only: {name} has several ends, each with its own points" for name in several))
    wanted = list(request.only) or list(printed)
    if unknown := [ticket for ticket in wanted if ticket not in printed]:
        hints = (f"no ticket {ticket!r} on {setup.board.name}{did_you_mean(ticket, printed)}" for ticket in unknown)
        raise UserError("\n".join(f"--only: {hint}" for hint in hints))
    points = BreakEvens()
    with request.crew(progress) as executor:
        for place, ticket in enumerate(wanted, 1):
            progress.begin(f"break-even points of {ticket} ({place} of {len(wanted)} tickets)")
            points.append(find_break_even(setup.scenario, ticket, printed[ticket], executor))
    return points
