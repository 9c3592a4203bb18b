"""Commands of the AWS CLI: run as they stand, they make the design's table."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.cli import main
from tavola.design.load import load_design
from tavola.engine import Engine
from tavola.generate.export import to_cli
from tavola.server import serve
from tests.parts import missing
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]
REQUESTS = ROOT / "src" / "tavola_systems" / "requests" / "design.yaml"
DESIGNS = [REQUESTS, ROOT / "src" / "tavola_systems" / "branding" / "design.yaml"]

SEED = """\
aws dynamodb create-table \\
  --table-name AsyncEventTable \\
  --attribute-definitions \\
    AttributeName=PK,AttributeType=S \\
    AttributeName=SK,AttributeType=S \\
    AttributeName=GSI1PK,AttributeType=S \\
    AttributeName=GSI1SK,AttributeType=S \\
    AttributeName=GSI2PK,AttributeType=S \\
    AttributeName=GSI2SK,AttributeType=S \\
  --key-schema \\
    AttributeName=PK,KeyType=HASH \\
    AttributeName=SK,KeyType=RANGE \\
  --billing-mode PAY_PER_REQUEST \\
  --global-secondary-indexes '[
    {
      "IndexName": "GSI1",
      "KeySchema": [
        {"AttributeName":"GSI1PK","KeyType":"HASH"},
        {"AttributeName":"GSI1SK","KeyType":"RANGE"}
      ],
      "Projection": {"ProjectionType":"ALL"}
    },
    {
      "IndexName": "GSI2",
      "KeySchema": [
        {"AttributeName":"GSI2PK","KeyType":"HASH"},
        {"AttributeName":"GSI2SK","KeyType":"RANGE"}
      ],
      "Projection": {"ProjectionType":"ALL"}
    }
  ]'
aws dynamodb update-time-to-live \\
  --table-name AsyncEventTable \\
  --time-to-live-specification "Enabled=true,AttributeName=ttl"
"""
"""How the design document makes the table of event requests, with the space that it lacks."""


@pytest.fixture(name="url")
def served() -> Iterator[str]:
    with Engine.open("memory:") as engine, serve(engine) as url:
        yield url


def run_commands(text: str, url: str) -> None:
    installed = ROOT / ".reference" / "awscli" / "bin"
    if not (installed / "aws").exists() and shutil.which("aws") is None:
        missing("No AWS CLI: pip install awscli into a virtualenv of its own, on the PATH.")
    environment = {
        "PATH": f"{installed}{os.pathsep}{os.environ['PATH']}",
        "HOME": os.environ.get("HOME", "/"),
        "AWS_ENDPOINT_URL_DYNAMODB": url,
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_PAGER": "",
    }
    done = subprocess.run(
        ["sh", "-e"],
        input=text,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def differences(
    file: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> str:
    """What `tavola table update` would do."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "x")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    name = load_design(file).table.name
    store = f"dynamodb://eu-west-1/{name}?endpoint={url}"
    capsys.readouterr()
    assert main(["table", "update", str(file), "--store", store]) == 0
    return capsys.readouterr().out


def test_the_design_document_s_commands_make_the_table_of_event_requests(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_commands(SEED, url)
    assert "is what the design says." in differences(REQUESTS, url, capsys, monkeypatch)


@pytest.mark.parametrize("file", DESIGNS, ids=lambda file: file.parent.name)
def test_exported_commands_make_the_table(
    url: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_commands(to_cli(load_design(file)), url)
    assert "is what the design says." in differences(file, url, capsys, monkeypatch)


def test_the_exported_commands_read_as_people_write_them() -> None:
    text = to_cli(load_design(REQUESTS))
    assert "  --key-schema \\\n    AttributeName=PK,KeyType=HASH \\\n" in text
    assert text.endswith("    Enabled=true,AttributeName=ttl\n")
