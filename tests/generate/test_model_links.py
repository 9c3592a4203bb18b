"""Which models name which, as keys and fields say it."""

from __future__ import annotations

from pathlib import Path

from tavola.design.load import load_design
from tavola.generate.model_links import links_of

DESIGN = """\
table: {name: club}
models:
  Total:
    fields: {eventId: {type: StringField}, sum: {type: IntegerField}}
    key: {PK: "EVENT#{eventId}", SK: TOTAL}
  EventConfig:
    fields: {eventId: {type: StringField}}
    key: {PK: "EVENT#{eventId}", SK: CONFIG}
  Member:
    fields: {name: {type: StringField}}
    key: {PK: "MEMBER#{name}", SK: PROFILE}
  Place:
    fields: {name: {type: StringField}}
    key: {PK: "PLACE#{name}", SK: PLACE}
  Seat:
    fields: {member: {type: StringField}, eventId: {type: StringField}}
    key: {PK: "MEMBER#{member}", SK: "SEAT#{eventId}"}
  Gift:
    fields: {giftId: {type: StringField}, giver: {type: RelatedField, model: Member}}
    key: {PK: "GIFT#{giftId}", SK: GIFT}
"""


def links(tmp_path: Path) -> list[tuple[str, str, str]]:
    (tmp_path / "club.yaml").write_text(DESIGN)
    design = load_design(tmp_path / "club.yaml")
    return [(one.source, one.field, one.target) for one in links_of(design)]


def test_links_are_read_from_fields_partitions_and_ids(tmp_path: Path) -> None:
    assert links(tmp_path) == [
        ("Total", "eventId", "EventConfig"),
        ("Seat", "member", "Member"),
        ("Seat", "eventId", "EventConfig"),
        ("Gift", "giver", "Member"),
    ]
