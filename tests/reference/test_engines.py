"""The reference engines start, answer and end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.parts import needs_linux
from tests.patience import PATIENCE_SECONDS
from tests.reference.endpoint import Answer, HttpEndpoint, sign

ROOT = Path(__file__).parents[2]
START_AND_TELL = """
import sys
from tests.reference.engines import _spawn, dynoxide, _free_port
from pathlib import Path
home = Path(sys.argv[1])
print(_spawn(dynoxide(_free_port()), home, home / "log").pid, flush=True)
sys.stdin.read()
"""


MISSING = Answer(
    400,
    "ResourceNotFoundException",
    "Requested resource not found",
    {},
    "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException message",
)


def test_dynoxide_answers_requests(dynoxide: HttpEndpoint) -> None:
    answer = dynoxide.execute("GetItem", {"TableName": "missing", "Key": {"id": {"S": "1"}}})

    assert answer == MISSING


def test_extenddb_answers_requests(extenddb: HttpEndpoint) -> None:
    answer = extenddb.execute("GetItem", {"TableName": "missing", "Key": {"id": {"S": "1"}}})

    assert answer == MISSING


@needs_linux
def test_a_reference_engine_ends_with_the_process_that_started_it(
    dynoxide: HttpEndpoint, tmp_path: Path
) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", START_AND_TELL, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    with parent:
        assert parent.stdout is not None
        engine = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)

    ended = _wait(engine)

    assert ended


def _wait(process: int) -> bool:
    poll = select.poll()
    poll.register(process, select.POLLIN)
    readable = poll.poll(PATIENCE_SECONDS * 1000)
    os.close(process)
    return bool(readable)


def test_a_request_is_signed_as_aws_describes() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)

    headers = sign("DynamoDB_20120810.ListTables", b"{}", "localhost", now)

    # The signature that botocore gives for the same request.
    assert headers["authorization"] == (
        "AWS4-HMAC-SHA256 "
        "Credential=AKIAIOSFODNN7EXAMPLE/20260102/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
        "Signature=94864581da5622f99ba60c45fcdb6240ac8cd075379948ad479aed934039544b"
    )
