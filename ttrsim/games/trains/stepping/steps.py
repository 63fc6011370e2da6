"""Positions of Ticket to Ride, and a bot asked in them: the code that all games share, with the rules of this one."""

from __future__ import annotations

from ttrsim.compiled import rules
from ttrsim.compiled.positions import compile_steps
from ttrsim.games.trains.kernel import records
from ttrsim.games.trains.kernel.legal import is_legal
from ttrsim.games.trains.kernel.turns import apply, set_up
from ttrsim.games.trains.stepping.redeal import redeal

rules.register(records.BOARD_T, set_up, is_legal, apply, redeal)
STEPS = compile_steps(records, sources=("games/trains/kernel", "games/trains/stepping"))
