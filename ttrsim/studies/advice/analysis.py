"""The analysis of a whole game: the chances to win turn by turn, what each decision lost, and luck apart from skill."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.play.position import Decision, Position
from ttrsim.play.record.reader import RecordedGame
from ttrsim.stats.intervals import ALPHA, Estimate, benjamini_hochberg, p_values, z_critical
from ttrsim.studies.advice.judging import DECIDED, Judged, value_worlds
from ttrsim.studies.advice.players import MOST_UNSURE, Player, if_useful, interval, judge_player
from ttrsim.wording import sparkline

PLURALS = ("inaccuracies", "mistakes", "blunders")
LABELS = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}  # the least loss of each, in win share
CALLS = (
    "A loss is judged by what the seat could know, in percentage points of win share. A decision is called an "
    "inaccuracy (2 and more), mistake (5) or blunder (10) only if its interval is clear of zero; at most 5 % of such "
    "calls are expected to be chance. Where the game was decided, whatever the seat did, nothing is called."
)
CHANCES = (
    Column("seat", kind="text"),
    Column("start", "set-up", "share", 0),
    Column("game", "over the game", "text"),
    Column("result", kind="share", decimals=0),
)
PLAYERS = (
    Column("seat", kind="text"),
    Column("decisions", kind="count"),
    Column("mean_loss", kind="pp"),
    *(Column(label, plural, "count") for label, plural in zip(reversed(LABELS), PLURALS, strict=True)),
    Column("start", kind="share", decimals=0),
    Column("own", "own choices", "signed_share"),
    Column("others", "others' choices", "signed_share"),
    Column("luck", kind="signed_share"),
    Column("result", kind="share", decimals=0),
)
STORIES = (Column("seat", kind="text"), Column("story", "its game", "text"))
OF_PLAYERS = (
    "Win share and its changes, with 95 % intervals. start + own choices + others' choices + luck = result. Choices "
    "are compared with those of the policy, so 0 is to play as it does. A dash: not known within "
    f"{100 * MOST_UNSURE:.0f} percentage points; a greater --depth tells more."
)
MATTERED = (
    Column("turn", kind="count"),
    Column("seat", kind="count"),
    Column("played", kind="text"),
    Column("best", "better", "text"),
    Column("loss", kind="pp"),
    Column("called", kind="text"),
)
LUCK = (
    Column("turn", kind="count"),
    Column("seat", kind="count"),
    Column("played", "after", "text"),
    Column("change", kind="signed_share"),
)
OF_LUCK = "Change of the deciding seat's win share by the cards that came."
N_MATTERED = 10  # decisions in the table of those that mattered most
N_LUCK = 5  # rows in the table of swings by chance
N_BLOCKS = 40  # maximum length of the row of blocks that shows a seat's chance to win

Step = tuple[Position, Decision]


@dataclass(frozen=True, repr=False)
class Analysis(Result):
    """A game, judged decision by decision."""

    game: RecordedGame
    steps: Sequence[Step]
    judged: Sequence[Judged]
    policy: str
    depth: int

    @property
    def n_seats(self) -> int:
        return self.game.n_seats

    @cached_property
    def labels(self) -> list[str]:
        """[decision] the label of a loss that is clear of zero. At most 5 % of the labels are expected to be chance."""
        loss = np.array([decision.loss for decision in self.judged])
        error = np.array([decision.loss_error for decision in self.judged])
        n = np.array([decision.n for decision in self.judged], float)
        q = benjamini_hochberg(np.where(error > 0, p_values(loss, error, np.maximum(n - 1, 1), 0.0), np.nan))
        clear = (q <= ALPHA) & (loss - z_critical() * error > 0) & ~np.array([each.is_decided for each in self.judged])
        return [
            next((label for label, least in LABELS.items() if is_clear and decision.loss >= least), "")
            for decision, is_clear in zip(self.judged, clear, strict=True)
        ]

    @cached_property
    def result(self) -> list[float]:
        """[seat] its share of the win in the game as it was played."""
        winners = self.game.events[-1][1]["winners"]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.n_seats)]

    @property
    def curve(self) -> list[tuple[int, list[float]]]:
        """The chance of each seat to win after each turn (0 is the set-up). After the last turn, it is the result."""
        values: dict[int, list[float]] = {}
        for decision in self.judged:
            values.setdefault(decision.turn, decision.value)
        return [*((max(turn - 1, 0), value) for turn, value in values.items() if turn), (self.last_turn, self.result)]

    @property
    def last_turn(self) -> int:
        return int(self.game.events[-1][1]["turn"])

    @cached_property
    def luck(self) -> list[tuple[Judged, Estimate]]:
        """What chance changed for the deciding seat between each decision and the next."""
        changes = []
        for decision, following in zip(self.judged, [*self.judged[1:], None], strict=True):
            seat = decision.seat
            after, after_error = self.result[seat], 0.0
            if following is not None:
                after, after_error = following.value[seat], following.value_error[seat]
            change = after - decision.value[seat] - decision.effect[seat]
            error = math.hypot(decision.value_error[seat], decision.effect_error[seat], after_error)
            changes.append((decision, interval(change, error)))
        return changes

    @property
    def mattered(self) -> list[int]:
        """The decisions with the largest certain loss, by their places: those that are called something."""
        return self._called(range(self.n_seats))[:N_MATTERED]

    def _called(self, seats: Iterable[int]) -> list[int]:
        """The decisions of some seats that are called something, the largest certain loss first."""
        called = [place for place, label in enumerate(self.labels) if label and self.judged[place].seat in seats]
        return sorted(called, key=lambda place: self.loss(place).low, reverse=True)

    @property
    def players(self) -> list[Player]:
        return [self._player(seat) for seat in range(self.n_seats)]

    def _player(self, seat: int) -> Player:
        own = Counter(label for decision, label in zip(self.judged, self.labels, strict=True) if decision.seat == seat)
        labels = {label: own[label] for label in reversed(LABELS)}
        name, result = self.game.start["bots"][seat], self.result[seat]
        return judge_player(seat, name, self.judged, labels, result, tuple(self._story(seat)))

    def _story(self, seat: int) -> Iterator[str]:
        """How the game went for a seat, what went well, and what cost most."""
        own = [place for place, decision in enumerate(self.judged) if decision.seat == seat]
        yield self._course(seat)
        n_called = sum(bool(self.labels[place]) for place in own)
        gains = {
            place: interval(self.judged[place].effect[seat], self.judged[place].effect_error[seat]) for place in own
        }
        best = max(own, key=lambda place: gains[place].low, default=None)
        well = f"{len(own) - n_called} of its {len(own)} decisions were as good as any, as far as can be told"
        if best is not None and gains[best].low >= LABELS["inaccuracy"]:
            decision = self.judged[best]
            well += (
                f"; best of all was turn {decision.turn}, {decision.played}: {100 * gains[best].value:+.0f} pp "
                f"beside what {self.policy} would have done"
            )
        yield f"{well}."
        worst = next(iter(self._called([seat])), None)
        if worst is None:
            yield "No decision clearly cost it anything."
        else:
            decision = self.judged[worst]
            yield (
                f"Turn {decision.turn} cost most: {decision.played} instead of {decision.best}, "
                f"{100 * decision.loss:.0f} pp by what it could know."
            )

    def _course(self, seat: int) -> str:
        """One sentence about the chance to win of a seat."""
        values = [(turn, value[seat]) for turn, value in self.curve]
        first, result = self.judged[0].value[seat], self.result[seat]
        ended = "won" if result == 1 else "lost" if result == 0 else "shared the win"
        sentence = f"It began with a chance of {100 * first:.0f} % and {ended}"
        least = next((turn for turn, _ in values if all(later < DECIDED for at, later in values if at >= turn)), None)
        most = next(
            (turn for turn, _ in values if all(later > 1 - DECIDED for at, later in values if at >= turn)), None
        )
        if least is not None and least < self.last_turn:
            sentence += f"; from turn {least} on it could hardly win any more"
        if most is not None and most < self.last_turn:
            sentence += f"; from turn {most} on it could hardly lose any more"
        return f"{sentence}."

    # ---- in words --------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        board = self.game.board
        return f"{board.title}, {self.n_seats} players, {self.last_turn} turns"

    @property
    def notes(self) -> list[str]:
        """Sentences to show with the numbers."""
        imagined = self.game.imagined
        notice = self.game.board.notice
        return [
            *self.method,
            *([f"Imagined, since nobody wrote it down: {'; '.join(imagined)}."] if imagined else []),
            *([f"About this board: {notice}."] if notice else []),
        ]

    @property
    def method(self) -> list[str]:
        """Sentences that say how the numbers were made."""
        return [
            f"These numbers assume that {self.policy} plays on in all seats, at a depth of {self.depth:,} worlds.",
            "With other players, other choices may be best.",
            CALLS,
        ]

    def html_text(self) -> str:
        """To watch the game, with every mistake marked."""
        from ttrsim.studies.advice.watching import analysis_page

        return analysis_page(self)

    def document(self) -> Document:
        return Document(self.title, self.notes, [self._chance_table(), *self.tables()])

    def tables(self) -> list[Table]:
        """The players, the decisions that mattered and the luck."""
        changes = ("own", "others", "luck")
        players = [
            vars(each)
            | each.labels
            | {"seat": f"{each.seat} {each.name}", "story": " ".join(each.story)}
            | {name: if_useful(getattr(each, name)) for name in changes}
            for each in self.players
        ]
        mattered = [
            vars(self.judged[place]) | {"loss": self.loss(place), "called": self.labels[place] or None}
            for place in self.mattered
        ]
        largest = sorted(self.luck, key=lambda item: abs(item[1].value), reverse=True)[:N_LUCK]
        luck = [vars(decision) | {"change": change} for decision, change in largest if change.low * change.high > 0]
        return [
            Table("stories", "In words", STORIES, players, "pp: percentage points of win share."),
            Table("players", "Players", PLAYERS, players, OF_PLAYERS),
            Table("mattered", "The decisions that mattered most", MATTERED, mattered),
            Table("luck", "The largest swings by chance", LUCK, luck, OF_LUCK),
        ]

    def _chance_table(self) -> Table:
        """The chance to win over the game as one row of blocks for each seat."""
        turns, values = zip(*self.curve, strict=True)
        n_blocks = min(N_BLOCKS, self.last_turn + 1)
        shown_turns = np.linspace(0, self.last_turn, n_blocks)
        shown = [values[place] for place in np.maximum(np.searchsorted(turns, shown_turns, side="right") - 1, 0)]
        rows = [
            (f"{seat} {name}", values[0][seat], sparkline(value[seat] for value in shown), self.result[seat])
            for seat, name in enumerate(self.game.start["bots"])
        ]
        turns_each = self.last_turn / (n_blocks - 1)
        step = "each turn" if turns_each == 1 else f"every {turns_each:.2g} turns"
        half = z_critical() * max(max(decision.value_error) for decision in self.judged)
        note = (
            f"From the set-up to turn {self.last_turn}, one block for {step}; "
            "▁ is a chance below 12.5 %, █ one of 87.5 % or more. The chances are those of a spectator who sees every "
            f"hand: n = {value_worlds(self.depth):,} for each turn, known within {100 * half:.1f} percentage points."
        )
        return Table.of("chances", "Chance to win", CHANCES, rows, note)

    def loss(self, place: int) -> Estimate:
        decision = self.judged[place]
        return Estimate(decision.loss, decision.loss - z_critical() * decision.loss_error, decision.loss_high)

    def as_dict(self) -> dict[str, Any]:
        decisions = [
            {
                **{name: value for name, value in asdict(decision).items() if name != "loss_high"},
                "loss": replace(self.loss(place), n=decision.n),
                "called": self.labels[place] or None,
            }
            for place, decision in enumerate(self.judged)
        ]
        values: dict[str, Any] = plain(
            {
                "board": self.game.board.name,
                "notice": self.game.board.notice,
                "players": self.n_seats,
                "policy": self.policy,
                "depth": self.depth,
                "imagined": self.game.imagined,
                "curve": [{"turn": turn, "win_share": value} for turn, value in self.curve],
                "seats": self.players,
                "decisions": decisions,
                "mattered": self.mattered,
            }
        )
        return values
