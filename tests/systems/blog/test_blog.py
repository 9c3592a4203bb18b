"""What is shipped with the blog: its generated module and its tour."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from tavola.cli import main
from tavola.design.load import check_design
from tavola_systems.__main__ import main as run_systems
from tavola_systems.blog.tour import show_tour

BLOG = Path(__file__).parents[3] / "src/tavola_systems/blog"


def test_the_generated_module_is_what_the_design_says() -> None:
    assert main(["generate", f"{BLOG}/design.yaml", "-o", f"{BLOG}/models.py", "--check"]) == 0


def test_all_advice_is_about_the_text_of_older_posts() -> None:
    found = check_design(BLOG / "design.yaml")

    assert [(one.where, one.is_error, "the heavy 'content'" in one.problem) for one in found] == [
        ("Post.indexes.postsForUser", False, True),
        ("Post.indexes.postsOnShelf", False, True),
        ("Post.indexes.postsByTitle", False, True),
    ]


def test_the_tour_shows_that_what_must_not_happen_does_not() -> None:
    out = io.StringIO()
    show_tour(Console(file=out, width=100))
    assert (out.getvalue().count("✓"), out.getvalue().count("✗")) == (3, 0)


def test_the_systems_show_the_tour_and_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_systems([]) == 0
    assert "All of them stand in one table" in capsys.readouterr().out
