"""Idempotency keys: a request that comes twice is done once, and answered alike.

    keys   key (owner…)   fingerprint, state, result, receipt, until; a TtlField (optional)

The YAML to paste:

    RequestKey:
      fields:
        key: {type: StringField, required: true}
        fingerprint: {type: StringField, required: true}
        state: {type: EnumField, values: [begun, done], required: true}
        result: {type: JsonField}
        receipt: {type: StringField}
        until: {type: DateTimeField}
        ttl: {type: TtlField}
      key: {PK: "REQUEST#{key}", SK: KEY}

Where all effects are in the store, `once` writes them and the key in one transaction, so there is
no state in between. Where an effect is elsewhere (a payment, a mail), `begin` marks the key and
`finish` stores the answer. Whoever dies in between leaves it begun; when its time is over the next
one takes over, and knows that nobody knows what became of the first try.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, OutcomeUnknown
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.chain import link
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import among_others, until_done
from tavola.table.base import BaseTable

__all__ = [
    "Answer",
    "Begin",
    "Begun",
    "Finish",
    "GiveUp",
    "Idempotency",
    "InProgress",
    "KeyReused",
    "Once",
    "TakenOver",
    "fingerprint_of",
]

K = TypeVar("K", bound=Model)

BEGUN = "begun"
DONE = "done"


class KeyReused(ConditionFailed):
    """The key came with another request before."""


class InProgress(ConditionFailed):
    """The same request is being worked on; ask again later."""


class TakenOver(ConditionFailed):
    """Somebody else works on the request since its time was over."""


class Answer(Struct, frozen=True):
    """What a request was answered with; repeated if it was done before."""

    result: Any
    is_repeated: bool


class Begun(Struct, frozen=True):
    """Leave to do what the request asks for.

    If it `is_taken_over`, somebody else began before and never finished.
    """

    owner: tuple[Any, ...]
    receipt: str
    is_taken_over: bool = False


def fingerprint_of(request: Any) -> str:
    """Return what tells one request from another: a hash of any JSON-like value."""
    return link("", {"request": request})


class Idempotency(Generic[K]):
    """Requests by their keys, as operations to run on a table, sync or async.

    Keys are kept for so many seconds if their model has a TtlField, for good otherwise.
    """

    def __init__(self, table: BaseTable, keys: type[K], *, keep_seconds: float = 86_400.0) -> None:
        own = ("fingerprint", "state", "result", "receipt", "until")
        self._items: RequestKeys[K] = RequestKeys(part_of(table, keys, *own), keep_seconds)

    def once(
        self, *owner: Any, request: Any, make: Callable[[], tuple[Any, Sequence[Write[Any]]]]
    ) -> Once:
        """Do a request whose effects are writes of this store; `make` gives its result and them.

        `make` is called before anybody knows whether the request was done already, so it only
        plans. A refused write is the caller's to see, and leaves the key unused.
        """
        return Once(self._items, owner, fingerprint_of(request), make)

    def begin(self, *owner: Any, request: Any, seconds: float = 60.0) -> Begin:
        """Ask for leave to do a request; returns `Begun`, or the `Answer` if it is done."""
        return Begin(self._items, owner, fingerprint_of(request), seconds)

    def finish(self, begun: Begun, result: Any, *, also: Sequence[Write[Any]] = ()) -> Finish:
        """Store the answer, with other writes in one transaction."""
        return Finish(self._items, begun, result, tuple(also))

    def give_up(self, begun: Begun) -> GiveUp:
        """Forget a request that was not done, so that it may come again."""
        return GiveUp(self._items, begun)


class RequestKeys(Struct, Generic[K], frozen=True):
    """The stored keys."""

    part: Part[K]
    keep_seconds: float

    def made(self, owner: Sequence[Any], **values: Any) -> K:
        """A key to be stored."""
        if self.part.codec.ttl is not None:
            ends = self.part.context.now() + timedelta(seconds=self.keep_seconds)
            values[self.part.codec.ttl.python_name] = ends
        return self.part.make(owner, **values)

    def answer(self, owner: Sequence[Any], fingerprint: str, found: Any) -> Answer | None:
        """What is stored for the same request, if it is done."""
        if found.fingerprint != fingerprint:
            raise KeyReused(
                f"{self.part.label(owner)} was used for another request. Take a new key for each."
            )
        return Answer(found.result, is_repeated=True) if found.state == DONE else None

    def in_progress(self, owner: Sequence[Any], found: Any) -> InProgress:
        """The refusal of a request that somebody is at."""
        return InProgress(
            f"{self.part.label(owner)}: the same request is being worked on until {found.until}. "
            "Ask again later."
        )


class Once(Struct, frozen=True):
    """Do a request's writes unless they are done."""

    items: RequestKeys[Any]
    owner: tuple[Any, ...]
    fingerprint: str
    make: Callable[[], tuple[Any, Sequence[Write[Any]]]]

    def steps(self) -> Steps[Answer]:
        """Write the key and all, unless the key is there; then see what stands there."""
        part = self.items.part
        return (yield from until_done(part, part.label(self.owner), self._try))

    def _try(self) -> Steps[Answer | None]:
        """Write the key first of all, so that a refusal names it; None if it came and went."""
        items = self.items
        result, writes = self.make()
        key = items.made(self.owner, fingerprint=self.fingerprint, state=DONE, result=result)
        try:
            yield from items.part.transaction([items.part.create(key), *writes]).steps()
        except ConditionFailed as refused:
            if refused.position != 0:
                raise among_others(refused, 1) from None
            return (yield from self._stored())
        except OutcomeUnknown:
            # It may have been written; if it was not, nobody can say that it never will be.
            answer = yield from self._stored()
            if answer is None:
                raise
            return answer
        return Answer(result, is_repeated=False)

    def _stored(self) -> Steps[Answer | None]:
        """The answer of whoever did it, which may be this one, unheard."""
        found: Any = yield from self.items.part.get(self.owner).steps()
        if found is None:
            return None
        answer = self.items.answer(self.owner, self.fingerprint, found)
        if answer is None:
            raise self.items.in_progress(self.owner, found)
        return answer


class Begin(Struct, frozen=True):
    """Ask for leave to do a request."""

    items: RequestKeys[Any]
    owner: tuple[Any, ...]
    fingerprint: str
    seconds: float

    def steps(self) -> Steps[Begun | Answer]:
        """Create the key, or see what became of it."""
        part = self.items.part
        trying: Steps[Begun | Answer] = until_done(part, part.label(self.owner), self._try)
        return (yield from trying)

    def _try(self) -> Steps[Begun | Answer | None]:
        part = self.items.part
        receipt = part.context.token()
        until = part.context.now() + timedelta(seconds=self.seconds)
        values = {"fingerprint": self.fingerprint, "state": BEGUN, "receipt": receipt}
        key = self.items.made(self.owner, until=until, **values)
        try:
            yield from part.create(key).steps()
        except AlreadyExists:
            return (yield from self._look(receipt))
        return Begun(self.owner, receipt)

    def _look(self, receipt: str) -> Steps[Begun | Answer | None]:
        """The answer, or the turn of one whose time is over; None if the key has changed again."""
        items, part = self.items, self.items.part
        found: Any = yield from part.get(self.owner).steps()
        if found is None:
            return None
        answer = items.answer(self.owner, self.fingerprint, found)
        if answer is not None:
            return answer
        if found.until > part.context.now():
            raise items.in_progress(self.owner, found)
        until = part.context.now() + timedelta(seconds=self.seconds)
        changes = (part.field("until").set(until), part.field("receipt").set(receipt))
        condition = part.field("receipt") == found.receipt
        try:
            yield from part.update(self.owner, *changes, condition=condition).steps()
        except ConditionFailed:
            return None
        return Begun(self.owner, receipt, is_taken_over=True)


class Finish(Struct, frozen=True):
    """Store the answer of a request."""

    items: RequestKeys[Any]
    begun: Begun
    result: Any
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[Answer]:
        """Mark the key as done, as long as nobody has taken over."""
        part = self.items.part
        changes = (
            part.field("state").set(DONE),
            part.field("result").set(self.result),
            part.field("receipt").remove(),
            part.field("until").remove(),
        )
        condition = part.field("receipt") == self.begun.receipt
        update = part.update(self.begun.owner, *changes, condition=condition)
        try:
            yield from part.transaction([update, *self.also]).steps()
        except ConditionFailed as refused:
            if refused.position == 0:
                raise TakenOver(
                    f"{part.label(self.begun.owner)}: somebody else has taken over the request. "
                    "Leave the answer to them."
                ) from refused
            raise among_others(refused, 1) from None
        return Answer(self.result, is_repeated=False)


class GiveUp(Struct, frozen=True):
    """Forget a request that was not done."""

    items: RequestKeys[Any]
    begun: Begun

    def steps(self) -> Steps[bool]:
        """Delete the key, as long as nobody has taken over; says whether it did."""
        part = self.items.part
        condition = part.field("receipt") == self.begun.receipt
        try:
            yield from part.delete(self.begun.owner, condition=condition).steps()
        except ConditionFailed:
            return False
        return True
