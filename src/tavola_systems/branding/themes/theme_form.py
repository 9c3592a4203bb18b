"""The theme editor's form: settings in their order, and what was sent back into settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from tavola.errors import OperationError
from tavola_systems.branding.themes.theme_settings import Kind, kind_of
from tavola_systems.platform.http.guard import Form
from tavola_systems.platform.http.problems import problem_of

__all__ = ["SUGGESTED", "SettingField", "errors_of", "fields_of", "metadata_in"]

SUGGESTED: Final[Mapping[str, str]] = {
    "primaryColor": "#1F3A5F",
    "onPrimaryColor": "#FFFFFF",
    "secondaryColor": "#C8553D",
    "backgroundColor": "#FFFFFF",
    "textColor": "#1C1B19",
    "headingFont": "Georgia, serif",
    "bodyFont": "system-ui, sans-serif",
    "baseSize": "16px",
    "cornerRadius": "8px",
    "slogan": "",
}
"""What a new theme is offered, in this order."""

_PREFIX: Final = "setting."
_ORDER: Final[tuple[Kind, ...]] = ("colour", "font", "length", "number", "text", "url")


class SettingField(Struct, frozen=True):
    """One field of the form."""

    name: str
    kind: Kind
    value: str

    @property
    def key(self) -> str:
        """Its name in the form."""
        return f"{_PREFIX}{self.name}"


def fields_of(metadata: Mapping[str, str]) -> list[SettingField]:
    """Return the fields by kind; within a kind the suggested ones come first."""
    suggested = list(SUGGESTED)
    places = {name: place for place, name in enumerate(suggested)}
    names = {name: metadata.get(name, "") for name in [*suggested, *sorted(metadata)]}
    fields = [SettingField(name, kind_of(name), value) for name, value in names.items()]
    return sorted(
        fields, key=lambda one: (_ORDER.index(one.kind), places.get(one.name, 99), one.name)
    )


def metadata_in(form: Form) -> dict[str, str]:
    """Return the settings that were sent; empty ones are left out, new ones are named."""
    sent = {
        name.removeprefix(_PREFIX): form.text(name).strip()
        for name in form.values()
        if name.startswith(_PREFIX)
    }
    added = form.text("new_name").strip()
    if added:
        sent[added] = form.text("new_value").strip()
    return {name: value for name, value in sent.items() if value}


def errors_of(error: OperationError) -> dict[str, str]:
    """Return the messages by the form's fields."""
    problem = problem_of(error)
    found = problem.field_errors() if problem else {}
    return {
        name.replace("metadata.", _PREFIX, 1) if name.startswith("metadata.") else "new_name": text
        for name, text in found.items()
    }
