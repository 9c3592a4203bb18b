"""The forms of key templates in the reference: each writes what its example says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tavola.design.keys.template_forms import TEMPLATE_FORMS, TemplateForm
from tavola.keys import key_form

MORNING = datetime(2025, 1, 15, 10, 30, tzinfo=UTC)
WRITTEN: dict[str, tuple[str, object]] = {
    "{name}": ("text", "ada"),
    "{email:lower}": ("lower", "Ada@X.org"),
    "{name:fold}": ("fold", "Straße"),
    "{path:raw}": ("raw:#", "a%b"),
    "{score}, alone, in the attribute `score`": ("number:int", 42),
    "{address.city}": ("text", "Rome"),
    "{flag}": ("bool", True),
    "{n}": ("int", 42),
    "{n:08d}": ("int:8", 42),
    "{n:desc:08d}": ("desc:8", 42),
    "{n:sortable}": ("int20", -5),
    "{x:sortable}": ("float16", 3.141592653589793),
    "{price:012.2f}": ("fixed:12.2", 12.5),
    "{at}": ("iso", MORNING),
    "{at:iso}": ("iso", MORNING),
    "{at:013d}": ("ms:13", MORNING),
    "{at:sortable}": ("ms20", MORNING),
    "{at:%Y-%m}": ("part:%Y-%m", MORNING),
    "{orderId:shard:8}": ("shard:8:text", "o1"),
    "{tenant}": ("tenant", "acme"),
    "{bucket}": ("int:3", 7),
}


def test_every_form_has_an_example() -> None:
    assert [form.written for form in TEMPLATE_FORMS] == list(WRITTEN)


@pytest.mark.parametrize("form", TEMPLATE_FORMS, ids=lambda form: form.written)
def test_an_example_is_what_the_form_writes(form: TemplateForm) -> None:
    code, value = WRITTEN[form.written]

    assert key_form(code).write(value) == form.example
