"""Loading: a file or a directory of files, one design."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tavola.design import Design, dump_python
from tavola.design import schema as schema_module
from tavola.design.load import check_design, load_design
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
    ("name", "content"), [("missing.yaml", None), ("latin.yaml", "ä".encode("latin-1"))]
)
def test_a_file_that_cannot_be_read_is_a_design_error(
    tmp_path: Path, name: str, content: bytes | None
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(DesignError, match=r"cannot be read"):
        load_design(file)


def test_an_empty_directory_is_a_design_error(tmp_path: Path) -> None:
    with pytest.raises(DesignError, match="has no YAML file"):
        load_design(tmp_path)


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
