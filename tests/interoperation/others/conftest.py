"""One table on `tavola serve`, made by PynamoDB, and everybody who writes into it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import boto3
import pytest

from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tavola.engine import Engine
from tavola.server import serve
from tavola.wire.sigv4 import Credentials
from tests.interoperation.others import pynamo
from tests.interoperation.others.electrodb import Electro, install, started
from tests.parts import missing
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.reference.installation import Unavailable

DESIGN = Path(__file__).parent / "shared.yaml"
CREDENTIALS = Credentials(ACCESS_KEY, SECRET_KEY)
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def shared_url() -> Iterator[str]:
    """A server that checks signatures, with the table that PynamoDB makes."""
    with Engine.open("memory:") as engine, serve(engine, credentials=CREDENTIALS) as url:
        pynamo.Document.Meta.host = url
        pynamo.Document.create_table(wait=True)
        yield url


@pytest.fixture(scope="session")
def module() -> ModuleType:
    """What is generated from the design of the shared table."""
    return load_module(load_design(DESIGN), DESIGN.name)


@pytest.fixture(scope="session")
def db(shared_url: str, module: ModuleType) -> Iterator[Any]:
    """Our models on the shared table."""
    location = f"dynamodb://{REGION}/shared?endpoint={shared_url}"
    with module.Shared.open(location, credentials=CREDENTIALS) as opened:
        yield opened


@pytest.fixture(scope="session")
def electro(shared_url: str) -> Iterator[Electro]:
    """ElectroDB on the shared table."""
    try:
        packages = install()
    except Unavailable as reason:
        missing(str(reason))
    with started(packages, shared_url) as process:
        yield process


@pytest.fixture(scope="session")
def boto(shared_url: str) -> Any:
    """boto3's table."""
    resource: Any = boto3.resource(  # pyright: ignore[reportUnknownMemberType]  # as many as services
        "dynamodb",
        endpoint_url=shared_url,
        region_name=REGION,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
    )
    return resource.Table("shared")


@pytest.fixture
def some() -> str:
    """A text that no other test has; other libraries write capitals into keys as small letters."""
    return f"N-{next(_NUMBERS)}"
