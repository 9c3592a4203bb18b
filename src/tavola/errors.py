"""Everything Tavola raises. Other exceptions never leave the library.

A call that its signature excludes, with a misspelt, a missing or a surplus argument or with one of
another type, may also end in Python's own TypeError, and reading a field that was not read in its
AttributeError.

    TavolaError
    ├── DesignError           the YAML or the models are wrong; all problems at once
    ├── OperationError        this call cannot be made; nothing was sent
    ├── DecodeError           a stored item does not fit its model; carries the item
    └── StoreError            the database refused; carries .code, DynamoDB's own name
        ├── ValidationFailed      ValidationException: the request itself is wrong
        ├── MalformedRequest      SerializationException: not even the request's shape is right
        ├── ConditionFailed       ConditionalCheckFailedException; carries .item when asked for
        │   ├── AlreadyExists     create: there is an item with this key
        │   ├── UniqueTaken       another item holds a unique value; carries .field and .value
        │   ├── ItemMissing       save, update: the item is gone, or it has expired
        │   ├── TransitionRefused the design does not let this value become that one
        │   ├── OutOfBounds       an addition would leave what the design allows
        │   └── ItemChanged       the item is no longer what was read
        ├── TransactionCancelled  TransactionCanceledException; carries .reasons, one per operation
        ├── TransactionConflict   another transaction holds the item
        ├── TransactionInProgress the same idempotency token is under way
        ├── IdempotencyMismatch   the same idempotency token came with another body
        ├── Throttled             too fast for the table or the account
        │   └── LeftUnprocessed   a batch was not written to the end; carries .left
        ├── ItemTooLarge          past 400 KB
        ├── CollectionTooLarge    an item collection past 10 GB
        ├── TableNotFound         ResourceNotFoundException
        ├── TableInUse            ResourceInUseException
        ├── LimitExceeded         a limit of the account or the table
        ├── AccessRefused         credentials or permissions
        └── StoreUnavailable      network, credentials, locked or damaged file
            └── OutcomeUnknown    a write's answer was lost: it may or may not have been applied

The tree says who is to blame: the design, the call, the data or the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

__all__ = [
    "AccessRefused",
    "AlreadyExists",
    "CancellationReason",
    "CollectionTooLarge",
    "ConditionFailed",
    "DecodeError",
    "DesignError",
    "Finding",
    "IdempotencyMismatch",
    "ItemChanged",
    "ItemMissing",
    "ItemTooLarge",
    "LeftUnprocessed",
    "LimitExceeded",
    "MalformedRequest",
    "OperationError",
    "OutOfBounds",
    "OutcomeUnknown",
    "StoreError",
    "StoreUnavailable",
    "TableInUse",
    "TableNotFound",
    "TavolaError",
    "Throttled",
    "TransactionCancelled",
    "TransactionConflict",
    "TransactionInProgress",
    "TransitionRefused",
    "UniqueTaken",
    "ValidationFailed",
    "shown",
    "store_error",
]

Item = Mapping[str, Mapping[str, Any]]
"""A stored item in DynamoDB JSON: `{"name": {"S": "Ada"}}`."""


def shown(value: object) -> str:
    """Show a value of a caller's in a message, however deep it is nested."""
    try:
        return f"{value!r:.1000}"
    except RecursionError:
        return f"a {type(value).__name__} nested too deep"


def undecoded(data: bytes) -> Item:
    """Stand for a large item in an error, which decodes it when somebody asks for it."""
    # What an error shows is an item; only `held_item` and `held_reasons` may give this out.
    return cast("Item", Raw(data))


def _decoded(held: Any) -> Item | None:
    item: Item | None = msgspec.json.decode(held) if isinstance(held, Raw) else held
    return item


class TavolaError(Exception):
    """The root of all that Tavola raises."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Let an error travel between processes, whatever its constructor asks for."""
        return _remade, (type(self), self.args), self.__dict__


def _remade(kind: type[TavolaError], args: tuple[Any, ...]) -> TavolaError:
    return kind.__new__(kind, *args)


_PREDICATES = (
    *("asks ", "cannot ", "does ", "gives ", "has ", "holds "),
    *("is ", "lacks ", "names ", "refers ", "relates ", "was "),
)
"""A problem that begins with one of these has its place as the subject."""


class Finding(Struct, frozen=True):
    """One thing that is wrong with a design, or that could be better."""

    file: str
    line: int
    where: str
    problem: str
    remedy: str = ""
    is_error: bool = True

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}: {self.lead}{self.problem}"
        return f"{text} {self.remedy}" if self.remedy else text

    @property
    def lead(self) -> str:
        """What is printed before the problem: its subject, or the place and a colon."""
        if not self.problem.startswith(_PREDICATES):
            return f"{self.where}: "
        return "The design " if self.where == "design" else f"{self.where} "


class DesignError(TavolaError):
    """The design is wrong; `findings` has every problem."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = tuple(findings)


class OperationError(TavolaError):
    """A call that cannot be made; nothing was sent."""


class DecodeError(TavolaError):
    """A stored item does not fit its model."""

    def __init__(
        self,
        message: str,
        item: Item | bytes | None = None,
        *,
        model: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.item = item
        self.model = model
        """The model's name, where it is one field that does not fit."""
        self.field = field
        """The field, by its name in Python."""


class StoreError(TavolaError):
    """The database refused a request; `code` is DynamoDB's own name for it."""

    code: str = "InternalServerError"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class ValidationFailed(StoreError):
    """The request itself is wrong."""

    code = "ValidationException"


class MalformedRequest(StoreError):
    """The request's shape is wrong: not JSON, or a parameter of another type."""

    code = "SerializationException"


class ConditionFailed(StoreError):
    """The condition did not hold; `item` is the stored item, when it was asked for."""

    code = "ConditionalCheckFailedException"

    def __init__(
        self,
        message: str = "The conditional request failed",
        *,
        item: Item | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self._item = item
        self.position: int | None = None
        """Which operation of a transaction failed, counted from 0."""

    @property
    def item(self) -> Item | None:
        """The stored item, when it was asked for."""
        self._item = _decoded(self._item)
        return self._item

    @item.setter
    def item(self, item: Item | None) -> None:
        self._item = item


def held_item(error: ConditionFailed) -> Item | None:
    """Return what an error shows for those who only encode it: it may be `undecoded`."""
    item: Item | None = vars(error)["_item"]
    return item


class AlreadyExists(ConditionFailed):
    """There is an item with this key already."""


class UniqueTaken(ConditionFailed):
    """Another item holds a value, or several values together, that may occur once."""

    def __init__(
        self, message: str, *, fields: tuple[str, ...], values: tuple[object, ...]
    ) -> None:
        super().__init__(message)
        self.fields = fields
        self.values = values

    @property
    def field(self) -> str:
        """The field whose value is taken; of several, all their names."""
        return ", ".join(self.fields)

    @property
    def value(self) -> object:
        """The value that is taken; of several fields, all their values."""
        return self.values[0] if len(self.values) == 1 else self.values


class ItemMissing(ConditionFailed):
    """The item is gone, or it has expired."""


class TransitionRefused(ConditionFailed):
    """The design's `transitions` do not let the stored value become the new one."""

    def __init__(
        self,
        message: str,
        *,
        field: str,
        before: str | None,
        after: str | None,
        item: Item | None = None,
    ) -> None:
        super().__init__(message, item=item)
        self.field = field
        self.before = before
        self.after = after


class OutOfBounds(ConditionFailed):
    """What is stored would become what the design does not allow, by an addition or a copy.

    The bounds are `min`, `max` and `maxMemberCount`; a copy keeps to all rules of its field.
    """

    def __init__(self, message: str, *, field: str, item: Item | None = None) -> None:
        super().__init__(message, item=item)
        self.field = field


class ItemChanged(ConditionFailed):
    """The item is no longer what was read."""


class CancellationReason(Struct, frozen=True):
    """Why one action of a transaction failed; `code` is "None" for one that did not."""

    code: str
    message: str | None = None
    item: Item | None = None
    """The stored item, when it was asked for."""


class TransactionCancelled(StoreError):
    """A transaction was refused whole; `reasons` are in the order of its actions."""

    code = "TransactionCanceledException"

    def __init__(
        self,
        message: str,
        *,
        reasons: Sequence[CancellationReason] = (),
        code: str | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self._reasons = tuple(reasons)

    @property
    def reasons(self) -> tuple[CancellationReason, ...]:
        """Why each action failed or did not, in the order of the actions."""
        self._reasons = tuple(map(_decoded_reason, self._reasons))
        return self._reasons

    @reasons.setter
    def reasons(self, reasons: Sequence[CancellationReason]) -> None:
        self._reasons = tuple(reasons)


def held_reasons(error: TransactionCancelled) -> tuple[CancellationReason, ...]:
    """Return the reasons for those who only encode them: their items may be `undecoded`."""
    reasons: tuple[CancellationReason, ...] = vars(error)["_reasons"]
    return reasons


def _decoded_reason(reason: CancellationReason) -> CancellationReason:
    item = _decoded(reason.item)
    return reason if item is reason.item else replace(reason, item=item)


class TransactionConflict(StoreError):
    """Another transaction holds the item; the same request may succeed later."""

    code = "TransactionConflictException"


class TransactionInProgress(StoreError):
    """A transaction with this token is under way."""

    code = "TransactionInProgressException"


class IdempotencyMismatch(StoreError):
    """The token was used for another transaction."""

    code = "IdempotentParameterMismatchException"


class Throttled(StoreError):
    """Too many requests; the same request may succeed later."""

    code = "ProvisionedThroughputExceededException"


class LeftUnprocessed(Throttled):
    """A batch was throttled to the end; `left` are the instances and keys to write again.

    DynamoDB has said of none of them that it was written.
    """

    def __init__(self, message: str, *, left: Sequence[object]) -> None:
        super().__init__(message)
        self.left = tuple(left)


class ItemTooLarge(ValidationFailed):
    """The item is past DynamoDB's 400 KB."""


class CollectionTooLarge(StoreError):
    """The items of one partition key are past 10 GB."""

    code = "ItemCollectionSizeLimitExceededException"


class TableNotFound(StoreError):
    """No such table, index or resource."""

    code = "ResourceNotFoundException"


class TableInUse(StoreError):
    """The table exists, or is being changed."""

    code = "ResourceInUseException"


class LimitExceeded(StoreError):
    """A limit of the account or the table is reached."""

    code = "LimitExceededException"


class AccessRefused(StoreError):
    """Credentials are missing, wrong or not allowed to do this."""

    code = "AccessDeniedException"


class StoreUnavailable(StoreError):
    """The store cannot be reached: network, credentials, a locked or damaged file."""

    code = "StoreUnavailable"

    def __str__(self) -> str:
        # Its own code is not one of DynamoDB's, and a traceback names the class anyway.
        return self.message if self.code == StoreUnavailable.code else super().__str__()


class OutcomeUnknown(StoreUnavailable):
    """A write's answer was lost: it may or may not have been applied; read before trying again."""


_BY_CODE: Mapping[str, type[StoreError]] = {
    kind.code: kind
    for kind in (
        ValidationFailed,
        MalformedRequest,
        ConditionFailed,
        TransactionCancelled,
        TransactionConflict,
        TransactionInProgress,
        IdempotencyMismatch,
        Throttled,
        CollectionTooLarge,
        TableNotFound,
        TableInUse,
        LimitExceeded,
        AccessRefused,
    )
} | {
    "ThrottlingException": Throttled,
    "RequestLimitExceeded": Throttled,
    "TableNotFoundException": TableNotFound,
    "TableInUseException": TableInUse,
    "TableAlreadyExistsException": TableInUse,
    "IndexNotFoundException": TableNotFound,
    "UnrecognizedClientException": AccessRefused,
    "InvalidSignatureException": AccessRefused,
    "MissingAuthenticationTokenException": AccessRefused,
    "IncompleteSignatureException": AccessRefused,
    "ExpiredTokenException": AccessRefused,
}


def store_error(code: str, message: str) -> StoreError:
    """Make the error that stands for DynamoDB's `code`."""
    if code == "ValidationException" and message.startswith("Item size"):
        return ItemTooLarge(message, code=code)
    return _BY_CODE.get(code, StoreError)(message, code=code)
