"""docs/positions.md: every example runs and prints what the page says."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/positions.md"
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def outputs(text: str) -> list[tuple[str, str]]:
    """What each example prints, and what the page says it prints."""
    names: dict[str, Any] = {}
    found = []
    for code, printed in EXAMPLE.findall(text):
        with redirect_stdout(StringIO()) as stream:
            exec(code, names)
        found.append((stream.getvalue(), printed))
    return found


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = outputs(PAGE.read_text(encoding="utf-8"))
    assert len(found) == 8
    for printed, expected in found:
        assert printed == expected
    assert Path("table.png").is_file()
