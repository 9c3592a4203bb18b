"""DynamoDB's value rules: numbers, sizes, sets, binary, sort order.

item = check_item(body["Item"])      # AWS's refusals; canonical form, a copy only if it differs
value = check_value({"N": "1.50"})   # {"N": "1.5"}
item, size = measure_item(item)      # the same, and the size with it
item_size(item)                      # bytes by AWS's arithmetic; MAX_ITEM_BYTES is the limit
key_bytes({"N": "10"}, "N")          # bytes that compare as DynamoDB's keys do
values_equal(left, right)            # numbers by value, sets without order
compare_values(left, right)          # -1, 0, 1; None if they cannot be compared
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.values.attributes import (
        MAX_NAME_BYTES,
        MAX_NESTING,
        NULL_MUST_BE_TRUE,
        TYPES,
        Item,
        Value,
        check_item,
        check_name,
        check_value,
        in_set_order,
        measure_item,
    )
    from tavola.values.comparison import (
        ORDERED_TYPES,
        compare_values,
        has_set,
        key_bytes,
        values_equal,
    )
    from tavola.values.numbers import (
        add_numbers,
        canonical_number,
        number_from_sort_key,
        number_hash_bytes,
        number_sort_key,
        subtract_numbers,
    )
    from tavola.values.refusals import ValueRefused
    from tavola.values.sizes import MAX_ITEM_BYTES, item_size, value_size

__all__ = [
    "MAX_ITEM_BYTES",
    "MAX_NAME_BYTES",
    "MAX_NESTING",
    "NULL_MUST_BE_TRUE",
    "ORDERED_TYPES",
    "TYPES",
    "Item",
    "Value",
    "ValueRefused",
    "add_numbers",
    "canonical_number",
    "check_item",
    "check_name",
    "check_value",
    "compare_values",
    "has_set",
    "in_set_order",
    "item_size",
    "key_bytes",
    "measure_item",
    "number_from_sort_key",
    "number_hash_bytes",
    "number_sort_key",
    "subtract_numbers",
    "value_size",
    "values_equal",
]

# Key templates need numbers alone, the engine needs the rest.
__getattr__ = late_names(
    __name__,
    {
        "tavola.values.attributes": (
            "Item",
            "MAX_NAME_BYTES",
            "MAX_NESTING",
            "NULL_MUST_BE_TRUE",
            "TYPES",
            "Value",
            "check_item",
            "check_name",
            "check_value",
            "in_set_order",
            "measure_item",
        ),
        "tavola.values.comparison": (
            "ORDERED_TYPES",
            "compare_values",
            "has_set",
            "key_bytes",
            "values_equal",
        ),
        "tavola.values.numbers": (
            "add_numbers",
            "canonical_number",
            "number_from_sort_key",
            "number_hash_bytes",
            "number_sort_key",
            "subtract_numbers",
        ),
        "tavola.values.refusals": ("ValueRefused",),
        "tavola.values.sizes": (
            "MAX_ITEM_BYTES",
            "item_size",
            "value_size",
        ),
    },
)
