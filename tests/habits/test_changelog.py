"""The changelog from its fragments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.changelog import ROOT, BadFragment, find_fragments, release, render

OLD = "# Changelog\n\n## Unreleased\n\n- A beginning.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three fragments, and a page about them."""
    (tmp_path / "README.md").write_text("What has changed")
    (tmp_path / "no-loss.fixed.md").write_text("Nothing is lost.\n")
    (tmp_path / "scan.removed.md").write_text("`scan` is gone.\n")
    (tmp_path / "shards.added.md").write_text("Queries read\nall shards.\n")
    return tmp_path


def test_fragments_stand_by_kind_one_line_each(folder: Path) -> None:
    assert render(folder) == (
        "### Added\n\n- Queries read all shards.\n\n"
        "### Fixed\n\n- Nothing is lost.\n\n"
        "### Removed\n\n- `scan` is gone."
    )


def test_a_release_takes_what_was_not_released(folder: Path) -> None:
    new = release(OLD, render(folder), "0.2.0", "2026-12-01")

    assert new == (
        "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- A beginning.\n\n"
        "### Added\n\n- Queries read all shards.\n\n"
        "### Fixed\n\n- Nothing is lost.\n\n"
        "### Removed\n\n- `scan` is gone.\n"
        "\n## 0.1.0 (2026-01-01)\n\n- The first.\n"
    )


def test_a_release_may_have_no_fragments() -> None:
    assert "## 0.2.0 (2026-12-01)\n\n- A beginning.\n\n## 0.1.0" in release(
        OLD, "", "0.2.0", "2026-12-01"
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("shards.md", "Shards.", r"Write <a-few-words>\.<kind>\.md; kinds are added, changed"),
        ("shards.new.md", "Shards.", "no name of a fragment"),
        ("shards.added.md", "- Shards.", "Write one, without a bullet"),
        ("shards.added.md", "", "is not a sentence"),
    ],
)
def test_a_bad_fragment_says_what_would_be_right(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)

    with pytest.raises(BadFragment, match=message):
        find_fragments(tmp_path)


def test_the_fragments_of_the_project_are_good_ones() -> None:
    written = [path for path in (ROOT / "changes").iterdir() if path.name != "README.md"]

    assert sorted(find_fragments(ROOT / "changes")) == sorted(written)
