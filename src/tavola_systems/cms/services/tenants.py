"""Tenants: each is a site, made with its two system pages in one transaction."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.model.identifiers import UlidSource
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.cms.models import Cms, Content, Route, TenantConfig, TitleEntry
from tavola_systems.cms.services.slugs import site_id
from tavola_systems.cms.services.tenant_scope import Actor, TenantScope

__all__ = ["REDACTED", "Tenants", "redacted"]

REDACTED: Final = "••••••"
"""What stands for a secret that is set; sent back, it leaves the secret as it is."""
_FRESH_SECONDS: Final = 1.0
_MAX_KNOWN: Final = 10_000
_WELCOME: Final = "This page is ready to be written."


class Tenants:
    """The registry of sites. What it reads is at most a second old, unless asked for by `get`."""

    def __init__(self, db: Cms, clock: Callable[[], float]) -> None:
        self._db = db
        self._root = db.untenanted
        self._clock = clock
        self._new_id = UlidSource(clock, secrets.randbits)
        self._known: dict[str, tuple[float, TenantConfig | None]] = {}

    def scope(self, tenant_id: str, actor: Actor) -> TenantScope:
        """Return a tenant's scope for somebody who was found to be allowed in it."""
        db = self._db.tenant(tenant_id)
        return TenantScope(tenant_id, db, self._root, actor, self._clock, self._new_id)

    def create(self, name: str, actor: Actor, *, tenant_id: str | None = None) -> TenantConfig:
        """Create a site with its home and contact pages, published, in one transaction."""
        name = " ".join(name.split())
        chosen = tenant_id or site_id(name)
        scope = self.scope(chosen, actor)
        config = TenantConfig(
            tenant_id=chosen, name=name, settings={"title": name}, secrets={}, revision=1
        )
        home, contact = _page(scope, "/", "Home"), _page(scope, "/contact", "Contact")
        try:
            with scope.db.transaction() as tx:
                tx.add(self._root.tenant_config.plan.add(config))
                for page in (home, contact):
                    for write in _page_writes(scope, page):
                        tx.add(write)
                tx.add(scope.audit("CREATE_TENANT", "tenant", chosen, name, name=name))
        except AlreadyExists:
            raise AlreadyExists(f"Tenant {chosen} exists already. Choose another name.") from None
        self._known.pop(chosen, None)
        return self.get(chosen)

    def get(self, tenant_id: str) -> TenantConfig:
        """Read a tenant as it is now."""
        found = self._root.tenant_config.get(tenant_id)
        if found is None:
            raise ItemMissing(f"Tenant {tenant_id} does not exist.")
        return found

    def known(self, tenant_id: str) -> TenantConfig | None:
        """Return a tenant as it was at most a second ago; None if there is none."""
        now = self._clock()
        known = self._known.get(tenant_id)
        if known is None or now - known[0] >= _FRESH_SECONDS:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            known = now, self._find(tenant_id)
            self._known[tenant_id] = known
        return known[1]

    def of_domain(self, host: str) -> str | None:
        """Return which tenant a host was proven to be the domain of."""
        try:
            found = self._root.tenant_config.tenants_by_domain(domain=host, limit=1).items
        except OperationError:  # A host that no tenant can have.
            return None
        return found[0].tenant_id if found else None

    def _find(self, tenant_id: str) -> TenantConfig | None:
        try:
            return self._root.tenant_config.get(tenant_id)
        except OperationError:  # An id that no tenant can have.
            return None

    def all(self, *, limit: int = 50, cursor: str | None = None) -> Page[TenantConfig]:
        """List all tenants by id."""
        return self._root.tenant_config.tenants(limit=limit, cursor=cursor)

    def some(self, tenant_ids: set[str]) -> list[TenantConfig]:
        """Read the tenants of somebody who may not see all."""
        found = self._root.tenant_config.get_many(sorted(tenant_ids))
        return [one for one in found if one is not None]

    def change(
        self,
        scope: TenantScope,
        settings: Mapping[str, Any],
        hidden: Mapping[str, Any] | None = None,
        *,
        name: str | None = None,
        expected: int | None = None,
    ) -> TenantConfig:
        """Change settings: what is given replaces, None removes, the rest stays.

        Secrets are joined by group, so that one of a group can change without the others being
        told; `REDACTED` leaves one as it is.
        """
        config = self.get(scope.tenant_id)
        seen = config.revision
        if expected is not None and seen != expected:
            raise ConditionFailed(
                "settings: somebody has changed them. Look at them and repeat your change."
            )
        config.settings = _merge(config.settings, settings)
        config.secrets = _merge_deep(config.secrets, hidden or {})
        config.revision = seen + 1
        if name is not None:
            config.name = name
        with self._root.transaction() as tx:
            tx.add(
                self._root.tenant_config.plan.save(
                    config, condition=TenantConfig.fields.revision == seen
                )
            )
            tx.add(
                scope.audit("UPDATE_SETTINGS", "tenant", config.tenant_id, config.name, **settings)
            )
        self._known.pop(scope.tenant_id, None)
        return config

    def forget(self, tenant_id: str) -> None:
        """Read a tenant again at the next request; others see a change within a second."""
        self._known.pop(tenant_id, None)


def redacted(found: Any) -> Any:
    """Return secrets as they are shown: which are set, and none of them."""
    if isinstance(found, dict):
        named = cast("dict[str, Any]", found)
        return {name: redacted(value) for name, value in named.items()}
    return REDACTED if found else None


def _merge(stored: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    joined: dict[str, Any] = {**(stored or {}), **given}
    return {name: value for name, value in joined.items() if value is not None}


def _merge_deep(stored: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    joined: dict[str, Any] = copy.deepcopy(stored or {})
    for name, value in given.items():
        if value == REDACTED:
            continue
        if isinstance(value, dict):
            group = cast("dict[str, Any]", value)
            joined[name] = _merge_deep(joined.get(name), group)
        elif value is None:
            joined.pop(name, None)
        else:
            joined[name] = value
    return joined


def _page(scope: TenantScope, slug: str, title: str) -> Content:
    now = scope.now()
    return Content(
        node_id=scope.new_id(),
        version=1,
        title=title,
        slug=slug,
        blocks=[
            {"type": "heading", "text": title, "level": 1},
            {"type": "text", "markdown": _WELCOME},
        ],
        status="published",
        workflow="published",
        workflow_at=now,
        is_system=True,
        published_at=now,
        created_at=now,
        created_by=scope.actor.email,
        updated_at=now,
        updated_by=scope.actor.email,
    )


def _page_writes(scope: TenantScope, page: Content) -> list[Write[Any]]:
    db = scope.db
    created = db.content.plan.add(page)
    route = Route(slug=page.slug, node_id=page.node_id, is_redirect=False, is_fixed=True)
    entry = TitleEntry(
        title=page.title,
        node_id=page.node_id,
        slug=page.slug,
        workflow=page.workflow,
        updated_at=page.updated_at,
        updated_by=page.updated_by,
    )
    return [created, db.route.plan.add(route), db.title_entry.plan.put(entry)]
