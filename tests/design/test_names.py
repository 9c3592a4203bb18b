"""Names: from the design's to Python's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design
from tavola.design.fields.field_types import FIELD_TYPES
from tavola.design.fields.typed_maps import MEMBER_NAMES
from tavola.design.names import (
    CLASS_NAMES,
    HANDLE_NAMES,
    INSTANCE_NAMES,
    KEY_NAMES,
    TABLE_NAMES,
    find_closest,
    name_problem,
    pascal_case,
    snake_case,
    stem_of_index,
    stem_of_related,
    stem_of_unique,
    suggest,
    with_article,
)
from tavola.design.reading.grammar import SECTIONS

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]


@pytest.mark.parametrize(
    ("name", "python_name"),
    [
        ("userId", "user_id"),
        ("user_id", "user_id"),
        ("TaggedPost", "tagged_post"),
        ("HTMLPage", "html_page"),
        ("postsForUser", "posts_for_user"),
        ("p2pLink", "p2p_link"),
        ("URL", "url"),
    ],
)
def test_names_are_snake_case_in_python(name: str, python_name: str) -> None:
    assert snake_case(name) == python_name


@pytest.mark.parametrize("name", ["a Post", "an Order", "an Account", "a User"])
def test_a_model_has_its_article(name: str) -> None:
    assert with_article(name.split()[1]) == name


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("postsForUser", "posts"),
        ("recentPostsForTag", "recent_posts"),
        ("allPosts", "all_posts"),
        ("ForumPosts", "forum_posts"),
        ("platformsForForum", "platforms"),
    ],
)
def test_a_relation_is_named_by_what_comes_before_for(name: str, stem: str) -> None:
    assert stem_of_index(name) == stem


@pytest.mark.parametrize(
    ("name", "class_name"), [("vote_data", "VoteData"), ("blog", "Blog"), ("my.shop-2", "MyShop2")]
)
def test_a_table_class_is_pascal_case(name: str, class_name: str) -> None:
    assert pascal_case(name) == class_name


def test_a_suggestion_does_not_mind_the_case() -> None:
    assert suggest("postid", ["postId", "userId"]) == "Did you mean 'postId'?"


def test_another_number_is_no_misspelling() -> None:
    assert suggest("uc4", ["uc1", "uc2", "uc3"]) == "There is 'uc1', 'uc2', 'uc3'."


def test_without_a_near_name_all_are_shown() -> None:
    assert suggest("zzz", ["a", "b"]) == "There is 'a', 'b'."


MODEL = """
    models:
      %s:
        modelPrefix: t
        fields: {id: {type: UlidField}}
        primaryKey: {partitionKey: id}
    """


@pytest.mark.parametrize(
    ("name", "handle"), [("Tenant", "tenant_"), ("Batch", "batch_"), ("Tenants", "tenants")]
)
def test_a_handle_gives_way_to_the_methods_of_tables(load: Load, name: str, handle: str) -> None:
    assert load(MODEL % name).models[name].handle == handle


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Shop", "also the table class's name"),
        ("Class", "a keyword of Python ('class')"),
        ("2x", "not a name: use letters, digits and '_', a letter first"),
    ],
)
def test_a_model_may_not_take_a_name_of_ours(check: Check, name: str, why: str) -> None:
    assert check(MODEL % name) == [f"shop.yaml:3: {name}: '{name}' is {why}. Choose another name."]


def test_two_models_may_not_share_a_handle(check: Check) -> None:
    second = (MODEL % "URLLink").replace("    models:\n", "").replace("Prefix: t", "Prefix: v")
    found = check((MODEL % "UrlLink").rstrip() + second)
    assert found == [
        "shop.yaml:7: URLLink: its handle 'url_link' is that of UrlLink. Rename the model."
    ]


def test_every_option_of_a_type_is_in_the_grammar() -> None:
    options = {option for grammar in FIELD_TYPES.values() for option in grammar.options}
    assert options <= set(SECTIONS["field"].names)


def test_every_key_has_a_meaning_and_a_type() -> None:
    keys = [key for section in SECTIONS.values() for key in section.keys]
    assert [key.name for key in keys if not key.meaning.endswith(".") or not key.type] == []


@pytest.mark.parametrize("name", ["options", "changes", "values"])
def test_a_field_of_a_key_may_not_take_the_name_of_an_argument(check: Check, name: str) -> None:
    found = check(
        f"models: {{Poll: {{modelPrefix: p, primaryKey: {{partitionKey: {name}}}, fields: {{"
        f"{name}: {{type: StringField, required: true}}, at: {{type: CreateDateField}}}}}}}}"
    )

    where = f"shop.yaml:1: Poll.fields.{name}: '{name}' is in a key, and an argument of ours."
    assert where + " Choose another name." in found


def test_a_field_outside_of_keys_may_take_it(check: Check) -> None:
    found = check(
        "models: {Poll: {modelPrefix: p, primaryKey: {partitionKey: pollId}, fields: {"
        "pollId: {type: UlidField, autoAssign: true}, options: {type: ListField}, "
        "at: {type: CreateDateField}}}}"
    )

    assert found == []


TAKEN = {
    "fields": (
        INSTANCE_NAMES,
        """
        allow_scan condition consistent cursor delete descending expect_version fields filter
        force_reindex has_changes include_expired limit on_bad_item only primary_id refresh save
        self
        """,
    ),
    "fields of keys": (KEY_NAMES, "changes options values"),
    "indexes and patterns": (
        HANDLE_NAMES,
        """
        add count create delete delete_all delete_many exists fields first get get_by_id
        get_many iterate iterate_all iterate_bucket model plan put put_all put_many query reach
        reindex remove returning_old save scan schema table update upsert
        """,
    ),
    "collections": (
        TABLE_NAMES,
        """
        batch close consumed design hooks models now open plan plans query run scan store
        table_name table_names tenant transaction untenanted
        """,
    ),
    "members": (MEMBER_NAMES, "between exists is_in is_missing member remove set set_default"),
    "models": (CLASS_NAMES, "False None True"),
}


@pytest.mark.parametrize(("taken", "names"), TAKEN.values(), ids=TAKEN)
def test_a_name_that_is_taken_breaks_designs_that_have_it(
    taken: frozenset[str], names: str
) -> None:
    assert sorted(taken) == names.split()


@pytest.mark.parametrize(
    ("name", "taken", "problem"),
    [
        ("good", ["other"], None),
        ("a_1", [], None),
        ("", [], "is not a name: use letters, digits and '_', a letter first"),
        ("a-b", [], "is not a name: use letters, digits and '_', a letter first"),
        ("None", [], "is a keyword of Python ('none')"),
        ("Class", [], "is a keyword of Python ('class')"),
        ("getMany", ["get_many"], "is taken by a method or an argument of ours ('get_many')"),
    ],
)
def test_a_name_says_why_it_is_none(name: str, taken: list[str], problem: str | None) -> None:
    assert name_problem(name, taken) == problem


@pytest.mark.parametrize(
    ("name", "related", "unique"),
    [
        ("userId", "user", "user_id"),
        ("createdBy", "created_by", "created_by"),
        ("uniqueEmail", "unique_email", "email"),
        ("unique_id", "unique", "id"),
        ("id", "id", "id"),
        ("_id", "id", "id"),
    ],
)
def test_a_method_is_named_by_the_rest_of_a_name(name: str, related: str, unique: str) -> None:
    assert (stem_of_related(name), stem_of_unique(name)) == (related, unique)


def test_twelve_choices_are_shown_and_the_others_are_mentioned() -> None:
    names = [chr(ord("a") + n) for n in range(13)]
    shown = ", ".join(f"'{name}'" for name in names[:12])

    assert suggest("zzz", names[:12]) == f"There is {shown}."
    assert suggest("zzz", names) == f"There is {shown} and others."
    assert suggest("zzz", []) == "There is none."


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("USERID", ["userId"], "userId"),
        ("abcxy", ["abcde"], "abcde"),
        ("abxyz", ["abcde"], None),
        ("gsi6", ["gsi1"], None),
        ("gsi1", ["gsi1"], "gsi1"),
        ("gsi1x", ["gsi1"], "gsi1"),
        ("title", ["tilte", "title"], "title"),
    ],
)
def test_a_misspelt_name_is_near_the_one_that_was_meant(
    name: str, known: list[str], meant: str | None
) -> None:
    assert find_closest(name, known) == meant
