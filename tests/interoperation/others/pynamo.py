"""PynamoDB's models on the shared table: two kinds of documents, told apart by a discriminator."""

from __future__ import annotations

from typing import Any

from pynamodb.attributes import (
    BinaryAttribute,
    BooleanAttribute,
    DiscriminatorAttribute,
    JSONAttribute,
    ListAttribute,
    MapAttribute,
    NumberAttribute,
    NumberSetAttribute,
    TTLAttribute,
    UnicodeAttribute,
    UnicodeSetAttribute,
    UTCDateTimeAttribute,
    VersionAttribute,
)
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from pynamodb.models import Model

from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY


class ByPartition(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]  # theirs
    """The shared index."""

    class Meta:
        index_name = "gsi1"
        projection = AllProjection()

    gsi1pk = UnicodeAttribute(hash_key=True)
    gsi1sk = UnicodeAttribute(range_key=True)


class Document(Model):
    """What invoices and credit notes have in common."""

    class Meta:  # pyright: ignore[reportIncompatibleVariableOverride]  # theirs lists all settings
        table_name = "shared"
        region = REGION
        billing_mode = "PAY_PER_REQUEST"
        aws_access_key_id = ACCESS_KEY
        aws_secret_access_key = SECRET_KEY
        host = ""

    pk = UnicodeAttribute(hash_key=True)
    sk = UnicodeAttribute(range_key=True)
    gsi1pk = UnicodeAttribute(null=True)
    gsi1sk = UnicodeAttribute(null=True)
    cls = DiscriminatorAttribute()
    customer = UnicodeAttribute(null=True)
    issued = UTCDateTimeAttribute()
    ttl = TTLAttribute(null=True)
    version = VersionAttribute()
    by_partition = ByPartition()


class Invoice(Document, discriminator="Invoice"):
    """An invoice; `printed` is a number, as earlier versions stored booleans."""

    total = NumberAttribute()
    paid = BooleanAttribute(null=True)
    printed = NumberAttribute(null=True)
    tags = UnicodeSetAttribute(null=True)
    codes = NumberSetAttribute(null=True)
    extra = JSONAttribute(null=True)
    address: Any = MapAttribute[str, Any](null=True)  # type: ignore[no-untyped-call]  # theirs
    lines = ListAttribute[Any](null=True)
    image = BinaryAttribute(legacy_encoding=False, null=True)


class CreditNote(Document, discriminator="CreditNote"):
    """A credit note, beside its invoice."""
