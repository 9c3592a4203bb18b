"""What a generated module looks like."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest

from tavola import runtime
from tavola.design.load import load_design
from tavola.generate.layout import Group, Writer
from tavola.generate.module import generate_module
from tests.table.stores import Home, settle

DESIGNS = Path(__file__).parent.parent / "design"
EXAMPLES = sorted([DESIGNS / "dynamobao-models.yaml", *DESIGNS.glob("examples/*.yaml")])
SYSTEMS = sorted((Path(__file__).parents[2] / "src/tavola_systems").glob("*/design.yaml"))

each_design = pytest.mark.parametrize(
    "path", [*EXAMPLES, *SYSTEMS], ids=lambda one: one.parent.name + one.stem
)
sync_and_async = pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])


def text_of(path: Path, *, is_async: bool = False) -> str:
    return generate_module(
        load_design(path), source=path.name, output="models.py", is_async=is_async
    )


def ruff(*arguments: str, text: str) -> str:
    command = [sys.executable, "-m", "ruff", *arguments, "--stdin-filename", "src/models.py", "-"]
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


@each_design
@sync_and_async
def test_a_formatter_leaves_a_module_as_it_is(path: Path, is_async: bool) -> None:
    text = text_of(path, is_async=is_async)
    assert ruff("format", "--isolated", "--diff", text=text) == ""


@each_design
@sync_and_async
def test_a_linter_with_all_its_rules_finds_nothing(path: Path, is_async: bool) -> None:
    text = text_of(path, is_async=is_async)
    assert ruff("check", "--isolated", "--select", "ALL", text=text) == ""


@each_design
@sync_and_async
def test_no_line_is_longer_than_150_columns(path: Path, is_async: bool) -> None:
    lines = text_of(path, is_async=is_async).splitlines()
    assert [line for line in lines if len(line) > 150] == []


def test_a_signature_that_is_too_long_is_filled_and_stands_apart_from_its_body() -> None:
    writer = Writer()
    parameters = ("self", *(f"argument_{number}: str" for number in range(8)))
    writer.statement(
        "def call", Group("(", tuple(("", one) for one in parameters), ")"), " -> None:"
    )
    assert writer.text().splitlines() == [
        "def call(self, argument_0: str, argument_1: str, argument_2: str, argument_3: str, "
        "argument_4: str, argument_5: str, argument_6: str,",
        "        argument_7: str) -> None:",
    ]


@sync_and_async
def test_the_blog_s_module_is_short(is_async: bool) -> None:
    blog = next(path for path in SYSTEMS if path.parent.name == "blog")
    assert len(text_of(blog, is_async=is_async).splitlines()) <= 850


@each_design
@sync_and_async
def test_a_module_imports_nothing_of_ours_but_the_seam(path: Path, is_async: bool) -> None:
    tree = ast.parse(text_of(path, is_async=is_async))
    homes = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    plain = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    ours = {home for home in homes | plain if home is not None and home.startswith("tavola")}
    assert ours == {"tavola", "tavola.runtime"}


@each_design
def test_no_two_methods_of_a_class_have_one_docstring(path: Path) -> None:
    classes = [node for node in ast.parse(text_of(path)).body if isinstance(node, ast.ClassDef)]
    shared = [
        (kind.name, words)
        for kind in classes
        for words, count in Counter(_docstrings(kind)).items()
        if count > 1
    ]
    assert shared == []


def _docstrings(kind: ast.ClassDef) -> list[str | None]:
    return [ast.get_docstring(node) for node in kind.body if isinstance(node, ast.FunctionDef)]


def test_the_words_of_an_access_pattern_are_its_docstring(generate: Any) -> None:
    module = generate(DESIGNS.parents[1] / "src/tavola_systems/blog/design.yaml")
    assert module.PostMethods.post_titles.__doc__ == "Titles of a user's posts, latest first."


@each_design
def test_a_module_holds_the_design_it_was_made_from(path: Path, generate: Any) -> None:
    design = load_design(path)
    module = generate(path)
    assert getattr(module, design.name).design == design


@each_design
def test_the_same_design_gives_the_same_text(path: Path) -> None:
    assert text_of(path) == text_of(path)


def test_a_module_is_marked_as_generated_with_the_command_that_made_it() -> None:
    text = generate_module(
        load_design(DESIGNS / "examples/voting.yaml", name="Poll"),
        source="voting.yaml",
        output="poll.py",
        is_async=True,
        name="Poll",
    )
    assert text.splitlines()[:6] == [
        '"""Poll: typed access to the table `vote_data`.',
        "",
        "Generated from its design; change that, and generate again:",
        "",
        "    tavola generate voting.yaml -o poll.py --async --name Poll",
        '"""',
    ]


def test_a_docstring_shows_every_key_of_its_model(generate: Any) -> None:
    module = generate(DESIGNS / "examples/voting.yaml")
    assert cleandoc(module.User.__doc__).splitlines() == [
        "A User.",
        "",
        "- key: PK = USER#{name}, SK = METADATA",
        "- usersByEmail (GSI-1): GSI1PK = {email:lower}, GSI1SK = USER#{name}",
        "- uniqueName, a lock: PK = NAME#{name:lower}, SK = LOCK",
        "- uniqueEmail, a lock: PK = EMAIL#{email:lower}, SK = LOCK",
    ]


@pytest.mark.parametrize(
    ("field", "written", "shown"),
    [
        ("IntegerField", "{n:03d}", "{n:03d}"),
        ("IntegerField", "{n:013d}", "{n:013d}"),
        ("IntegerField", "{n:sortable}", "{n:sortable}"),
        ("DecimalField", "{n:012.2f}", "{n:012.2f}"),
        ("FloatField", "{n:sortable}", "{n:sortable}"),
        ("DateTimeField", "{n:iso}", "{n:iso}"),
        ("StringField", "{n}", "{n}"),
    ],
)
def test_a_docstring_shows_the_form_of_a_key_s_part(
    generate: Any, field: str, written: str, shown: str
) -> None:
    module = generate(
        f"""
table: {{name: shop}}
models:
  Thing:
    fields:
      id: {{type: StringField, required: true}}
      n: {{type: {field}, required: true}}
    key: {{PK: "{{id}}", SK: "N#{written}"}}
"""
    )

    lines = cleandoc(module.Thing.__doc__).splitlines()
    assert lines[2] == f"- key: PK = {{id}}, SK = N#{shown}"


LOADED = """
codec codec.bad_items
design design.key_pair design.names design.schema design.value_rules
errors
expressions expressions.render expressions.tree
keys keys.date_layouts keys.date_parts keys.forms keys.key_form keys.shards keys.template
keys.typed_forms
late_names
model model.annotations model.comparisons model.compiled model.dataclass_view model.document
model.field_expressions model.identifiers model.inline model.kinds model.members model.model
model.refs model.shape model.typed_map
operations operations.expiry operations.explain operations.read operations.read.get
operations.request_bodies operations.steps operations.unreadable
runtime runtime.descriptors runtime.version
table table.base table.collections table.handles table.internals table.methods table.plans
table.record table.result_pages table.table
values values.numbers values.refusals
"""
"""All that a generated module loads of the library: what classes, schemas and a get stand on."""


def test_importing_a_module_loads_what_its_classes_need_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(text_of(DESIGNS / "examples/cms.yaml"))
    code = "import models, sys; print(*(n for n in sys.modules if n.startswith('tavola.')))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    found = {name.removeprefix("tavola.") for name in done.stdout.split()}
    assert sorted(found - set(LOADED.split())) == []


@pytest.mark.parametrize(
    "costly", ["yaml", "dataclasses", "apsw", "pathlib", "asyncio", "hashlib", "random", "difflib"]
)
def test_importing_a_module_does_not_import_what_it_does_not_need(
    tmp_path: Path, costly: str
) -> None:
    (tmp_path / "models.py").write_text(text_of(DESIGNS / "examples/cms.yaml"))
    code = f"import models, sys; print('{costly}' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


HOSTILE = """
table: {name: shop}
models:
  Thing:
    description: |-
      ends \\ here \"\"\" + __import__("os").abort() + \"\"\"
    modelPrefix: t
    fields:
      thingId: {type: UlidField, autoAssign: true}
      text: {type: StringField, defaultValue: "\\"); raise SystemExit(1) #\\n\\\\"}
      kind: {type: EnumField, values: ["a\\"]", "it's", "\\\\"], description: 'ends with "'}
    primaryKey: {partitionKey: thingId}
"""


def test_no_text_of_a_design_becomes_code(generate: Any) -> None:
    thing = generate(HOSTILE).Thing(kind='a"]')
    assert (thing.text, thing.kind) == ('"); raise SystemExit(1) #\n\\', 'a"]')


def test_no_text_of_a_design_breaks_the_format(tmp_path: Path) -> None:
    path = tmp_path / "shop.yaml"
    path.write_text(HOSTILE)
    assert ruff("format", "--diff", text=text_of(path)) == ""


SHADOWING = """
models:
  Update:
    modelPrefix: u
    fields:
      str: {type: StringField, required: true}
      int: {type: IntegerField}
      datetime: {type: DateTimeField, required: true}
    primaryKey: {partitionKey: str, sortKey: datetime}
    indexes:
      all: primaryKey
"""


def test_names_of_ours_give_way_to_those_of_a_design(generate: Any, tmp_path: Path) -> None:
    module = generate(SHADOWING)
    assert module.Update.__module__ == module.__name__
    (tmp_path / "shop.yaml").write_text(SHADOWING)
    text = text_of(tmp_path / "shop.yaml")
    assert "    from tavola.runtime import Update as Update_\n" in text
    assert "\nfrom tavola.runtime import Update as Update_\n" not in text
    update = module.UpdateMethods.update.__wrapped__
    assert update.__annotations__["return"] == "Update_[Update]"


def test_a_model_that_is_called_as_type_checkers_look_for_them_loses_nothing(
    generate: Any, tmp_path: Path
) -> None:
    path = tmp_path / "shop.yaml"
    path.write_text(SHADOWING.replace("  Update:", "  TYPE_CHECKING:"))
    module = generate(path.read_text())
    assert module.TYPE_CHECKING.__module__ == module.__name__
    assert "\nif TYPE_CHECKING:" not in text_of(path)
    assert module.Update is runtime.Update


def test_a_class_of_ours_gives_way_to_a_model_of_its_name(generate: Any) -> None:
    module = generate("""
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField, autoAssign: true}}
    primaryKey: {partitionKey: userId}
  UserHandle:
    modelPrefix: h
    fields: {userId: {type: UlidField, autoAssign: true}}
    primaryKey: {partitionKey: userId}
""")
    assert (module.User.__name__, module.UserHandle.__name__) == ("User", "UserHandle")
    assert module.UserHandle_.__bases__ != module.UserHandle.__bases__


def test_a_model_may_have_the_name_of_a_class_of_ours(home: Home, generate: Any) -> None:
    module = generate("""
models:
  Page:
    modelPrefix: p
    fields:
      pageId: {type: UlidField, autoAssign: true}
      parentId: {type: RelatedField, model: Page}
    primaryKey: {partitionKey: pageId}
    indexes:
      childrenForParent: {partitionKey: parentId, sortKey: pageId, indexId: gsi1}
""")
    db = home.empty(module.Shop)
    parent = db.page.create()
    child = db.page.create(parent_id=parent.page_id)
    settle(db)
    assert list(parent.query_children()) == [child]
    assert child.get_parent() == parent
