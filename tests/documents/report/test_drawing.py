"""Figures are drawn by several processes, and only in the formats asked for."""

from __future__ import annotations

from pathlib import Path

from ttrsim.documents.report.drawing import Drawers
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.write import write_report


def test_helpers_draw_the_same_figures(summary: Summary) -> None:
    """Also if one of them is lost on the way: this process draws what is left."""
    alone = Drawers(0).draw(summary, ["svg"])
    assert alone
    with Drawers(2) as drawers:
        drawers._processes[0].kill()
        assert drawers.draw(summary, ["svg"]) == alone
    assert all(set(drawn.images) == {"svg"} for of_run in alone.values() for _, drawn in of_run.values())


def test_nothing_is_drawn_for_numbers_alone(summary: Summary, tmp_path: Path) -> None:
    class NoDrawers(Drawers):
        def draw(self, *arguments: object) -> dict[str, object]:  # type: ignore[override]
            raise AssertionError("drawn")

    write_report(summary, tmp_path, ["csv", "md"], NoDrawers(0))
    assert {path.name for path in tmp_path.iterdir()} == {"summary.json", "report.md", "tables"}
