"""The Dockerfile for `tavola serve`: what it says is done here, as far as that needs no Docker."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
import yaml
from botocore.exceptions import ClientError

from tests.parts import needs_unix
from tests.patience import PATIENCE_SECONDS

pytestmark = needs_unix
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "docker"
LINES = re.sub(r"\\\n\s*", "", (FOLDER / "Dockerfile").read_text("utf-8")).splitlines()
KEYS = {"AWS_ACCESS_KEY_ID": "me", "AWS_SECRET_ACCESS_KEY": "secret"}


def words_of(instruction: str) -> list[str]:
    """The arguments of an instruction in its JSON form."""
    found = next(line for line in LINES if line.startswith(f"{instruction} "))
    words: list[str] = json.loads(found[found.index("[") :])
    return words


def serve_words() -> list[str]:
    return [*words_of("ENTRYPOINT"), *words_of("CMD")]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server with the image's arguments, but for the folder and a free port."""
    words = [word.replace("/data/", f"{tmp_path}/") for word in serve_words()]
    command = [sys.executable, "-m", "tavola", *words[1:], "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **KEYS}
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)", server.stdout.readline())
        assert found is not None
        yield server, int(found[1])
        server.terminate()


def client(port: int, secret: str) -> Any:
    return boto3.client(  # pyright: ignore[reportUnknownMemberType]  # as many as services
        "dynamodb",
        "eu-west-1",
        endpoint_url=f"http://127.0.0.1:{port}",
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=secret,
    )


def test_the_image_copies_what_there_is_and_installs_extras_that_there_are() -> None:
    copied = [line.split()[1:-1] for line in LINES if line.startswith("COPY ")]
    missing = [one for names in copied for one in names if not (ROOT / one).exists()]
    extras = re.findall(r'"\.\[(.+)\]"', "\n".join(LINES))[0].split(",")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert missing == []
    assert set(extras) <= set(project["optional-dependencies"])


def test_what_the_image_copies_is_enough_to_install_and_to_run(tmp_path: Path) -> None:
    """The image's own steps but for fetching: dependencies are this environment's."""
    source, installed = tmp_path / "source", tmp_path / "installed"
    source.mkdir()
    for *names, to in (line.split()[1:] for line in LINES if line.startswith("COPY ")):
        for name in names:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / to)
            else:
                shutil.copy(ROOT / name, source / to)
    (run,) = (line for line in LINES if line.startswith("RUN python -m pip install "))
    assert shlex.split(run.partition("&&")[0])[-1] == ".[cli,server]"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(installed), "."], cwd=source, check=True)
    shutil.rmtree(source)
    command = [sys.executable, str(installed / "bin" / words_of("ENTRYPOINT")[0]), "--version"]
    alone = {**os.environ, "PYTHONPATH": str(installed)}
    told = subprocess.run(command, env=alone, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout.split()[:1]) == (0, ["tavola"])


def test_the_health_check_passes_and_only_the_keys_own_requests_are_answered(
    served: tuple[subprocess.Popen[str], int],
) -> None:
    _, port = served
    check = [word.replace("8000", str(port)) for word in words_of("HEALTHCHECK")]
    assert subprocess.run([sys.executable, *check[1:]], check=False).returncode == 0
    right, wrong = client(port, "secret"), client(port, "another")
    assert right.list_tables()["TableNames"] == []
    with pytest.raises(ClientError, match="InvalidSignatureException"):
        wrong.list_tables()


def test_it_stops_by_sigterm_and_leaves_its_file(
    served: tuple[subprocess.Popen[str], int], tmp_path: Path
) -> None:
    server, _ = served
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE_SECONDS) == 0
    assert (tmp_path / "tavola.db").exists()


def test_the_services_of_compose_use_the_image_as_it_is() -> None:
    service = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]["db"]
    built = FOLDER / service["build"]["context"] / service["build"]["dockerfile"]
    assert built.resolve() == FOLDER / "Dockerfile"
    assert service["command"][: len(words_of("CMD"))] == words_of("CMD")
    assert set(service["environment"]) == set(KEYS)
