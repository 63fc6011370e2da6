"""Plays whole games of Ticket to Ride: the loop that all games share, with the rules of this one."""

from __future__ import annotations

from ttrsim.compiled import play, rules
from ttrsim.compiled.jit import entry
from ttrsim.games.trains.kernel import records, rows
from ttrsim.games.trains.kernel.checker import check_state
from ttrsim.games.trains.kernel.legal import is_legal
from ttrsim.games.trains.kernel.outcome import note_outcome
from ttrsim.games.trains.kernel.scoring import score_game
from ttrsim.games.trains.kernel.turns import apply, set_up

rules.register(records.BOARD_T, set_up, is_legal, apply, score_game, note_outcome, check_state)
play_games = entry(play.signature(records, rows), records.SOURCES)(play.play_games)
