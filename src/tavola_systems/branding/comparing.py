"""How two themes differ, setting by setting."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tavola_systems.branding.models import Theme
from tavola_systems.branding.themes.theme_settings import Kind, kind_of

__all__ = ["SettingChange", "compare"]


class SettingChange(Struct, frozen=True):
    """One setting, as it was and as it becomes."""

    name: str
    kind: Kind
    before: str | None
    after: str | None


def compare(before: Theme | None, after: Theme) -> list[SettingChange]:
    """List what changes from one theme to another, settings first, then the assets."""
    old = dict(before.metadata) if before else {}
    names = sorted({*old, *after.metadata})
    found = [
        SettingChange(name, kind_of(name), old.get(name), after.metadata.get(name))
        for name in names
        if old.get(name) != after.metadata.get(name)
    ]
    assets = (_listed(before.assets if before else ()), _listed(after.assets))
    if assets[0] != assets[1]:
        found.append(SettingChange("assets", "text", *assets))
    return found


def _listed(assets: Sequence[str]) -> str | None:
    return ", ".join(assets) or None
