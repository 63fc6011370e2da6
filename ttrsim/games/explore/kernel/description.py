"""The kernel of Explore New York, as the shared layers see it."""

from __future__ import annotations

from ttrsim.games.explore.kernel.checker import CHECKS, check_state
from ttrsim.games.explore.kernel.imagine import BELIEF, believe, imagine, reopen, shuffle_piles
from ttrsim.games.explore.kernel.legal import is_legal, list_candidates, list_legal
from ttrsim.games.explore.kernel.log import LOG_ACTIONS
from ttrsim.games.explore.kernel.outcome import note_outcome
from ttrsim.games.explore.kernel.records import BOARD, LOG_SIZE, RESULT, SCRATCH, STATE
from ttrsim.games.explore.kernel.rows import ROWS, TALLY
from ttrsim.games.explore.kernel.scoring import score_game
from ttrsim.games.explore.kernel.turns import apply, restrict, set_up
from ttrsim.machine.kernel import Kernel

# Changes when behaviour changes, and only then: the same seed, game and bots play the same game as long as it stays.
RULES_VERSION = 1

KERNEL = Kernel(
    game="explore",
    package="ttrsim.games.explore",
    rules_version=RULES_VERSION,
    board=BOARD,
    state=STATE,
    scratch=SCRATCH,
    belief=BELIEF,
    result=RESULT,
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
