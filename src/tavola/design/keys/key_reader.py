"""Reading the templates of a key: one for each of its attributes."""

from __future__ import annotations

from tavola.design.key_pair import KeyAttribute
from tavola.design.keys.key_templates import (
    TemplateProblem,
    TemplateScope,
    build_template,
    is_field_itself,
)
from tavola.design.reading.reader import Reader
from tavola.design.schema import KeyPair
from tavola.keys import TENANT, Template, key_form

__all__ = [
    "check_attribute_keys",
    "check_derived",
    "is_natural",
    "read_key_pair",
    "read_template",
    "report_template",
]


def read_key_pair(
    reader: Reader,
    attributes: tuple[str, ...],
    allowed: TemplateScope,
    *,
    is_tenanted: bool,
    partitions: int = 1,
    more: tuple[str, ...] = (),
    optional: tuple[str, ...] = (),
) -> KeyPair | None:
    """Read the templates of a key's attributes, of which the first `partitions` are known.

    `more` are other keys of the same mapping.
    """
    check_attribute_keys(reader, attributes, more, optional, allowed)
    read = [
        (name, read_template(reader, name, allowed, is_sort=number >= partitions))
        for number, name in enumerate(attributes)
    ]
    found = [KeyAttribute(name, template) for name, template in read if template is not None]
    if not found[:partitions] or len(found) < len(attributes):
        return None
    if is_tenanted:
        _check_tenant_first(reader, found[0].name, found[0].template)
    partition, *more_partition = found[:partitions]
    sorts = found[partitions:]
    return KeyPair(
        partition.name,
        partition.template,
        sorts[0].name if sorts else None,
        sorts[0].template if sorts else None,
        tuple(name for name in attributes if is_natural(name, reader, allowed)),
        tuple(more_partition),
        tuple(sorts[1:]),
    )


def is_natural(attribute: str, reader: Reader, allowed: TemplateScope) -> bool:
    """Say whether an item has a key attribute anyway, as a field or by its primary key."""
    if attribute in allowed.primary:
        return True
    field = allowed.field_at(attribute)
    given = reader.node.entries.get(attribute)
    if field is None or given is None:
        return field is not None
    return isinstance(given.value, str) and is_field_itself(given.value, field)


def check_derived(reader: Reader, pair: KeyPair, what: str) -> None:
    """Report a part of a value that the key does not hold: two values would share the key."""
    for name in pair.derived_fields:
        is_date = bool(pair.placeholder(name).date_layout)
        kind, written = ("part", f"{{{name}:iso}}") if is_date else ("shard", f"{{{name}}}")
        reader.error(
            f"{what} has a {kind} of '{name}' and not '{name}' itself, so that items share a key.",
            f"Write {written} into it too.",
        )


def check_attribute_keys(
    reader: Reader,
    attributes: tuple[str, ...],
    more: tuple[str, ...],
    optional: tuple[str, ...] = (),
    allowed: TemplateScope | None = None,
) -> None:
    """Report key attributes that are missing or not known; a misspelt one is read as meant.

    One that an item has anyway may be left out.
    """
    if not isinstance(reader.node.value, dict):
        reader.error(f"{reader.node.kind} stands here.", "Write a mapping.")
        return
    known = [*more, *attributes]
    if allowed is not None and allowed.is_index:
        there = [name for name in attributes if allowed.has(name)]
        absent = [name for name in there if name not in reader.node.entries]
        known, optional = [one for one in known if one not in absent], (*optional, *absent)
    unknown = [name for name in reader.node.entries if name not in (*known, *optional)]
    missing = [name for name in known if name not in reader.node.entries]
    if len(unknown) == len(missing) == 1:
        # Where the table names its attribute otherwise, every model has the same one too many.
        remedy = f"Did you mean '{missing[0]}'?"
        topic = f"attribute {unknown[0]} {missing[0]}"
        reader.error(f"has unknown key '{unknown[0]}'.", remedy, key=unknown[0], topic=topic)
        reader.rename(unknown[0], missing[0])
        return
    reader.fix_keys([*known, *optional])
    for name in known:
        if reader.child(name) is None:
            kind = "a template, as 'USER#{name}'" if name in attributes else "a field"
            reader.error(f"'{name}' is missing.", f"It takes {kind}.")


def read_template(
    reader: Reader, attribute: str, allowed: TemplateScope, *, is_sort: bool
) -> Template | None:
    """Read one attribute's template; what is wrong is reported."""
    given = text = reader.text(attribute)
    if attribute not in reader.node.entries and allowed.is_index:
        if attribute in allowed.known:
            return _known_template(reader, attribute, allowed, is_sort=is_sort)
        field = allowed.field_at(attribute)
        given = text = None if field is None else f"{{{field.name}}}"
    # Each guess mends one placeholder, so that there are no more of them.
    guesses = 0 if text is None else text.count("{")
    while text is not None and guesses >= 0:
        guesses -= 1
        try:
            template = build_template(text, allowed, is_sort=is_sort, attribute=attribute)
            _check_known(reader, attribute, template, allowed)
            return template
        except TemplateProblem as found:
            # What is wrong with a guess alone is nobody's mistake.
            if text == given or found.unknown:
                report_template(reader, attribute, found)
            text = found.corrected
    return None


def _known_template(
    reader: Reader, attribute: str, allowed: TemplateScope, *, is_sort: bool
) -> Template | None:
    """Take over what another key of the model says; in a sort key all of it has to sort."""
    template = allowed.known[attribute]
    forms = [(part, key_form(part.form)) for part in template.placeholders]
    for part, form in forms if is_sort else ():
        if form.is_derived or not form.is_ordered:
            reader.error(
                f"its sort key '{attribute}' is '{template}', in which '{part.field}' does not "
                "sort.",
                "Give the index another sort key, or the field a form that sorts.",
            )
            return None
    return template


def _check_known(
    reader: Reader, attribute: str, template: Template, allowed: TemplateScope
) -> None:
    known = allowed.known.get(attribute)
    if known is not None and known != template:
        reader.error(
            f"'{attribute}' is '{template}' here and '{known}' in another key.",
            "An item has one value there; leave it out here.",
            key=attribute,
        )


def report_template(reader: Reader, attribute: str, found: TemplateProblem) -> None:
    """Report what is wrong with a template; a name that no field has once for the whole model."""
    topic = f"{reader.owner}.{found.unknown}" if found.unknown else ""
    if found.unknown == "tenant":
        topic = "tenant"
    reader.error(found.problem, found.remedy, key=attribute, topic=topic)


def _check_tenant_first(reader: Reader, attribute: str, partition: Template) -> None:
    if partition.fields[:1] != (TENANT,):
        reader.error(
            f"the partition key '{partition}' does not begin with the tenant.",
            "Make {tenant} its first placeholder, or say tenancy: none for the model.",
            key=attribute,
        )
