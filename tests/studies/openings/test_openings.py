"""The keep table: it finds values that were planted, its page ranks sets, and it resumes to the same bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import ttrsim
from ttrsim.errors import UserError
from ttrsim.studies.openings.values import Sets, check, learn


def planted(n_deals: int, seed: int, pair: float = 0.15) -> Sets:
    """Offers of three of six tickets. Ticket 0 brings 20 pp, ticket 5 costs 10, and 1 and 2 together bring 15."""
    chance = np.random.default_rng(seed)
    kept, offered, is_base, wins, deal = [], [], [], [], []
    for number in range(n_deals):
        offer = chance.choice(6, 3, replace=False)
        luck = chance.normal(0, 0.3)
        for place, size in enumerate([(0, 1), (0, 2), (1, 2), (0, 1, 2)]):
            row = np.zeros(6, bool)
            row[offer[list(size)]] = True
            value = 0.2 * row[0] - 0.1 * row[5] + pair * (row[1] & row[2])
            kept.append(row)
            offered.append(np.isin(np.arange(6), offer))
            is_base.append(place == 0)
            wins.append(luck + value + chance.normal(0, 0.2))
            deal.append(number)
    numbers = np.array(deal)
    return Sets(np.array(kept), np.array(offered), np.array(is_base), np.array(wins), numbers, numbers)


def test_planted_values_are_found_and_hold_on_fresh_deals() -> None:
    values = learn(planted(3000, 1))
    assert values.ticket[0] == pytest.approx(0.2, abs=0.04)
    assert values.ticket[5] == pytest.approx(-0.1, abs=0.04)
    assert values.pair[1, 2] == pytest.approx(0.15, abs=0.04)
    assert np.abs(np.delete(values.pair[np.triu_indices(6, 1)], 5)).max() < 0.05  # the sixth is that of 1 and 2
    checked = check(values, planted(1500, 2))
    assert checked.difference.low < 0 < checked.difference.high
    assert checked.measured.low > 0.05


def test_the_intervals_of_tickets_hold_as_often_as_they_say() -> None:
    truth, outside = np.array([0.2, 0, 0, 0, 0, -0.1]), 0
    for seed in range(50):
        values = learn(planted(150, 100 + seed, pair=0.0))
        outside += int((np.abs(values.alone - truth) > 1.96 * values.alone_error).sum())
    assert 4 <= outside <= 32  # of 300, 15 expected


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("openings") / "keep"
    ttrsim.openings("new-york", players=(2,), bot="greedy", deals=60, out=path)
    return path


def test_the_page_is_small_and_has_every_ticket(folder: Path) -> None:
    page = (folder / "openings.html").read_text()
    assert len(page) < 500_000
    data = json.loads(re.search(r"const data = (.*)", page)[1])  # type: ignore[index]
    tickets = {ticket.id for ticket in ttrsim.load_board("new-york").tickets}  # type: ignore[attr-defined]
    assert {name for name, *_ in data["tickets"]} == tickets
    assert len(data["players"]["2"]["pair"]) == len(tickets) * (len(tickets) - 1) // 2
    assert "http" not in page


def test_it_resumes_to_the_same_bytes(folder: Path) -> None:
    before = (folder / "openings.html").read_bytes()
    (folder / "openings.html").unlink()
    ttrsim.resume(folder)
    assert (folder / "openings.html").read_bytes() == before


def test_a_game_without_offers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="offers no tickets in its set-up"):
        ttrsim.openings("explore-new-york", out=tmp_path / "x")
