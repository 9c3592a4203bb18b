"""Branding on each store: the embedded engine in-process and over HTTP, other implementations."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from tavola.design import Design
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.stores.recording import RecordingStore
from tavola.wire.sigv4 import Credentials
from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.platform.upload_storage import FolderStorage
from tests.patience import short_sleep
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.systems.conftest import TickingClock


@pytest.fixture(scope="session", params=["embedded", "http", *SERVICES], name="db")
def branding(request: pytest.FixtureRequest) -> Iterator[Branding]:
    """One table of each store; every test has a business of its own in it."""
    if request.param == "embedded":
        with Branding.open("memory:", clock=TickingClock()) as db:
            yield db
        return
    endpoint: HttpEndpoint = request.getfixturevalue(request.param)
    table = f"branding-{uuid.uuid4()}"
    location = f"dynamodb://{REGION}/{table}?endpoint=http://127.0.0.1:{endpoint.port}"
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    store, _ = open_store(location, environment={}, credentials=credentials)
    with Branding.open(location, store=store, clock=TickingClock(), sleep=short_sleep) as db:
        db.run(ApplyPlan(db.run(PlanTable(_without_backups(Branding.design), table))))
        yield db


def _without_backups(design: Design) -> Design:
    """Not every implementation knows of backups."""
    return replace(design, table=replace(design.table, point_in_time_recovery=False))


@pytest.fixture
def business() -> str:
    """A business that no other test has."""
    return f"b-{uuid.uuid4()}"


@pytest.fixture
def service(db: Branding) -> BrandingService:
    return BrandingService(db)


@pytest.fixture
def folder(tmp_path: Path) -> FolderStorage:
    return FolderStorage(tmp_path / "assets")


@pytest.fixture
def assets(db: Branding, folder: FolderStorage) -> AssetService:
    return AssetService(db, folder)


@pytest.fixture
def recording(db: Branding) -> RecordingStore:
    """A store that remembers what it was asked."""
    return RecordingStore(db.store)


@pytest.fixture
def recorded(db: Branding, recording: RecordingStore) -> BrandingService:
    """Branding on the store that remembers; its table is made already."""
    table = db.table_name
    return BrandingService(Branding.open(f"dynamodb://{REGION}/{table}", store=recording))


@pytest.fixture
def png() -> bytes:
    """A picture of sixteen pixels, different in every test, as it is written anew."""
    return new_png()


def new_png() -> bytes:
    written = io.BytesIO()
    Image.frombytes("L", (4, 4), uuid.uuid4().bytes).save(written, "PNG")
    return written.getvalue()
