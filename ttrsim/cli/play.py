"""`ttrsim play`: a person against bots, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED
from ttrsim.cli.progress import TerminalProgress
from ttrsim.errors import Interrupted, UserError
from ttrsim.limits import MAX_SEED
from ttrsim.wording import listed, plain

if TYPE_CHECKING:
    from ttrsim.play.by_hand import GameByHand
    from ttrsim.play.position import Decision

app = typer.Typer(add_completion=False)

HELP = """a number      choose that move
words         list the moves with these words; one that is alone is made
              (e.g. `tickets`, `pile`, `paris red`)
all           list every legal move, with every way to pay
table         show the table again
hint          which move wins most often, by what you can know
back          take back your last move
save FILE     write the game to a file as well; it is saved after every move anyway
quit          stop; `ttrsim play FILE` goes on"""
SHOWN = 20  # moves of a list
HINTS = 3


@app.command()
def play(
    source: Annotated[
        str, typer.Argument(metavar="BOARD|FILE", help="A board for a new game, or a saved game to go on with.")
    ],
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="BOT,…", help="Who holds the other seats, in order (default: planner)."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Your seat; seat 0 moves first (default: 0).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help=f"Random seed (default: {DEFAULT_SEED}).")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Where the game is saved (default: game-BOARD-SEED.json)."),
    ] = None,
    hint_seconds: Annotated[float, typer.Option("--hint-seconds", min=0.1, help="Time for a hint.")] = 5.0,
    depth: Annotated[
        int, typer.Option("--depth", min=0, help="Worlds of each decision in the analysis at the end; 0: no analysis.")
    ] = 500,
) -> None:
    """Play a game against bots. At the end, the record is written and every decision analysed.

    The game is saved after every move: after Ctrl-C or `quit`, `ttrsim play FILE` goes on.
    """
    from ttrsim.play.by_hand import GameByHand, is_game

    if is_game(source):
        given = {"--bots": bots, "--seat": seat, "--seed": seed, "--save": save}
        if useless := [name for name, value in given.items() if value is not None]:
            raise UserError(f"'{source}' is a saved game, which has its own {listed(useless)}")
        game, file = GameByHand.load(Path(source)), Path(source)
    else:
        game, file = _new_game(source, bots, seat, seed, save)
    try:
        _Screen(game, file, hint_seconds).play()
    except (KeyboardInterrupt, EOFError):
        raise Interrupted(f"the game is saved: ttrsim play {file} goes on") from None
    if game.is_over:
        _finish(game, file, depth)


def _new_game(
    board: str, bots: str | None, seat: int | None, seed: int | None, save: Path | None
) -> tuple[GameByHand, Path]:
    from ttrsim.games.registry import load_board
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.play.by_hand import GameByHand
    from ttrsim.play.rollouts import default_policy

    loaded = load_board(board)
    file = save or Path(f"game-{loaded.name.replace('/', '-')}-{DEFAULT_SEED if seed is None else seed}.json")
    if file.exists():
        raise UserError(f"'{file}' already exists: ttrsim play {file} goes on with it; --save names another file")
    console.check_target(file)
    specs = split_specs(bots) if bots else [default_policy(loaded.game)]
    game = GameByHand(board, DEFAULT_SEED if seed is None else seed, seat or 0, specs)
    game.save(file)
    return game, file


class _Screen:
    """Asks the person, and tells what the others did."""

    def __init__(self, game: GameByHand, file: Path, hint_seconds: float) -> None:
        self.game, self.file, self.hint_seconds = game, file, hint_seconds
        self.shown: list[Decision] = []

    def play(self) -> None:
        console.tell(f"You are seat {self.game.seat}. Type `help` for what you can type. Saved in {self.file}.")
        while not self.game.is_over:
            self._let_bots_play()
            if self.game.is_over or not self._ask():
                break
        self.game.save(self.file)

    def _let_bots_play(self) -> None:
        with TerminalProgress() as line:
            line.begin("the others think …")
            told = [f"seat {seat} {self.game.name_of(seat)}: {words}" for seat, words in self.game.let_bots_play()]
        for words in told:
            console.say(words)
        self.game.save(self.file)

    # ---- a decision --------------------------------------------------------------------------------

    def _ask(self) -> bool:
        """Until the person has decided; False to quit."""
        self._show_table()
        while True:
            words = input("> ").strip()
            if words.lower() in ("quit", "exit"):
                console.tell(f"the game is saved: ttrsim play {self.file} goes on")
                return False
            if decision := self._answer(words):
                console.say(f"you: {decision.text}")
                self.game.decide(decision)
                return True

    def _answer(self, words: str) -> Decision | None:
        command, _, rest = words.partition(" ")
        match command.lower():
            case "":
                return None
            case "help" | "?":
                console.say(HELP)
            case "table":
                self._show_table()
            case "all":
                self._list(self.game.position.legal(), len(self.game.position.legal()))
            case "hint":
                self._hint()
            case "back":
                self._take_back()
            case "save":
                self._save(rest.strip())
            case _:
                return self._numbered(command) if not rest and command.isdigit() else self._named(words)
        return None

    def _numbered(self, text: str) -> Decision | None:
        if 1 <= int(text) <= len(self.shown):
            return self.shown[int(text) - 1]
        console.say(f"there is no move {text}: the list has {len(self.shown)}")
        return None

    def _named(self, words: str) -> Decision | None:
        wanted = plain(words).replace("-", " ").split()
        legal = self.game.position.candidates()
        fitting = [
            decision for decision in legal if all(word in plain(decision.text).replace("-", " ") for word in wanted)
        ]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            self._list(fitting, SHOWN)
        else:
            console.say(f"no move has the words '{words}': `help` says what you can type")
        return None

    def _list(self, decisions: list[Decision], n: int) -> None:
        self.shown = decisions
        for place, decision in enumerate(decisions[:n], start=1):
            console.say(f"{place:4}  {decision.text}")
        if len(decisions) > n:
            console.say(f"      … and {len(decisions) - n} more: type words that they have, or a number")

    def _show_table(self) -> None:
        console.say(f"\n{self.game.position}")
        self._list(self.game.position.candidates(), SHOWN)

    # ---- help of all kinds -------------------------------------------------------------------------

    def _hint(self) -> None:
        """By what the seat can know: the cards of others are imagined anew in every game that is tried."""
        from ttrsim.documents.document import cell_text
        from ttrsim.studies.advice import api

        with TerminalProgress() as line:
            line.begin("playing it out …")
            advice = api.advise(self.game.position, seconds=self.hint_seconds)
        console.say(advice.verdict)
        for choice in advice.choices[:HINTS]:
            console.say(f"      wins {cell_text(choice.win_share, 'share')}  {choice.decision.text}")

    def _take_back(self) -> None:
        if self.game.take_back():
            self._show_table()
        else:
            console.say("this is your first decision")

    def _save(self, name: str) -> None:
        if not name:
            console.say(f"the game is saved in {self.file} after every move; `save FILE` writes another one")
            return
        try:
            self.game.save(Path(name))
        except UserError as failure:
            console.say(str(failure))
        else:
            console.say(f"saved in {name}")


def _finish(game: GameByHand, file: Path, depth: int) -> None:
    """The score, the record, and the analysis."""
    from ttrsim.documents.document import Document
    from ttrsim.files.whole import write_whole
    from ttrsim.play.record.reader import recorded
    from ttrsim.play.record.writer import record_line
    from ttrsim.studies.advice import api

    events = game.record()
    record = file.with_suffix(".jsonl")
    with console.writing(record):
        write_whole(record, "".join(record_line(event) + "\n" for event in events).encode())
    played = recorded(game.board, events)
    winners = listed([f"seat {seat}" for seat in events[-1]["winners"]])
    title = f"{winners} won{', and that is you' if game.seat in events[-1]['winners'] else ''}. The record is {record}"
    console.show(Document(title, [], [game.board.score_sheet(played)]))
    if depth:
        with TerminalProgress() as line:
            analysis = api.analyse(
                played,
                depth=max(depth, 2),
                progress=lambda done, of: line.begin(f"analysing: {done:,} of {of:,} decisions"),
            )
        console.show(analysis.document())
