"""Products: their slugs and prices, and the categories in which the public finds them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from msgspec.structs import replace

from tavola.errors import ItemChanged, ItemMissing, OperationError, UniqueTaken
from tavola_systems.cms.services.products import ProductInput, Products, parse_price
from tests.systems.cms.conftest import CmsSite

MUG = ProductInput(
    title="Blue Mug",
    price="12,50",
    currency="eur",
    categories=["Kitchen", "Gifts"],
    status="active",
)


def test_a_product_gets_its_slug_from_its_title(luna: CmsSite) -> None:
    made = Products(luna.scope).create(MUG)
    assert (made.slug, made.price, made.currency) == ("blue-mug", Decimal("12.50"), "EUR")
    assert Products(luna.scope).shown("Blue-Mug").product_id == made.product_id


def test_a_slug_is_one_product_s_until_it_is_given_up(luna: CmsSite) -> None:
    products = Products(luna.scope)
    first = products.create(MUG)
    with pytest.raises(UniqueTaken):
        products.create(replace(MUG, title="BLUE  mug"))
    products.update(first.product_id, replace(MUG, slug="mug"))
    assert products.create(MUG).slug == "blue-mug"


def test_the_public_finds_active_products_by_category_without_difference_of_case(
    luna: CmsSite,
) -> None:
    products = Products(luna.scope)
    made = products.create(MUG)
    products.create(replace(MUG, title="Red Mug", status="draft"))
    assert [one.title for one in products.in_category("KITCHEN")] == ["Blue Mug"]
    assert products.categories() == ["Gifts", "Kitchen"]
    products.update(made.product_id, replace(MUG, categories=["kitchen"], price="9"))
    assert [(one.title, one.price) for one in products.in_category("Kitchen")] == [
        ("Blue Mug", Decimal("9.00"))
    ]
    assert products.in_category("Gifts").items == []


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_a_product_that_is_not_active_is_shown_nowhere(luna: CmsSite, status: str) -> None:
    products = Products(luna.scope)
    made = products.create(MUG)
    products.update(made.product_id, replace(MUG, status=status))
    assert products.in_category("Kitchen").items == []
    with pytest.raises(ItemMissing):
        products.shown("blue-mug")


def test_a_deleted_product_leaves_its_categories_and_its_slug(luna: CmsSite) -> None:
    products = Products(luna.scope)
    products.delete(products.create(MUG).product_id)
    assert (products.categories(), products.page().items) == ([], [])
    assert products.create(MUG).slug == "blue-mug"


def test_of_two_editors_the_second_is_told(luna: CmsSite) -> None:
    products = Products(luna.scope)
    seen = products.create(MUG)
    products.update(seen.product_id, replace(MUG, price="10"), expected=seen.updated_at)
    with pytest.raises(ItemChanged, match="has changed it meanwhile"):
        products.update(seen.product_id, replace(MUG, price="11"), expected=seen.updated_at)
    assert products.get(seen.product_id).price == Decimal(10)


def test_an_image_must_be_in_the_media_library(luna: CmsSite) -> None:
    products = Products(luna.scope)
    with pytest.raises(OperationError, match="is not in the media library"):
        products.create(replace(MUG, image="01ARZ3NDEKTSV4RRFFQ69G5FAV"))
    assert products.page().items == []


@pytest.mark.parametrize(
    ("price", "currency"),
    [("", "EUR"), ("x", "EUR"), ("-1", "EUR"), ("1.234", "EUR"), ("1.5", "JPY"), ("NaN", "EUR")],
)
def test_a_price_is_an_amount_that_one_can_pay(price: str, currency: str) -> None:
    with pytest.raises(OperationError, match="price: "):
        parse_price(price, currency)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(MUG, title=" "),
        replace(MUG, currency="euros"),
        replace(MUG, status="sold"),
        replace(MUG, categories=[str(number) for number in range(21)]),
        replace(MUG, title="!!!"),
    ],
)
def test_a_product_that_is_not_right_is_refused_and_nothing_is_written(
    luna: CmsSite, wrong: ProductInput
) -> None:
    with pytest.raises(OperationError):
        Products(luna.scope).create(wrong)
    assert Products(luna.scope).page().items == []
