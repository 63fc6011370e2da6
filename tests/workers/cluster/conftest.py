"""A local cluster, and the run that it should play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ttrsim
from tests.runs.helpers import SMALL
from ttrsim.runs.run import Run
from ttrsim.workers.cluster import Cluster

SEATS = ["random", "greedy"]


@pytest.fixture(scope="package")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return ttrsim.run(SMALL, out=tmp_path_factory.mktemp("whole") / "r", threads=1, chunk=64)


@pytest.fixture(scope="package")
def cluster() -> Iterator[Cluster]:
    """Two processes on this machine."""
    with Cluster("dask", 2) as cluster:
        yield cluster
