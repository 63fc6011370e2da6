"""Nothing is written through a link, and no URL becomes a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runs.helpers import ROOT
from ttrsim.errors import UserError
from ttrsim.files.links import LinkError, refuse_links_in
from ttrsim.files.whole import append_line, make_folder, make_own_folder, open_to_append, whole_folder, write_whole

WAYS_TO_WRITE: list[Callable[[Path], object]] = [
    lambda path: write_whole(path, b"ours"),
    lambda path: append_line(path, b"ours"),
    lambda path: open_to_append(path).close(),
    make_folder,
    lambda path: whole_folder(path).__enter__(),
]
over_ways = pytest.mark.parametrize("write", WAYS_TO_WRITE)


def victim(folder: Path, kind: str) -> Path:
    path = folder / "victim"
    if kind == "file":
        path.write_bytes(b"theirs")
    elif kind == "folder":
        path.mkdir()
    return path


@over_ways
@pytest.mark.parametrize("kind", ["file", "folder", "nothing"])
def test_what_a_link_points_to_stays_as_it_is(tmp_path: Path, write: Callable[[Path], object], kind: str) -> None:
    target, link = victim(tmp_path, kind), tmp_path / "link"
    link.symlink_to(target)
    with pytest.raises(LinkError, match="link' is a link, and nothing is written through links"):
        write(link)
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        {"link", *(["victim"] if kind != "nothing" else [])}
    )
    assert kind != "file" or target.read_bytes() == b"theirs"
    assert kind != "folder" or not any(target.iterdir())


def test_a_second_name_of_a_file_is_not_appended_to(tmp_path: Path) -> None:
    target, name = victim(tmp_path, "file"), tmp_path / "name"
    os.link(target, name)
    with pytest.raises(LinkError, match="name' is a second name of another file"):
        append_line(name, b"ours")
    write_whole(name, b"ours")  # a new file takes the name
    assert target.read_bytes() == b"theirs"


def test_a_link_where_the_unfinished_file_would_be(tmp_path: Path) -> None:
    target = victim(tmp_path, "file")
    (tmp_path / f".f.{os.getpid()}.unfinished").symlink_to(target)
    write_whole(tmp_path / "f", b"ours")
    assert (target.read_bytes(), (tmp_path / "f").read_bytes()) == (b"theirs", b"ours")


def test_links_on_the_way_that_the_user_typed_are_followed(tmp_path: Path) -> None:
    target = victim(tmp_path, "folder")
    (tmp_path / "link").symlink_to(target)
    write_whole(tmp_path / "link" / "f", b"ours")
    assert make_folder(tmp_path / "link" / "a", "b") == tmp_path / "link" / "a" / "b"
    assert (target / "a" / "b").is_dir()


def test_each_step_below_a_folder_is_checked(tmp_path: Path) -> None:
    target = victim(tmp_path, "folder")
    make_folder(tmp_path / "ours")
    (tmp_path / "ours" / "a").symlink_to(target)
    with pytest.raises(LinkError, match="a' is a link"):
        make_folder(tmp_path / "ours", "a", "b")
    assert not any(target.iterdir())


@pytest.mark.parametrize("place", ["x", "a/x", "a/b/x"])
def test_a_folder_is_searched_to_the_bottom(tmp_path: Path, place: str) -> None:
    make_folder(tmp_path / "a" / "b")
    write_whole(tmp_path / "a" / "f", b"")
    refuse_links_in(tmp_path)
    refuse_links_in(tmp_path / "none")
    (tmp_path / place).symlink_to(tmp_path / "a")
    with pytest.raises(LinkError, match=r"x' is a link: '.*' should hold files of its own only"):
        refuse_links_in(tmp_path)


def test_a_pipe_in_a_folder_of_ours(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(LinkError, match="pipe' is no file or folder"):
        refuse_links_in(tmp_path)


def test_a_shared_place_is_made_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_own_folder(tmp_path / "ours").stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "getuid", lambda: -1)
    with pytest.raises(LinkError, match="ours' belongs to another user"):
        make_own_folder(tmp_path / "ours")


@over_ways
@pytest.mark.parametrize("url", ["s3://bucket/run", "file:///tmp/f", "https:/example.org/f"])
def test_a_url_is_no_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], object], url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"is a URL .*: ttrsim reads and writes only files of this machine"):
        write(Path(url))
    assert not any(tmp_path.iterdir())


DIRECT = re.compile(
    r"\.write_(?:text|bytes)\(|\.mkdir\(|\.touch\(|\bopen\([^)]*[\"'][wax]b?\+?[\"']|copytree|copyfile|\.write_parquet\("
)
NOT_IN_FOLDERS = {  # these write to no folder that somebody else could have filled
    "ttrsim/files/whole.py",  # the one place
    "ttrsim/machine/builds.py",  # the compile cache
    "ttrsim/studies/botcheck/safe.py",  # a temporary folder of its own
    "ttrsim/runs/packing.py",  # to memory
    "ttrsim/cli/console.py",  # standard output that is closed
}


def test_all_else_is_written_by_one_module() -> None:
    files = sorted((ROOT / "ttrsim").rglob("*.py"))
    found = {str(file.relative_to(ROOT)) for file in files if DIRECT.search(file.read_text(encoding="utf-8"))}
    assert found - NOT_IN_FOLDERS == set()
