"""Cms: typed access to the table `cms`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table, begins_with
from tavola.runtime import (CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair,
    ListRef, MapRef, Methods, ModelSchema, NumberRef, PatternSchema, PhysicalIndex, Placeholder, Plans, SetRef, TableSettings, Template, TextRef,
    UniqueSchema, auto, create_method, handle, member, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem,
        PatternOptions, Query, QueryOptions, Update)

__all__ = [
    "Asset", "AuditByActor", "AuditByTarget", "AuditEntry", "BinnedContent", "CategoryProduct", "Cms", "Comment", "Consent", "Content",
    "ContentDraft", "ContentVersion", "Context", "DeadMessage", "DeadSchedule", "Lead", "OutboxMessage", "Product", "Resource", "Route", "Schedule",
    "Signal", "TenantConfig", "TitleEntry",
]

_INDEX_1 = PhysicalIndex("GSI_Domain", "Domain", projection="include", included=("tenantId", "name"))
_INDEX_2 = PhysicalIndex(
    "GSI_Type", "Type", "TypeSort", projection="include",
    included=(
        "nodeId", "title", "slug", "workflow", "version", "updatedAt", "productId", "price", "currency", "status", "email", "contextId", "assetId",
        "mediaType", "alt", "resourceId", "isGated", "signalId", "painScore", "targetSlug",
    ),
)
_INDEX_3 = PhysicalIndex(
    "GSI_Status", "Status", "StatusSort", projection="include",
    included=(
        "nodeId", "title", "slug", "workflow", "updatedAt", "scheduledFor", "productId", "price", "currency", "image", "status", "email", "name",
        "source", "pageId", "postedAt", "commentId", "author", "body", "pageTitle",
    ),
)

_DESIGN = Design(
    name="Cms", layout="templates",
    table=TableSettings(name="cms", type_attribute="entityType", ttl_attribute="ttl", indexes=(_INDEX_1, _INDEX_2, _INDEX_3),
        point_in_time_recovery=True, has_tenancy=True),
    models={
        "TenantConfig": ModelSchema(
            name="TenantConfig", handle="tenant_config",
            fields={
                "tenantId": FieldSchema("tenantId", "tenant_id", "StringField", required=True, max_length=60, pattern="[a-z0-9]+(-[a-z0-9]+)*"),
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=100),
                "domain": FieldSchema("domain", "domain", "StringField", max_length=253, description="The host that was proven to be theirs."),
                "wantedDomain": FieldSchema("wantedDomain", "wanted_domain", "StringField", max_length=253,
                    description="A host that is not proven yet."),
                "domainToken": FieldSchema("domainToken", "domain_token", "StringField",
                    description="What the TXT record of the wanted host must hold."),
                "settings": FieldSchema("settings", "settings", "JsonField", expected_bytes=600,
                    description="Title, navigation, footer, look: what pages show."),
                "secrets": FieldSchema("secrets", "secrets", "JsonField", expected_bytes=100, description="Settings that are never shown again."),
                "revision": FieldSchema("revision", "revision", "CounterField", description="Grows with every change of settings."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", storage="iso"),
            },
            key=KeyPair("PK", Template(("SYSTEM",)), "SK", Template(("TENANT#", Placeholder("tenantId")))),
            primary_id=Template((Placeholder("tenantId"),)),
            indexes={
                "tenants": IndexSchema("tenants", "tenants",
                    KeyPair("PK", Template(("SYSTEM",)), "SK", Template(("TENANT#", Placeholder("tenantId"))))),
                "tenantsByDomain": IndexSchema("tenantsByDomain", "tenants_by_domain", KeyPair("Domain", Template((Placeholder("domain"),))),
                    physical=_INDEX_1),
            },
            uniques={
                "uniqueDomain": UniqueSchema(name="uniqueDomain", fields=("domain",), python_name="find_by_domain",
                    key=KeyPair("PK", Template(("DOMAIN#", Placeholder("domain"))), "SK", Template(("LOCK",)))),
            },
            type_value="TENANT", counters=("revision",),
            description="A site and its settings; outside any tenant, so that a request can find its own.",
        ),
        "Content": ModelSchema(
            name="Content", handle="content",
            fields={
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", auto_assign=True),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=30),
                "slug": FieldSchema("slug", "slug", "StringField", required=True, max_length=200, expected_bytes=25),
                "blocks": FieldSchema("blocks", "blocks", "JsonField", is_heavy=True, expected_bytes=6000,
                    description="What the page shows; a list of blocks."),
                "description": FieldSchema("description", "description", "StringField", max_length=300,
                    description="For search engines and shared links."),
                "shareImage": FieldSchema("shareImage", "share_image", "StringField", max_length=60, description="An asset's id."),
                "canonical": FieldSchema("canonical", "canonical", "StringField", max_length=500),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("draft", "published")),
                "workflow": FieldSchema("workflow", "workflow", "EnumField", required=True, values=("draft", "published", "changed", "scheduled"),
                    description="The status as editors see it."),
                "workflowAt": FieldSchema("workflowAt", "workflow_at", "DateTimeField", required=True, storage="iso",
                    description="When that began, or when it is due."),
                "isSystem": FieldSchema("isSystem", "is_system", "BooleanField", description="The home and contact pages; they neither move nor go."),
                "formerSlugs": FieldSchema("formerSlugs", "former_slugs", "ListField", items="StringField", max_member_count=50, is_heavy=True,
                    description="Slugs that lead here."),
                "restoredFrom": FieldSchema("restoredFrom", "restored_from", "IntegerField", description="The version that this one repeats."),
                "scheduleId": FieldSchema("scheduleId", "schedule_id", "StringField", description="The schedule that is due next."),
                "scheduleAction": FieldSchema("scheduleAction", "schedule_action", "EnumField", values=("publish", "unpublish")),
                "scheduledFor": FieldSchema("scheduledFor", "scheduled_for", "DateTimeField", storage="iso", expected_bytes=0,
                    description="Most pages have none."),
                "hasDraft": FieldSchema("hasDraft", "has_draft", "BooleanField", description="Whether there is a ContentDraft."),
                "marks": FieldSchema("marks", "marks", "CounterField", description="Grows with every change beside versions: of draft and schedule."),
                "previewEpoch": FieldSchema("previewEpoch", "preview_epoch", "CounterField",
                    description="Preview links of an earlier one have ended."),
                "publishedAt": FieldSchema("publishedAt", "published_at", "DateTimeField", storage="iso", description="When it was first published."),
                "createdAt": FieldSchema("createdAt", "created_at", "DateTimeField", required=True, storage="iso"),
                "createdBy": FieldSchema("createdBy", "created_by", "StringField", max_length=200),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("CONTENT#", Placeholder("nodeId", escaped="%#"), "#LATEST"))),
            primary_id=Template((Placeholder("nodeId"),)),
            indexes={
                "contentByType": IndexSchema(
                    "contentByType", "content_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#CONTENT")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
                "contentByWorkflow": IndexSchema(
                    "contentByWorkflow", "content_by_workflow",
                    KeyPair("Status", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#CONTENT#", Placeholder("workflow"))), "StatusSort",
                        Template((Placeholder("workflowAt", "iso"),))),
                    physical=_INDEX_3,
                ),
            },
            type_value="CONTENT", counters=("marks", "previewEpoch"), is_tenanted=True,
            description="A page as it is now; every earlier state of it is a ContentVersion.",
        ),
        "ContentVersion": ModelSchema(
            name="ContentVersion", handle="content_version",
            fields={
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", required=True),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField"),
                "blocks": FieldSchema("blocks", "blocks", "JsonField", is_heavy=True, expected_bytes=6000),
                "description": FieldSchema("description", "description", "StringField"),
                "shareImage": FieldSchema("shareImage", "share_image", "StringField"),
                "canonical": FieldSchema("canonical", "canonical", "StringField"),
                "status": FieldSchema("status", "status", "EnumField", values=("draft", "published")),
                "restoredFrom": FieldSchema("restoredFrom", "restored_from", "IntegerField"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("CONTENT#", Placeholder("nodeId", escaped="%#"), "#v", Placeholder("version", "int:8")))),
            primary_id=Template((Placeholder("nodeId", escaped="%#"), "#", Placeholder("version", "int:8"))),
            indexes={
                "versionsOfContent": IndexSchema(
                    "versionsOfContent", "versions_of_content",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("CONTENT#", Placeholder("nodeId", escaped="%#"), "#v", Placeholder("version", "int:8")))),
                    foreign=("Content", "ContentDraft"),
                ),
            },
            type_value="CONTENT_VERSION", is_tenanted=True, description="What a page was; it never changes.",
        ),
        "ContentDraft": ModelSchema(
            name="ContentDraft", handle="content_draft",
            fields={
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", required=True),
                "revision": FieldSchema("revision", "revision", "IntegerField", required=True,
                    description="Grows with every save; a save names the one it saw."),
                "baseVersion": FieldSchema("baseVersion", "base_version", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=30),
                "blocks": FieldSchema("blocks", "blocks", "JsonField", is_heavy=True, expected_bytes=6000),
                "description": FieldSchema("description", "description", "StringField", max_length=300),
                "shareImage": FieldSchema("shareImage", "share_image", "StringField", max_length=60),
                "canonical": FieldSchema("canonical", "canonical", "StringField", max_length=500),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("CONTENT#", Placeholder("nodeId", escaped="%#"), "#DRAFT"))),
            primary_id=Template((Placeholder("nodeId"),)), type_value="CONTENT_DRAFT", is_tenanted=True,
            description="Changes of a published page that the public does not see yet.",
        ),
        "BinnedContent": ModelSchema(
            name="BinnedContent", handle="binned_content",
            fields={
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", required=True),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField", required=True),
                "deletedAt": FieldSchema("deletedAt", "deleted_at", "DateTimeField", required=True, storage="iso"),
                "deletedBy": FieldSchema("deletedBy", "deleted_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("BIN#", Placeholder("nodeId")))),
            primary_id=Template((Placeholder("nodeId"),)),
            indexes={
                "bin": IndexSchema("bin", "bin",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("BIN#", Placeholder("nodeId"))))),
            },
            type_value="BINNED_CONTENT", is_tenanted=True, description="A deleted page, as the bin shows it; its versions are kept.",
        ),
        "TitleEntry": ModelSchema(
            name="TitleEntry", handle="title_entry",
            fields={
                "title": FieldSchema("title", "title", "StringField", required=True),
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField", required=True),
                "workflow": FieldSchema("workflow", "workflow", "StringField", required=True),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("TITLE#", Placeholder("title", "fold", escaped="%#"), "#", Placeholder("nodeId")))),
            primary_id=Template((Placeholder("title", "fold", escaped="%#"), "#", Placeholder("nodeId"))),
            indexes={
                "titles": IndexSchema(
                    "titles", "titles",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("TITLE#", Placeholder("title", "fold", escaped="%#"), "#", Placeholder("nodeId")))),
                ),
            },
            type_value="TITLE", is_tenanted=True, description="A page by its title, for a search by prefix; written with the page.",
        ),
        "Route": ModelSchema(
            name="Route", handle="route",
            fields={
                "slug": FieldSchema("slug", "slug", "StringField", required=True, max_length=200, expected_bytes=25),
                "nodeId": FieldSchema("nodeId", "node_id", "UlidField", required=True),
                "IsRedirect": FieldSchema("IsRedirect", "is_redirect", "BooleanField", required=True),
                "isFixed": FieldSchema("isFixed", "is_fixed", "BooleanField"),
                "commentMark": FieldSchema("commentMark", "comment_mark", "CounterField",
                    description="Grows whenever other comments are shown under the page, so that a reader of the route knows."),
                "targetSlug": FieldSchema("targetSlug", "target_slug", "StringField", description="The page's slug at the time of the redirect."),
                "movedAt": FieldSchema("movedAt", "moved_at", "DateTimeField", storage="iso"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("ROUTE#", Placeholder("slug")))),
            primary_id=Template((Placeholder("slug"),)),
            indexes={
                "routes": IndexSchema("routes", "routes",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("ROUTE#", Placeholder("slug"))))),
                "routesByKind": IndexSchema(
                    "routesByKind", "routes_by_kind",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#ROUTE#", Placeholder("IsRedirect", "bool"))), "TypeSort",
                        Template((Placeholder("slug"),))),
                    physical=_INDEX_2,
                ),
            },
            type_value="ROUTE", counters=("commentMark",), is_tenanted=True,
            description="Where a slug leads; one that a page had before leads there as a redirect.",
        ),
        "Product": ModelSchema(
            name="Product", handle="product",
            fields={
                "productId": FieldSchema("productId", "product_id", "UlidField", auto_assign=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=25),
                "slug": FieldSchema("slug", "slug", "StringField", required=True, max_length=200, expected_bytes=25),
                "description": FieldSchema("description", "description", "StringField", max_length=5000, is_heavy=True),
                "price": FieldSchema("price", "price", "DecimalField", required=True, minimum=0),
                "currency": FieldSchema("currency", "currency", "StringField", required=True, pattern="[A-Z]{3}"),
                "image": FieldSchema("image", "image", "StringField", max_length=60, expected_bytes=26, description="An asset's id."),
                "categories": FieldSchema("categories", "categories", "ListField", items="StringField", max_member_count=20),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("draft", "active", "archived")),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("PRODUCT#", Placeholder("productId")))),
            primary_id=Template((Placeholder("productId"),)),
            indexes={
                "productsByType": IndexSchema(
                    "productsByType", "products_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#PRODUCT")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
                "productsByStatus": IndexSchema(
                    "productsByStatus", "products_by_status",
                    KeyPair("Status", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#PRODUCT#", Placeholder("status"))), "StatusSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_3,
                ),
            },
            uniques={
                "uniqueSlug": UniqueSchema(
                    name="uniqueSlug", fields=("slug",), python_name="find_by_slug",
                    key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("PRODUCTSLUG#", Placeholder("slug")))),
                ),
            },
            type_value="PRODUCT", is_tenanted=True, description="Something that is for sale.",
        ),
        "CategoryProduct": ModelSchema(
            name="CategoryProduct", handle="category_product",
            fields={
                "category": FieldSchema("category", "category", "StringField", required=True, max_length=60),
                "productId": FieldSchema("productId", "product_id", "UlidField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField", required=True),
                "price": FieldSchema("price", "price", "DecimalField", required=True),
                "currency": FieldSchema("currency", "currency", "StringField", required=True),
                "image": FieldSchema("image", "image", "StringField"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("CATPROD#", Placeholder("category", "fold", escaped="%#"), "#", Placeholder("productId")))),
            primary_id=Template((Placeholder("category", "fold", escaped="%#"), "#", Placeholder("productId"))),
            indexes={
                "productsInCategory": IndexSchema(
                    "productsInCategory", "products_in_category",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("CATPROD#", Placeholder("category", "fold", escaped="%#"), "#", Placeholder("productId")))),
                ),
            },
            type_value="CATEGORY_PRODUCT", is_tenanted=True, description="A product in a category; written with it, while it is active.",
        ),
        "Comment": ModelSchema(
            name="Comment", handle="comment",
            fields={
                "pageId": FieldSchema("pageId", "page_id", "UlidField", required=True),
                "postedAt": FieldSchema("postedAt", "posted_at", "DateTimeField", required=True, storage="iso"),
                "commentId": FieldSchema("commentId", "comment_id", "UlidField", required=True, auto_assign=True),
                "author": FieldSchema("author", "author", "StringField", required=True, min_length=1, max_length=80),
                "email": FieldSchema("email", "email", "StringField", max_length=200, description="Never shown to readers."),
                "body": FieldSchema("body", "body", "StringField", required=True, min_length=1, max_length=2000, expected_bytes=300),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("pending", "approved", "rejected")),
                "pageTitle": FieldSchema("pageTitle", "page_title", "StringField"),
                "moderatedBy": FieldSchema("moderatedBy", "moderated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("COMMENT#", Placeholder("pageId", escaped="%#"), "#", Placeholder("postedAt", "iso"), "#", Placeholder("commentId")))),
            primary_id=Template((Placeholder("pageId", escaped="%#"), "#", Placeholder("postedAt", "iso"), "#", Placeholder("commentId"))),
            indexes={
                "commentsOfPage": IndexSchema(
                    "commentsOfPage", "comments_of_page",
                    KeyPair(
                        "PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(
                            ("COMMENT#", Placeholder("pageId", escaped="%#"), "#", Placeholder("postedAt", "iso"), "#", Placeholder("commentId"))),
                    ),
                ),
                "commentsByStatus": IndexSchema(
                    "commentsByStatus", "comments_by_status",
                    KeyPair("Status", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#COMMENT#", Placeholder("status"))), "StatusSort",
                        Template((Placeholder("postedAt", "iso"),))),
                    physical=_INDEX_3,
                ),
            },
            type_value="COMMENT", is_tenanted=True, description="What a reader says under a page.",
        ),
        "Lead": ModelSchema(
            name="Lead", handle="lead",
            fields={
                "email": FieldSchema("email", "email", "StringField", required=True, max_length=200, description="As it is compared; lower case."),
                "name": FieldSchema("name", "name", "StringField", max_length=100),
                "source": FieldSchema("source", "source", "StringField", max_length=100,
                    description="Where the address was left first: a comment, a form, a resource."),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("new", "contacted", "qualified", "closed")),
                "data": FieldSchema("data", "data", "MapField", items="StringField", description="What the last form held."),
                "note": FieldSchema("note", "note", "StringField", max_length=2000),
                "visitors": FieldSchema("visitors", "visitors", "StringSetField", max_member_count=20, is_heavy=True,
                    description="Ids under which this person's browsers gave consent."),
                "submissions": FieldSchema("submissions", "submissions", "CounterField"),
                "createdAt": FieldSchema("createdAt", "created_at", "DateTimeField", required=True, storage="iso"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("LEAD#", Placeholder("email")))),
            primary_id=Template((Placeholder("email"),)),
            indexes={
                "leadsByType": IndexSchema(
                    "leadsByType", "leads_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#LEAD")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
                "leadsByStatus": IndexSchema(
                    "leadsByStatus", "leads_by_status",
                    KeyPair("Status", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#LEAD#", Placeholder("status"))), "StatusSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_3,
                ),
            },
            type_value="LEAD", counters=("submissions",), is_tenanted=True,
            description="Somebody who left an address; one item however often they do.",
        ),
        "Context": ModelSchema(
            name="Context", handle="context",
            fields={
                "contextId": FieldSchema("contextId", "context_id", "UlidField", auto_assign=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=25),
                "kind": FieldSchema("kind", "kind", "StringField", max_length=60),
                "body": FieldSchema("body", "body", "StringField", max_length=20000, is_heavy=True, expected_bytes=2000),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("CONTEXT#", Placeholder("contextId")))),
            primary_id=Template((Placeholder("contextId"),)),
            indexes={
                "contextsByType": IndexSchema(
                    "contextsByType", "contexts_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#CONTEXT")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
            },
            type_value="CONTEXT", is_tenanted=True, description="What writers should know of a site: its voice, its readers, its plans.",
        ),
        "Asset": ModelSchema(
            name="Asset", handle="asset",
            fields={
                "assetId": FieldSchema("assetId", "asset_id", "UlidField", auto_assign=True),
                "title": FieldSchema("title", "title", "StringField", required=True, max_length=200,
                    description="The name of the file that was uploaded."),
                "mediaType": FieldSchema("mediaType", "media_type", "StringField", required=True, max_length=100),
                "size": FieldSchema("size", "size", "IntegerField", required=True, description="Bytes."),
                "width": FieldSchema("width", "width", "IntegerField"),
                "height": FieldSchema("height", "height", "IntegerField"),
                "alt": FieldSchema("alt", "alt", "StringField", max_length=300, expected_bytes=40,
                    description="What the image shows; for who cannot see it."),
                "digest": FieldSchema("digest", "digest", "StringField", required=True, description="SHA-256 of its bytes."),
                "files": FieldSchema("files", "files", "MapField", items="StringField", is_heavy=True,
                    description="Names in the storage by width: 480, 960, 1600, original."),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("ASSET#", Placeholder("assetId")))),
            primary_id=Template((Placeholder("assetId"),)),
            indexes={
                "assetsByType": IndexSchema(
                    "assetsByType", "assets_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#ASSET")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
            },
            type_value="ASSET", is_tenanted=True, description="An image or a file of the media library; its bytes never change.",
        ),
        "Resource": ModelSchema(
            name="Resource", handle="resource",
            fields={
                "resourceId": FieldSchema("resourceId", "resource_id", "UlidField", auto_assign=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=30),
                "description": FieldSchema("description", "description", "StringField", max_length=2000, is_heavy=True),
                "isGated": FieldSchema("isGated", "is_gated", "BooleanField", required=True),
                "fileName": FieldSchema("fileName", "file_name", "StringField", required=True, max_length=200),
                "mediaType": FieldSchema("mediaType", "media_type", "StringField", required=True, max_length=100),
                "size": FieldSchema("size", "size", "IntegerField", required=True),
                "storedAs": FieldSchema("storedAs", "stored_as", "StringField", required=True, is_heavy=True, description="Its name in the storage."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("RESOURCE#", Placeholder("resourceId")))),
            primary_id=Template((Placeholder("resourceId"),)),
            indexes={
                "resourcesByType": IndexSchema(
                    "resourcesByType", "resources_by_type",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#RESOURCE")), "TypeSort",
                        Template((Placeholder("updatedAt", "iso"),))),
                    physical=_INDEX_2,
                ),
            },
            type_value="RESOURCE", is_tenanted=True, description="A file to download, for whoever leaves an address if it is gated.",
        ),
        "Signal": ModelSchema(
            name="Signal", handle="signal",
            fields={
                "signalId": FieldSchema("signalId", "signal_id", "UlidField", auto_assign=True),
                "title": FieldSchema("title", "title", "StringField", required=True, min_length=1, max_length=150, expected_bytes=30),
                "source": FieldSchema("source", "source", "StringField", max_length=100),
                "url": FieldSchema("url", "url", "StringField", max_length=500, is_heavy=True),
                "note": FieldSchema("note", "note", "StringField", max_length=2000, is_heavy=True),
                "painScore": FieldSchema("painScore", "pain_score", "IntegerField", required=True, minimum=1, maximum=10),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("new", "used", "dismissed")),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "DateTimeField", required=True, storage="iso"),
                "updatedBy": FieldSchema("updatedBy", "updated_by", "StringField", max_length=200),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK", Template(("SIGNAL#", Placeholder("signalId")))),
            primary_id=Template((Placeholder("signalId"),)),
            indexes={
                "signalsByPain": IndexSchema(
                    "signalsByPain", "signals_by_pain",
                    KeyPair("Type", Template(("TENANT#", Placeholder("$tenant", "tenant"), "#SIGNAL")), "TypeSort",
                        Template((Placeholder("painScore", "int:2"), "#", Placeholder("updatedAt", "iso")))),
                    physical=_INDEX_2,
                ),
            },
            type_value="SIGNAL", is_tenanted=True, description="Something that people complain of elsewhere: what to write about next.",
        ),
        "Consent": ModelSchema(
            name="Consent", handle="consent",
            fields={
                "visitorId": FieldSchema("visitorId", "visitor_id", "StringField", required=True, max_length=60, pattern="[A-Za-z0-9_-]+"),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="iso", description="The server's time."),
                "consentId": FieldSchema("consentId", "consent_id", "UlidField", required=True, auto_assign=True),
                "choice": FieldSchema("choice", "choice", "EnumField", required=True, values=("all", "necessary", "denied")),
                "clientTime": FieldSchema("clientTime", "client_time", "DateTimeField", storage="iso"),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("CONSENT#", Placeholder("visitorId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("consentId")))),
            primary_id=Template((Placeholder("visitorId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("consentId"))),
            indexes={
                "consentsOfVisitor": IndexSchema(
                    "consentsOfVisitor", "consents_of_visitor",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("CONSENT#", Placeholder("visitorId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("consentId")))),
                ),
            },
            type_value="CONSENT", is_tenanted=True, description="What a visitor allowed, and when.",
        ),
        "AuditEntry": ModelSchema(
            name="AuditEntry", handle="audit_entry",
            fields={
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="iso"),
                "auditId": FieldSchema("auditId", "audit_id", "UlidField", required=True),
                "action": FieldSchema("action", "action", "StringField", required=True, max_length=60),
                "actorId": FieldSchema("actorId", "actor_id", "StringField"),
                "actorEmail": FieldSchema("actorEmail", "actor_email", "StringField", required=True),
                "targetType": FieldSchema("targetType", "target_type", "StringField", required=True),
                "targetId": FieldSchema("targetId", "target_id", "StringField", required=True),
                "targetTitle": FieldSchema("targetTitle", "target_title", "StringField", required=True),
                "snapshot": FieldSchema("snapshot", "snapshot", "JsonField", is_heavy=True, expected_bytes=400),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("AUDIT#", Placeholder("at", "iso"), "#", Placeholder("auditId")))),
            primary_id=Template((Placeholder("at", "iso"), "#", Placeholder("auditId"))),
            indexes={
                "auditTrail": IndexSchema(
                    "auditTrail", "audit_trail",
                    KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("AUDIT#", Placeholder("at", "iso"), "#", Placeholder("auditId")))),
                ),
            },
            type_value="AUDIT", is_tenanted=True, description="Who did what to what, and when; useful without reading anything else.",
        ),
        "AuditByActor": ModelSchema(
            name="AuditByActor", handle="audit_by_actor",
            fields={
                "actorEmail": FieldSchema("actorEmail", "actor_email", "StringField", required=True),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="iso"),
                "auditId": FieldSchema("auditId", "audit_id", "UlidField", required=True),
                "action": FieldSchema("action", "action", "StringField", required=True),
                "targetType": FieldSchema("targetType", "target_type", "StringField", required=True),
                "targetId": FieldSchema("targetId", "target_id", "StringField", required=True),
                "targetTitle": FieldSchema("targetTitle", "target_title", "StringField", required=True),
            },
            key=KeyPair(
                "PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(
                    ("AUDITACTOR#", Placeholder("actorEmail", "fold", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("auditId"))),
            ),
            primary_id=Template((Placeholder("actorEmail", "fold", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("auditId"))),
            indexes={
                "auditOfActor": IndexSchema(
                    "auditOfActor", "audit_of_actor",
                    KeyPair(
                        "PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(
                            (
                                "AUDITACTOR#",
                                Placeholder("actorEmail", "fold", escaped="%#"),
                                "#",
                                Placeholder("at", "iso"),
                                "#",
                                Placeholder("auditId"),
                            ),
                        ),
                    ),
                ),
            },
            type_value="AUDIT_BY_ACTOR", is_tenanted=True, description="An audit entry under who acted.",
        ),
        "AuditByTarget": ModelSchema(
            name="AuditByTarget", handle="audit_by_target",
            fields={
                "targetId": FieldSchema("targetId", "target_id", "StringField", required=True),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="iso"),
                "auditId": FieldSchema("auditId", "audit_id", "UlidField", required=True),
                "action": FieldSchema("action", "action", "StringField", required=True),
                "actorEmail": FieldSchema("actorEmail", "actor_email", "StringField", required=True),
                "targetType": FieldSchema("targetType", "target_type", "StringField", required=True),
                "targetTitle": FieldSchema("targetTitle", "target_title", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                Template(("AUDITTARGET#", Placeholder("targetId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("auditId")))),
            primary_id=Template((Placeholder("targetId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("auditId"))),
            indexes={
                "auditOfTarget": IndexSchema(
                    "auditOfTarget", "audit_of_target",
                    KeyPair(
                        "PK", Template(("TENANT#", Placeholder("$tenant", "tenant"))), "SK",
                        Template(("AUDITTARGET#", Placeholder("targetId", escaped="%#"), "#", Placeholder("at", "iso"), "#", Placeholder("auditId"))),
                    ),
                ),
            },
            type_value="AUDIT_BY_TARGET", is_tenanted=True, description="An audit entry under what it is about.",
        ),
        "OutboxMessage": ModelSchema(
            name="OutboxMessage", handle="outbox_message",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "messageId": FieldSchema("messageId", "message_id", "UlidField", required=True, auto_assign=True),
                "ofTenant": FieldSchema("ofTenant", "of_tenant", "StringField", required=True),
                "body": FieldSchema("body", "body", "JsonField", required=True, expected_bytes=600),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "until": FieldSchema("until", "until", "DateTimeField", storage="epochMillis"),
                "receipt": FieldSchema("receipt", "receipt", "StringField"),
            },
            key=KeyPair("PK", Template(("OUTBOX#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("messageId"))),
            indexes={
                "outboxMessages": IndexSchema("outboxMessages", "outbox_messages",
                    KeyPair("PK", Template(("OUTBOX#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),)))),
            },
            type_value="OUTBOX", counters=("receives",),
            description="An audit event that waits for a worker; written in the transaction of its cause.",
        ),
        "DeadMessage": ModelSchema(
            name="DeadMessage", handle="dead_message",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "messageId": FieldSchema("messageId", "message_id", "UlidField", required=True),
                "ofTenant": FieldSchema("ofTenant", "of_tenant", "StringField", required=True),
                "body": FieldSchema("body", "body", "JsonField", required=True),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "reason": FieldSchema("reason", "reason", "StringField", required=True),
                "diedAt": FieldSchema("diedAt", "died_at", "DateTimeField", required=True, storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("DEADOUTBOX#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("messageId"))),
            indexes={
                "deadMessages": IndexSchema("deadMessages", "dead_messages",
                    KeyPair("PK", Template(("DEADOUTBOX#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),)))),
            },
            type_value="DEAD_OUTBOX", counters=("receives",), description="An audit event that no worker could handle.",
        ),
        "Schedule": ModelSchema(
            name="Schedule", handle="schedule",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "dueAt": FieldSchema("dueAt", "due_at", "DateTimeField", required=True, storage="iso"),
                "scheduleId": FieldSchema("scheduleId", "schedule_id", "UlidField", required=True, auto_assign=True),
                "ofTenant": FieldSchema("ofTenant", "of_tenant", "StringField", required=True),
                "nodeId": FieldSchema("nodeId", "node_id", "StringField", required=True),
                "action": FieldSchema("action", "action", "EnumField", required=True, values=("publish", "unpublish")),
                "actorId": FieldSchema("actorId", "actor_id", "StringField"),
                "actorEmail": FieldSchema("actorEmail", "actor_email", "StringField", required=True),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "until": FieldSchema("until", "until", "DateTimeField", storage="epochMillis"),
                "receipt": FieldSchema("receipt", "receipt", "StringField"),
            },
            key=KeyPair("PK", Template(("SCHEDULE#", Placeholder("shard", "int"))), "SK",
                Template((Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId")))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId"))),
            indexes={
                "dueSchedules": IndexSchema(
                    "dueSchedules", "due_schedules",
                    KeyPair("PK", Template(("SCHEDULE#", Placeholder("shard", "int"))), "SK",
                        Template((Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId")))),
                ),
            },
            type_value="SCHEDULE", counters=("receives",), description="A page to be published or unpublished at a time.",
        ),
        "DeadSchedule": ModelSchema(
            name="DeadSchedule", handle="dead_schedule",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "dueAt": FieldSchema("dueAt", "due_at", "DateTimeField", required=True, storage="iso"),
                "scheduleId": FieldSchema("scheduleId", "schedule_id", "UlidField", required=True),
                "ofTenant": FieldSchema("ofTenant", "of_tenant", "StringField", required=True),
                "nodeId": FieldSchema("nodeId", "node_id", "StringField", required=True),
                "action": FieldSchema("action", "action", "EnumField", required=True, values=("publish", "unpublish")),
                "actorEmail": FieldSchema("actorEmail", "actor_email", "StringField", required=True),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "reason": FieldSchema("reason", "reason", "StringField", required=True),
                "diedAt": FieldSchema("diedAt", "died_at", "DateTimeField", required=True, storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("DEADSCHEDULE#", Placeholder("shard", "int"))), "SK",
                Template((Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId")))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId"))),
            indexes={
                "deadSchedules": IndexSchema(
                    "deadSchedules", "dead_schedules",
                    KeyPair("PK", Template(("DEADSCHEDULE#", Placeholder("shard", "int"))), "SK",
                        Template((Placeholder("dueAt", "iso"), "#", Placeholder("scheduleId")))),
                ),
            },
            type_value="DEAD_SCHEDULE", counters=("receives",), description="A schedule that no worker could carry out.",
        ),
    },
    collections={
        "tenantFile": CollectionSchema(
            name="tenantFile", python_name="tenant_file",
            models=(
                "Content", "ContentVersion", "ContentDraft", "BinnedContent", "TitleEntry", "Route", "Product", "CategoryProduct", "Comment", "Lead",
                "Context", "Asset", "Resource", "Signal", "Consent", "AuditEntry", "AuditByActor", "AuditByTarget",
            ),
            partition_attribute="PK", partition=Template(("TENANT#", Placeholder("$tenant", "tenant"))), arguments=(), sort_attribute="SK",
            is_tenanted=True, foreign=("Product.uniqueSlug",),
        ),
    },
    patterns={
        "pages": PatternSchema(name="pages", python_name="pages", model="Content", index="contentByType",
            only=("nodeId", "title", "slug", "workflow", "version", "updatedAt"), limit=50, descending=True, max_capacity=2.0,
            description="Summaries of all pages, the latest change first."),
        "pagesInState": PatternSchema(name="pagesInState", python_name="pages_in_state", model="Content", index="contentByWorkflow",
            only=("nodeId", "title", "slug", "workflow", "updatedAt", "scheduledFor"), limit=50, descending=True, max_capacity=2.0,
            description="Summaries of the pages of one state, the latest first."),
        "pagesByTitle": PatternSchema(name="pagesByTitle", python_name="pages_by_title", model="TitleEntry", index="titles",
            given={"title": "beginsWith"}, limit=50, max_capacity=2.0, description="Pages whose title begins with a text, ignoring case."),
        "redirects": PatternSchema(name="redirects", python_name="redirects", model="Route", index="routesByKind",
            only=("slug", "nodeId", "targetSlug"), given={"IsRedirect": "equals"}, constants={"IsRedirect": True}, limit=50,
            description="Slugs that lead to pages which are elsewhere by now."),
        "latestAudit": PatternSchema(name="latestAudit", python_name="latest_audit", model="AuditEntry", index="auditTrail",
            only=("at", "auditId", "action", "actorId", "actorEmail", "targetType", "targetId", "targetTitle"), limit=50, descending=True,
            description="What happened, the latest first."),
        "auditOfActorLatest": PatternSchema(name="auditOfActorLatest", python_name="audit_of_actor_latest", model="AuditByActor",
            index="auditOfActor", given={"actorEmail": "equals"}, limit=50, descending=True, description="What one person did, the latest first."),
        "auditOfTargetLatest": PatternSchema(name="auditOfTargetLatest", python_name="audit_of_target_latest", model="AuditByTarget",
            index="auditOfTarget", given={"targetId": "equals"}, limit=50, descending=True,
            description="What happened to one thing, the latest first."),
        "products": PatternSchema(name="products", python_name="products", model="Product", index="productsByType",
            only=("productId", "title", "slug", "price", "currency", "status", "updatedAt"), limit=50, descending=True, max_capacity=2.5,
            description="Summaries of all products, the latest change first."),
        "productsInStatus": PatternSchema(name="productsInStatus", python_name="products_in_status", model="Product", index="productsByStatus",
            only=("productId", "title", "slug", "price", "currency", "image", "status", "updatedAt"), limit=50, descending=True, max_capacity=2.5,
            description="Summaries of the products of one status."),
        "commentsToModerate": PatternSchema(name="commentsToModerate", python_name="comments_to_moderate", model="Comment", index="commentsByStatus",
            only=("pageId", "postedAt", "commentId", "author", "email", "body", "status", "pageTitle"), limit=50,
            description="Comments of one status, the oldest first."),
        "leads": PatternSchema(name="leads", python_name="leads", model="Lead", index="leadsByType", only=("email", "status", "updatedAt"), limit=50,
            descending=True, max_capacity=2.0, description="Summaries of all leads, the latest first."),
        "leadsInStatus": PatternSchema(name="leadsInStatus", python_name="leads_in_status", model="Lead", index="leadsByStatus",
            only=("email", "name", "source", "status", "updatedAt"), limit=50, descending=True, max_capacity=2.0,
            description="Summaries of the leads of one status, the latest first."),
        "contexts": PatternSchema(name="contexts", python_name="contexts", model="Context", index="contextsByType",
            only=("contextId", "title", "updatedAt"), limit=50, descending=True, description="Summaries of all contexts."),
        "assets": PatternSchema(name="assets", python_name="assets", model="Asset", index="assetsByType",
            only=("assetId", "title", "mediaType", "alt", "updatedAt"), limit=50, descending=True, max_capacity=2.5,
            description="The media library, the latest first."),
        "resources": PatternSchema(name="resources", python_name="resources", model="Resource", index="resourcesByType",
            only=("resourceId", "title", "isGated", "updatedAt"), limit=50, descending=True, description="Summaries of all resources."),
        "signals": PatternSchema(name="signals", python_name="signals", model="Signal", index="signalsByPain",
            only=("signalId", "title", "painScore", "status", "updatedAt"), limit=50, descending=True,
            description="Signals by pain score, then by date, the most painful first."),
    },
)

TenantConfigField = Literal["tenant_id", "name", "domain", "wanted_domain", "domain_token", "settings", "secrets", "revision", "created_at",
    "updated_at"]


class TenantConfigFields(Fields):
    """TenantConfig's fields, for building conditions and changes."""

    tenant_id: TextRef
    name: TextRef
    domain: TextRef
    wanted_domain: TextRef
    domain_token: TextRef
    settings: FieldRef[Any]
    secrets: FieldRef[Any]
    revision: NumberRef[int]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class TenantConfigChanges(TypedDict, total=False):
    """What an update of a TenantConfig may set."""

    name: str
    domain: str | None
    wanted_domain: str | None
    domain_token: str | None
    settings: Any
    secrets: Any
    revision: int
    created_at: datetime


class TenantConfig(Record, schema=_DESIGN.models["TenantConfig"]):
    """A site and its settings; outside any tenant, so that a request can find its own.

    - key: PK = SYSTEM, SK = TENANT#{tenantId}
    - tenants: key
    - tenantsByDomain (GSI_Domain): Domain = {domain}
    - uniqueDomain, a lock: PK = DOMAIN#{domain}, SK = LOCK
    """

    fields: ClassVar[TenantConfigFields]
    tenant_id: str
    name: str
    domain: str | None = None
    """The host that was proven to be theirs."""
    wanted_domain: str | None = None
    """A host that is not proven yet."""
    domain_token: str | None = None
    """What the TXT record of the wanted host must hold."""
    settings: Any = None
    """Title, navigation, footer, look: what pages show."""
    secrets: Any = None
    """Settings that are never shown again."""
    revision: int = 0
    """Grows with every change of settings."""
    created_at: datetime = auto()
    updated_at: datetime = auto()


ContentStatus = Literal["draft", "published"]
ContentWorkflow = Literal["draft", "published", "changed", "scheduled"]
ContentScheduleAction = Literal["publish", "unpublish"]
ContentField = Literal["node_id", "version", "title", "slug", "description", "share_image", "canonical", "status", "workflow", "workflow_at",
    "is_system", "restored_from", "schedule_id", "schedule_action", "scheduled_for", "has_draft", "marks", "preview_epoch", "published_at",
    "created_at", "created_by", "updated_at", "updated_by"]


class ContentFields(Fields):
    """Content's fields, for building conditions and changes."""

    node_id: TextRef
    version: NumberRef[int]
    title: TextRef
    slug: TextRef
    blocks: FieldRef[Any]
    description: TextRef
    share_image: TextRef
    canonical: TextRef
    status: FieldRef[ContentStatus]
    workflow: FieldRef[ContentWorkflow]
    workflow_at: FieldRef[datetime]
    is_system: FieldRef[bool]
    former_slugs: ListRef
    restored_from: NumberRef[int]
    schedule_id: TextRef
    schedule_action: FieldRef[ContentScheduleAction]
    scheduled_for: FieldRef[datetime]
    has_draft: FieldRef[bool]
    marks: NumberRef[int]
    preview_epoch: NumberRef[int]
    published_at: FieldRef[datetime]
    created_at: FieldRef[datetime]
    created_by: TextRef
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ContentChanges(TypedDict, total=False):
    """What an update of a Content may set."""

    version: int
    title: str
    slug: str
    blocks: Any
    description: str | None
    share_image: str | None
    canonical: str | None
    status: ContentStatus
    workflow: ContentWorkflow
    workflow_at: datetime
    is_system: bool | None
    former_slugs: list[str] | None
    restored_from: int | None
    schedule_id: str | None
    schedule_action: ContentScheduleAction | None
    scheduled_for: datetime | None
    has_draft: bool | None
    marks: int
    preview_epoch: int
    published_at: datetime | None
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    updated_by: str | None


class Content(Record, schema=_DESIGN.models["Content"]):
    """A page as it is now; every earlier state of it is a ContentVersion.

    - key: PK = TENANT#{tenant}, SK = CONTENT#{nodeId}#LATEST
    - contentByType (GSI_Type): Type = TENANT#{tenant}#CONTENT, TypeSort = {updatedAt:iso}
    - contentByWorkflow (GSI_Status): Status = TENANT#{tenant}#CONTENT#{workflow}, StatusSort = {workflowAt:iso}
    """

    fields: ClassVar[ContentFields]
    version: int
    title: str
    slug: str
    status: ContentStatus
    workflow: ContentWorkflow
    """The status as editors see it."""
    workflow_at: datetime
    """When that began, or when it is due."""
    created_at: datetime
    updated_at: datetime
    node_id: str = auto()
    blocks: Any = None
    """What the page shows; a list of blocks."""
    description: str | None = None
    """For search engines and shared links."""
    share_image: str | None = None
    """An asset's id."""
    canonical: str | None = None
    is_system: bool | None = None
    """The home and contact pages; they neither move nor go."""
    former_slugs: list[str] | None = None
    """Slugs that lead here."""
    restored_from: int | None = None
    """The version that this one repeats."""
    schedule_id: str | None = None
    """The schedule that is due next."""
    schedule_action: ContentScheduleAction | None = None
    scheduled_for: datetime | None = None
    """Most pages have none."""
    has_draft: bool | None = None
    """Whether there is a ContentDraft."""
    marks: int = 0
    """Grows with every change beside versions: of draft and schedule."""
    preview_epoch: int = 0
    """Preview links of an earlier one have ended."""
    published_at: datetime | None = None
    """When it was first published."""
    created_by: str | None = None
    updated_by: str | None = None


ContentVersionStatus = Literal["draft", "published"]
ContentVersionField = Literal["node_id", "version", "title", "slug", "description", "share_image", "canonical", "status", "restored_from",
    "updated_at", "updated_by"]


class ContentVersionFields(Fields):
    """ContentVersion's fields, for building conditions and changes."""

    node_id: TextRef
    version: NumberRef[int]
    title: TextRef
    slug: TextRef
    blocks: FieldRef[Any]
    description: TextRef
    share_image: TextRef
    canonical: TextRef
    status: FieldRef[ContentVersionStatus]
    restored_from: NumberRef[int]
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ContentVersionChanges(TypedDict, total=False):
    """What an update of a ContentVersion may set."""

    title: str
    slug: str | None
    blocks: Any
    description: str | None
    share_image: str | None
    canonical: str | None
    status: ContentVersionStatus | None
    restored_from: int | None
    updated_at: datetime | None
    updated_by: str | None


class ContentVersion(Record, schema=_DESIGN.models["ContentVersion"]):
    """What a page was; it never changes.

    - key: PK = TENANT#{tenant}, SK = CONTENT#{nodeId}#v{version:08d}
    - versionsOfContent: key
    """

    fields: ClassVar[ContentVersionFields]
    node_id: str
    version: int
    title: str
    slug: str | None = None
    blocks: Any = None
    description: str | None = None
    share_image: str | None = None
    canonical: str | None = None
    status: ContentVersionStatus | None = None
    restored_from: int | None = None
    updated_at: datetime | None = None
    updated_by: str | None = None


ContentDraftField = Literal["node_id", "revision", "base_version", "title", "description", "share_image", "canonical", "updated_at", "updated_by"]


class ContentDraftFields(Fields):
    """ContentDraft's fields, for building conditions and changes."""

    node_id: TextRef
    revision: NumberRef[int]
    base_version: NumberRef[int]
    title: TextRef
    blocks: FieldRef[Any]
    description: TextRef
    share_image: TextRef
    canonical: TextRef
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ContentDraftChanges(TypedDict, total=False):
    """What an update of a ContentDraft may set."""

    revision: int
    base_version: int
    title: str
    blocks: Any
    description: str | None
    share_image: str | None
    canonical: str | None
    updated_at: datetime
    updated_by: str | None


class ContentDraft(Record, schema=_DESIGN.models["ContentDraft"]):
    """Changes of a published page that the public does not see yet.

    - key: PK = TENANT#{tenant}, SK = CONTENT#{nodeId}#DRAFT
    """

    fields: ClassVar[ContentDraftFields]
    node_id: str
    revision: int
    """Grows with every save; a save names the one it saw."""
    base_version: int
    title: str
    updated_at: datetime
    blocks: Any = None
    description: str | None = None
    share_image: str | None = None
    canonical: str | None = None
    updated_by: str | None = None


BinnedContentField = Literal["node_id", "version", "title", "slug", "deleted_at", "deleted_by"]


class BinnedContentFields(Fields):
    """BinnedContent's fields, for building conditions and changes."""

    node_id: TextRef
    version: NumberRef[int]
    title: TextRef
    slug: TextRef
    deleted_at: FieldRef[datetime]
    deleted_by: TextRef


class BinnedContentChanges(TypedDict, total=False):
    """What an update of a BinnedContent may set."""

    version: int
    title: str
    slug: str
    deleted_at: datetime
    deleted_by: str | None


class BinnedContent(Record, schema=_DESIGN.models["BinnedContent"]):
    """A deleted page, as the bin shows it; its versions are kept.

    - key: PK = TENANT#{tenant}, SK = BIN#{nodeId}
    - bin: key
    """

    fields: ClassVar[BinnedContentFields]
    node_id: str
    version: int
    title: str
    slug: str
    deleted_at: datetime
    deleted_by: str | None = None


TitleEntryField = Literal["title", "node_id", "slug", "workflow", "updated_at", "updated_by"]


class TitleEntryFields(Fields):
    """TitleEntry's fields, for building conditions and changes."""

    title: TextRef
    node_id: TextRef
    slug: TextRef
    workflow: TextRef
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class TitleEntryChanges(TypedDict, total=False):
    """What an update of a TitleEntry may set."""

    slug: str
    workflow: str
    updated_at: datetime | None
    updated_by: str | None


class TitleEntry(Record, schema=_DESIGN.models["TitleEntry"]):
    """A page by its title, for a search by prefix; written with the page.

    - key: PK = TENANT#{tenant}, SK = TITLE#{title:fold}#{nodeId}
    - titles: key
    """

    fields: ClassVar[TitleEntryFields]
    title: str
    node_id: str
    slug: str
    workflow: str
    updated_at: datetime | None = None
    updated_by: str | None = None


RouteField = Literal["slug", "node_id", "is_redirect", "is_fixed", "comment_mark", "target_slug", "moved_at"]


class RouteFields(Fields):
    """Route's fields, for building conditions and changes."""

    slug: TextRef
    node_id: TextRef
    is_redirect: FieldRef[bool]
    is_fixed: FieldRef[bool]
    comment_mark: NumberRef[int]
    target_slug: TextRef
    moved_at: FieldRef[datetime]


class RouteChanges(TypedDict, total=False):
    """What an update of a Route may set."""

    node_id: str
    is_redirect: bool
    is_fixed: bool | None
    comment_mark: int
    target_slug: str | None
    moved_at: datetime | None


class Route(Record, schema=_DESIGN.models["Route"]):
    """Where a slug leads; one that a page had before leads there as a redirect.

    - key: PK = TENANT#{tenant}, SK = ROUTE#{slug}
    - routes: key
    - routesByKind (GSI_Type): Type = TENANT#{tenant}#ROUTE#{IsRedirect}, TypeSort = {slug}
    """

    fields: ClassVar[RouteFields]
    slug: str
    node_id: str
    is_redirect: bool
    is_fixed: bool | None = None
    comment_mark: int = 0
    """Grows whenever other comments are shown under the page, so that a reader of the route knows."""
    target_slug: str | None = None
    """The page's slug at the time of the redirect."""
    moved_at: datetime | None = None


ProductStatus = Literal["draft", "active", "archived"]
ProductField = Literal["product_id", "title", "slug", "price", "currency", "image", "categories", "status", "created_at", "updated_at", "updated_by"]


class ProductFields(Fields):
    """Product's fields, for building conditions and changes."""

    product_id: TextRef
    title: TextRef
    slug: TextRef
    description: TextRef
    price: NumberRef[Decimal]
    currency: TextRef
    image: TextRef
    categories: ListRef
    status: FieldRef[ProductStatus]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ProductChanges(TypedDict, total=False):
    """What an update of a Product may set."""

    title: str
    slug: str
    description: str | None
    price: Decimal
    currency: str
    image: str | None
    categories: list[str] | None
    status: ProductStatus
    created_at: datetime
    updated_at: datetime
    updated_by: str | None


class Product(Record, schema=_DESIGN.models["Product"]):
    """Something that is for sale.

    - key: PK = TENANT#{tenant}, SK = PRODUCT#{productId}
    - productsByType (GSI_Type): Type = TENANT#{tenant}#PRODUCT, TypeSort = {updatedAt:iso}
    - productsByStatus (GSI_Status): Status = TENANT#{tenant}#PRODUCT#{status}, StatusSort = {updatedAt:iso}
    - uniqueSlug, a lock: PK = TENANT#{tenant}, SK = PRODUCTSLUG#{slug}
    """

    fields: ClassVar[ProductFields]
    title: str
    slug: str
    price: Decimal
    currency: str
    status: ProductStatus
    updated_at: datetime
    product_id: str = auto()
    description: str | None = None
    image: str | None = None
    """An asset's id."""
    categories: list[str] | None = None
    created_at: datetime = auto()
    updated_by: str | None = None


CategoryProductField = Literal["category", "product_id", "title", "slug", "price", "currency", "image"]


class CategoryProductFields(Fields):
    """CategoryProduct's fields, for building conditions and changes."""

    category: TextRef
    product_id: TextRef
    title: TextRef
    slug: TextRef
    price: NumberRef[Decimal]
    currency: TextRef
    image: TextRef


class CategoryProductChanges(TypedDict, total=False):
    """What an update of a CategoryProduct may set."""

    title: str
    slug: str
    price: Decimal
    currency: str
    image: str | None


class CategoryProduct(Record, schema=_DESIGN.models["CategoryProduct"]):
    """A product in a category; written with it, while it is active.

    - key: PK = TENANT#{tenant}, SK = CATPROD#{category:fold}#{productId}
    - productsInCategory: key
    """

    fields: ClassVar[CategoryProductFields]
    category: str
    product_id: str
    title: str
    slug: str
    price: Decimal
    currency: str
    image: str | None = None


CommentStatus = Literal["pending", "approved", "rejected"]
CommentField = Literal["page_id", "posted_at", "comment_id", "author", "email", "body", "status", "page_title", "moderated_by"]


class CommentFields(Fields):
    """Comment's fields, for building conditions and changes."""

    page_id: TextRef
    posted_at: FieldRef[datetime]
    comment_id: TextRef
    author: TextRef
    email: TextRef
    body: TextRef
    status: FieldRef[CommentStatus]
    page_title: TextRef
    moderated_by: TextRef


class CommentChanges(TypedDict, total=False):
    """What an update of a Comment may set."""

    author: str
    email: str | None
    body: str
    status: CommentStatus
    page_title: str | None
    moderated_by: str | None


class Comment(Record, schema=_DESIGN.models["Comment"]):
    """What a reader says under a page.

    - key: PK = TENANT#{tenant}, SK = COMMENT#{pageId}#{postedAt:iso}#{commentId}
    - commentsOfPage: key
    - commentsByStatus (GSI_Status): Status = TENANT#{tenant}#COMMENT#{status}, StatusSort = {postedAt:iso}
    """

    fields: ClassVar[CommentFields]
    page_id: str
    posted_at: datetime
    author: str
    body: str
    status: CommentStatus
    comment_id: str = auto()
    email: str | None = None
    """Never shown to readers."""
    page_title: str | None = None
    moderated_by: str | None = None


LeadStatus = Literal["new", "contacted", "qualified", "closed"]
LeadField = Literal["email", "name", "source", "status", "data", "note", "submissions", "created_at", "updated_at"]


class LeadFields(Fields):
    """Lead's fields, for building conditions and changes."""

    email: TextRef
    name: TextRef
    source: TextRef
    status: FieldRef[LeadStatus]
    data: MapRef
    note: TextRef
    visitors: SetRef
    submissions: NumberRef[int]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class LeadChanges(TypedDict, total=False):
    """What an update of a Lead may set."""

    name: str | None
    source: str | None
    status: LeadStatus
    data: dict[str, str] | None
    note: str | None
    visitors: set[str]
    submissions: int
    created_at: datetime
    updated_at: datetime


class Lead(Record, schema=_DESIGN.models["Lead"]):
    """Somebody who left an address; one item however often they do.

    - key: PK = TENANT#{tenant}, SK = LEAD#{email}
    - leadsByType (GSI_Type): Type = TENANT#{tenant}#LEAD, TypeSort = {updatedAt:iso}
    - leadsByStatus (GSI_Status): Status = TENANT#{tenant}#LEAD#{status}, StatusSort = {updatedAt:iso}
    """

    fields: ClassVar[LeadFields]
    email: str
    """As it is compared; lower case."""
    status: LeadStatus
    created_at: datetime
    updated_at: datetime
    name: str | None = None
    source: str | None = None
    """Where the address was left first: a comment, a form, a resource."""
    data: dict[str, str] | None = None
    """What the last form held."""
    note: str | None = None
    visitors: set[str] = member()
    """Ids under which this person's browsers gave consent."""
    submissions: int = 0


ContextField = Literal["context_id", "title", "kind", "created_at", "updated_at", "updated_by"]


class ContextFields(Fields):
    """Context's fields, for building conditions and changes."""

    context_id: TextRef
    title: TextRef
    kind: TextRef
    body: TextRef
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ContextChanges(TypedDict, total=False):
    """What an update of a Context may set."""

    title: str
    kind: str | None
    body: str | None
    created_at: datetime
    updated_at: datetime
    updated_by: str | None


class Context(Record, schema=_DESIGN.models["Context"]):
    """What writers should know of a site: its voice, its readers, its plans.

    - key: PK = TENANT#{tenant}, SK = CONTEXT#{contextId}
    - contextsByType (GSI_Type): Type = TENANT#{tenant}#CONTEXT, TypeSort = {updatedAt:iso}
    """

    fields: ClassVar[ContextFields]
    title: str
    updated_at: datetime
    context_id: str = auto()
    kind: str | None = None
    body: str | None = None
    created_at: datetime = auto()
    updated_by: str | None = None


AssetField = Literal["asset_id", "title", "media_type", "size", "width", "height", "alt", "digest", "updated_at", "updated_by"]


class AssetFields(Fields):
    """Asset's fields, for building conditions and changes."""

    asset_id: TextRef
    title: TextRef
    media_type: TextRef
    size: NumberRef[int]
    width: NumberRef[int]
    height: NumberRef[int]
    alt: TextRef
    digest: TextRef
    files: MapRef
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class AssetChanges(TypedDict, total=False):
    """What an update of an Asset may set."""

    title: str
    media_type: str
    size: int
    width: int | None
    height: int | None
    alt: str | None
    digest: str
    files: dict[str, str] | None
    updated_at: datetime
    updated_by: str | None


class Asset(Record, schema=_DESIGN.models["Asset"]):
    """An image or a file of the media library; its bytes never change.

    - key: PK = TENANT#{tenant}, SK = ASSET#{assetId}
    - assetsByType (GSI_Type): Type = TENANT#{tenant}#ASSET, TypeSort = {updatedAt:iso}
    """

    fields: ClassVar[AssetFields]
    title: str
    """The name of the file that was uploaded."""
    media_type: str
    size: int
    """Bytes."""
    digest: str
    """SHA-256 of its bytes."""
    updated_at: datetime
    asset_id: str = auto()
    width: int | None = None
    height: int | None = None
    alt: str | None = None
    """What the image shows; for who cannot see it."""
    files: dict[str, str] | None = None
    """Names in the storage by width: 480, 960, 1600, original."""
    updated_by: str | None = None


ResourceField = Literal["resource_id", "title", "is_gated", "file_name", "media_type", "size", "created_at", "updated_at", "updated_by"]


class ResourceFields(Fields):
    """Resource's fields, for building conditions and changes."""

    resource_id: TextRef
    title: TextRef
    description: TextRef
    is_gated: FieldRef[bool]
    file_name: TextRef
    media_type: TextRef
    size: NumberRef[int]
    stored_as: TextRef
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class ResourceChanges(TypedDict, total=False):
    """What an update of a Resource may set."""

    title: str
    description: str | None
    is_gated: bool
    file_name: str
    media_type: str
    size: int
    stored_as: str
    created_at: datetime
    updated_at: datetime
    updated_by: str | None


class Resource(Record, schema=_DESIGN.models["Resource"]):
    """A file to download, for whoever leaves an address if it is gated.

    - key: PK = TENANT#{tenant}, SK = RESOURCE#{resourceId}
    - resourcesByType (GSI_Type): Type = TENANT#{tenant}#RESOURCE, TypeSort = {updatedAt:iso}
    """

    fields: ClassVar[ResourceFields]
    title: str
    is_gated: bool
    file_name: str
    media_type: str
    size: int
    stored_as: str
    """Its name in the storage."""
    updated_at: datetime
    resource_id: str = auto()
    description: str | None = None
    created_at: datetime = auto()
    updated_by: str | None = None


SignalStatus = Literal["new", "used", "dismissed"]
SignalField = Literal["signal_id", "title", "source", "pain_score", "status", "updated_at", "updated_by"]


class SignalFields(Fields):
    """Signal's fields, for building conditions and changes."""

    signal_id: TextRef
    title: TextRef
    source: TextRef
    url: TextRef
    note: TextRef
    pain_score: NumberRef[int]
    status: FieldRef[SignalStatus]
    updated_at: FieldRef[datetime]
    updated_by: TextRef


class SignalChanges(TypedDict, total=False):
    """What an update of a Signal may set."""

    title: str
    source: str | None
    url: str | None
    note: str | None
    pain_score: int
    status: SignalStatus
    updated_at: datetime
    updated_by: str | None


class Signal(Record, schema=_DESIGN.models["Signal"]):
    """Something that people complain of elsewhere: what to write about next.

    - key: PK = TENANT#{tenant}, SK = SIGNAL#{signalId}
    - signalsByPain (GSI_Type): Type = TENANT#{tenant}#SIGNAL, TypeSort = {painScore:02d}#{updatedAt:iso}
    """

    fields: ClassVar[SignalFields]
    title: str
    pain_score: int
    status: SignalStatus
    updated_at: datetime
    signal_id: str = auto()
    source: str | None = None
    url: str | None = None
    note: str | None = None
    updated_by: str | None = None


ConsentChoice = Literal["all", "necessary", "denied"]
ConsentField = Literal["visitor_id", "at", "consent_id", "choice", "client_time"]


class ConsentFields(Fields):
    """Consent's fields, for building conditions and changes."""

    visitor_id: TextRef
    at: FieldRef[datetime]
    consent_id: TextRef
    choice: FieldRef[ConsentChoice]
    client_time: FieldRef[datetime]


class ConsentChanges(TypedDict, total=False):
    """What an update of a Consent may set."""

    choice: ConsentChoice
    client_time: datetime | None


class Consent(Record, schema=_DESIGN.models["Consent"]):
    """What a visitor allowed, and when.

    - key: PK = TENANT#{tenant}, SK = CONSENT#{visitorId}#{at:iso}#{consentId}
    - consentsOfVisitor: key
    """

    fields: ClassVar[ConsentFields]
    visitor_id: str
    at: datetime
    """The server's time."""
    choice: ConsentChoice
    consent_id: str = auto()
    client_time: datetime | None = None


AuditEntryField = Literal["at", "audit_id", "action", "actor_id", "actor_email", "target_type", "target_id", "target_title"]


class AuditEntryFields(Fields):
    """AuditEntry's fields, for building conditions and changes."""

    at: FieldRef[datetime]
    audit_id: TextRef
    action: TextRef
    actor_id: TextRef
    actor_email: TextRef
    target_type: TextRef
    target_id: TextRef
    target_title: TextRef
    snapshot: FieldRef[Any]


class AuditEntryChanges(TypedDict, total=False):
    """What an update of an AuditEntry may set."""

    action: str
    actor_id: str | None
    actor_email: str
    target_type: str
    target_id: str
    target_title: str
    snapshot: Any


class AuditEntry(Record, schema=_DESIGN.models["AuditEntry"]):
    """Who did what to what, and when; useful without reading anything else.

    - key: PK = TENANT#{tenant}, SK = AUDIT#{at:iso}#{auditId}
    - auditTrail: key
    """

    fields: ClassVar[AuditEntryFields]
    at: datetime
    audit_id: str
    action: str
    actor_email: str
    target_type: str
    target_id: str
    target_title: str
    actor_id: str | None = None
    snapshot: Any = None


AuditByActorField = Literal["actor_email", "at", "audit_id", "action", "target_type", "target_id", "target_title"]


class AuditByActorFields(Fields):
    """AuditByActor's fields, for building conditions and changes."""

    actor_email: TextRef
    at: FieldRef[datetime]
    audit_id: TextRef
    action: TextRef
    target_type: TextRef
    target_id: TextRef
    target_title: TextRef


class AuditByActorChanges(TypedDict, total=False):
    """What an update of an AuditByActor may set."""

    action: str
    target_type: str
    target_id: str
    target_title: str


class AuditByActor(Record, schema=_DESIGN.models["AuditByActor"]):
    """An audit entry under who acted.

    - key: PK = TENANT#{tenant}, SK = AUDITACTOR#{actorEmail:fold}#{at:iso}#{auditId}
    - auditOfActor: key
    """

    fields: ClassVar[AuditByActorFields]
    actor_email: str
    at: datetime
    audit_id: str
    action: str
    target_type: str
    target_id: str
    target_title: str


AuditByTargetField = Literal["target_id", "at", "audit_id", "action", "actor_email", "target_type", "target_title"]


class AuditByTargetFields(Fields):
    """AuditByTarget's fields, for building conditions and changes."""

    target_id: TextRef
    at: FieldRef[datetime]
    audit_id: TextRef
    action: TextRef
    actor_email: TextRef
    target_type: TextRef
    target_title: TextRef


class AuditByTargetChanges(TypedDict, total=False):
    """What an update of an AuditByTarget may set."""

    action: str
    actor_email: str
    target_type: str
    target_title: str


class AuditByTarget(Record, schema=_DESIGN.models["AuditByTarget"]):
    """An audit entry under what it is about.

    - key: PK = TENANT#{tenant}, SK = AUDITTARGET#{targetId}#{at:iso}#{auditId}
    - auditOfTarget: key
    """

    fields: ClassVar[AuditByTargetFields]
    target_id: str
    at: datetime
    audit_id: str
    action: str
    actor_email: str
    target_type: str
    target_title: str


OutboxMessageField = Literal["shard", "message_id", "of_tenant", "body", "receives", "until", "receipt"]


class OutboxMessageFields(Fields):
    """OutboxMessage's fields, for building conditions and changes."""

    shard: NumberRef[int]
    message_id: TextRef
    of_tenant: TextRef
    body: FieldRef[Any]
    receives: NumberRef[int]
    until: FieldRef[datetime]
    receipt: TextRef


class OutboxMessageChanges(TypedDict, total=False):
    """What an update of an OutboxMessage may set."""

    of_tenant: str
    body: Any
    receives: int
    until: datetime | None
    receipt: str | None


class OutboxMessage(Record, schema=_DESIGN.models["OutboxMessage"]):
    """An audit event that waits for a worker; written in the transaction of its cause.

    - key: PK = OUTBOX#{shard}, SK = {messageId}
    - outboxMessages: key
    """

    fields: ClassVar[OutboxMessageFields]
    of_tenant: str
    body: Any
    shard: int = 0
    message_id: str = auto()
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


DeadMessageField = Literal["shard", "message_id", "of_tenant", "body", "receives", "reason", "died_at"]


class DeadMessageFields(Fields):
    """DeadMessage's fields, for building conditions and changes."""

    shard: NumberRef[int]
    message_id: TextRef
    of_tenant: TextRef
    body: FieldRef[Any]
    receives: NumberRef[int]
    reason: TextRef
    died_at: FieldRef[datetime]


class DeadMessageChanges(TypedDict, total=False):
    """What an update of a DeadMessage may set."""

    of_tenant: str
    body: Any
    receives: int
    reason: str
    died_at: datetime


class DeadMessage(Record, schema=_DESIGN.models["DeadMessage"]):
    """An audit event that no worker could handle.

    - key: PK = DEADOUTBOX#{shard}, SK = {messageId}
    - deadMessages: key
    """

    fields: ClassVar[DeadMessageFields]
    message_id: str
    of_tenant: str
    body: Any
    reason: str
    died_at: datetime
    shard: int = 0
    receives: int = 0


ScheduleAction = Literal["publish", "unpublish"]
ScheduleField = Literal["shard", "due_at", "schedule_id", "of_tenant", "node_id", "action", "actor_id", "actor_email", "receives", "until", "receipt"]


class ScheduleFields(Fields):
    """Schedule's fields, for building conditions and changes."""

    shard: NumberRef[int]
    due_at: FieldRef[datetime]
    schedule_id: TextRef
    of_tenant: TextRef
    node_id: TextRef
    action: FieldRef[ScheduleAction]
    actor_id: TextRef
    actor_email: TextRef
    receives: NumberRef[int]
    until: FieldRef[datetime]
    receipt: TextRef


class ScheduleChanges(TypedDict, total=False):
    """What an update of a Schedule may set."""

    of_tenant: str
    node_id: str
    action: ScheduleAction
    actor_id: str | None
    actor_email: str
    receives: int
    until: datetime | None
    receipt: str | None


class Schedule(Record, schema=_DESIGN.models["Schedule"]):
    """A page to be published or unpublished at a time.

    - key: PK = SCHEDULE#{shard}, SK = {dueAt:iso}#{scheduleId}
    - dueSchedules: key
    """

    fields: ClassVar[ScheduleFields]
    due_at: datetime
    of_tenant: str
    node_id: str
    action: ScheduleAction
    actor_email: str
    shard: int = 0
    schedule_id: str = auto()
    actor_id: str | None = None
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


DeadScheduleAction = Literal["publish", "unpublish"]
DeadScheduleField = Literal["shard", "due_at", "schedule_id", "of_tenant", "node_id", "action", "actor_email", "receives", "reason", "died_at"]


class DeadScheduleFields(Fields):
    """DeadSchedule's fields, for building conditions and changes."""

    shard: NumberRef[int]
    due_at: FieldRef[datetime]
    schedule_id: TextRef
    of_tenant: TextRef
    node_id: TextRef
    action: FieldRef[DeadScheduleAction]
    actor_email: TextRef
    receives: NumberRef[int]
    reason: TextRef
    died_at: FieldRef[datetime]


class DeadScheduleChanges(TypedDict, total=False):
    """What an update of a DeadSchedule may set."""

    of_tenant: str
    node_id: str
    action: DeadScheduleAction
    actor_email: str
    receives: int
    reason: str
    died_at: datetime


class DeadSchedule(Record, schema=_DESIGN.models["DeadSchedule"]):
    """A schedule that no worker could carry out.

    - key: PK = DEADSCHEDULE#{shard}, SK = {dueAt:iso}#{scheduleId}
    - deadSchedules: key
    """

    fields: ClassVar[DeadScheduleFields]
    due_at: datetime
    schedule_id: str
    of_tenant: str
    node_id: str
    action: DeadScheduleAction
    actor_email: str
    reason: str
    died_at: datetime
    shard: int = 0
    receives: int = 0


class TenantConfigMethods(Methods[TenantConfig]):
    """The methods of TenantConfig's handle and plans."""

    create = create_method(TenantConfig)
    """Write a new TenantConfig; refuse if there is one with its key."""
    upsert = upsert_method(TenantConfig)
    """Change a TenantConfig, or create it where there is none."""

    @method
    def get(self, tenant_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[TenantConfig]:
        """Read the TenantConfig with this key; None if there is none."""
        return self._get((tenant_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TenantConfig]:
        """Read TenantConfig items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, tenant_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TenantConfigChanges]) -> Update[TenantConfig]:
        """Change a TenantConfig by its key; refuse if there is none."""
        return self._update((tenant_id,), changes, values, condition)

    @method
    def delete(self, tenant_id: str, *, condition: Filter | None = None) -> Delete[TenantConfig]:
        """Delete a TenantConfig by its key; say whether there was one."""
        return self._delete((tenant_id,), condition)

    @method
    def find_by_domain(self, domain: str, *, include_expired: bool = False) -> FindByUnique[TenantConfig]:
        """Find the one TenantConfig with this `domain`."""
        return self._find("uniqueDomain", (domain,), include_expired)

    @method
    def tenants(self, *, tenant_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[TenantConfigField]]) -> Query[TenantConfig]:
        """Query `tenants` in the table: PK = SYSTEM, SK = TENANT#{tenantId}."""
        return self._query("tenants", {"tenant_id": tenant_id}, **options)

    @method
    def tenants_by_domain(self, *, domain: str, **options: Unpack[IndexOptions[TenantConfigField]]) -> Query[TenantConfig]:
        """Query `tenantsByDomain` in GSI_Domain: Domain = {domain}."""
        return self._query("tenantsByDomain", {"domain": domain}, **options)


class TenantConfigPlans(TenantConfigMethods, Plans[TenantConfig]):
    """Operations on TenantConfig, unsent."""


class TenantConfigHandle(TenantConfigMethods, Handle[TenantConfig, TenantConfigPlans]):
    """The TenantConfig items of a table."""


class ContentMethods(Methods[Content]):
    """The methods of Content's handle and plans."""

    create = create_method(Content)
    """Write a new Content; refuse if there is one with its key."""
    upsert = upsert_method(Content)
    """Change a Content, or create it where there is none."""

    @method
    def get(self, node_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Content]:
        """Read the Content with this key; None if there is none."""
        return self._get((node_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Content]:
        """Read Content items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, node_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ContentChanges]) -> Update[Content]:
        """Change a Content by its key; refuse if there is none."""
        return self._update((node_id,), changes, values, condition)

    @method
    def delete(self, node_id: str, *, condition: Filter | None = None) -> Delete[Content]:
        """Delete a Content by its key; say whether there was one."""
        return self._delete((node_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Content]:
        """Delete Content items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def content_by_type(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[ContentField]]) -> Query[Content]:
        """Query `contentByType` in GSI_Type: Type = TENANT#{tenant}#CONTENT, TypeSort = {updatedAt:iso}."""
        return self._query("contentByType", {"updated_at": updated_at}, **options)

    @method
    def content_by_workflow(self, *, workflow: ContentWorkflow, workflow_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ContentField]]) -> Query[Content]:
        """Query `contentByWorkflow` in GSI_Status: Status = TENANT#{tenant}#CONTENT#{workflow}, StatusSort = {workflowAt:iso}."""
        return self._query("contentByWorkflow", {"workflow": workflow, "workflow_at": workflow_at}, **options)

    @method
    def pages(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Content]:
        """Summaries of all pages, the latest change first."""
        return self._pattern("pages", {"updated_at": updated_at}, **options)

    @method
    def pages_in_state(self, *, workflow: ContentWorkflow, workflow_at: datetime | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[Content]:
        """Summaries of the pages of one state, the latest first."""
        return self._pattern("pagesInState", {"workflow": workflow, "workflow_at": workflow_at}, **options)


class ContentPlans(ContentMethods, Plans[Content]):
    """Operations on Content, unsent."""


class ContentHandle(ContentMethods, Handle[Content, ContentPlans]):
    """The Content items of a table."""


class ContentVersionMethods(Methods[ContentVersion]):
    """The methods of ContentVersion's handle and plans."""

    create = create_method(ContentVersion)
    """Write a new ContentVersion; refuse if there is one with its key."""
    upsert = upsert_method(ContentVersion)
    """Change a ContentVersion, or create it where there is none."""

    @method
    def get(self, node_id: str, version: int, *, consistent: bool = True, include_expired: bool = False) -> Get[ContentVersion]:
        """Read the ContentVersion with this key; None if there is none."""
        return self._get((node_id, version), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[ContentVersion]:
        """Read ContentVersion items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, node_id: str, version: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ContentVersionChanges]) -> Update[ContentVersion]:
        """Change a ContentVersion by its key; refuse if there is none."""
        return self._update((node_id, version), changes, values, condition)

    @method
    def delete(self, node_id: str, version: int, *, condition: Filter | None = None) -> Delete[ContentVersion]:
        """Delete a ContentVersion by its key; say whether there was one."""
        return self._delete((node_id, version), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[ContentVersion]:
        """Delete ContentVersion items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def versions_of_content(self, *, node_id: str | SortCondition | None = None, version: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[ContentVersionField]]) -> Query[ContentVersion]:
        """Query `versionsOfContent` in the table: PK = TENANT#{tenant}, SK = CONTENT#{nodeId}#v{version:08d}."""
        return self._query("versionsOfContent", {"node_id": node_id, "version": version}, **options)


class ContentVersionPlans(ContentVersionMethods, Plans[ContentVersion]):
    """Operations on ContentVersion, unsent."""


class ContentVersionHandle(ContentVersionMethods, Handle[ContentVersion, ContentVersionPlans]):
    """The ContentVersion items of a table."""


class ContentDraftMethods(Methods[ContentDraft]):
    """The methods of ContentDraft's handle and plans."""

    create = create_method(ContentDraft)
    """Write a new ContentDraft; refuse if there is one with its key."""
    upsert = upsert_method(ContentDraft)
    """Change a ContentDraft, or create it where there is none."""

    @method
    def get(self, node_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[ContentDraft]:
        """Read the ContentDraft with this key; None if there is none."""
        return self._get((node_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[ContentDraft]:
        """Read ContentDraft items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, node_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ContentDraftChanges]) -> Update[ContentDraft]:
        """Change a ContentDraft by its key; refuse if there is none."""
        return self._update((node_id,), changes, values, condition)

    @method
    def delete(self, node_id: str, *, condition: Filter | None = None) -> Delete[ContentDraft]:
        """Delete a ContentDraft by its key; say whether there was one."""
        return self._delete((node_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[ContentDraft]:
        """Delete ContentDraft items by their keys, in batches."""
        return self._delete_all(keys)


class ContentDraftPlans(ContentDraftMethods, Plans[ContentDraft]):
    """Operations on ContentDraft, unsent."""


class ContentDraftHandle(ContentDraftMethods, Handle[ContentDraft, ContentDraftPlans]):
    """The ContentDraft items of a table."""


class BinnedContentMethods(Methods[BinnedContent]):
    """The methods of BinnedContent's handle and plans."""

    create = create_method(BinnedContent)
    """Write a new BinnedContent; refuse if there is one with its key."""
    upsert = upsert_method(BinnedContent)
    """Change a BinnedContent, or create it where there is none."""

    @method
    def get(self, node_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[BinnedContent]:
        """Read the BinnedContent with this key; None if there is none."""
        return self._get((node_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[BinnedContent]:
        """Read BinnedContent items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, node_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[BinnedContentChanges]) -> Update[BinnedContent]:
        """Change a BinnedContent by its key; refuse if there is none."""
        return self._update((node_id,), changes, values, condition)

    @method
    def delete(self, node_id: str, *, condition: Filter | None = None) -> Delete[BinnedContent]:
        """Delete a BinnedContent by its key; say whether there was one."""
        return self._delete((node_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[BinnedContent]:
        """Delete BinnedContent items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def bin(self, *, node_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[BinnedContentField]]) -> Query[BinnedContent]:
        """Query `bin` in the table: PK = TENANT#{tenant}, SK = BIN#{nodeId}."""
        return self._query("bin", {"node_id": node_id}, **options)


class BinnedContentPlans(BinnedContentMethods, Plans[BinnedContent]):
    """Operations on BinnedContent, unsent."""


class BinnedContentHandle(BinnedContentMethods, Handle[BinnedContent, BinnedContentPlans]):
    """The BinnedContent items of a table."""


class TitleEntryMethods(Methods[TitleEntry]):
    """The methods of TitleEntry's handle and plans."""

    create = create_method(TitleEntry)
    """Write a new TitleEntry; refuse if there is one with its key."""
    upsert = upsert_method(TitleEntry)
    """Change a TitleEntry, or create it where there is none."""

    @method
    def get(self, title: str, node_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[TitleEntry]:
        """Read the TitleEntry with this key; None if there is none."""
        return self._get((title, node_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TitleEntry]:
        """Read TitleEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, title: str, node_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TitleEntryChanges]) -> Update[TitleEntry]:
        """Change a TitleEntry by its key; refuse if there is none."""
        return self._update((title, node_id), changes, values, condition)

    @method
    def delete(self, title: str, node_id: str, *, condition: Filter | None = None) -> Delete[TitleEntry]:
        """Delete a TitleEntry by its key; say whether there was one."""
        return self._delete((title, node_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[TitleEntry]:
        """Delete TitleEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def titles(self, *, title: str | SortCondition | None = None, node_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[TitleEntryField]]) -> Query[TitleEntry]:
        """Query `titles` in the table: PK = TENANT#{tenant}, SK = TITLE#{title:fold}#{nodeId}."""
        return self._query("titles", {"title": title, "node_id": node_id}, **options)

    @method
    def pages_by_title(self, *, title: str, **options: Unpack[QueryOptions[TitleEntryField]]) -> Query[TitleEntry]:
        """Pages whose title begins with a text, ignoring case."""
        return self._pattern("pagesByTitle", {"title": begins_with(title)}, **options)


class TitleEntryPlans(TitleEntryMethods, Plans[TitleEntry]):
    """Operations on TitleEntry, unsent."""


class TitleEntryHandle(TitleEntryMethods, Handle[TitleEntry, TitleEntryPlans]):
    """The TitleEntry items of a table."""


class RouteMethods(Methods[Route]):
    """The methods of Route's handle and plans."""

    create = create_method(Route)
    """Write a new Route; refuse if there is one with its key."""
    upsert = upsert_method(Route)
    """Change a Route, or create it where there is none."""

    @method
    def get(self, slug: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Route]:
        """Read the Route with this key; None if there is none."""
        return self._get((slug,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Route]:
        """Read Route items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, slug: str, *changes: Change, condition: Filter | None = None, **values: Unpack[RouteChanges]) -> Update[Route]:
        """Change a Route by its key; refuse if there is none."""
        return self._update((slug,), changes, values, condition)

    @method
    def delete(self, slug: str, *, condition: Filter | None = None) -> Delete[Route]:
        """Delete a Route by its key; say whether there was one."""
        return self._delete((slug,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Route]:
        """Delete Route items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def routes(self, *, slug: str | SortCondition | None = None, **options: Unpack[QueryOptions[RouteField]]) -> Query[Route]:
        """Query `routes` in the table: PK = TENANT#{tenant}, SK = ROUTE#{slug}."""
        return self._query("routes", {"slug": slug}, **options)

    @method
    def routes_by_kind(self, *, is_redirect: bool, slug: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[RouteField]]) -> Query[Route]:
        """Query `routesByKind` in GSI_Type: Type = TENANT#{tenant}#ROUTE#{IsRedirect}, TypeSort = {slug}."""
        return self._query("routesByKind", {"is_redirect": is_redirect, "slug": slug}, **options)

    @method
    def redirects(self, **options: Unpack[PatternOptions]) -> Query[Route]:
        """Slugs that lead to pages which are elsewhere by now."""
        return self._pattern("redirects", {}, **options)


class RoutePlans(RouteMethods, Plans[Route]):
    """Operations on Route, unsent."""


class RouteHandle(RouteMethods, Handle[Route, RoutePlans]):
    """The Route items of a table."""


class ProductMethods(Methods[Product]):
    """The methods of Product's handle and plans."""

    create = create_method(Product)
    """Write a new Product; refuse if there is one with its key."""
    upsert = upsert_method(Product)
    """Change a Product, or create it where there is none."""

    @method
    def get(self, product_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Product]:
        """Read the Product with this key; None if there is none."""
        return self._get((product_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Product]:
        """Read Product items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, product_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ProductChanges]) -> Update[Product]:
        """Change a Product by its key; refuse if there is none."""
        return self._update((product_id,), changes, values, condition)

    @method
    def delete(self, product_id: str, *, condition: Filter | None = None) -> Delete[Product]:
        """Delete a Product by its key; say whether there was one."""
        return self._delete((product_id,), condition)

    @method
    def find_by_slug(self, slug: str, *, include_expired: bool = False) -> FindByUnique[Product]:
        """Find the one Product with this `slug`."""
        return self._find("uniqueSlug", (slug,), include_expired)

    @method
    def products_by_type(self, *, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ProductField]]) -> Query[Product]:
        """Query `productsByType` in GSI_Type: Type = TENANT#{tenant}#PRODUCT, TypeSort = {updatedAt:iso}."""
        return self._query("productsByType", {"updated_at": updated_at}, **options)

    @method
    def products_by_status(self, *, status: ProductStatus, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ProductField]]) -> Query[Product]:
        """Query `productsByStatus` in GSI_Status: Status = TENANT#{tenant}#PRODUCT#{status}, StatusSort = {updatedAt:iso}."""
        return self._query("productsByStatus", {"status": status, "updated_at": updated_at}, **options)

    @method
    def products(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Product]:
        """Summaries of all products, the latest change first."""
        return self._pattern("products", {"updated_at": updated_at}, **options)

    @method
    def products_in_status(self, *, status: ProductStatus, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[Product]:
        """Summaries of the products of one status."""
        return self._pattern("productsInStatus", {"status": status, "updated_at": updated_at}, **options)


class ProductPlans(ProductMethods, Plans[Product]):
    """Operations on Product, unsent."""


class ProductHandle(ProductMethods, Handle[Product, ProductPlans]):
    """The Product items of a table."""


class CategoryProductMethods(Methods[CategoryProduct]):
    """The methods of CategoryProduct's handle and plans."""

    create = create_method(CategoryProduct)
    """Write a new CategoryProduct; refuse if there is one with its key."""
    upsert = upsert_method(CategoryProduct)
    """Change a CategoryProduct, or create it where there is none."""

    @method
    def get(self, category: str, product_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[CategoryProduct]:
        """Read the CategoryProduct with this key; None if there is none."""
        return self._get((category, product_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[CategoryProduct]:
        """Read CategoryProduct items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, category: str, product_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[CategoryProductChanges]) -> Update[CategoryProduct]:
        """Change a CategoryProduct by its key; refuse if there is none."""
        return self._update((category, product_id), changes, values, condition)

    @method
    def delete(self, category: str, product_id: str, *, condition: Filter | None = None) -> Delete[CategoryProduct]:
        """Delete a CategoryProduct by its key; say whether there was one."""
        return self._delete((category, product_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[CategoryProduct]:
        """Delete CategoryProduct items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def products_in_category(self, *, category: str | SortCondition | None = None, product_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[CategoryProductField]]) -> Query[CategoryProduct]:
        """Query `productsInCategory` in the table: PK = TENANT#{tenant}, SK = CATPROD#{category:fold}#{productId}."""
        return self._query("productsInCategory", {"category": category, "product_id": product_id}, **options)


class CategoryProductPlans(CategoryProductMethods, Plans[CategoryProduct]):
    """Operations on CategoryProduct, unsent."""


class CategoryProductHandle(CategoryProductMethods, Handle[CategoryProduct, CategoryProductPlans]):
    """The CategoryProduct items of a table."""


class CommentMethods(Methods[Comment]):
    """The methods of Comment's handle and plans."""

    create = create_method(Comment)
    """Write a new Comment; refuse if there is one with its key."""
    upsert = upsert_method(Comment)
    """Change a Comment, or create it where there is none."""

    @method
    def get(self, page_id: str, posted_at: datetime, comment_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Comment]:
        """Read the Comment with this key; None if there is none."""
        return self._get((page_id, posted_at, comment_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Comment]:
        """Read Comment items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, page_id: str, posted_at: datetime, comment_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[CommentChanges]) -> Update[Comment]:
        """Change a Comment by its key; refuse if there is none."""
        return self._update((page_id, posted_at, comment_id), changes, values, condition)

    @method
    def delete(self, page_id: str, posted_at: datetime, comment_id: str, *, condition: Filter | None = None) -> Delete[Comment]:
        """Delete a Comment by its key; say whether there was one."""
        return self._delete((page_id, posted_at, comment_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime, str]]) -> BatchWrite[Comment]:
        """Delete Comment items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def comments_of_page(self, *, page_id: str | SortCondition | None = None, posted_at: datetime | SortCondition | None = None,
            comment_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsOfPage` in the table: PK = TENANT#{tenant}, SK = COMMENT#{pageId}#{postedAt:iso}#{commentId}."""
        return self._query("commentsOfPage", {"page_id": page_id, "posted_at": posted_at, "comment_id": comment_id}, **options)

    @method
    def comments_by_status(self, *, status: CommentStatus, posted_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsByStatus` in GSI_Status: Status = TENANT#{tenant}#COMMENT#{status}, StatusSort = {postedAt:iso}."""
        return self._query("commentsByStatus", {"status": status, "posted_at": posted_at}, **options)

    @method
    def comments_to_moderate(self, *, status: CommentStatus, posted_at: datetime | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[Comment]:
        """Comments of one status, the oldest first."""
        return self._pattern("commentsToModerate", {"status": status, "posted_at": posted_at}, **options)


class CommentPlans(CommentMethods, Plans[Comment]):
    """Operations on Comment, unsent."""


class CommentHandle(CommentMethods, Handle[Comment, CommentPlans]):
    """The Comment items of a table."""


class LeadMethods(Methods[Lead]):
    """The methods of Lead's handle and plans."""

    create = create_method(Lead)
    """Write a new Lead; refuse if there is one with its key."""
    upsert = upsert_method(Lead)
    """Change a Lead, or create it where there is none."""

    @method
    def get(self, email: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Lead]:
        """Read the Lead with this key; None if there is none."""
        return self._get((email,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Lead]:
        """Read Lead items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, email: str, *changes: Change, condition: Filter | None = None, **values: Unpack[LeadChanges]) -> Update[Lead]:
        """Change a Lead by its key; refuse if there is none."""
        return self._update((email,), changes, values, condition)

    @method
    def delete(self, email: str, *, condition: Filter | None = None) -> Delete[Lead]:
        """Delete a Lead by its key; say whether there was one."""
        return self._delete((email,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Lead]:
        """Delete Lead items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def leads_by_type(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[LeadField]]) -> Query[Lead]:
        """Query `leadsByType` in GSI_Type: Type = TENANT#{tenant}#LEAD, TypeSort = {updatedAt:iso}."""
        return self._query("leadsByType", {"updated_at": updated_at}, **options)

    @method
    def leads_by_status(self, *, status: LeadStatus, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[LeadField]]) -> Query[Lead]:
        """Query `leadsByStatus` in GSI_Status: Status = TENANT#{tenant}#LEAD#{status}, StatusSort = {updatedAt:iso}."""
        return self._query("leadsByStatus", {"status": status, "updated_at": updated_at}, **options)

    @method
    def leads(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Lead]:
        """Summaries of all leads, the latest first."""
        return self._pattern("leads", {"updated_at": updated_at}, **options)

    @method
    def leads_in_status(self, *, status: LeadStatus, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[Lead]:
        """Summaries of the leads of one status, the latest first."""
        return self._pattern("leadsInStatus", {"status": status, "updated_at": updated_at}, **options)


class LeadPlans(LeadMethods, Plans[Lead]):
    """Operations on Lead, unsent."""


class LeadHandle(LeadMethods, Handle[Lead, LeadPlans]):
    """The Lead items of a table."""


class ContextMethods(Methods[Context]):
    """The methods of Context's handle and plans."""

    create = create_method(Context)
    """Write a new Context; refuse if there is one with its key."""
    upsert = upsert_method(Context)
    """Change a Context, or create it where there is none."""

    @method
    def get(self, context_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Context]:
        """Read the Context with this key; None if there is none."""
        return self._get((context_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Context]:
        """Read Context items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, context_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ContextChanges]) -> Update[Context]:
        """Change a Context by its key; refuse if there is none."""
        return self._update((context_id,), changes, values, condition)

    @method
    def delete(self, context_id: str, *, condition: Filter | None = None) -> Delete[Context]:
        """Delete a Context by its key; say whether there was one."""
        return self._delete((context_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Context]:
        """Delete Context items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def contexts_by_type(self, *, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ContextField]]) -> Query[Context]:
        """Query `contextsByType` in GSI_Type: Type = TENANT#{tenant}#CONTEXT, TypeSort = {updatedAt:iso}."""
        return self._query("contextsByType", {"updated_at": updated_at}, **options)

    @method
    def contexts(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Context]:
        """Summaries of all contexts."""
        return self._pattern("contexts", {"updated_at": updated_at}, **options)


class ContextPlans(ContextMethods, Plans[Context]):
    """Operations on Context, unsent."""


class ContextHandle(ContextMethods, Handle[Context, ContextPlans]):
    """The Context items of a table."""


class AssetMethods(Methods[Asset]):
    """The methods of Asset's handle and plans."""

    create = create_method(Asset)
    """Write a new Asset; refuse if there is one with its key."""
    upsert = upsert_method(Asset)
    """Change an Asset, or create it where there is none."""

    @method
    def get(self, asset_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Asset]:
        """Read the Asset with this key; None if there is none."""
        return self._get((asset_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Asset]:
        """Read Asset items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, asset_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[AssetChanges]) -> Update[Asset]:
        """Change an Asset by its key; refuse if there is none."""
        return self._update((asset_id,), changes, values, condition)

    @method
    def delete(self, asset_id: str, *, condition: Filter | None = None) -> Delete[Asset]:
        """Delete an Asset by its key; say whether there was one."""
        return self._delete((asset_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Asset]:
        """Delete Asset items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def assets_by_type(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[AssetField]]) -> Query[Asset]:
        """Query `assetsByType` in GSI_Type: Type = TENANT#{tenant}#ASSET, TypeSort = {updatedAt:iso}."""
        return self._query("assetsByType", {"updated_at": updated_at}, **options)

    @method
    def assets(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Asset]:
        """The media library, the latest first."""
        return self._pattern("assets", {"updated_at": updated_at}, **options)


class AssetPlans(AssetMethods, Plans[Asset]):
    """Operations on Asset, unsent."""


class AssetHandle(AssetMethods, Handle[Asset, AssetPlans]):
    """The Asset items of a table."""


class ResourceMethods(Methods[Resource]):
    """The methods of Resource's handle and plans."""

    create = create_method(Resource)
    """Write a new Resource; refuse if there is one with its key."""
    upsert = upsert_method(Resource)
    """Change a Resource, or create it where there is none."""

    @method
    def get(self, resource_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Resource]:
        """Read the Resource with this key; None if there is none."""
        return self._get((resource_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Resource]:
        """Read Resource items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, resource_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ResourceChanges]) -> Update[Resource]:
        """Change a Resource by its key; refuse if there is none."""
        return self._update((resource_id,), changes, values, condition)

    @method
    def delete(self, resource_id: str, *, condition: Filter | None = None) -> Delete[Resource]:
        """Delete a Resource by its key; say whether there was one."""
        return self._delete((resource_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Resource]:
        """Delete Resource items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def resources_by_type(self, *, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ResourceField]]) -> Query[Resource]:
        """Query `resourcesByType` in GSI_Type: Type = TENANT#{tenant}#RESOURCE, TypeSort = {updatedAt:iso}."""
        return self._query("resourcesByType", {"updated_at": updated_at}, **options)

    @method
    def resources(self, *, updated_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Resource]:
        """Summaries of all resources."""
        return self._pattern("resources", {"updated_at": updated_at}, **options)


class ResourcePlans(ResourceMethods, Plans[Resource]):
    """Operations on Resource, unsent."""


class ResourceHandle(ResourceMethods, Handle[Resource, ResourcePlans]):
    """The Resource items of a table."""


class SignalMethods(Methods[Signal]):
    """The methods of Signal's handle and plans."""

    create = create_method(Signal)
    """Write a new Signal; refuse if there is one with its key."""
    upsert = upsert_method(Signal)
    """Change a Signal, or create it where there is none."""

    @method
    def get(self, signal_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Signal]:
        """Read the Signal with this key; None if there is none."""
        return self._get((signal_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Signal]:
        """Read Signal items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, signal_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[SignalChanges]) -> Update[Signal]:
        """Change a Signal by its key; refuse if there is none."""
        return self._update((signal_id,), changes, values, condition)

    @method
    def delete(self, signal_id: str, *, condition: Filter | None = None) -> Delete[Signal]:
        """Delete a Signal by its key; say whether there was one."""
        return self._delete((signal_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Signal]:
        """Delete Signal items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def signals_by_pain(self, *, pain_score: int | SortCondition | None = None, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[SignalField]]) -> Query[Signal]:
        """Query `signalsByPain` in GSI_Type: Type = TENANT#{tenant}#SIGNAL, TypeSort = {painScore:02d}#{updatedAt:iso}."""
        return self._query("signalsByPain", {"pain_score": pain_score, "updated_at": updated_at}, **options)

    @method
    def signals(self, *, pain_score: int | SortCondition | None = None, updated_at: datetime | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[Signal]:
        """Signals by pain score, then by date, the most painful first."""
        return self._pattern("signals", {"pain_score": pain_score, "updated_at": updated_at}, **options)


class SignalPlans(SignalMethods, Plans[Signal]):
    """Operations on Signal, unsent."""


class SignalHandle(SignalMethods, Handle[Signal, SignalPlans]):
    """The Signal items of a table."""


class ConsentMethods(Methods[Consent]):
    """The methods of Consent's handle and plans."""

    create = create_method(Consent)
    """Write a new Consent; refuse if there is one with its key."""
    upsert = upsert_method(Consent)
    """Change a Consent, or create it where there is none."""

    @method
    def get(self, visitor_id: str, at: datetime, consent_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Consent]:
        """Read the Consent with this key; None if there is none."""
        return self._get((visitor_id, at, consent_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Consent]:
        """Read Consent items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, visitor_id: str, at: datetime, consent_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ConsentChanges]) -> Update[Consent]:
        """Change a Consent by its key; refuse if there is none."""
        return self._update((visitor_id, at, consent_id), changes, values, condition)

    @method
    def delete(self, visitor_id: str, at: datetime, consent_id: str, *, condition: Filter | None = None) -> Delete[Consent]:
        """Delete a Consent by its key; say whether there was one."""
        return self._delete((visitor_id, at, consent_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime, str]]) -> BatchWrite[Consent]:
        """Delete Consent items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def consents_of_visitor(self, *, visitor_id: str | SortCondition | None = None, at: datetime | SortCondition | None = None,
            consent_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[ConsentField]]) -> Query[Consent]:
        """Query `consentsOfVisitor` in the table: PK = TENANT#{tenant}, SK = CONSENT#{visitorId}#{at:iso}#{consentId}."""
        return self._query("consentsOfVisitor", {"visitor_id": visitor_id, "at": at, "consent_id": consent_id}, **options)


class ConsentPlans(ConsentMethods, Plans[Consent]):
    """Operations on Consent, unsent."""


class ConsentHandle(ConsentMethods, Handle[Consent, ConsentPlans]):
    """The Consent items of a table."""


class AuditEntryMethods(Methods[AuditEntry]):
    """The methods of AuditEntry's handle and plans."""

    create = create_method(AuditEntry)
    """Write a new AuditEntry; refuse if there is one with its key."""
    upsert = upsert_method(AuditEntry)
    """Change an AuditEntry, or create it where there is none."""

    @method
    def get(self, at: datetime, audit_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[AuditEntry]:
        """Read the AuditEntry with this key; None if there is none."""
        return self._get((at, audit_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[AuditEntry]:
        """Read AuditEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, at: datetime, audit_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AuditEntryChanges]) -> Update[AuditEntry]:
        """Change an AuditEntry by its key; refuse if there is none."""
        return self._update((at, audit_id), changes, values, condition)

    @method
    def delete(self, at: datetime, audit_id: str, *, condition: Filter | None = None) -> Delete[AuditEntry]:
        """Delete an AuditEntry by its key; say whether there was one."""
        return self._delete((at, audit_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[datetime, str]]) -> BatchWrite[AuditEntry]:
        """Delete AuditEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def audit_trail(self, *, at: datetime | SortCondition | None = None, audit_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[AuditEntryField]]) -> Query[AuditEntry]:
        """Query `auditTrail` in the table: PK = TENANT#{tenant}, SK = AUDIT#{at:iso}#{auditId}."""
        return self._query("auditTrail", {"at": at, "audit_id": audit_id}, **options)

    @method
    def latest_audit(self, *, at: datetime | SortCondition | None = None, audit_id: str | SortCondition | None = None,
            **options: Unpack[PatternOptions]) -> Query[AuditEntry]:
        """What happened, the latest first."""
        return self._pattern("latestAudit", {"at": at, "audit_id": audit_id}, **options)


class AuditEntryPlans(AuditEntryMethods, Plans[AuditEntry]):
    """Operations on AuditEntry, unsent."""


class AuditEntryHandle(AuditEntryMethods, Handle[AuditEntry, AuditEntryPlans]):
    """The AuditEntry items of a table."""


class AuditByActorMethods(Methods[AuditByActor]):
    """The methods of AuditByActor's handle and plans."""

    create = create_method(AuditByActor)
    """Write a new AuditByActor; refuse if there is one with its key."""
    upsert = upsert_method(AuditByActor)
    """Change an AuditByActor, or create it where there is none."""

    @method
    def get(self, actor_email: str, at: datetime, audit_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[AuditByActor]:
        """Read the AuditByActor with this key; None if there is none."""
        return self._get((actor_email, at, audit_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[AuditByActor]:
        """Read AuditByActor items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, actor_email: str, at: datetime, audit_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AuditByActorChanges]) -> Update[AuditByActor]:
        """Change an AuditByActor by its key; refuse if there is none."""
        return self._update((actor_email, at, audit_id), changes, values, condition)

    @method
    def delete(self, actor_email: str, at: datetime, audit_id: str, *, condition: Filter | None = None) -> Delete[AuditByActor]:
        """Delete an AuditByActor by its key; say whether there was one."""
        return self._delete((actor_email, at, audit_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime, str]]) -> BatchWrite[AuditByActor]:
        """Delete AuditByActor items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def audit_of_actor(self, *, actor_email: str | SortCondition | None = None, at: datetime | SortCondition | None = None,
            audit_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[AuditByActorField]]) -> Query[AuditByActor]:
        """Query `auditOfActor` in the table: PK = TENANT#{tenant}, SK = AUDITACTOR#{actorEmail:fold}#{at:iso}#{auditId}."""
        return self._query("auditOfActor", {"actor_email": actor_email, "at": at, "audit_id": audit_id}, **options)

    @method
    def audit_of_actor_latest(self, *, actor_email: str, **options: Unpack[QueryOptions[AuditByActorField]]) -> Query[AuditByActor]:
        """What one person did, the latest first."""
        return self._pattern("auditOfActorLatest", {"actor_email": actor_email}, **options)


class AuditByActorPlans(AuditByActorMethods, Plans[AuditByActor]):
    """Operations on AuditByActor, unsent."""


class AuditByActorHandle(AuditByActorMethods, Handle[AuditByActor, AuditByActorPlans]):
    """The AuditByActor items of a table."""


class AuditByTargetMethods(Methods[AuditByTarget]):
    """The methods of AuditByTarget's handle and plans."""

    create = create_method(AuditByTarget)
    """Write a new AuditByTarget; refuse if there is one with its key."""
    upsert = upsert_method(AuditByTarget)
    """Change an AuditByTarget, or create it where there is none."""

    @method
    def get(self, target_id: str, at: datetime, audit_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[AuditByTarget]:
        """Read the AuditByTarget with this key; None if there is none."""
        return self._get((target_id, at, audit_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[AuditByTarget]:
        """Read AuditByTarget items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, target_id: str, at: datetime, audit_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AuditByTargetChanges]) -> Update[AuditByTarget]:
        """Change an AuditByTarget by its key; refuse if there is none."""
        return self._update((target_id, at, audit_id), changes, values, condition)

    @method
    def delete(self, target_id: str, at: datetime, audit_id: str, *, condition: Filter | None = None) -> Delete[AuditByTarget]:
        """Delete an AuditByTarget by its key; say whether there was one."""
        return self._delete((target_id, at, audit_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime, str]]) -> BatchWrite[AuditByTarget]:
        """Delete AuditByTarget items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def audit_of_target(self, *, target_id: str | SortCondition | None = None, at: datetime | SortCondition | None = None,
            audit_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[AuditByTargetField]]) -> Query[AuditByTarget]:
        """Query `auditOfTarget` in the table: PK = TENANT#{tenant}, SK = AUDITTARGET#{targetId}#{at:iso}#{auditId}."""
        return self._query("auditOfTarget", {"target_id": target_id, "at": at, "audit_id": audit_id}, **options)

    @method
    def audit_of_target_latest(self, *, target_id: str, **options: Unpack[QueryOptions[AuditByTargetField]]) -> Query[AuditByTarget]:
        """What happened to one thing, the latest first."""
        return self._pattern("auditOfTargetLatest", {"target_id": target_id}, **options)


class AuditByTargetPlans(AuditByTargetMethods, Plans[AuditByTarget]):
    """Operations on AuditByTarget, unsent."""


class AuditByTargetHandle(AuditByTargetMethods, Handle[AuditByTarget, AuditByTargetPlans]):
    """The AuditByTarget items of a table."""


class OutboxMessageMethods(Methods[OutboxMessage]):
    """The methods of OutboxMessage's handle and plans."""

    create = create_method(OutboxMessage)
    """Write a new OutboxMessage; refuse if there is one with its key."""
    upsert = upsert_method(OutboxMessage)
    """Change an OutboxMessage, or create it where there is none."""

    @method
    def get(self, shard: int, message_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[OutboxMessage]:
        """Read the OutboxMessage with this key; None if there is none."""
        return self._get((shard, message_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[OutboxMessage]:
        """Read OutboxMessage items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, message_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[OutboxMessageChanges]) -> Update[OutboxMessage]:
        """Change an OutboxMessage by its key; refuse if there is none."""
        return self._update((shard, message_id), changes, values, condition)

    @method
    def delete(self, shard: int, message_id: str, *, condition: Filter | None = None) -> Delete[OutboxMessage]:
        """Delete an OutboxMessage by its key; say whether there was one."""
        return self._delete((shard, message_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, str]]) -> BatchWrite[OutboxMessage]:
        """Delete OutboxMessage items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def outbox_messages(self, *, shard: int, message_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[OutboxMessageField]]) -> Query[OutboxMessage]:
        """Query `outboxMessages` in the table: PK = OUTBOX#{shard}, SK = {messageId}."""
        return self._query("outboxMessages", {"shard": shard, "message_id": message_id}, **options)


class OutboxMessagePlans(OutboxMessageMethods, Plans[OutboxMessage]):
    """Operations on OutboxMessage, unsent."""


class OutboxMessageHandle(OutboxMessageMethods, Handle[OutboxMessage, OutboxMessagePlans]):
    """The OutboxMessage items of a table."""


class DeadMessageMethods(Methods[DeadMessage]):
    """The methods of DeadMessage's handle and plans."""

    create = create_method(DeadMessage)
    """Write a new DeadMessage; refuse if there is one with its key."""
    upsert = upsert_method(DeadMessage)
    """Change a DeadMessage, or create it where there is none."""

    @method
    def get(self, shard: int, message_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[DeadMessage]:
        """Read the DeadMessage with this key; None if there is none."""
        return self._get((shard, message_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[DeadMessage]:
        """Read DeadMessage items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, message_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[DeadMessageChanges]) -> Update[DeadMessage]:
        """Change a DeadMessage by its key; refuse if there is none."""
        return self._update((shard, message_id), changes, values, condition)

    @method
    def delete(self, shard: int, message_id: str, *, condition: Filter | None = None) -> Delete[DeadMessage]:
        """Delete a DeadMessage by its key; say whether there was one."""
        return self._delete((shard, message_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, str]]) -> BatchWrite[DeadMessage]:
        """Delete DeadMessage items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def dead_messages(self, *, shard: int, message_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[DeadMessageField]]) -> Query[DeadMessage]:
        """Query `deadMessages` in the table: PK = DEADOUTBOX#{shard}, SK = {messageId}."""
        return self._query("deadMessages", {"shard": shard, "message_id": message_id}, **options)


class DeadMessagePlans(DeadMessageMethods, Plans[DeadMessage]):
    """Operations on DeadMessage, unsent."""


class DeadMessageHandle(DeadMessageMethods, Handle[DeadMessage, DeadMessagePlans]):
    """The DeadMessage items of a table."""


class ScheduleMethods(Methods[Schedule]):
    """The methods of Schedule's handle and plans."""

    create = create_method(Schedule)
    """Write a new Schedule; refuse if there is one with its key."""
    upsert = upsert_method(Schedule)
    """Change a Schedule, or create it where there is none."""

    @method
    def get(self, shard: int, due_at: datetime, schedule_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Schedule]:
        """Read the Schedule with this key; None if there is none."""
        return self._get((shard, due_at, schedule_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Schedule]:
        """Read Schedule items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, due_at: datetime, schedule_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ScheduleChanges]) -> Update[Schedule]:
        """Change a Schedule by its key; refuse if there is none."""
        return self._update((shard, due_at, schedule_id), changes, values, condition)

    @method
    def delete(self, shard: int, due_at: datetime, schedule_id: str, *, condition: Filter | None = None) -> Delete[Schedule]:
        """Delete a Schedule by its key; say whether there was one."""
        return self._delete((shard, due_at, schedule_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, datetime, str]]) -> BatchWrite[Schedule]:
        """Delete Schedule items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def due_schedules(self, *, shard: int, due_at: datetime | SortCondition | None = None, schedule_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[ScheduleField]]) -> Query[Schedule]:
        """Query `dueSchedules` in the table: PK = SCHEDULE#{shard}, SK = {dueAt:iso}#{scheduleId}."""
        return self._query("dueSchedules", {"shard": shard, "due_at": due_at, "schedule_id": schedule_id}, **options)


class SchedulePlans(ScheduleMethods, Plans[Schedule]):
    """Operations on Schedule, unsent."""


class ScheduleHandle(ScheduleMethods, Handle[Schedule, SchedulePlans]):
    """The Schedule items of a table."""


class DeadScheduleMethods(Methods[DeadSchedule]):
    """The methods of DeadSchedule's handle and plans."""

    create = create_method(DeadSchedule)
    """Write a new DeadSchedule; refuse if there is one with its key."""
    upsert = upsert_method(DeadSchedule)
    """Change a DeadSchedule, or create it where there is none."""

    @method
    def get(self, shard: int, due_at: datetime, schedule_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[DeadSchedule]:
        """Read the DeadSchedule with this key; None if there is none."""
        return self._get((shard, due_at, schedule_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, datetime, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[DeadSchedule]:
        """Read DeadSchedule items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, due_at: datetime, schedule_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[DeadScheduleChanges]) -> Update[DeadSchedule]:
        """Change a DeadSchedule by its key; refuse if there is none."""
        return self._update((shard, due_at, schedule_id), changes, values, condition)

    @method
    def delete(self, shard: int, due_at: datetime, schedule_id: str, *, condition: Filter | None = None) -> Delete[DeadSchedule]:
        """Delete a DeadSchedule by its key; say whether there was one."""
        return self._delete((shard, due_at, schedule_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, datetime, str]]) -> BatchWrite[DeadSchedule]:
        """Delete DeadSchedule items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def dead_schedules(self, *, shard: int, due_at: datetime | SortCondition | None = None, schedule_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[DeadScheduleField]]) -> Query[DeadSchedule]:
        """Query `deadSchedules` in the table: PK = DEADSCHEDULE#{shard}, SK = {dueAt:iso}#{scheduleId}."""
        return self._query("deadSchedules", {"shard": shard, "due_at": due_at, "schedule_id": schedule_id}, **options)


class DeadSchedulePlans(DeadScheduleMethods, Plans[DeadSchedule]):
    """Operations on DeadSchedule, unsent."""


class DeadScheduleHandle(DeadScheduleMethods, Handle[DeadSchedule, DeadSchedulePlans]):
    """The DeadSchedule items of a table."""


class CmsCollections(Collections):
    """Reads of several models at once."""

    @method
    def tenant_file(
        self, **options: Unpack[CollectOptions],
    ) -> Collect[
        Content | ContentVersion | ContentDraft | BinnedContent | TitleEntry | Route | Product | CategoryProduct | Comment | Lead | Context | Asset |
        Resource | Signal | Consent | AuditEntry | AuditByActor | AuditByTarget
    ]:
        """Read `tenantFile`: the items of all its models with PK = TENANT#{tenant}."""
        return self._collect("tenantFile", {}, **options)


class CmsPlans(CmsCollections, CollectionPlans):
    """The same, unsent."""


class Cms(CmsCollections, Table):
    """The table `cms` on a store."""

    design = _DESIGN
    models = (
        TenantConfig, Content, ContentVersion, ContentDraft, BinnedContent, TitleEntry, Route, Product, CategoryProduct, Comment, Lead, Context,
        Asset, Resource, Signal, Consent, AuditEntry, AuditByActor, AuditByTarget, OutboxMessage, DeadMessage, Schedule, DeadSchedule,
    )

    tenant_config = handle(TenantConfig, TenantConfigHandle, TenantConfigPlans)
    """The TenantConfig items."""
    content = handle(Content, ContentHandle, ContentPlans)
    """The Content items."""
    content_version = handle(ContentVersion, ContentVersionHandle, ContentVersionPlans)
    """The ContentVersion items."""
    content_draft = handle(ContentDraft, ContentDraftHandle, ContentDraftPlans)
    """The ContentDraft items."""
    binned_content = handle(BinnedContent, BinnedContentHandle, BinnedContentPlans)
    """The BinnedContent items."""
    title_entry = handle(TitleEntry, TitleEntryHandle, TitleEntryPlans)
    """The TitleEntry items."""
    route = handle(Route, RouteHandle, RoutePlans)
    """The Route items."""
    product = handle(Product, ProductHandle, ProductPlans)
    """The Product items."""
    category_product = handle(CategoryProduct, CategoryProductHandle, CategoryProductPlans)
    """The CategoryProduct items."""
    comment = handle(Comment, CommentHandle, CommentPlans)
    """The Comment items."""
    lead = handle(Lead, LeadHandle, LeadPlans)
    """The Lead items."""
    context = handle(Context, ContextHandle, ContextPlans)
    """The Context items."""
    asset = handle(Asset, AssetHandle, AssetPlans)
    """The Asset items."""
    resource = handle(Resource, ResourceHandle, ResourcePlans)
    """The Resource items."""
    signal = handle(Signal, SignalHandle, SignalPlans)
    """The Signal items."""
    consent = handle(Consent, ConsentHandle, ConsentPlans)
    """The Consent items."""
    audit_entry = handle(AuditEntry, AuditEntryHandle, AuditEntryPlans)
    """The AuditEntry items."""
    audit_by_actor = handle(AuditByActor, AuditByActorHandle, AuditByActorPlans)
    """The AuditByActor items."""
    audit_by_target = handle(AuditByTarget, AuditByTargetHandle, AuditByTargetPlans)
    """The AuditByTarget items."""
    outbox_message = handle(OutboxMessage, OutboxMessageHandle, OutboxMessagePlans)
    """The OutboxMessage items."""
    dead_message = handle(DeadMessage, DeadMessageHandle, DeadMessagePlans)
    """The DeadMessage items."""
    schedule = handle(Schedule, ScheduleHandle, SchedulePlans)
    """The Schedule items."""
    dead_schedule = handle(DeadSchedule, DeadScheduleHandle, DeadSchedulePlans)
    """The DeadSchedule items."""

    @cached_property
    def plan(self) -> CmsPlans:
        """Collections, unsent."""
        return CmsPlans(self)
