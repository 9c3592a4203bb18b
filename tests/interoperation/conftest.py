"""One served table for Python and JavaScript."""

from __future__ import annotations

import importlib.util
import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.design.load import load_design
from tavola.engine import Engine
from tavola.generate.module import generate_module
from tavola.server import serve
from tavola.wire.sigv4 import Credentials
from tests.interoperation.installation import generate_models, install
from tests.interoperation.peer import Bao, started
from tests.parts import missing
from tests.patience import machine_clock
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.reference.installation import Unavailable
from tests.table.generated.dynamobao_models import DynamobaoModels
from tests.table.stores import Home, remote

# DynamoBao always asks for AWS's own host; the redirection leaves that name in its requests.
HOST_OF_AWS = f"dynamodb.{REGION}.amazonaws.com"
DESIGN = Path(__file__).parents[1] / "table" / "designs" / "dynamobao-models.yaml"


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder with DynamoBao."""
    try:
        return install()
    except Unavailable as reason:
        missing(str(reason))


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """A server that checks signatures, so that DynamoBao's are checked too."""
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    with (
        Engine.open("memory:") as engine,
        serve(engine, credentials=credentials, allowed_hosts=[HOST_OF_AWS]) as url,
    ):
        yield url


@pytest.fixture(scope="session")
def process(
    packages: Path, url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[subprocess.Popen[str]]:
    """DynamoBao, with models of the design that Python has too."""
    models = generate_models(packages, DESIGN, tmp_path_factory.mktemp("dynamo-bao"))
    with started(packages, models, url) as process:
        yield process


@pytest.fixture(scope="session")
def home(url: str) -> Iterator[Home]:
    """The served engine, seen from Python."""
    with remote(url) as home:
        yield home


@pytest.fixture(scope="session")
def numbers() -> Iterator[int]:
    return itertools.count(1)


@pytest.fixture
def table(numbers: Iterator[int]) -> str:
    """The name of a table that no other test has."""
    return f"shared-{next(numbers)}"


@pytest.fixture
def db(home: Home, table: str) -> DynamobaoModels:
    """The shared table in Python; both languages go by the same time."""
    return home.open(DynamobaoModels, table, clock=machine_clock)


@pytest.fixture
def bao(process: subprocess.Popen[str], db: DynamobaoModels, table: str) -> Bao:
    """The shared table in JavaScript."""
    del db
    return Bao(process, table)


@pytest.fixture(scope="session")
def tenants_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """What is generated from the same design when its table belongs to tenants."""
    folder, name = tmp_path_factory.mktemp("tenants"), "interoperation_tenants"
    design, output = folder / "tenants.yaml", folder / f"{name}.py"
    design.write_text(f"table: {{tenancy: required}}\n{DESIGN.read_text()}")
    output.write_text(generate_module(load_design(design), source=design.name, output=output.name))
    spec = importlib.util.spec_from_file_location(name, output)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[name]


@pytest.fixture
def tenants(tenants_module: Any, home: Home, table: str) -> Any:
    """The shared table in Python, where every item belongs to a tenant."""
    return home.open(tenants_module.Tenants, table, clock=machine_clock)
