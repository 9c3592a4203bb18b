"""Who asks, and from where: the account and the region that ARNs name.

    caller = Caller(region="eu-west-1")
    caller.shown("arn:aws:dynamodb:us-east-1:000000000000:table/T")
                                    # arn:aws:dynamodb:eu-west-1:000000000000:table/T

A file knows neither: the same one is opened in a process, where there is no account. So what is
stored has the addresses of one account and one region, and they are turned into the caller's where
an answer leaves and back where a request comes in. No action has to know of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

__all__ = ["ACCOUNT_ID", "REGION", "Caller"]

REGION: Final = "us-east-1"
ACCOUNT_ID: Final = "000000000000"

_PARTITION: Final = "aws"
_STORED: Final = f"arn:{_PARTITION}:dynamodb:{REGION}:{ACCOUNT_ID}:"
_ARN: Final = re.compile(r"arn:([^:]*):dynamodb:([^:]*):([^:]*):(.*)", re.DOTALL)
_ITERATORS: Final = ("ShardIterator", "NextShardIterator")
"""What begins with the ARN of a stream."""

Body = Mapping[str, Any]


class Caller(Struct, frozen=True):
    """An account in a region; with `is_isolated`, what is in other regions is not its own.

    `address` is the host and port that it called, if it called over the wire.
    """

    region: str = REGION
    account_id: str = ACCOUNT_ID
    is_isolated: bool = False
    address: str | None = None

    @property
    def is_elsewhere(self) -> bool:
        """Whether its ARNs differ from the stored ones."""
        return self.region != REGION or self.account_id != ACCOUNT_ID

    def find_foreign(self, request: Body) -> str | None:
        """Find an ARN in a request that names what is not the caller's."""
        for text in _named(request):
            found = _ARN.match(text)
            if found is not None and not self._owns(*found.group(1, 2, 3)):
                return text.partition("|")[0]
        return None

    def _owns(self, partition: str, region: str, account: str) -> bool:
        is_here = region == self.region or not self.is_isolated
        return is_here and partition == _PARTITION and account == self.account_id

    def stored(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return a request with ARNs as they are stored; the request itself if it has none."""
        changed = {
            name: _stored(value) for name, value in request.items() if _is_address(name, value)
        }
        return {**request, **changed} if changed else request

    def shown(self, text: str) -> str:
        """Return text with stored ARNs as the caller sees them."""
        prefix = f"arn:{_PARTITION}:dynamodb:{self.region}:{self.account_id}:"
        return text.replace(_STORED, prefix)

    def shown_answer(self, answer: bytes) -> bytes:
        """Return an answer with ARNs as the caller sees them, and nothing else changed."""
        if _STORED.encode() not in answer and b"awsRegion" not in answer:
            return answer
        return msgspec.json.encode(self._shown_value(msgspec.json.decode(answer)))

    def _shown_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            members = cast("dict[str, Any]", value)
            return {name: self._shown_member(name, each) for name, each in members.items()}
        if isinstance(value, list):
            return [self._shown_value(each) for each in cast("Iterable[Any]", value)]
        return value

    def _shown_member(self, name: str, value: Any) -> Any:
        # Attributes of items are never plain strings, so none of theirs is taken for an address.
        if _is_address(name, value):
            is_stored = value.startswith(_STORED)
            return self.shown(value) if is_stored else value
        is_region = name == "awsRegion" and isinstance(value, str)
        return self.region if is_region else self._shown_value(value)


def _is_address(name: Any, value: Any) -> bool:
    is_text = isinstance(value, str) and isinstance(name, str)
    return is_text and (name.endswith("Arn") or name in _ITERATORS)


def _stored(arn: str) -> str:
    found = _ARN.match(arn)
    return arn if found is None else _STORED + found[4]


def _named(request: Body) -> Iterator[str]:
    """Yield every string of a request that may be, or begin with, the ARN of a table or stream."""
    for name, value in request.items():
        if _is_address(name, value) or (isinstance(value, str) and str(name).endswith("TableName")):
            yield value
        elif name == "RequestItems" and isinstance(value, dict):
            # A dictionary that Python made may have any keys.
            yield from _texts(cast("dict[str, Any]", value))
        elif name == "TransactItems" and isinstance(value, list):
            for member in cast("Iterable[Any]", value):
                yield from _named_in_member(member)


def _texts(values: Iterable[Any]) -> Iterator[str]:
    return (each for each in values if isinstance(each, str))


def _named_in_member(member: Any) -> Iterator[str]:
    if isinstance(member, dict):
        for part in cast("dict[str, Any]", member).values():
            if isinstance(part, dict):
                yield from _named(cast("dict[str, Any]", part))
