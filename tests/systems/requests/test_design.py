"""The design: the seed's keys, attributes and two indexes."""

from __future__ import annotations

from pathlib import Path

import pytest

import tavola_systems.requests
from tavola.cli import main
from tavola_systems.requests.models import AsyncEventTable

FOLDER = Path(tavola_systems.requests.__file__).parent


@pytest.mark.parametrize(
    ("design", "models"), [("design.yaml", "models.py"), ("queue.yaml", "queue_models.py")]
)
def test_the_models_are_generated_from_the_design(design: str, models: str) -> None:
    arguments = ["generate", str(FOLDER / design), "-o", str(FOLDER / models), "--check"]
    assert main(arguments) == 0


@pytest.mark.parametrize("design", ["design.yaml", "queue.yaml"])
def test_the_design_has_no_findings(design: str) -> None:
    assert main(["check", str(FOLDER / design), "--strict"]) == 0


def test_only_requests_stand_in_the_two_indexes() -> None:
    indexed = {
        (model.name, index.key.partition_attribute)
        for model in AsyncEventTable.design.models.values()
        for index in model.indexes.values()
        if not index.is_primary
    }
    assert indexed == {("Request", "GSI1PK"), ("Request", "GSI2PK")}


def test_a_request_has_every_attribute_of_the_design_document() -> None:
    named = set(AsyncEventTable.design.models["Request"].fields)
    assert named >= {
        *("requestId", "eventId", "userId", "eventType", "status", "uiPhase"),
        *("lotteryCutoffAt", "announcedAt", "uiResult", "resultCode", "requestedAt", "queuedAt"),
        *("startedAt", "finishedAt", "failureClass", "errorCode", "errorMessage"),
        "idempotencyKey",
    }
