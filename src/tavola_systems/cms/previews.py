"""Preview links: signed for one page, they end by themselves, or when an editor ends them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tavola_systems.cms.models import Content
from tavola_systems.platform.keys import SigningKeys

__all__ = ["Previews"]

_TOKEN: Final = re.compile(r"[0-9A-Z]{26}\.([1-9][0-9]{0,11})\.([^.]+)")
_LASTS_SECONDS: Final = 7 * 24 * 3600


class Previews:
    """Makes and checks the tokens of preview links."""

    def __init__(self, keys: SigningKeys, clock: Callable[[], float]) -> None:
        self._keys = keys
        self._clock = clock

    def token(self, tenant_id: str, page: Content) -> str:
        """Return the token of a link that shows a page as it will be, for a week."""
        until = int(self._clock()) + _LASTS_SECONDS
        return f"{page.node_id}.{until}.{self._sign(tenant_id, page, until)}"

    def node_of(self, token: str) -> str:
        """Return which page a token is about, whether or not it is good."""
        return token.partition(".")[0][:26]

    def ends(self, token: str) -> int:
        """Return when a good token ends."""
        return int(token.split(".")[1])

    def is_good(self, tenant_id: str, page: Content, token: str) -> bool:
        """Say whether a token shows this page, now."""
        found = _TOKEN.fullmatch(token)
        if found is None or int(found[1]) < self._clock():
            return False
        until, signature = found[1], found[2]
        signed = f"{tenant_id}.{page.node_id}.{page.preview_epoch}.{int(until)}"
        return self._keys.verify("cms-preview", signed, signature)

    def _sign(self, tenant_id: str, page: Content, until: int) -> str:
        signed = f"{tenant_id}.{page.node_id}.{page.preview_epoch}.{until}"
        return self._keys.sign("cms-preview", signed)
