"""A cluster on hosts of their own: network namespaces, one of which is cut off for a while."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import ttrsim
from tests.runs.conftest import compiled_kernel  # noqa: F401 (a fixture for this folder too)
from tests.runs.helpers import part_bytes, start
from tests.workers.cluster.conftest import SEATS
from tests.workers.cluster.processes import ENVIRONMENT, PATIENCE, n_complete, wait_for
from ttrsim.runs.api import open_run

BRIDGE, NETWORK = f"ttr{os.getpid() % 10_000}", "10.213.77"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=PATIENCE)


class Hosts:
    """Namespaces that are joined by a bridge; this process is the host .1."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        ip("link", "add", BRIDGE, "type", "bridge")
        stack.callback(ip, "link", "del", BRIDGE)
        ip("addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")

    def add(self, number: int) -> str:
        """A new host; returns its address."""
        name, cable = self.name(number), self.cable(number)
        ip("netns", "add", name)
        self._stack.callback(ip, "netns", "del", name)
        ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", cable, "master", BRIDGE, "up")
        ip("-n", name, "addr", "add", f"{NETWORK}.{number}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", name, "link", "set", device, "up")
        return f"{NETWORK}.{number}"

    def dask(self, number: int, folder: Path, *arguments: str) -> None:
        """A process of Dask on a host."""
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.name(number), *command],
            env=ENVIRONMENT | {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s"},
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)

    def name(self, number: int) -> str:
        return f"{BRIDGE}-{number}"

    def cable(self, number: int) -> str:
        return f"{BRIDGE}v{number}"


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("network namespaces need `ip` and root")
    with ExitStack() as stack:
        try:
            made = Hosts(stack)
            made.add(2)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"this machine makes no network namespaces: {error.stderr.decode().strip()}")
        yield made


def test_a_host_is_cut_off_and_comes_back(hosts: Hosts, tmp_path: Path) -> None:
    """The scheduler and both workers are on hosts of their own; nothing is lost or counted twice."""
    hosts.add(3)
    hosts.add(4)
    scheduler = f"tcp://{NETWORK}.2:8786"
    hosts.dask(2, tmp_path, "scheduler", "--host", f"{NETWORK}.2", "--port", "8786")
    for number in (3, 4):
        options = ["--host", f"{NETWORK}.{number}", "--nthreads", "1", "--local-directory", str(tmp_path)]
        hosts.dask(number, tmp_path, "worker", scheduler, *options)
    folder = tmp_path / "r"
    command = ["run", "europe", "--bots", ",".join(SEATS), "--deals", "4000", "--chunk", "64", "--seed", "7"]
    time.sleep(3)
    driver = start(*command, "--on", scheduler, "-o", str(folder))
    wait_for(lambda: n_complete(folder) > 2 or driver.poll() is not None, "the run did not begin", seconds=180)
    ip("link", "set", hosts.cable(3), "down")
    before = n_complete(folder)
    assert before < 125
    wait_for(lambda: n_complete(folder) > before + 5, "the others did not go on", seconds=180)
    ip("link", "set", hosts.cable(3), "up")
    _, told = driver.communicate(timeout=240)
    assert driver.returncode == 0, told
    expected = ttrsim.run({"board": "europe", "seats": SEATS, "deals": 4000, "seed": 7}, out=tmp_path / "w", chunk=64)
    assert part_bytes(open_run(folder)) == part_bytes(expected)
