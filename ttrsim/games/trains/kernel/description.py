"""The kernel of Ticket to Ride, as the shared layers see it."""

from __future__ import annotations

from ttrsim.games.trains.kernel.beliefs import BELIEF
from ttrsim.games.trains.kernel.candidates import list_candidates
from ttrsim.games.trains.kernel.checker import CHECKS, check_state
from ttrsim.games.trains.kernel.imagine import believe, imagine, reopen, shuffle_piles
from ttrsim.games.trains.kernel.legal import is_legal, list_legal
from ttrsim.games.trains.kernel.log import LOG_ACTIONS
from ttrsim.games.trains.kernel.outcome import note_outcome
from ttrsim.games.trains.kernel.records import BOARD, EXPERIMENT, LOG_SIZE, RESULT, SCRATCH, STATE
from ttrsim.games.trains.kernel.restrictions import restrict
from ttrsim.games.trains.kernel.rows import ROWS, TALLY
from ttrsim.games.trains.kernel.scoring import score_game
from ttrsim.games.trains.kernel.trials import play_trials
from ttrsim.games.trains.kernel.turns import apply, set_up
from ttrsim.machine.kernel import Kernel

# Changes when behaviour changes, and only then: the same seed, game and bots play the same game as long as it stays.
RULES_VERSION = 1

KERNEL = Kernel(
    game="trains",
    package="ttrsim.games.trains",
    rules_version=RULES_VERSION,
    board=BOARD,
    state=STATE,
    scratch=SCRATCH,
    belief=BELIEF,
    result=RESULT,
    experiment=EXPERIMENT,
    trials=play_trials,
    tally=TALLY,
    rows=ROWS,
    log_size=LOG_SIZE,
    log_actions=LOG_ACTIONS,
    rules=(
        *(set_up, restrict, is_legal, list_legal, list_candidates, apply, score_game, note_outcome, check_state),
        *(believe, imagine, shuffle_piles, reopen),
    ),
    checks=CHECKS,
)
