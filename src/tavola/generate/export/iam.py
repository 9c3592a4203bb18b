"""An IAM policy for the applications of a design: its own patterns, and no table scan.

Where a design has tenants, a principal reaches only the partitions of the tenant in its tag.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from tavola.design import Design, KeyPair, ModelSchema
from tavola.keys import TENANT, Placeholder, Template
from tavola.wire.actions import TRAITS, ActionTraits

DEFAULT_ARN: Final = "arn:aws:dynamodb:*:*"
TENANT_VARIABLE: Final = "${aws:PrincipalTag/tenant}"

_SPECIAL: Final = re.compile(r"[*?$]")

Statement = dict[str, Any]


def _permissions(allowed: Callable[[ActionTraits], bool]) -> tuple[str, ...]:
    """What IAM calls the actions of a kind."""
    kind = [traits for traits in TRAITS.values() if allowed(traits)]
    names = {name for traits in kind for name in traits.permissions or (traits.name,)}
    return tuple(f"dynamodb:{name}" for name in sorted(names))


_READS: Final = _permissions(lambda traits: traits.reads_items and not traits.reads_whole_table)
_WRITES: Final = _permissions(lambda traits: traits.writes_items)


def to_iam(
    design: Design, *, arn: str = DEFAULT_ARN, tenant_variable: str = TENANT_VARIABLE
) -> str:
    """Write the policy; `arn` is the part before `:table/`, `tenant_variable` names the tenant."""
    statements: list[Statement] = []
    for number, part in enumerate(design.parts, 1):
        table = f"{arn}:table/{part.table.name}"
        if part.table.has_tenancy:
            own = _tenant_statements(part, table, tenant_variable)
        elif design.has_tenancy:
            # As of the models without tenant in a table that has them.
            own = _open_statements(part, table, "SharedItems", _READS)
        else:
            own = _open_statements(part, table, "Items", (*_READS, *_WRITES))
        # IAM: a Sid is there once in a policy.
        lead = f"Table{number}" if design.more_tables else ""
        statements += [{**one, "Sid": f"{lead}{one['Sid']}"} for one in own]
    policy = {"Version": "2012-10-17", "Statement": statements}
    return json.dumps(policy, indent=2, ensure_ascii=False) + "\n"


def _open_statements(
    design: Design, table: str, sid: str, actions: Iterable[str]
) -> Iterator[Statement]:
    yield _statement(sid, actions, table)
    if design.table.indexes:
        indexes = [f"{table}/index/{index.name}" for index in design.table.indexes]
        yield _statement("Indexes", ("dynamodb:Query",), indexes)


def _tenant_statements(design: Design, table: str, tenant: str) -> Iterator[Statement]:
    tenanted = [model for model in design.models.values() if model.is_tenanted]
    shared = [model for model in design.models.values() if not model.is_tenanted]
    own = _leading_keys(_templates(tenanted, None), tenant)
    if own:
        yield _statement("TenantItems", (*_READS, *_WRITES), table, own)
    everyones = _apart(_leading_keys(_templates(shared, None), tenant), own, tenant)
    if everyones:
        # A tenant's principal may look these up; what changes them has a policy of its own.
        yield _statement("SharedItems", _READS, table, everyones)
    for number, index in enumerate(design.table.indexes, 1):
        own = _leading_keys(_templates(tenanted, index.name), tenant)
        everyones = _leading_keys(_templates(shared, index.name), tenant)
        keys = own + _apart(everyones, own, tenant)
        if keys:
            # IAM: a Sid has letters and digits alone, and is there once: a-b and ab are two.
            sid = f"Index{number}{re.sub(r'[^A-Za-z0-9]', '', index.name)}"
            resource = f"{table}/index/{index.name}"
            yield _statement(sid, ("dynamodb:Query",), resource, keys)


def _statement(
    sid: str, actions: Iterable[str], resource: str | list[str], keys: list[str] | None = None
) -> Statement:
    statement: Statement = {
        "Sid": sid,
        "Effect": "Allow",
        "Action": list(actions),
        "Resource": resource,
    }
    if keys is not None:
        statement["Condition"] = {
            "ForAllValues:StringLike": {"dynamodb:LeadingKeys": keys},
            # IAM: ForAllValues is also true of a request that has no such key at all.
            "Null": {"dynamodb:LeadingKeys": "false"},
        }
    return statement


def _templates(models: list[ModelSchema], index: str | None) -> tuple[Template, ...]:
    """List the partition keys that models fill in the table or in an index."""
    return tuple(pair.partition for model in models for pair in _pairs(model, index))


def _pairs(model: ModelSchema, index: str | None) -> Iterator[KeyPair]:
    if index is None:
        yield model.key
        for unique in model.uniques.values():
            yield unique.key
        return
    for schema in model.indexes.values():
        if schema.physical is not None and schema.physical.name == index:
            yield schema.key
    if model.iteration is not None and model.iteration.physical.name == index:
        yield model.iteration.key


def _leading_keys(templates: Iterable[Template], tenant: str) -> list[str]:
    """Write what partition keys look like, the tightest patterns that IAM can tell."""
    return sorted({_pattern(template, tenant) for template in templates})


def _apart(everyones: list[str], own: list[str], tenant: str) -> list[str]:
    """Keep the patterns that can match no tenant's key: `*` beside tenants would open them all."""
    prefixes = [pattern.partition(tenant)[0] for pattern in own]
    return [
        pattern
        for pattern in everyones
        if not pattern.endswith("*")
        or not any(_may_meet(pattern.removesuffix("*"), prefix) for prefix in prefixes)
    ]


def _may_meet(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _pattern(template: Template, tenant: str) -> str:
    """Write a template up to its first free placeholder, and a wildcard after a delimiter.

    A tenant's own text is never followed by a wildcard: `T#a*` would be the tenants that begin
    with `a`.
    """
    text = ""
    for place, part in enumerate(template.parts):
        if isinstance(part, Placeholder):
            if part.field != TENANT:
                return text + "*"
            text += tenant
        elif place and _is_tenant(template.parts[place - 1]) and not _is_constant(template, place):
            return text + _escape(_up_to_delimiter(part)) + "*"
        else:
            text += _escape(part)
    return text


def _is_tenant(part: str | Placeholder) -> bool:
    return isinstance(part, Placeholder) and part.field == TENANT


def _is_constant(template: Template, place: int) -> bool:
    return not any(isinstance(part, Placeholder) for part in template.parts[place:])


def _up_to_delimiter(literal: str) -> str:
    head, delimiter, _ = literal.partition("#")
    return head + delimiter


def _escape(literal: str) -> str:
    return _SPECIAL.sub(lambda found: f"${{{found[0]}}}", literal)
