"""Relation methods: from RelatedFields, indexes and mapping tables."""

from __future__ import annotations

from collections.abc import Callable

from tavola.design import Design, Relation

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

USER = """
    models:
      User:
        modelPrefix: u
        fields: {userId: {type: UlidField, autoAssign: true}}
        primaryKey: {partitionKey: userId}
"""


def test_a_related_field_gives_a_getter_and_its_index_a_query(load: Load) -> None:
    design = load(
        USER
        + """
      Post:
        modelPrefix: p
        fields:
          postId: {type: UlidField}
          userId: {type: RelatedField, model: User}
          createdBy: {type: RelatedField, model: User}
          createdAt: {type: CreateDateField}
        primaryKey: {partitionKey: postId}
        indexes:
          postsForUser: {partitionKey: userId, sortKey: createdAt, indexId: gsi1}
    """
    )
    assert design.models["Post"].relations == (
        Relation("getter", "Post", "get_user", "User", "userId"),
        Relation("getter", "Post", "get_created_by", "User", "createdBy"),
    )
    assert design.models["User"].relations == (
        Relation("query", "User", "query_posts", "Post", "userId", "Post", "postsForUser"),
    )


def test_two_queries_of_one_name_take_the_whole_name(load: Load) -> None:
    design = load(
        USER
        + """
      Post:
        modelPrefix: p
        fields:
          postId: {type: UlidField}
          authorId: {type: RelatedField, model: User}
          editorId: {type: RelatedField, model: User}
        primaryKey: {partitionKey: postId}
        indexes:
          postsForAuthor: {partitionKey: authorId, sortKey: postId, indexId: gsi1}
          postsForEditor: {partitionKey: editorId, sortKey: postId, indexId: gsi2}
    """
    )
    assert [one.python_name for one in design.models["User"].relations] == [
        "query_posts_for_author",
        "query_posts_for_editor",
    ]


def test_a_model_may_refer_to_itself(load: Load) -> None:
    design = load("""
        models:
          Comment:
            modelPrefix: c
            fields:
              commentId: {type: UlidField}
              parentId: {type: RelatedField, model: Comment}
            primaryKey: {partitionKey: commentId}
            indexes:
              repliesForParent: {partitionKey: parentId, sortKey: commentId, indexId: gsi1}
        """)
    assert [(one.kind, one.python_name) for one in design.models["Comment"].relations] == [
        ("getter", "get_parent"),
        ("query", "query_replies"),
    ]


def test_two_models_may_refer_to_each_other(load: Load) -> None:
    design = load("""
        models:
          Team:
            modelPrefix: t
            fields: {teamId: {type: UlidField}, leadId: {type: RelatedField, model: Player}}
            primaryKey: {partitionKey: teamId}
            indexes: {teamsForLead: {partitionKey: leadId, sortKey: teamId, indexId: gsi1}}
          Player:
            modelPrefix: p
            fields: {playerId: {type: UlidField}, teamId: {type: RelatedField, model: Team}}
            primaryKey: {partitionKey: playerId}
            indexes: {playersForTeam: {partitionKey: teamId, sortKey: playerId, indexId: gsi1}}
        """)
    assert [one.python_name for one in design.models["Team"].relations] == [
        "get_lead",
        "query_players",
    ]
    assert [one.python_name for one in design.models["Player"].relations] == [
        "get_team",
        "query_teams",
    ]


def test_a_mapping_of_a_model_to_itself_leads_to_the_other_side(load: Load) -> None:
    design = load(
        USER
        + """
      Follow:
        tableType: mapping
        modelPrefix: f
        fields:
          followerId: {type: RelatedField, model: User, required: true}
          followeeId: {type: RelatedField, model: User, required: true}
          createdAt: {type: CreateDateField}
        primaryKey: {partitionKey: followerId, sortKey: followeeId}
        indexes:
          followeesForFollower: primaryKey
          followersForFollowee: {partitionKey: followeeId, sortKey: followerId, indexId: gsi1}
          recentFollowersForFollowee: {partitionKey: followeeId, sortKey: createdAt, indexId: gsi2}
    """
    )
    assert [
        (one.python_name, one.field, one.other_field) for one in design.models["User"].relations
    ] == [
        ("get_followees", "followerId", "followeeId"),
        ("get_followers", "followeeId", "followerId"),
        ("get_recent_followers", "followeeId", "followerId"),
    ]


def test_a_mapping_is_not_iterable_unless_it_says_so(load: Load) -> None:
    design = load(
        USER
        + """
      Follow:
        tableType: mapping
        modelPrefix: f
        fields: {a: {type: RelatedField, model: User}, b: {type: RelatedField, model: User}}
        primaryKey: {partitionKey: a, sortKey: b}
    """
    )
    assert design.models["Follow"].iteration is None
    assert design.models["User"].iteration is not None


def test_two_getters_of_one_name_are_an_error(check: Check) -> None:
    found = check(
        USER
        + """
      Post:
        modelPrefix: p
        fields:
          postId: {type: UlidField}
          userId: {type: RelatedField, model: User}
          user: {type: RelatedField, model: User}
        primaryKey: {partitionKey: postId}
    """
    )
    assert found == [
        "shop.yaml:13: Post.fields.user gives Post the method 'get_user', which is also that of "
        "Post.fields.userId. Rename one of them."
    ]
