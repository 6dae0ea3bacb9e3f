"""The running service, as a browser and as a stranger meet it."""

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.live import ROOT, LiveService

pytestmark = [pytest.mark.e2e, pytest.mark.main_path]


@pytest.fixture(params=["phone_page", "desktop_page"])
def page(request: pytest.FixtureRequest) -> Page:
    opened: Page = request.getfixturevalue(request.param)
    return opened


def test_the_start_page_keeps_to_the_policy(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.ok
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_pages_of_this_host_may_open_a_socket(live_service: LiveService) -> None:
    with connect(live_service.socket_url, origin=live_service.url) as socket:
        assert socket.response is not None
        assert socket.response.status_code == 101


@pytest.mark.parametrize("origin", [None, "https://evil.example", "http://127.0.0.1.evil.example"])
def test_others_may_not(live_service: LiveService, origin: str | None) -> None:
    with (
        pytest.raises(InvalidStatus, match="HTTP 403"),
        connect(live_service.socket_url, origin=origin),
    ):
        pass


def test_an_unknown_socket_is_refused_without_a_fault(live_service: LiveService) -> None:
    url = live_service.socket_url.replace("/ws/", "/ws/nothing/")
    with pytest.raises(InvalidStatus, match="HTTP 403"), connect(url, origin=live_service.url):
        pass
    assert "Traceback" not in live_service.log("web")


def test_mails_can_be_read(live_service: LiveService) -> None:
    command = [sys.executable, "manage.py", "sendtestemail", "ann@example.org"]
    subprocess.run(command, cwd=ROOT, env=live_service.environment, check=True)
    assert any("To: ann@example.org" in mail for mail in live_service.mails())
