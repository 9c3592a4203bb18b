"""Domains: a host is nobody's until its owner has shown that it is theirs.

Somebody asks for a host and is given a token. Only when the host's DNS holds the token in a TXT
record, or who runs all sites has approved it, does the site answer there. The host is then one
site's: a lock in the same transaction sees to that, also if two prove it at once.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from tavola.errors import ConditionFailed, OperationError, UniqueTaken
from tavola_systems.cms.models import TenantConfig
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.tenants import Tenants

__all__ = ["DomainTaken", "Domains", "TxtLookup", "normalise_host", "record_name", "record_value"]

TxtLookup = Callable[[str], list[str]]
"""Returns the texts of a name's TXT records; none if there are none, or no name."""

_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


class DomainTaken(ConditionFailed):
    """Another site answers at this host."""


class Domains:
    """The hosts of sites."""

    def __init__(self, tenants: Tenants, *, own_hosts: Collection[str], look_up: TxtLookup) -> None:
        self._tenants = tenants
        self._own_hosts = frozenset(own_hosts)
        self._look_up = look_up

    def want(self, scope: TenantScope, text: str) -> TenantConfig:
        """Ask for a host; the site goes on to answer where it does until this one is proven."""
        host = normalise_host(text)
        if any(host == own or host.endswith(f".{own}") for own in self._own_hosts):
            raise OperationError(f"domain: {host} is this platform's own. Use one of yours.")
        token = secrets.token_urlsafe(24)
        changes = {"wanted_domain": host, "domain_token": token}
        return self._change(scope, "REQUEST_DOMAIN", changes, domain=host)

    def prove(self, scope: TenantScope) -> TenantConfig:
        """Look whether the wanted host's DNS holds the token, and answer there if it does."""
        config = self._tenants.get(scope.tenant_id)
        host, token = config.wanted_domain, config.domain_token
        if host is None or token is None:
            raise OperationError("domain: none is waiting to be proven. Ask for one first.")
        found = [one.strip() for one in self._look_up(record_name(host))]
        if not any(
            secrets.compare_digest(one.encode(), record_value(token).encode()) for one in found
        ):
            raise OperationError(
                f"domain: {record_name(host)} has no TXT record {record_value(token)} yet."
                " A new record may take an hour to be seen; then check again."
            )
        return self._take(scope, host, "PROVE_DOMAIN")

    def approve(self, scope: TenantScope) -> TenantConfig:
        """Take the wanted host on the word of who runs all sites."""
        host = self._tenants.get(scope.tenant_id).wanted_domain
        if host is None:
            raise OperationError("domain: none is waiting to be approved.")
        return self._take(scope, host, "APPROVE_DOMAIN")

    def release(self, scope: TenantScope) -> TenantConfig:
        """Give the host up, and the one that is waiting; both are free for others."""
        changes = {"domain": None, "wanted_domain": None, "domain_token": None}
        return self._change(scope, "RELEASE_DOMAIN", changes)

    def _take(self, scope: TenantScope, host: str, action: str) -> TenantConfig:
        changes = {"domain": host, "wanted_domain": None, "domain_token": None}
        try:
            return self._change(scope, action, changes, wanted=host, domain=host)
        except UniqueTaken:
            raise DomainTaken(
                f"domain: another site answers at {host}. Its people must give it up first."
            ) from None

    def _change(
        self,
        scope: TenantScope,
        action: str,
        changes: Mapping[str, str | None],
        *,
        wanted: str | None = None,
        **told: str,
    ) -> TenantConfig:
        config = self._tenants.get(scope.tenant_id)
        condition = None if wanted is None else TenantConfig.fields.wanted_domain == wanted
        for name, value in changes.items():
            setattr(config, name, value)
        snapshot: dict[str, Any] = dict(told)
        with scope.root.transaction() as tx:
            tx.save(config, condition=condition)
            tx.add(scope.audit(action, "tenant", config.tenant_id, config.name, **snapshot))
        self._tenants.forget(scope.tenant_id)
        return self._tenants.get(scope.tenant_id)


def normalise_host(text: str) -> str:
    """Return a host as it is compared: lower case, punycode, without port and final dot."""
    host = text.strip().lower().removeprefix("https://").removeprefix("http://").partition("/")[0]
    name, colon, port = host.rpartition(":")
    if colon and port.isdigit():
        host = name
    host = host.removesuffix(".")
    try:
        host = host.encode("idna").decode()
    except UnicodeError:
        raise OperationError(
            f"domain: {text[:60]!r} is not a host. Write www.example.com."
        ) from None
    labels = host.split(".")
    if len(labels) < 2 or len(host) > 253 or not all(map(_LABEL.fullmatch, labels)) or _is_ip(host):
        raise OperationError(f"domain: {text[:60]!r} is not a host. Write www.example.com.")
    return host


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def record_name(host: str) -> str:
    """The name at which the TXT record stands."""
    return f"_tavola-site.{host}"


def record_value(token: str) -> str:
    """What the TXT record holds."""
    return f"tavola-site={token}"
