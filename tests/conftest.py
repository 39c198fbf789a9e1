"""What holds for every test: nothing is kept outside the folders of the tests."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Traces that a test keeps without saying where are kept here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CNISTEP_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        yield
