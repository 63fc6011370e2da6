"""The kernel and the oracle play the same game side by side; the first step at which they differ is named."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.games.trains.kernel.harness import CARDS, Kernel
from tests.games.trains.oracle.game import Game
from tests.games.trains.oracle.payments import WILD, bag
from tests.games.trains.oracle.scoring import borrowable, ends_scored, routes_of
from tests.games.trains.oracle.table import Decision, Restriction
from ttrsim.games.trains.board.model import Board

TRIES = 20  # cards tried for each claim with sets
CHOSEN_AT_THE_END = ("borrowed", "completed", "failed", "ends")  # several best choices may exist (E4)


class Lockstep:
    """One game, played twice. The kernel moves first, and its log tells the oracle which cards came."""

    def __init__(
        self,
        board: Board | Mapping[str, Any] | str,
        n_players: int,
        seed: int,
        deal: int = 0,
        restrictions: Sequence[Restriction] = (),
    ) -> None:
        self.kernel = Kernel(board, n_players, seed, deal, restrictions)
        self.cards = deque(self.kernel.cards_from_pile())
        piles = self.ticket_piles()
        self.game = Game(self.kernel.oracle_board, n_players, self.cards.popleft, *piles, restrictions)
        self.compare()

    def ticket_piles(self) -> tuple[list[str], list[str]]:
        """Long and short tickets, top first, as they were before the set-up offers were dealt."""
        kernel = self.kernel
        tickets = kernel.board.tickets
        order = [tickets[number].id for number in kernel.hidden["ticket_pile"][: len(tickets)]]
        n_long = sum(ticket.long for ticket in tickets)
        return order[:n_long], order[n_long:]

    def play(self, rng: Random) -> None:
        while self.game.question != "over":
            decision = some_decision(self.game.legal(), rng)
            if len(decision) == 3 and decision[0] == "claim":
                decision = self.other_cards(decision, rng)
            self.step(decision)
        self.compare_scores()

    def other_cards(self, decision: Decision, rng: Random) -> Decision:
        """NC5: not every payment with sets is listed. Any cards of the hand, of about that number, may be legal."""
        hand = list(self.game.hands[self.game.seat].elements())
        for _ in range(TRIES):
            number = sum(n for _, n in decision[2]) + rng.choice([0, 0, 0, -1, 1])
            other = ("claim", decision[1], bag(Counter(rng.sample(hand, min(number, len(hand))))))
            is_legal = self.game.is_set_payment(other)
            assert self.kernel.accepts(other) == is_legal, other
            decision = other if is_legal else decision
        return decision

    def step(self, decision: Decision) -> None:
        self.kernel.advance(decision)
        self.cards.extend(self.kernel.cards_from_pile())
        self.game.apply(decision)
        self.compare()

    def compare(self) -> None:
        kernel, game = self.kernel, self.game
        assert not self.cards, "the kernel turned cards that the oracle did not need"
        assert kernel.snapshot() == snapshot(game)
        if game.question == "over":
            return
        assert kernel.legal() == game.legal()
        if game.question == "keep":
            assert kernel.offer() == game.offer
        if game.question == "action":
            assert kernel.public["passes"] == game.passes
        tunnel = int(kernel.public["tunnel_route"])
        assert (None if tunnel < 0 else kernel.board.routes[tunnel].id) == game.tunnel_route
        if game.question == "tunnel":
            laid_out = (kernel.public["tunnel_wilds"], kernel.public["tunnel_extra"])
            assert laid_out == (game.laid_out[WILD], game.extra)
            assert CARDS[kernel.public["tunnel_colour"]] == game.laid_colour

    def compare_scores(self) -> None:
        kernel, game = self.kernel, self.game
        for seat, (mine, theirs) in enumerate(zip(kernel.score(), game.scores, strict=True)):
            assert without_choice(mine) == without_choice(theirs)
            assert len(mine["completed"]) == len(theirs["completed"])
            check_choice(kernel, game, seat, mine)
        assert kernel.winners() == game.winners
        result = kernel.result
        assert result["turns"] == game.turn
        for name, event in (("flushes", "flush"), ("reshuffles", "reshuffle")):
            assert result[name] == sum(line["event"] == event for line in game.events)
        for seat, line in enumerate(result["seats"][: kernel.n_players]):
            assert (line["trains_left"], line["cards_left"]) == (game.trains[seat], game.hands[seat].total())


def check_choice(kernel: Kernel, game: Game, seat: int, score: dict[str, Any]) -> None:
    """Any best use of the stations is right (E4), but it must be allowed and complete what it is said to complete."""
    lent = []
    for city, route_id in score["borrowed"].items():
        assert game.stations[city] == seat
        lent += [route for route in borrowable(game.board, game.owner, city, seat) if route["id"] == route_id]
    assert len(lent) == len(score["borrowed"])
    links = [(route["a"], route["b"]) for route in [*routes_of(game.board, game.owner, seat), *lent]]
    held = [ticket for ticket in game.board["tickets"] if ticket["id"] in game.tickets[seat]]
    scored = ends_scored(game.board, links, held)
    assert score["completed"] == list(scored)
    several = {ticket["id"] for ticket in held if ticket.get("ends")}
    assert score.get("ends", {}) == {name: end for name, (end, _) in scored.items() if name in several}
    assert sorted(score["completed"] + score["failed"]) == kernel.tickets(seat)


def snapshot(game: Game) -> dict[str, Any]:
    """The oracle's state, the cards turned for a tunnel counted as the discards they will be in any case (T3)."""
    state = game.snapshot()
    return state | {"discards": dict(+(game.discards + Counter(game.turned)))}


def without_choice(score: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in score.items() if name not in CHOSEN_AT_THE_END}


def some_decision(legal: set[Decision], rng: Random) -> Decision:
    """First the kind of decision, then one of that kind: else claims and stations crowd out the rest."""
    kind = rng.choice(sorted({decision[0] for decision in legal}))
    return rng.choice(sorted((decision for decision in legal if decision[0] == kind), key=repr))
