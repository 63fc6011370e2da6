"""Random numbers: streams as plain Python has them, and cards that no bot can disturb."""

import numpy as np
import pytest

from tests.games.trains.kernel.harness import BELOW, CARDS, UNIFORM, WORDS, Kernel, built_in
from ttrsim.botkit import below, bot
from ttrsim.games.trains.bots.greedy import greedy
from ttrsim.games.trains.kernel.records import STREAM_BOTS, STREAM_CARDS, STREAM_TICKETS
from ttrsim.play.bots.finding import Bot
from ttrsim.play.table import SeatedTable

WORD = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
KEYS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2024, 999_999, 4), (2**63 - 1, 7, 2), (-1, 3, 1)]


def mix(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


class SplitMix64:
    """Steele, Lea and Flood's generator, its start hashed from three keys."""

    def __init__(self, seed, deal, number):
        key = mix((seed & WORD) + GAMMA & WORD)
        key = mix((key ^ deal) + GAMMA & WORD)
        self.state = mix((key ^ int(number)) + GAMMA & WORD)

    def word(self):
        self.state = self.state + GAMMA & WORD
        return mix(self.state)

    def below(self, n):
        """Lemire: the product's high half, unless the low half is one of the 2^32 mod n that would be too many."""
        while True:
            product = (self.word() >> 32) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32


@pytest.mark.parametrize("key", KEYS)
def test_streams_are_those_of_plain_splitmix64(key):
    kernel, plain = Kernel("usa", 2), SplitMix64(*key)
    kernel.probe(WORDS, *key)
    assert kernel.numbers.view(np.uint64).tolist() == [plain.word() for _ in range(len(kernel.numbers))]


def test_the_generator_is_the_published_one():
    """The first numbers of SplitMix64 from state 1234567."""
    plain = SplitMix64(0, 0, 0)
    plain.state = 1234567
    assert [plain.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("n", [1, 2, 6, 110, 2**31 + 1])
def test_below_throws_biased_numbers_again(n):
    """2^31 + 1 throws nearly half of its numbers away."""
    kernel, plain = Kernel("usa", 2), SplitMix64(5, 6, 7)
    kernel.hidden["card_stream"]["state"] = plain.state
    kernel.probe(BELOW, n)
    assert kernel.numbers.tolist() == [plain.below(n) for _ in range(len(kernel.numbers))]


def test_uniform_has_53_bits():
    kernel, plain = Kernel("usa", 2), SplitMix64(5, 6, 7)
    kernel.hidden["card_stream"]["state"] = plain.state
    kernel.probe(UNIFORM)
    assert kernel.numbers.tolist() == [plain.word() >> 11 for _ in range(len(kernel.numbers))]


@pytest.mark.parametrize(("seed", "deal"), [(1, 0), (1, 1), (99, 123_456)])
def test_S1_S2_a_deal_is_reproducible_from_its_key(seed, deal):
    kernel = Kernel("usa", 3, seed, deal)
    cards, tickets = SplitMix64(seed, deal, STREAM_CARDS), SplitMix64(seed, deal, STREAM_TICKETS)
    pile = dict.fromkeys(CARDS[:8], 12) | {"wild": 14}
    drawn = []
    for _ in kernel.cards_from_pile():
        place = cards.below(sum(pile.values()))
        card = [card for card in CARDS for _ in range(pile[card])][place]
        pile[card] -= 1
        drawn.append(card)
    assert kernel.cards_from_pile() == drawn
    order = [ticket.id for ticket in kernel.board.tickets]
    for last in range(len(order) - 1, 0, -1):
        other = tickets.below(last + 1)
        order[last], order[other] = order[other], order[last]
    offers = [kernel.board.tickets[n].id for seat in range(3) for n in kernel.seats[seat]["offer"][:3]]
    assert offers + kernel.ticket_pile() == order
    for seat in range(3):
        assert kernel.seats[seat]["stream"]["state"] == SplitMix64(seed, deal, STREAM_BOTS + seat).state


plain_greedy = greedy.function


@bot()
def burns_random_numbers(board, public, own):
    """Plays as greedy does, and throws random numbers away."""
    for _ in range(below(own.stream, 9)):
        below(own.stream, 6)
    return plain_greedy(board, public, own)


@pytest.mark.parametrize("name", ["europe", "new-york", "usa"])
def test_a_bot_that_draws_more_random_numbers_does_not_change_the_cards(name):
    frugal = SeatedTable(built_in(name), [Bot("greedy", greedy)] * 3)
    wasteful = SeatedTable(
        built_in(name), [Bot("greedy", greedy), Bot("burns", burns_random_numbers), Bot("greedy", greedy)]
    )
    for game in range(5):
        one, other = frugal.play_logged(4, game), wasteful.play_logged(4, game)
        assert np.array_equal(one.events, other.events)
        assert one.result == other.result
        states = [table._works[0]["state"]["seats"]["stream"]["state"].tolist() for table in (frugal, wasteful)]
        assert [a == b for a, b in zip(*states, strict=True)][:3] == [True, False, True]


def test_any_game_of_a_run_can_be_played_alone():
    table = SeatedTable(built_in("usa"), [Bot("greedy", greedy)] * 2)
    run = table.play(seed=8, first_game=100, n_games=20)
    for game in (119, 100, 107):
        assert table.play(seed=8, first_game=game, n_games=1)[0].tobytes() == run[game - 100].tobytes()


def test_seeds_and_deals_give_other_games():
    kernel, deals = Kernel("usa", 2), set()
    for seed in range(20):
        for deal in (*range(20), 2**40):
            kernel.start(seed, deal)
            deals.add(tuple(kernel.cards_from_pile()))
    assert len(deals) == 20 * 21
