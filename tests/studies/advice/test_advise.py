"""`ttrsim advise` and `ttrsim.advise`: openings, decisions of games, saved positions; and what is said of bad input."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import start
from ttrsim import Position
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.studies.advice.advice import Limits
from ttrsim.studies.advice.trial import advise
from ttrsim.workers.executor import Threads

OFFER = "Brest-Petrograd,Madrid-Zurich,Kyiv-Sochi,Essen-Kyiv"
OPENING = ("advise", "europe", "--players", "3", "--seat", "1", "--offer", OFFER)
FEW = ("--rollouts", "3000", "--seconds", "120")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def advice_of(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    values: dict[str, Any] = json.loads(result.stdout)
    return values


# ---- openings ------------------------------------------------------------------------------------


def test_an_opening_ranks_every_set_that_may_be_kept(tmp_path: Path) -> None:
    """S3: of four tickets at least two are kept, which are eleven sets."""
    page = tmp_path / "advice.html"
    values = advice_of(*OPENING, *FEW, "--html", str(page))
    choices = values["choices"]
    assert len(choices) == 11
    assert (values["seat"], values["players"], values["policies"]) == (1, 3, ["planner"] * 3)
    in_race = [choice["win_share"]["value"] for choice in choices if not choice["ruled_out"]]
    assert in_race == sorted(in_race, reverse=True)
    assert sum(choice["chance_best"] for choice in choices) == pytest.approx(1)
    for choice in choices:
        share = choice["win_share"]
        assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    assert choices[0]["behind"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert "the hand (dealt at random for each game)" in values["imagined"]
    assert values["assumption"].startswith("These numbers assume that planner plays on in all seats")
    text = page.read_text()
    assert "planner plays on in all seats" in text
    assert choices[-1]["decision"] in text


def test_the_terminal_says_whose_play_it_is_about() -> None:
    result = run(
        *OPENING, *FEW, "--policy", "rusher", "--hand", "red,red,red,wild", "--market", "red,blue,blue,pink,white"
    )
    assert result.exit_code == 0
    assert "rusher plays on in all seats" in result.stdout
    assert "dealt at random" not in result.stdout


NEW_YORK = ("advise", "new-york", "--players", "2", "--rollouts", "40", "--offer")


@pytest.mark.parametrize(
    "offer", ["chelsea - WALL STREET, Midtown West–Central Park", "Wall Street-Chelsea (6),Central Párk-Midtown West"]
)
def test_tickets_and_cards_as_people_write_them(offer: str) -> None:
    """Either city first, any case, accents and dashes, and the printed points may follow."""
    cards = ("--hand", "Purple,WILD", "--market", "red,Red,blue,blue,locomotive")
    values = advice_of(*NEW_YORK, offer, *cards)
    plainly = advice_of(
        *NEW_YORK,
        "Chelsea-Wall Street,Central Park-Midtown West",
        "--hand",
        "pink,wild",
        "--market",
        "red,red,blue,blue,wild",
    )
    assert values["choices"] == plainly["choices"]


def test_a_bot_of_the_user_plays_on(tmp_path: Path) -> None:
    """It sits in all seats; a bot that breaks the rules ends the advice in one message."""
    mine, offer = tmp_path / "mine.py", "Chelsea-Wall Street,Central Park-Midtown West"
    mine.write_text(
        "from ttrsim import botkit as kit\nfrom ttrsim.botkit import bot\n\n\n"
        '@bot()\ndef first(board, public, own):\n    """Takes what comes first."""\n'
        "    return kit.legal_decisions(board, public, own)[0]\n\n\n"
        '@bot()\ndef cheat(board, public, own):\n    """Never legal."""\n    return -1\n'
    )
    values = advice_of(*NEW_YORK, offer, "--policy", f"{mine}:first")
    assert values["policies"] == [f"{mine}:first"] * 2
    assert values["rollouts"] <= 40
    result = run(*NEW_YORK, offer, "--policy", f"{mine}:cheat")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cheat) made an illegal decision" in result.stderr


def test_the_same_seed_gives_the_same_advice_on_any_threads() -> None:
    opening = ttrsim.opening("new-york", 2, 0, ["Chelsea-Wall Street", "Central Park-Midtown West"])
    one, two = (ttrsim.advise(opening, rollouts=2000, seconds=120, threads=threads) for threads in (1, 2))
    assert [choice.as_dict() for choice in one.choices] == [choice.as_dict() for choice in two.choices]


def test_cards_that_are_not_given_differ_from_world_to_world_and_never_exceed_the_deck() -> None:
    opening = ttrsim.opening("europe", 5, 4, OFFER.split(","), hand=["wild"] * 4)
    board, markets = opening.position.board, set()
    deck = [12] * 8 + [14]
    for world in range(300):
        state = opening.state_of(world)[0]
        public, own = state["public"], state["seats"][4]
        assert own["hand"].tolist() == [0] * 8 + [4]
        market = public["market"][: board.parameters.market].tolist()
        assert market.count(8) < 3
        out = np.bincount(market, minlength=9) + own["hand"] + public["discards"]
        assert (out <= deck).all()
        assert public["pile_size"] == sum(deck) - 20 - 5 - public["n_discards"]
        markets.add(tuple(market))
    assert len(markets) > 250


BAD_OPENINGS = [
    (
        ("--offer", OFFER.replace("Madrid-Zurich", "Zurick-Madrid")),
        "--offer: unknown ticket 'Zurick-Madrid' — did you mean 'Madrid-Zurich'?",
    ),
    (("--offer", f"{OFFER},Berlin-Roma"), "--offer: should name the 4 tickets that a seat is offered on europe, not 5"),
    (("--offer", OFFER.replace("Kyiv-Sochi", "Madrid-Zurich")), "--offer: Madrid-Zurich is named 2 times"),
    (
        ("--offer", OFFER.replace("Brest-Petrograd", "Berlin-Roma")),
        "this cannot arise: each seat is dealt 1 of the long tickets, not 0 (long tickets: Brest-Petrograd,",
    ),
    (("--hand", "red,red,red"), "--hand: should be 4 cards, not 3"),
    (("--hand", "red,red,red,gren"), "--hand: unknown card 'gren' — did you mean 'green'?"),
    (("--market", "wild,wild,wild,red,red"), "--market: this cannot arise: a market with 3 wilds is replaced at once"),
    (("--hand", "red,red,red,teal"), "--hand: unknown card 'teal'; cards are red, blue,"),
    (("--rollouts", "21"), "rollouts should be 22 or more here, 2 for each of the 11 choices, not 21"),
    (("--turn", "4"), "--turn cannot be combined with --offer"),
    (("--record", "game.jsonl"), "--offer and --record cannot be combined"),
    (("--bots", "planner,planner,planner"), "--offer and --bots cannot be combined"),
    (("--html", "no-such-folder/advice.html"), "cannot write 'no-such-folder/advice.html': No such file"),
    (("--html", "."), "cannot write '.': Is a directory"),
    (("--seat", "3"), "--seat: should be from 0 to 2, not 3"),
    (("--players", "6"), "europe is for 2 to 5 players, not 6"),
    (("--policy", "planer"), "planer"),
    (("--confidence", "1.5"), "the confidence should be between 0.5 and 1"),
]


@pytest.mark.parametrize(("more", "message"), BAD_OPENINGS)
def test_bad_openings_end_in_one_message(more: tuple[str, str], message: str) -> None:
    result = run(*OPENING, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("error: ") == 1


# ---- decisions of games --------------------------------------------------------------------------


def test_a_decision_of_a_game_that_people_played(people: Path) -> None:
    values = advice_of("advise", "--record", str(people), "--turn", "120", *FEW)
    assert (values["turn"], values["seat"], values["question"]) == (120, 3, "choose_action")
    assert values["played"] in [choice["decision"] for choice in values["choices"]]
    assert any("market" in text for text in values["imagined"])
    assert "market: what nobody knows" in values["look"]
    draws = [choice["decision"] for choice in values["choices"] if "draw " in choice["decision"]]
    assert not any(" slot " in draw for draw in draws), "no card is named that was imagined"


def test_a_decision_of_a_game_that_is_played_again() -> None:
    game = ("advise", "new-york", "--bots", "planner,greedy", "--seed", "3", "--game", "2", *FEW)
    first, second = (advice_of(*game, "--turn", "0", "--seat", seat) for seat in ("0", "1"))
    assert (first["seat"], second["seat"]) == (0, 1)
    assert first["question"] == "keep_tickets"


def test_explore_new_york_is_advised_by_the_same_code() -> None:
    values = advice_of("advise", "explore-new-york", "--bots", "greedy,greedy", "--turn", "2", *FEW)
    assert values["policies"] == ["greedy", "greedy"]
    assert len(values["choices"]) > 1
    assert "stand-in" in values["notice"]


BAD_GAMES = [
    (("--turn", "9999"), "nothing is decided in turn 9999; the game has turns 0 to 132"),
    (("--turn", "5", "--seat", "9"), "seat 9 decides nothing in turn 5; --seat should be 0"),
    (("--turn", "5", "--decision", "9"), "turn 5 has 2 decisions, so --decision 9 does not exist"),
    (("--turn", "5", "--hand", "red,red,red,red"), "--hand can only be used with --offer"),
    ((), "--turn says which turn"),
    (("--turn", "3", "--game", "7"), "no game 7"),
]


@pytest.mark.parametrize(("more", "message"), BAD_GAMES)
def test_bad_choices_of_a_decision(more: tuple[str, ...], message: str, people: Path) -> None:
    result = run("advise", "--record", str(people), *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_record_that_is_cut_off(people: Path, tmp_path: Path) -> None:
    lines = people.read_text().splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    for kept, message in ((200, "ends before the game does"), (0, "the record is empty")):
        path.write_text("".join(lines[:kept]))
        result = run("advise", "--record", str(path), "--turn", "5")
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


# ---- saved positions -----------------------------------------------------------------------------


def test_a_saved_position(tmp_path: Path) -> None:
    position = Position.start("new-york", 2, seed=4)
    for _ in range(6):
        position.apply(position.ask("planner"))
    path = tmp_path / "position.json"
    position.save(path)
    values = advice_of("advise", str(path), *FEW)
    assert (values["turn"], values["seat"]) == (position.turn, position.asked)
    advice = ttrsim.advise(path, rollouts=3000, seconds=120)
    assert [choice.as_dict() for choice in advice.choices] == values["choices"]
    assert "<table>" in advice._repr_html_()


def test_a_position_that_cannot_arise(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    Position.start("new-york", 2, seed=4).save(path)
    values = json.loads(path.read_text())
    values["seats"][0]["hand"] = {"red": 40}
    path.write_text(json.dumps(values))
    result = run("advise", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "position.json" in result.stderr


def test_a_finished_game_and_a_board_alone() -> None:
    position = Position.start("new-york", 2, seed=4)
    while not position.is_over:
        position.apply(position.ask("random"))
    with pytest.raises(UserError, match="the game is over"):
        ttrsim.advise(position)
    result = run("advise", "europe")
    assert result.exit_code == 2
    assert "'europe' is a board: add --offer" in result.stderr


# ---- stopping ------------------------------------------------------------------------------------


def test_it_stops_when_it_is_sure_and_says_so() -> None:
    """Keeping tickets that cannot be connected is clearly worse, so few rollouts are enough."""
    values = advice_of(*OPENING, "--seconds", "120", "--tolerance", "0.2")
    assert values["ending"] == "sure"
    assert values["rollouts"] < 20_000


def test_it_says_so_if_the_best_is_clear_but_its_win_share_is_not_known_well_enough() -> None:
    opening = ttrsim.opening("new-york", 2, 0, ["Lower East Side-Wall Street", "Central Park-Midtown West"])
    advice = ttrsim.advise(opening, rollouts=3000, seconds=120, tolerance=0.2, precision=0.0005)
    assert (advice.is_sure, advice.ending) == (True, "rollouts")
    assert advice.verdict.startswith("95% sure: ")
    assert advice.verdict.endswith("not 0.05 percentage points (all rollouts are used).")


class Waiting(Threads):
    """Takes a second before its first games, as if it had to compile."""

    def map(self, *arguments: Any, **options: Any) -> Any:
        if not hasattr(self, "is_compiled"):
            self.is_compiled = True
            time.sleep(1.0)
        return super().map(*arguments, **options)


def test_compiling_does_not_use_up_the_time() -> None:
    position = Position.start("new-york", 2, seed=4)
    advice = advise(position, "random", Limits(seconds=0.9, rollouts=600, tolerance=0), executor=Waiting())
    assert advice.ending == "rollouts"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_an_interrupt_prints_what_is_known() -> None:
    import pty  # not on Windows

    terminal, theirs = pty.openpty()
    process = start(*OPENING, "--seconds", "1000", "--tolerance", "0", "--precision", "0.0005", stderr=theirs)
    os.close(theirs)
    status = b""
    while b"choices left" not in status:
        status += os.read(terminal, 1000)  # fails when the command ends
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    os.close(terminal)
    assert process.returncode == 130
    assert "Not sure (interrupted)" in out
    assert "keep Brest-Petrograd" in out
