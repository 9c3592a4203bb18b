"""One mistake in a design is told once, with every place that it spoils."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design.load import compile_design
from tests.design.misspellings import DESIGNS, Misspelling, known_findings, misspellings

Check = Callable[[str], list[str]]

KNOWN = {design: known_findings(design) for design in DESIGNS}
WORDS = [
    pytest.param(one, id=f"{one.design} {one.name}")
    for design in DESIGNS
    for one in misspellings(design)
]

MANAGED = """\
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: userId}
  Post:
    modelPrefix: p
    fields:
      postId: {type: UlidField, autoAssign: true}
      userId: {type: RelatedField, model: User, required: true}
      likes: {type: CounterField}
      createdAt: {type: CreateDateField}
    primaryKey: {partitionKey: postId}
    indexes:
      postsForUser: {partitionKey: userId, sortKey: createdAt, indexId: gsi1}
      likedPosts: {partitionKey: userId, sortKey: likes, indexId: gsi2}
accessPatterns:
  popular: {model: Post, query: likedPosts, filter: {likes: {$gt: 10}}}
  titles: {model: Post, query: postsForUser, only: [postId, userId]}
"""

TEMPLATES = """\
table:
  indexes:
    GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
models:
  Theme:
    fields:
      business: {type: StringField}
      version: {type: IntegerField}
      status: {type: EnumField, values: [draft, done], defaultValue: draft}
    key: {PK: "BUS#{business}", SK: "THEME#{version:08d}"}
    indexes:
      themes: primaryKey
      byStatus: {index: GSI1, GSI1PK: "STATUS#{status}", GSI1SK: "{version:08d}"}
  Asset:
    fields: {business: {type: StringField}, name: {type: StringField}}
    key: {PK: "BUS#{business}", SK: "ASSET#{name}"}
    indexes:
      byName: {index: GSI1, GSI1PK: "ASSETS", GSI1SK: "{name}"}
collections:
  file: {models: [Theme, Asset], PK: "BUS#{business}"}
accessPatterns:
  drafts: {model: Theme, query: themes, filter: {status: draft}}
"""


@pytest.mark.parametrize("mistake", WORDS)
def test_a_misspelt_word_of_a_real_design_is_told_once(mistake: Misspelling) -> None:
    found = mistake.find()

    assert found == KNOWN[mistake.design][mistake.name], "run `make generate` and review its diff"
    assert len(found) <= 1


def test_most_words_cannot_be_misspelt() -> None:
    told = [found != [] for known in KNOWN.values() for found in known.values()]

    assert sum(told) > len(told) * 0.7


@pytest.mark.parametrize(
    ("right", "wrong", "finding"),
    [
        (
            "likes: {type: CounterField}",
            "likes: {type: Quantity}",
            "11: Post.fields.likes has unknown field type 'Quantity'. There is 'StringField', "
            "'IntegerField', 'FloatField', 'DecimalField', 'BooleanField', 'BinaryField', "
            "'StringSetField', 'EnumField', 'ListField', 'MapField', 'JsonField', 'UuidField' "
            "and others.",
        ),
        (
            "likes: {type: CounterField}",
            "likes: {tyep: CounterField}",
            "11: Post.fields.likes has unknown option 'tyep'. Did you mean 'type'?",
        ),
        (
            "      userId: {type: RelatedField",
            "      usrId: {type: RelatedField",
            "15: Post.indexes.postsForUser: 'partitionKey' names unknown field 'userId'. "
            "Did you mean 'usrId'? The same in line 16, line 19.",
        ),
        (
            "partitionKey: userId, sortKey: createdAt, indexId: gsi1",
            "partitionKey: writer, sortKey: createdAt, indexId: gsi1",
            "15: Post.indexes.postsForUser: 'partitionKey' names unknown field 'writer'. "
            "There is 'postId', 'userId', 'likes', 'createdAt', 'modelPrefix'.",
        ),
        (
            "    primaryKey: {partitionKey: postId}",
            "    primarykey: {partitionKey: postId}",
            "13: Post has unknown key 'primarykey'. Did you mean 'primaryKey'?",
        ),
        (
            "models:",
            "model:",
            "1: The design has unknown key 'model'. Did you mean 'models'?",
        ),
        (
            "indexId: gsi1",
            "indexId: gsi6",
            "15: Post.indexes.postsForUser: 'indexId' is 'gsi6'. "
            "There is 'gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'.",
        ),
    ],
)
def test_a_mistake_in_the_managed_layout_is_told_once(
    check: Check, right: str, wrong: str, finding: str
) -> None:
    assert check(MANAGED.replace(right, wrong)) == [f"shop.yaml:{finding}"]


@pytest.mark.parametrize(
    ("right", "wrong", "finding"),
    [
        (
            "GSI1: {partitionKey: GSI1PK",
            "GSI1: {partitionKey: GSI1HASH",
            "13: Theme.indexes.byStatus has unknown key 'GSI1PK'. Did you mean 'GSI1HASH'? "
            "The same in line 18.",
        ),
        (
            "      business: {type: StringField}",
            "      busines: {type: StringField}",
            "10: Theme.key: 'BUS#{business}' names unknown field 'business'. "
            "Did you mean 'busines'?",
        ),
        (
            "      business: {type: StringField}",
            "      owner: {type: StringField}",
            "10: Theme.key: 'BUS#{business}' names unknown field 'business'. "
            "There is 'owner', 'version', 'status'.",
        ),
        (
            "version: {type: IntegerField}",
            "version: {type: Whole}",
            "8: Theme.fields.version has unknown field type 'Whole'. There is 'StringField', "
            "'IntegerField', 'FloatField', 'DecimalField', 'BooleanField', 'BinaryField', "
            "'StringSetField', 'EnumField', 'ListField', 'MapField', 'JsonField', 'UuidField' "
            "and others.",
        ),
        (
            "values: [draft, done], ",
            "",
            "9: Theme.fields.status: an EnumField needs 'values'. "
            "Write a list, as [draft, published].",
        ),
        (
            "  Asset:",
            "  Picture:",
            "20: collections.file names unknown model 'Asset'. There is 'Theme', 'Picture'.",
        ),
        (
            '    key: {PK: "BUS#{business}", SK: "ASSET#{name}"}',
            '    key: {PK: "BUS#{business}", SK: "ASSET#{title}"}',
            "16: Asset.key: 'ASSET#{title}' names unknown field 'title'. "
            "There is 'business', 'name'.",
        ),
    ],
)
def test_a_mistake_in_key_templates_is_told_once(
    check: Check, right: str, wrong: str, finding: str
) -> None:
    assert check(TEMPLATES.replace(right, wrong)) == [f"shop.yaml:{finding}"]


def test_two_mistakes_are_two_findings(check: Check) -> None:
    spoiled = MANAGED.replace("query: likedPosts", "query: likdPosts").replace(
        "likes: {type: CounterField}", "likes: {type: CountField}"
    )

    assert check(spoiled) == [
        "shop.yaml:11: Post.fields.likes has unknown field type 'CountField'. "
        "Did you mean 'CounterField'?",
        "shop.yaml:18: accessPatterns.popular: Post has no index 'likdPosts'. "
        "Did you mean 'likedPosts'?",
    ]


def test_a_mistake_that_spoils_another_file_names_it() -> None:
    models, patterns = MANAGED.split("accessPatterns:")
    files = [
        ("a.yaml", models.replace("  User:", "  Author:")),
        ("b.yaml", "accessPatterns:" + patterns.replace("model: Post", "model: User")),
    ]

    _, findings = compile_design(files, "shop")

    assert [str(finding) for finding in findings] == [
        "a.yaml:10: Post.fields.userId refers to unknown model 'User'. "
        "There is 'Author', 'Post'. The same in b.yaml:2, b.yaml:3."
    ]
