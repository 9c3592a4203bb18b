"""Mistakes that other tools accept in silence are errors here, with what would be right."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.design.load import check_design
from tavola.errors import DesignError

Check = Callable[[str], list[str]]


def user(**changes: str) -> str:
    """Write a good managed model with some of its lines changed; an empty text drops the line."""
    lines = {
        "modelPrefix": "modelPrefix: u",
        "fields": "fields: {userId: {type: UlidField, autoAssign: true}, "
        "email: {type: StringField}, name: {type: StringField}, tags: {type: StringSetField}, "
        "photo: {type: BinaryField}}",
        "primaryKey": "primaryKey: {partitionKey: userId}",
        "indexes": "",
        "uniqueConstraints": "",
        "more": "",
    } | changes
    body = "\n".join(line for line in lines.values() if line)
    return f"models:\n  User:\n{textwrap.indent(body, '    ')}\n"


def unique(field: str, slot: str) -> dict[str, str]:
    line = f"uniqueEmail: {{field: {field}, uniqueConstraintId: {slot}}}"
    return {"uniqueConstraints": f"uniqueConstraints: {{{line}}}"}


BAD: list[tuple[str, dict[str, str], str]] = [
    ("no fields", {"fields": ""}, "2: User: 'fields' is missing. It takes a mapping."),
    (
        "a key whose only part is a misspelt prefix",
        {"primaryKey": "primaryKey: {partitionKey: model}"},
        "5: User.primaryKey: 'partitionKey' names unknown field 'model'."
        " Did you mean 'modelPrefix'?",
    ),
    (
        "an unknown field type",
        {"fields": "fields: {userId: {type: UlidFeild}}"},
        "4: User.fields.userId has unknown field type 'UlidFeild'. Did you mean 'UlidField'?",
    ),
    (
        "no primary key",
        {"primaryKey": ""},
        "2: User: 'primaryKey' is missing. Write primaryKey: {partitionKey: …}.",
    ),
    (
        "an index without an id",
        {"indexes": "indexes: {byName: {partitionKey: name, sortKey: email}}"},
        "6: User.indexes.byName: 'indexId' is missing. It takes `gsi1` to `gsi5`.",
    ),
    (
        "an unknown field in the primary key",
        {"primaryKey": "primaryKey: {partitionKey: userid}"},
        "5: User.primaryKey: 'partitionKey' names unknown field 'userid'. Did you mean 'userId'?",
    ),
    (
        "an unknown field in the sort key",
        {"primaryKey": "primaryKey: {partitionKey: userId, sortKey: mail}"},
        "5: User.primaryKey: 'sortKey' names unknown field 'mail'. Did you mean 'email'?",
    ),
    (
        "an unknown field in an index",
        {"indexes": "indexes: {byName: {partitionKey: nam, sortKey: email, indexId: gsi1}}"},
        "6: User.indexes.byName: 'partitionKey' names unknown field 'nam'. Did you mean 'name'?",
    ),
    (
        "an unknown field in a constraint",
        unique("mail", "uc1"),
        "6: User.uniqueConstraints.uniqueEmail: 'field' names unknown field 'mail'. "
        "Did you mean 'email'?",
    ),
    (
        "an index without a sort key",
        {"indexes": "indexes: {byName: {partitionKey: name, indexId: gsi1}}"},
        "6: User.indexes.byName: 'sortKey' is missing. It takes a field or `modelPrefix`.",
    ),
    (
        "an index name with an underscore first",
        {"indexes": "indexes: {_all: primaryKey}"},
        "6: User.indexes._all: '_all' is not a name: use letters, digits and '_', a letter first. "
        "Choose another name.",
    ),
    (
        "a field name with an underscore first",
        {"fields": "fields: {userId: {type: UlidField}, _x: {type: StringField}}"},
        "4: User.fields._x: '_x' is not a name: use letters, digits and '_', a letter first. "
        "Choose another name.",
    ),
    (
        "a ttl of another name",
        {"fields": "fields: {userId: {type: UlidField}, expires: {type: TtlField}}"},
        "4: User.fields.expires: a TtlField must be named 'ttl'. "
        "DynamoDB expires by one attribute of the table.",
    ),
    (
        "a fourth constraint",
        unique("email", "uc4"),
        "6: User.uniqueConstraints.uniqueEmail: 'uniqueConstraintId' is 'uc4'. "
        "There is 'uc1', 'uc2', 'uc3'.",
    ),
    (
        "an eleventh constraint",
        unique("email", "uc11"),
        "6: User.uniqueConstraints.uniqueEmail: 'uniqueConstraintId' is 'uc11'. "
        "There is 'uc1', 'uc2', 'uc3'.",
    ),
    (
        "too many buckets",
        {"more": "iterationBuckets: 1001"},
        "6: User: 'iterationBuckets' is 1001. Write 1 to 1000.",
    ),
    (
        "former buckets of a model that has one",
        {"more": "iterationBuckets: 1\nformerIterationBuckets: 10"},
        "7: User: its items stand in one partition now, whose key has no bucket. "
        "Keep iterationBuckets at 2 or more until `tavola reindex` has run.",
    ),
    (
        "no buckets",
        {"more": "iterationBuckets: 0"},
        "6: User: 'iterationBuckets' is 0. Write 1 to 1000.",
    ),
    (
        "a set in an index",
        {"indexes": "indexes: {byTag: {partitionKey: tags, sortKey: name, indexId: gsi1}}"},
        "6: User.indexes.byTag: 'tags' is a StringSetField, which no key can hold. "
        "Use a field with one string, number or date.",
    ),
    (
        "a binary in an index",
        {"indexes": "indexes: {byPhoto: {partitionKey: name, sortKey: photo, indexId: gsi1}}"},
        "6: User.indexes.byPhoto: 'photo' is a BinaryField, which no key can hold. "
        "Use a field with one string, number or date.",
    ),
    (
        "a set in the primary key",
        {"primaryKey": "primaryKey: {partitionKey: tags}"},
        "5: User.primaryKey: 'tags' is a StringSetField, which no key can hold. "
        "Use a field with one string, number or date.",
    ),
    (
        "no prefix",
        {"modelPrefix": ""},
        "2: User: 'modelPrefix' is missing. Write 1 to 4 letters or digits.",
    ),
    (
        "a long prefix",
        {"modelPrefix": "modelPrefix: abcdefghij"},
        "3: User: 'modelPrefix' is 'abcdefghij'. Write 1 to 4 letters or digits.",
    ),
    (
        "a prefix with a delimiter",
        {"modelPrefix": "modelPrefix: 'a#'"},
        "3: User: 'modelPrefix' is 'a#'. Write 1 to 4 letters or digits.",
    ),
    (
        "a sixth index",
        {"indexes": "indexes: {byName: {partitionKey: name, sortKey: email, indexId: gsi6}}"},
        "6: User.indexes.byName: 'indexId' is 'gsi6'. "
        "There is 'gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'.",
    ),
    (
        "two indexes on one id",
        {
            "indexes": "indexes:\n"
            "  byName: {partitionKey: name, sortKey: email, indexId: gsi1}\n"
            "  byEmail: {partitionKey: email, sortKey: name, indexId: gsi1}"
        },
        "8: User.indexes.byEmail: 'byName' has gsi1 already. Give each index its own.",
    ),
    (
        "two constraints on one id",
        {
            "uniqueConstraints": "uniqueConstraints:\n"
            "  uniqueName: {field: name, uniqueConstraintId: uc1}\n"
            "  uniqueEmail: {field: email, uniqueConstraintId: uc1}"
        },
        "8: User.uniqueConstraints.uniqueEmail: 'uniqueName' has uc1 already. "
        "Give each constraint its own.",
    ),
    (
        "a boolean in quotes",
        {"more": "iterable: 'yes'"},
        "6: User: 'iterable' is 'yes'. Write true or false.",
    ),
    (
        "an unknown key",
        {"more": "itterable: true"},
        "6: User has unknown key 'itterable'. Did you mean 'iterable'?",
    ),
    (
        "an unknown option",
        {"fields": "fields: {userId: {type: UlidField, autoasign: true}}"},
        "4: User.fields.userId has unknown option 'autoasign'. Did you mean 'autoAssign'?",
    ),
    (
        "an option of another type",
        {"fields": "fields: {userId: {type: UlidField, precision: 2}}"},
        "4: User.fields.userId: UlidField takes no 'precision'. It belongs to FloatField.",
    ),
    (
        "an unknown table type",
        {"more": "tableType: maping"},
        "6: User: 'tableType' is 'maping'. Did you mean 'mapping'?",
    ),
    (
        "a relation to an unknown model",
        {"fields": "fields: {userId: {type: UlidField}, boss: {type: RelatedField, model: Usr}}"},
        "4: User.fields.boss refers to unknown model 'Usr'. Did you mean 'User'?",
    ),
    (
        "a relation without a model",
        {"fields": "fields: {userId: {type: UlidField}, boss: {type: RelatedField}}"},
        "4: User.fields.boss: a RelatedField needs 'model'. Write the model's name.",
    ),
    (
        "a mapping as default",
        {
            "fields": "fields: {userId: {type: UlidField}, "
            "name: {type: StringField, defaultValue: {a: 1}}}"
        },
        "4: User.fields.name: the default {'a': 1} does not fit StringField. It takes a string.",
    ),
    (
        "modelPrefix as the whole key",
        {"primaryKey": "primaryKey: {partitionKey: modelPrefix}"},
        "5: User.primaryKey: partitionKey and sortKey are both modelPrefix, so only one item "
        "fits. Use a field for one of them.",
    ),
    (
        "a counter in the primary key",
        {
            "fields": "fields: {userId: {type: UlidField}, n: {type: CounterField}}",
            "primaryKey": "primaryKey: {partitionKey: n}",
        },
        "5: User.primaryKey: 'n' is a CounterField, which changes, but a primary key never does. "
        "Choose a field that stays.",
    ),
    (
        "a field that is a method",
        {"fields": "fields: {userId: {type: UlidField}, save: {type: StringField}}"},
        "4: User.fields.save: 'save' is taken by a method or an argument of ours ('save'). "
        "Choose another name.",
    ),
    (
        "a field that is a keyword",
        {"fields": "fields: {userId: {type: UlidField}, class: {type: StringField}}"},
        "4: User.fields.class: 'class' is a keyword of Python ('class'). Choose another name.",
    ),
    (
        "two fields of one name in Python",
        {"fields": "fields: {userId: {type: UlidField}, user_id: {type: StringField}}"},
        "4: User.fields.user_id: 'user_id' and 'userId' are both 'user_id' in Python. Rename one.",
    ),
    (
        "an index that is a method",
        {"indexes": "indexes: {scan: primaryKey}"},
        "6: User.indexes.scan: 'scan' is taken by a method or an argument of ours ('scan'). "
        "Choose another name.",
    ),
    (
        "one key twice",
        {"more": "modelPrefix: v"},
        "6: modelPrefix: the key 'modelPrefix' is given twice (first in line 3). Keep one.",
    ),
    (
        "key templates in a managed design",
        {"more": "type: USER"},
        "6: User: 'type' belongs to the key templates. One design has one layout.",
    ),
]


def test_the_model_that_is_spoiled_here_is_good(check: Check) -> None:
    assert check(user()) == []


@pytest.mark.parametrize(
    ("changes", "message"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_a_bad_file_says_where_and_what_would_be_right(
    check: Check, changes: dict[str, str], message: str
) -> None:
    assert check(user(**changes)) == [f"shop.yaml:{message}"]


def test_two_models_cannot_have_one_prefix(check: Check) -> None:
    second = user().removeprefix("models:\n").replace("User:", "Visitor:")
    assert check(user() + second) == [
        "shop.yaml:7: Visitor: modelPrefix 'u' is that of User. Give each model its own."
    ]


def test_all_problems_come_at_once(check: Check) -> None:
    assert check(user(modelPrefix="modelPrefix: ''", more="iterable: 3\ntableType: x")) == [
        "shop.yaml:3: User: 'modelPrefix' is ''. Write 1 to 4 letters or digits.",
        "shop.yaml:6: User: 'iterable' is 3. Write true or false.",
        "shop.yaml:7: User: 'tableType' is 'x'. There is 'standard', 'mapping'.",
    ]


def test_both_mistakes_of_a_constraint_come_at_once(check: Check) -> None:
    assert check(user(**unique("emial", "uc4"))) == [
        "shop.yaml:6: User.uniqueConstraints.uniqueEmail: 'uniqueConstraintId' is 'uc4'. "
        "There is 'uc1', 'uc2', 'uc3'.",
        "shop.yaml:6: User.uniqueConstraints.uniqueEmail: 'field' names unknown field 'emial'. "
        "Did you mean 'email'?",
    ]


@pytest.mark.parametrize(
    "default",
    ["it's", "'}), x: (__import__('os').system('true'))", '"""', "{0}", "\\", "a\nb"],
)
def test_a_default_is_data_whatever_it_says(check: Check, default: str) -> None:
    quoted = default.replace("'", "''")
    text = f"""\
        models:
          User:
            modelPrefix: u
            fields:
              id: {{type: StringField}}
              name: {{type: StringField, defaultValue: '{quoted}'}}
            primaryKey: {{partitionKey: id}}
        """
    assert check(text) == []


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            "models: [",
            ["1: yaml: expected the node content, but found '<stream end>'. Write valid YAML."],
        ),
        (
            "models: {User: !!python/object/apply:os.system [x]}",
            ["1: User: a list stands here. Write a mapping."],
        ),
        ("- a", ["1: design: a list stands here. Write a mapping."]),
        ("", ["1: design: 'models' is missing. It takes a mapping."]),
        (
            "models: {}",
            ["1: design: 'models' is empty. Write a model with its fields and its key."],
        ),
        (
            "modles: {}",
            [
                "1: The design has unknown key 'modles'. Did you mean 'models'?",
                "1: design: 'models' is empty. Write a model with its fields and its key.",
            ],
        ),
        (
            user().replace("User:", "user:"),
            ["2: user: the class 'user' begins with a small letter. Write User."],
        ),
        ("models: {User: 5}", ["1: User: a number stands here. Write a mapping."]),
        ("models: {User: {fields: [a]}}", ["1: User: 'fields' is a list. Write a mapping."]),
        (
            "models: {User: {fields: {}}}",
            ["1: User: 'fields' is empty. A model has at least the fields of its key."],
        ),
    ],
)
def test_a_file_that_is_no_design_is_an_error(check: Check, text: str, findings: list[str]) -> None:
    assert check(text) == [f"shop.yaml:{finding}" for finding in findings]


def test_a_file_that_is_no_yaml_is_told_only_that(check: Check) -> None:
    [found] = check("models: {User: {fields:")

    assert found.startswith("shop.yaml:1: yaml: ")


def test_a_file_of_a_directory_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("models: {}")
    (tmp_path / "b.yaml").write_bytes(b"\xff")

    with pytest.raises(DesignError, match=r"yaml:1: The design cannot be read: it is not UTF-8\."):
        check_design(tmp_path)


def test_deep_nesting_is_an_error(check: Check) -> None:
    assert check("models: " + "[" * 600) != []


def test_aliases_of_aliases_do_not_grow_without_end(check: Check) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert any("nested too deep or too large" in found for found in check("\n".join(lines)))


def test_an_index_includes_at_most_twenty_attributes(check: Check) -> None:
    names = [f"n{number}" for number in range(21)]
    fields = "\n".join(f"      {name}: {{type: StringField}}" for name in names)
    index = f"{{partitionKey: GSI1PK, projection: {{include: [{', '.join(names)}]}}}}"
    text = (
        f"table:\n  indexes:\n    GSI1: {index}\nmodels:\n  User:\n"
        f"    fields:\n{fields}\n    key: {{PK: 'U#{{n0}}', SK: X}}\n"
        "    indexes: {users: {index: GSI1, GSI1PK: '{n1}'}}\n"
    )

    assert check(text) == [
        "shop.yaml:3: table.indexes.GSI1: the projection includes 21 attributes. "
        "DynamoDB takes 20; with more, write projection: all."
    ]
    assert check(text.replace(", n20]", "]")) == []


@pytest.mark.parametrize("key", ["''", "[]", "5", "{}", "['']"])
def test_an_index_without_a_partition_key_is_told_once(check: Check, key: str) -> None:
    [found] = check(f"""\
        table:
          partitionKey: PK
          sortKey: SK
          indexes: {{GSI1: {{partitionKey: {key}, sortKey: GSI1SK}}}}
        models:
          Thing:
            type: T
            fields: {{id: {{type: StringField, required: true}}}}
            key: {{PK: "T#{{id}}", SK: T}}
            indexes: {{things: {{index: GSI1, GSI1SK: "{{id}}"}}}}
    """)

    assert found.startswith("shop.yaml:4: table.indexes.GSI1")


@pytest.mark.parametrize("name", ["name ", " name", "  name  ", "# type: ignore"])
def test_a_field_whose_name_a_template_reads_otherwise_is_an_error(check: Check, name: str) -> None:
    read = name.partition(":")[0].strip()
    text = f"""\
        table: {{name: shop, partitionKey: PK}}
        models:
          User:
            fields: {{"{name}": {{type: StringField}}}}
            key: {{PK: "A#{{{name}}}"}}
        """

    assert check(text) == [
        f"shop.yaml:4: User.fields.{name}: '{name}' is not a name: use letters, digits and '_', "
        "a letter first. Choose another name.",
        f"shop.yaml:5: User.key: 'A#{{{name}}}' names unknown field '{read}'. There is none.",
    ]
