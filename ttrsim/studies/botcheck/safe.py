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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.errors import RunError

if TYPE_CHECKING:
    from ttrsim.studies.botcheck.api import BotCheck

SAFE = "safe"  # the folder of its builds in the compile cache


def check_safely(bot: str, progress: Callable[[str], None], **how: Any) -> BotCheck:
    """`ttrsim.check_bot` with these arguments in another process."""
    from ttrsim.machine.jit import cache_root

    with tempfile.TemporaryDirectory() as folder:
        task, answer = Path(folder) / "task", Path(folder) / "answer"
        task.write_bytes(pickle.dumps((bot, how)))
        variables = os.environ | {"NUMBA_BOUNDSCHECK": "1", "TTRSIM_CACHE_DIR": str(cache_root() / SAFE)}
        command = [sys.executable, "-m", "ttrsim.studies.botcheck.safe", str(task), str(answer)]
        with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True, encoding="utf-8") as child:
            try:
                assert child.stdout is not None
                for line in child.stdout:
                    progress(line.rstrip("\n"))
            except BaseException:  # an interrupt too: the bot may never answer
                child.kill()
                raise
        if not answer.is_file():
            raise RunError(f"{bot}: {_death(child.returncode)}")
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
    from ttrsim.studies.botcheck.api import check_bot

    bot, how = pickle.loads(Path(task).read_bytes())
    with lines_in_index_errors():
        try:
            result: Any = check_bot(bot, **how, progress=lambda text: print(text, flush=True))
        except Exception as error:
            result = error.with_traceback(None)
            result.__cause__ = result.__context__ = None
    Path(f"{answer}.part").write_bytes(pickle.dumps(result))
    Path(f"{answer}.part").rename(answer)
    os._exit(0)  # a bot that never answers would keep the process alive


@contextmanager
def lines_in_index_errors() -> Iterator[None]:
    """Lets Numba note the line of an index with the exception that it may raise, as it does for `raise` itself."""
    from numba.core.callconv import CPUCallConv
    from numba.core.lowering import Lower

    lines: list[tuple[Any, str]] = []  # of the statements that are being compiled
    lower_statement, return_exception = Lower.lower_inst, CPUCallConv.return_user_exc

    def lower_with_line(self: Any, statement: Any) -> None:
        lines.append((statement.loc, self.func_ir.func_id.func_name))
        try:
            lower_statement(self, statement)
        finally:
            lines.pop()

    def return_with_line(self: Any, builder: Any, exc: Any, exc_args: Any = None, **where: Any) -> None:
        if exc is IndexError and lines:
            where = {"loc": lines[-1][0], "func_name": lines[-1][1]}
        return_exception(self, builder, exc, exc_args, **where)

    Lower.lower_inst, CPUCallConv.return_user_exc = lower_with_line, return_with_line
    try:
        yield
    finally:
        Lower.lower_inst, CPUCallConv.return_user_exc = lower_statement, return_exception


if __name__ == "__main__":
    main(*sys.argv[1:])
