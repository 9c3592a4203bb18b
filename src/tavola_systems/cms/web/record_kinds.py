"""Contexts, signals and resources, as the one list and form that they share shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct, field

from tavola.errors import OperationError
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.resources import MAX_RESOURCE_BYTES, Resources
from tavola_systems.cms.services.signals import SIGNAL_STATUSES, Signals
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.platform.http.guard import Form

__all__ = ["KINDS", "RecordField", "RecordKind", "Records"]


class Records(Protocol):
    """What all of these services can do."""

    def page(self, *, limit: int = 50, cursor: str | None = None) -> Any:
        """List summaries."""
        ...

    def get(self, record_id: str, /) -> Any:
        """Read one whole."""
        ...

    def delete(self, record_id: str, /) -> None:
        """Remove one."""
        ...


class RecordField(Struct, frozen=True):
    """A field of the form."""

    name: str
    label: str
    kind: str = "text"
    """text, number, url, choice, paragraph, file."""
    hint: str | None = None
    options: Sequence[str] = ()
    is_required: bool = False
    is_new_only: bool = False
    """Whether it is asked for when something is added, and not changed later."""


class RecordKind(Struct, frozen=True):
    """One kind of record."""

    key: str
    plural: str
    one: str
    lead: str
    id_field: str
    fields: Sequence[RecordField]
    columns: Mapping[str, str]
    """What the list shows beside the title: a field and its label."""
    open: Callable[[CmsContext, TenantScope], Records]
    write: Callable[[Any, str | None, Form], Any]
    """Add a record, or change the one with this id."""
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])

    def values_of(self, record: Any) -> dict[str, str]:
        """Return what the form shows of a record."""
        values = {one.name: getattr(record, one.name, None) for one in self.fields}
        return {name: _shown(value) for name, value in values.items()}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _write_context(contexts: Contexts, record_id: str | None, form: Form) -> Any:
    given = {name: form.text(name) for name in ("title", "kind", "body")}
    if record_id is None:
        return contexts.create(**given)
    return contexts.update(record_id, **given)


def _write_signal(signals: Signals, record_id: str | None, form: Form) -> Any:
    pain = form.text("pain_score").strip()
    given: dict[str, Any] = {
        name: form.text(name) for name in ("title", "source", "url", "note", "status")
    }
    given["pain_score"] = int(pain) if pain.isascii() and pain.isdigit() and len(pain) < 4 else 0
    if record_id is None:
        return signals.create(**given)
    return signals.update(record_id, **given)


def _write_resource(resources: Resources, record_id: str | None, form: Form) -> Any:
    is_gated = form.text("is_gated", "yes") == "yes"
    title, description = form.text("title"), form.text("description")
    if record_id is not None:
        return resources.update(record_id, title=title, description=description, is_gated=is_gated)
    file = form.file("file")
    if file is None:
        raise OperationError("file: choose one.")
    return resources.create(
        title=title,
        description=description,
        is_gated=is_gated,
        file_name=file.filename or "",
        content=file.file.read(MAX_RESOURCE_BYTES + 1),
    )


KINDS: Final = (
    RecordKind(
        key="contexts",
        plural="Contexts",
        one="context",
        lead="What writers should know: the site's voice, its readers, its plans.",
        id_field="context_id",
        fields=(
            RecordField("title", "Title", is_required=True),
            RecordField("kind", "Kind", hint="Such as style, audience or plan."),
            RecordField("body", "Text", "paragraph"),
        ),
        columns={"updated_at": "Changed"},
        open=lambda _, scope: Contexts(scope),
        write=_write_context,
    ),
    RecordKind(
        key="signals",
        plural="Signals",
        one="signal",
        lead="What people elsewhere suffer from, the most painful first.",
        id_field="signal_id",
        fields=(
            RecordField("title", "Title", is_required=True),
            RecordField("pain_score", "Pain", "number", "From 1 to 10.", is_required=True),
            RecordField("status", "Status", "choice", options=SIGNAL_STATUSES),
            RecordField("source", "Where it was found"),
            RecordField("url", "Address", "url", "Nothing is ever fetched from it."),
            RecordField("note", "Note", "paragraph"),
        ),
        columns={"pain_score": "Pain", "status": "Status", "updated_at": "Changed"},
        open=lambda _, scope: Signals(scope),
        write=_write_signal,
        defaults={"pain_score": "5", "status": "new"},
    ),
    RecordKind(
        key="resources",
        plural="Resources",
        one="resource",
        lead="Files to download; where an address is asked for, it becomes a lead.",
        id_field="resource_id",
        fields=(
            RecordField("title", "Title", is_required=True),
            RecordField("description", "Description", "paragraph"),
            RecordField("is_gated", "Asks for an address", "choice", options=("yes", "no")),
            RecordField(
                "file",
                "File",
                "file",
                "PDF, text, office documents, images or zip, at most 5 MB.",
                is_required=True,
                is_new_only=True,
            ),
        ),
        columns={"is_gated": "Asks for an address", "updated_at": "Changed"},
        open=lambda cms, scope: Resources(scope, cms.storage, cms.keys),
        write=_write_resource,
        defaults={"is_gated": "yes"},
    ),
)
