"""Every page of the docs is in the navigation, and the navigation names no other."""

from __future__ import annotations

import re

from tests.runs.helpers import ROOT


def test_every_page_is_in_the_navigation() -> None:
    named = re.findall(r"^ +- ([\w/.-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    there = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(named) == sorted(there)
