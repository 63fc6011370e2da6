"""Options are said once and mean the same everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tests.runs.helpers import ROOT
from ttrsim.cli import naming
from ttrsim.cli.app import VERBS, app, load_verb

# files, a game, a text to fill in, a schema, JSON Lines, a text
NO_RESULT = {"board draw", "board export", "board print", "play", "position new", "scenario schema", "trace", "replay"}
RUNNER = CliRunner()


def leaves() -> Iterator[tuple[str, Any]]:
    group = typer.main.get_command(app)
    for verb in VERBS:
        command = load_verb(group.commands[verb])  # type: ignore[attr-defined]
        for name, leaf in getattr(command, "commands", {"": command}).items():
            yield f"{verb} {name}".strip(), leaf


LEAVES = dict(leaves())


def options(name: str) -> dict[str, Any]:
    return {flag: option for option in LEAVES[name].params for flag in option.opts if flag.startswith("-")}


@pytest.mark.parametrize("name", LEAVES)
def test_every_command_can_be_quiet(name: str) -> None:
    assert "--quiet" in options(name)


@pytest.mark.parametrize("name", sorted(LEAVES.keys() - NO_RESULT))
def test_every_result_can_be_had_as_json(name: str) -> None:
    assert "--json" in options(name)


@pytest.mark.parametrize("name", LEAVES)
def test_short_options_mean_the_same_everywhere(name: str) -> None:
    meanings = {"-n": "--games", "-s": "--seed", "-t": "--threads", "-o": "--output", "-q": "--quiet"}
    found = options(name)
    for short, long in meanings.items():
        if short in found or long in found:
            assert found.get(short) is found.get(long)


@pytest.mark.parametrize("name", LEAVES)
def test_every_option_says_what_it_does(name: str) -> None:
    for option in LEAVES[name].params:
        assert getattr(option, "help", None), option.name


@pytest.mark.parametrize("name", LEAVES)
def test_every_help_text_is_a_sentence(name: str) -> None:
    texts = [LEAVES[name].help, *(option.help for option in LEAVES[name].params)]
    for text in texts:
        assert text[0].isupper(), text
        assert text.rstrip().endswith("."), text


@pytest.mark.parametrize("name", LEAVES)
def test_every_option_with_a_value_tells_its_default(name: str) -> None:
    """In its text, or as the value that stands behind it in the help."""
    for option in LEAVES[name].params:
        if option.param_type_name == "option" and not option.is_flag and not option.required:
            assert option.default is not None or "default: " in option.help, (name, option.name)


@pytest.mark.parametrize(("command", "key"), [("metrics", "name"), ("bots", "bot"), ("board", "name")])
def test_lists_show_names_in_full_on_a_narrow_terminal(command: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that begin alike must not look alike."""
    monkeypatch.setenv("COLUMNS", "80")
    listed = RUNNER.invoke(app, [command, "list"]).stdout
    for entry in json.loads(RUNNER.invoke(app, [command, "list", "--json"]).stdout):
        assert entry[key] in listed


def test_every_command_with_json_is_documented() -> None:
    page = (ROOT / "docs/json.md").read_text(encoding="utf-8")
    for name in LEAVES.keys() - NO_RESULT:
        assert f"`{name}`" in page, name


def test_json_is_one_value_and_quiet_is_quiet(tmp_path: Path) -> None:
    argv = ["run", "new-york", "--bots", "random,random", "-n", "20", "-o", str(tmp_path / "a")]
    assert RUNNER.invoke(app, [*argv, "--quiet"]).stdout == ""
    again = RUNNER.invoke(app, [*argv[:-1], str(tmp_path / "b"), "--json"])
    assert json.loads(again.stdout)[0]["games"] == 20
    assert "games" in RUNNER.invoke(app, [*argv[:-1], str(tmp_path / "c")]).output


def test_all_kinds_of_experiments_stand_in_the_help() -> None:
    from ttrsim.games.registry import GAMES
    from ttrsim.studies.experiment.request import KINDS

    for game in GAMES.values():
        for kind in game.experiments:
            assert kind in KINDS


PAIR = ["new-york", "--bots", "random,greedy"]
TO_A_FOLDER_OR_FILE = {
    "run": [*PAIR, "-n", "2"],
    "experiment": ["ticket-draws", *PAIR, "--deals", "2"],
    "tournament": [*PAIR, "--deals", "2"],
    "skill-ladder": [*PAIR, "--deals", "2"],
    "sweep": [*PAIR, "--deals", "2", "--vary", "board.wilds=4,8", "--of", "mean(turns)"],
    "tune": ["planner", "--board", "new-york", "--weights", "points"],
    "rebalance": ["new-york"],
    "trace": PAIR,
    "board draw": ["new-york"],
}


@pytest.mark.parametrize("name", TO_A_FOLDER_OR_FILE)
def test_a_url_is_no_place_to_write_to(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for option in {"--output", "--html", "--csv", "--markdown"} & options(name).keys():
        result = RUNNER.invoke(app, [*name.split(), *TO_A_FOLDER_OR_FILE[name], option, "s3://bucket/there.png"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is a URL (s3:): ttrsim reads and writes only files of this machine" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_names_are_completed() -> None:
    assert naming.bots("greedy,plan") == ["greedy,planner"]
    assert "europe" in naming.boards("eur")
    assert naming.settings("board.longest_p") == ["board.longest_points="]
    assert "board=europe" in naming.settings("board=eur")
    assert any(name.startswith("bot_points,seat_") for name in naming.metrics("bot_points,seat_"))


def test_all_faults_of_a_request_are_told_at_once() -> None:
    argv = ["tournament", *PAIR, "--games", "0", "--players", "9", "--bot-timeout", "0", "--exist", "reus"]
    told = RUNNER.invoke(app, argv)
    assert told.exit_code == 2
    for fault in (
        "--games: should be greater than or equal to 1, not 0",
        "--players: should be less than or equal to 5, not 9",
        "--bot-timeout: should be greater than or equal to 0.1, not 0.0",
        "--exist: should be 'error' or 'reuse', not 'reus' — did you mean 'reuse'?",
    ):
        assert fault in told.stderr
