"""All tests run the checked build of the kernel: it verifies the whole state after every decision."""

import os

import pytest

os.environ["TTRSIM_CHECKED"] = "1"  # before the kernel is imported; the fast build is tested in its own process

pytest_plugins = ["tests.small_runs"]

A_DAY = 86_400.0


@pytest.fixture(autouse=True)
def _no_announcement_of_slow_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command prints must not depend on how slow the machine is."""
    monkeypatch.setattr("ttrsim.play.bots.announce.PATIENCE", A_DAY)
