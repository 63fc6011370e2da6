"""What a report tells of Ticket to Ride, by subject: metrics, section and figures of each stand side by side."""

from __future__ import annotations

from ttrsim.documents.document import Column
from ttrsim.documents.report.model import Cells
from ttrsim.documents.report.subjects import BESIDE, FEEL, STRATEGIES, Subjects, subject, with_shared_figures
from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.analysis.cities import cities
from ttrsim.games.trains.analysis.controls.bounds import controls
from ttrsim.games.trains.analysis.document import TEXT
from ttrsim.games.trains.analysis.effects import effects
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.analysis.fairness import fairness
from ttrsim.games.trains.analysis.flow import flow
from ttrsim.games.trains.analysis.gauges import GAUGES
from ttrsim.games.trains.analysis.routes import routes
from ttrsim.games.trains.analysis.standouts import standouts
from ttrsim.games.trains.analysis.tickets import tickets

# By how much a run may differ from a baseline. 0 is for what no game may change: what a rule or the board fixes.
TOLERANCES = {
    "ticket_effect": 0.02,
    "route_effect": 0.02,
    "effect[win_share]": 0.01,
    "effect[score]": 0.5,
    "ticket_kept": 0.05,
    "ticket_completed": 0.05,
    "ticket_paid": 0,
    "route_claimed": 0.05,
    "route_paid": 0,
    "city_used": 0.05,
    "both_halves": 0,
    "bot_points": 1,
    "bot_habits[turns]": 0.5,
    "bot_habits[draws]": 0.5,
    "bot_habits[claims]": 0.25,
    "bot_habits[ticket_draws]": 0.1,
    "bot_habits[stations_built]": 0.1,
    "bot_habits[tickets_completed]": 0.1,
    "bot_habits[tickets_failed]": 0.1,
    "bot_habits[longest]": 0.5,
    "bot_habits[trains_left]": 0.25,
    "bot_habits[wilds_spent]": 0.15,
    "game_means[turns]": 1,
    "game_means[flushes]": 0.1,
    "game_means[reshuffles]": 0.1,
    "end_reasons": 0.01,
    "trains_of_ender": 0.1,
    "longest_bonuses": 0.02,
    "margin": 1,
    "tunnel_extra_due": 0.05,
    "tunnels_given_up": 0.03,
    "route_points_not_accounted": 0,
    "ticket_points_not_accounted": 0,
    "trains_not_accounted": 0,
}

# What a metric tells, in reports on what changed between two runs.
PHRASES = {
    "bot_win_share": "{0} wins {value} of its games",
    "seat_win_share": "Seat {seat} wins {value} of games",
    "ties": "{value} of games have several winners",
    "ticket_kept": "Ticket {0} is kept in {value} of its offers",
    "ticket_completed": "Ticket {0} is completed in {value} of the games in which it is kept",
    "route_claimed": "Route {0} is claimed in {value} of games",
    "city_used": "City {0} has a claimed route in {value} of games",
    "bot_points": "{0} scores {value} points a game",
    "bot_habits": "{0}: {1} a game is {value}",
    "game_means": "The mean of {0} in a game is {value}",
    "end_reasons": "Games that end by {0} are {value}",
    "trains_of_ender": "Whoever brings on the last round has {value} trains left",
    "longest_bonuses": "Seats of a game with points for the longest path are {value}",
    "margin": "The winner is ahead by {value} points",
    "tunnel_extra_due": "A tunnel asks for {value} extra cards",
    "tunnels_given_up": "{value} of the tunnels that are tried are given up",
}

COMPARED: Cells = {
    Column("turns", "turns", "number"): ("course", "name", "turns (all seats together)", "value"),
    Column("lead", "lead changes", "number"): ("course", "name", "lead changes in route points", "value"),
    Column("margin", "margin", "number"): ("course", "name", "points between first and second place", "value"),
    Column("winner", "winner's points for tickets", "number"): ("sources", "name", "ticket", "winner"),
    Column("kept", "set-up tickets kept", "share"): ("ticket_phases", "phase", "set-up", "kept"),
    Column("completed", "of these, completed", "share"): ("ticket_phases", "phase", "set-up", "completed"),
}


ANALYSIS = Subjects(
    facts_type=TrainsFacts,
    batch_type=TrainsBatch,
    subjects=(
        subject(f"{__name__}.effects", effects),
        subject(f"{__name__}.tickets", tickets),
        subject(f"{__name__}.routes", routes),
        subject(f"{__name__}.cities", cities),
        STRATEGIES,
        with_shared_figures(subject(f"{__name__}.fairness", fairness)),
        subject(f"{__name__}.flow", flow),
        FEEL,
        BESIDE,
        subject(f"{__name__}.controls"),
    ),
    tolerances=TOLERANCES,
    phrases=PHRASES,
    compared=COMPARED,
    text=TEXT,
    bounds=controls,
    striking=standouts,
    gauges=GAUGES,
)
