"""A cluster that speaks TLS, with certificates made here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runs.helpers import start
from tests.workers.cluster.processes import DaskProcesses
from ttrsim.runs.api import open_run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here to make certificates with"),
]
RUN = ["run", "new-york", "--bots", "random,random", "--deals", "20", "--chunk", "10"]


def certificates(folder: Path) -> dict[str, str]:
    """An authority that signs one certificate for all, as settings of Dask."""
    key = ["-newkey", "rsa:2048", "-nodes", "-days", "2"]
    openssl(folder, "req", "-x509", *key, "-keyout", "ca-key.pem", "-out", "ca.pem", "-subj", "/CN=authority")
    openssl(folder, "req", *key[:3], "-keyout", "own-key.pem", "-out", "own.csr", "-subj", "/CN=127.0.0.1")
    signing = ["-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-days", "2"]
    openssl(folder, "x509", "-req", "-in", "own.csr", *signing, "-out", "own.pem")
    tls = {"REQUIRE_ENCRYPTION": "true", "TLS__CA_FILE": str(folder / "ca.pem")}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        tls |= {f"TLS__{who}__CERT": str(folder / "own.pem"), f"TLS__{who}__KEY": str(folder / "own-key.pem")}
    return {f"DASK_DISTRIBUTED__COMM__{name}": value for name, value in tls.items()}


def openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def test_a_run_on_an_encrypted_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = certificates(tmp_path)
    with DaskProcesses(n_workers=1, settings=settings) as cluster:
        assert cluster.address.startswith("tls://")
        stranger = start(*RUN, "--on", cluster.address, "-o", str(tmp_path / "stranger"))
        _, errors = stranger.communicate(timeout=300)
        assert (stranger.returncode, "Traceback" in errors) == (1, False), errors
        assert "no Dask scheduler answers at tls://" in errors
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        ours = start(*RUN, "--on", cluster.address, "-o", str(tmp_path / "ours"))
        _, errors = ours.communicate(timeout=300)
        assert ours.returncode == 0, errors
    assert open_run(tmp_path / "ours").is_complete
