"""What a theme may hold: settings, colours, fonts, assets. All problems are told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from tavola.errors import OperationError
from tavola_systems.branding.themes.theme_settings import check_value

__all__ = [
    "MAX_ASSETS",
    "check_asset_id",
    "check_assets",
    "check_business_id",
    "check_metadata",
    "check_person",
    "plain_asset_id",
    "sound_metadata",
]

T = TypeVar("T")

MAX_SETTINGS: Final = 100
# A publication is one transaction of 100 actions, and each asset is one of them.
MAX_ASSETS: Final = 50

_SETTING: Final = re.compile(r"[a-z][A-Za-z0-9]{0,49}")
_ASSET_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_REFERENCE: Final = "ASSET#"


def check_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return a theme's settings in the form in which they are stored."""
    if len(metadata) > MAX_SETTINGS:
        raise OperationError(
            f"metadata: it has {len(metadata)} settings. At most {MAX_SETTINGS} are allowed."
        )
    values = _all(_setting, metadata.items())
    return dict(values)


def sound_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that are as they should be; what another writer got wrong is left out."""
    found: dict[str, str] = {}
    for name, value in metadata.items():
        with suppress(OperationError):
            found |= [_setting((name, value))]
    return found


def check_assets(assets: Iterable[str]) -> list[str]:
    """Return asset references as ids, each once, in their order."""
    found = list(dict.fromkeys(_all(check_asset_id, map(plain_asset_id, assets))))
    if len(found) > MAX_ASSETS:
        raise OperationError(f"assets: {len(found)} are given. A theme has at most {MAX_ASSETS}.")
    return found


def plain_asset_id(reference: str) -> str:
    """Return the id of a reference, which older items write as `ASSET#logo-123`."""
    return reference.removeprefix(_REFERENCE)


def check_asset_id(asset_id: str) -> str:
    """Return an asset's id if it is one."""
    if _ASSET_ID.fullmatch(asset_id) is None:
        raise OperationError(
            f"assets: {asset_id!r} is not an asset id. "
            "Use up to 100 letters, digits, '.', '_' and '-', the first a letter or digit."
        )
    return asset_id


def check_business_id(business_id: str) -> str:
    """Return a business's id if it is one."""
    if not business_id.strip() or len(business_id) > 100 or not business_id.isprintable():
        raise OperationError(
            f"businessId: {business_id!r} is not a business id. "
            "Use 1 to 100 printable characters that are not all blank."
        )
    return business_id


def check_person(name: str) -> str:
    """Return who publishes, if that says anything."""
    if not name.strip() or len(name) > 200 or not name.isprintable():
        raise OperationError(
            f"publishedBy: {name!r} names nobody. Use 1 to 200 printable characters."
        )
    return name


def _setting(setting: tuple[str, str]) -> tuple[str, str]:
    name, value = setting
    if _SETTING.fullmatch(name) is None:
        raise OperationError(
            f"metadata: {name!r} is not the name of a setting. "
            "Use up to 50 letters and digits, the first a small letter."
        )
    return name, check_value(name, value)


def _all(check: Callable[[T], T], values: Iterable[T]) -> list[T]:
    """Check every value, and tell all problems in one error."""
    found: list[T] = []
    problems: list[str] = []
    for value in values:
        try:
            found.append(check(value))
        except OperationError as wrong:
            problems.append(str(wrong))
    if problems:
        raise OperationError("\n".join(problems))
    return found
