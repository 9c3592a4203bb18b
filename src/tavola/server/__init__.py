"""The engine on the wire: DynamoDB's HTTP protocol for any SDK.

    from tavola.engine import Engine
    from tavola.server import serve

    with Engine.open("memory:") as engine, serve(engine) as url:
        boto3.client("dynamodb", endpoint_url=url)

`Server` is the same for code that has an event loop.
"""

from __future__ import annotations

from tavola.server.server import Server, new_event_loop, serve
from tavola.server.traffic import Limits

__all__ = ["Limits", "Server", "new_event_loop", "serve"]
