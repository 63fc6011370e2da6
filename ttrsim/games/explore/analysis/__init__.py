"""What a report tells of Explore New York, by subject: metrics, section and figures of each stand side by side."""

from __future__ import annotations

from collections.abc import Collection

from ttrsim.documents.document import Column
from ttrsim.documents.report.model import Cells
from ttrsim.documents.report.subjects import FEEL, STRATEGIES, Subjects, subject, with_shared_figures
from ttrsim.games.explore.analysis.cards import cards
from ttrsim.games.explore.analysis.cards.differences import CardDifferences
from ttrsim.games.explore.analysis.colours import colours
from ttrsim.games.explore.analysis.controls.bounds import controls
from ttrsim.games.explore.analysis.document import TEXT
from ttrsim.games.explore.analysis.facts import ExploreBatch, ExploreFacts
from ttrsim.games.explore.analysis.fairness import fairness
from ttrsim.games.explore.analysis.places import places
from ttrsim.games.explore.analysis.scores import scores
from ttrsim.games.explore.analysis.shapes import shapes
from ttrsim.games.explore.analysis.shapes.examples import Examples
from ttrsim.games.explore.analysis.standouts import standouts
from ttrsim.measures.parts import Accumulator

# By how much a run may differ from a baseline. 0 is for what no game may change: what a rule or the board fixes.
TOLERANCES = {
    "box_points": 1,
    "block_visited": 0.05,
    "block_chosen": 0.05,
    "cafe_visited": 0.05,
    "card_kept": 0.05,
    "best_colour_share": 0.02,
    "bot_points": 3,
    "draw_ways": 0.05,
    "rounds_not_accounted": 0,
    "tourists_not_accounted": 0,
    "connections_not_accounted": 0,
}

# What a metric tells, in reports on what changed between two runs.
PHRASES = {
    "bot_win_share": "{0} wins {value} of its games",
    "seat_win_share": "Seat {seat} wins {value} of games",
    "ties": "{value} of games have several winners",
    "box_points": "The box {0} brings {value} points",
    "block_visited": "Block {0} is beside {value} of the final routes",
    "block_chosen": "Block {0} gets tourists on {value} of the maps",
    "cafe_visited": "Café {0} is on {value} of the final routes",
    "card_kept": "Card {0} is kept in {value} of the times it is turned up",
    "best_colour_share": "The best colour brings {value} of the coloured points",
    "bot_points": "{0} scores {value} points a game",
    "draw_ways": "{value} of turns draw {0}",
}

COMPARED: Cells = {
    Column("length", "length of the route", "number"): ("maps", "what", "route_length", "value"),
    Column("cafes", "cafés on the route", "number"): ("maps", "what", "cafes_on_route", "value"),
    Column("blocks", "blocks beside it", "number"): ("maps", "what", "blocks", "value"),
    Column("blue", "points for blue", "number"): ("boxes", "box", "blue", "points"),
    Column("joined", "turns with two joined connections", "share"): ("ways", "way", "two joined", "share"),
}


def sums(facts: ExploreFacts, tables: Collection[str]) -> dict[str, Accumulator]:
    own: dict[str, Accumulator] = {}
    if {"cards", "seats"} <= set(tables):
        own["card_differences"] = CardDifferences(facts)
    return own | ({"examples": Examples(facts)} if {"turns", "seats"} <= set(tables) else {})


ANALYSIS = Subjects(
    facts_type=ExploreFacts,
    batch_type=ExploreBatch,
    subjects=(
        subject(f"{__name__}.scores", scores),
        subject(f"{__name__}.places", places),
        subject(f"{__name__}.cards", cards),
        subject(f"{__name__}.colours", colours),
        subject(f"{__name__}.shapes", shapes),
        STRATEGIES,
        with_shared_figures(subject(f"{__name__}.fairness", fairness)),
        FEEL,
        subject(f"{__name__}.controls"),
    ),
    tolerances=TOLERANCES,
    phrases=PHRASES,
    compared=COMPARED,
    text=TEXT,
    bounds=controls,
    striking=standouts,
    sums=sums,
)
