"""Whole games of the built-in bots: no check is broken, records are clean, tables add up, bots play as they should."""

import numpy as np
import pytest

from tests.games.explore.kernel.harness import PLAYERS, Kernel, built_in
from tests.games.explore.table import Table
from ttrsim.errors import RunError
from ttrsim.games.explore.botkit import (
    ROUTE,
    bot,
    legal_decisions,
    popcount,
    record_on_stack,
    route_bound,
    route_value,
    unseen_cards,
)
from ttrsim.games.explore.bots.architect import architect
from ttrsim.games.explore.bots.greedy import greedy
from ttrsim.games.explore.bots.random import random
from ttrsim.games.explore.bots.spoiler import spoiler
from ttrsim.games.explore.kernel import records
from ttrsim.games.explore.kernel.checker import CHECKS
from ttrsim.games.explore.kernel.rows import ROWS
from ttrsim.machine import builds
from ttrsim.machine.sets import numbers_in

BOTS = {"random": random, "greedy": greedy, "architect": architect, "spoiler": spoiler}


@pytest.mark.parametrize("n_players", PLAYERS)
def test_10_000_random_games_break_no_check(n_players):
    assert builds.CHECKED
    results = Table(built_in(), [random] * n_players).play(seed=77, first_game=0, n_games=10_000)
    assert (results["rounds"] == {2: 8, 3: 9, 4: 8}[n_players]).all()
    assert (results["turns"] == results["rounds"] * n_players).all()
    seats = results["seats"][:, :n_players]
    assert (seats["wins"].sum(axis=1) == results["n_winners"]).all()
    assert (results["n_winners"] >= 1).all()
    assert results["fallbacks"].any()
    assert (seats["n_drawn"] >= results["rounds"][:, None]).all()


@pytest.mark.parametrize("name", ["greedy", "architect", "spoiler"])
def test_games_of_searching_bots_break_no_check(name):
    for n_players in PLAYERS:
        Table(built_in(), [BOTS[name], random, *[BOTS[name]] * (n_players - 2)]).play(3, 0, 30)


def test_searching_bots_play_by_house_rules_too():
    board = built_in().with_parameters(cards_per_round=5, plus_connections=0)
    for name in ("random", "greedy", "spoiler"):
        assert (Table(board, [BOTS[name]] * 2).play(3, 0, 20)["rounds"] == 4).all()


def test_a_game_is_the_same_alone_and_in_a_run():
    table = Table(built_in(), [random, greedy])
    together = table.play(4, 0, 6)
    assert b"".join(table.play(4, game, 1).tobytes() for game in range(6)) == together.tobytes()


def test_a_deal_is_played_in_rotations():
    """The same cards come up in both; who sits where is the seating's."""
    table = Table(built_in(), [random, greedy], seatings=[[0, 1], [1, 0]], n_rotations=2)
    first, second = (table.play_logged(8, game) for game in (0, 1))
    assert first.bots == ["random", "greedy"]
    assert second.bots == ["greedy", "random"]
    revealed = [game.events[game.events[:, 0] == 1][:, 3].tolist() for game in (first, second)]
    assert revealed[0] == revealed[1]


def test_better_bots_score_more():
    points = {
        name: Table(built_in(), [made] * 2).play(6, 0, 100)["seats"]["total"][:, 0] for name, made in BOTS.items()
    }
    assert points["random"].mean() < 30
    assert points["greedy"].mean() > 150
    gain = points["architect"] - points["greedy"].astype(float)
    assert gain.mean() > 3 * gain.std() / len(gain) ** 0.5


def test_spoiler_leaves_less_to_the_others():
    """Greedy on the same deals, against each: all use the same cards, so only a different map can be spoiled."""
    rivals = {}
    for made in (architect, spoiler):
        table = Table(built_in(), [made, greedy], seatings=[[0, 1], [1, 0]], n_rotations=2)
        points = table.play(6, 0, 300)["seats"]["total"].astype(float)
        rivals[made] = (points[0::2, 1] + points[1::2, 0]) / 2
    loss = rivals[architect] - rivals[spoiler]
    assert loss.mean() > 3 * loss.std() / len(loss) ** 0.5


@bot()
def takes_the_first(board, public, own):
    """The first legal decision; notes how many cards are unseen, and how often the bound of its route was too low."""
    scratch = record_on_stack(ROUTE)
    own.memory[0] = popcount(unseen_cards(public))
    map_ = public.maps[own.seat]
    own.memory[1] += np.int64(route_bound(board, map_, scratch) < route_value(board, map_, scratch))
    return legal_decisions(board, public, own)[0]


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_bot_of_the_kit(n_players):
    table = Table(built_in(), [takes_the_first] * n_players)
    assert takes_the_first.game == "explore"
    for game in range(5):
        table.play(1, game, 1)
        memory = table.memories
        assert (memory[:, 0] == (0 if n_players == 3 else 3)).all()
        assert (memory[:, 1] == 0).all()


# ---- what games leave for the tables -------------------------------------------------------------


@pytest.mark.parametrize("n_players", PLAYERS)
def test_rows_and_tallies_add_up_to_the_results(n_players):
    n_games = 200
    results, tallies, rows = Table(built_in(), [random] * n_players).outcomes(5, n_games)
    seats, n_rounds = results["seats"][:, :n_players], int(results["rounds"][0])
    turns = {name: rows["turns"][name][: rows["turns"]["n"]] for name in ROWS["turns"].names if name != "n"}
    cards = {name: rows["cards"][name][: rows["cards"]["n"]] for name in ROWS["cards"].names if name != "n"}
    assert len(turns["game"]) == n_games * n_players * n_rounds
    assert len(cards["game"]) == n_games * 3 * n_rounds
    assert cards["discarded"].sum() == n_games * n_rounds
    assert turns["is_first"].sum() == n_games * n_rounds

    def by_seat(column):
        sums = np.zeros((n_games, n_players), int)
        np.add.at(sums, (turns["game"], turns["seat"]), column.astype(int))
        return sums

    assert (by_seat(turns["connections"]) == seats["n_drawn"]).all()
    assert (by_seat(turns["cafes"]) == seats["cafes_used"]).all()
    assert (by_seat(turns["fallback"]) == seats["fallbacks"]).all()
    for kind, name in enumerate(("red", "green", "blue")):
        assert (by_seat(turns[name]) == seats["all_tourists"][:, :, kind]).all()
    tally = tallies["seats"][:, :n_players]
    assert (by_seat(turns["joined"]) == tally["joined"]).all()
    assert (2 * tally["joined"] + tally["single"] + tally["extras"] == seats["n_drawn"]).all()
    assert (tally["joined"] + tally["single"] == n_rounds).all()
    assert (tally["cafe_tourists"] == 2 * seats["cafes_used"]).all()


def test_rows_of_a_game_are_those_of_its_record():
    table = Table(built_in(), [random] * 3)
    _, _, rows = table.outcomes(5, 1)
    blocks = [row[3] for row in table.play_logged(5, 0).events.tolist() if row[0] == 3]
    assert rows["turns"]["block"][: len(blocks)].tolist() == blocks
    discarded = [row[3] for row in table.play_logged(5, 0).events.tolist() if row[0] == 2]
    cards = rows["cards"]
    kept = cards["discarded"][: cards["n"]] == 0
    assert set(cards["card"][: cards["n"]][~kept].tolist()) == set(discarded)


# ---- faults --------------------------------------------------------------------------------------


@bot()
def tampers(board, public, own):
    """Writes to what all see."""
    public.pile_size = 0
    return 1


@bot()
def blunders(board, public, own):
    """Makes no decision."""
    return 0


@pytest.mark.parametrize(
    ("cheat", "fault"),
    [
        (tampers, r"\(tampers\): the bot wrote to public\.pile_size"),
        (
            blunders,
            r"\(blunders\): asked discard, the bot made an illegal decision: the number 0, which is no decision",
        ),
    ],
)
def test_a_fault_ends_the_games(cheat, fault):
    table = Table(built_in(), [random, cheat], seatings=[[0, 0], [1, 0]])
    with pytest.raises(RunError, match=f"game 1, turn 1, seat 0 {fault}"):
        table.play(1, 0, 3)


# ---- the checker can fail ------------------------------------------------------------------------


def turn_a_card_up_twice(game):
    game.hidden["pile"][-1] = game.hidden["pile"][0]


def forget_a_card(game):
    game.public["seen"] = 0


def miscount_the_pile(game):
    game.public["pile_size"] += 1


def open_another_card(game):
    game.public["open"][0] = game.hidden["pile"][20]


def miscount_connections(game):
    game.public["maps"][0]["n_drawn"] += 1


def draw_beyond_the_map(game):
    game.public["maps"][0]["drawn"][1] |= np.uint64(1 << 40)
    game.public["maps"][0]["n_drawn"] += 1


def move_tourists(game):
    tourists = game.public["maps"][0]["tourists"]
    block = np.flatnonzero(tourists.any(axis=1))[0]
    tourists[(block + 1) % 36], tourists[block] = tourists[block].copy(), 0


def choose_twice(game):
    game.public["maps"][1]["chosen"][7] = 3


def use_a_café_from_afar(game):
    free = [c for c in numbers_in(game.boards[0]["cafes"]) if not int(game.public["maps"][0]["cafes"]) >> c & 1]
    game.public["maps"][0]["cafes"] |= np.uint64(1 << free[0])


def swap_a_tourist(game):
    tourists = game.public["maps"][0]["tourists"]
    block = np.flatnonzero(tourists.any(axis=1))[0]
    kind = np.flatnonzero(tourists[block])[0]
    tourists[block, kind] -= 1
    tourists[block, (kind + 1) % 3] += 1


def add_a_tourist(game):
    tourists = game.public["maps"][0]["tourists"]
    tourists[np.flatnonzero(tourists.any(axis=1))[0], 0] += 1


def ask_to_discard_too_late(game):
    game.public["question"] = records.DISCARD


def ask_for_too_many_connections(game):
    game.public["extras_left"] = 3


MUTATIONS = {
    turn_a_card_up_twice: 1,
    forget_a_card: 1,
    miscount_the_pile: 1,
    open_another_card: 2,
    miscount_connections: 3,
    draw_beyond_the_map: 3,
    move_tourists: 4,
    choose_twice: 4,
    use_a_café_from_afar: 5,
    swap_a_tourist: 6,
    add_a_tourist: 6,
    ask_to_discard_too_late: 7,
    ask_for_too_many_connections: 7,
}


def test_every_check_has_a_mutation():
    assert set(MUTATIONS.values()) == set(CHECKS)


@pytest.mark.parametrize(("mutate", "check"), MUTATIONS.items())
def test_the_checker_sees(mutate, check):
    game = Kernel(2, seed=5)
    while not (game.question == "draw" and game.public["round"] == 3):
        game.advance(min(game.legal(), key=repr))
    assert game.check() == 0
    mutate(game)
    assert game.check() == check
