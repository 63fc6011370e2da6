"""Saved positions hold everything, and a file that is no sound position is refused in one message."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.play.helpers import COMBINATIONS, bots_of, play_on
from ttrsim import Position
from ttrsim.errors import UserError
from ttrsim.games.registry import board_folder, load_board

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_every_position_of_a_game_comes_back_as_it_was(name: str, n_players: int, tmp_path: Path) -> None:
    position = Position.start(name, n_players, seed=8)
    bots = bots_of(position.board, n_players)
    step = 0
    while not position.is_over:
        if step % 7 == 0:
            position.save(tmp_path / "p.json")
            loaded = Position.load(tmp_path / "p.json")
            assert loaded == position
            assert loaded.legal() == position.legal()
        play_on(position, bots, 1)
        step += 1
    position.save(tmp_path / "end.json")
    assert Position.load(tmp_path / "end.json").score() == position.score()
    assert play_on(loaded, bots).score() == position.score()  # with the notes, the piles and the random numbers


def test_house_rules_are_saved(tmp_path: Path) -> None:
    position = Position.start("new-york", 2, house_rules={"trains": 9, "route_points": {1: 1, 2: 3, 3: 5, 4: 9}})
    position.save(tmp_path / "p.json")
    assert Position.load(tmp_path / "p.json") == position


def test_a_board_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(str(board_folder("new-york")), "mine")
    Position.start("./mine", 2).save("p.json")
    assert Position.load("p.json").board.name == "./mine"
    Path("mine").rename("moved")
    with pytest.raises(UserError, match=r"p\.json: no board folder '\./mine'"):
        Position.load("p.json")
    assert Position.load("p.json", board="./moved").turn == 0
    tickets = Path("moved/tickets.csv")
    tickets.write_text(tickets.read_text().replace(",8", ",9"))
    with pytest.raises(UserError, match="is not the board that this position was saved with"):
        Position.load("p.json", board="./moved")


# ---- files that are no sound positions -----------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "p.json"
    play_on(Position.start("europe", 3, seed=5), ["planner@default", "random", "greedy"], 60).save(path)
    return path


@pytest.fixture(scope="module")
def saved_explore(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "e.json"
    play_on(Position.start("explore-new-york", 2, seed=5), ["greedy", "random"], 31).save(path)
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[1]", "is not a ttrsim position"),
        (b'{"format": "ttrsim baseline"}', "is not a ttrsim position"),
        (b'{"format": "ttrsim position", "version": 2}', "has version 2; this ttrsim reads version 1"),
        (b'{"format": "ttrsim position", "version": 1}', "board: is missing"),
    ],
)
def test_foreign_files(text: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(text)
    with pytest.raises(UserError, match=message) as error:
        Position.load(path)
    assert str(error.value).startswith(str(path))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read"):
        Position.load(tmp_path / "none.json")
    with pytest.raises(UserError, match="cannot write"):
        Position.start("usa", 2).save(tmp_path / "no folder" / "p.json")


def more_cards(values: dict[str, Any]) -> None:
    values["seats"][0]["hand"]["red"] = values["seats"][0]["hand"].get("red", 0) + 1
    values["public"]["seats"][0]["cards"] += 1


CHANGES: dict[str, Change] = {
    "public.turn: should be a valid integer": lambda v: v["public"].update(turn="1"),
    "public.market: is missing": lambda v: v["public"].pop("market"),
    "public.colour: unknown key": lambda v: v["public"].update(colour=1),
    "there is no card 'rde' — did you mean 'red'": lambda v: v["public"]["market"].__setitem__(0, "rde"),
    "there is no route 'Paris'": lambda v: v["public"]["seats"][0]["routes"].append("Paris"),
    "is claimed twice": lambda v: v["public"]["seats"][1]["routes"].extend(v["public"]["seats"][0]["routes"][:1]),
    "public.asked: is 2, but the rest of the position makes it": lambda v: v["public"].update(asked=2),
    "public.seats.0.trains: is 1, but": lambda v: v["public"]["seats"][0].update(trains=1),
    "cannot arise: cards of a kind are not conserved": more_cards,
    "a ticket is in two places": lambda v: v["hidden"]["ticket_pile"].__setitem__(0, v["hidden"]["ticket_pile"][1]),
    "tunnel and question disagree": lambda v: v["public"].update(question="pay_tunnel"),
    "has an offer, but is not choosing tickets": lambda v: v["seats"][0]["offer"].append(
        v["hidden"]["ticket_pile"].pop()
    ),
    "in turn 0 the question must be keep_tickets": lambda v: v["public"].update(turn=0),
    "bots: should have an entry for each of 3 seats": lambda v: v["bots"].pop(),
    "bots.0.notes: should be 32 numbers": lambda v: v["bots"][0].update(notes=[1]),
}


@pytest.mark.parametrize("message", CHANGES)
def test_changed_files(message: str, saved: Path, tmp_path: Path) -> None:
    values = json.loads(saved.read_text())
    CHANGES[message](values)
    path = tmp_path / "p.json"
    path.write_text(json.dumps(values))
    with pytest.raises(UserError) as error:
        Position.load(path)
    assert message in str(error.value)
    assert all(line.startswith(str(path)) for line in str(error.value).splitlines())


def test_an_edit_that_fits_is_a_position(saved: Path, tmp_path: Path) -> None:
    """A card of the hand changes places with one of the pile."""
    values = json.loads(saved.read_text())
    hand, pile = values["seats"][1]["hand"], values["hidden"]["pile"]
    given = next(card for card in hand if values["public"]["seats"][1]["known"].get(card, 0) < hand[card])
    taken = next(card for card in pile if card != given)
    for cards, less, more in ((hand, given, taken), (pile, taken, given)):
        cards[less] -= 1
        cards[more] = cards.get(more, 0) + 1
        if not cards[less]:
            del cards[less]
    path = tmp_path / "p.json"
    path.write_text(json.dumps(values))
    position = Position.load(path)
    assert position.view(1)["own"]["hand"][taken] == hand[taken]
    play_on(position, ["planner", "random", "greedy"])


@pytest.mark.parametrize("file", ["saved", "saved_explore"])
def test_damage_is_noticed_or_does_no_harm(file: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Values exchanged, dropped or replaced at random: a UserError, or a position that can be played."""
    text = request.getfixturevalue(file).read_text()
    rng, path = random.Random(4), tmp_path / "p.json"
    refused = 0
    for _ in range(400):
        values = json.loads(text)
        for _ in range(rng.choice((1, 1, 2))):
            damage(values, rng)
        path.write_text(json.dumps(values))
        try:
            position = Position.load(path)
        except UserError:
            refused += 1
        else:
            play_on(position, ["random"] * position.players, 200)
    assert refused > 300


def damage(values: Any, rng: random.Random) -> None:
    """Somewhere in the values."""
    node = values[rng.choice(("public", "seats", "hidden", "bots", "board", "public", "public"))]
    while isinstance(node, dict | list) and node:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = rng.choice(list(keys))
        if not isinstance(node[key], dict | list) or not node[key] or rng.random() < 0.1:
            spoil(node, key, rng)
            return
        node = node[key]


def spoil(node: Any, key: Any, rng: random.Random) -> None:
    kind = rng.randrange(6)
    if kind == 0:
        del node[key]
    elif kind == 1 and isinstance(node, list):
        node.append(node[key])
    elif kind == 2 and isinstance(node[key], int):
        node[key] += rng.choice((-1, 1, 64, 10**6, -(10**9)))
    elif kind == 3:
        node[key] = rng.choice((None, True, "", "red", "wild", -1, 255, [], {}, "game_over", "draw", 1.5))
    elif kind == 4 and isinstance(node, list):
        rng.shuffle(node)
    else:
        node[key] = rng.choice(list(node.values()) if isinstance(node, dict) else node)


def test_boards_that_are_equal_have_equal_digests() -> None:
    from ttrsim.play.position_files import _digest

    assert _digest(load_board("usa")) == _digest(load_board(str(board_folder("usa"))))
    assert _digest(load_board("usa")) != _digest(load_board("europe"))
