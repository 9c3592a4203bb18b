"""The waist: what an operation yields, and what a driver answers.

Knows neither stores nor whether the driver is sync or async.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from typing import Any, Protocol, TypeVar

from msgspec import Struct

R_co = TypeVar("R_co", covariant=True)


class Request(Struct, frozen=True, gc=False):
    """One DynamoDB request; answered with the response's bytes."""

    action: str
    body: dict[str, Any]


class Wait(Struct, frozen=True, gc=False):
    """A pause before the next step; answered with None."""

    seconds: float


class Await(Struct, frozen=True, gc=False):
    """An async hook at work; answered with the exception that it raised, or None."""

    awaitable: Awaitable[Any]


Step = Request | tuple[Request, ...] | Wait | Await
"""One request, several side by side (answered with a list in order), a pause, an async hook."""

Steps = Generator[Step, Any, R_co]


class Operation(Protocol[R_co]):
    """Frozen data that describes one call."""

    def steps(self) -> Steps[R_co]:
        """Yield requests, take their answers, return the decoded result.

        A refused request is thrown into the generator as a StoreError.
        """
        ...
