"""The analysis of a whole game: chances to win turn by turn, what each decision lost, luck apart from skill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ttrsim.decisions.judging import DEPTH, Judged, judge
from ttrsim.decisions.kept import Kept, Settings
from ttrsim.engine.executor import Executor, Threads
from ttrsim.errors import Interrupted, UserError
from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.positions.position import Decision, Position
from ttrsim.positions.replay import replayed
from ttrsim.record.reader import RecordedGame
from ttrsim.rollouts.play import DEFAULT_POLICY
from ttrsim.stats.discoveries import benjamini_hochberg, p_values
from ttrsim.stats.intervals import ALPHA, Estimate, z_critical
from ttrsim.wording import share_text

PLURALS = ("inaccuracies", "mistakes", "blunders")
LABELS = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}  # the least loss of each, in win share
CALLS = (
    "A loss is judged by what the seat could know, in percentage points of win share. A decision is called an "
    "inaccuracy (2 and more), mistake (5) or blunder (10) only if its interval is clear of zero; at most 5 % of such "
    "calls are expected to be chance."
)
N_MATTERED = 10
N_LUCK = 5

Progress = Callable[[int, int], None]  # decisions judged, of how many
Step = tuple[Position, Decision]


@dataclass(frozen=True)
class Player:
    """What the decisions and the cards did to a seat, in win share."""

    seat: int
    name: str
    decisions: int
    mean_loss: Estimate
    labels: dict[str, int]
    start: float  # chance to win before the first decision
    own: Estimate  # change by its own decisions, compared with the policy's
    others: Estimate  # change by those of others
    luck: Estimate  # change by cards and tickets that came
    result: float
    adjusted: Estimate  # the result without the luck


@dataclass(frozen=True)
class Analysis(Notebook):
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
        """[decision] a name for a loss that is clear of zero; chance alone gives one in twenty of them at most."""
        loss = np.array([each.loss for each in self.judged])
        error = np.array([each.loss_error for each in self.judged])
        n = np.array([each.n for each in self.judged], float)
        q = benjamini_hochberg(np.where(error > 0, p_values(loss, error, np.maximum(n - 1, 1), 0.0), np.nan))
        clear = (q <= ALPHA) & (loss - z_critical() * error > 0)
        return [
            next((label for label, least in LABELS.items() if is_clear and each.loss >= least), "")
            for each, is_clear in zip(self.judged, clear, strict=True)
        ]

    @cached_property
    def result(self) -> list[float]:
        """[seat] its share of the win."""
        winners = self.game.events[-1][1]["winners"]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.n_seats)]

    @property
    def curve(self) -> list[tuple[int, list[float]]]:
        """After each turn (0 is the set-up) the chance of each seat to win; after the last one the result."""
        values: dict[int, list[float]] = {}
        for each in self.judged:
            values.setdefault(each.turn, each.value)
        return [*((max(turn - 1, 0), value) for turn, value in values.items() if turn), (self.last_turn, self.result)]

    @property
    def last_turn(self) -> int:
        return int(self.game.events[-1][1]["turn"])

    @cached_property
    def luck(self) -> list[tuple[Judged, Estimate]]:
        """After each decision, what chance changed for the seat that decided."""
        events = []
        for each, following in zip(self.judged, [*self.judged[1:], None], strict=True):
            seat = each.seat
            after = following.value[seat] if following else self.result[seat]
            error = math.hypot(
                each.value_error[seat], each.effect_error[seat], following.value_error[seat] if following else 0.0
            )
            events.append((each, _interval(after - each.value[seat] - each.effect[seat], error)))
        return events

    @property
    def mattered(self) -> list[int]:
        """The decisions that lost most: those with the largest loss that is certain."""
        order = sorted(
            range(len(self.judged)),
            key=lambda place: self.judged[place].loss - z_critical() * self.judged[place].loss_error,
            reverse=True,
        )
        return [place for place in order if self.judged[place].loss > 0][:N_MATTERED]

    @property
    def players(self) -> list[Player]:
        return [self._player(seat) for seat in range(self.n_seats)]

    def _player(self, seat: int) -> Player:
        own = [each for each in self.judged if each.seat == seat]
        own_effect = _total([(each.effect[seat], each.effect_error[seat]) for each in own])
        others = _total([(each.effect[seat], each.effect_error[seat]) for each in self.judged if each.seat != seat])
        start, result = self.judged[0].value[seat], self.result[seat]
        error = math.hypot(self.judged[0].value_error[seat], own_effect[1], others[1])
        luck = result - start - own_effect[0] - others[0]
        total = _total([(each.loss, each.loss_error) for each in own])
        return Player(
            seat,
            self.game.start["bots"][seat],
            len(own),
            _interval(total[0] / max(len(own), 1), total[1] / max(len(own), 1)),
            {
                label: sum(
                    found == label and each.seat == seat for found, each in zip(self.labels, self.judged, strict=True)
                )
                for label in reversed(LABELS)
            },
            start,
            _interval(*own_effect),
            _interval(*others),
            _interval(luck, error),
            result,
            _interval(result - luck, error),
        )

    # ---- in words --------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        board = self.game.board
        return f"{board.title}, {self.n_seats} players, {self.last_turn} turns"

    @property
    def notes(self) -> list[str]:
        """What must be said with the numbers."""
        imagined = self.game.imagined
        notice = self.game.board.notice
        return [
            *self.method,
            *([f"Imagined, since nobody wrote it down: {'; '.join(imagined)}."] if imagined else []),
            *([notice] if notice else []),
        ]

    @property
    def method(self) -> list[str]:
        """How the numbers were made."""
        return [
            f"Played out by {self.policy} in all seats, {self.depth:,} worlds; the numbers are about such players.",
            CALLS,
        ]

    def sheets(self) -> Iterator[Sheet]:
        """Players, the decisions that mattered, the luck."""
        yield self._player_sheet()
        yield self._decision_sheet()
        yield self._luck_sheet()

    def _player_sheet(self) -> Sheet:
        headings: tuple[str, ...] = ("seat", "decisions", "mean loss", *PLURALS)
        headings += ("start", "own choices", "others' choices", "luck", "result", "without luck")
        rows = [
            (
                f"{player.seat} {player.name}",
                str(player.decisions),
                share_text(player.mean_loss),
                *(str(n) for n in player.labels.values()),
                f"{100 * player.start:.0f}",
                share_text(player.own),
                share_text(player.others),
                share_text(player.luck),
                f"{100 * player.result:.0f}",
                share_text(player.adjusted),
            )
            for player in self.players
        ]
        note = (
            "Win share in %, changes in percentage points, with 95 % intervals. start + own choices + others' choices "
            "+ luck = result. Choices are compared with those of the policy, so 0 is to play as it does."
        )
        return Sheet("Players", headings, rows, headings[1:], note)

    def _decision_sheet(self) -> Sheet:
        headings = ("turn", "seat", "played", "better", "loss", "called")
        rows = [
            (
                str(self.judged[place].turn),
                str(self.judged[place].seat),
                self.judged[place].played,
                self.judged[place].best,
                share_text(self.loss(place)),
                self.labels[place] or "–",
            )
            for place in self.mattered
        ]
        return Sheet(
            "The decisions that mattered most", headings, rows, ("turn", "seat", "loss"), "loss: percentage points"
        )

    def _luck_sheet(self) -> Sheet:
        headings = ("turn", "seat", "after", "change")
        events = sorted(self.luck, key=lambda event: abs(event[1].value), reverse=True)[:N_LUCK]
        rows = [(str(each.turn), str(each.seat), each.played, share_text(change)) for each, change in events]
        note = "Change of the deciding seat's win share by the cards that came, in percentage points."
        return Sheet("The largest swings by chance", headings, rows, ("turn", "seat", "change"), note)

    def loss(self, place: int) -> Estimate:
        return _interval(self.judged[place].loss, self.judged[place].loss_error)

    def as_dict(self) -> dict[str, Any]:
        return {
            "board": self.game.board.name,
            "notice": self.game.board.notice,
            "players": self.n_seats,
            "policy": self.policy,
            "depth": self.depth,
            "imagined": self.game.imagined,
            "curve": [{"turn": turn, "win_share": value} for turn, value in self.curve],
            "seats": [_player_as_dict(player) for player in self.players],
            "decisions": [
                {
                    **asdict(each),
                    "loss": self.loss(place)._asdict() | {"n": each.n},
                    "called": self.labels[place] or None,
                }
                for place, each in enumerate(self.judged)
            ],
            "mattered": self.mattered,
        }


def _player_as_dict(player: Player) -> dict[str, Any]:
    return {
        key: value._asdict() if isinstance(value, Estimate) else value
        for key, value in ((name, getattr(player, name)) for name in player.__dataclass_fields__)
    }


def _interval(value: float, error: float) -> Estimate:
    half = z_critical() * error
    return Estimate(value, value - half, value + half)


def _total(parts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(value for value, _ in parts), math.hypot(*(error for _, error in parts))


# ---- making it -----------------------------------------------------------------------------------


def analyse_game(
    game: RecordedGame,
    policy: str = DEFAULT_POLICY,
    depth: int = DEPTH,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress = lambda done, of: None,
) -> Analysis:
    """Judges every decision. What was judged before, by the same policy at the same depth, is not judged again."""
    if depth < 2:
        raise UserError(f"the depth should be 2 or more, not {depth}")
    steps, executor = replayed(game, None), executor or Threads()
    kept = Kept(game, Settings(policy, depth, seed))
    try:
        for place in range(len(kept.judged), len(steps)):
            progress(place, len(steps))
            kept.add(judge(place, *steps[place], policy, depth, seed + 2 * place, executor))
    except KeyboardInterrupt:
        done = f"{len(kept.judged)} of {len(steps)} decisions are judged and kept"
        raise Interrupted(f"interrupted: {done}; the same command goes on from there") from None
    return Analysis(game, steps, kept.judged[: len(steps)], policy, depth)
