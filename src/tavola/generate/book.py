"""The book of a design, as Markdown: its models drawn, its table as it is laid out, its questions.

Knows no store: what questions cost is given to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from tavola.design.checks.cost import estimate_collection_units
from tavola.design.fields.member_paths import has_key_field
from tavola.design.schema import (
    CollectionSchema,
    Design,
    FieldSchema,
    KeyPair,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    TableSettings,
)
from tavola.generate.model_links import links_of, partition_shape

__all__ = [
    "MeasuredAnswer",
    "PlacedItem",
    "describe_design",
    "is_book",
    "items_of_index",
    "items_of_table",
    "projection_text",
]


_BEGINNING = re.compile(
    rb"# \w+\n\n[0-9]+ models? in `.*`, laid out by (the managed layout|key templates)\.\n"
)


class MeasuredAnswer(Struct, frozen=True):
    """How one question is asked, and what it costs."""

    request: str
    """The request in one line, for people."""
    index: str
    requests: int
    estimated_units: float
    measured_units: float | None = None
    """What it took on stored data; None where it was not asked."""
    measured_items: int = 0


class PlacedItem(Struct, frozen=True):
    """One kind of item in a table or an index, where it stands."""

    name: str
    keys: tuple[str, ...]
    """The templates of its key, partition first."""
    attributes: tuple[str, ...]
    """The attributes that it has; none for the lock of a unique value."""
    begins_partition: bool
    """Whether it is the first of its kind of partition."""


Entry = tuple[str, KeyPair, ModelSchema | None]
"""What stands somewhere: its name, its key, and the model unless it is a lock."""

QuestionCosts = Mapping[tuple[str, str], MeasuredAnswer]
"""By model and by index, access pattern or constraint."""


def describe_design(design: Design, answers: QuestionCosts) -> str:
    """Write the whole book."""
    lines = [f"# {design.name}", "", *_contents(design), *_models(design)]
    for part in design.parts:
        lines += _table(part)
    lines += _questions(design, answers)
    lines += _collections(design)
    return "\n".join(lines).rstrip() + "\n"


def is_book(text: bytes) -> bool:
    """Say whether a file's text is the book of a design, or nothing at all."""
    return not text.strip() or _BEGINNING.match(text) is not None


def _contents(design: Design) -> Iterator[str]:
    tables = ", ".join(f"`{table.name}`" for table in design.tables)
    kind = "the managed layout" if design.layout == "managed" else "key templates"
    yield f"{_count(len(design.models), 'model')} in {tables}, laid out by {kind}."
    yield ""


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _models(design: Design) -> Iterator[str]:
    yield "## Models"
    yield ""
    yield from _drawing(design)
    for model in design.models.values():
        yield f"### {model.name}"
        yield ""
        if model.description:
            yield model.description
            yield ""
        yield "| field | type | |"
        yield "|---|---|---|"
        for field in model.fields.values():
            yield f"| `{field.name}` | {_type(field)} | {_cell(_notes(model, field))} |"
        yield ""


def _drawing(design: Design) -> Iterator[str]:
    """Models and their relations, as a diagram that GitHub and others draw."""
    yield "```mermaid"
    yield "erDiagram"
    for model in design.models.values():
        yield f"    {model.name} {{"
        for field in model.fields.values():
            key = " PK" if field.name in model.key_fields else ""
            yield f"        {field.type.removesuffix('Field')} {field.name}{key}"
        yield "    }"
    for part in design.parts:
        for link in links_of(part):
            yield f'    {link.target} ||--o{{ {link.source} : "{link.field}"'
    yield "```"
    yield ""


def _type(field: FieldSchema) -> str:
    if field.type == "EnumField":
        return " or ".join(f"`{value}`" for value in field.values)
    return field.type.removesuffix("Field")


def _notes(model: ModelSchema, field: FieldSchema) -> str:
    notes = [
        "key" if field.name in model.key_fields else "",
        "required" if field.required and field.name not in model.key_fields else "",
        "unique" if any(field.name in one.fields for one in model.uniques.values()) else "",
        "heavy: left out of lists" if field.is_heavy else "",
        f"stored as `{field.attribute_name}`" if field.attribute_name != field.name else "",
        field.description,
    ]
    return "; ".join(note for note in notes if note)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _table(design: Design) -> Iterator[str]:
    table = design.table
    yield f"## The table `{table.name}`"
    yield ""
    if table.has_tenancy:
        yield "Every partition key begins with the tenant, but for models without one."
        yield ""
    yield from _partitions(_primary_names(table), items_of_table(design))
    for index in table.indexes:
        yield from _index(design, index)


def items_of_table(design: Design) -> list[PlacedItem]:
    """The kinds of items of a table, by partitions."""
    entries: list[Entry] = [(one.name, one.key, one) for one in design.models.values()]
    entries += [
        (f"lock of {model.name}.{unique.name}", unique.key, None)
        for model in design.models.values()
        for unique in model.uniques.values()
    ]
    return list(_placed(entries))


def _primary_names(table: TableSettings) -> list[str]:
    return [name for name in (table.partition_key, table.sort_key) if name]


def _placed(entries: Iterable[Entry]) -> Iterator[PlacedItem]:
    """The items of each kind of partition, in the order in which they stand there."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(partition_shape(entry[1]), []).append(entry)
    for own in groups.values():
        ordered = sorted(own, key=lambda entry: str(entry[1].sort or ""))
        for number, (name, pair, model) in enumerate(ordered):
            fields = () if model is None else model.fields.values()
            yield PlacedItem(
                name,
                tuple(str(one.template) for one in pair.attributes),
                tuple(field.attribute_name for field in fields),
                number == 0,
            )


def _partitions(names: Sequence[str], items: Iterable[PlacedItem]) -> Iterator[str]:
    yield f"| {' | '.join(f'`{name}`' for name in names)} | item | attributes |"
    yield f"|{'---|' * (len(names) + 2)}"
    for item in items:
        cells = [f"`{_cell(text)}`" for text in item.keys]
        if not item.begins_partition:
            cells[0] = "″"
        cells += [""] * (len(names) - len(cells))
        held = ", ".join(f"`{name}`" for name in item.attributes) or "whose the value is"
        yield f"| {' | '.join(cells)} | {item.name} | {held} |"
    yield ""


def items_of_index(design: Design, index: PhysicalIndex) -> list[PlacedItem]:
    """The kinds of items that stand in an index, by its partitions."""
    return list(_placed(_entries_of_index(design, index)))


def _entries_of_index(design: Design, index: PhysicalIndex) -> list[Entry]:
    entries: list[Entry] = [
        (f"{model.name} (`{one.name}`)", one.key, model)
        for model in design.models.values()
        for one in model.indexes.values()
        if one.physical is not None and one.physical.name == index.name
    ]
    entries += [
        (f"{model.name} (iteration)", model.iteration.key, model)
        for model in design.models.values()
        if model.iteration is not None and model.iteration.physical.name == index.name
    ]
    return entries


def projection_text(index: PhysicalIndex) -> str:
    """Say what an index holds."""
    return {"all": "all attributes", "keysOnly": "keys alone"}.get(
        index.projection, f"keys and {', '.join(f'`{name}`' for name in index.included)}"
    )


def _index(design: Design, index: PhysicalIndex) -> Iterator[str]:
    entries = _entries_of_index(design, index)
    if not entries:
        return
    yield f"### The index `{index.name}`"
    yield ""
    yield f"Holds {projection_text(index)}."
    yield ""
    yield from _partitions(entries[0][1].names, _placed(entries))


def _questions(design: Design, answers: QuestionCosts) -> Iterator[str]:
    yield "## Questions that it answers"
    yield ""
    is_measured = any(answer.measured_units is not None for answer in answers.values())
    more = " measured |" if is_measured else ""
    yield f"| question | asked by | index | requests | estimated |{more} request |"
    yield f"|---|---|---|--:|--:|{'--:|' if is_measured else ''}---|"
    for model in design.models.values():
        for name, asked, told in _asked(design, model):
            answer = answers.get((model.name, name))
            yield _question_row(f"{model.name}.{name}", asked, told, answer, is_measured)
    yield ""


def _asked(design: Design, model: ModelSchema) -> Iterator[tuple[str, str, str]]:
    yield "get", ", ".join(f"`{name}`" for name in model.key_fields), ""
    for index in model.indexes.values():
        names = (name for name in index.key.asked if has_key_field(model, name))
        yield index.name, ", ".join(f"`{name}`" for name in names), ""
    for pattern in design.patterns_of(model.name):
        yield pattern.name, _given(pattern), pattern.description
    for unique in model.uniques.values():
        yield unique.name, ", ".join(f"`{name}`" for name in unique.fields), ""


def _given(pattern: PatternSchema) -> str:
    texts = [
        f"`{name}` {how}" for name, how in pattern.given.items() if name not in pattern.constants
    ]
    texts += [f"`{name}` = {value!r}" for name, value in pattern.constants.items()]
    if pattern.filter:
        texts.append(f"filtered by {', '.join(f'`{name}`' for name in pattern.filter)}")
    return ", ".join(texts)


def _question_row(
    name: str, asked: str, told: str, answer: MeasuredAnswer | None, is_measured: bool
) -> str:
    question = f"`{name}`" + (f": {told}" if told else "")
    if answer is None:
        cells = [question, asked, "", "", "", *([""] if is_measured else []), ""]
    else:
        measured = [] if not is_measured else [_measured(answer)]
        units = _units(answer.estimated_units)
        cells = [question, asked, answer.index, str(answer.requests), units, *measured]
        cells.append(f"`{answer.request}`")
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _measured(answer: MeasuredAnswer) -> str:
    if answer.measured_units is None:
        return "no data"
    return f"{_units(answer.measured_units)}, {_count(answer.measured_items, 'item')}"


def _units(number: float) -> str:
    return "1 unit" if number == 1 else f"{number:g} units"


def _collections(design: Design) -> Iterator[str]:
    if not design.collections:
        return
    yield "## Collections"
    yield ""
    yield "| collection | models | partition | sort keys | estimated, a page |"
    yield "|---|---|---|---|---|"
    for one in design.collections.values():
        models = ", ".join(one.models)
        cost = _units(estimate_collection_units(design, one))
        yield f"| `{one.name}` | {models} | `{one.partition}` | {_sort_range(one)} | {cost} |"
    yield ""


def _sort_range(collection: CollectionSchema) -> str:
    if collection.sort_prefix is not None:
        return f"begin with `{collection.sort_prefix}`"
    bounds = [
        f"{word} `{bound}`"
        for word, bound in (("from", collection.sort_from), ("to", collection.sort_to))
        if bound is not None
    ]
    return " ".join(bounds) or "all"
