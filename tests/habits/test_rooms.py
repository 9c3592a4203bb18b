"""A folder listing is a map: a package of many files has rooms, or a reason to have none."""

from __future__ import annotations

from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"
MAX_MODULES = 16

WITHOUT_ROOMS = {
    "tavola/cli": "a file for each command; what several share has rooms",
    "tavola/engine/actions": "a file for each action, so that the listing is the API",
    "tavola_systems/cms/services": "a file for each area of the CMS",
    "tavola_systems/cms/web": "a file for each area of the CMS",
    "tavola_systems/requests": "a file for each part of a run, in the layers of its contract",
    "tavola_systems/requests/services": "a file for each area of event requests",
}
"""Packages whose listing is read as a list, and what it lists."""


def modules_in(package: Path) -> list[str]:
    """The modules of a package itself, without those of its rooms."""
    return sorted(one.stem for one in package.glob("*.py") if one.stem != "__init__")


def crowded_in(sources: Path) -> list[str]:
    """The packages with more modules of their own than a reader takes in."""
    packages = sorted(one.parent for one in sources.rglob("__init__.py"))
    crowded = [one for one in packages if len(modules_in(one)) > MAX_MODULES]
    return [one.relative_to(sources).as_posix() for one in crowded]


def test_a_package_of_many_files_has_rooms_or_a_reason_to_have_none() -> None:
    assert crowded_in(SOURCES) == sorted(WITHOUT_ROOMS)


def test_a_package_of_too_many_files_is_found(tmp_path: Path) -> None:
    for package, count in (("few", MAX_MODULES), ("many", MAX_MODULES + 1)):
        (tmp_path / package).mkdir()
        for name in ("__init__", *(f"module_{number}" for number in range(count))):
            (tmp_path / package / f"{name}.py").touch()

    assert crowded_in(tmp_path) == ["many"]
