"""Leads: people who left an address. However often they do, each is one item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tavola.errors import ItemMissing, OperationError
from tavola.model import Change
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.cms.models import Lead, LeadStatus
from tavola_systems.cms.services.races import until_settled
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, one_of, optional_line, paragraphs
from tavola_systems.platform.mail_addresses import check_address

__all__ = ["LEAD_STATUSES", "Leads"]

LEAD_STATUSES: Final[tuple[LeadStatus, ...]] = ("new", "contacted", "qualified", "closed")
MAX_FIELDS: Final = 20
MAX_VISITORS: Final = 20


class Leads:
    """The leads of one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def submit(
        self,
        email: str,
        *,
        source: str,
        name: str | None = None,
        data: Mapping[str, str] | None = None,
        visitor_id: str | None = None,
    ) -> Lead:
        """Keep what somebody sent; who is known already keeps status, first source and date."""
        address = check_address(email)

        def attempt() -> None:
            write = self.plan_submission(
                address, source=source, name=name, data=data, visitor_id=visitor_id
            )
            with self._db.transaction() as tx:
                tx.add(write)

        until_settled(attempt)
        return self.get(address)

    def plan_submission(
        self,
        email: str,
        *,
        source: str,
        name: str | None = None,
        data: Mapping[str, str] | None = None,
        visitor_id: str | None = None,
    ) -> Write[Lead]:
        """Plan a submission for the transaction of its cause, which is repeated after a race."""
        address = check_address(email)
        called = optional_line("name", name, 100)
        fields = _checked_data(data or {})
        now = self._scope.now()
        found = self._db.lead.get(address)
        if found is None:
            return self._db.lead.plan.create(
                email=address,
                name=called,
                source=line("source", source, 100),
                status="new",
                data=fields,
                visitors={visitor_id} if visitor_id else set(),
                submissions=1,
                created_at=now,
                updated_at=now,
            )
        changes: list[Change] = [Lead.fields.submissions.add(1), Lead.fields.updated_at.set(now)]
        if called is not None:
            changes.append(Lead.fields.name.set(called))
        if fields:
            changes.append(Lead.fields.data.set({**(found.data or {}), **fields}))
        seen = found.visitors
        if visitor_id and visitor_id not in seen and len(seen) < MAX_VISITORS:
            changes.append(Lead.fields.visitors.set(seen | {visitor_id}))
        return self._db.lead.plan.update(address, *changes)

    def get(self, email: str) -> Lead:
        """Read a lead by address, however it is written."""
        address = check_address(email)
        found = self._db.lead.get(address)
        if found is None:
            raise ItemMissing(f"Lead {address} does not exist.")
        return found

    def find(self, email: str) -> Lead | None:
        """Read a lead that may be gone by now."""
        return self._db.lead.get(check_address(email))

    def page(
        self, status: LeadStatus | None = None, *, limit: int = 50, cursor: str | None = None
    ) -> Page[Lead]:
        """List summaries, the latest first."""
        if status is None:
            return self._db.lead.leads(limit=limit, cursor=cursor)
        return self._db.lead.leads_in_status(status=status, limit=limit, cursor=cursor)

    def all(self, status: LeadStatus | None = None) -> Iterator[Lead]:
        """Read all summaries, for a file."""
        return self.page(status).all()

    def change(self, email: str, *, status: str, note: str | None = None) -> Lead:
        """Say how far one is with a lead."""
        lead, chosen = self.get(email), one_of("status", status, LEAD_STATUSES)
        kept = paragraphs("note", note, 2000)
        write = self._db.lead.plan.update(lead.email, status=chosen, note=kept)
        with self._db.transaction() as tx:
            tx.add(write)
            tx.add(
                self._scope.audit(
                    "UPDATE_LEAD",
                    "lead",
                    lead.email,
                    _title(lead),
                    before=lead.status,
                    after=status,
                )
            )
        return self.get(lead.email)

    def delete(self, email: str) -> None:
        """Forget a lead; the audit trail says that one went, and not whose it was."""
        lead = self.get(email)
        with self._db.transaction() as tx:
            tx.delete(lead)
            tx.add(
                self._scope.audit("DELETE_LEAD", "lead", "removed", "A lead", status=lead.status)
            )


def _title(lead: Lead) -> str:
    return f"{lead.name} <{lead.email}>" if lead.name else lead.email


def _checked_data(data: Mapping[str, str]) -> dict[str, str]:
    """Check what a form held; empty fields say nothing."""
    if len(data) > MAX_FIELDS:
        raise OperationError(f"data: it has {len(data)} fields. Use at most {MAX_FIELDS}.")
    found = {line("data", key, 60): paragraphs(key, value, 2000) for key, value in data.items()}
    return {key: value for key, value in found.items() if value is not None}
