"""All tests run the checked build of the kernel: it verifies the whole state after every decision."""

import os

import pytest

os.environ["TTRSIM_CHECKED"] = "1"  # before the kernel is imported; the fast build is tested in its own process

pytest_plugins = ["tests.small_runs"]

A_DAY = 86_400.0


@pytest.fixture(autouse=True)
def _nothing_said_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command prints must not depend on the cache or the machine; and other workers are at it already."""
    monkeypatch.setattr("ttrsim.machine.builds.announce", lambda what: None)
    monkeypatch.setattr("ttrsim.play.ahead._start", lambda arguments: None)
    monkeypatch.setattr("ttrsim.cli.progress.LINE_SECONDS", A_DAY)
