"""What holds for every test: nothing is kept outside the folders of the tests, nor for the next test."""

import gc
import uuid

import pytest

from tests.support import idle, stylesheets

idle.quicken()
stylesheets.share()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of tests, once collected, stay: looking through them again and again for what may go is in vain.

    So is looking through a screen while it is drawn: what goes in circles may wait for some more of it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Traces that a test keeps without saying where are kept in a folder of its own."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path_factory.getbasetemp() / f"state-{uuid.uuid4()}"))
