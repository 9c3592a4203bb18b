"""Loading: a file or a directory of files, one design."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tavola.design import Design, dump_python
from tavola.design import schema as schema_module
from tavola.design.load import check_design, compile_design, load_design
from tavola.errors import DesignError
from tavola.keys import Placeholder, Template

HERE = Path(__file__).parent
USER = """\
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: userId}
"""
DESIGNS = [HERE / "dynamobao-models.yaml", *sorted((HERE / "examples").glob("*.yaml"))]


def test_a_directory_is_one_design(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(USER)
    (tmp_path / "b.yml").write_text(
        USER.replace("User", "Visitor").replace("Prefix: u", "Prefix: v")
    )
    (tmp_path / "notes.txt").write_text("no design")
    assert list(load_design(tmp_path).models) == ["User", "Visitor"]


def test_a_model_in_two_files_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(USER)
    (tmp_path / "b.yaml").write_text(USER)
    assert [str(one) for one in check_design(tmp_path)] == [
        f"{tmp_path}/b.yaml:2: models.User is given twice (first in {tmp_path}/a.yaml:2). Keep one."
    ]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("missing.yaml", None, "No such file or directory"),
        ("latin.yaml", "ä".encode("latin-1"), "it is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_design_error(
    tmp_path: Path, name: str, content: bytes | None, reason: str
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(DesignError) as caught:
        load_design(file)

    assert [str(one) for one in caught.value.findings] == [
        f"{file}:1: The design cannot be read: {reason}."
    ]


def test_an_empty_directory_is_a_design_error(tmp_path: Path) -> None:
    with pytest.raises(DesignError) as caught:
        load_design(tmp_path)

    assert [str(one) for one in caught.value.findings] == [
        f"{tmp_path}:1: The design cannot be read: the directory has no YAML file."
    ]


def test_a_file_has_at_most_16_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "blog.yaml"
    file.write_bytes(b"\1" * 16_000_000)
    assert [one.where for one in check_design(file)] == ["yaml"]

    file.write_bytes(b"\1" * 16_000_001)
    with pytest.raises(DesignError) as caught:
        check_design(file)

    assert [str(one) for one in caught.value.findings] == [
        f"{file}:1: The design cannot be read: it is longer than 16,000,000 bytes."
    ]


def test_a_path_that_no_file_can_have_is_a_design_error() -> None:
    with pytest.raises(DesignError, match="1: The design cannot be read: embedded null byte"):
        load_design("a\0b")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_may_end_as_on_other_systems(tmp_path: Path, end: str) -> None:
    file = tmp_path / "blog.yaml"
    file.write_bytes(USER.replace("Prefix: u", "Prefix: '#'").replace("\n", end).encode())

    assert [one.line for one in check_design(file)] == [3]


def test_a_design_error_has_every_finding(tmp_path: Path) -> None:
    file = tmp_path / "blog.yaml"
    file.write_text(USER.replace("UlidField", "UlidFeild").replace("Prefix: u", "Prefix: '#'"))
    with pytest.raises(DesignError) as caught:
        load_design(file)
    assert [finding.line for finding in caught.value.findings] == [3, 4]


@pytest.mark.parametrize(
    ("file", "table", "expected"),
    [
        ("blog.yaml", "", ("Blog", "blog")),
        ("blog.yaml", "table: {name: vote_data}\n", ("VoteData", "vote_data")),
        ("my-shop.yaml", "", ("MyShop", "my-shop")),
        ("x.yaml", "table: {name: AsyncEventTable}\n", ("AsyncEventTable", "AsyncEventTable")),
    ],
)
def test_the_table_class_is_named_after_the_table_or_the_file(
    tmp_path: Path, file: str, table: str, expected: tuple[str, str]
) -> None:
    (tmp_path / file).write_text(table + USER)
    design = load_design(tmp_path / file)
    assert (design.name, design.table.name) == expected


def test_the_table_class_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "blog.yaml").write_text(USER)
    assert load_design(tmp_path / "blog.yaml", name="Journal").name == "Journal"


@pytest.mark.parametrize("file", DESIGNS, ids=lambda file: file.stem)
def test_a_schema_written_as_python_makes_an_equal_one(file: Path) -> None:
    design = load_design(file)
    names = vars(schema_module) | {"Template": Template, "Placeholder": Placeholder}
    again = eval(dump_python(design), names)
    assert isinstance(again, Design)
    assert again == design


@pytest.mark.parametrize("file", DESIGNS, ids=lambda file: file.stem)
def test_a_schema_s_repr_makes_an_equal_one(file: Path) -> None:
    design = load_design(file)
    names = vars(schema_module) | {"Template": Template, "Placeholder": Placeholder}
    assert eval(repr(design), names) == design


def test_the_schema_needs_no_yaml() -> None:
    code = "import sys, tavola.design; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_words_of_yaml_1_1_stay_text(tmp_path: Path) -> None:
    (tmp_path / "blog.yaml").write_text(
        USER.replace("createdAt:", "answer: {type: EnumField, values: [yes, no, on]}, createdAt:")
    )
    answer = load_design(tmp_path / "blog.yaml").models["User"].fields["answer"]
    assert answer.values == ("yes", "no", "on")


def test_anchors_and_merge_keys_work(tmp_path: Path) -> None:
    (tmp_path / "blog.yaml").write_text("""\
models:
  User: &base
    modelPrefix: u
    fields: {id: {type: UlidField}}
    primaryKey: {partitionKey: id}
  Visitor:
    <<: *base
    modelPrefix: v
""")
    models = load_design(tmp_path / "blog.yaml").models
    assert {name: model.model_prefix for name, model in models.items()} == {
        "User": "u",
        "Visitor": "v",
    }


MODEL = "models: {A: {fields: {i: {type: StringField}}, key: {PK: '{i}', SK: A}}}\n"


NO_NAME = "is not a name: use letters, digits and '_', a letter first"


@pytest.mark.parametrize(
    ("head", "finding"),
    [
        ("name: class", "1: name: the table class 'Class' is a keyword of Python ('class')."),
        ("\nname: '2x'", f"2: name: the table class '2x' {NO_NAME}."),
        ("\n\ntable: {name: '2xy'}", f"3: table: the table class '2xy' {NO_NAME}."),
        ("name: None", "1: name: the table class 'None' is taken by a class of ours."),
    ],
)
def test_a_table_class_has_a_name_of_python(head: str, finding: str) -> None:
    _, findings = compile_design([("shop.yaml", f"{head}\n{MODEL}")], "shop")

    where = finding.split(": ")[1]
    assert [str(one) for one in findings] == [
        f"shop.yaml:{finding} Change {where}, or give --name."
    ]


def test_a_file_s_name_that_is_none_of_python_is_told_at_the_design() -> None:
    _, findings = compile_design([("2x.yaml", "\n" + MODEL)], "2x")

    assert [str(one) for one in findings] == [
        f"2x.yaml:2: design: the table class '2x' {NO_NAME}. Write name: …, or give --name."
    ]


KEY = "A: 'key' is missing. Write key: {PK: …, SK: …}."
PREFIX = "A: 'modelPrefix' is missing. Write 1 to 4 letters or digits."
KEYLESS = "models: {A: {fields: {i: {type: StringField}}}}"


@pytest.mark.parametrize(
    ("head", "finding"),
    [
        ("", PREFIX),
        ("table: {}", PREFIX),
        ("table: {name: abc, tags: {a: b}}", PREFIX),
        ("tables: {one: {}}", KEY),
        ("table: {partitionKey: PK, sortKey: SK}", KEY),
        ("table: {sortKey: SK}", KEY),
        ("table: {typeAttribute: T}", KEY),
        ("table: {ttlAttribute: ttl}", KEY),
        ("table: {indexes: {}}", KEY),
    ],
)
def test_a_model_without_a_key_has_the_layout_of_its_table(head: str, finding: str) -> None:
    _, findings = compile_design([("shop.yaml", f"{head}\n{KEYLESS}")], "shop")

    assert str(findings[0]) == f"shop.yaml:2: {finding}"


@pytest.mark.parametrize(
    ("more", "layout"),
    [
        ("key: {PK: '{i}', SK: A}", "templates"),
        ("modelPrefix: a", "managed"),
        ("primaryKey: {partitionKey: i}", "managed"),
    ],
)
def test_a_key_says_the_layout_whatever_the_table_has(more: str, layout: str) -> None:
    text = KEYLESS.replace("fields:", f"{more}, fields:")
    managed, _ = compile_design([("shop.yaml", text)], "shop")
    templates, _ = compile_design([("shop.yaml", f"table: {{indexes: {{}}}}\n{text}")], "shop")

    assert (managed.layout, templates.layout) == (layout, layout)


def test_what_no_file_says_is_missing_in_the_first() -> None:
    _, findings = compile_design([("a.yaml", "\nname: x"), ("b.yaml", "table: {}")], "shop")

    assert [str(one) for one in findings] == [
        "a.yaml:1: design: 'models' is missing. It takes a mapping."
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            f"tabel: {{indexes: {{}}}}\n{KEYLESS}",
            ["1: The design has unknown key 'tabel'. Did you mean 'table'?", f"2: {KEY}"],
        ),
        (
            MODEL.replace("models:", "modls:"),
            ["1: The design has unknown key 'modls'. Did you mean 'models'?"],
        ),
        (
            "name: x\nmodels: {}",
            ["2: design: 'models' is empty. Write a model with its fields and its key."],
        ),
        (f"json: snake_case\n{MODEL}", []),
        (f"json: camelCase\n{MODEL}", []),
    ],
)
def test_a_misspelt_section_is_read_as_it_was_meant(text: str, found: list[str]) -> None:
    _, findings = compile_design([("shop.yaml", text)], "shop")

    assert [str(one) for one in findings] == [f"shop.yaml:{one}" for one in found]
