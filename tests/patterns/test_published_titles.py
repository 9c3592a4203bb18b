"""Publications of versions that have unique values."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tavola import UniqueTaken
from tavola.design.load import load_design
from tavola.patterns.published import Publishing
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of, context_of
from tests.table.stores import embedded, put_raw

DESIGN = (
    (Path(__file__).parent / "handbook.yaml")
    .read_text()
    .replace("  typeAttribute: kind\n", "  typeAttribute: kind\n  ttlAttribute: ttl\n")
    .replace(
        "      text: {type: StringField}\n",
        "      title: {type: StringField}\n      ttl: {type: TtlField}\n",
    )
    .replace(
        "    indexes:\n      editions: primaryKey\n",
        "    uniqueConstraints:\n"
        '      uniqueTitle: {field: title, pk: "T#{tenant}#TITLE#{title}", sk: TITLE}\n',
    )
)


def test_a_title_that_another_edition_has_is_told_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "handbook.yaml"
    path.write_text(DESIGN)
    with embedded("memory:") as home:
        opened: Any = home.open(table_class(load_design(path)), "handbooks").tenant("acme")
        models = {model.__name__: model for model in opened.models}
        edition, codec = models["Edition"], codec_of(opened, models["Edition"])
        place = context_of(opened, codec)
        ttl = opened.now() + timedelta(days=1)
        # A published edition does not expire, so that its title is claimed again for good.
        opened._create(place, codec, {"name": "a", "version": 1, "status": "draft", "ttl": ttl})
        other = {"name": "a", "version": 2, "status": "draft", "title": "t", "ttl": ttl}
        opened._create(place, codec, other)
        item = codec.item(codec.values(edition(**{**other, "version": 1})), "acme")
        put_raw(opened, item)
        publishing = Publishing(opened, edition, models["Current"], models["Release"])

        with pytest.raises(UniqueTaken) as refused:
            opened.run(publishing.publish("a", version=1, expected=None, by="ada"))

    assert (refused.value.position, refused.value.value) == (1, "t")
