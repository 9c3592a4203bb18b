"""What a page costs dynamoxy, which needs a Python 3.13 of its own.

    python3.13 benchmarks/dynamoxy_client.py URL ROUNDS

prints the median microseconds of this process's CPU per page. It imports nothing of ours.
"""

from __future__ import annotations

import asyncio
import sys
import time
from importlib import import_module
from statistics import median
from typing import Any

CALLS = 20
_TEXTS = [
    "type",
    "author",
    "postId",
    "title",
    "slug",
    "summary",
    "language",
    "category",
    "status",
    "createdAt",
]
_KINDS = {**dict.fromkeys(_TEXTS, str), "views": int, "rating": float, "active": bool}


def make_model(library: Any) -> Any:
    """Make the benchmark's model."""
    attribute: Any = library.Attr
    body: dict[str, Any] = {"__module__": __name__, "__qualname__": "Post"}
    body["__annotations__"] = {
        name: attribute[kind] for name, kind in {"pk": str, "sk": str, **_KINDS}.items()
    }
    body |= {"pk": library.partition_key(), "sk": library.sort_key()}
    body |= {name: library.field() for name in _KINDS}
    return type(library.Model)("Post", (library.Model,), body, table="bench")


async def measure(url: str, rounds: int) -> float:
    """Read pages, and give what one costs."""
    library: Any = import_module("dynamoxy")
    keys = library.Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    options: dict[str, Any] = {"telemetry": None, "consumed_capacity": "NONE", "credentials": keys}
    samples: list[float] = []
    async with library.Client(region="us-east-1", endpoint_url=url, **options) as client:
        posts = client.repository(make_model(library))
        for _ in range(rounds + 1):
            started = time.process_time()
            for _ in range(CALLS):
                assert len((await posts.query(pk="USER#ada").page()).items) == 100
            samples.append((time.process_time() - started) / CALLS * 1e6)
    return median(samples[1:])


if __name__ == "__main__":
    sys.stdout.write(f"{asyncio.run(measure(sys.argv[1], int(sys.argv[2]))):.1f}\n")
