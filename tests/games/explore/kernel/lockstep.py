"""The kernel and the oracle play the same game side by side; the first step at which they differ is named."""

from collections.abc import Callable, Iterator
from random import Random

from tests.games.explore.kernel.harness import KINDS, Kernel, segments_in
from tests.games.explore.oracle.game import Decision, Game
from tests.games.explore.oracle.trails import Scorer, best_points
from ttrsim.games.explore.board.geometry import BLOCKS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import Board
from ttrsim.games.explore.kernel import log
from ttrsim.games.explore.kernel.records import NO_KIND
from ttrsim.play.table import LoggedGame


class Lockstep:
    """One game, played twice, with the kernel's cards."""

    def __init__(self, n_players: int, seed: int, deal: int = 0, board: Board | None = None) -> None:
        self.kernel = Kernel(n_players, seed, deal, board)
        cards = iter(self.kernel.order_of_cards())
        self.game = Game(self.kernel.oracle_board, n_players, lambda: next(cards))
        self.compare()

    def play(self, choose: Callable[[set[Decision]], Decision]) -> None:
        while self.game.question != "over":
            decision = choose(self.game.legal())
            self.kernel.advance(decision)
            self.game.apply(decision)
            self.compare()
        self.compare_scores()

    def compare(self) -> None:
        assert self.kernel.snapshot() == self.game.snapshot()
        if self.game.question != "over":
            assert self.kernel.legal() == self.game.legal()

    def compare_scores(self) -> None:
        kernel, game = self.kernel, self.game
        result = kernel.stepper.score(kernel.states)
        totals = []
        for seat, map_ in enumerate(game.maps):
            line = result["seats"][seat]
            route = segments_in(line["route"])
            boxes = Scorer(kernel.oracle_board, map_.tourists).boxes(route)
            assert {box: int(line[box]) for box in boxes} == boxes
            assert line["total"] == sum(boxes.values()) == best_points(kernel.oracle_board, map_.drawn, map_.tourists)
            assert (line["n_drawn"], line["length"]) == (len(map_.drawn), len(route))
            assert (line["cafes_used"], line["fallbacks"]) == (len(map_.cafes), map_.fallbacks)
            totals.append(line["total"])
        assert result["seats"]["wins"][: game.n_players].tolist() == [total == max(totals) for total in totals]
        assert (result["turns"], result["rounds"]) == (game.turn, game.n_rounds)
        assert result["fallbacks"] == sum(map_.fallbacks for map_ in game.maps)


def some_decision(rng: Random) -> Callable[[set[Decision]], Decision]:
    """First the kind of decision, then one of that kind: else single connections crowd out the rest."""

    def choose(legal: set[Decision]) -> Decision:
        kind = rng.choice(sorted({decision[0] for decision in legal}))
        return rng.choice(sorted((decision for decision in legal if decision[0] == kind), key=repr))

    return choose


def crowded(rng: Random) -> Callable[[set[Decision]], Decision]:
    """Keeps to the upper left corner, so that its roads run out and lines close."""

    def choose(legal: set[Decision]) -> Decision:
        if any(decision[0] == "joined" for decision in legal):
            legal = {decision for decision in legal if decision[0] == "joined"}
        low = sorted(legal, key=lambda decision: (sum(map(int, filter(str.isdigit, repr(decision)))), repr(decision)))
        return rng.choice(low[:3])

    return choose


def decisions_of(logged: LoggedGame) -> Iterator[Decision]:
    """The decisions of a game that was played before."""
    rows = [row for row in logged.events.tolist() if row[0] in (log.DISCARDED, log.CHOSE, log.DREW)]
    while rows:
        kind, _, _, first, second, _ = rows.pop(0)
        if kind == log.DISCARDED:
            yield ("discard", logged.board.cards[first].id)
        elif kind == log.CHOSE:
            yield ("block", BLOCKS[first], None if second == NO_KIND else KINDS[second])
        elif second == log.AS_JOINED:
            yield ("joined", SEGMENT_NAMES[first], SEGMENT_NAMES[rows.pop(0)[3]])
        else:
            yield ("single", SEGMENT_NAMES[first])
