"""The version stands in one place."""

from __future__ import annotations

import tomllib
from importlib.metadata import version

import tavola
from tools.changelog import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_what_is_installed_has_the_version_of_the_code() -> None:
    assert version("tavola") == tavola.__version__


def test_the_project_file_takes_the_version_from_the_code() -> None:
    assert ("version" in PROJECT, PROJECT["dynamic"]) == (False, ["version"])


def test_every_python_that_is_promised_is_tried_by_ci() -> None:
    promised = [
        line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: Python :: 3." in line
    ]

    listed = (ROOT / ".ci" / "pythons").read_text("utf-8")

    assert promised == ["3.11", "3.12", "3.13", "3.14"]
    assert f"for version in {' '.join(reversed(promised))};" in listed
