"""Pictures of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.helpers import bots_of, play_on
from ttrsim import Position
from ttrsim.errors import UserError


@pytest.mark.parametrize(
    ("name", "n_players", "n_decisions"),
    [("europe", 4, 150), ("new-york", 2, 0), ("usa", 5, 10**6), ("explore-new-york", 3, 50)],
)
def test_a_table_is_drawn(name: str, n_players: int, n_decisions: int, tmp_path: Path) -> None:
    position = Position.start(name, n_players)
    play_on(position, bots_of(position.board, n_players), n_decisions)
    before = position.copy()
    position.draw(tmp_path / "table.png", dpi=40)
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    assert position == before


def test_the_same_position_gives_the_same_picture_and_another_another(tmp_path: Path) -> None:
    position = play_on(Position.start("new-york", 2), ["planner", "planner"], 20)
    position.draw(tmp_path / "one.svg")
    position.copy().draw(tmp_path / "two.svg")
    position.apply(position.ask("planner"))
    position.draw(tmp_path / "later.svg")
    one, two, later = ((tmp_path / f"{name}.svg").read_bytes() for name in ("one", "two", "later"))
    assert one == two
    assert one != later


def test_formats_that_there_are_not(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"must end in one of \.png, \.svg, \.pdf"):
        Position.start("usa", 2).draw(tmp_path / "table.gif")
    with pytest.raises(UserError, match="cannot write"):
        Position.start("usa", 2).draw(tmp_path / "none" / "table.png", dpi=30)
