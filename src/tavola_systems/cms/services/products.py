"""Products: what a site sells, in categories that the public sees while a product is active."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from msgspec import Struct, field

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError, UniqueTaken
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.cms.models import Asset, CategoryProduct, Product, ProductStatus
from tavola_systems.cms.services.slugs import normalise_slug
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, one_of, optional_line, paragraphs

__all__ = ["PRODUCT_STATUSES", "ProductInput", "Products", "parse_price", "shown_price"]

PRODUCT_STATUSES: Final[tuple[ProductStatus, ...]] = ("draft", "active", "archived")
MAX_CATEGORIES: Final = 20
MAX_PRICE: Final = Decimal(10) ** 9
# ISO 4217: these have no smaller unit. Others have two digits at most here.
_WHOLE: Final = frozenset({"BIF", "CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"})


class ProductInput(Struct, frozen=True):
    """What an editor says about a product."""

    title: str
    price: str | Decimal
    currency: str
    slug: str | None = None
    description: str | None = None
    image: str | None = None
    categories: Iterable[str] = field(default_factory=tuple[str, ...])
    status: str = "draft"


class Products:
    """The products of one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def create(self, given: ProductInput) -> Product:
        """Add a product; its slug, made from its title if none is given, is its own."""
        product = Product(**self._checked(given), updated_at=self._scope.now())
        product.updated_by = self._scope.actor.email
        try:
            with self._db.transaction() as tx:
                tx.create(product)
                for write in self._listings(product):
                    tx.add(write)
                self._check_image(tx, product.image)
                tx.add(self._audit("CREATE_PRODUCT", product))
        except UniqueTaken:
            raise
        except ConditionFailed as refused:
            raise _image_missing(product.image, refused) from refused
        return self.get(product.product_id)

    def update(
        self, product_id: str, given: ProductInput, *, expected: datetime | None = None
    ) -> Product:
        """Replace what is said about a product, if it is still what the editor saw."""
        product = self.get(product_id)
        seen = product.updated_at
        if expected is not None and expected != seen:
            raise _changed(product)
        before = {_folded(one): one for one in product.categories or ()}
        was_active = product.status == "active"
        for name, value in self._checked(given).items():
            setattr(product, name, value)
        product.updated_at, product.updated_by = self._scope.now(), self._scope.actor.email
        shown = (
            {_folded(one) for one in product.categories or ()}
            if product.status == "active"
            else set[str]()
        )
        try:
            with self._db.transaction() as tx:
                tx.save(product, condition=Product.fields.updated_at == seen)
                for write in self._listings(product):
                    tx.add(write)
                if was_active:
                    for folded, category in before.items():
                        if folded not in shown:
                            tx.add(self._db.category_product.plan.delete(category, product_id))
                self._check_image(tx, product.image)
                tx.add(self._audit("UPDATE_PRODUCT", product))
        except UniqueTaken:
            raise
        except ConditionFailed as refused:
            current = self.get(product_id)
            if current.updated_at != seen:
                raise _changed(current) from refused
            raise _image_missing(product.image, refused) from refused
        return self.get(product_id)

    def delete(self, product_id: str) -> None:
        """Remove a product, and free its slug."""
        product = self.get(product_id)
        with self._db.transaction() as tx:
            tx.delete(product)
            for category in product.categories or ():
                tx.add(self._db.category_product.plan.delete(category, product_id))
            tx.add(self._audit("DELETE_PRODUCT", product))

    def get(self, product_id: str) -> Product:
        """Read a product whole."""
        found = self._db.product.get(product_id)
        if found is None:
            raise ItemMissing(f"Product {product_id} does not exist.")
        return found

    def shown(self, slug: str) -> Product:
        """Read a product that the public may see, by its slug."""
        found = self._db.product.find_by_slug(product_slug(slug))
        if found is None or found.status != "active":
            raise ItemMissing(f"Product {slug} does not exist.")
        return found

    def page(
        self, status: ProductStatus | None = None, *, limit: int = 50, cursor: str | None = None
    ) -> Page[Product]:
        """List summaries, the latest change first."""
        if status is None:
            return self._db.product.products(limit=limit, cursor=cursor)
        return self._db.product.products_in_status(status=status, limit=limit, cursor=cursor)

    def all(self) -> Iterator[Product]:
        """Read all summaries, for a file."""
        return self.page().all()

    def in_category(
        self, category: str, *, limit: int = 50, cursor: str | None = None
    ) -> Page[CategoryProduct]:
        """List the active products of a category, ignoring case."""
        return self._db.category_product.products_in_category(
            category=category, limit=limit, cursor=cursor
        )

    def categories(self) -> list[str]:
        """Return the names of the categories that have active products."""
        found: dict[str, str] = {}
        for one in self._db.category_product.products_in_category(only=["category"]).all():
            found.setdefault(_folded(one.category), one.category)
        return list(found.values())

    def _checked(self, given: ProductInput) -> dict[str, Any]:
        title = line("title", given.title, 150)
        currency = given.currency.strip().upper()
        if len(currency) != 3 or not (currency.isascii() and currency.isalpha()):
            raise OperationError(f"currency: {given.currency[:20]!r} is none. Write EUR.")
        return {
            "title": title,
            "slug": product_slug(given.slug or title),
            "description": paragraphs("description", given.description, 5000),
            "price": parse_price(given.price, currency),
            "currency": currency,
            "image": optional_line("image", given.image, 60),
            "categories": _categories(given.categories),
            "status": one_of("status", given.status, PRODUCT_STATUSES),
        }

    def _listings(self, product: Product) -> list[Write[Any]]:
        """The items that show an active product in its categories."""
        if product.status != "active":
            return []
        entries = [
            CategoryProduct(
                category=category,
                product_id=product.product_id,
                title=product.title,
                slug=product.slug,
                price=product.price,
                currency=product.currency,
                image=product.image,
            )
            for category in product.categories or ()
        ]
        return [self._db.category_product.plan.put(entry) for entry in entries]

    def _check_image(self, tx: Any, image: str | None) -> None:
        if image is not None:
            tx.check_key(Asset, {"asset_id": image}, Asset.fields.digest.exists())

    def _audit(self, action: str, product: Product) -> Any:
        snapshot: Mapping[str, Any] = {
            "slug": product.slug,
            "price": f"{product.price} {product.currency}",
            "status": product.status,
            "categories": list(product.categories or ()),
        }
        return self._scope.audit(action, "product", product.product_id, product.title, **snapshot)


def parse_price(given: str | Decimal, currency: str) -> Decimal:
    """Read an amount as the currency has it: no more digits than it has coins for."""
    try:
        price = given if isinstance(given, Decimal) else Decimal(given.strip().replace(",", "."))
    except InvalidOperation:
        price = Decimal("NaN")
    digits = 0 if currency in _WHOLE else 2
    if not price.is_finite() or not 0 <= price < MAX_PRICE:
        raise OperationError(f"price: {str(given)[:30]!r} is not an amount. Write 12.50.")
    if price != round(price, digits):
        raise OperationError(f"price: {price} {currency} has too many digits. Use {digits}.")
    return round(price, digits)


def shown_price(product: Product | CategoryProduct) -> str:
    """Write a price with its currency's digits: numbers in the table have no final zeros."""
    digits = 0 if product.currency in _WHOLE else 2
    return f"{product.price:.{digits}f}"


def product_slug(text: str) -> str:
    """Return a product's slug as it is stored: one part, without a slash."""
    slug = normalise_slug("/p/" + text.strip().strip("/").replace("/", "-")).removeprefix("/p")
    if slug in {"", "/"}:
        raise OperationError("slug: it has no letters or digits. Choose another one.")
    return slug.removeprefix("/")


def _categories(given: Iterable[str]) -> list[str]:
    """Check categories; two that differ in case only are one."""
    found: dict[str, str] = {}
    for text in given:
        if text.strip():
            category = line("categories", text, 60)
            found.setdefault(_folded(category), category)
    if len(found) > MAX_CATEGORIES:
        raise OperationError(f"categories: There are {len(found)}. Use at most {MAX_CATEGORIES}.")
    return list(found.values())


def _folded(category: str) -> str:
    return category.casefold()


def _changed(product: Product) -> ItemChanged:
    return ItemChanged(
        f"product {product.title}: {product.updated_by or 'somebody'} has changed it meanwhile."
        " Look at it and repeat your change."
    )


def _image_missing(image: str | None, refused: ConditionFailed) -> Exception:
    if image is None:
        return refused
    return OperationError(f"image: {image} is not in the media library. Choose one that is.")
