"""Where a store's AWS credentials come from.

Static ones and the environment's are read here; botocore, imported only then, knows every other
source: shared files, SSO, assumed roles, containers, instances.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Protocol

from tavola.errors import AccessRefused
from tavola.stores.http.endpoint_settings import EndpointSettings, Environment
from tavola.wire.sigv4 import Credentials

# botocore renews what expires within 15 minutes whenever it is asked.
_ASK_AGAIN_SECONDS: Final = 60.0
_NO_BOTOCORE: Final = (
    "credentials: none found in the environment, and shared files, SSO and roles need botocore,"
    " which is not installed. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, pass `credentials=`,"
    " or install tavola[aws]."
)
_NO_BOTOCORE_FOR_PROFILE: Final = (
    "credentials: the profile {profile!r} needs botocore, which is not installed."
    " Install tavola[aws], or name no profile and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
)
_NOT_FOUND: Final = (
    "credentials: none found, neither in the environment nor in shared files, SSO or roles."
    " Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, pass `credentials=`, or name a profile that"
    " has some: AWS_PROFILE, or ?profile= in the location."
)
# What botocore says in these has names of profiles, variables and commands alone.
_HARMLESS: Final = frozenset(
    {"PartialCredentialsError", "ProfileNotFound", "UnauthorizedSSOTokenError"}
)
# Services on this machine accept any key, or this one of AWS's documentation.
_FOR_LOOPBACK: Final = Credentials(
    "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
)


class CredentialSource(Protocol):
    """Gives credentials; only `refresh` may wait for a file or a network."""

    def fresh(self, now: float) -> Credentials | None:
        """Give the credentials, or None when `refresh` must come first."""
        ...

    def refresh(self, now: float) -> None:
        """Find the credentials again; AccessRefused when there are none."""
        ...

    def reject(self) -> bool:
        """Forget credentials that the service refused; False when there are no others."""
        ...


class FixedCredentials:
    """Credentials that never change."""

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials

    def fresh(self, now: float) -> Credentials | None:
        """Give the credentials."""
        del now
        return self._credentials

    def refresh(self, now: float) -> None:
        """Do nothing: there is nothing newer."""

    def reject(self) -> bool:
        """Say that there are no others."""
        return False


class BotocoreCredentials:
    """Credentials from botocore's chain, asked again before they can expire."""

    def __init__(self, open_session: Callable[[], Any]) -> None:
        self._open_session = open_session
        self._source: Any = None
        self._kept: Credentials | None = None
        self._until = 0.0
        self._turn = threading.Lock()

    def fresh(self, now: float) -> Credentials | None:
        """Give what was found less than a minute ago."""
        return self._kept if now < self._until else None

    def refresh(self, now: float) -> None:
        """Ask the chain; one thread does, the others wait for it."""
        with self._turn:
            if now < self._until:
                return
            frozen = self._ask()
            self._kept = Credentials(frozen.access_key, frozen.secret_key, frozen.token or None)
            self._until = now + _ASK_AGAIN_SECONDS

    def _ask(self) -> Any:
        try:
            if self._source is None:
                self._source = self._open_session().get_credentials()
            found = None if self._source is None else self._source.get_frozen_credentials()
        except AccessRefused:
            raise
        except Exception as error:
            # Its providers raise errors of every kind, whose text may quote a file with secrets.
            kind = type(error).__name__
            reason = (
                f"{error}".rstrip(".") if kind in _HARMLESS else "Check the profile and its role"
            )
            raise AccessRefused(
                f"credentials: botocore could not find them ({kind}). {reason}."
            ) from error
        if found is None:
            raise AccessRefused(_NOT_FOUND)
        return found

    def reject(self) -> bool:
        """Open the chain again next time."""
        with self._turn:
            self._source = None
            self._until = 0.0
        return True

    def __repr__(self) -> str:
        return "BotocoreCredentials()"


def find_credentials(settings: EndpointSettings, environment: Environment) -> CredentialSource:
    """Choose the source: the named profile, the environment, then botocore's chain."""
    if settings.profile is None:
        found = _from_environment(environment)
        if found is None and settings.endpoint.is_loopback and "AWS_PROFILE" not in environment:
            found = _FOR_LOOPBACK
        if found is not None:
            return FixedCredentials(found)
    return BotocoreCredentials(lambda: _open_session(settings))


def _from_environment(environment: Environment) -> Credentials | None:
    access_key = environment.get("AWS_ACCESS_KEY_ID")
    secret_key = environment.get("AWS_SECRET_ACCESS_KEY")
    if not access_key or not secret_key:
        return None
    return Credentials(access_key, secret_key, environment.get("AWS_SESSION_TOKEN") or None)


def _open_session(settings: EndpointSettings) -> Any:
    try:
        from botocore.session import Session
    except ImportError as error:
        missing = _NO_BOTOCORE if settings.profile is None else _NO_BOTOCORE_FOR_PROFILE
        raise AccessRefused(missing.format(profile=settings.profile)) from error
    session = Session(profile=settings.profile)
    session.set_config_variable("region", settings.region)
    return session
