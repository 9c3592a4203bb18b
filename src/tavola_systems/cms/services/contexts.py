"""Contexts: what writers should know of a site, such as its voice and its readers."""

from __future__ import annotations

from typing import Any

from tavola.errors import ItemMissing
from tavola.table import Page
from tavola_systems.cms.models import Context
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, optional_line, paragraphs

__all__ = ["Contexts"]


class Contexts:
    """The contexts of one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def create(self, *, title: str, kind: str | None = None, body: str | None = None) -> Context:
        """Write a context."""
        context = Context(**_checked(title, kind, body), updated_at=self._scope.now())
        context.updated_by = self._scope.actor.email
        with self._db.transaction() as tx:
            tx.create(context)
            tx.add(self._audit("CREATE_CONTEXT", context))
        return context

    def update(
        self, context_id: str, *, title: str, kind: str | None = None, body: str | None = None
    ) -> Context:
        """Replace a context, if it exists."""
        context = self.get(context_id)
        for field, value in _checked(title, kind, body).items():
            setattr(context, field, value)
        context.updated_at, context.updated_by = self._scope.now(), self._scope.actor.email
        with self._db.transaction() as tx:
            tx.save(context)
            tx.add(self._audit("UPDATE_CONTEXT", context))
        return context

    def delete(self, context_id: str) -> None:
        """Remove a context."""
        context = self.get(context_id)
        with self._db.transaction() as tx:
            tx.delete(context)
            tx.add(self._audit("DELETE_CONTEXT", context))

    def get(self, context_id: str) -> Context:
        """Read a context whole."""
        found = self._db.context.get(context_id)
        if found is None:
            raise ItemMissing(f"Context {context_id} does not exist.")
        return found

    def page(self, *, limit: int = 50, cursor: str | None = None) -> Page[Context]:
        """List summaries, the latest change first."""
        return self._db.context.contexts(limit=limit, cursor=cursor)

    def _audit(self, action: str, context: Context) -> Any:
        return self._scope.audit(
            action,
            "context",
            context.context_id,
            context.title,
            contextKind=context.kind,
            body=context.body,
        )


def _checked(title: str, kind: str | None, body: str | None) -> dict[str, Any]:
    return {
        "title": line("title", title, 150),
        "kind": optional_line("kind", kind, 60),
        "body": paragraphs("body", body, 20_000),
    }
