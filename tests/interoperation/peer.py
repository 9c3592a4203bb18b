"""DynamoBao in a process of its own, called from Python."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from tavola import Model
from tests.interoperation.installation import SCRIPTS, environment


class Refused(Exception):
    """DynamoBao threw an error; `name` is that of its class."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name


@dataclass(frozen=True)
class Bao:
    """The models of DynamoBao on one table, for one tenant or none."""

    process: subprocess.Popen[str]
    table: str
    tenant: str | None = None

    def for_tenant(self, tenant: str) -> Bao:
        """The same table for a tenant."""
        return replace(self, tenant=tenant)

    def call(self, name: str, *args: Any) -> Any:
        """Call a function of a model: `User.create`."""
        return self._ask(name, None, {}, args)

    def on(self, name: str, primary_id: str, *args: Any) -> Any:
        """Find an item and call one of its methods: `User.queryPosts`."""
        return self._ask(name, primary_id, {}, args)

    def save(self, model: str, primary_id: str, **values: Any) -> Any:
        """Find an item, assign to its fields and save it."""
        return self._ask(f"{model}.save", primary_id, values, ())

    def _ask(
        self, name: str, primary_id: str | None, assign: Mapping[str, Any], args: tuple[Any, ...]
    ) -> Any:
        model, method = name.split(".")
        request = {
            "table": self.table,
            "tenant": self.tenant,
            "model": model,
            "id": primary_id,
            "assign": assign,
            "method": method,
            "args": args,
        }
        return _exchange(self.process, request)


def _exchange(process: subprocess.Popen[str], request: dict[str, Any]) -> Any:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("The process was started without pipes.")
    process.stdin.write(json.dumps(request, default=_encode) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline(), object_hook=_decode)
    if "error" in answer:
        raise Refused(**answer["error"])
    return answer["value"]


def _encode(value: object) -> dict[str, Any]:
    if isinstance(value, datetime):
        return {"$date": value.isoformat(timespec="milliseconds")}
    if isinstance(value, set):
        return {"$set": sorted(cast("set[str]", value))}
    if isinstance(value, bytes):
        return {"$bytes": b64encode(value).decode()}
    raise TypeError(value)


def _decode(found: dict[str, Any]) -> Any:
    if "$date" in found:
        return datetime.fromisoformat(found["$date"])
    if "$set" in found:
        return set(found["$set"])
    if "$bytes" in found:
        return b64decode(found["$bytes"])
    return found


def as_theirs(instance: Model | None) -> dict[str, Any] | None:
    """Write an instance as DynamoBao's come back from `Bao`."""
    if instance is None:
        return None
    return {one.name: getattr(instance, one.python_name) for one in instance.__shape__.fields}


@contextmanager
def started(packages: Path, models: Path, endpoint: str) -> Generator[subprocess.Popen[str]]:
    """Run DynamoBao with these models until the block ends."""
    with subprocess.Popen(
        ["node", str(SCRIPTS / "peer.cjs"), str(models)],
        cwd=models.parent,
        env=environment(packages, endpoint),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        # Closing its input ends it: leaving the block does so, and waits.
        yield process
