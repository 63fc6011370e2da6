"""The regression finds what goes with keeping a card, and is not misled by the cards that come with it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ttrsim.games.explore.analysis.cards.differences import CardDifferences
from ttrsim.games.explore.analysis.facts import ExploreBatch, ExploreFacts
from ttrsim.games.registry import load_board

BOARD = load_board("explore-new-york")
N_GAMES, N_ROUNDS = 3000, 8
WORTH = {0: 6.0, 1: -4.0}  # points that keeping a card brings all seats; every other card brings none
LUCKY = 2  # a card that goes with a good score whenever it is turned up, and that makes card 3 be kept


@pytest.fixture(scope="module")
def found() -> pl.DataFrame:
    """Made-up games of one bot in both seats; which card is discarded is mostly chance."""
    stream = np.random.default_rng(100)
    cards, seats = [], []
    for game in range(N_GAMES):
        pile = stream.permutation(len(BOARD.cards))[: 3 * N_ROUNDS].reshape(N_ROUNDS, 3)
        score = 150.0
        for number, turned in enumerate(pile, 1):
            choices = [place for place in range(3) if not (LUCKY in turned and turned[place] == 3)]
            discarded = stream.choice(choices)
            score += 20.0 * (LUCKY in turned)
            score += sum(WORTH.get(card, 0.0) for place, card in enumerate(turned) if place != discarded)
            cards += [
                (game, (number - 1) % 2, number, BOARD.cards[card].id, place == discarded)
                for place, card in enumerate(turned)
            ]
        points = score + stream.normal(0, 5, 2)
        winner = int(points.argmax())
        seats += [(game, game, seat, "bot", round(points[seat]), float(seat == winner)) for seat in (0, 1)]
    names = pl.Enum([card.id for card in BOARD.cards])
    columns = ["game", "seat", "round", "card", "discarded"]
    tables = {
        "cards": pl.DataFrame(cards, columns, orient="row").with_columns(pl.col("card").cast(names)),
        "seats": pl.DataFrame(seats, ["game", "deal", "seat", "bot", "points", "win_share"], orient="row").with_columns(
            pl.col("bot").cast(pl.Enum(["bot"]))
        ),
    }
    facts = ExploreFacts(BOARD, ("bot",), 2, 1)
    differences = CardDifferences(facts)
    differences.add(ExploreBatch({name: frame.lazy() for name, frame in tables.items()}, facts))
    return differences.frame()


def test_differences_of_the_score_are_found(found: pl.DataFrame) -> None:
    worth = np.array([WORTH.get(number, 0.0) for number in range(len(BOARD.cards))])
    truth = worth - (worth.sum() - worth) / (len(worth) - 1)  # less that of the card discarded in its place
    holds = (found["score_low"].to_numpy() <= truth) & (truth <= found["score_high"].to_numpy())
    assert holds.mean() >= 0.85  # of 27, each with 95 %
    assert found["score"][0] == pytest.approx(WORTH[0], abs=1.5)
    assert found["score_q"][0] < 0.001


def test_the_first_player_gains_nothing_by_what_serves_all(found: pl.DataFrame) -> None:
    assert (found["win_q"].to_numpy() <= 0.05).sum() <= 1


def test_how_often_a_card_was_turned_up_and_kept(found: pl.DataFrame) -> None:
    assert found["n"].sum() == N_GAMES * N_ROUNDS * 3
    assert found["n_kept"].sum() == N_GAMES * N_ROUNDS * 2
