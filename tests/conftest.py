"""What every test shares: closed sockets (loopback stays open) and where shared records stand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytest_socket import socket_allow_hosts

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _no_network() -> None:
    socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)


@pytest.fixture
def shared() -> Path:
    """The folder of genuine records; tests that want it are skipped where it is not."""
    path = Path(os.environ.get("IW_SHARED", ROOT.parent / "shared"))
    if not path.is_dir():
        pytest.skip("no folder of genuine records (IW_SHARED)")
    return path
