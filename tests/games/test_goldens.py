"""One readable game for each board and number of players, compared line by line."""

from __future__ import annotations

import re

import pytest

from tests.games.update_goldens import FOLDER, combinations, difference, golden_path, golden_text, rules_version

REMEDY = "if the change is wanted: python -m tests.games.update_goldens (and a new RULES_VERSION, if play has changed)"


@pytest.mark.parametrize(("name", "n_players"), combinations())
def test_golden(name: str, n_players: int) -> None:
    diff = difference(golden_path(name, n_players), golden_text(name, n_players))
    if diff:
        pytest.fail("\n".join([*diff[:80], REMEDY]), pytrace=False)


@pytest.mark.parametrize(("name", "n_players"), combinations())
def test_golden_is_of_these_rules(name: str, n_players: int) -> None:
    first_line = golden_path(name, n_players).read_text(encoding="utf-8").splitlines()[0]
    found = re.fullmatch(r"# board (\S+), bots (\S+), seed \d+, game \d+, rules version (\d+)", first_line)
    assert found, first_line
    board, bots, version = found.groups()
    assert (board, len(bots.split(",")), int(version)) == (name, n_players, rules_version(name))


def test_there_are_no_other_goldens() -> None:
    expected = {golden_path(name, n_players) for name, n_players in combinations()}
    assert set(FOLDER.iterdir()) == expected
