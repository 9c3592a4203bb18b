"""Who may do what in the CMS: its roles, and how a rule names the tenant of a request."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Header, Path

from tavola_systems.platform.access.permissions import Requirement, role

__all__ = ["ROLES", "TENANT_HEADER", "TenantId", "TenantPath", "in_header", "in_path"]

TENANT_HEADER: Final = "x-tenant-id"
ROLES: Final = ("renderer", "editor", "admin", "global_admin")
"""From weak to strong: who shows a site elsewhere, who writes, who runs a site, who runs all."""

TenantId = Annotated[
    str, Header(alias="X-Tenant-Id", description="The tenant; the token must have a role in it.")
]
"""The tenant of a program's request, which the guard has compared with the token."""
TenantPath = Annotated[str, Path(max_length=60)]
"""The tenant of a page."""


def in_header(name: str) -> Requirement:
    """Ask a program for a role in the tenant that its `X-Tenant-Id` names."""
    return role(name, header=TENANT_HEADER)


def in_path(name: str) -> Requirement:
    """Ask a person for a role in the tenant that the page's address names."""
    return role(name, scope="tenant")
