"""Every Python and console example of the pages works as it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.fences import PAGES, Fence, fences_of
from tests.docs.stage import Reader, set_up, smaller
from tests.runs.helpers import ROOT
from ttrsim.runs import plan
from ttrsim.studies.botcheck import checks

FENCES = [fence for page in PAGES for fence in fences_of(page)]
RUN = {"python", "console"}
SHOWN = {"text", "json", "toml", "yaml", "csv"}  # what is not a command: outputs and files
NOT_RUN = {"docs/analysis.md:61": "it takes minutes", "docs/playing.md:6": "it asks questions"}  # page and line: why


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr(checks, "EFFORT", checks.Effort(positions=100, stride=3, games=4, deals=10, timed=100))
    monkeypatch.setattr(checks, "TIMING_ROUNDS", 1)
    monkeypatch.setattr(plan, "MIN_CHUNK", 4)  # so that few games can be played in shards
    monkeypatch.chdir(tmp_path)
    set_up(tmp_path)
    return Reader()


@pytest.mark.parametrize("page", sorted({fence.page for fence in FENCES if fence.language in RUN}), ids=name_of)
def test_examples_work(reader: Reader, page: Path) -> None:
    reader.read(page)


def test_every_fence_says_what_it_is() -> None:
    """A command under another word, such as `sh`, would not be run."""
    assert {str(fence): fence.language for fence in FENCES if fence.language not in RUN | SHOWN} == {}


def test_every_mark_of_a_fence_is_found() -> None:
    """An indented fence, or one that does not end, would be missed."""
    for page in PAGES:
        marks = sum(line.lstrip().startswith("```") for line in page.read_text(encoding="utf-8").splitlines())
        assert marks == 2 * len([*fences_of(page)]), page


def test_what_is_not_run_is_listed() -> None:
    assert {str(fence): fence.notes["not run"] for fence in FENCES if "not run" in fence.notes} == NOT_RUN


def test_a_wrong_example_is_noticed(reader: Reader, tmp_path: Path) -> None:
    for language, text in (
        ("console", "$ ttrsim board list --no-such-option\n"),
        ("console", "$ make no-such-target\n"),
        ("console", "$ ttrsim board check usa\nerror: board usa: 1 fault\n"),
        ("python", "import ttrsim\nttrsim.no_such_name\n"),
    ):
        page = tmp_path / "page.md"
        page.write_text(f"```{language}\n{text}```\n", encoding="utf-8")
        with pytest.raises((AssertionError, AttributeError)):
            reader.read(page)


def test_numbers_of_games_are_made_small() -> None:
    assert smaller(["run", "usa", "-n", "20000", "-s", "7"]) == ["run", "usa", "-n", "20", "-s", "7"]
    assert smaller(["tournament", "usa"]) == ["tournament", "usa", "--deals", "20"]
    assert smaller(["board", "list"]) == ["board", "list"]


def test_fences_are_read_with_their_notes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A\n\n<!-- file: a.py -->\n```python\nx = 1\n```\n", encoding="utf-8")
    assert [*fences_of(page)] == [Fence(page, 4, "python", "x = 1\n", {"file": "a.py"})]
