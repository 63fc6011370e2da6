"""Reports are made of runs."""

from tests.runs.conftest import compiled_kernel  # noqa: F401 (a fixture for this folder too)
