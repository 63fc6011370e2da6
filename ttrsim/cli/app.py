"""The commands of ttrsim. Each has a line here, and a request or a file of its own in this folder."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ttrsim import __version__
from ttrsim.cli import console

# command: what it does. It has a line in REQUESTS, or its file, ttrsim/cli/<command>.py, defines `app = typer.Typer()`.
VERBS = {
    "board": "Start, list, show, check, compare and draw boards.",
    "scenario": "List, check and show scenarios.",
    "run": "Play a scenario on all cores and save the results in a run folder.",
    "resume": "Resume what was interrupted or killed: a run, a suite, an experiment, or any other study.",
    "merge": "Merge the shards of a run into one run.",
    "experiment": "Measure what a ticket, a route, a station or a rule is worth.",
    "break-even": "Find the points at which keeping a ticket neither gains nor loses.",
    "rebalance": "Move the points of a board until its tickets, seats or other targets are fair.",
    "summary": "Print the main results of runs.",
    "report": "Write a report on runs and experiments: HTML, figures, tables.",
    "metrics": "List, explain and measure metrics.",
    "baseline": "Save, list and show baselines.",
    "compare": "Compare a run with a baseline: has play changed?",
    "diff": "List what differs between two runs.",
    "check": "Check a scenario's thresholds, playing only as many games as needed.",
    "sprt": "Test whether a new bot is stronger than an old one.",
    "bots": "List, show, start and check bots.",
    "tournament": "Play bots against one another and rank them.",
    "skill-ladder": "Play each bot against the one before: how deep is the game?",
    "sweep": "Play a scenario with other values of some keys, and measure what they change.",
    "tune": "Search for the weights with which a bot wins most.",
    "trace": "Play games and write every event as JSON Lines.",
    "replay": "Print a game move by move, or write a page to watch it, from its record or by playing it.",
    "view": "Open the page of a run, an experiment or a game in the browser.",
    "doctor": "Show versions, cache and threads, and test that everything works.",
    "cache": "Show and clear the cache of compiled code.",
    "openings": "Find the tickets to keep in the set-up, for every offer of a board.",
    "play": "Play a game against bots, with hints, and have it analysed.",
    "position": "Write what you see at a table into a file, and show positions.",
    "advise": "Rank the options of a decision by playing each of them out.",
    "analyse": "Evaluate every decision of a recorded game, and separate luck from skill.",
    "import": "Convert logs of games between people into game records.",
}
# Those that are all said by their request need no file.
REQUESTS = {
    "advise": "ttrsim.studies.advice.request:AdviseRequest",
    "analyse": "ttrsim.studies.advice.request:AnalyseRequest",
    "break-even": "ttrsim.studies.experiment.request:BreakEvenRequest",
    "check": "ttrsim.studies.regression.request:CheckRequest",
    "compare": "ttrsim.studies.regression.request:CompareRequest",
    "diff": "ttrsim.studies.regression.request:DiffRequest",
    "openings": "ttrsim.studies.openings.request:OpeningsRequest",
    "rebalance": "ttrsim.studies.rebalance.request:RebalanceRequest",
    "skill-ladder": "ttrsim.studies.tournament.request:SkillLadderRequest",
    "sprt": "ttrsim.studies.regression.request:SprtRequest",
    "sweep": "ttrsim.studies.sweep.request:SweepRequest",
    "tournament": "ttrsim.studies.tournament.request:TournamentRequest",
    "tune": "ttrsim.studies.tune.request:TuneRequest",
}
FILES = {"import": "import_games"}  # `import` cannot be the name of a Python file


class Verbs(TyperGroup):
    """Imports a command's file only when the command is used, so that help appears at once."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.commands = {verb: TyperCommand(name=verb, help=text) for verb, text in VERBS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        verb, stub, rest = super().resolve_command(ctx, args)
        return verb, stub and load_verb(stub), rest

    def invoke(self, ctx: Any) -> Any:
        with console.tidy_errors():
            return super().invoke(ctx)


def load_verb(stub: Any) -> Any:
    command = typer.main.get_command(_app(stub.name))
    command.name = stub.name
    command.help = command.help or stub.help
    for leaf in getattr(command, "commands", {"": command}).values():
        leaf.params.append(_quiet_option())
    return command


def _app(verb: str) -> typer.Typer:
    if verb in REQUESTS:
        from ttrsim.cli.asking import study_command

        return study_command(REQUESTS[verb])
    app: typer.Typer = import_module(f"ttrsim.cli.{FILES.get(verb, verb)}").app
    return app


def _quiet_option() -> Any:
    """The option that every command has, taken from a command that does nothing else."""
    maker = typer.Typer(add_completion=False)
    option = typer.Option(
        "--quiet",
        "-q",
        callback=console.be_quiet,
        expose_value=False,
        help="Print only results and errors, no progress.",
    )

    @maker.command()
    def nothing(is_quiet: Annotated[bool, option] = False) -> None: ...

    return typer.main.get_command(maker).params[0]


app = typer.Typer(
    cls=Verbs,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},  # commands inherit it
)


def _show_version(wanted: bool) -> None:
    if wanted:
        console.say(f"ttrsim {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Simulate route-building board games: play many games on a board and measure what decides them."""


def main() -> None:
    console.show_any_letter()
    try:
        app(prog_name="ttrsim")
    except SystemExit as end:
        watch = sys.modules.get("ttrsim.workers.watch")  # loaded only where bots play: it needs NumPy
        if watch is not None and watch.is_anything_left():  # a bot that never answers would keep the process alive
            console.end_at_once(end.code)
        raise


if __name__ == "__main__":
    main()
