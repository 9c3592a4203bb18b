"""The systems on a DynamoDB with S3, by other URLs and nothing else."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from moto import mock_aws
from PIL import Image

from tavola.wire.sigv4 import Credentials
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.mail.carriers import MemoryCarrier
from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.running.stores import create_tables
from tavola_systems.registry import load_systems
from tavola_systems.vote.web.accounts import service_of
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.systems.site import BASE, Clock, Site
from tests.systems.vote.world import BOARD, World


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An S3 that moto plays; it has variables of its own for keys, and puts them back first."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    with mock_aws():
        yield


@pytest.mark.usefixtures("aws")
def test_the_systems_run_on_dynamodb_and_s3(http: HttpEndpoint) -> None:
    # Its stubs know none of the services that are not installed with them.
    boto3: Any = import_module("boto3")
    s3 = boto3.client("s3", region_name="us-east-1")
    s3.create_bucket(Bucket="uploads")
    prefix = f"t{uuid.uuid4().hex[:8]}"
    store = f"dynamodb://{REGION}/{prefix}-*?endpoint=http://127.0.0.1:{http.port}"
    clock = Clock()
    process = assemble(
        Settings(store=store, uploads="s3://uploads/images", base_url=BASE),
        load_systems(["blog", "branding", "vote"]),
        clock=clock,
        passwords=Passwords.cheap(),
        carrier=MemoryCarrier(),
        log=None,
        has_workers=False,
        credentials=Credentials(ACCESS_KEY, SECRET_KEY),
    )
    made = create_tables(process.tables)
    names = ("platform", "blog", "branding", "vote_data", "vote_event_log")
    assert made == [f"{prefix}-{name}" for name in names]
    site = Site(process, clock)
    writer = site.program("ada@example.com", "blog", "writer")
    posted = writer.post("posts", json={"title": "Hello", "content": "…", "tags": ["news"]})
    team = site.program("luca@example.com", "branding", "admin")
    path = "businesses/luna/assets/luna-logo"
    uploaded = team.put(path, params={"asset_type": "logo"}, content=png())
    assert (posted.status_code, uploaded.status_code) == (201, 200)
    assert uploaded.json()["uri"].startswith("s3://uploads/images/luna-logo-")
    served = team.get("assets/luna-logo/content")
    assert served.content == png()
    assert "sandbox" in served.headers["content-security-policy"]
    assert served.headers["x-content-type-options"] == "nosniff"
    check_own_address(s3, uploaded.json()["uri"])
    assert create_tables(process.tables) == []
    hold_election(site, s3)
    process.close()


def check_own_address(s3: Any, uri: str) -> None:
    """An object's own address, which S3 serves without our headers, shows nothing in a browser."""
    bucket, _, key = uri.removeprefix("s3://").partition("/")
    answer = s3.get_object(Bucket=bucket, Key=key)["ResponseMetadata"]["HTTPHeaders"]
    kept = ("content-disposition", "content-type")
    assert [answer[name] for name in kept] == ["attachment", "image/png"]


def hold_election(site: Site, s3: Any) -> None:
    """Hold a secret election; its key is with the uploads, not in a table."""
    service = service_of(site.process.application.services["vote"])
    world = World(service, site.clock)
    world.voted()
    assert world.queries.tally(BOARD).ballot_count == 2
    kept = s3.list_objects_v2(Bucket="uploads", Prefix="images/vote-sealing-")
    assert kept["KeyCount"] == 1


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(written, "PNG")
    return written.getvalue()
