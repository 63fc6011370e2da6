"""One headless Chromium for each worker, and a fresh page in it for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.documents.pages.chromium import NAMES, Chromium, find_chromium
from tests.documents.pages.page import Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    if os.name != "posix":
        pytest.skip("the browser is driven by pipes, which only POSIX systems hand on")
    program = find_chromium()
    if program is None:
        pytest.skip(f"no Chromium: none of {', '.join(NAMES)} is installed")
    chromium = Chromium(program)
    yield chromium
    chromium.close()


@pytest.fixture
def page(browser: Chromium) -> Iterator[Page]:
    """A page that must end without a console message, an uncaught exception or a request for anything but its file."""
    page = Page(browser)
    yield page
    errors, requests = page.errors, page.requests
    page.close()
    assert errors == []
    assert [request for request in requests if not request.startswith("file:")] == []
