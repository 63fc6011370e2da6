"""The compile cache, and the fast build against the checked one."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

import ttrsim
from tests.announcements import complaints
from tests.games.trains.kernel.harness import COMBINATIONS, built_in
from ttrsim.errors import UserError
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine import builds
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

PACKAGE = Path(ttrsim.__file__).parent
N_GAMES = 60

# In place of the whole kernel: two entries of different sources that call helpers of other files.
TINY_KERNEL = """
import numpy as np
from numba import types
from ttrsim.machine.bits import bit
from ttrsim.machine.jit import entry
from ttrsim.machine.rng import mix

KERNEL, BOTS = "ttrsim.games.trains.kernel", "ttrsim.games.trains.bots"

@entry(types.uint64(types.uint64), (KERNEL,))
def mixed(word):
    return mix(word)

@entry(types.uint64(types.int64), (KERNEL, BOTS))
def member(number):
    return bit(number)
"""
TINY_SCRIPT = """
from ttrsim.games.trains.kernel.tiny import member, mixed
hits = sum(mixed.stats.cache_hits.values()) + sum(member.stats.cache_hits.values())
print(mixed(1), member(5), hits)
"""

# One function, compiled for another record by each of two kernels; long enough that it is called and not inlined.
SHARED = """
from ttrsim.machine.jit import inner

@inner
def last(record):
    total = record.last
LINES
    return total
""".replace("LINES", "\n".join(f"    total = (total ^ (total << {n % 7 + 1})) + record.last * {n}" for n in range(200)))
SHARING_KERNEL = """
import numba
import numpy as np
from ttrsim.machine.jit import entry
from ttrsim.machine.shared import last

RECORD = np.dtype([("first", np.int64, {offset}), ("last", np.int64)], align=True)
RECORD_T = numba.from_dtype(RECORD)

@entry(numba.types.int64(RECORD_T[::1]), ("ttrsim.games.{game}.kernel",))
def sum_of_lasts(records):
    return last(records[0]) + last(records[1])

records = np.zeros(2, RECORD)
records["last"] = {offset}, 7
"""
SHARING_SCRIPT = """
import importlib, sys
for game in sys.argv[1:]:
    tiny = importlib.import_module(f"ttrsim.games.{game}.kernel.tiny")
    print(tiny.sum_of_lasts(tiny.records), sum(tiny.sum_of_lasts.stats.cache_hits.values()))
"""


def run(script, package=PACKAGE, arguments=(), **environment):
    """Runs a script in a process of its own, on a copy of the package if one is given."""
    inherited = {name: value for name, value in os.environ.items() if name != "TTRSIM_CHECKED"}
    environment = {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    # not in the repository, whose own package would be found first
    return subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=package.parent, env=inherited | environment
    )


@pytest.fixture
def tiny_package(tmp_path):
    """A copy of the package with a kernel that compiles in a second."""
    package = tmp_path / "copy" / "ttrsim"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "games" / "trains" / "kernel" / "tiny.py").write_text(TINY_KERNEL)
    return package


def files_below(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_editing_a_helper_in_another_file_is_seen(tiny_package, tmp_path):
    cache = {"TTRSIM_CACHE_DIR": str(tmp_path / "cache")}
    compiling = run(TINY_SCRIPT, tiny_package, **cache)
    first = compiling.stdout.split()
    said = ["compiling the game kernel (mixed), once …", "compiling bot 'member', once …"]
    assert compiling.stderr.splitlines() == said
    moved = Path(shutil.copytree(tiny_package.parent, tmp_path / "moved")) / "ttrsim"
    served = run(TINY_SCRIPT, moved, **cache)
    again = served.stdout.split()
    assert served.stderr == "", "nothing is said of what is not compiled"
    assert first == ["6238072747940578789", "32", "0"]
    assert again == [*first[:2], "2"], "the second start is served from the cache, also in another folder"

    rng = tiny_package / "machine" / "rng.py"
    source = rng.read_text()
    assert "SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30)" in source
    rng.write_text(
        source.replace("SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30)", "SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(0)")
    )
    edited = run(TINY_SCRIPT, tiny_package, **cache).stdout.split()
    assert edited == ["0", "32", "0"], "1 ^ 1 >> 0 is 0, and 0 stays 0"

    rng.write_text(source)
    assert run(TINY_SCRIPT, tiny_package, **cache).stdout.split() == again, "the first build is still there"


def test_kernels_compiled_apart_do_not_mix_up_what_they_share(tiny_package, tmp_path):
    (tiny_package / "machine" / "shared.py").write_text(SHARED)
    for game, offset in (("trains", 3), ("explore", 5)):
        (tiny_package / "games" / game / "kernel" / "tiny.py").write_text(
            SHARING_KERNEL.format(game=game, offset=offset)
        )
    cache = {"TTRSIM_CACHE_DIR": str(tmp_path / "cache")}
    apart = [run(SHARING_SCRIPT, tiny_package, [game], **cache).stdout.split() for game in ("trains", "explore")]
    both = run(SHARING_SCRIPT, tiny_package, ["trains", "explore"], **cache).stdout.split()
    assert [hits for _, hits in apart] == ["0", "0"]
    assert both == [apart[0][0], "1", apart[1][0], "1"], "the same, both from the cache"


def test_processes_that_need_the_same_build_compile_it_once(tiny_package, tmp_path):
    cache = {"TTRSIM_CACHE_DIR": str(tmp_path / "cache")}
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _: run(TINY_SCRIPT, tiny_package, **cache), range(3)))
    assert {tuple(each.stdout.split()[:2]) for each in done} == {("6238072747940578789", "32")}
    said = sorted(line for each in done for line in each.stderr.splitlines())
    assert said == ["compiling bot 'member', once …", "compiling the game kernel (mixed), once …"]


def test_a_read_only_install_works_and_is_left_alone(tiny_package, tmp_path):
    for path in [tiny_package, *tiny_package.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = files_below(tiny_package)
    cache = tmp_path / "cache"
    done = run(TINY_SCRIPT, tiny_package, TTRSIM_CACHE_DIR=str(cache))
    assert done.stdout.split()[:2] == ["6238072747940578789", "32"]
    assert complaints(done.stderr) == ""
    assert files_below(tiny_package) == before
    assert list(cache.glob("trains-kernel-*/**/*.nbc"))
    assert list(cache.glob("trains-bots-*/**/*.nbc"))
    for path in [tiny_package, *tiny_package.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)


def test_without_a_writable_cache_it_works_with_one_warning(tiny_package, tmp_path):
    (tmp_path / "file").touch()
    done = run(TINY_SCRIPT, tiny_package, TTRSIM_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.stdout.split() == ["6238072747940578789", "32", "0"]
    warning = complaints(done.stderr)
    assert len(warning.splitlines()) == 1
    assert warning.startswith("warning: the compile cache")
    assert "TTRSIM_CACHE_DIR" in warning


def test_numba_starts_without_linear_algebra_and_has_it_when_asked():
    script = """
    import sys
    from ttrsim.play.bots.finding import load_bot
    from ttrsim.games.trains.game import TRAINS
    load_bot("random", TRAINS)
    print("scipy.linalg" in sys.modules)
    import numba
    import numpy as np
    print(numba.njit(lambda a: a @ a)(np.full((2, 2), 1.5)).tolist())
    """
    assert run(script, TTRSIM_CHECKED="1").stdout.split("\n") == ["False", "[[4.5, 4.5], [4.5, 4.5]]", ""]


def test_describing_a_kernel_compiles_nothing(tmp_path):
    script = """
    from ttrsim.games.registry import GAMES
    for game in GAMES.values():
        kernel = game.kernel
        print(kernel.game, kernel.work.itemsize > 0, kernel.seating.itemsize > 0, kernel.bot_signature)
    """
    described = run(script, TTRSIM_CACHE_DIR=str(tmp_path)).stdout
    assert described.startswith("trains True True")
    assert list(tmp_path.iterdir()) == []


def test_the_code_of_a_run_is_named_by_every_file_that_decides_its_games(tiny_package, tmp_path):
    script = """
    from ttrsim.games.registry import GAMES
    from ttrsim.runs.provenance import code_digest
    print(*(code_digest(game) for game in GAMES.values()))
    """

    def digests_after(*names):
        for name in names:
            with (tiny_package / name).open("a") as file:
                file.write("# edited")
        return run(script, tiny_package).stdout.split()

    trains, explore = digests_after()
    assert digests_after("games/trains/tables.py", "runs/api.py") == [trains, explore]
    for folder in ("kernel", "botkit", "bots", "bots/_planner"):
        edited, other = digests_after(f"games/trains/{folder}/__init__.py")
        assert edited != trains
        assert other == explore
        trains = edited
    both = digests_after("machine/rng.py", "limits.py")
    assert both[0] != trains
    assert both[1] != explore


# ---- the fast build ------------------------------------------------------------------------------

# Compiles the fast build anew (a cached one has no overloads to count), plays, and prints what it saw as JSON.
FAST_BUILD = """
import importlib, json, pkgutil, sys, threading
from hashlib import sha256
from numba import types
from numba.core.dispatcher import Dispatcher
import ttrsim.machine
import ttrsim.games.trains.kernel
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import load_bot
from ttrsim.errors import UserError
from ttrsim.games.trains.game import TRAINS
from ttrsim.machine import builds
from ttrsim.play.table import SeatedTable
from ttrsim.machine import builds

assert not builds.CHECKED
assert TRAINS.kernel.play_games.signatures
overloads = {}
modules = [*pkgutil.iter_modules(ttrsim.machine.__path__, "ttrsim.machine.")]
modules += pkgutil.iter_modules(ttrsim.games.trains.kernel.__path__, "ttrsim.games.trains.kernel.")
for found in modules:
    module = importlib.import_module(found.name)
    for name, value in vars(module).items():
        if isinstance(value, Dispatcher) and value.py_func.__module__ == module.__name__:
            overloads[f"{found.name}.{name}"] = [
                ", ".join("record" if isinstance(part, types.Record) else str(part) for part in signature)
                for signature in value.overloads
            ]

digests, halves = {}, {}
random = load_bot("random", TRAINS)
for name, n_players in json.loads(sys.argv[1]):
    results = SeatedTable(load_board(name), [random] * n_players).play(9, 0, N_GAMES)
    digests[f"{name} {n_players}"] = sha256(results.tobytes()).hexdigest()
    parts = [None, None]

    def play(half):
        table = SeatedTable(load_board(name), [random] * n_players)
        parts[half] = table.play(9, half * N_GAMES // 2, N_GAMES // 2)

    threads = [threading.Thread(target=play, args=(half,)) for half in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    halves[f"{name} {n_players}"] = sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
print(json.dumps({"overloads": overloads, "digests": digests, "halves": halves}))
"""


def test_the_fast_build_plays_as_the_checked_one_on_any_thread_and_has_one_overload_per_function(tmp_path):
    """One test, since the build takes half a minute to compile."""
    script = FAST_BUILD.replace("N_GAMES", str(N_GAMES)).replace("sys.argv[1]", repr(json.dumps(COMBINATIONS)))
    seen = json.loads(run(script, TTRSIM_CACHE_DIR=str(tmp_path)).stdout)
    for name, n_players in COMBINATIONS:
        results = SeatedTable(built_in(name), [load_bot("random", TRAINS)] * n_players).play(9, 0, N_GAMES)
        assert seen["digests"][f"{name} {n_players}"] == sha256(results.tobytes()).hexdigest()
    assert len(set(seen["digests"].values())) == len(COMBINATIONS)
    assert seen["halves"] == seen["digests"], "two threads, half of the games each"

    compiled = {name: signatures for name, signatures in seen["overloads"].items() if signatures}
    assert len(compiled) > 50
    several = {name: signatures for name, signatures in compiled.items() if len(signatures) > 1}
    several.pop("ttrsim.machine.bits.bit")  # a single shift, of cities that are stored in 16 bits and of numbers in 64
    assert several == {}, "literal or narrow integers as arguments make overloads, which cost compile time"


def test_a_cache_that_others_may_write_is_refused(tmp_path: Path) -> None:
    """What is in it runs."""
    tmp_path.chmod(0o777)
    with pytest.raises(UserError, match=r"everybody may write to it, and code in it would run as yours"):
        builds._refuse_shared(tmp_path)
    tmp_path.chmod(0o770)
    builds._refuse_shared(tmp_path)


def test_code_that_is_not_compiled_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ttrsim", "doctor"]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert "NUMBA_DISABLE_JIT is set" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
