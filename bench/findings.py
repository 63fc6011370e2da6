"""`python -m bench.findings`: plays the experiments of `scenarios/findings.toml`, writes `docs/measured/findings.md`.

Runs are kept in `build/findings`: a second start plays only what is missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import polars as pl

import ttrsim
from bench.ladders import markdown_table
from ttrsim.documents.document import number_text
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import write_report
from ttrsim.games.trains.analysis.facts import route_names, ticket_names
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.scenario.sources import Member, members_of

ROOT = Path(__file__).resolve().parents[1]
SUITE, PAGE, FIGURES = (
    ROOT / "scenarios/findings.toml",
    ROOT / "docs/measured/findings.md",
    ROOT / "docs/measured/findings",
)
RUNS = ROOT / "build/findings"
TITLES = {"europe": "Europe", "usa": "USA", "new-york": "New York"}
ENDS = 3  # tickets and routes shown from the top and from the bottom

HEAD = """# Findings

<!-- written by `make findings` from the experiments of scenarios/findings.toml -->

What players and designers ask, answered by experiments: each number compares the same deals with and without the
thing in question ([experiments](experiments.md)). *pp* are percentage points of the win share; brackets hold 95 %
intervals; *n* counts pairs of games.

**These are answers about bots.** All seats are `planner@default`, unless a table says otherwise. It scores like good
players, but it does not play like people: it claims its first route late and leaves face-up wilds lying. Where
another style gives another answer, the tables show both.
"""


def main() -> None:
    runs = dict(played())
    FIGURES.mkdir(exist_ok=True)
    parts = [
        HEAD,
        *tickets(runs),
        *two_styles(runs),
        *draws(runs),
        *bans(runs),
        *routes(runs),
        *wilds(runs),
        *longest(runs),
        first_seat(),
    ]
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    print(PAGE)


def played() -> Iterator[tuple[str, ttrsim.Run]]:
    for member in members_of(SUITE):
        yield member.name, _played(RUNS / member.name, member)
        print(member.name, flush=True)


def _played(folder: Path, member: Member) -> ttrsim.Run:
    if not (folder / MANIFEST).exists():
        return ttrsim.run(member, out=folder)
    run = ttrsim.open_run(folder)
    return run if run.is_complete else ttrsim.resume(folder)


# ---- numbers -------------------------------------------------------------------------------------


def effects(run: ttrsim.Run, metric: str) -> pl.DataFrame:
    return measure(run, [all_metrics(run.game)[metric]])[metric]


def pp(row: dict[str, object]) -> str:
    return estimate(row, "signed_share")


def points(row: dict[str, object]) -> str:
    return estimate(row, "signed")


def estimate(row: dict[str, object], kind: str) -> str:
    value, low, high = (number_text(row[name], kind) for name in ("value", "low", "high"))  # type: ignore[arg-type]
    return f"{value} ({low.split(' ')[0]} … {high.split(' ')[0]})"


def title_of(run: ttrsim.Run) -> str:
    return f"{TITLES[run.scenario.board.name]}, {run.manifest.seats} players"


def of_kind(runs: dict[str, ttrsim.Run], kind: str, bot: str = "planner@default") -> Iterator[tuple[str, ttrsim.Run]]:
    for name, run in runs.items():
        choice = run.scenario.experiment
        if choice is not None and choice.kind == kind and run.manifest.bots == [bot]:
            yield name, run


def overall(run: ttrsim.Run) -> dict[str, dict[str, object]]:
    """The effect of all trials together on each outcome."""
    return {row["outcome"]: row for row in effects(run, "effect").iter_rows(named=True)}


def figure(run: ttrsim.Run, name: str, figure_name: str, caption: str) -> str:
    """A figure of the report on an experiment, beside the page."""
    out = RUNS / "report" / name
    write_report(summarise([run]), out, ["png"])
    shutil.copy(out / "figures" / f"{figure_name}.png", FIGURES / f"{name}.png")
    return f"\n![{caption}](findings/{name}.png)\n"


# ---- questions -----------------------------------------------------------------------------------


def tickets(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## Which tickets are worth keeping? Are long ones?\n"
    rows = []
    for _, run in of_kind(runs, "tickets"):
        for row in effects(run, "effect_by_pile").filter(pl.col("outcome") == "win_share").iter_rows(named=True):
            rows.append([title_of(run), str(row["pile"]), pp(row), f"{row['n']:,}"])
    yield "Keeping a ticket of the set-up offer, against refusing it, over all tickets of a pile:\n"
    yield markdown_table(["", "tickets", "effect on the win share", "n"], rows)
    for name, run in of_kind(runs, "tickets"):
        names = ticket_names(run.board)
        frame = effects(run, "ticket_effect").sort("value", descending=True)
        even = {row["ticket"]: row for row in effects(run, "ticket_break_even").iter_rows(named=True)}
        printed = {ticket.id: ticket.points for ticket in run.board.tickets}
        yield f"\n**{title_of(run)}**, the best and the worst tickets to keep ({name}):\n"
        shown = pl.concat([frame.head(ENDS), frame.tail(ENDS)]).iter_rows(named=True)
        yield markdown_table(
            ["ticket", "printed", "effect on the win share", "break-even as played", "n"],
            [
                [
                    names[row["ticket"]],
                    str(printed[row["ticket"]]),
                    pp(row),
                    break_even(even.get(row["ticket"])),
                    f"{row['n']:,}",
                ]
                for row in shown
            ],
        )
    run = runs["europe-4p-tickets"]
    yield figure(run, "europe-4p-tickets", "effect_forest", "Effect of keeping each ticket on the win share, Europe")


def break_even(row: dict[str, object] | None) -> str:
    if row is None or row["value"] is None or row["low"] is None:
        return "–"
    return estimate(row, "number")


def two_styles(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## How much of that is style?\n"
    yield "The same experiment with `rusher` in all seats. *r* correlates the effects of tickets between the styles.\n"
    rows = []
    for name, run in of_kind(runs, "tickets", "rusher"):
        mine = effects(run, "ticket_effect").select("ticket", "value", "low", "high")
        other = effects(runs[name.removesuffix("-rusher")], "ticket_effect").select(
            "ticket", planner="value", l="low", h="high"
        )
        both = mine.join(other, on="ticket")
        apart = both.filter((pl.col("low") > pl.col("h")) | (pl.col("high") < pl.col("l")))
        r = both.select(pl.corr("value", "planner")).item()
        rows.append([title_of(run), f"{r:.2f}", f"{len(apart)} of {len(both)}", pp(overall(run)["win_share"])])
    yield markdown_table(["", "r", "tickets whose intervals do not overlap", "keeping a ticket, `rusher`"], rows)


def draws(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## Draw tickets again, until when?\n"
    yield "Drawing tickets in this turn, against the best other action, by the trains the seat has left:\n"
    rows = []
    for _, run in of_kind(runs, "draw-now"):
        frame = effects(run, "effect_by_trains_left").filter(pl.col("outcome") == "win_share")
        for row in frame.sort("trains_left", descending=True).iter_rows(named=True):
            rows.append([title_of(run), f"{row['trains_left']}–{row['trains_left'] + 9}", pp(row), f"{row['n']:,}"])
    yield markdown_table(["", "trains left", "effect on the win share", "n"], rows)


def bans(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## What are stations and tunnels worth?\n"
    yield "One seat may use them, against playing without; and paying for a tunnel, against declining:\n"
    rows = []
    for kind in ("stations", "tunnels", "pay-tunnel"):
        for _, run in of_kind(runs, kind):
            means = overall(run)
            rows.append(
                [title_of(run), kind, pp(means["win_share"]), points(means["score"]), f"{means['score']['n']:,}"]
            )
    yield markdown_table(["", "experiment", "effect on the win share", "effect on the score", "n"], rows)


def routes(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## Which routes are worth fighting for?\n"
    yield "Access to a route, against finding it closed, for one seat: the three largest effects of each board."
    yield "The largest of many noisy estimates are too large on average: rely on the lower ends of their intervals.\n"
    rows = []
    for _, run in of_kind(runs, "routes"):
        names = route_names(run.board)
        frame = effects(run, "route_effect").sort("value", descending=True)
        for row in frame.head(ENDS).iter_rows(named=True):
            rows.append([title_of(run), names[row["route"]], pp(row), f"{row['n']:,}"])
    yield markdown_table(["", "route", "effect on the win share", "n"], rows)


def wilds(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## A face-up wild, or two other cards?\n"
    rows = []
    for _, run in of_kind(runs, "take-wild"):
        means = overall(run)
        rows.append([title_of(run), pp(means["win_share"]), points(means["score"]), f"{means['score']['n']:,}"])
    yield "Taking the wild in this turn, against two other cards:\n"
    yield markdown_table(["", "effect on the win share", "effect on the score", "n"], rows)


def first_seat() -> str:
    return """
## What is the first seat worth?

No trial is needed: equal bots play every deal, and [strategies](strategies.md) has the win share of each seat by
board and number of players. Reports show it for any bots.
"""


def longest(runs: dict[str, ttrsim.Run]) -> Iterator[str]:
    yield "\n## What does the bonus for the longest path change?\n"
    yield "A board without that bonus, against the printed one, on the same deals (with − without the change):\n"
    rows = []
    for _, run in of_kind(runs, "rules"):
        means = overall(run)
        rows.append([title_of(run), points(means["score"]), points(means["turns"]), f"{means['score']['n']:,}"])
    yield markdown_table(["", "effect on the score of a seat", "effect on turns", "n"], rows)


if __name__ == "__main__":
    main()
