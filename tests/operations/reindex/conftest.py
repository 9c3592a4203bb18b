"""Designs that change, on every store that a command reaches."""

from __future__ import annotations

from tests.generate.conftest import credentials, generate

__all__ = ["credentials", "generate"]
