from __future__ import annotations

import pytest

from tests.engine.client import Client

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/flat"


@pytest.fixture
def tagged(client: Client) -> Client:
    """A client of an engine whose table `flat` has the tags a and b."""
    tags = [{"Key": "a", "Value": "1"}, {"Key": "b", "Value": "2"}]
    client.engine.execute("TagResource", {"ResourceArn": ARN, "Tags": tags})
    return client


def test_tags_are_removed_by_key(tagged: Client) -> None:
    answer = tagged.engine.execute("UntagResource", {"ResourceArn": ARN, "TagKeys": ["a"]})

    left = tagged("ListTagsOfResource", ResourceArn=ARN)
    assert (answer, left) == (b"", {"Tags": [{"Key": "b", "Value": "2"}]})


def test_keys_that_are_not_there_do_not_matter(tagged: Client) -> None:
    tagged.engine.execute("UntagResource", {"ResourceArn": ARN, "TagKeys": ["c"]})

    assert len(tagged("ListTagsOfResource", ResourceArn=ARN)["Tags"]) == 2


def test_a_key_is_needed(tagged: Client) -> None:
    assert tagged.invalid("UntagResource", ResourceArn=ARN, TagKeys=[]) == (
        "Atleast one Tag Key needs to be provided as Input."
    )
