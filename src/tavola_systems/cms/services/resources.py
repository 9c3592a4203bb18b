"""Resources: files to download, for whoever leaves an address where an editor asks for one."""

from __future__ import annotations

import base64
import json
import secrets
from typing import Any, Final

from msgspec import Struct

from tavola.errors import ItemMissing, OperationError
from tavola.table import Page
from tavola_systems.cms.models import Resource
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.media import last_part
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, paragraphs
from tavola_systems.platform.keys import SigningKeys
from tavola_systems.platform.mail_addresses import check_address
from tavola_systems.platform.upload_storage import UploadStorage

__all__ = ["LINK_SECONDS", "MAX_RESOURCE_BYTES", "ResourceFile", "Resources"]

LINK_SECONDS: Final = 15 * 60
MAX_RESOURCE_BYTES: Final = 5 * 1024 * 1024
_PURPOSE: Final = "cms-resource"
# What is offered for download, by its ending; served as an attachment, it runs nowhere.
_MEDIA_TYPES: Final = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip",
    "jpg": "image/jpeg",
    "md": "text/markdown",
    "odt": "application/vnd.oasis.opendocument.text",
    "pdf": "application/pdf",
    "png": "image/png",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "txt": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}


class ResourceFile(Struct, frozen=True):
    """A file as it is sent."""

    name: str
    media_type: str
    content: bytes


class Resources:
    """The resources of one tenant: items in the table, bytes in the storage."""

    def __init__(self, scope: TenantScope, storage: UploadStorage, keys: SigningKeys) -> None:
        self._scope = scope
        self._db = scope.db
        self._storage = storage
        self._keys = keys

    def create(
        self,
        *,
        title: str,
        file_name: str,
        content: bytes,
        description: str | None = None,
        is_gated: bool = True,
    ) -> Resource:
        """Keep a file; the bytes are stored before the item."""
        name, ending = _checked_file(file_name, content)
        resource = Resource(
            title=line("title", title, 150),
            description=paragraphs("description", description, 2000),
            is_gated=is_gated,
            file_name=name,
            media_type=_MEDIA_TYPES[ending],
            size=len(content),
            stored_as="",
            updated_at=self._scope.now(),
            updated_by=self._scope.actor.email,
        )
        stored = f"cms-{self._scope.tenant_id}-{secrets.token_hex(16)}.{ending}"
        resource.stored_as = self._storage.put(stored, content, resource.media_type)
        try:
            with self._db.transaction() as tx:
                tx.create(resource)
                tx.add(self._audit("CREATE_RESOURCE", resource))
        except BaseException:
            self._storage.delete(resource.stored_as)
            raise
        return resource

    def update(
        self, resource_id: str, *, title: str, description: str | None, is_gated: bool
    ) -> Resource:
        """Change what is said about a file, and whether it asks for an address."""
        resource = self.get(resource_id)
        resource.title = line("title", title, 150)
        resource.description = paragraphs("description", description, 2000)
        resource.is_gated = is_gated
        resource.updated_at, resource.updated_by = self._scope.now(), self._scope.actor.email
        with self._db.transaction() as tx:
            tx.save(resource)
            tx.add(self._audit("UPDATE_RESOURCE", resource))
        return resource

    def delete(self, resource_id: str) -> None:
        """Remove a file; its links end with it."""
        resource = self.get(resource_id)
        with self._db.transaction() as tx:
            tx.delete(resource)
            tx.add(self._audit("DELETE_RESOURCE", resource))
        self._storage.delete(resource.stored_as)

    def get(self, resource_id: str) -> Resource:
        """Read a resource."""
        found = self._db.resource.get(resource_id)
        if found is None:
            raise ItemMissing(f"Resource {resource_id} does not exist.")
        return found

    def page(self, *, limit: int = 50, cursor: str | None = None) -> Page[Resource]:
        """List summaries, the latest change first."""
        return self._db.resource.resources(limit=limit, cursor=cursor)

    def ask(
        self,
        resource_id: str,
        email: str,
        *,
        name: str | None = None,
        visitor_id: str | None = None,
    ) -> str:
        """Take an address for a file; return the part of a link that opens it for 15 minutes.

        The link is bound to the lead: when the lead is erased, it opens nothing.
        """
        resource = self.get(resource_id)
        address = check_address(email)
        Leads(self._scope).submit(
            address,
            source=f"resource {resource.title}"[:100],
            name=name,
            data={"resource": resource.title},
            visitor_id=visitor_id,
        )
        return self._sign(resource_id, address)

    def download(self, resource_id: str, key: str | None = None) -> ResourceFile:
        """Read a file: freely, or with the key of a link that is not too old."""
        resource = self.get(resource_id)
        if resource.is_gated and not self._opens(resource_id, key or ""):
            raise ItemMissing(
                f"resource {resource.title}: this link is too old, or not whole. Ask for a new one."
            )
        content = self._storage.get(resource.stored_as)
        return ResourceFile(resource.file_name, resource.media_type, content)

    def content(self, resource_id: str) -> ResourceFile:
        """Read a file as an editor."""
        resource = self.get(resource_id)
        content = self._storage.get(resource.stored_as)
        return ResourceFile(resource.file_name, resource.media_type, content)

    def _sign(self, resource_id: str, address: str) -> str:
        ends = int(self._scope.clock()) + LINK_SECONDS
        said = json.dumps([self._scope.tenant_id, resource_id, address, ends])
        text = base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")
        return f"{text}.{self._keys.sign(_PURPOSE, text)}"

    def _opens(self, resource_id: str, key: str) -> bool:
        text, _, signature = key.partition(".")
        if len(key) > 1000 or not key.isascii() or not self._keys.verify(_PURPOSE, text, signature):
            return False
        padded = text + "=" * (-len(text) % 4)
        tenant, resource, address, ends = json.loads(base64.urlsafe_b64decode(padded))
        is_ours = (tenant, resource) == (self._scope.tenant_id, resource_id)
        is_fresh = bool(ends > self._scope.clock())
        return is_ours and is_fresh and self._db.lead.get(address) is not None

    def _audit(self, action: str, resource: Resource) -> Any:
        return self._scope.audit(
            action,
            "resource",
            resource.resource_id,
            resource.title,
            fileName=resource.file_name,
            size=resource.size,
            isGated=resource.is_gated,
        )


def _checked_file(file_name: str, content: bytes) -> tuple[str, str]:
    name = line("file", last_part(file_name), 200)
    ending = name.rpartition(".")[2].lower()
    if ending not in _MEDIA_TYPES:
        raise OperationError(
            f"file: {name[:60]!r} is not a known kind of file. Use {', '.join(_MEDIA_TYPES)}."
        )
    if not 0 < len(content) <= MAX_RESOURCE_BYTES:
        raise OperationError(f"file: it has {len(content)} bytes. Use 1 to {MAX_RESOURCE_BYTES}.")
    return name, ending
