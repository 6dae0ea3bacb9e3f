"""The account pages in Chromium: passkeys by its virtual authenticator, and what axe says."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page, expect

from tests.support.live import LiveService

pytestmark = pytest.mark.e2e
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


class Authenticator:
    """The browser's own fingerprint reader, in software; its owner may refuse."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
        self.id = added["authenticatorId"]

    def recognise(self, on: bool) -> None:
        owner = {"authenticatorId": self.id, "isUserVerified": on}
        self.session.send("WebAuthn.setUserVerified", owner)

    def credentials(self) -> list[Any]:
        answer = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        found: list[Any] = answer["credentials"]
        return found


@pytest.fixture
def site(live_service: LiveService) -> str:
    """Browsers make passkeys for names, not for numbers."""
    return live_service.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def authenticator(phone_page: Page) -> Authenticator:
    return Authenticator(phone_page)


def sign_up(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    page.get_by_role("link", name="Sign up with a passkey").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Create passkey").click()


def menu(page: Page) -> None:
    page.locator("details.menu > summary").click()


def test_sign_up_out_and_in_by_passkey(
    phone_page: Page, authenticator: Authenticator, site: str, live_service: LiveService
) -> None:
    sign_up(phone_page, site, "Sunniva")
    expect(phone_page.get_by_text("Welcome, Sunniva.")).to_be_visible()
    assert len(authenticator.credentials()) == 1
    [row] = live_service.query(
        "SELECT is_guest, zone FROM accounts_user WHERE name = %s", "Sunniva"
    )
    assert not row[0]
    zone = phone_page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert row[1] == zone
    menu(phone_page)
    phone_page.get_by_role("button", name="Sign out").click()
    expect(phone_page.get_by_text("You are signed out.")).to_be_visible()
    phone_page.goto(f"{site}/accounts/login/")
    phone_page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone_page.get_by_text("Welcome, Sunniva.")).to_be_visible()


def test_whom_the_authenticator_does_not_know_is_told(
    phone_page: Page, authenticator: Authenticator, site: str
) -> None:
    authenticator.recognise(False)
    sign_up(phone_page, site, "Gudrun")
    expect(phone_page.get_by_text("No passkey was used.")).to_be_visible()
    authenticator.recognise(True)
    phone_page.get_by_role("button", name="Create passkey").click()
    expect(phone_page.get_by_text("Welcome, Gudrun.")).to_be_visible()


def check(page: Page, url: str) -> None:
    page.goto(url)
    found = Axe().run(page).response["violations"]
    grave = [rule["id"] for rule in found if rule["impact"] != "minor"]
    assert grave == [], f"{url}: {grave}"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, url


def test_axe_finds_nothing_serious(
    phone_page: Page, authenticator: Authenticator, site: str
) -> None:
    for path in ("accounts/login/", "accounts/signup/", "accounts/password/reset/", "settings/"):
        check(phone_page, f"{site}/{path}")
    sign_up(phone_page, site, "Ingrid")
    expect(phone_page.get_by_text("Welcome, Ingrid.")).to_be_visible()
    for path in ("settings/", "accounts/email/", "accounts/2fa/", "accounts/sessions/"):
        check(phone_page, f"{site}/{path}")
