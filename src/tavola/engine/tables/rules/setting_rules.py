"""What DynamoDB demands of a table's settings, in its words: throughput, encryption, tags."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tavola.engine.tables.rules.index_rules import INVALID
from tavola.errors import ValidationFailed

__all__ = [
    "check_encryption",
    "check_on_demand_limits",
    "check_table_class",
    "check_tag_count",
    "check_tags",
    "check_units",
    "check_warm_throughput",
]

_MAX_UNITS: Final = 1_000_000_000_000
_MAX_TAGS: Final = 50
TABLE_CLASSES: Final = ("STANDARD", "STANDARD_INFREQUENT_ACCESS")
# DynamoDB: an on-demand table starts with 4,000 writes and 12,000 reads per second. Developer
# guide, on-demand-capacity-mode.
_INITIAL_UNITS: Final = {"ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 4_000}
_INITIAL_UNITS_PAGE: Final = (
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html"
)


def check_units(throughput: Mapping[str, int]) -> None:
    """Refuse capacity beyond any bound."""
    for name in ("ReadCapacityUnits", "WriteCapacityUnits"):
        if throughput[name] > _MAX_UNITS:
            raise ValidationFailed(f"Given value {throughput[name]} for {name} is out of bounds")


def check_on_demand_limits(
    limits: Mapping[str, int] | None, *, subject: str, lowest: int = 1
) -> None:
    """Refuse invalid limits; `subject` is "table" or an index's description."""
    for name, value in (limits or {}).items():
        if value < lowest or value == 0:
            raise ValidationFailed(
                f"{INVALID}Requested {name} for OnDemandThroughput for {subject} "
                "is outside of valid range"
            )


def check_warm_throughput(
    warm: Mapping[str, int] | None, provisioned: Mapping[str, int] | None, *, subject: str
) -> None:
    """Refuse a warm throughput below what the table has anyway."""
    for name, value in (warm or {}).items():
        units = name.replace("UnitsPerSecond", "CapacityUnits")
        if provisioned is None and value < _INITIAL_UNITS[name]:
            raise ValidationFailed(
                f"{INVALID}Requested {name} for WarmThroughput for {subject} is lower than initial "
                f"throughput for OnDemand. See: {_INITIAL_UNITS_PAGE}"
            )
        if provisioned is not None and value < provisioned[units]:
            raise ValidationFailed(
                f"{INVALID}Requested {name} for WarmThroughput for {subject} is lower than "
                f"{units} of ProvisionedThroughput"
            )


def check_encryption(encryption: Mapping[str, Any] | None) -> None:
    """Refuse contradictory encryption settings."""
    if encryption is None:
        return
    if not encryption.get("Enabled", False):
        for name in ("SSEType", "KMSMasterKeyId"):
            if name in encryption:
                raise ValidationFailed(f"{INVALID}{name} can not be specified if Enabled is false")
    elif encryption.get("SSEType") == "AES256":
        raise ValidationFailed(f"{INVALID}SSEType AES256 is not supported")
    elif "KMSMasterKeyId" in encryption and "SSEType" not in encryption:
        raise ValidationFailed(f"{INVALID}SSEType KMS is required if KMSMasterKeyId is specified")


def check_table_class(table_class: str | None) -> None:
    """Refuse a table class that does not exist."""
    if table_class not in (None, *TABLE_CLASSES):
        raise ValidationFailed(
            "Invalid table-class parameter provided. Please try again with a valid table-class "
            f"value: [{', '.join(TABLE_CLASSES)}]."
        )


def check_tags(tags: Sequence[Mapping[str, str]]) -> None:
    """Refuse characters that tags cannot have, and reserved or repeated keys."""
    seen: set[str] = set()
    for position, tag in enumerate(tags, 1):
        for part, text in tag.items():
            if not all(map(_is_tag_character, text)):
                raise ValidationFailed(
                    f"1 validation error detected: Value '{text}' at "
                    f"'tags.{position}.member.{part.lower()}' failed to satisfy constraint: Member "
                    r"must satisfy regular expression pattern: ^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$"
                )
        key = tag["Key"]
        if key.startswith("aws:"):
            raise ValidationFailed(f"Tag Key cannot be prefixed with aws:, Key: {key}")
        if key in seen:
            raise ValidationFailed(
                f"Duplicate Tag Keys provided as input: Duplicate Tag Key found {key}"
            )
        seen.add(key)


def _is_tag_character(character: str) -> bool:
    # DynamoDB: letters, spaces, numbers and these. Developer guide, Tagging.
    return character in "_.:/=+-@" or unicodedata.category(character)[0] in "LZN"


def check_tag_count(count: int) -> None:
    """Refuse more tags than a table may have."""
    if count > _MAX_TAGS:
        raise ValidationFailed(
            "Number of Tags exceed the current limit for the provided ResourceArn"
        )
