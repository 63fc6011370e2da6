"""Files that are nested deeply, or hold numbers of hundreds of digits, are faults and no tracebacks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.files.parsing import DEEPEST, parse_json, parse_toml
from ttrsim.wording import is_finite

HUGE = "1" + 400 * "0"


def invoke(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stderr


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_toml, ".".join(["a"] * 3000) + " = 1"),
        (parse_toml, "a = " + "[" * 5000 + "]" * 5000),
        (parse_json, "[" * 500 + "]" * 500),
        (parse_json, '{"a":' * 90_000 + "1" + "}" * 90_000),
    ],
)
def test_what_is_nested_deeply_is_a_value_error(parse: object, text: str) -> None:
    with pytest.raises(ValueError, match=f"nested more than {DEEPEST} levels deep"):
        parse(text)  # type: ignore[operator]


def test_what_is_nested_as_usual_is_read() -> None:
    assert parse_toml("a.b.c = [[1], [2]]") == {"a": {"b": {"c": [[1], [2]]}}}
    assert parse_json("[1, {}]") == [1, {}]


def test_a_number_of_400_digits_is_not_finite() -> None:
    assert not is_finite(int(HUGE))
    assert is_finite(2**53)


def test_a_scenario_that_is_nested_deeply(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(
        f'board = "new-york"\nseats = ["random", "random"]\n{".".join(["a"] * 2000)} = 1\n', encoding="utf-8"
    )
    code, said = invoke("scenario", "check", path)
    assert code == 2
    assert "nested more than" in said


def test_a_weight_of_400_digits(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    path.write_text(f'bot = "planner"\n[weights]\nblock = {HUGE}\n', encoding="utf-8")
    code, said = invoke("replay", "new-york", "--bots", f"planner@{path},random")
    assert code == 2
    assert "block" in said


@pytest.mark.parametrize("where", ["runs", "runs.0", "runs.0.metrics", "runs.0.seed", "runs.0.digest", "rows", "deep"])
def test_a_baseline_with_nulls_or_nested_deeply(tmp_path: Path, where: str) -> None:
    run = {"name": "", "scenario": {}, "scenario_hash": "x", "rules_version": 1, "seed": 1, "deals": 1, "games": 1}
    values = {"format": "ttrsim baseline", "format_version": 1, "runs": [run | {"digest": {}, "metrics": {}}]}
    for version in range(1, 9):
        values["format_version"] = version
        text = json.dumps(values)
        if where == "deep":
            text = text.replace('"scenario": {}', '"scenario": ' + '{"a":' * 3000 + "1" + "}" * 3000)
        else:
            at, *steps = values, *where.split(".")
            broken = json.loads(text)
            at = broken
            for step in steps[:-1]:
                at = at[int(step) if step.isdecimal() else step]  # type: ignore[index]
            at[int(steps[-1]) if steps[-1].isdecimal() else steps[-1]] = None
            text = json.dumps(broken)
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
        assert invoke("compare", tmp_path / "b.json")[0] == 5
