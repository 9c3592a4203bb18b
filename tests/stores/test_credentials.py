"""Where credentials come from, when they are renewed, and that they never show."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.errors import AccessRefused, OperationError
from tavola.server import serve
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.http.assembly import assemble
from tavola.stores.http.credentials import BotocoreCredentials, find_credentials
from tavola.stores.http.endpoint_settings import parse_location
from tavola.wire.sigv4 import Credentials
from tests.stores.conftest import OpenClient

KEYS = Credentials("AKIDEXAMPLE", "very-hidden-secret", "hidden-token")
NOW = 1_700_000_000.0


def _find(location: str, environment: dict[str, str]) -> Credentials | None:
    return find_credentials(parse_location(location, environment), environment).fresh(NOW)


def test_the_environments_keys_are_used_without_botocore() -> None:
    environment = {
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "very-hidden-secret",
        "AWS_SESSION_TOKEN": "hidden-token",
    }

    assert _find("dynamodb://us-east-1", environment) == KEYS


def test_a_named_profile_goes_before_the_environments_keys() -> None:
    environment = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret"}

    assert _find("dynamodb://us-east-1?profile=staging", environment) is None


def test_a_service_on_this_machine_gets_the_documentations_example_keys() -> None:
    found = _find("dynamodb://us-east-1?endpoint=http://localhost:8000", {})

    assert found is not None
    assert found.access_key == "AKIAIOSFODNN7EXAMPLE"


def test_a_profile_of_the_shared_files_is_read_through_botocore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "credentials"
    files.write_text("[staging]\naws_access_key_id = AKIDFILE\naws_secret_access_key = from-file\n")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(files))
    source = find_credentials(parse_location("dynamodb://us-east-1?profile=staging", {}), {})

    source.refresh(NOW)

    assert source.fresh(NOW) == Credentials("AKIDFILE", "from-file")


def test_a_missing_profile_is_refused_with_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    source = find_credentials(parse_location("dynamodb://us-east-1?profile=staging", {}), {})

    with pytest.raises(AccessRefused, match="ProfileNotFound") as refused:
        source.refresh(NOW)

    assert refused.value.__cause__ is not None


def test_without_botocore_the_message_says_what_it_is_needed_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "botocore.session", None)
    source = find_credentials(parse_location("dynamodb://us-east-1", {}), {})

    with pytest.raises(AccessRefused) as refused:
        source.refresh(NOW)

    assert refused.value.message == (
        "credentials: none found in the environment, and shared files, SSO and roles need botocore,"
        " which is not installed. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,"
        " pass `credentials=`, or install tavola[aws]."
    )


def test_without_botocore_a_profile_is_not_looked_for_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "botocore.session", None)
    source = find_credentials(parse_location("dynamodb://us-east-1?profile=staging", {}), {})

    with pytest.raises(AccessRefused) as refused:
        source.refresh(NOW)

    assert refused.value.message == (
        "credentials: the profile 'staging' needs botocore, which is not installed. Install"
        " tavola[aws], or name no profile and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    )


def test_where_botocore_finds_none_the_message_does_not_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("BOTO_CONFIG", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    source = find_credentials(parse_location("dynamodb://us-east-1", {}), {})

    with pytest.raises(AccessRefused) as refused:
        source.refresh(NOW)

    assert refused.value.message == (
        "credentials: none found, neither in the environment nor in shared files, SSO or roles."
        " Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, pass `credentials=`, or name a profile"
        " that has some: AWS_PROFILE, or ?profile= in the location."
    )


class _Chain:
    """botocore's session and credentials, as far as they are used."""

    access_key = "AKIDEXAMPLE"
    token = "hidden-token"

    def __init__(self) -> None:
        self.asked = 0
        self.secret_key = "very-hidden-secret"

    def get_credentials(self) -> Any:
        return self

    def get_frozen_credentials(self) -> Any:
        self.asked += 1
        return self


def test_botocores_chain_is_asked_again_every_minute() -> None:
    chain = _Chain()
    source = BotocoreCredentials(lambda: chain)
    source.refresh(NOW)
    source.refresh(NOW + 59)

    fresh, stale = source.fresh(NOW + 59), source.fresh(NOW + 60)

    assert (fresh, stale, chain.asked) == (KEYS, None, 1)


def test_credentials_that_the_service_refused_are_looked_for_once_more(
    open_client: OpenClient,
) -> None:
    chain = _Chain()
    chain.secret_key = "expired"
    sessions: list[_Chain] = []

    def open_session() -> _Chain:
        sessions.append(chain)
        if len(sessions) > 1:
            chain.access_key, chain.secret_key = KEYS.access_key, KEYS.secret_key
        else:
            chain.access_key = "AKIDEXPIRED"
        return chain

    accepted = Credentials(KEYS.access_key, KEYS.secret_key)
    with Engine.open("memory:") as engine, serve(engine, credentials=accepted) as url:
        client = open_client(url, credentials=BotocoreCredentials(open_session))

        answer = client.execute("ListTables", {})

    assert (answer, len(sessions)) == (b'{"TableNames":[]}', 2)


def test_a_clock_that_is_wrong_is_corrected_by_the_services_date(open_client: OpenClient) -> None:
    keys = Credentials("AKIDEXAMPLE", "very-hidden-secret")
    with (
        Engine.open("memory:") as engine,
        serve(engine, credentials=keys, clock=lambda: NOW) as url,
    ):
        client = open_client(url, credentials=keys, clock=lambda: NOW - 3600)

        answers = [client.execute("ListTables", {}), client.execute("ListTables", {})]

    assert answers == [b'{"TableNames":[]}'] * 2
    assert client.pauses == []


def test_a_wrong_secret_is_refused_without_another_attempt(open_client: OpenClient) -> None:
    with (
        Engine.open("memory:") as engine,
        serve(engine, credentials=Credentials("AKIDEXAMPLE", "right")) as url,
    ):
        client = open_client(url, credentials=Credentials("AKIDEXAMPLE", "very-hidden-secret"))

        with pytest.raises(AccessRefused) as refused:
            client.execute("ListTables", {})

    assert refused.value.code == "InvalidSignatureException"
    assert "hidden" not in f"{refused.value} {refused.value!r}"


def test_secrets_show_in_no_repr() -> None:
    parts = assemble("dynamodb://us-east-1", credentials=KEYS, environment={})
    store = DynamoDBStore(parts)

    shown = f"{KEYS!r} {store!r} {parts!r} {BotocoreCredentials(lambda: _Chain())!r}"

    assert "hidden" not in shown


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("AKIA", "hidden", "hid\r\nX-Forged: den"), "session token"),
        (("AKIA", "hidden", "hidden\n"), "session token"),
        (("AKIA", "hidden", "hidd€n"), "session token"),
        (("hidden key", "hidden"), "access key"),
        (("hidden\r\n", "hidden"), "access key"),
        (("AKIA", "hidden\n"), "secret key"),
        (("AKIA", "hidden\ud800"), "secret key"),
    ],
)
def test_keys_that_would_break_a_header_are_refused_and_not_shown(
    keys: tuple[str, ...], name: str
) -> None:
    with pytest.raises(OperationError, match=f"credentials: the {name} has a character") as ended:
        Credentials(*keys)

    assert "hid" not in str(ended.value)


def test_keys_of_the_environment_are_checked_when_a_store_is_opened() -> None:
    environment = {
        "AWS_ACCESS_KEY_ID": "AKIA",
        "AWS_SECRET_ACCESS_KEY": "hidden",
        "AWS_SESSION_TOKEN": "token\r\nX-Forged: 1",
    }

    with pytest.raises(OperationError, match="session token"):
        DynamoDBStore.open("dynamodb://eu-west-1/blog", environment=environment)
