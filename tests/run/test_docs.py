"""The docs are true: generated parts are up to date, the example works as printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.run.docs import FILES, GENERATED, SCENARIOS, SCHEMA, keys_text, schema_text, tables_text
from tests.run.helpers import ROOT
from ttrsim.runs.run import Run


def test_generated_parts_are_up_to_date() -> None:
    """Update: python -m tests.run.docs"""
    assert GENERATED.findall(FILES.read_text(encoding="utf-8")) == [tables_text()]
    assert GENERATED.findall(SCENARIOS.read_text(encoding="utf-8")) == [keys_text()]
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


def test_the_manifest_is_documented(tmp_path: Path) -> None:
    import ttrsim

    made = ttrsim.run({"board": "usa", "seats": ["random", "greedy"], "deals": 3}, out=tmp_path / "r")
    text = FILES.read_text(encoding="utf-8")
    manifest = made.manifest.json_values()
    for key in (*manifest, *manifest["sessions"][0]):
        assert f"`{key}`" in text, key


def test_the_notebook_works_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    cells = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    for cell in cells:
        exec(cell, names)
    assert len(cells) == 4
    assert repr(names["run"]) == re.search(r"```text\n(.*?)\n```", text)[1]
    assert names["lift"].collect().height > 10
    assert isinstance(names["whole"], Run)
    assert names["whole"].is_complete
