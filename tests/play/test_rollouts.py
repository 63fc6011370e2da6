"""Decisions played out: the same worlds for all, whoever plays on, and nothing seen that is hidden."""

import numpy as np
import pytest

from ttrsim import Position
from ttrsim.errors import RunError, UserError
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.play.rollouts import Rollouts
from ttrsim.workers.executor import Threads


def in_the_middle(board: str, players: int, n_decisions: int, bot: str = "greedy") -> Position:
    position = Position.start(board, players, seed=3)
    for _ in range(n_decisions):
        position.apply(position.ask(bot))
    return position


@pytest.fixture(scope="module")
def middle() -> Position:
    return in_the_middle("europe", 3, 40)


def test_outcomes_depend_on_the_seed_and_the_world_alone(middle: Position) -> None:
    one, two = (Rollouts(middle, "path", seed=5, executor=Threads(n)) for n in (1, 2))
    some = one.candidates[:3]
    outcomes, again = one.play(some, range(150)), two.play(some, range(150))
    assert (outcomes.shares == again.shares).all()
    assert (outcomes.points == again.points).all()
    part = two.play(some[1:2], range(70, 90))
    assert (part.points[:, 0] == outcomes.points[70:90, 1]).all()
    other = Rollouts(middle, "path", seed=6).play(some, range(150))
    assert (other.points != outcomes.points).any()


def test_outcomes_add_up(middle: Position) -> None:
    outcomes = Rollouts(middle, "path", seed=5).play(middle.candidates()[:2], range(40))
    assert outcomes.shares.shape == (40, 2, 3)
    assert np.allclose(outcomes.shares.sum(axis=2), 1.0)
    assert outcomes.seat == middle.asked
    alone = outcomes.wins == 1.0
    assert (outcomes.margins[alone] >= 0).all()
    assert (outcomes.margins[outcomes.wins == 0.0] <= 0).all()


def test_nothing_hidden_is_seen(middle: Position) -> None:
    """Worlds imagined from what the seat sees are the same when everything hidden is dealt anew."""
    boards, states = middle.board.record(), middle.state()
    dealt = np.zeros_like(states)
    compile_steps(middle.game.kernel).deal_anew(
        boards, states, dealt, np.zeros(1, STREAM), np.zeros(1, middle.game.kernel.belief)
    )
    other = Position(middle._stepper, dealt, [None] * 3)
    assert other != middle
    some = middle.candidates()[:2]
    seen = [Rollouts(position, "path", seed=5).play(some, range(30)) for position in (middle, other)]
    assert (seen[0].points == seen[1].points).all()
    known = [Rollouts(position, "path", seed=5, knowing="all").play(some, range(30)) for position in (middle, other)]
    assert (known[0].points != known[1].points).any()


def test_a_decision_is_carried_out_before_the_policy_plays_on() -> None:
    """What the policy would decide itself, forced, leads to the very games that it plays; anything else does not."""
    position = Position.start("usa", 2, seed=4)
    rollouts = Rollouts(position, "path", seed=1)
    chosen = position.ask("path").number
    other = next(decision for decision in rollouts.candidates if decision.number != chosen)
    forced = rollouts.play([chosen, other], range(60)).points
    free = rollouts.play(None, range(60)).points
    assert (forced[:, 0] == free[:, 0]).all()
    assert (forced[:, 1] != free[:, 0]).any(axis=1).mean() > 0.8


def test_choices_of_the_set_up_are_made_by_the_policy_where_nobody_has_seen_them() -> None:
    """S3: what seat 0 has chosen unseen does not matter to what seat 1 imagines."""
    outcomes = []
    for number in (0, 1):
        position = Position.start("usa", 2, seed=4)
        position.apply(position.legal()[number])
        outcomes.append(Rollouts(position, "path", seed=1).play(position.candidates()[:2], range(20)).points)
    assert (outcomes[0] == outcomes[1]).all()


def test_each_seat_can_have_its_own_policy() -> None:
    position = in_the_middle("new-york", 2, 4)
    strong = Rollouts(position, ["path", "random"], seed=1).play(None, range(100))
    weak = Rollouts(position, ["random", "path"], seed=1).play(None, range(100))
    assert strong.shares[:, 0, 0].mean() > 0.8
    assert weak.shares[:, 0, 0].mean() < 0.2


def test_explore_new_york() -> None:
    position = in_the_middle("explore-new-york", 2, 9)
    rollouts = Rollouts(position, "greedy", seed=1)
    outcomes = rollouts.play(rollouts.candidates, range(8))
    assert outcomes.points.min() >= 0
    assert len(np.unique(outcomes.points)) > 1


# ---- candidates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["europe", "usa", "new-york", "nordic", "explore-new-york"])
def test_candidates_are_legal_and_distinct(board: str) -> None:
    position = Position.start(board, 2, seed=8)
    fewer = 0
    while not position.is_over:
        legal, candidates = [{d.number for d in some} for some in (position.legal(), position.candidates())]
        assert candidates <= legal
        assert candidates
        fewer += len(candidates) < len(legal)
        position.apply(position.ask("greedy"))
    assert fewer > 0 or board == "explore-new-york"
    assert position.candidates() == []


def test_of_equal_cards_and_equal_routes_one_is_a_candidate() -> None:
    position = Position.start("usa", 2, seed=3)
    compared = 0
    while not position.is_over:
        if position.question == "choose_action":
            texts = [decision.text for decision in position.candidates()]
            market = set(position.view(position.asked or 0)["public"]["market"]) - {None}
            assert sum(text.startswith("draw ") and "slot" in text for text in texts) == len(market)
            compared += len(market) < 5
            halves = {text.partition("-Houston-")[2][:1] for text in texts if "Dallas-Houston-" in text}
            assert halves <= {"1"}  # both are gray and cost the same
        position.apply(position.ask("greedy"))
    assert compared > 10


# ---- bad input -----------------------------------------------------------------------------------


def test_bad_input(middle: Position) -> None:
    with pytest.raises(UserError, match="give one policy, or 3, not 2"):
        Rollouts(middle, ["path", "path"])
    with pytest.raises(UserError, match="unknown bot 'pth'"):
        Rollouts(middle, "pth")
    with pytest.raises(RunError, match=r"seat . \(path\) made an illegal decision"):
        Rollouts(middle, "path").play([0], range(1))
    over = Position.start("new-york", 2)
    while not over.is_over:
        over.apply(over.ask("greedy"))
    with pytest.raises(UserError, match="the game is over"):
        Rollouts(over)
