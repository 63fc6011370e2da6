"""Writes the parts of the docs that come from the code: `make docs` puts them into the files."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.docs.commands import commands_text, stub_text
from tests.docs.reference import reference_text
from tests.runs.helpers import ROOT
from ttrsim.games.contract import Game
from ttrsim.games.registry import GAMES
from ttrsim.games.trains.analysis import TOLERANCES
from ttrsim.measures.document import metrics_page
from ttrsim.measures.thresholds import DEFAULTS
from ttrsim.play.columns import TableSchema
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.scenario.writing import scenario_schema

FILES, SCENARIOS, SCHEMA = ROOT / "docs/files.md", ROOT / "docs/scenarios.md", ROOT / "docs/scenario.schema.json"
METRICS, REGRESSION = ROOT / "docs/metrics.md", ROOT / "docs/regression.md"
REFERENCE, COMMANDS = ROOT / "docs/reference.md", ROOT / "docs/cli.md"
STUB = ROOT / "ttrsim/__init__.pyi"
GENERATED = re.compile(r"(?<=<!-- generated -->\n).*?(?=<!-- end -->)", re.DOTALL)


def describe(game: Game, table: TableSchema) -> str:
    lines = [
        f"### {game.title}: `{table.name}`",
        "",
        f"A row is {table.rows}.",
        "",
        "| column | type | unit | meaning |",
        "|---|---|---|---|",
    ]
    for column in table.columns:
        kind = column.type.__name__ if isinstance(column.type, type) else "Enum"
        lines.append(f"| `{column.name}` | {kind} | {column.unit or '–'} | {column.meaning} |")
    return "\n".join(lines) + "\n"


def tables_text() -> str:
    tables = [(game, table) for game in GAMES.values() for table in game.tables.values()]
    return "\n" + "\n".join(describe(game, table) for game, table in tables) + "\n"


def keys_text() -> str:
    lines = ["", "| key | default | meaning |", "|---|---|---|"]
    for name, key in Scenario.model_fields.items():
        default = (
            "required" if key.is_required() else f"`{json.dumps(key.default)}`" if key.default is not None else "–"
        )
        meaning = key.description or "Name or path of a board, or a table `[board]` with its `name` and house rules."
        lines.append(f"| `{name}` | {default} | {meaning} |")
    return "\n".join(lines) + "\n\n"


def tolerances_text() -> str:
    rows = [f"| `{name}` | {value:g} |\n" for name, value in (DEFAULTS | TOLERANCES).items()]
    return "| metric | tolerance |\n| --- | --: |\n" + "".join(rows)


def schema_text() -> str:
    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def with_generated(path: Path, text: str) -> str:
    """The page, with this text between its marks."""
    return GENERATED.sub(lambda _: text, path.read_text(encoding="utf-8"))


def pages() -> dict[Path, str]:
    """Every file of the docs that has something from the code, as it should be."""
    return {
        FILES: with_generated(FILES, tables_text()),
        SCENARIOS: with_generated(SCENARIOS, keys_text()),
        REGRESSION: with_generated(REGRESSION, tolerances_text()),
        SCHEMA: schema_text(),
        METRICS: metrics_page(),
        REFERENCE: reference_text(),
        COMMANDS: commands_text(),
        STUB: stub_text(),
    }


def main() -> None:
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
