"""What the vote system refuses, by who is to blame.

VoteError
├── BadArgument        400  the input is wrong; says what would be right
├── Unauthorized       401  not signed in, or not allowed to do this
├── UnknownName        404  nothing of this name
├── Conflict           409  it collides with what is there, or the election does not allow it now
├── Unsupported        501  never possible, such as renaming an election
├── Paused             503  the owner has paused all writes
├── Unavailable        503  the database does not answer, or others won every race for too long
└── ElectionLogDamaged 500  log and rows contradict each other; nothing is written on top of that
"""

from __future__ import annotations

__all__ = [
    "BadArgument",
    "Conflict",
    "ElectionLogDamaged",
    "Paused",
    "Unauthorized",
    "Unavailable",
    "UnknownName",
    "Unsupported",
    "VoteError",
]


class VoteError(Exception):
    """The base of all refusals."""

    code = "ERROR"
    status = 500


class BadArgument(VoteError):
    """The input is wrong."""

    code = "BAD_ARGUMENT"
    status = 400


class Unauthorized(VoteError):
    """The caller is unknown, or may not do this."""

    code = "UNAUTHORIZED"
    status = 401


class UnknownName(VoteError):
    """Nothing has this name."""

    code = "NOT_FOUND"
    status = 404


class Conflict(VoteError):
    """It collides with what is there."""

    code = "CONFLICT"
    status = 409


class Unsupported(VoteError):
    """The system never does this."""

    code = "UNSUPPORTED"
    status = 501


class Paused(VoteError):
    """Writes are paused; reads go on."""

    code = "PAUSED"
    status = 503

    def __init__(self, reason: str) -> None:
        super().__init__(f"Writes are paused: {reason.rstrip('.')}.")


class Unavailable(VoteError):
    """The database does not answer; trying again later may help."""

    code = "UNAVAILABLE"
    status = 503


class ElectionLogDamaged(VoteError):
    """The event log contradicts itself or the projection; nothing is written on top of it."""

    code = "LOG_DAMAGED"
    status = 500
