"""`ttrsim.Position` plays as compiled games do, and shows a seat what it may see and nothing else."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest

from tests.play.helpers import COMBINATIONS, bots_of, logged, play_on
from ttrsim import Position
from ttrsim.errors import RunError, UserError
from ttrsim.games.registry import GAMES, boards_of, load_board
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.stepper import Stepper
from ttrsim.studies.botcheck.positions import Examiner


@pytest.fixture
def opening() -> Position:
    return Position.start("europe", 3, seed=5)


@pytest.fixture
def middle() -> Position:
    return play_on(Position.start("europe", 3, seed=5), ["planner", "random", "greedy"], 60)


# ---- playing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_bots_asked_one_by_one_play_the_game_that_compiled_code_plays(name: str, n_players: int) -> None:
    board = load_board(name)
    bots = bots_of(board, n_players)
    position = play_on(Position.start(board, n_players, seed=3, deal=1), bots)
    result = logged(board, bots, seed=3, game=1).result
    score = position.score()
    assert score.is_final
    assert score.totals == tuple(result["seats"]["total"][:n_players].tolist())
    assert score.winners == tuple(np.flatnonzero(result["seats"]["wins"]).tolist())
    assert position.turn == result["turns"]


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_every_legal_decision_can_be_applied_and_reads_differently(name: str, n_players: int) -> None:
    position = Position.start(name, n_players)
    questions = set()
    bots = bots_of(position.board, n_players)
    while not position.is_over:
        legal = position.legal()
        assert len({str(decision) for decision in legal}) == len(legal)
        assert position.ask(bots[position.asked or 0]) in legal
        if position.question not in questions:
            questions.add(position.question)
            for decision in legal:
                position.copy().apply(decision)
        play_on(position, bots, 1)
    assert position.legal() == []
    assert questions < set(position.board.questions.values())


def test_the_first_position_is_that_of_the_deal() -> None:
    one, same, other = (Position.start("usa", 2, seed=7, deal=deal) for deal in (4, 4, 5))
    assert one == same
    assert one != other
    assert one != "a position"


def test_house_rules_hold() -> None:
    position = Position.start("usa", 2, house_rules={"trains": 20})
    assert [player["trains"] for player in position.view(0)["public"]["seats"]] == [20, 20]
    with pytest.raises(UserError, match="did you mean 'trains'"):
        Position.start("usa", 2, house_rules={"train": 20})


def test_too_many_players() -> None:
    with pytest.raises(UserError, match="usa is for 2 to 5 players, not 6"):
        Position.start("usa", 6)


def test_a_copy_goes_its_own_way(middle: Position) -> None:
    before, branch = copy.copy(middle), middle.copy()
    branch.apply(branch.legal()[0])
    assert branch != middle
    assert middle == before


def test_what_is_not_legal_is_refused(opening: Position) -> None:
    for number in (-1, 0, 17, 2**40, 2**70):
        with pytest.raises(UserError, match="not legal"):
            opening.apply(number)
    over = play_on(opening, ["random"] * 3)
    for refused in (lambda: over.apply(1), lambda: over.ask("random")):
        with pytest.raises(UserError, match="the game is over, so no decision is open"):
            refused()


# ---- bots ----------------------------------------------------------------------------------------


def test_asking_changes_nothing(middle: Position) -> None:
    before = middle.copy()
    answers = [middle.ask(bot) for bot in ("random", "planner", "random", "planner(block=1)", "planner")]
    assert middle == before
    assert answers[0] == answers[2]
    assert answers[1] == answers[4]


def test_a_bot_keeps_its_notes_and_no_other_gets_them() -> None:
    position = play_on(Position.start("usa", 2), ["planner", "planner"], 30)
    seat = position.asked or 0
    assert position._states[0]["seats"][seat]["memory"].any()
    assert position.ask("planner").notes.own["memory"][0] != 0  # type: ignore[union-attr]
    position.apply(position.ask("greedy"))  # which takes none
    assert not position._states[0]["seats"][seat]["memory"].any()


def test_a_bot_that_decides_what_is_not_legal() -> None:
    position = Position.start("usa", 2)
    bot = load_bot("random", position.board.game)
    silent = type(bot)("silent", type(bot.compiled)("trains", lambda board, public, own: 0, ""))
    with pytest.raises(RunError, match="the bot silent made an illegal decision: the number 0"):
        position.ask(silent)


def test_bots_of_another_game_are_refused() -> None:
    with pytest.raises(UserError, match="unknown bot 'planner'"):
        Position.start("explore-new-york", 2).ask("planner")


# ---- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["europe", "usa", "new-york", "nordic", "explore-new-york"])
def test_a_view_stays_the_same_when_all_that_is_hidden_is_dealt_anew(name: str) -> None:
    board = load_board(name)
    game = board.game
    n_players = board.parameters.max_players
    bot = load_bot("random", game)
    states = Examiner(board, board.record(), [bot, bot]).positions([(0,) * n_players], 1, 17, 400)
    dealt, streams = np.zeros_like(states), np.zeros(1, STREAM)
    compile_steps(game.kernel).deal_anew(board.record(), states, dealt, streams, np.zeros(1, game.kernel.belief))
    changed = 0
    for before, after in zip(states, dealt, strict=True):
        seat = int(before["public"]["asked"])
        views = [board.view(state["public"], state["seats"][seat]) for state in (before, after)]
        assert views[0] == views[1]
        changed += board.state_as_dict(before)["hidden"]["pile"] != (board.state_as_dict(after)["hidden"]["pile"])
    assert changed > 300


def test_a_view_names_no_card_and_no_ticket_of_others(middle: Position) -> None:
    states = middle._states[0]
    for seat in range(3):
        view = middle.view(seat)
        assert view["seat"] == seat
        assert sum(view["own"]["hand"].values()) == view["public"]["seats"][seat]["cards"]
        assert len(view["own"]["tickets"]) == view["public"]["seats"][seat]["tickets"]
        text = json.dumps(view)
        for other in {0, 1, 2} - {seat}:
            own = middle.board.state_as_dict(states)["seats"][other]
            assert own["tickets"]
            assert not any(ticket in text for ticket in own["tickets"] if ticket not in _routes(middle.board))
    with pytest.raises(UserError, match="no seat 3; seats are 0 to 2"):
        middle.view(3)


def _routes(board: Any) -> set[str]:
    return {route.id for route in board.routes}


# ---- words and points ----------------------------------------------------------------------------


def test_the_score_before_the_end_is_that_of_an_end_now(middle: Position) -> None:
    score = middle.score()
    assert not score.is_final
    assert score.winners == ()
    points = [player["route_points"] for player in middle.view(0)["public"]["seats"]]
    assert [seat["routes"] for seat in score.seats] == points
    assert all(seat["total"] == total for seat, total in zip(score.seats, score.totals, strict=True))


def test_a_position_reads_well(opening: Position) -> None:
    assert repr(opening) == "<Position europe, 3 players, set-up: seat 0 chooses tickets>"
    assert str(opening).splitlines()[0] == "Ticket to Ride: Europe, 3 players, set-up: seat 0 chooses tickets"
    assert "seat 0 holds" in str(opening)
    over = play_on(opening, ["random"] * 3)
    assert repr(over).startswith("<Position europe, 3 players, the end after turn ")
    explore = Position.start("explore-new-york", 2)
    assert repr(explore) == "<Position explore-new-york, 2 players, round 1 of 8, turn 1: seat 0 discards a card>"
    assert explore.board.notice in str(explore)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_all_questions_have_names(game: Any) -> None:
    board = load_board(boards_of(game)[0])
    assert set(board.questions.values()) >= {"game_over"}
    stepper = Stepper(board)
    states = stepper.new_states()
    stepper.set_up(states, 2, 1, 0)
    assert int(states[0]["public"]["question"]) in board.questions
