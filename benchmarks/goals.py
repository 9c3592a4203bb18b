"""What the benchmarks should reach: every goal, in one place.

A commit that changes a goal changes nothing else (`tests/habits/test_goals.py`), so that none is
loosened beside the work that misses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ITEM_ACTIONS: Final = ("GetItem", "PutItem", "Query")

# The embedded engine.
ENGINE_TO_BARE_SQLITE: Final = 3.0
FASTER_THAN_BOTO3: Final[Mapping[str, float]] = {
    "GetItem": 100,
    "PutItem": 40,
    "PutItem, one index": 25,
    "Query of 100": 20,
    "TransactWriteItems of 2": 20,
}
SYNCED_PUT_TO_BARE: Final = 1.5
"""A PutItem that is synced to disk, beside the bare binding on the same disk in the same run.

Beside boto3 on another engine, which syncs nothing, it was the disk that was measured: two pages
written and synced without any engine missed eight times as fast in two runs of four.
"""
GROWN_TABLE: Final = 2.0
"""How much dearer an action may be in a table of a thousand times as many items."""
UNEVEN_WRITERS: Final = 1.5
LONGEST_WRITER_WAIT_MS: Final = 100.0

SEARCH_TO_PRODUCT: Final = 10.0
"""The ten nearest of 100,000 vectors of 256 dimensions, beside one product of that matrix."""

# Typed models.
TYPED_GET_TO_ENGINE: Final = 2.0
DECODING_TO_ORJSON: Final = 1.3
FASTER_DECODING: Final = 5.0
IMPORT_TO_BOTO3: Final = 0.33
ITERATION_MEMORY: Final = 1.1
TYPED_MAP_TO_UNTYPED: Final = 2.0

# The client: CPU of a call, boto3's ÷ ours.
CLIENT: Final[Mapping[str, float]] = {"GetItem": 30.0, "PutItem": 30.0, "Query of 100": 15.0}
CLIENT_OTHERS: Final[Mapping[str, float]] = {"PynamoDB": 20.0, "pydynox": 10.0}
CLIENT_DYNAMOXY: Final = 5.0
FIRST_REPLY: Final = 3.0

# tavola serve.
SERVE: Final[Mapping[str, Mapping[str, float]]] = {
    "dynoxide": {"GetItem": 1, "Query": 1},
    "ExtendDB, file": dict.fromkeys(ITEM_ACTIONS, 2),
    "dynalite": dict.fromkeys(ITEM_ACTIONS, 2),
    "ministack": dict.fromkeys(ITEM_ACTIONS, 2),
    "moto": dict.fromkeys(ITEM_ACTIONS, 2),
}
"""How many times as many requests ours should answer as each other engine."""
SERVE_READY_SECONDS: Final = 0.5
SERVE_MEMORY_GROWTH: Final = 1.1

# Fairness of tavola serve.
LONGEST_WAIT_MS: Final = 250.0
LONGEST_PIECE_MS: Final = 50.0
MEMORY_ABOVE_IDLE_MB: Final = 512.0

# The systems in use.
RESULT_PAGE_SECONDS: Final = 10.0
RESULT_PAGE_MEGABYTES: Final = 300.0
"""From the end of voting to the result page of 100,000 ballots, and the server's memory then."""
COUNTING_TO_PAIR_BY_PAIR: Final = 20.0
PUBLISHED_CSS_P95_MS: Final = 5.0
LIST_OF_PAGES_UNITS: Final = 2.0
PAGES_KEPT_TO_BARE: Final = 0.25
PAGES_ANEW_TO_BARE: Final = 0.05
"""Pages a second of the CMS's site, beside Starlette's own of the same size."""
PAGE_P95_MS: Final = 10.0
PUBLICATION_SEEN_SECONDS: Final = 1.0
REQUEST_TO_BOTO3: Final = 0.2
"""Client CPU of the writes of one request, beside boto3's that sends the same bodies."""
ACCEPTED_P99_SECONDS: Final = 0.25
FINAL_P95_SECONDS: Final = 2.0
"""At two thirds of the highest rate of intake."""
BURST_SECONDS: Final = 60.0
"""From the first of 20,000 requests that come at once until all are final."""

# Moving data.
COPY_TO_BATCHES: Final = 0.5
"""A copy from file to file, beside BatchWriteItem alone with the same items."""
