"""Key templates in a design: what they may name, how it sorts, and where they collide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design, FieldSchema
from tavola.design.keys.key_templates import TemplateProblem, TemplateScope, build_template
from tavola.keys import Placeholder, Template

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

FIELDS = {
    field.name: field
    for field in (
        FieldSchema("name", "name", "StringField"),
        FieldSchema("kind", "kind", "EnumField", values=("a", "b")),
        FieldSchema("n", "n", "IntegerField"),
        FieldSchema("count", "count", "CounterField"),
        FieldSchema("score", "score", "FloatField"),
        FieldSchema("price", "price", "DecimalField"),
        FieldSchema("flag", "flag", "BooleanField"),
        FieldSchema("uid", "uid", "UuidField"),
        FieldSchema("tags", "tags", "StringSetField"),
        FieldSchema("at", "at", "DateTimeField", storage="epochMillis"),
        FieldSchema("day", "day", "DateTimeField", storage="isoSeconds"),
        FieldSchema("iso", "iso", "DateTimeField", storage="iso"),
        FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
        FieldSchema("micros", "micros", "DateTimeField", storage="%Y-%m-%dT%H:%M:%S.%f%z"),
        FieldSchema("date", "date", "DateTimeField", storage="%Y%m%d"),
        FieldSchema("number", "number", "VersionField", storage="number"),
    )
}
SCOPE = TemplateScope(FIELDS, has_tenant=True, has_bucket=True)
PRIMARY = TemplateScope(FIELDS, has_tenant=False, is_primary=True)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("METADATA", ("METADATA",)),
        ("USER#{name}", ("USER#", Placeholder("name"))),
        ("{name}#X", (Placeholder("name", "text", "%#"), "#X")),
        ("{name}:X", (Placeholder("name", "text", "%#:"), ":X")),
        ("{name:lower}", (Placeholder("name", "lower"),)),
        ("{name:fold}#X", (Placeholder("name", "fold", "%#"), "#X")),
        ("{name:raw}", (Placeholder("name"),)),
        ("{name:raw}/##{kind}", (Placeholder("name", "raw:/##"), "/##", Placeholder("kind"))),
        ("{n:desc:08d}", (Placeholder("n", "desc:8"),)),
        ("{at:desc:013d}", (Placeholder("at", "descms:13"),)),
        ("{day:desc:010d}", (Placeholder("day", "descs:10"),)),
        ("{kind}#{n:08d}", (Placeholder("kind", "text", "%#"), "#", Placeholder("n", "int:8"))),
        ("{n:08d}{name}", (Placeholder("n", "int:8"), Placeholder("name"))),
        ("{n:sortable}", (Placeholder("n", "int20"),)),
        ("{count:04d}", (Placeholder("count", "int:4"),)),
        ("{score:sortable}", (Placeholder("score", "float16"),)),
        ("{score:08.2f}", (Placeholder("score", "fixed:8.2"),)),
        ("{price:012.2f}", (Placeholder("price", "fixed:12.2"),)),
        ("{flag}", (Placeholder("flag", "bool"),)),
        ("{uid}", (Placeholder("uid", "uuid"),)),
        ("{at:013d}", (Placeholder("at", "ms:13"),)),
        ("{at:iso}", (Placeholder("at", "iso"),)),
        ("{at:sortable}", (Placeholder("at", "ms20"),)),
        ("{day}", (Placeholder("day", "isoSeconds"),)),
        ("{day:010d}", (Placeholder("day", "s:10"),)),
        ("{iso}", (Placeholder("iso", "iso"),)),
        ("{micros}", (Placeholder("micros", "date:%Y-%m-%dT%H:%M:%S.%f%z"),)),
        ("{date}", (Placeholder("date", "date:%Y%m%d"),)),
        ("{date:iso}", (Placeholder("date", "iso"),)),
        ("{date:010d}", (Placeholder("date", "s:10"),)),
        ("{number:08d}", (Placeholder("number", "int:8"),)),
        ("{ttl:010d}", (Placeholder("ttl", "s:10"),)),
        ("T#{tenant}#X", ("T#", Placeholder("$tenant", "tenant"), "#X")),
        ("ALL#{bucket}", ("ALL#", Placeholder("$bucket", "int:3"))),
        ("ALL#{bucket:02d}", ("ALL#", Placeholder("$bucket", "int:2"))),
        ("a{{b}}c", ("a{b}c",)),
        ("{ name : lower }", (Placeholder("name", "lower"),)),
        ("{{{name}}}", ("{", Placeholder("name", "text", "%#}"), "}")),
    ],
)
def test_a_template_compiles_to_its_parts(text: str, parts: tuple[str | Placeholder, ...]) -> None:
    assert build_template(text, SCOPE, is_sort=True) == Template(parts)


@pytest.mark.parametrize(
    ("text", "form"),
    [("{n}", "int"), ("{price}", "decimal"), ("{at}", "ms"), ("{ttl}", "s")],
)
def test_a_partition_key_takes_numbers_as_they_are(text: str, form: str) -> None:
    assert build_template(text, SCOPE, is_sort=False).placeholders[0].form == form


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        ("", "the template is empty.", "DynamoDB takes no empty key."),
        ("{nam}", "'{nam}' names unknown field 'nam'.", "Did you mean 'name'?"),
        ("{name", "'{name' has a single '{'.", "Write {{ or }} for one."),
        ("{name}#{name}", "'{name}#{name}' names 'name' twice.", "Name it once."),
        (
            "{name}{kind}",
            "'{name}{kind}' has 'name' and 'kind' without a delimiter between them.",
            "Write {name}#{kind}.",
        ),
        ("{n}", "'{n}' has the number 'n', which does not sort.", "Write {n:08d}."),
        ("{at}", "'{at}' has the date 'at', which does not sort.", "Write {at:013d}."),
        ("{ttl}", "'{ttl}' has the date 'ttl', which does not sort.", "Write {ttl:010d}."),
        (
            "{score}",
            "'{score}' has the number 'score', which does not sort.",
            "Write {score:sortable}.",
        ),
        (
            "{price}",
            "'{price}' has the number 'price', which does not sort.",
            "Write {price:012.2f}.",
        ),
        (
            "{at:isoSeconds}",
            "'{at:isoSeconds}' drops the milliseconds of 'at', so that two items could share "
            "a key.",
            "Write {at:iso}, or store the field as isoSeconds.",
        ),
        (
            "{micros:iso}",
            "'{micros:iso}' drops the microseconds of 'micros', so that two items could share "
            "a key.",
            "Write {micros}.",
        ),
        (
            "{number}",
            "'{number}' has the number 'number', which does not sort.",
            "Write {number:08d}.",
        ),
        (
            "{name:08d}",
            "'{name:08d}' asks for 'name' as '08d', which StringField has not.",
            "Write {name}.",
        ),
        (
            "{n:8d}",
            "'{n:8d}' asks for 'n' as '8d', which IntegerField has not.",
            "Write {n:08d}.",
        ),
        (
            "{name:fould}",
            "'{name:fould}' asks for 'name' as 'fould', which StringField has not.",
            "Did you mean {name:fold}?",
        ),
        (
            "{n:raw}",
            "'{n:raw}' asks for 'n' as 'raw', which IntegerField has not.",
            "Write {n:08d}.",
        ),
        (
            "{n:desc}",
            "'{n:desc}' asks for 'n' as 'desc', which IntegerField has not.",
            "Write {n:08d}.",
        ),
        (
            "{name:desc:08d}",
            "'{name:desc:08d}' asks for 'name' as 'desc:08d', which StringField has not.",
            "Write {name}.",
        ),
        (
            "{name:raw}{kind}",
            "'{name:raw}{kind}' has 'name' and 'kind' without a delimiter between them.",
            "Write {name}#{kind}.",
        ),
        (
            "{tags}",
            "'{tags}' names 'tags', a StringSetField, which no key can hold.",
            "Use a field with one string, number or date.",
        ),
        (
            "{tenant}:{name}",
            "'{tenant}:{name}' ends the tenant with ':', which a tenant id may hold.",
            "End it with '#'.",
        ),
    ],
)
def test_a_template_that_cannot_work_says_why(text: str, problem: str, remedy: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        build_template(text, SCOPE, is_sort=True)
    assert (caught.value.problem, caught.value.remedy) == (problem, remedy)


def test_a_number_before_a_digit_is_ambiguous() -> None:
    with pytest.raises(TemplateProblem, match="ends the number 'n' with '0'"):
        build_template("{n}0", SCOPE, is_sort=False)


@pytest.mark.parametrize("form", ["lower", "fold"])
def test_a_folded_text_may_be_the_identity(form: str) -> None:
    template = build_template(f"{{name:{form}}}", PRIMARY, is_sort=False)

    assert template == Template((Placeholder("name", form),))


TWO = """
    models:
      First:
        fields: {{a: {{type: StringField}}, b: {{type: StringField}}}}
        key: {{PK: "{0}", SK: "{1}"}}
      Second:
        fields: {{a: {{type: StringField}}, b: {{type: StringField}}}}
        key: {{PK: "{2}", SK: "{3}"}}
    """


@pytest.mark.parametrize(
    "keys",
    [
        ("A#{a}", "X", "B#{a}", "X"),
        ("A#{a}", "X", "A#{a}", "Y"),
        ("A#{a}", "X#{b}", "A#{a}", "Y#{b}"),
        ("{a}#{b}", "X", "{a}", "Y"),
        ("A#{a}", "C#{b}#LATEST", "A#{a}", "C#{b}#FIRST"),
    ],
)
def test_keys_that_cannot_meet_are_accepted(check: Check, keys: tuple[str, ...]) -> None:
    assert check(TWO.format(*keys)) == []


@pytest.mark.parametrize(
    ("keys", "example"),
    [
        (("A#{a}", "X", "A#{a}", "X"), "PK='A#', SK='X'"),
        (("A#{a}", "X", "{a}", "X"), "PK='A#', SK='X'"),
        (("A#{a}", "C#{b}", "A#{a}", "C#{b}#LATEST"), "PK='A#', SK='C##LATEST'"),
        (("{a}#{b}", "X", "{a}", "X"), "PK='#', SK='X'"),
    ],
)
def test_keys_that_can_meet_are_an_error_with_an_example(
    check: Check, keys: tuple[str, ...], example: str
) -> None:
    assert [found.split("can give one key ")[1] for found in check(TWO.format(*keys))] == [
        f"({example}). Begin each with a literal of its own."
    ]


def test_a_lock_may_not_meet_an_item(check: Check) -> None:
    found = check("""
        models:
          User:
            fields: {name: {type: StringField}, email: {type: StringField}}
            key: {PK: "USER#{name}", SK: META}
            uniqueConstraints:
              uniqueEmail: {field: email, PK: "USER#{email}", SK: META}
        """)
    assert found == [
        "shop.yaml:7: User.uniqueConstraints.uniqueEmail: 'USER#{email}' / 'META' and User.key "
        "'USER#{name}' / 'META' can give one key (PK='USER#', SK='META'). "
        "Begin each with a literal of its own."
    ]


ONE = """
    table:
      indexes:
        GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
        LSI1: {sortKey: LSI1SK, local: true}
    models:
      Task:
        fields: {id: {type: StringField}, owner: {type: StringField}, at: {type: DateTimeField}}
        key: {PK: "OWNER#{owner}", SK: "TASK#{id}"}
        %s
    """


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'indexes: {byAt: {index: GSI2, GSI1PK: "{id}", GSI1SK: "{id}"}}',
            "Task.indexes.byAt: the table has no index 'GSI2'. There is 'GSI1', 'LSI1'.",
        ),
        (
            'indexes: {byAt: {index: GSI1, GSI1PK: "{id}", GSI1S: "{id}"}}',
            "Task.indexes.byAt has unknown key 'GSI1S'. Did you mean 'GSI1SK'?",
        ),
        (
            'indexes: {byAt: {index: GSI1, GSI1PK: "{id}", GSI1SK: "{id}"}, '
            'byId: {index: GSI1, GSI1PK: "{owner}", GSI1SK: "{id}"}}',
            "Task.indexes.byId: 'byAt' has GSI1 already, and an item has one key in it. "
            "Give each its own index.",
        ),
        ("indexes: {byAt: secondary}", "Task.indexes.byAt: 'secondary' is not an index. "),
        (
            "iterationBuckets: 4",
            "Task: 'iterationBuckets' is given without 'iteration'. "
            "Say where: iteration: {index: …}.",
        ),
        (
            'iteration: {index: GSI1, GSI1PK: "ALL#{owner}", GSI1SK: "{id}"}',
            "Task.iteration: its partition key names 'owner', so that no bucket holds all items.",
        ),
        (
            'uniqueConstraints: {uniqueAt: {field: at, PK: "AT#{id}", SK: LOCK}}',
            "Task.uniqueConstraints.uniqueAt: its templates do not name 'at'. Write 'AT#{at}'.",
        ),
    ],
)
def test_a_part_that_cannot_work_says_why(check: Check, line: str, message: str) -> None:
    assert any(message in found for found in check(ONE % line)), check(ONE % line)


def test_a_local_index_keeps_the_partition_key(load: Load) -> None:
    design = load(ONE % 'indexes: {tasksByAt: {index: LSI1, LSI1SK: "{at:013d}"}}')
    index = design.models["Task"].indexes["tasksByAt"]
    assert (str(index.key.partition), str(index.key.sort)) == ("OWNER#{owner}", "{at}")
    assert index.physical is not None
    assert index.physical.is_local


def test_an_iteration_index_has_buckets(load: Load) -> None:
    design = load(ONE % 'iteration: {index: GSI1, GSI1PK: "TASKS#{bucket:02d}", GSI1SK: "{id}"}')
    iteration = design.models["Task"].iteration
    assert iteration is not None
    assert (iteration.buckets, iteration.physical.name) == (10, "GSI1")
    assert iteration.key.partition.format({"$bucket": 7}) == "TASKS#07"


def test_a_template_model_is_not_iterable_by_itself(load: Load) -> None:
    assert load(ONE % "").models["Task"].iteration is None


def test_a_primary_id_joins_the_key_s_fields(load: Load) -> None:
    primary_id = load(ONE % "").models["Task"].primary_id
    assert primary_id.format({"owner": "a#b", "id": "c#d"}) == "a%23b#c#d"
    assert primary_id.parse("a%23b#c#d") == {"owner": "a#b", "id": "c#d"}


def test_key_fields_are_required(load: Load) -> None:
    fields = load(ONE % "").models["Task"].fields
    assert [field.name for field in fields.values() if field.required] == ["id", "owner"]


@pytest.mark.parametrize(
    ("settings", "keys"),
    [("partitionKey: PK, sortKey: SK", "PK: …, SK: …"), ("partitionKey: PK", "PK: …")],
)
def test_a_model_without_a_key_is_told(check: Check, settings: str, keys: str) -> None:
    text = f"""
        table: {{name: things, {settings}}}
        models:
          Thing:
            fields: {{id: {{type: StringField}}}}
        """

    (found,) = check(text)

    assert found.partition(": ")[2] == f"Thing: 'key' is missing. Write key: {{{keys}}}."


@pytest.mark.parametrize("delimiter", "0123456789-.")
def test_a_number_ends_where_no_number_goes_on(delimiter: str) -> None:
    text = f"{{n}}{delimiter}X"
    with pytest.raises(TemplateProblem) as refused:
        build_template(text, SCOPE, is_sort=False)

    assert (refused.value.problem, refused.value.remedy) == (
        f"'{text}' ends the number 'n' with '{delimiter}'.",
        "End it with '#'.",
    )


@pytest.mark.parametrize("delimiter", ["#", "_", ":", "X"])
def test_a_number_may_end_with_anything_else(delimiter: str) -> None:
    template = build_template(f"{{n}}{delimiter}", SCOPE, is_sort=False)

    assert template == Template((Placeholder("n", "int"), delimiter))


@pytest.mark.parametrize("delimiter", "#[]%")
def test_a_tenant_ends_with_what_it_never_holds(delimiter: str) -> None:
    template = build_template(f"{{tenant}}{delimiter}X", SCOPE, is_sort=False)

    assert template == Template((Placeholder("$tenant", "tenant"), f"{delimiter}X"))


@pytest.mark.parametrize("shards", [1, 100])
def test_a_partition_has_1_to_100_shards(shards: int) -> None:
    template = build_template(f"{{name:shard:{shards}}}", SCOPE, is_sort=False)

    assert template == Template((Placeholder("name", f"shard:{shards}:text"),))


@pytest.mark.parametrize(
    "spec", ["shard:0", "shard:101", "shard:", "shard", "shard:x", "shard:00001"]
)
def test_a_partition_has_no_other_number_of_shards(spec: str) -> None:
    with pytest.raises(TemplateProblem) as refused:
        build_template(f"{{name:{spec}}}", SCOPE, is_sort=False)

    assert (refused.value.problem, refused.value.remedy) == (
        f"'{{name:{spec}}}' asks for 'name' as '{spec}'.",
        "Write {name:shard:8}, with 1 to 100 shards.",
    )
