"""Vote's own users as the platform asks for them, and the one service of a process."""

from __future__ import annotations

import base64
import os
import secrets

from fastapi import Request

from tavola.errors import AlreadyExists, OperationError
from tavola_systems.platform.access.identity import EVERYWHERE, Account, Accounts, Identity
from tavola_systems.platform.access.passwords import check_password
from tavola_systems.platform.system import Services, Shared
from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.dynamodb_table import TableBackend
from tavola_systems.vote.command_model import CommandModel
from tavola_systems.vote.domain.errors import (
    ElectionLogDamaged,
    Unauthorized,
    UnknownName,
    VoteError,
)
from tavola_systems.vote.domain.passwords import PasswordHashes
from tavola_systems.vote.domain.sealing import KEY_BYTES
from tavola_systems.vote.event_log_models import VoteEventLog
from tavola_systems.vote.models import VoteData
from tavola_systems.vote.opening import (
    BACKEND_VARIABLE,
    KEY_VARIABLE,
    key_file,
    open_backend,
    sealing_key,
)
from tavola_systems.vote.query_model import OwnBallot, UserView
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web.routing import refusals_told

__all__ = [
    "VoteAccounts",
    "account_of",
    "acting",
    "kept_key",
    "open_accounts",
    "own_ballot",
    "service_of",
]

_KEY_SETTING = "vote-sealing-key"


class VoteAccounts:
    """Users of the vote system; a name is the id, and the epoch tells who had it when."""

    def __init__(self, service: VoteService) -> None:
        self.service = service

    @refusals_told()
    def authenticate(self, system: str, name: str, password: str) -> Account | None:
        """Return who signs in."""
        del system
        try:
            return account_of(self.service.queries.authenticate(name, password))
        except Unauthorized:
            return None

    @refusals_told()
    def find(self, system: str, subject: str) -> Account | None:
        """Return a user by the name as it is written."""
        del system
        user = self.service.queries.search_user(subject)
        return None if user is None or user.name != subject else account_of(user)

    @refusals_told()
    def find_by_address(self, system: str, email: str) -> Account | None:
        """Return a user by address."""
        del system
        user = self.service.queries.search_user_by_email(email)
        return None if user is None else account_of(user)

    def close(self) -> None:
        """Let go of a database of the system's own; the tables are the platform's to close."""
        if not isinstance(self.service.backend, TableBackend):
            self.service.close()

    @refusals_told()
    def set_password(self, subject: str, password: str) -> None:
        """Choose a password; sessions and tokens end."""
        try:
            self.service.commands.change_password(subject, subject, check_password(password))
        except UnknownName:
            return


def account_of(user: UserView) -> Account:
    """Show a user as the platform knows them."""
    roles = {EVERYWHERE: user.role.name.lower()}
    return Account(user.name, user.name, user.email, user.epoch, roles)


def acting(service: VoteService, caller: Identity) -> CommandModel:
    """The commands as a caller's, refused if somebody else has their name by then."""
    return service.commands.for_session(caller.account.epoch)


def own_ballot(
    service: VoteService, request: Request, caller: Identity, election_name: str
) -> OwnBallot | None:
    """A caller's ballot, which is read before it is asked whether the name is still theirs.

    The log names the caller, so it must not tell how long an answer is that depends on the ballot.
    """
    request.state.is_length_secret = True
    found = service.queries.search_ballot(caller.subject, caller.subject, election_name)
    user = service.queries.search_user(caller.subject)
    if user is None or user.epoch != caller.account.epoch:
        raise Unauthorized("Your name, role or password have changed. Sign in again.")
    return found


def open_accounts(shared: Shared) -> Accounts:
    """Open the service on the platform's store, or on the backend that the environment names."""
    url = os.environ.get(BACKEND_VARIABLE, "")
    memory, passes = shared.passwords.cost
    service = VoteService(
        _named(url) if url else _own_tables(shared),
        sealing_key=lambda: kept_key(shared, url),
        clock=shared.clock,
        passwords=PasswordHashes(
            os.urandom, memory_kib=memory, passes=passes, turn=shared.passwords.turn
        ),
    )
    return VoteAccounts(service)


def _named(url: str) -> Backend:
    try:
        return open_backend(url)
    except VoteError as error:
        raise OperationError(f"{BACKEND_VARIABLE}: {error}") from error


def _own_tables(shared: Shared) -> TableBackend:
    data, log = (shared.tables[kind] for kind in (VoteData, VoteEventLog))
    if not isinstance(data, VoteData) or not isinstance(log, VoteEventLog):
        raise TypeError
    return TableBackend(data, log)


def service_of(services: Services) -> VoteService:
    """The service that the accounts stand on."""
    accounts = services.accounts
    if not isinstance(accounts, VoteAccounts):
        raise TypeError
    return accounts.service


def kept_key(shared: Shared, url: str = "") -> bytes:
    """Take the key from the environment, or keep one beside the file or with the uploads.

    It is never in a table. Where there is no file, each of several processes that make one at the
    same time writes its own, and the table holds the address of the first.
    """
    if os.environ.get(KEY_VARIABLE):
        return sealing_key("", os.environ)
    settings, storage = shared.platform.setting, shared.storage
    known = settings.get(_KEY_SETTING)
    if known is None and key_file(url or shared.store) is not None:
        return sealing_key(url or shared.store, {})
    if known is None:
        new = base64.b64encode(os.urandom(KEY_BYTES))
        uri = storage.put(f"vote-sealing-{secrets.token_hex(8)}.key", new, "text/plain")
        try:
            known = settings.create(name=_KEY_SETTING, values=[uri])
        except AlreadyExists:
            storage.delete(uri)
            known = settings.get(_KEY_SETTING)
    if known is None or not known.values:
        raise ElectionLogDamaged(
            f"sealing key: its address is lost. Set {KEY_VARIABLE} to the key."
        )
    return base64.b64decode(storage.get(known.values[0]))
