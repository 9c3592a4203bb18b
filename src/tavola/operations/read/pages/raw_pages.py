"""Pages whose items stay bytes until it is known what they are."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from tavola.codec.decoder import RawItem


class RawPage(Struct, frozen=True):
    """The response of Query or Scan, its items undecoded."""

    Items: list[Raw]
    LastEvaluatedKey: RawItem | None = None


decode_raw_page = msgspec.json.Decoder(RawPage).decode
