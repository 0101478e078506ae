"""Fixtures that several tests need."""

import pytest
from samples import RARE, random_boards


@pytest.fixture(scope="session")
def random_fens():
    """Some thousand positions of random games."""
    return RARE + [board.fen() for board in random_boards(3000, seed=1)]
