"""Positions as a player writes them: what he sees comes back, and what cannot be is refused with the numbers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim import Position
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board

pytestmark = pytest.mark.slow

BOARDS = ("europe", "usa", "nordic", "switzerland", "new-york")


def position_of(board: str, players: int, seed: int, turns: int) -> Position:
    position = Position.start(board, players, seed=seed)
    while not position.is_over and position.turn < turns:
        position.apply(position.ask("greedy"))
    return position


def as_text(position: Position, chance: random.Random) -> str:
    """What the asked seat sees, in some order, and cities either way."""
    seat = position.asked or 0
    view = position.view(seat)
    routes = {route.id: route for route in position.board.routes}

    def cards(counts: dict[str, int]) -> str:
        return ", ".join(f"{n} {card}" for card, n in counts.items()) or "none"

    def route(name: str) -> str:
        ends = [routes[name].a, routes[name].b]
        chance.shuffle(ends)
        return f"{ends[0]} - {ends[1]}" + (f" ({routes[name].colour})" if routes[name].double else "")

    public, own = view["public"], view["own"]
    lines = [
        f"Players: {position.players}",
        f"ME: {seat}   # that is me",
        f"hand: {cards(own['hand'])}",
        f"tickets: {', '.join(own['tickets'])}",
        f"market: {', '.join(public['market'])}",
        f"pile: {public['pile']}",
        f"turn: {position.turn}",
    ]
    if position.question == "second_card":
        lines.append("question: second card")
    if own["offer"]:
        lines.append(f"offer: {', '.join(own['offer'])}")
    for number, player in enumerate(public["seats"]):
        items = [f"{player['cards']} cards", f"{player['tickets']} tickets", *map(route, player["routes"])]
        items += [f"station {city}" for city in player["stations"]]
        items += [f"known {n} {card}" for card, n in player["known"].items()]
        chance.shuffle(items)
        lines.append(f"seat {number}: {', '.join(items)}")
    chance.shuffle(lines)
    return "\n".join([f"board: {position.board.name}", *lines]) + "\n"


def loaded(text: str, folder: Path) -> Position:
    path = folder / "position.txt"
    path.write_text(text, encoding="utf-8")
    return Position.load(path)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turns", [1, 25, 60])
def test_what_is_seen_comes_back(board: str, turns: int, tmp_path: Path) -> None:
    chance = random.Random(turns)
    position = position_of(board, 2 if board == "new-york" else 3, turns, turns)
    if position.is_over:
        pytest.skip("the game is over by then")
    again = loaded(as_text(position, chance), tmp_path)
    before, after = (each.view(position.asked or 0) for each in (position, again))
    for key in ("hand", "tickets", "offer"):
        assert sorted(before["own"][key]) == sorted(after["own"][key])
    for key in ("turn", "question", "asked", "last_turns", "market", "pile"):
        assert before["public"][key] == after["public"][key]
    for seat, other in zip(before["public"]["seats"], after["public"]["seats"], strict=True):
        hidden = {"setup_tickets"}
        assert {k: v for k, v in seat.items() if k not in hidden} == {k: v for k, v in other.items() if k not in hidden}


def test_a_position_of_europe_needs_few_lines_and_is_advised(tmp_path: Path) -> None:
    runner, path = CliRunner(), tmp_path / "mine.txt"
    assert runner.invoke(app, ["position", "new", "europe", "--players", "3", "-o", str(path)]).exit_code == 0
    assert len(path.read_text().splitlines()) <= 40
    result = runner.invoke(app, ["advise", str(path), "--rollouts", "200"])
    assert result.exit_code == 0, result.output
    assert "seat 0 chooses an action" in result.stdout
    assert "everything that the position does not say" in result.stdout


TEMPLATE = """board: europe
players: 3
me: 1
hand: 2 red, 1 wild
tickets: London - Wien, Berlin - Moskva
market: red, red, blue, pink, wild
seat 0: 4 cards, 2 tickets, Paris - Dieppe
seat 1: Wien - Budapest red
seat 2: 5 cards, 2 tickets
"""

FAULTS: list[tuple[str, str, str]] = [
    ("2 red, 1 wild", "12 red, 1 wild", "red: 12 in my hand, 2 face up make 14, but the deck has 12"),
    ("2 red, 1 wild", "2 rde", "unknown card 'rde' — did you mean 'red'?"),
    ("Paris - Dieppe", "Paris - Diepe", "seat 0: 'Paris - Diepe' is no route"),
    ("Paris - Dieppe", "Paris - Wien", "there is no route 'Paris - Wien' on europe"),
    ("Paris - Dieppe", "Wien - Budapest white", "with 3 players only one half"),
    (
        "Paris - Dieppe",
        "Paris - Dieppe, 40 trains",
        "seat 0 has 40 trains here, but its routes and stations make it 44",
    ),
    ("5 cards, 2 tickets", "5 cards", "how many tickets seat 2 holds is missing"),
    ("5 cards", "110 cards", "cards in hands and 5 face up, but the deck has 110"),
    ("London - Wien", "Lodnon - Wien", "no ticket 'Lodnon - Wien' on europe — did you mean"),
    ("me: 1", "me: 3", "me should be a number from 0 to 2"),
    ("blue, pink, wild", "wild, wild, wild", "a market with 3 wilds is replaced at once"),
    ("players: 3", "players: 9", "players should be a number from 2 to 5"),
    ("me: 1", "me: 1\nturn: 2\npile: 200", "turn 2 is"),
    ("board: europe", "bord: europe", "board: is missing"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_what_cannot_be_is_refused_with_the_numbers(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert loaded(TEMPLATE, tmp_path).turn > 0
    with pytest.raises(UserError) as refused:
        loaded(TEMPLATE.replace(old, new), tmp_path)
    assert message in str(refused.value)


def test_every_fault_is_said_at_once(tmp_path: Path) -> None:
    text = TEMPLATE
    for old, new, _ in FAULTS[1:3] + FAULTS[6:9]:
        text = text.replace(old, new)
    with pytest.raises(UserError) as refused:
        loaded(text, tmp_path)
    for *_, message in FAULTS[1:3] + FAULTS[6:9]:
        if "110" not in message:
            assert message in str(refused.value)


def spoilt(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(chance.choice([1, 1, 2, 4])):
        place = chance.randrange(len(lines))
        words: list[Any] = lines[place].split(" ")
        at = chance.randrange(len(words))
        match chance.randrange(7):
            case 0:
                lines.pop(place)
            case 1:
                lines.insert(place, chance.choice(lines))
            case 2:
                words[at] = chance.choice(["wild", "12", "0", "-", "Paris", "-3", "999999", "cards,", ":", "x:"])
            case 3:
                words.pop(at)
            case 4:
                words[at] = "".join(str(chance.randrange(30)) if c.isdigit() else c for c in words[at])
            case 5:
                words.insert(at, chance.choice(chance.choice(lines).split(" ")))
            case 6:
                words[at] = words[at][: len(words[at]) // 2] + chance.choice("aé,#: ")
        if lines and len(words) and place < len(lines) and words != lines[place].split(" "):
            lines[place] = " ".join(words)
        lines = lines or ["x"]
    return "\n".join(lines)


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 20))])
def test_nothing_is_believed_that_cannot_arise(part: int, tmp_path: Path) -> None:
    """Mutated positions: a message, or a position that the checker of the rules finds sound and that bots play on."""
    for number in range(50 * part, 50 * part + 50):
        chance = random.Random(number)
        board = load_board(chance.choice(BOARDS))
        position = position_of(board.name, 2, number % 4, chance.choice([1, 20, 45]))
        text = spoilt(as_text(position, chance), chance)
        again, faults = loaded_or_faults(text, tmp_path)
        assert all(line.startswith(str(tmp_path)) for line in faults)
        if again is None:
            assert faults
            continue
        assert again._stepper.violation(again._states) is None
        for _ in range(8):
            if not again.is_over:
                again.apply(again.ask("greedy"))
                assert again._stepper.violation(again._states) is None


def loaded_or_faults(text: str, folder: Path) -> tuple[Position | None, list[str]]:
    try:
        return loaded(text, folder), []
    except UserError as error:
        return None, str(error).splitlines()
