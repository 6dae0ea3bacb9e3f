"""Records by API: the page's door with codes for machines, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as few
from schemathesis.specs.openapi.checks import positive_data_acceptance

from accounts.models import User
from config.api import api
from engine.record import Record, format_record
from games.models import Run
from games.services.verification import run_verify
from tests.games.finished import ended_run
from tests.games.support import BACKEND, make_player, sign_in
from tests.games.test_records import CODE, MOVES, REFUSED, record_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/records"
SCHEMA = schemathesis.openapi.from_dict(dict(api.get_openapi_schema()))
SERVICE = get_wsgi_application()
SCHEMA.app = lambda environ, start: SERVICE(environ | {"REMOTE_ADDR": "127.0.0.1"}, start)
CSRF = "c" * 32


def post(client: Client, record: Record | str) -> Any:
    text = record if isinstance(record, str) else format_record(record)
    return client.post(URL, {"record": text}, content_type="application/json")


@pytest.fixture
def player() -> User:
    return make_player()


@pytest.fixture
def client(client: Client, player: User) -> Client:
    client.force_login(player, backend=BACKEND)
    return client


@pytest.mark.main_path
def test_a_record_waits_and_is_verified_and_is_the_same_run_again(client: Client) -> None:
    answer = post(client, record_of())
    run = Run.objects.get()
    waiting = {
        "token": run.token,
        "page": f"/runs/{run.token}/",
        "state": "waiting",
        "code": None,
        "index": None,
    }
    assert (answer.status_code, answer.json()) == (202, waiting)
    assert (run.submitted, run.kind, run.code) == (True, "casual", CODE)
    assert client.get(f"{URL}/{run.token}").json() == waiting
    assert run_verify(run_id=run.pk).is_verified
    assert client.get(f"{URL}/{run.token}").json() == waiting | {"state": "verified"}
    assert post(client, record_of()).json() == waiting | {"state": "verified"}
    assert Run.objects.count() == 1


def test_why_one_was_rejected_is_for_its_player_to_know(client: Client) -> None:
    token = post(client, record_of()).json()["token"]
    run = Run.objects.get()
    run.log.filter(place=30).update(text="x9z")
    run_verify(run_id=run.pk)
    found = client.get(f"{URL}/{token}")
    assert found["Cache-Control"] == "no-store"
    assert [found.json()[key] for key in ("state", "code", "index")] == ["rejected", "notation", 30]
    stranger = Client().get(f"{URL}/{token}").json()
    assert [stranger[key] for key in ("state", "code", "index")] == ["rejected", None, None]


@pytest.mark.parametrize(
    ("record", "code", "index"), [r[:3] for r in REFUSED], ids=[f"{r[1]}" for r in REFUSED]
)
def test_what_is_wrong_is_said_as_on_the_page(
    client: Client, record: Record | str, code: str, index: int | None
) -> None:
    answer = post(client, record)
    said = answer.json()
    assert answer.status_code == 422
    assert said.keys() == {"code", "index", "detail"}
    assert code in (said["code"], "")
    assert index in (said["index"], None)
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "{", "null", "[1]", '"x"', '{"record": 1}', "{}", '{"record": "", "more": 1}']
)
def test_a_body_that_is_no_submission_is_refused_and_makes_nobody(body: str) -> None:
    answer = Client().post(URL, body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json() == {"code": "record", "index": None, "detail": "body"}
    assert not User.objects.filter(is_guest=True).exists()


def test_a_body_beyond_all_records_is_refused_unread(client: Client) -> None:
    answer = post(client, "u@1 " * 800_000)
    assert (answer.status_code, answer.json()["code"]) == (422, "log_too_long")


def test_a_visitor_becomes_a_guest_and_the_csrf_token_is_needed() -> None:
    visitor = Client(enforce_csrf_checks=True)
    body = {"record": format_record(record_of())}
    assert visitor.post(URL, body, content_type="application/json").status_code == 403
    assert not User.objects.filter(is_guest=True).exists()
    visitor.get("/records/submit/")
    token = visitor.cookies["csrftoken"].value
    answer = visitor.post(
        URL, body, content_type="application/json", headers={"x-csrftoken": token}
    )
    assert answer.status_code == 202
    assert Run.objects.get().player.is_guest


def test_page_and_api_share_one_limit(client: Client) -> None:
    for n in range(10):
        text = format_record(record_of(step=900 + n))
        assert client.post("/records/submit/", {"record": text}).status_code == 302
        assert post(client, record_of(step=1000 + n)).status_code == 202
    answer = post(client, record_of(step=2000))
    assert answer.status_code == 429
    assert answer.json() == {"code": "too_often", "index": None, "detail": ""}
    assert Run.objects.count() == 20


def test_only_submitted_records_are_found(client: Client, player: User) -> None:
    played = ended_run(player, CODE, MOVES, kind="casual")
    for token in (played.token, "unknown", "%00", "\u00e6"):
        answer = client.get(f"{URL}/{token}")
        assert answer.status_code == 404
        assert answer.json() == {"code": "not_found", "index": None, "detail": ""}


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """Whole requests in the test's own transaction, as Django's client has them."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("kept_connection")
@SCHEMA.include(path_regex="^/api/v1/records").parametrize()
@few(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_every_answer_is_as_the_schema_says(
    case: schemathesis.Case, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "record", "9000/m/user")
    # Whether a text is a record is more than a schema can say.
    case.call_and_validate(
        excluded_checks=[positive_data_acceptance],
        cookies={settings.SESSION_COOKIE_NAME: sign_in(player), "csrftoken": CSRF},
        headers={"x-csrftoken": CSRF},
    )
