"""The key of a table or an index, as a model fills it."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from tavola.keys import Template, key_form

__all__ = ["KeyAttribute", "KeyPair"]


class KeyAttribute(Struct, frozen=True):
    """One attribute of a key, and the template that fills it."""

    name: str
    template: Template


class KeyPair(Struct, frozen=True, dict=True):
    """The attributes of a table's or an index's key, and the templates that fill them for a model.

    A sort attribute without a template does not occur: both are None or neither is.
    """

    partition_attribute: str
    partition: Template
    sort_attribute: str | None = None
    sort: Template | None = None
    natural: tuple[str, ...] = ()
    """The attributes that an item has anyway: fields themselves, and those of the primary key."""

    @cached_property
    def attributes(self) -> tuple[KeyAttribute, ...]:
        """All attributes, partition first."""
        found = [KeyAttribute(self.partition_attribute, self.partition)]
        if self.sort_attribute is not None and self.sort is not None:
            found.append(KeyAttribute(self.sort_attribute, self.sort))
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The attributes' names, partition first."""
        return tuple(one.name for one in self.attributes)

    @cached_property
    def made(self) -> tuple[KeyAttribute, ...]:
        """The attributes that are made of fields, and are none themselves."""
        return tuple(one for one in self.attributes if one.name not in self.natural)

    @cached_property
    def made_of(self) -> frozenset[str]:
        """The fields whose change moves an attribute that is made of them."""
        return frozenset(name for one in self.made for name in one.template.fields)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields in the templates, partition first, each once (the tenant and bucket too)."""
        names = self.partition.fields + (self.sort.fields if self.sort else ())
        return tuple(dict.fromkeys(names))

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields that a query may give, partition first."""
        names = self.partition.asked + (self.sort.fields if self.sort else ())
        return tuple(dict.fromkeys(names))

    @property
    def derived_fields(self) -> tuple[str, ...]:
        """The fields of which the key has a shard or part, but never the value itself."""
        templates = [one for one in (self.partition, self.sort) if one is not None]
        parts = [(part, key_form(part.form)) for one in templates for part in one.placeholders]
        exact = {part.field for part, form in parts if form.is_exact}
        derived = [part.field for part, form in parts if form.is_derived]
        return tuple(name for name in dict.fromkeys(derived) if name not in exact)

    def template_of(self, name: str) -> Template:
        """Give the template that says a field's value, as far as the key says it."""
        for template in (self.partition, self.sort):
            for part in template.placeholders if template is not None else ():
                if part.field == name and not key_form(part.form).is_derived:
                    return template or self.partition
        return self.partition
