"""What holds for every test: nothing is kept outside the folders of the tests, nor for the next test."""

import uuid

import pytest


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Traces that a test keeps without saying where are kept in a folder of its own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path_factory.getbasetemp() / f"state-{uuid.uuid4()}"))
