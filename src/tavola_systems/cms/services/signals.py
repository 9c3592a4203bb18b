"""Signals: what people elsewhere suffer from, the most painful first; what to write about next."""

from __future__ import annotations

from typing import Any, Final

from tavola.errors import ItemMissing, OperationError
from tavola.table import Page
from tavola_systems.cms.models import Signal, SignalStatus
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, one_of, optional_line, paragraphs

__all__ = ["SIGNAL_STATUSES", "Signals"]

SIGNAL_STATUSES: Final[tuple[SignalStatus, ...]] = ("new", "used", "dismissed")


class Signals:
    """The signals of one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def create(
        self,
        *,
        title: str,
        pain_score: int,
        source: str | None = None,
        url: str | None = None,
        note: str | None = None,
        status: str = "new",
    ) -> Signal:
        """Note a signal, dated by the server."""
        values = _checked(title, pain_score, source, url, note, status)
        signal = Signal(**values, updated_at=self._scope.now())
        signal.updated_by = self._scope.actor.email
        with self._db.transaction() as tx:
            tx.create(signal)
            tx.add(self._audit("CREATE_SIGNAL", signal))
        return signal

    def update(
        self,
        signal_id: str,
        *,
        title: str,
        pain_score: int,
        source: str | None = None,
        url: str | None = None,
        note: str | None = None,
        status: str = "new",
    ) -> Signal:
        """Replace a signal, if it exists."""
        signal = self.get(signal_id)
        for name, value in _checked(title, pain_score, source, url, note, status).items():
            setattr(signal, name, value)
        signal.updated_at, signal.updated_by = self._scope.now(), self._scope.actor.email
        with self._db.transaction() as tx:
            tx.save(signal)
            tx.add(self._audit("UPDATE_SIGNAL", signal))
        return signal

    def delete(self, signal_id: str) -> None:
        """Remove a signal."""
        signal = self.get(signal_id)
        with self._db.transaction() as tx:
            tx.delete(signal)
            tx.add(self._audit("DELETE_SIGNAL", signal))

    def get(self, signal_id: str) -> Signal:
        """Read a signal whole."""
        found = self._db.signal.get(signal_id)
        if found is None:
            raise ItemMissing(f"Signal {signal_id} does not exist.")
        return found

    def page(self, *, limit: int = 50, cursor: str | None = None) -> Page[Signal]:
        """List summaries by pain score, then by date, the most painful and latest first."""
        return self._db.signal.signals(limit=limit, cursor=cursor)

    def _audit(self, action: str, signal: Signal) -> Any:
        return self._scope.audit(
            action,
            "signal",
            signal.signal_id,
            signal.title,
            painScore=signal.pain_score,
            status=signal.status,
            source=signal.source,
        )


def _checked(
    title: str,
    pain_score: int,
    source: str | None,
    url: str | None,
    note: str | None,
    status: str,
) -> dict[str, Any]:
    if not 1 <= pain_score <= 10:
        raise OperationError(f"pain_score: {pain_score} is not on the scale. Use 1 to 10.")
    return {
        "title": line("title", title, 150),
        "pain_score": pain_score,
        "source": optional_line("source", source, 100),
        "url": _web_address(url),
        "note": paragraphs("note", note, 2000),
        "status": one_of("status", status, SIGNAL_STATUSES),
    }


def _web_address(text: str | None) -> str | None:
    """Return an address that a page may link to; nothing here ever fetches it."""
    url = optional_line("url", text, 500)
    if url is not None and (not url.lower().startswith(("http://", "https://")) or " " in url):
        raise OperationError(f"url: {url[:60]!r} is not a web address. Begin with https://.")
    return url
