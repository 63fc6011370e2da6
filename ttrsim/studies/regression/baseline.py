"""Baselines: what is kept of a run, or of a suite's runs, to compare later ones with. Small JSON, meant for git."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from ttrsim import __version__
from ttrsim.errors import BaselineError, UserError
from ttrsim.files.parsing import parse_json
from ttrsim.files.texts import folded_json
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.measures.blocks import Series, measure_blocks
from ttrsim.measures.measure import Tell
from ttrsim.measures.registry import Metric
from ttrsim.measures.thresholds import Tolerances
from ttrsim.runs.run import Dealt, Run
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.scenario.sources import Member
from ttrsim.studies.regression.digest import run_digest
from ttrsim.studies.regression.runs import part_of, scenario_hash
from ttrsim.wording import did_you_mean

FOLDER = Path("reports/baselines")
FORMAT_VERSION = 1
SUFFIX = ".json"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
UNFOLDED = 5  # levels of the file that stand on lines of their own: down to a metric's series


def _names_a_folder(name: str) -> str:
    """A comparison plays the run into a folder of this name, which must not lead elsewhere."""
    if name in (".", "..") or any(letter in name for letter in "/\\:\0"):
        raise ValueError("should name a folder")
    return name


RunName = Annotated[str, AfterValidator(_names_a_folder)]


class BaselineRun(BaseModel):
    """One run, as it is remembered."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: RunName  # in its suite; '' if it is alone
    scenario: dict[str, Any]
    scenario_hash: str
    rules_version: int
    seed: int
    deals: int
    games: int
    digest: str
    metrics: dict[str, tuple[Series, ...]]

    @property
    def dealt(self) -> Dealt:
        played = Scenario.model_validate(self.scenario, strict=False)
        return Dealt(self.seed, self.deals, self.games, len(played.seats or ()) or played.players)


class Baseline(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["ttrsim baseline"]
    format_version: Literal[1]
    ttrsim: str
    runs: tuple[BaselineRun, ...]


# ---- making --------------------------------------------------------------------------------------


def make_baseline(runs: Mapping[str, Run], progress: Tell = lambda share: None) -> Baseline:
    """`runs` by their names in a suite; a run that is alone is named ''."""
    baselines = [
        _remembered(name, run, part_of(progress, place, len(runs))) for place, (name, run) in enumerate(runs.items())
    ]
    return Baseline(format="ttrsim baseline", format_version=1, ttrsim=__version__, runs=tuple(baselines))


def compared_metrics(run: Run) -> list[Metric]:
    return Tolerances(run.game, run.scenario.tolerances).metrics()


def _remembered(name: str, run: Run, progress: Tell) -> BaselineRun:
    series = measure_blocks(run, compared_metrics(run), progress)
    return BaselineRun(
        name=name,
        scenario=run.scenario.model_dump(mode="json", exclude_none=True),
        scenario_hash=scenario_hash(run.scenario),
        rules_version=run.manifest.rules_version,
        seed=run.scenario.seed,
        deals=run.deals_complete,
        games=run.games_complete,
        digest=run_digest(run),
        metrics={metric: tuple(blocks) for metric, blocks in series.items() if blocks},
    )


def save_baseline(name: str, baseline: Baseline) -> Path:
    path = path_of(name)
    make_folder(path.parent)
    write_whole(path, (folded_json(baseline.model_dump(mode="json"), UNFOLDED) + "\n").encode())
    return path


# ---- reading -------------------------------------------------------------------------------------


def path_of(name: str) -> Path:
    """A name alone means a file in FOLDER; with a slash or with `.json` at its end it is a path."""
    path = Path(name)
    if path.name and (path.suffix == SUFFIX or path.name != name):
        return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
    if not NAME.fullmatch(name):
        raise UserError(
            f"the name of a baseline has letters, digits, '.', '-' and '_', or is the path of a file, not {name!r}"
        )
    return FOLDER / f"{name}{SUFFIX}"


def baseline_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))


def read_baseline(name: str) -> Baseline:
    path = path_of(name)
    again = f"`ttrsim baseline save {name} RUN`"
    if not path.is_file():
        raise BaselineError(f"no baseline '{path}'{did_you_mean(name, baseline_names())}\nsave one with {again}")
    try:
        values = parse_json(path.read_bytes())
        if not isinstance(values, dict) or values.get("format") != "ttrsim baseline":
            raise BaselineError(f"{path}: is not a ttrsim baseline: save one with {again}")
        if values.get("format_version") != FORMAT_VERSION:
            raise BaselineError(
                f"{path}: has format version {values.get('format_version')}, this ttrsim reads {FORMAT_VERSION}: "
                f"save it again with {again}"
            )
        return Baseline.model_validate_json(json.dumps(values))
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        reason = f"{where}: {error.errors()[0]['msg']}"
    except ValueError as error:
        reason = f"not valid JSON: {error}"
    raise BaselineError(
        f"{path}: is truncated or altered ({reason}): restore it from git, or save it again with {again}"
    )


def own_scenarios(baseline: Baseline) -> list[Member]:
    """What was played, to be played again."""
    return [Member(Path("baseline"), run.name, run.scenario) for run in baseline.runs]


def check_rules_version(name: str, run: BaselineRun, version: int) -> None:
    if run.rules_version != version:
        raise BaselineError(
            f"baseline '{name}' was played with rules version {run.rules_version}, this run with {version}: play was "
            f"changed on purpose. Read the changelog, then save it again with `ttrsim baseline save {name} RUN`"
        )
