"""Loading a design: from a file, or a directory of files, to the schema, with all findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from os.path import realpath
from pathlib import Path

from msgspec.structs import replace

from tavola.design.access_patterns.collections import compile_collections
from tavola.design.access_patterns.patterns import compile_patterns
from tavola.design.checks.advice import advise
from tavola.design.checks.checks import check_whole
from tavola.design.checks.sharing import add_foreign, add_foreign_to_collections
from tavola.design.compile_table import compile_tables
from tavola.design.fields.fields import compile_fields
from tavola.design.fields.typed_maps import check_classes, with_json_names
from tavola.design.models.managed import compile_managed
from tavola.design.models.model_scope import ModelScope, check_model_name, finish_model
from tavola.design.models.relations import add_relations
from tavola.design.models.shared_keys import add_shared_keys
from tavola.design.models.templated import compile_templated
from tavola.design.names import CLASS_NAMES, name_problem, pascal_case
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.sources import Sources
from tavola.design.reading.yaml_tree import Node, parse_yaml
from tavola.design.schema import Design, Layout, ModelSchema, TableSettings
from tavola.errors import DesignError, Finding

__all__ = ["check_design", "compile_design", "load_design"]

_MAX_BYTES = 16_000_000
"""Far more than any design has."""


def load_design(path: str | Path, *, name: str | None = None) -> Design:
    """Load a design; a DesignError has everything that is wrong with it."""
    design, findings = compile_design(_read_files(Path(path)), Path(realpath(path)).stem, name)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise DesignError(errors)
    return design


def check_design(path: str | Path) -> list[Finding]:
    """Give everything that is wrong with a design or could be better, by file and line."""
    return compile_design(_read_files(Path(path)), Path(realpath(path)).stem)[1]


def _read_files(path: Path) -> list[tuple[str, str]]:
    """Read a file, or all YAML files of a directory in the order of their names."""
    try:
        files = [path]
        if path.is_dir():
            files = sorted(one for one in path.iterdir() if one.suffix in (".yaml", ".yml"))
        if not files:
            raise _unreadable(path, "the directory has no YAML file")
        return [(str(one), _read(one)) for one in files]
    except OSError as error:
        raise _unreadable(Path(error.filename or path), f"{error.strerror}") from error
    except ValueError as error:  # a path with a NUL, or with half of a character
        raise _unreadable(path, f"{error}") from error


def _read(file: Path) -> str:
    with file.open("rb") as opened:
        # More than a device would give: some never end.
        content = opened.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise _unreadable(file, f"it is longer than {_MAX_BYTES:,} bytes")
    try:
        return content.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise _unreadable(file, "it is not UTF-8") from error


def _unreadable(path: Path, reason: str) -> DesignError:
    return DesignError([Finding(str(path), 1, "design", f"cannot be read: {reason}.")])


def compile_design(
    files: Iterable[tuple[str, str]], stem: str, name: str | None = None
) -> tuple[Design, list[Finding]]:
    """Compile texts, each with its file's name; with errors among the findings, do not use it."""
    findings = Findings()
    roots = [_parse(text, file, findings) for file, text in files]
    broken = [finding for finding in findings.items if finding.where == "yaml"]
    design = _compile(_merge(roots, findings), stem, name, findings)
    if broken:
        # What stands in a broken file is not known: anything else that is missing may be there.
        return design, broken
    return design, findings.reported()


def _parse(text: str, file: str, findings: Findings) -> Node:
    def report(line: int, where: str, problem: str, remedy: str) -> None:
        findings.items.append(Finding(file, line, where, problem, remedy))

    return parse_yaml(text, file, report)


def _merge(roots: list[Node], findings: Findings) -> Node:
    """Join several files; a name that two of them give is an error."""
    if len(roots) == 1:
        return roots[0]
    merged: dict[str, Node] = {}
    for root in roots:
        for section, node in root.entries.items():
            if section not in merged:
                merged[section] = Node(node.value, node.line, node.file)
                continue
            _join(section, merged[section], node, findings)
    return Node(merged, 1, roots[0].file)


def _join(section: str, into: Node, node: Node, findings: Findings) -> None:
    entries = dict(into.entries)
    for name, entry in node.entries.items():
        if name in entries:
            first = entries[name]
            findings.error(
                entry,
                f"{section}.{name}",
                f"is given twice (first in {first.file}:{first.line}).",
                "Keep one.",
            )
        else:
            entries[name] = entry
    into.value = entries


def _layout(root: Node) -> Layout:
    models = root.entries.get("models", root).entries.values()
    if any("key" in model.entries for model in models):
        return "templates"
    if any("modelPrefix" in model.entries or "primaryKey" in model.entries for model in models):
        return "managed"
    if "tables" in root.entries:
        return "templates"
    table = root.entries["table"].entries if "table" in root.entries else {}
    own = {"partitionKey", "sortKey", "typeAttribute", "ttlAttribute", "indexes"}
    return "templates" if own & set(table) else "managed"


def _compile(root: Node, stem: str, name: str | None, findings: Findings) -> Design:
    reader = Reader(root, "design", findings)
    for section in ("models", *([] if "tables" in root.entries else ["table"])):
        reader.fix_key(section)
    layout = _layout(root)
    reader.check_keys(SECTIONS["design"], layout)
    found_tables = compile_tables(reader, stem, layout)
    tables = {one: settings for one, (settings, _) in found_tables.items()}
    is_one = layout == "managed" or "tables" not in root.entries
    class_name = name or pascal_case(
        reader.text("name") or (next(iter(tables)) if is_one else stem)
    )
    _check_class_name(class_name, reader, findings)
    nodes = reader.entries("models")
    written = root.entries.get("models")
    if written is not None and written.value == {}:
        reader.error(
            "'models' is empty.", "Write a model with its fields and its key.", key="models"
        )
    case = reader.choice("json", ("snake_case", "camelCase"), "snake_case")
    readers = {one: Reader(node, one, findings) for one, node in nodes.items()}
    found = (
        _compile_model(
            one, tables, layout, class_name, is_one_table=is_one, is_camel=case == "camelCase"
        )
        for one in readers.values()
    )
    models = add_relations({model.name: model for model in found if model is not None}, readers)
    models = add_foreign(add_shared_keys(models, readers, tables))
    tables = {one: _with_expiry(table, models) for one, table in tables.items()}
    # Without models, all that could be said of the others is that their models are not there.
    sources = Sources(
        nodes,
        reader.entries("accessPatterns") if nodes else {},
        reader.entries("collections") if nodes else {},
        {one: source for one, (_, source) in found_tables.items()},
    )
    by_model = {"": next(iter(tables.values()))} if is_one else tables
    design = Design(
        name=class_name,
        layout=layout,
        table=next(iter(tables.values())),
        models=models,
        collections=add_foreign_to_collections(
            compile_collections(sources, models, by_model, findings), models
        ),
        patterns=compile_patterns(sources.patterns, models, sources.models, findings),
        more_tables=tuple(tables.values())[1:],
        file=root.file,
    )
    check_classes(models, {class_name, *models}, reader)
    check_whole(design, sources, findings)
    advise(design, sources, findings)
    return design


_MIXIN = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def _mixin(model: Reader) -> str:
    text = model.text("mixin") or ""
    if text and not _MIXIN.fullmatch(text):
        remedy = "Write module:Class, as shop.orders:OrderMethods."
        model.error(f"'mixin' is '{text}'.", remedy, key="mixin")
        return ""
    return text


def _with_expiry(table: TableSettings, models: Mapping[str, ModelSchema]) -> TableSettings:
    """Give a table whose models expire the attribute that they expire by."""
    own = (model for model in models.values() if model.table in ("", table.name))
    if table.ttl_attribute is None and any(model.ttl_field for model in own):
        return replace(table, ttl_attribute="ttl")
    return table


def _check_class_name(class_name: str, design: Reader, findings: Findings) -> None:
    problem = name_problem(class_name)
    if class_name in CLASS_NAMES:
        problem = "is taken by a class of ours"
    if problem is None:
        return
    problem = f"the table class '{class_name}' {problem}."
    for key in ("name", "table"):
        at = design.child(key)
        if at is not None:
            findings.error(at, key, problem, f"Change {key}, or give --name.")
            return
    findings.error(design.node, "design", problem, "Write name: …, or give --name.")


def _find_table(
    reader: Reader, tables: Mapping[str, TableSettings], *, is_one_table: bool
) -> TableSettings | None:
    """Find the table of a model; one that is not there is reported."""
    first = next(iter(tables.values()))
    if is_one_table:
        if "table" in reader.node.entries:
            reader.error(
                "'table' names one of several tables, and this design has one.",
                "Leave it out, or describe the tables under 'tables'.",
                key="table",
            )
        return first
    name = reader.text("table")
    if name is None:
        if len(tables) == 1 or "table" in reader.node.entries:
            return first
        known = ", ".join(tables)
        reader.error("'table' is missing.", f"It takes the name of a table: {known}.")
        return None
    if name not in tables:
        problem = f"names unknown table '{name}'."
        meant = reader.unknown(problem, name, tables, key="table", topic=f"table {name}")
        return None if meant is None else tables[meant]
    return tables[name]


def _compile_model(
    reader: Reader,
    tables: Mapping[str, TableSettings],
    layout: Layout,
    class_name: str,
    *,
    is_one_table: bool,
    is_camel: bool,
) -> ModelSchema | None:
    name = reader.where
    reader.check_keys(SECTIONS["model"], layout)
    check_model_name(name, reader, class_name)
    if not isinstance(reader.node.value, dict):
        return None
    table = _find_table(reader, tables, is_one_table=is_one_table)
    if table is None:
        return None
    is_tenanted = table.has_tenancy and reader.choice("tenancy", ("none",)) is None
    fields = compile_fields(reader, table.ttl_attribute)
    if is_camel:
        fields = {one: with_json_names(field) for one, field in fields.items()}
    scope = ModelScope(name, reader, table, fields, is_tenanted)
    if not fields:
        return None
    parts = compile_managed(scope) if layout == "managed" else compile_templated(scope)
    model = replace(finish_model(scope, parts), mixin=_mixin(reader))
    return model if is_one_table else replace(model, table=table.name)
