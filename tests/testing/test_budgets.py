"""The fixture that fails a test whose access patterns cost more than their design allows."""

from __future__ import annotations

import sys

import pytest

pytest_plugins = ["pytester"]

DESIGN = """
models:
  Post:
    modelPrefix: p
    fields:
      postId: {type: UlidField, autoAssign: true}
      userId: {type: StringField, required: true}
    primaryKey: {partitionKey: postId}
    indexes:
      postsOfUser: {partitionKey: userId, sortKey: postId, indexId: gsi1}
accessPatterns:
  fewPosts: {model: Post, query: postsOfUser, maxItems: 3, limit: 10}
"""

TESTS = """
import pytest
from blog_models import Blog

@pytest.mark.parametrize("posts", [2, 5])
def test_posts(posts, tavola_store, tavola_budgets):
    db = Blog.open("memory:", store=tavola_store)
    for _ in range(posts):
        db.post.create(user_id="ada")
    assert len(db.post.few_posts(user_id="ada").items) == posts
"""


def test_a_pattern_beyond_its_budget_fails_the_test(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", blog=DESIGN)
    pytester.makepyfile(test_it=TESTS)
    assert (
        pytester.run(
            sys.executable, "-m", "tavola", "generate", "blog.yaml", "-o", "blog_models.py"
        ).ret
        == 0
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["Post.fewPosts: 5 items read, more than maxItems 3"])
