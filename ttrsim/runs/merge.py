"""Puts the shards of a run together: their parts, untouched, are those of the single run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.whole import whole_folder, write_whole
from ttrsim.runs.folder import FolderError, RunFolder, locked
from ttrsim.runs.manifest import Manifest


def merge_shards(paths: Sequence[Path], out: Path) -> RunFolder:
    """The whole run, in a new folder, which gets its name when everything is in it."""
    if out.exists():
        raise UserError(f"'{out}' already exists: a merged run needs a new folder")
    shards = [RunFolder.open(path) for path in paths]
    _check_shards(shards)
    with ExitStack() as stack:
        for folder in shards:
            stack.enter_context(locked(folder.path))
            folder.verify_inputs()
            folder.verify()
        with whole_folder(out) as unfinished:
            inputs = {file: (shards[0].path / file).read_bytes() for file in shards[0].manifest.inputs.files}
            _copy(shards, RunFolder.create(unfinished, _whole_manifest(shards), inputs))
    return RunFolder.open(out)


def _check_shards(shards: Sequence[RunFolder]) -> None:
    """Checks that these are all shards of one run, each once and complete."""
    first = shards[0]
    seen: dict[int, RunFolder] = {}
    for folder in shards:
        if folder.manifest.key != first.manifest.key:
            what = first.manifest.difference(folder.manifest)
            raise FolderError(f"'{folder.path}' and '{first.path}' are not shards of one run: {what}")
        if folder.manifest.shard is None:
            raise UserError(f"'{folder.path}' is a complete run, not a shard")
        if folder.manifest.sums != first.manifest.sums:
            raise FolderError(
                f"'{folder.path}' and '{first.path}' were summed by different versions of ttrsim: play one of "
                "them again with the version of the other"
            )
        shard = folder.manifest.shard_of_run
        if shard.of != first.manifest.shard_of_run.of:
            raise UserError(
                f"'{folder.path}' is shard {shard}, '{first.path}' {first.manifest.shard}: they were split differently"
            )
        if shard.number in seen:
            raise UserError(f"'{folder.path}' and '{seen[shard.number].path}' are both shard {shard}")
        seen[shard.number] = folder
        if len(folder.complete) < folder.manifest.chunks:
            raise FolderError(f"'{folder.path}' is not complete: run `ttrsim resume {folder.path}` first")
    n_shards = first.manifest.shard_of_run.of
    missing = [f"{number}/{n_shards}" for number in range(1, n_shards + 1) if number not in seen]
    if missing:
        raise UserError(f"missing shards: {', '.join(missing)}")


def _whole_manifest(shards: Sequence[RunFolder]) -> Manifest:
    manifests = [folder.manifest for folder in shards]
    added = {
        "shard": None,
        "chunks": sum(manifest.chunks for manifest in manifests),
        "games": sum(manifest.games for manifest in manifests),
        "sessions": [session for manifest in manifests for session in manifest.sessions],
    }
    return manifests[0].model_copy(update=added)


def _copy(shards: Sequence[RunFolder], whole: RunFolder) -> None:
    entries = {chunk: (folder, entry) for folder in shards for chunk, entry in folder.complete.items()}
    for chunk in sorted(entries):
        folder, entry = entries[chunk]
        for part in entry.parts.values():
            write_whole(whole.path / part.file, (folder.path / part.file).read_bytes())
        whole.add_entry(entry)
