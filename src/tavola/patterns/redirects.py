"""Routes: an address leads to a node; one that it had before leads there too, as a redirect.

    routes   key (address…)   node, is_redirect; is_fixed (optional)

The YAML to paste (the name of `node` can be another):

    Route:
      fields:
        slug: {type: StringField, required: true}
        node: {type: StringField, required: true}
        isRedirect: {type: BooleanField, required: true}
        isFixed: {type: BooleanField}
      key: {PK: "ROUTE#{slug}", SK: ROUTE}

A redirect names its node, not another address. So there are no chains to follow and no loops to
fall into, and nothing is rewritten when a node moves again: whoever comes by a redirect reads the
node, which knows its present address. An address belongs to one node; its own redirects a node may
claim back. An address that `is_fixed` neither moves nor goes.

The methods whose names end in -ing plan writes, to be part of the transaction that changes the
node: a ConditionFailed there has the position of the write that was refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.operations.read.get import Get
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Create, Write
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import among_others
from tavola.table.base import BaseTable

__all__ = ["AddressFixed", "AddressTaken", "ChangeRoutes", "Routes"]

R = TypeVar("R", bound=Model)
Address = str | tuple[Any, ...]
Writes = Sequence[Write[Any]]


class AddressTaken(AlreadyExists):
    """The address leads to another node; `node` is it."""

    def __init__(self, message: str, *, node: str) -> None:
        super().__init__(message)
        self.node = node


class AddressFixed(ConditionFailed):
    """The address is fixed: it neither moves nor goes."""


class RouteItems(Struct, Generic[R], frozen=True):
    """The stored routes, and what their fields are called."""

    part: Part[R]
    node: str

    def key(self, address: Address) -> tuple[Any, ...]:
        """An address of one value or of several."""
        return address if isinstance(address, tuple) else (address,)

    def name(self, address: Address) -> str:
        """An address, for errors."""
        return self.part.label(self.key(address))

    def is_own(self, node: str) -> Expr:
        """The address leads to this node."""
        own: Expr = self.part.field(self.node) == node
        return own

    def is_redirect(self, expected: bool) -> Expr:
        """It leads to a node that is elsewhere by now, or not."""
        found: Expr = self.part.field("is_redirect") == expected
        return found

    def may_go(self, node: str) -> Expr:
        """It leads to this node, and is not fixed."""
        if not self.part.has("is_fixed"):
            return self.is_own(node)
        fixed = self.part.field("is_fixed")
        loose: Expr = fixed.is_missing() | (fixed == False)  # noqa: E712 - a condition on a field
        return self.is_own(node) & loose

    def claim(self, address: Address, node: str, values: dict[str, Any]) -> Create[R]:
        """Write the address, if it is free or a redirect of this node's own."""
        part = self.part
        free = part.field(self.node).is_missing()
        back = self.is_own(node) & self.is_redirect(True)
        made = part.make(self.key(address), **{self.node: node, "is_redirect": False, **values})
        return part.put(made, condition=free | back)


class Routes(Generic[R]):
    """Addresses of nodes, as operations to run on a table, sync or async.

    An address is what the key has, or a tuple if that is several fields.
    """

    def __init__(self, table: BaseTable, routes: type[R], *, node: str = "node") -> None:
        self._items: RouteItems[R] = RouteItems(part_of(table, routes, node, "is_redirect"), node)

    def find(self, address: Address) -> Get[R]:
        """Read where an address leads; None if nowhere."""
        return self._items.part.get(self._items.key(address))

    def claiming(self, address: Address, node: str, **values: Any) -> Create[R]:
        """Plan a node's address: a free one, or one that it had before."""
        return self._items.claim(address, node, values)

    def moving(
        self,
        node: str,
        old: Address,
        new: Address,
        *,
        left: Sequence[Change] = (),
        **values: Any,
    ) -> list[Write[Any]]:
        """Plan the change of a node's address: the old one becomes a redirect, the new one its own.

        The first write is the old address, which also gets the changes `left`; the second is the
        new one, which gets the values.
        """
        items = self._items
        if items.key(old) == items.key(new):
            raise OperationError(
                f"{items.name(old)} is the address already. Move it to another, or leave it."
            )
        change = items.part.field("is_redirect").set(True)
        condition = items.may_go(node) & items.is_redirect(False)
        leave = items.part.update(items.key(old), change, *left, condition=condition)
        return [leave, items.claim(new, node, values)]

    def freeing(self, address: Address, node: str) -> Write[Any]:
        """Plan that an address leads nowhere: a redirect, or the one of a node that goes."""
        items = self._items
        return items.part.delete(items.key(address), condition=items.may_go(node))

    def claim(
        self, address: Address, node: str, *, also: Writes = (), **values: Any
    ) -> ChangeRoutes:
        """Give a node its address, with the node's own writes in one transaction."""
        write = self.claiming(address, node, **values)
        return ChangeRoutes(self._items, node, (address,), (write,), tuple(also))

    def move(
        self, node: str, old: Address, new: Address, *, also: Writes = (), **values: Any
    ) -> ChangeRoutes:
        """Change a node's address, with the node's own writes in one transaction."""
        writes = self.moving(node, old, new, **values)
        return ChangeRoutes(self._items, node, (old, new), tuple(writes), tuple(also))

    def free(self, address: Address, node: str, *, also: Writes = ()) -> ChangeRoutes:
        """Let an address lead nowhere, with the node's own writes in one transaction."""
        write = self.freeing(address, node)
        return ChangeRoutes(self._items, node, (address,), (write,), tuple(also))


class ChangeRoutes(Struct, frozen=True):
    """A change of routes that says why it was refused."""

    items: RouteItems[Any]
    node: str
    addresses: tuple[Address, ...]
    writes: tuple[Write[Any], ...]
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[None]:
        """Send it, with what else belongs to it."""
        try:
            yield from self.items.part.transaction([*self.writes, *self.also]).steps()
        except ConditionFailed as refused:
            position = refused.position
            if position is not None and position < len(self.writes):
                raise self._explain_refusal(self.addresses[position], refused) from refused
            raise among_others(refused, len(self.writes)) from None

    def _explain_refusal(self, address: Address, refused: ConditionFailed) -> ConditionFailed:
        items, name = self.items, self.items.name(address)
        if refused.item is None:
            return ItemMissing(f"{name} leads nowhere. Claim it first.")
        stored: Any = items.part.decode(refused.item)
        node: str = getattr(stored, items.node)
        if node != self.node:
            return AddressTaken(f"{name} leads to {node}. Choose another.", node=node)
        if getattr(stored, "is_fixed", None):
            return AddressFixed(f"{name} is fixed, and neither moves nor goes.")
        if stored.is_redirect:
            return ConditionFailed(
                f"{name} is a redirect already. Move the present address.", item=refused.item
            )
        return AddressTaken(f"{name} is the address of {node} already.", node=node)
