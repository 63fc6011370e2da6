"""Files and folders are there whole or not at all, and one process at a time holds a lock."""

from __future__ import annotations

import errno
import os
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ttrsim.files import locks, whole
from ttrsim.files.locks import take_lock
from ttrsim.files.whole import UNFINISHED, append_line, whole_file, whole_folder, write_whole
from ttrsim.runs.suites import run_folders

KILLED_WHILE_WRITING = """
import os, sys
from pathlib import Path
from ttrsim.files.whole import whole_file, whole_folder
path = Path(sys.argv[1])
if sys.argv[2] == "file":
    with whole_file(path) as stream:
        stream.write(b"half")
        stream.flush()
        os._exit(9)
else:
    with whole_folder(path) as folder:
        (folder / "manifest.json").write_text("{}")
        os._exit(9)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def killed_while_writing(path: Path, kind: str) -> None:
    command = [sys.executable, "-c", KILLED_WHILE_WRITING, str(path), kind]
    assert subprocess.run(command, check=False).returncode == 9


# ---- files ---------------------------------------------------------------------------------------


def test_a_file_is_replaced(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"one")
    write_whole(tmp_path / "f", b"two")
    assert (tmp_path / "f").read_bytes() == b"two"
    assert names(tmp_path) == ["f"]


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError, RuntimeError])
def test_a_failed_write_leaves_the_older_file(tmp_path: Path, failure: type[BaseException]) -> None:
    write_whole(tmp_path / "f", b"older")

    def fail() -> None:
        with whole_file(tmp_path / "f") as stream:
            stream.write(b"half")
            raise failure

    with pytest.raises(failure):
        fail()
    assert (tmp_path / "f").read_bytes() == b"older"
    assert names(tmp_path) == ["f"]


def test_the_content_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "f", []
    sync = os.fsync

    def note(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append(("folder" if is_folder else os.fstat(descriptor).st_size, path.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    write_whole(path, b"content")
    assert synced == [(len(b"content"), False), ("folder", True)]


def test_a_killed_process_leaves_the_older_file_and_one_to_recognise(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"older")
    killed_while_writing(tmp_path / "f", "file")
    assert (tmp_path / "f").read_bytes() == b"older"
    (left,) = set(tmp_path.iterdir()) - {tmp_path / "f"}
    assert left.name.startswith(".f.")
    assert left.suffix == UNFINISHED


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    read, write = os.pipe()
    write_whole(Path(f"/dev/fd/{write}"), b"content")
    os.close(write)
    assert os.read(read, 100) == b"content"
    os.close(read)


def test_lines_are_added(tmp_path: Path) -> None:
    append_line(tmp_path / "f", b"one")
    append_line(tmp_path / "f", b"two")
    assert (tmp_path / "f").read_bytes() == b"one\ntwo\n"


# ---- folders -------------------------------------------------------------------------------------


def test_a_folder_gets_its_name_at_the_end(tmp_path: Path) -> None:
    with whole_folder(tmp_path / "d") as folder:
        write_whole(folder / "f", b"one")
        assert not (tmp_path / "d").exists()
    assert names(tmp_path) == ["d"]
    assert names(tmp_path / "d") == ["f"]


def test_a_failed_folder_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with whole_folder(tmp_path / "d") as folder:
            (folder / "f").touch()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert names(tmp_path) == []


def test_what_a_killed_merge_left_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "manifest.json").touch()
    killed_while_writing(tmp_path / "d", "folder")
    assert len(names(tmp_path)) == 2
    assert list(run_folders(tmp_path)) == ["a"]


def test_the_leftover_of_a_process_with_the_same_number_is_replaced(tmp_path: Path) -> None:
    left = tmp_path / f".d.{os.getpid()}{UNFINISHED}"
    left.mkdir()
    (left / "old").touch()
    with whole_folder(tmp_path / "d") as folder:
        (folder / "new").touch()
    assert names(tmp_path / "d") == ["new"]


# ---- other systems -------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "is_fatal"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)])
def test_a_disk_that_cannot_sync_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_fatal: bool
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    if is_fatal:
        with pytest.raises(OSError, match=os.strerror(number)):
            whole._sync_folder(tmp_path)
    else:
        whole._sync_folder(tmp_path)


def test_a_file_that_cannot_be_synced_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Invalid argument"):
        write_whole(tmp_path / "f", b"content")
    assert names(tmp_path) == []


def test_windows_does_not_open_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr(whole, "os", SimpleNamespace(name="nt", open=opened.append))
    whole._sync_folder(tmp_path)
    assert opened == []


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("ab") as ours, (tmp_path / "lock").open("ab") as theirs:
        assert take_lock(ours)
        assert not take_lock(theirs)
        ours.close()
        assert take_lock(theirs)


def test_the_lock_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calls only: what they do is for Windows to say."""
    held: list[int] = []

    def locking(descriptor: int, mode: int, n_bytes: int) -> None:
        assert (mode, n_bytes) == (2, 1)
        if held:
            raise PermissionError(errno.EACCES, "Permission denied")
        held.append(descriptor)

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "win32")
    assert locks.__file__ is not None
    take = runpy.run_path(locks.__file__)["take_lock"]
    with (tmp_path / "lock").open("ab") as stream:
        assert take(stream)
        assert not take(stream)
