"""Open a queue by its URL."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tavola.errors import OperationError
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.queues.sqs import SqsQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue

__all__ = ["QUEUE_VARIABLE", "open_queue"]

QUEUE_VARIABLE = "TAVOLA_REQUESTS_QUEUE"


def open_queue(url: str, table: RequestQueue) -> WorkQueue:
    """Open `sqs://REGION/NAME?endpoint=URL`, or the embedded queue if nothing is given."""
    if not url:
        return EmbeddedQueue(table)
    parts = urlsplit(url)
    name = parts.path.strip("/")
    if parts.scheme != "sqs" or not parts.netloc or not name:
        raise OperationError(
            f"queue: {url!r} is not a queue. Write sqs://REGION/NAME, or nothing for the embedded."
        )
    try:
        boto3: Any = import_module("boto3")
    except ImportError:
        raise OperationError("queue: sqs:// needs boto3: pip install boto3.") from None
    endpoint = parse_qs(parts.query).get("endpoint", [None])[0]
    client = boto3.client("sqs", region_name=parts.netloc, endpoint_url=endpoint)
    return SqsQueue.open(client, name)
