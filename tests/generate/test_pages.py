"""Pages, templates and policies of whole designs are what they were when somebody read them."""

from __future__ import annotations

import pytest

from tests.generate.pages import PAGES, page, path_of


@pytest.mark.parametrize(("design", "form"), PAGES)
def test_a_design_is_written_as_it_was_reviewed(design: str, form: str) -> None:
    assert page(design, form) == path_of(design, form).read_text("utf-8")
