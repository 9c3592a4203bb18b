"""Lets an editable install see the code where it stands, not a copy of it."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts something else in place of what a wheel includes from outside of this folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Tell the builder; an empty choice would mean the wheel's."""
        if version == "editable":
            own: Any = self
            folder = f"tavola_systems-{own.metadata.version}.dist-info"
            build_data["force_include_editable"] = {"README.md": f"{folder}/README.md"}
