"""Sample data of branding: three businesses with themes, images and a little history."""

from __future__ import annotations

from typing import Final

from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.platform.system import Progress, Services

__all__ = ["seed"]

_LOGO: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 56" width="220" height="56">
<circle cx="28" cy="28" r="20" fill="{0}"/><circle cx="{3}" cy="{4}" r="{5}" fill="{1}"/>
<text x="60" y="36" font-family="Georgia, serif" font-size="24" font-weight="700"
fill="{0}">{2}</text>
</svg>"""
_BANNER: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200" width="600" height="200">
<rect width="600" height="200" fill="{0}"/>
<circle cx="480" cy="60" r="110" fill="{1}" opacity=".75"/>
<circle cx="90" cy="190" r="80" fill="{1}" opacity=".4"/></svg>"""

_BASE: Final = {"backgroundColor": "#FFFDF8", "textColor": "#23201C", "baseSize": "16px"}
_BUSINESSES: Final = [
    (
        "cafe-luna",
        "Café Luna",
        [
            {
                "primaryColor": "#7A3E1D",
                "onPrimaryColor": "#FFF8EE",
                "secondaryColor": "#E0A458",
                "headingFont": "Playfair Display, Georgia, serif",
                "bodyFont": "Source Sans 3, system-ui, sans-serif",
                "cornerRadius": "4px",
                "slogan": "Coffee until the moon is up",
            },
            {
                "primaryColor": "#2F4858",
                "onPrimaryColor": "#FFFFFF",
                "secondaryColor": "#F6AE2D",
                "headingFont": "Georgia, serif",
                "bodyFont": "system-ui, sans-serif",
                "cornerRadius": "12px",
                "slogan": "Coffee until the moon is up",
            },
        ],
    ),
    (
        "nordwerk",
        "Nordwerk Bicycles",
        [
            {
                "primaryColor": "#0B5D5A",
                "onPrimaryColor": "#FFFFFF",
                "secondaryColor": "#F2542D",
                "headingFont": "Archivo, Arial, sans-serif",
                "bodyFont": "Inter, system-ui, sans-serif",
                "cornerRadius": "2px",
                "headingWeight": "750",
                "slogan": "Built for weather",
            }
        ],
    ),
    (
        "farmacia-sol",
        "Farmácia do Sol",
        [
            {
                "primaryColor": "#1B7F4B",
                "onPrimaryColor": "#FFFFFF",
                "secondaryColor": "#FFD166",
                "headingFont": "Nunito, system-ui, sans-serif",
                "bodyFont": "Nunito, system-ui, sans-serif",
                "cornerRadius": "999px",
                "slogan": "Well looked after",
            }
        ],
    ),
]


def seed(services: Services, progress: Progress) -> None:
    """Write the businesses; the first has a second published theme, and a draft."""
    db = services.table(Branding)
    service, assets = BrandingService(db), AssetService(db, services.shared.storage)
    account = services.accounts.find_by_address("branding", "ada@example.com")
    by = account.subject if account else "nobody"
    for number, (business_id, name, themes) in enumerate(_BUSINESSES):
        service.register(business_id, name)
        images = _add_images(assets, business_id, name, themes[0])
        expected: int | None = None
        for theme in themes:
            draft = service.create_draft(business_id, {**_BASE, **theme}, images)
            service.publish(business_id, draft.version, expected=expected, by=by)
            expected = draft.version
        progress(number + 1, len(_BUSINESSES) + 1)
    service.draft_from_published(
        "cafe-luna",
        {"primaryColor": "#8C2F39", "secondaryColor": "#FFB997", "cornerRadius": "16px"},
    )
    progress(len(_BUSINESSES) + 1, len(_BUSINESSES) + 1)


def _add_images(
    assets: AssetService, business_id: str, name: str, theme: dict[str, str]
) -> list[str]:
    first, second = theme["primaryColor"], theme["secondaryColor"]
    moon = ("36", "22", "15") if business_id == "cafe-luna" else ("28", "28", "9")
    logo = _LOGO.format(first, second, name, *moon)
    assets.upload(business_id, f"{business_id}-logo", "logo", logo.encode())
    banner = _BANNER.format(first, second)
    assets.upload(business_id, f"{business_id}-banner", "banner", banner.encode())
    return [f"{business_id}-logo", f"{business_id}-banner"]
