"""What changed between two runs: clear differences alone, the largest and surest first, each in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.documents.report.changes import RunChanges, find_changes
from ttrsim.runs.api import open_run
from ttrsim.studies.run.api import run

PLAYED: dict[str, Any] = {"board": "new-york", "seats": ["path", "greedy"], "deals": 1000, "seed": 5}
DEARER: dict[str, Any] = {"board": {"name": "new-york", "tickets": {"Brooklyn-Chelsea": 40}}}


def ttrsim(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same board, one with a dearer ticket, other deals, and one that is too short."""
    folder = tmp_path_factory.mktemp("changes")
    other: dict[str, dict[str, Any]] = {"printed": {}, "dearer": DEARER, "others": {"seed": 6}, "short": {"deals": 50}}
    return {name: run(PLAYED | changed, out=folder / name).path for name, changed in other.items()}


@pytest.fixture(scope="module")
def changes(runs: dict[str, Path]) -> RunChanges:
    return find_changes(open_run(runs["printed"]), open_run(runs["dearer"]))


def test_a_dearer_ticket_is_found_and_told_in_a_sentence(changes: RunChanges) -> None:
    assert changes.board == ("Ticket Brooklyn-Chelsea: points 8 → 40.",)
    assert changes.is_paired
    (told,) = [finding for finding in changes.told() if finding.pair.keys == ("Brooklyn-Chelsea",)]
    assert told.text.startswith("Ticket Brooklyn-Chelsea is kept in ")
    assert told.difference.low > 0
    assert f"{100 * told.pair.after.value:.1f} %" in told.text  # type: ignore[operator, union-attr]


def test_no_finding_without_a_clear_difference_and_the_largest_first(changes: RunChanges) -> None:
    assert changes.findings
    for finding in changes.findings:
        assert finding.difference.low > 0 or finding.difference.high < 0
        assert finding.difference.low < finding.difference.value < finding.difference.high
    sizes = [finding.size for finding in changes.findings]
    assert sizes == sorted(sizes, reverse=True)
    assert len({finding.subject for finding in changes.told()}) == len(changes.told())


def test_the_same_thing_on_other_deals_shows_nothing(runs: dict[str, Path]) -> None:
    changes = find_changes(open_run(runs["printed"]), open_run(runs["others"]))
    assert (changes.board, changes.is_paired, changes.findings) == ((), False, ())
    assert changes.n_compared > 100
    assert changes.sentences() == ["No difference in play is clear."]


def test_too_few_deals_are_not_compared(runs: dict[str, Path]) -> None:
    changes = find_changes(open_run(runs["printed"]), open_run(runs["short"]))
    assert (changes.n_compared, changes.findings) == (0, ())
    assert changes.notes == ("short has 50 deals, too few to compare: at least 400 are needed.",)


def test_two_runs_are_compared_by_the_command(runs: dict[str, Path], changes: RunChanges, tmp_path: Path) -> None:
    before, after = str(runs["printed"]), str(runs["dearer"])
    result = ttrsim("diff", before, after, "--markdown", str(tmp_path / "m.md"))
    assert result.exit_code == 0, result.stderr
    assert all(sentence in " ".join(result.stdout.split()) for sentence in changes.sentences())
    assert "with house rules tickets.Brooklyn-Chelsea = 40" in result.stdout.replace("\n", " ")
    assert changes.sentences()[0] in (tmp_path / "m.md").read_text(encoding="utf-8")
    told = json.loads(ttrsim("diff", before, after, "--json").stdout)
    assert len(told["findings"]) == len(changes.findings)
    assert ttrsim("diff", before, after, "--exit-code").exit_code == 3
    assert ttrsim("diff", before, after, "--exact").exit_code == 3
    assert ttrsim("diff", before, before, "--exact", "--exit-code").exit_code == 0
    assert ttrsim("diff", before).exit_code == 2
    refused = ttrsim("compare", before, after)
    assert (refused.exit_code, "`ttrsim diff` compares two runs" in refused.stderr) == (2, True)


def test_a_report_on_two_runs_opens_with_what_changed(
    runs: dict[str, Path], changes: RunChanges, tmp_path: Path
) -> None:
    out = tmp_path / "both"
    result = ttrsim("report", str(runs["printed"]), str(runs["dearer"]), "-o", str(out), "--parts", "html,md,csv")
    assert result.exit_code == 0, result.stderr
    section = json.loads((out / "summary.json").read_text(encoding="utf-8"))["comparison"][0]
    assert section["title"] == "What changed: printed → dearer"
    assert section["answers"] == ["Changed on the board: Ticket Brooklyn-Chelsea: points 8 → 40.", *changes.sentences()]
    assert len(section["tables"][0]["rows"]) == len(changes.findings)
    for name in ("report.html", "report.md"):
        assert changes.sentences()[0] in (out / name).read_text(encoding="utf-8")
    shown = ttrsim("summary", str(runs["printed"]), str(runs["dearer"])).stdout
    assert "What changed: printed → dearer" in shown
