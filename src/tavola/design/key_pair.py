"""The key of a table or an index, as a model fills it."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from tavola.keys import Placeholder, Template, key_form

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

    more_partition: tuple[KeyAttribute, ...] = ()
    """The other attributes of a partition key that has several."""
    more_sort: tuple[KeyAttribute, ...] = ()
    """The other attributes of a sort key that has several."""

    @cached_property
    def partitions(self) -> tuple[KeyAttribute, ...]:
        """The attributes of the partition key, each of which is known to a query."""
        return (KeyAttribute(self.partition_attribute, self.partition), *self.more_partition)

    @cached_property
    def sorts(self) -> tuple[KeyAttribute, ...]:
        """The attributes of the sort key, in the order in which they sort."""
        if self.sort_attribute is None or self.sort is None:
            return ()
        return (KeyAttribute(self.sort_attribute, self.sort), *self.more_sort)

    @cached_property
    def attributes(self) -> tuple[KeyAttribute, ...]:
        """All attributes, partition first."""
        return (*self.partitions, *self.sorts)

    @cached_property
    def partition_placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders of all attributes of the partition key."""
        return tuple(part for one in self.partitions for part in one.template.placeholders)

    @cached_property
    def partition_fields(self) -> tuple[str, ...]:
        """The fields of the partition key, the tenant and the bucket too."""
        return tuple(part.field for part in self.partition_placeholders)

    @cached_property
    def partition_asked(self) -> tuple[str, ...]:
        """The fields of the partition key that a query gives: a shard follows from the item."""
        return tuple(name for one in self.partitions for name in one.template.asked)

    @cached_property
    def sort_fields(self) -> tuple[str, ...]:
        """The fields of the sort key, in the order in which they sort."""
        return tuple(dict.fromkeys(name for one in self.sorts for name in one.template.fields))

    def placeholder(self, name: str) -> Placeholder:
        """Give the partition key's placeholder of a field."""
        return next(part for part in self.partition_placeholders if part.field == name)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The attributes' names, partition first."""
        return tuple(one.name for one in self.attributes)

    @cached_property
    def made(self) -> tuple[KeyAttribute, ...]:
        """The attributes that are made of fields, and are not fields themselves."""
        return tuple(one for one in self.attributes if one.name not in self.natural)

    @cached_property
    def made_of(self) -> frozenset[str]:
        """The fields whose change moves an attribute that is made of them, or of their members."""
        names = (name for one in self.made for name in one.template.fields)
        return frozenset(name.partition(".")[0] for name in names)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields in the templates, partition first, each once (the tenant and bucket too)."""
        return tuple(dict.fromkeys((*self.partition_fields, *self.sort_fields)))

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields that a query may give, partition first."""
        return tuple(dict.fromkeys((*self.partition_asked, *self.sort_fields)))

    @property
    def derived_fields(self) -> tuple[str, ...]:
        """The fields of which the key has a shard or part, but never the value itself."""
        templates = [one.template for one in self.attributes]
        parts = [(part, key_form(part.form)) for one in templates for part in one.placeholders]
        exact = {part.field for part, form in parts if form.is_exact}
        derived = [part.field for part, form in parts if form.is_derived]
        return tuple(name for name in dict.fromkeys(derived) if name not in exact)

    def template_of(self, name: str) -> Template:
        """Give the template that says a field's value, as far as the key says it."""
        for one in self.attributes:
            for part in one.template.placeholders:
                if part.field == name and not key_form(part.form).is_derived:
                    return one.template
        return self.partition
