"""Roles, from the least to the highest, and what each permission needs."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Permission", "Role", "permissions_of"]


class Role(IntEnum):
    """What a user is; a higher role may do all that a lower one may."""

    NO_ACCESS = 0
    OBSERVER = 1
    VOTER = 2
    USER = 3
    ADMIN = 4
    AUDITOR = 5
    OWNER = 6


class Permission(IntEnum):
    """What may be done; the value is the least role that may."""

    VIEW_APPLICATION = Role.OBSERVER
    VOTE = Role.VOTER
    USE_APPLICATION = Role.USER
    MANAGE_USERS = Role.ADMIN
    VIEW_SECRETS = Role.AUDITOR
    TRANSFER_OWNER = Role.OWNER


def permissions_of(role: Role) -> list[Permission]:
    """List what a role may do."""
    return [permission for permission in Permission if role >= permission.value]
