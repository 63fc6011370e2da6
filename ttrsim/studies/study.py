"""Studies: requests that take long, each carried out in a folder of its own.

`request.json` in the folder says what is asked, and with which code and boards. What is complete is kept beside it. So
a study that was interrupted or killed is resumed from its folder alone, and ends as it would have without that.
"""

from __future__ import annotations

import json
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Generic, TypeVar

from ttrsim.errors import Interrupted, UserError
from ttrsim.files.links import refuse_links_in
from ttrsim.files.parsing import parse_json
from ttrsim.files.whole import UNFINISHED, append_line, make_folder, numbered, write_whole
from ttrsim.progress import Progress
from ttrsim.request import RequestError
from ttrsim.runs.folder import LOCK, FolderError, locked
from ttrsim.studies.requests import Kept
from ttrsim.workers.crew import Crew, ThreadCount
from ttrsim.workers.executor import Executor

REQUEST = "request.json"
FORMAT = "ttrsim "

# verb: its study
STUDIES = {
    "board-report": "ttrsim.studies.boardreport.api:BoardReportStudy",
    "analyse": "ttrsim.studies.advice.api:AnalyseStudy",
    "run": "ttrsim.studies.run.api:SuiteStudy",
    "sweep": "ttrsim.studies.sweep.api:SweepStudy",
    "openings": "ttrsim.studies.openings.api:OpeningsStudy",
    "rebalance": "ttrsim.studies.rebalance.api:RebalanceStudy",
    "skill-ladder": "ttrsim.studies.tournament.api:SkillLadderStudy",
    "tournament": "ttrsim.studies.tournament.api:TournamentStudy",
    "tune": "ttrsim.studies.tune.api:TuneStudy",
}


Asked = TypeVar("Asked", bound=Kept)
Found = TypeVar("Found")


class Study(ABC, Generic[Asked, Found]):
    """A request with all that it names, found to be sound. Nothing is written before it is carried out."""

    asks: ClassVar[type[Kept]]
    request: Asked  # as `request.json` has it: with values and absolute paths in place of names that may change
    name = ""  # of the folder if none is given; without a name, nothing is kept then …
    parent = Path()  # … which is made here

    @abstractmethod
    def __init__(self, request: Asked) -> None: ...

    def identity(self) -> Any:
        """Besides the request, all that affects the result: with other code or boards, other games would be played."""
        return {}

    @abstractmethod
    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Found:
        """Does what is not yet complete in the folder, and gives the result."""

    def write(self, found: Found, path: Path) -> None:
        """Writes the files of the result."""

    def complete(self) -> str:
        """How much is complete, in words."""
        return ""


def begin(study: Study[Asked, Found], progress: Progress) -> Found:
    """Carries out a study in its folder. One that has none, and was not given one, leaves nothing behind."""
    if study.request.out is None and not study.name:
        with TemporaryDirectory() as folder, study.request.crew(progress) as executor:
            return study.carry_out(Path(folder), executor, progress)
    path = _folder(study)
    make_folder(path)
    with locked(path):
        _claim(path, study)
        return _carry_out(study, path, study.request, progress)


def resume_study(path: Path, crew: Crew, progress: Progress) -> Any:
    """Goes on with a study that was interrupted or killed."""
    saved = _read(path)
    kind = _kind(path, saved)
    try:
        study = kind(kind.asks(**saved["request"]))
    except RequestError as error:
        raise FolderError(f"{path / REQUEST} is damaged: {error}. Restore it, or begin again") from None
    if _plain(study.identity()) != saved["identity"]:
        raise FolderError(
            f"'{path}': ttrsim, the board or one of the bots has changed since this was begun: old and new games must "
            "not be mixed. Restore them, or begin again in another folder."
        )
    if not isinstance(study.request, Crew) and crew.on is not None:
        raise UserError(f"--on: a cluster cannot work on this {kind.asks.verb}")
    with locked(path):
        return _carry_out(study, path, crew, progress)


def _carry_out(study: Study[Asked, Found], path: Path, crew: ThreadCount, progress: Progress) -> Found:
    try:
        with crew.crew(progress) as executor:
            found = study.carry_out(path, executor, progress)
    except KeyboardInterrupt as stop:
        partial: Any = stop.result if isinstance(stop, Interrupted) else None
        if partial is not None:
            study.write(partial, path)
        done = str(stop) if partial is not None else ": ".join(filter(None, ("interrupted", study.complete())))
        raise Interrupted(f"{done}; `{resume_command(path)}` continues", partial) from None
    study.write(found, path)
    return found


def resume_command(path: Path) -> str:
    return f"ttrsim resume {shlex.quote(str(path))}"


def is_study(path: Path) -> bool:
    return (path / REQUEST).is_file()


def absolute(path: str) -> str:
    """A path that means the same wherever a study is resumed; a name stays a name."""
    return str(Path(path).resolve()) if Path(path).exists() else path


# ---- folders -------------------------------------------------------------------------------------


def _folder(study: Study[Asked, Found]) -> Path:
    """The one that was asked for; else the one of this study, or a new one."""
    if study.request.out is not None:
        return study.request.out
    for path in numbered(study.parent, study.name):
        if not path.exists() or (study.request.exist == "reuse" and _is_same(path, study)):
            return path
    raise AssertionError  # numbers do not end


def _is_same(path: Path, study: Study[Asked, Found]) -> bool:
    try:
        return _read(path) == _contents(study)
    except (UserError, FolderError):
        return False


def _claim(path: Path, study: Study[Asked, Found]) -> None:
    """The folder belongs to one study."""
    refuse_links_in(path)
    verb = study.asks.verb
    if is_study(path):
        if not _is_same(path, study):
            raise UserError(f"'{path}' holds another study: choose another folder, or `{resume_command(path)}`")
        if study.request.exist == "error":
            raise UserError(
                f"'{path}' holds this {verb} already: `{resume_command(path)}` continues it; or choose another folder"
            )
    elif any(entry.name != LOCK and entry.suffix != UNFINISHED for entry in path.iterdir()):
        raise UserError(f"'{path}' is not empty: a {verb} needs an empty or new folder, see --output")
    else:
        write_json(path / REQUEST, _contents(study))


def _contents(study: Study[Asked, Found]) -> dict[str, Any]:
    head = {"format": FORMAT + study.asks.verb, "request": study.request.asked(), "identity": study.identity()}
    return dict(_plain(head))


def _read(path: Path) -> dict[str, Any]:
    refuse_links_in(path)
    if not is_study(path):
        raise UserError(
            f"'{path}' is not a run folder, nor that of a study: it has neither a manifest.json nor a {REQUEST}"
        )
    try:
        values = parse_json((path / REQUEST).read_bytes())
        if {"format", "request", "identity"} <= values.keys() and isinstance(values["request"], dict):
            return dict(values)
    except (ValueError, AttributeError):
        pass
    raise FolderError(f"{path / REQUEST} is damaged or not of ttrsim. Restore it, or begin again")


def _kind(path: Path, saved: dict[str, Any]) -> type[Study[Any, Any]]:
    verb = str(saved["format"]).removeprefix(FORMAT)
    if verb not in STUDIES:
        raise FolderError(f"{path / REQUEST}: this ttrsim knows no study {verb!r}")
    module, _, name = STUDIES[verb].partition(":")
    kind: type[Study[Any, Any]] = getattr(import_module(module), name)
    return kind


def _plain(values: Any) -> Any:
    """As it comes out of a JSON file."""
    return json.loads(json.dumps(values))


def write_json(path: Path, values: Any) -> None:
    write_whole(path, json.dumps(values, indent=2, ensure_ascii=False).encode() + b"\n")


def append_json(path: Path, *values: Any) -> None:
    """Further lines of a file that grows step by step."""
    if values:
        append_line(path, "\n".join(json.dumps(each, separators=(",", ":")) for each in values).encode())


def read_lines(path: Path) -> Iterator[Any]:
    """The lines of such a file. One that a crash cut off is removed, so that the next begins on a new line."""
    content = path.read_bytes() if path.exists() else b""
    lines = content.split(b"\n")
    if lines.pop():
        write_whole(path, b"".join(line + b"\n" for line in lines))
    for number, line in enumerate(lines, 1):
        try:
            yield json.loads(line)
        except ValueError:
            raise FolderError(f"{path}: line {number} is damaged. Restore the file, or begin again") from None
