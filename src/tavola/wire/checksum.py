"""The checksum that DynamoDB sends with every response."""

from __future__ import annotations

import zlib

from tavola.wire.http1 import BadResponse, Response


def check_crc32(response: Response) -> None:
    """Refuse a response whose bytes are not those that were sent; one without checksum passes."""
    announced = response.checksum
    if announced is None:
        return
    # DynamoDB: the checksum is that of the bytes on the wire, taken after compression.
    found = zlib.crc32(response.payload)
    if announced != b"%d" % found:
        shown = announced[:20].decode("latin-1")
        raise BadResponse(f"response: x-amz-crc32 is {shown}, but the body's is {found}.")
