"""What every answer carries, and the addresses that belong to no app."""

import json

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.test import AsyncClient, Client

from config import health


def test_the_process_answers_probes_of_any_host(client: Client) -> None:
    answer = client.get("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies


@pytest.mark.django_db
def test_ready_when_the_parts_answer(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": True, "redis": True}


@pytest.mark.django_db
def test_ready_without_redis_but_not_without_a_database(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/redis.sock")
    assert client.get("/readyz").status_code == 200

    def refuse(execute: object, *args: object) -> None:
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(refuse):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"database": False, "redis": False}


def test_probes_are_the_ones_answered_first() -> None:
    assert set(health.PROBES) == {"/healthz", "/readyz"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, 404),
    ],
)
def test_metrics_are_for_this_machine(
    client: Client, address: str, headers: dict[str, str], status: int
) -> None:
    answer = client.get("/metrics", REMOTE_ADDR=address, headers=headers)
    assert answer.status_code == status
    assert (b"django_http_requests_total" in answer.content) is (status == 200)


@pytest.mark.django_db
def test_metrics_tell_the_pools_levels_and_the_queues_lengths(client: Client) -> None:
    text = client.get("/metrics", REMOTE_ADDR="127.0.0.1").content.decode()
    assert 'reussite_pool_ready{event="RU1-C"} 0.0' in text
    assert 'reussite_queue_length{queue="solve"}' in text


@pytest.mark.django_db
def test_metrics_are_for_staff(client: Client) -> None:
    staff = get_user_model().objects.create_superuser(name="Warden", password="x")
    client.force_login(staff)
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 200


@pytest.mark.django_db
def test_pages_may_load_this_service_alone(client: Client) -> None:
    answer = client.get("/", headers={"host": "localhost:8000"})
    policy = dict(
        part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://localhost:8000"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "http" not in answer["Content-Security-Policy"].replace("https:", "")
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.django_db
async def test_over_https_the_socket_is_secure(async_client: AsyncClient) -> None:
    answer = await async_client.get("/", secure=True)
    assert "wss://testserver" in answer["Content-Security-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "name"), [("fr", "fr"), ("nb", "nb"), ("de", "en")])
def test_pages_speak_the_browsers_language(client: Client, language: str, name: str) -> None:
    answer = client.get("/", headers={"accept-language": language})
    assert answer["Content-Language"] == name


@pytest.mark.django_db
def test_scripts_get_their_texts_and_no_others(client: Client) -> None:
    answer = client.get("/jsi18n/", headers={"accept-language": "fr"})
    assert answer["Content-Type"].startswith("text/javascript")
    script = answer.content.decode()
    start = script.index("const newcatalog = ") + len("const newcatalog = ")
    catalogue, _ = json.JSONDecoder().raw_decode(script[start:])
    assert catalogue
    assert "Filter" not in catalogue  # the admin's
