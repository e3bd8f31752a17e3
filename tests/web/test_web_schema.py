"""The OpenAPI description, taken at its word: whatever it allows is answered, and as it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from helpers.web_server import Server, running_server
from kibitz.kernels.backends import load_all_kernels
from kibitz.web.pool import Pool
from kibitz.web.server import create_app

REQUESTS = 12  # made up for each question


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    load_all_kernels()  # at once: Hypothesis fails over a NumPy that another thread is just importing
    with running_server(Pool(longest=0.1)) as running:  # what was made up to take a minute is cut short
        yield running


schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=REQUESTS, suppress_health_check=list(HealthCheck), database=None)
def test_whatever_the_description_allows_is_answered_as_it_says(case: schemathesis.Case[Any], server: Server) -> None:
    # That a text is a text does not make it a game or a move: refusing it in a sentence is a good answer.
    case.call_and_validate(base_url=server.address, excluded_checks=[positive_data_acceptance])
