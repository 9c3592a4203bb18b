"""Every difference that is kept still exists; one that does not has lost its reason."""

from __future__ import annotations

import pytest

from tests.difference.compare import Difference, normalise
from tests.difference.conftest import Comparison
from tests.difference.known import Known
from tests.difference.known_differences import ALL_KNOWN
from tests.reference.endpoint import Endpoint


@pytest.mark.parametrize("known", ALL_KNOWN, ids=lambda known: known.reason[:60])
def test_a_kept_difference_still_exists(comparison: Comparison, known: Known) -> None:
    differing = [_difference(comparison, each, known) for each in comparison.references]

    assert any(not each.is_none and known.explains(each) for each in differing), differing


def _difference(comparison: Comparison, reference: Endpoint, known: Known) -> Difference:
    for request in known.given:
        comparison.ours.execute(request.action, request.body)
        reference.execute(request.action, request.body)
    example = known.example
    ours = normalise(example, comparison.ours.execute(example.action, example.body))
    theirs = normalise(example, reference.execute(example.action, example.body))
    return Difference(example, reference.name, ours, theirs, tuple(known.given))
