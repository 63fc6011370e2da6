"""The check of a bot with bounds checks, in a process of its own.

Numba compiles bounds checks into everything or into nothing that one process shares, and a bot that writes outside of
its arrays can crash Python. So the safe check is the same check in another process, with a compile cache of its own.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.errors import RunError
from ttrsim.machine.sources import PACKAGE
from ttrsim.progress import Progress

if TYPE_CHECKING:
    from ttrsim.studies.botcheck.api import BotCheck
    from ttrsim.studies.botcheck.request import CheckBotRequest

SAFE = "safe"  # the folder of its builds in the compile cache
# Nothing comes from the working folder, which may have a `types.py`. This package may be installed nowhere.
CHILD = "import sys; sys.path.append(sys.argv[1]); from ttrsim.studies.botcheck.safe import main; main(*sys.argv[2:])"


def check_safely(request: CheckBotRequest, progress: Progress) -> BotCheck:
    """`ttrsim.check_bot` in another process."""
    from ttrsim.machine.builds import cache_root

    with tempfile.TemporaryDirectory() as folder:
        task, answer = Path(folder) / "task", Path(folder) / "answer"
        task.write_bytes(pickle.dumps(request.model_copy(update={"safe": False})))
        variables = os.environ | {"NUMBA_BOUNDSCHECK": "1", "TTRSIM_CACHE_DIR": str(cache_root() / SAFE)}
        command = [sys.executable, "-P", "-c", CHILD, str(PACKAGE.parent), str(task), str(answer)]
        how: dict[str, Any] = {"env": variables, "stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"}
        with subprocess.Popen(command, start_new_session=True, **how) as child:  # Ctrl-C is for this process alone
            try:
                assert child.stdout is not None
                for line in child.stdout:
                    progress.begin(line.rstrip("\n"))
            except BaseException:  # an interrupt too: the bot may never answer
                child.kill()
                raise
        if not answer.is_file():
            raise RunError(f"{request.bot}: {_death(child.returncode)}")
        result = pickle.loads(answer.read_bytes())
    if isinstance(result, BaseException):
        raise result
    checked: BotCheck = result
    return checked


def _death(code: int) -> str:
    if code >= 0:
        return f"the check ended with code {code}"
    return (
        f"the bot crashed Python ({signal.Signals(-code).name}): it writes outside of its arrays, or calls too deeply"
    )


# ---- in the other process ------------------------------------------------------------------------


def main(task: str, answer: str) -> None:
    from ttrsim.machine.user_faults import lines_in_faults, whole_divisions_by_zero_raised
    from ttrsim.studies.botcheck.api import check_bot

    request = pickle.loads(Path(task).read_bytes())
    with lines_in_faults(), whole_divisions_by_zero_raised():
        try:
            result: Any = check_bot(request, progress=lambda progress: print(progress, flush=True))
        except Exception as error:
            result = error.with_traceback(None)
            result.__cause__ = result.__context__ = None
    Path(f"{answer}.part").write_bytes(pickle.dumps(result))
    Path(f"{answer}.part").rename(answer)
    os._exit(0)  # a bot that never answers would keep the process alive
