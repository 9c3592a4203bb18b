"""Times as people read them: in the viewer's zone, with its name."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from markupsafe import Markup

from tavola.errors import OperationError

__all__ = ["parse_local", "show_time", "write_local", "zone_named", "zone_names"]


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the zones that a form offers."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name))


def zone_named(name: str | None) -> tzinfo:
    """Return a zone by its name; UTC for one that is not known."""
    return ZoneInfo(name) if name and name in zone_names() else UTC


def show_time(moment: datetime | None, zone: tzinfo, *, is_day_only: bool = False) -> Markup:
    """Write a time; a script shows it in the viewer's zone where the server does not know it."""
    if moment is None:
        return Markup("–")
    local = moment.astimezone(zone)
    text = local.strftime("%-d %b %Y") if is_day_only else local.strftime("%-d %b %Y, %H:%M %Z")
    form = "day" if is_day_only else "minute"
    return Markup('<time datetime="{}" data-form="{}">{}</time>').format(
        moment.astimezone(UTC).isoformat(timespec="seconds"), form, text
    )


def write_local(moment: datetime | None, zone: tzinfo) -> str:
    """Write a time as a date and time field holds it, which `parse_local` reads."""
    if moment is None:
        return ""
    local = moment.astimezone(zone).replace(tzinfo=None)
    return local.isoformat(timespec="seconds" if local.second else "minutes")


def parse_local(field: str, text: str, zone: str) -> datetime:
    """Read what a date and time field and a zone field say."""
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        raise OperationError(f"{field}: {text[:40]!r} is not a date and time.") from None
    if local.tzinfo is not None:
        return local.astimezone(UTC)
    if zone not in zone_names():
        raise OperationError(f"zone: {zone[:40]!r} is not known. Choose one of the list.")
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
