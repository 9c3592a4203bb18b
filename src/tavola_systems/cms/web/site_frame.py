"""What every page of a public site is shown in: its title, navigation, footer and colours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from fastapi import Request
from msgspec import Struct

from tavola_systems.cms.models import TenantConfig
from tavola_systems.cms.services.blocks import LINK
from tavola_systems.cms.services.site_settings import LOOK, STYLESHEET

__all__ = ["SiteFrame", "base_of", "theme_css"]

_THEME: Final = {
    "primaryColor": "--site-primary",
    "onPrimaryColor": "--site-on-primary",
    "secondaryColor": "--site-secondary",
    "backgroundColor": "--site-background",
    "textColor": "--site-text",
    "headingFont": "--site-heading-font",
    "bodyFont": "--site-font",
    "cornerRadius": "--site-radius",
}
_USUAL: Final = {
    "primaryColor": "#1d4ed8",
    "onPrimaryColor": "#ffffff",
    "secondaryColor": "#1d4ed8",
    "backgroundColor": "#ffffff",
    "textColor": "#1c1c1f",
    "headingFont": "inherit",
    "bodyFont": "system-ui, sans-serif",
    "cornerRadius": "0.5rem",
}
"""What a site looks like where neither its settings nor branding say anything."""


class SiteFrame(Struct, frozen=True):
    """The frame of one site, as its settings say."""

    tenant_id: str
    base: str
    title: str
    footer: str
    description: str
    language: str
    navigation: Sequence[tuple[str, str]]
    revision: int
    stylesheet: str | None = None
    """Branding's, which says more than the settings where it says something."""

    @classmethod
    def of(cls, config: TenantConfig, base: str) -> SiteFrame:
        """Take the frame from a tenant's settings; what is not right there is left out."""
        settings: Mapping[str, Any] = config.settings or {}
        return cls(
            tenant_id=config.tenant_id,
            base=base,
            title=str(settings.get("title") or config.name),
            footer=str(settings.get("footer") or ""),
            description=str(settings.get("description") or ""),
            language=str(settings.get("language") or "en"),
            navigation=_links(settings.get("navigation"), base),
            revision=config.revision,
            stylesheet=_stylesheet(settings),
        )


def _links(given: Any, base: str) -> list[tuple[str, str]]:
    if not isinstance(given, list):
        return [("Home", f"{base}/"), ("Contact", f"{base}/contact")]
    found: list[tuple[str, str]] = []
    for one in cast("Sequence[Any]", given):
        link = _map(one)
        path, label = str(link.get("path") or ""), str(link.get("label") or "")
        if label and LINK.fullmatch(path):
            found.append((label, f"{base}{path}" if path.startswith("/") else path))
    return found


def _stylesheet(settings: Mapping[str, Any]) -> str | None:
    path = str(settings.get("stylesheet") or "")
    return path if STYLESHEET.fullmatch(path) else None


def _map(given: Any) -> Mapping[str, Any]:
    """A setting that should be a map; an empty one if it is something else."""
    empty: Mapping[str, Any] = {}
    return cast("Mapping[str, Any]", given) if isinstance(given, dict) else empty


def base_of(request: Request, tenant_id: str) -> str:
    """Return what addresses of a site begin with: nothing on its own domain."""
    own: str = getattr(request.state, "site_base", f"/cms/s/{tenant_id}")
    return own


def theme_css(config: TenantConfig) -> str:
    """Return a site's look as CSS; what could end a rule is left out."""
    settings: Mapping[str, Any] = config.settings or {}
    given = _map(settings.get("theme"))
    own = {key: str(given[key]) for key in _THEME if LOOK[key].fullmatch(str(given.get(key) or ""))}
    lines = [f"  {_THEME[key]}: {value};" for key, value in own.items()]
    if _stylesheet(settings) is not None:
        lines = [
            f"  {name}: var(--brand-{_kebab(key)}, {own.get(key, _USUAL[key])});"
            for key, name in _THEME.items()
        ]
    return "\n".join([":root {", *lines, "}", ""])


def _kebab(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "-", name).lower()
