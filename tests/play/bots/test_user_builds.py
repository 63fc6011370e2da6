"""The compiled code of users' bots: kept from start to start, and never older than what it is made of."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.announcements import complaints
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.records import BOARD, OWN, PUBLIC
from ttrsim.machine import jit
from ttrsim.play.bots.finding import load_bot

BOT = """
from ttrsim.botkit import bot, helper
{imports}

@bot()
def mine(board, public, own):
    return {answer}
"""
HELPERS = """
from ttrsim.botkit import helper
{imports}
K = {number}

@helper
def times(x):
    return (x + 1) * {number}
"""
# A function that Numba makes while it compiles the bot.
OVERLOADED = """
from numba.extending import overload

def late(x): ...

@overload(late)
def compile_late(x): VALUE
"""
# Long enough that it is called and not inlined.
LONG_HELPER = """
from ttrsim.botkit import helper

@helper
def long(x):
    total = NUMBER
LINES
    return total
""".replace("LINES", "\n".join(f"    total = (total ^ (total << {n % 7 + 1})) + (x | {n})" for n in range(200)))
# Loads bots and asks them in a process of its own.
SCRIPT = """
import sys
from tests.play.bots.test_user_builds import ask
for spec in sys.argv[1:]:
    print(*ask(spec))
"""

Write = Callable[..., str]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("TTRSIM_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a bot that returns `answer` in the folder `at`; returns how it is named."""

    def write_bot(imports: str = "", answer: object = 1, at: str = "bots") -> str:
        path = tmp_path / at / "mine.py"
        put(path, BOT.format(imports=textwrap.dedent(imports), answer=answer))
        return f"{path}:mine"

    return write_bot


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def helpers(path: Path, number: int, imports: str = "") -> None:
    put(path, HELPERS.format(number=number, imports=imports))


def ask(spec: str) -> tuple[int, bool]:
    """What a bot answers, and whether it came from the cache."""
    function = load_bot(spec, TRAINS).compiled.function
    answer = function(*(np.zeros(1, record)[0] for record in (BOARD, PUBLIC, OWN)))
    return int(answer), bool(function.stats.cache_hits)


def ask_elsewhere(*specs: str) -> list[str]:
    """The same in a process of its own."""
    root = Path(__file__).resolve().parents[3]
    command = [sys.executable, "-c", SCRIPT, *specs]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert complaints(done.stderr) == ""
    return done.stdout.splitlines()


def builds(cache: Path) -> list[Path]:
    return list(cache.glob("user-bot-*"))


def test_a_second_start_is_served_from_the_cache(write: Write) -> None:
    spec = write(answer=5)
    assert ask_elsewhere(spec, spec) == ["5 False", "5 True"]
    assert ask_elsewhere(spec) == ["5 True"]
    assert ask(spec) == (5, True)


def test_an_edit_of_the_file_is_noticed(write: Write) -> None:
    assert ask(write(answer=5)) == (5, False)
    assert ask(write(answer=6)) == (6, False), "of the same size, and within a second"
    assert ask(write(answer=5)) == (5, True), "the first build is still there"


@pytest.mark.parametrize(
    ("imports", "answer", "file"),
    [
        ("from helpers import times", "times(0)", "helpers.py"),
        ("import helpers", "helpers.times(0)", "helpers.py"),
        ("from helpers import K", "K", "helpers.py"),
        ("import helpers", "helpers.K", "helpers.py"),
        ("import kit.inside.helpers", "kit.inside.helpers.K", "kit/inside/helpers.py"),
        ("from kit.inside import helpers as h", "h.times(0)", "kit/inside/helpers.py"),
    ],
)
def test_an_edit_of_an_imported_file_is_noticed(
    write: Write, tmp_path: Path, imports: str, answer: str, file: str
) -> None:
    spec = write(imports, answer)
    for number, is_cached in ((3, False), (4, False), (3, True)):
        helpers(tmp_path / "bots" / file, number)
        assert ask(spec) == (number, is_cached)
    assert not list(tmp_path.rglob("__pycache__")), "it hides an edit that follows within a second"


def test_an_edit_of_a_file_that_an_imported_file_imports_is_noticed(write: Write, tmp_path: Path) -> None:
    spec = write("from helpers import deep", "deep.times(0)")
    helpers(tmp_path / "bots" / "helpers.py", 1, imports="import deep")
    for number in (3, 4):
        helpers(tmp_path / "bots" / "deep.py", number)
        assert ask(spec) == (number, False)


def test_a_file_of_a_package_imports_relatively(write: Write, tmp_path: Path) -> None:
    spec = write("from .helpers import times\nfrom ..helpers import K", "times(0) + K", at="package/inside")
    for folder in ("package", "package/inside"):
        put(tmp_path / folder / "__init__.py", "")
    helpers(tmp_path / "package" / "helpers.py", 10)
    for number, is_cached in ((3, False), (4, False), (3, True)):
        helpers(tmp_path / "package" / "inside" / "helpers.py", number)
        assert ask(spec) == (10 + number, is_cached)


@pytest.mark.parametrize(
    ("imports", "answer"),
    [
        ("K = int(FILE.read_text())", "K"),
        ("K = np.array([int(FILE.read_text())])", "K[0]"),
        ("K = ((int(FILE.read_text()), 0), 0)", "K[0][0]"),
        ("a = helper(lambda x: 3)\nb = helper(lambda x: 4)\nK = a if FILE.read_text() == '3' else b", "K(0)"),
        ("def make(k): return helper(lambda x: x + k)\nK = make(int(FILE.read_text()))", "K(0)"),
        (OVERLOADED.replace("VALUE", "return lambda x: DATA") + "\nDATA = int(FILE.read_text())", "late(0)"),
        ("@helper\ndef K(x, k=int(FILE.read_text())): return x + k", "K(0)"),
    ],
)
def test_what_comes_from_a_data_file_is_noticed(write: Write, tmp_path: Path, imports: str, answer: str) -> None:
    """It is frozen into the compiled code as a constant."""
    spec = write(
        f"from pathlib import Path\nimport numpy as np\nFILE = Path({str(tmp_path)!r}) / 'data'\n{imports}", answer
    )
    for number, is_cached in ((3, False), (4, False), (3, True)):
        put(tmp_path / "data", str(number))
        assert ask(spec) == (number, is_cached)


def test_what_is_imported_while_it_compiles_is_not_kept(write: Write, tmp_path: Path, cache: Path) -> None:
    imports = OVERLOADED.replace("VALUE", "from helpers import K; return lambda x: K")
    spec = write(imports, "late(0)")
    for number in (3, 4, 4):
        helpers(tmp_path / "bots" / "helpers.py", number)
        assert ask(spec) == (number, False)
    assert builds(cache) == []


def test_functions_without_a_file_are_not_kept(write: Write, cache: Path) -> None:
    spec = write("exec('@helper\\ndef made(x): return 7')", "made(0)")
    assert ask(spec) == ask(spec) == (7, False)
    assert builds(cache) == []


def test_the_same_file_in_another_place(write: Write, tmp_path: Path) -> None:
    spec = write(answer=5)
    assert ask(spec) == (5, False)
    shutil.move(tmp_path / "bots", tmp_path / "moved")
    assert ask(spec.replace("bots", "moved"))[0] == 5


def test_files_of_one_name_do_not_mix_in_one_process(write: Write, tmp_path: Path) -> None:
    """Each has its own helpers, and what the session had imported itself stays."""
    specs = [write("from kit.helpers import times", "times(0)", at=folder) for folder in ("one", "other")]
    helpers(tmp_path / "one" / "kit" / "helpers.py", 3)
    helpers(tmp_path / "other" / "kit" / "helpers.py", 4)
    before = sys.modules.copy()
    for is_cached in (False, True):
        assert [ask(spec) for spec in specs] == [(3, is_cached), (4, is_cached)]
    names = {name for name in before.keys() | sys.modules.keys() if before.get(name) is not sys.modules.get(name)}
    assert not {name for name in names if name.startswith(("kit", "ttrsim_user", "tests"))}


def test_files_of_one_name_that_were_compiled_apart_do_not_mix(write: Write, tmp_path: Path) -> None:
    specs = []
    for folder, number in (("one", 3), ("other", 4)):
        put(tmp_path / folder / "helpers.py", LONG_HELPER.replace("NUMBER", str(number)))
        specs.append(write("from helpers import long", "long(own.seat) + long(own.seat + 1)", at=folder))
    apart = [ask_elsewhere(spec)[0] for spec in specs]
    assert apart[0] != apart[1]
    assert ask_elsewhere(*specs) == [answer.replace("False", "True") for answer in apart]


def test_without_a_writable_cache_it_is_compiled_with_one_warning(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TTRSIM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    spec = write(answer=5)
    assert ask(spec) == ask(spec) == (5, False)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("warning: the compile cache")


def test_the_bots_used_last_are_kept_and_kernels_stay(
    write: Write, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "USER_BOTS_KEPT", 2)
    kernels = [cache / f"{kind}-{number}" for kind in ("trains-kernel", "trains-bots") for number in range(5)]
    for folder in kernels:
        folder.mkdir(parents=True)
        os.utime(folder, (0, 0))
    specs = [write(answer=number, at=f"bots{number}") for number in range(4)]
    for spec in (*specs[:3], specs[0], specs[3]):
        ask(spec)
        for folder in builds(cache):  # as if it were longer ago
            os.utime(folder, ns=(0, folder.stat().st_mtime_ns - 10**9))
    assert len(builds(cache)) == 3, "the one in use, and two more"
    assert [ask(spec)[1] for spec in (specs[0], specs[2], specs[3])] == [True, True, True]
    assert ask(specs[1]) == (1, False), "it was used longest ago"
    assert all(folder.exists() for folder in kernels)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    put(folder / "my_package-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    put(folder / "my_package-1.0.dist-info" / "entry_points.txt", "[ttrsim.bots]\nmine = my_package.bots:mine\n")
    put(folder / "my_package" / "__init__.py", "")
    put(
        folder / "my_package" / "bots.py", BOT.format(imports="from my_package.helpers import times", answer="times(0)")
    )
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would tell two versions apart by their second and size
    return folder


def install(package: Path, number: int) -> None:
    """Puts a version of the package in place, as of a new start."""
    file = package / "my_package" / "helpers.py"
    helpers(file, number)
    os.utime(file, (number, number))  # Python's own cache looks at the second, and no more than one may have passed
    os.utime(package / "my_package-1.0.dist-info", (number, number))
    for name in [name for name in sys.modules if name.startswith("my_package")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def test_a_bot_of_an_installed_package_is_cached(package: Path) -> None:
    for number, is_cached in ((3, False), (3, True), (4, False), (3, True)):
        install(package, number)
        assert ask("mine") == (number, is_cached)


def test_another_version_of_an_installed_package_is_noticed(write: Write, package: Path) -> None:
    spec = write("from my_package.helpers import times", "times(0)")
    for number, is_cached in ((3, False), (3, True), (4, False), (3, True)):
        install(package, number)
        assert ask(spec) == (number, is_cached)
