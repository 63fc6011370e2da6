"""What the docs take from the code is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.generate import FILES, GENERATED, pages
from tests.runs.helpers import ROOT


@pytest.mark.parametrize(
    ("path", "text"), [pytest.param(path, text, id=str(path.relative_to(ROOT))) for path, text in pages().items()]
)
def test_generated_parts_are_up_to_date(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "update it: make docs"


def test_marks_of_generated_parts_are_there() -> None:
    marked = [path for path in (ROOT / "docs").rglob("*.md") if GENERATED.search(path.read_text(encoding="utf-8"))]
    assert {path.name for path in marked} == {"files.md", "regression.md", "scenarios.md"}


def test_the_manifest_is_documented(tmp_path: Path) -> None:
    import ttrsim

    made = ttrsim.run({"board": "usa", "seats": ["random", "greedy"], "deals": 3}, out=tmp_path / "r")
    text = FILES.read_text(encoding="utf-8")
    manifest = made.manifest.json_values()
    for key in (*manifest, *manifest["sessions"][0]):
        assert f"`{key}`" in text, key
