"""What may happen to users: each rule reads the state and returns the event's body, or refuses."""

from __future__ import annotations

from tavola_systems.vote.domain import events as e
from tavola_systems.vote.domain.entities import User
from tavola_systems.vote.domain.errors import Conflict, Unauthorized, UnknownName
from tavola_systems.vote.domain.roles import Permission, Role
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.domain.typed_texts import check_email, check_name, fold

__all__ = [
    "admit",
    "change_email",
    "change_name",
    "change_password",
    "need_permission",
    "need_user",
    "register",
    "remove_user",
    "set_role",
    "transfer_ownership",
]


def need_user(state: State, name: str) -> User:
    """Find a user, or say that there is none."""
    user = state.user(name)
    if user is None:
        raise UnknownName(f"User {name!r} does not exist.")
    return user


def need_permission(state: State, actor: str, permission: Permission) -> User:
    """Find who acts, with the role of this moment; refuse one who may not."""
    user = state.user(actor)
    if user is None or user.role < permission.value:
        needed = Role(permission.value).name
        raise Unauthorized(f"{actor} may not do this. It needs the role {needed} or a higher one.")
    return user


def register(state: State, *, name: str, email: str, salt: str, hashed: str) -> e.UserRegistered:
    """Let somebody in; the first one owns the system."""
    role = Role.OWNER if state.counts().users == 0 else Role.USER
    return _new_user(state, name, email, salt, hashed, role)


def admit(state: State, actor: str, *, name: str, email: str) -> e.UserRegistered:
    """Let an organiser bring in a voter, who has no password yet."""
    need_permission(state, actor, Permission.USE_APPLICATION)
    return _new_user(state, name, email, "", "", Role.VOTER)


def _new_user(
    state: State, name: str, email: str, salt: str, hashed: str, role: Role
) -> e.UserRegistered:
    name = check_name(name, "name", allow_at=False)
    email = check_email(email)
    _check_free_name(state, name)
    _check_free_email(state, email)
    return e.UserRegistered(name=name, email=email, salt=salt, hash=hashed, role=role.name)


def _check_free_name(state: State, name: str) -> None:
    taken = state.user(name)
    if taken is not None:
        raise Conflict(f"name: {taken.name!r} is registered already. Choose another one.")


def _check_free_email(state: State, email: str) -> None:
    if state.user_by_email(email) is not None:
        raise Conflict(f"email: {email!r} is registered already. Give another address.")


def set_role(state: State, actor: str, *, name: str, role: Role) -> e.UserRoleChanged:
    """Raise or lower somebody below oneself, to a role below one's own."""
    caller = need_permission(state, actor, Permission.MANAGE_USERS)
    user = need_user(state, name)
    if user.name == caller.name:
        raise Unauthorized(f"{actor}: nobody sets their own role. Ask somebody with a higher one.")
    if user.role >= caller.role or role >= caller.role:
        raise Unauthorized(
            f"{actor} sets only roles below {caller.role.name}, of users below it. "
            "An owner gives the system away by transferring ownership."
        )
    if user.role == role:
        raise Conflict(f"User {user.name!r} has the role {role.name} already.")
    return e.UserRoleChanged(name=user.name, role=role.name)


def transfer_ownership(state: State, actor: str, *, name: str) -> e.OwnershipTransferred:
    """Make somebody else the owner and oneself an auditor, both at once."""
    caller = need_permission(state, actor, Permission.TRANSFER_OWNER)
    user = need_user(state, name)
    if user.name == caller.name:
        raise Conflict(f"User {user.name!r} is the owner already.")
    return e.OwnershipTransferred(from_name=caller.name, to_name=user.name)


def _may_change(state: State, actor: str, name: str) -> User:
    """Find a user whom the caller may change: themselves, or somebody of a lower role."""
    caller = need_permission(state, actor, Permission.VIEW_APPLICATION)
    user = need_user(state, name)
    if user.name == caller.name:
        return user
    need_permission(state, actor, Permission.MANAGE_USERS)
    if user.role >= caller.role:
        raise Unauthorized(f"{actor} changes only users with a role below {caller.role.name}.")
    return user


def change_name(state: State, actor: str, *, name: str, new_name: str) -> e.UserNameChanged | None:
    """Give a user another name, or the same one in another case."""
    user = _may_change(state, actor, name)
    new_name = check_name(new_name, "name", allow_at=False)
    if new_name == user.name:
        return None
    if fold(new_name) != fold(user.name):
        _check_free_name(state, new_name)
    return e.UserNameChanged(name=user.name, new_name=new_name)


def change_email(state: State, actor: str, *, name: str, email: str) -> e.UserEmailChanged | None:
    """Give a user another address."""
    user = _may_change(state, actor, name)
    email = check_email(email)
    if email == user.email:
        return None
    if fold(email) != fold(user.email):
        _check_free_email(state, email)
    return e.UserEmailChanged(name=user.name, email=email)


def change_password(
    state: State, actor: str, *, name: str, salt: str, hashed: str
) -> e.UserPasswordChanged:
    """Give a user another password; that the caller may is proven by the old one or a link."""
    user = _may_change(state, actor, name)
    return e.UserPasswordChanged(name=user.name, salt=salt, hash=hashed)


def remove_user(state: State, actor: str, *, name: str) -> e.UserRemoved:
    """Remove somebody of a lower role; a ballot that is cast stays, and so does its voter."""
    caller = need_permission(state, actor, Permission.VIEW_APPLICATION)
    user = need_user(state, name)
    if user.name == caller.name:
        if state.counts().users > 1:
            raise Conflict(
                f"user {name!r}: nobody removes themselves while others are there. "
                "Ask somebody with a higher role."
            )
    else:
        _may_change(state, actor, name)
    owned = state.elections_of_owner(user.name)
    if owned:
        raise Conflict(
            f"User {user.name!r} organises {len(owned)} elections, such as {owned[0].name!r}. "
            "Delete them first."
        )
    for election in state.elections_of_voter(user.name):
        if state.ballot(election.name, user.name) is not None:
            raise Conflict(
                f"User {user.name!r} has voted in {election.name!r}, and ballots stay. "
                "Set the role to NO_ACCESS instead."
            )
    return e.UserRemoved(name=user.name)
