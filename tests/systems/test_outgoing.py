"""Nothing that a user typed is ever fetched: which files reach other machines at all, and why."""

from __future__ import annotations

import ast
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola_systems.registry import load_systems
from tests.systems.site import Site, open_site

SYSTEMS = Path(__file__).parents[2] / "src" / "tavola_systems"
# What reaches other machines. FastAPI and uvicorn only listen.
CLIENTS = {"aiohttp", "boto3", "botocore", "httpx", "requests", "subprocess", "urllib3"}
PROTOCOLS = {"dns", "ftplib", "http.client", "smtplib", "socket", "telnetlib", "urllib.request"}
REACHING = CLIENTS | PROTOCOLS
ALLOWED = {
    "cms/dns.py": "asks a name server for a TXT record of a domain; fetches nothing there",
    "cms/terminal.py": "EventBridge, whose address the operator gives",
    "demo.py": "listens",
    "platform/mail/carriers.py": "the mail server that the operator names",
    "platform/running/listening.py": "listens",
    "platform/running/process.py": "S3, whose address the operator gives",
    "requests/queues/opening.py": "SQS, whose address the operator gives",
    "requests/running.py": "the name of this machine",
}


def reaching_in(path: Path) -> set[str]:
    """What a file imports, by statement or by name, that reaches other machines."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            is_import = node.func.id in {"import_module", "__import__"}
            constants = [one.value for one in node.args if isinstance(one, ast.Constant)]
            named |= {str(one) for one in constants if is_import}
    return {one for one in named if one in REACHING or one.partition(".")[0] in REACHING}


def test_only_these_files_can_reach_other_machines() -> None:
    files = sorted(SYSTEMS.rglob("*.py"))
    found = {str(path.relative_to(SYSTEMS)) for path in files if reaching_in(path)}
    assert found == set(ALLOWED)


@pytest.fixture(name="site")
def opened() -> Iterator[Site]:
    site = open_site(load_systems(["blog", "branding"]))
    yield site
    site.process.close()


@pytest.fixture(name="reached")
def watched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Whom this process looks up or calls."""
    reached: list[Any] = []

    def note(*asked: Any, **more: Any) -> None:
        reached.append(asked)
        raise OSError("nobody is called here")

    monkeypatch.setattr(socket, "getaddrinfo", note)
    monkeypatch.setattr(socket, "create_connection", note)
    return reached


ADDRESS = "https://10.0.0.1:9/latest/meta-data"


def test_an_address_in_a_post_or_a_theme_is_kept_and_not_called(
    site: Site, reached: list[Any]
) -> None:
    writer = site.program("ada@example.com", "blog", "writer")
    text = {"title": ADDRESS, "content": f"![x]({ADDRESS}) <{ADDRESS}>"}
    posted = writer.post("posts", json=text)
    team = site.program("luca@example.com", "branding", "admin")
    team.put("businesses/luna", json={"name": "Luna"})
    drafted = team.post("businesses/luna/drafts", json={"metadata": {"homeUrl": ADDRESS}})
    css = team.get("businesses/luna/themes/1/css")
    shown = site.client().get(f"/blog/posts/{posted.json()['post_id']}")
    answers = (posted, drafted, css, shown)
    assert [one.status_code for one in answers] == [201, 201, 200, 200]
    assert ADDRESS in css.text
    assert reached == []
