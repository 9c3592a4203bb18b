"""Every form in which a key template writes a field; the source of the generated reference."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["TEMPLATE_FORMS", "TemplateForm"]


class TemplateForm(Struct, frozen=True):
    """One way to write a field in a key template."""

    written: str
    types: str
    meaning: str
    example: str


TEMPLATE_FORMS: tuple[TemplateForm, ...] = (
    TemplateForm("{name}", "strings, ids, enums", "The string; sorts as a string.", "ada"),
    TemplateForm(
        "{email:lower}",
        "StringField",
        "Lower-cased. In a primary key the lower-cased string is the identity.",
        "ada@x.org",
    ),
    TemplateForm(
        "{name:fold}",
        "StringField",
        "Ignoring case, as Unicode folds it: NFC(casefold(NFC(text))). In a primary "
        "key the folded string is the identity.",
        "strasse",
    ),
    TemplateForm(
        "{path:raw}",
        "strings, enums, relations",
        "As it is, unescaped; a value that holds the literal after it is refused when written.",
        "a%b",
    ),
    TemplateForm(
        "{score}, alone, in the attribute `score`",
        "strings, numbers, dates, bytes",
        "The field itself, as it is stored: S, N or B. Numbers sort as numbers.",
        "42",
    ),
    TemplateForm(
        "{address.city}",
        "members of typed maps",
        "The member's value, with any form of its type; only in keys of indexes.",
        "Rome",
    ),
    TemplateForm("{flag}", "BooleanField", "1 or 0.", "1"),
    TemplateForm("{n}", "IntegerField, DecimalField", "As it is; only in partition keys.", "42"),
    TemplateForm("{n:08d}", "IntegerField", "Padded; no negative number.", "00000042"),
    TemplateForm(
        "{n:desc:08d}",
        "IntegerField, dates",
        "Padded, the greatest first: 10⁸−1−n. Conditions turn round with it.",
        "99999957",
    ),
    TemplateForm(
        "{n:sortable}", "IntegerField", "20 digits, negative too.", "-99999999999999999994"
    ),
    TemplateForm("{x:sortable}", "FloatField", "16 hex digits that sort.", "c00921fb54442d18"),
    TemplateForm("{price:012.2f}", "DecimalField, FloatField", "Fixed point.", "000000012.50"),
    TemplateForm(
        "{at}",
        "dates stored as iso or by a layout",
        "As it is stored. One with microseconds has no other form.",
        "2025-01-15T10:30:00.000Z",
    ),
    TemplateForm("{at:iso}", "dates", "ISO 8601, UTC.", "2025-01-15T10:30:00.000Z"),
    TemplateForm("{at:013d}", "dates", "Padded, in its stored unit.", "1736937000000"),
    TemplateForm("{at:sortable}", "dates", "Milliseconds, 20 digits.", "00000001736937000000"),
    TemplateForm(
        "{at:%Y-%m}",
        "dates",
        "A part of the date in UTC: %Y, then in order %m, %d and %H, with literals between; only "
        "in partition keys. Queries read all parts that they touch.",
        "2025-01",
    ),
    TemplateForm(
        "{orderId:shard:8}",
        "ids, strings, numbers, dates",
        "One of 8 shards, by CRC-32 of the string that `{orderId}` gives; only in partition keys. "
        "Queries read all shards, in order.",
        "5",
    ),
    TemplateForm("{tenant}", "tables with tenancy", "The tenant; first, then '#'.", "acme"),
    TemplateForm("{bucket}", "iteration", "The item's bucket.", "007"),
)
"""What may stand between braces; `{{` and `}}` are braces themselves."""
